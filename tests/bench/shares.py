#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what it costs to share the proof of a board.

    shares.py [BOARD [ROUNDS]]   the BOARD-th of Korf and Felner's fifty
                                 (default: 40), each way ROUNDS times
                                 (default: 3)

The board is proven by one process with one thread, and in 4 shares by two
processes at a time. Both ways begin with tables that are in a file, and take
turns. Prints the CPU time, user and system, of each turn, and the medians. No
measurement passes or fails.
"""

import concurrent.futures
import os
import shutil
import statistics
import sys
import tempfile
import time

from cpu import run

SHARES = 4
PROCESSES = 2


def prove(db, *arguments):
    return run("rate", "--prove", "--threads", "1", "--db", db, *arguments,
               codes=(0, 1) if arguments else (0,))


def in_turn(folder, mine):
    """CPU seconds of one of the processes, which loops over its shares."""
    seconds, rest = 0, list(mine)
    while rest:
        n = len(rest)
        for i in list(rest):
            cost = prove(os.path.join(folder, f"{i}.db"), "--share",
                         f"{i}/{SHARES}", "--work",
                         os.path.join(folder, "work"))
            seconds += cost.cpu
            if cost.code == 0:
                rest.remove(i)
        if len(rest) == n:
            time.sleep(0.5)
    return seconds


def shared(folder, catalogue):
    for i in range(1, SHARES + 1):
        shutil.copy(catalogue, os.path.join(folder, f"{i}.db"))
    turns = [range(i, SHARES + 1, PROCESSES) for i in range(1, PROCESSES + 1)]
    with concurrent.futures.ThreadPoolExecutor(PROCESSES) as pool:
        return sum(pool.map(lambda mine: in_turn(folder, mine), turns))


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    one, several = [], []
    with tempfile.TemporaryDirectory() as base:
        os.environ["XDG_CACHE_HOME"] = os.path.join(base, "cache")
        board, catalogue = os.path.join(base, "b"), os.path.join(base, "b.db")
        with open("data/korf24.boards", encoding="ascii") as boards, \
                open(board, "w", encoding="ascii") as file:
            file.write(boards.read().splitlines()[number - 1] + "\n")
        run("import", board, "--db", catalogue)
        run("rate", "--db", catalogue)
        for turn in range(rounds + 1):
            with tempfile.TemporaryDirectory() as folder:
                first = os.path.join(folder, "one.db")
                shutil.copy(catalogue, first)
                cpu = prove(first).cpu
                if turn == 0:  # it has made the tables
                    continue
                one.append(cpu)
                several.append(shared(folder, catalogue))
                print(f"{cpu:.1f} s, in shares {several[-1]:.1f} s",
                      flush=True)
    a, b = statistics.median(one), statistics.median(several)
    print(f"#{number} of the fifty in {SHARES} shares by {PROCESSES} "
          f"processes: {b:.1f} s of CPU, {b / a:.2f} of one process "
          f"({a:.1f} s)")


main()
