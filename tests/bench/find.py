#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures queries by the command, and picks by the C library.

    tests/bench/find.py [DB]

The catalogue has BENCH_ROWS=200000 puzzles, most of 4x3, and is kept in
BENCH_FOLDER=build/bench-find for the next time. BENCH_BASE=FILE is another build of
the command, which makes its own and is compared. Times are the least of BENCH_RUNS=7
processes, in milliseconds of CPU.
"""

import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "cli"))
import find_query  # noqa: E402

ROOT = os.path.join(HERE, "..", "..")
LOYD = os.path.abspath(os.environ.get("LOYD") or
                       os.path.join(ROOT, "build", "loyd"))
BASE = os.environ.get("BENCH_BASE")
ROWS = int(os.environ.get("BENCH_ROWS", 200000))
RUNS = int(os.environ.get("BENCH_RUNS", 7))
FOLDER = os.environ.get("BENCH_FOLDER") or os.path.join(ROOT, "build",
                                                       "bench-find")

# Parts of a catalogue in tenths; the last ones are a few puzzles each.
PARTS = [("4x3", "rows", 5), ("4x3", "snake", 2), ("4x3", "spiral", 1),
         ("3x4", "rows", 1), ("4x3", "random", .5), ("3x3", "rows", .1)]

PAGE = "--limit 40"

# What an index serves, columns of the table, what is computed, and the rest.
QUERIES = [
    ("an index", [
        ("nothing", PAGE),
        ("size, most", f"--size 4x3 {PAGE}"),
        ("size, few", f"--size 3x3 {PAGE}"),
        ("length, common", f"--stm 36..38 {PAGE}"),
        ("length, rare", f"--stm ..14 {PAGE}"),
        ("two ranges", f"--stm ..12,50.. {PAGE}"),
        ("size and length", f"--size 3x4 --stm 30 {PAGE}"),
        ("MTM, common", f"--mtm 25..27 {PAGE}"),
        ("MTM, rare", f"--mtm ..8 {PAGE}"),
        ("band, common", f"--band hard {PAGE}"),
        ("band, rare", f"--band easy {PAGE}"),
        ("percentile", f"--size 4x3 --percentile 20..21 {PAGE}"),
        ("layout", f"--layout spiral {PAGE}"),
        ("layout and band", f"--layout snake --band expert {PAGE}"),
        ("class", f"--class 4x3@0.1 {PAGE}"),
        ("id", f"--puzzle-id abc* {PAGE}"),
        ("none", f"--size 4x3 --stm 99 {PAGE}"),
        ("count of a size", "--size 4x3 --total"),
        ("count of lengths", "--stm 30..40 --total"),
    ]),
    ("a column", [
        ("status, none", f"--status bounded {PAGE}"),
        ("gap, none", f"--gap 1.. {PAGE}"),
        ("trait, rare", f"--detour 40.. {PAGE}"),
        ("trait, none", f"--detour 200 {PAGE}"),
        ("used", f"--used yes {PAGE}"),
        ("unused", f"--used no {PAGE}"),
        ("name", "--name none"),
        ("path", f"--path U2R2D2L2* {PAGE}"),
        ("recipe", f"--recipe 3x3/rows* {PAGE}"),
    ]),
    ("an order or a choice", [
        ("by length", f"--order stm {PAGE}"),
        ("by length of a size", f"--size 4x3 --order -stm {PAGE}"),
        ("by percentile of a class",
         f"--class 4x3@0.0 --order percentile {PAGE}"),
        ("by trait", f"--order -detour {PAGE}"),
        ("pick of all", f"--pick a {PAGE}"),
        ("pick of a size", f"--size 3x4 --pick a {PAGE}"),
        ("pick of few", f"--stm ..14 --pick a {PAGE}"),
        ("distinct", f"--distinct {PAGE}"),
        ("page", f"--after m000000000000000 {PAGE}"),
        ("all as lines", ""),
        ("all as JSON", "--json"),
        ("statistics", ""),
    ]),
]


def make(loyd, path):
    """Makes the catalogue, unless it is there."""
    if os.path.exists(path):
        return path
    for size, layout, tenths in PARTS:
        subprocess.run(
            [loyd, "generate", size, "--layout", layout, "--count",
             str(int(ROWS * tenths / 10)), "--seed", "bench", "--metric",
             "mtm", "--db", path + ".part", "--quiet"], check=True,
            stdout=subprocess.DEVNULL)
    subprocess.run([loyd, "rate", "--traits", "--no-counts", "--db",
                    path + ".part", "--quiet"], check=True,
                   stdout=subprocess.DEVNULL)
    os.rename(path + ".part", path)
    return path


def least(command):
    """The least time of some runs, in ms, and the lines of the last."""
    times = []
    for _ in range(RUNS):
        with tempfile.TemporaryFile() as out:
            job = subprocess.Popen(command, stdout=out,
                                   stderr=subprocess.STDOUT)
            _, status, used = os.wait4(job.pid, 0)
            job.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            said = out.read()
        times.append(1000 * (used.ru_utime + used.ru_stime))
        if job.returncode != 0:
            return None, said.decode()
        if times[-1] > 3000:
            break
    return min(times), said


def measure(db, base_db):
    for title, queries in QUERIES:
        print("\n%-26s %9s %9s %7s" % (title, "ms", "base", "ratio"))
        for name, options in queries:
            command = "stats" if name == "statistics" else "find"
            mine, said = least([LOYD, command, "--db", db, *options.split()])
            if mine is None:
                print("%-26s %s" % (name, said.strip()))
                continue
            line = "%-26s %9.1f" % (name, mine)
            if base_db is not None:
                other, heard = least([BASE, command, "--db", base_db,
                                      *options.split()])
                line += " %9s" % "-" if other is None else (
                    " %9.1f %7.2f" % (other, mine / other))
                if other is not None and command == "find" and \
                        "--json" not in options and heard != said:
                    line += "  other rows"
            print(line, flush=True)


def picks(db):
    """Picks of one puzzle a second by one process."""
    c_api = find_query.open_c_api(LOYD, db)

    class Pick:
        def members(self):
            return [("size", "4x3"), ("pick", str(self.n)), ("limit", "1")]

    pick, began = Pick(), time.perf_counter()
    for pick.n in range(2000):
        c_api.find_ids(pick)
    print("\n%.0f picks a second by the C library" %
          (2000 / (time.perf_counter() - began)))


def main():
    os.makedirs(FOLDER, exist_ok=True)
    db = sys.argv[1] if len(sys.argv) > 1 else make(
        LOYD, os.path.join(FOLDER, "%d.db" % ROWS))
    base_db = BASE and make(BASE, os.path.join(FOLDER, "base-%d.db" % ROWS))
    measure(db, base_db)
    picks(db)


if __name__ == "__main__":
    main()
