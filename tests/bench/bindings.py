#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the Python module and the SQLite extension, next to the command.

    bindings.py         after `make python`; BUILD=build

Times of programs are medians of ROUNDS runs, in which those that are compared
alternate; ratios are medians of pairs. "CPU" is user and system time. No
measurement passes or fails.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LOYD = os.path.join(BUILD, "loyd")
# Debian's, whose cffi and NumPy the module uses.
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
ROUNDS = 9
BOARDS = 1000000
ENTRIES = 200000

SOLVE = """
import loyd, sys
for found in loyd.solve(sys.stdin.read().splitlines()):
    print(found.length, found.path, sep="\\t")
"""
DRAW = """
import loyd, time
best = 1e9
for _ in range(5):
    began = time.monotonic()
    loyd.generate_arrays("4x4", seed="bench", count=1000000)
    best = min(best, time.monotonic() - began)
print(1 / best)
"""
FIND = """
import loyd, resource, sys, time
def spent():
    return [time.monotonic()] + [
        u.ru_utime + u.ru_stime for u in map(resource.getrusage, (
            resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))]
catalogue, began = loyd.Catalogue(sys.argv[1]), spent()
n = sum(1 for _ in catalogue.find())
print(*(n / (now - then) for now, then in zip(spent(), began)))
"""


def run(*command, given=None):
    """Seconds, CPU seconds and output of a program."""
    with tempfile.TemporaryFile() as out:
        began = time.monotonic()
        child = subprocess.Popen(command, stdin=given and open(given),
                                 stdout=out)
        _, status, usage = os.wait4(child.pid, 0)
        clock = time.monotonic() - began
        if status:
            sys.exit(f"{' '.join(command)}: {status}")
        out.seek(0)
        return clock, usage.ru_utime + usage.ru_stime, out.read().decode()


def alternate(*programs, rounds=ROUNDS):
    """The clock and CPU of each program, functions that run it, in each round."""
    for program in programs:
        program()
    return [[program()[:2] for program in programs] for _ in range(rounds)]


def medians(times):
    return [[statistics.median(each) for each in zip(*column)]
            for column in zip(*times)]


def row(what, *figures):
    print(f"{what:<44}" + "".join(f" {figure:>20}" for figure in figures),
          flush=True)


def python(*arguments, given=None):
    return lambda: run(PYTHON, "-c", *arguments, given=given)


def imports():
    lines = ("pass", "import _cffi_backend", "import numpy", "import loyd")
    for line, (clock, cpu) in zip(lines, medians(
            alternate(*map(python, lines)))):
        row(f"python3 -c '{line}'", f"{1e3 * clock:.1f} ms",
            f"{1e3 * cpu:.1f} ms of CPU")


def drawing():
    said = run(os.path.join(BUILD, "bench"),
               "generation, 1 thread, 4x4/rows")[2].split()
    c = float(said[said.index("million/s") - 1])
    array = float(run(PYTHON, "-c", DRAW)[2])
    row("4x4 boards drawn into NumPy", f"{array:.1f} million/s",
        f"C {c:.1f} million/s", f"ratio {array / c:.2f}")


def solving(folder):
    """Tables are mapped from the cache by both."""
    boards = run(LOYD, "generate", "4x4", "--seed", "bench", "--count",
                 "1000")[2]
    for n in 1000, 1:
        path = os.path.join(folder, f"boards.{n}")
        with open(path, "w") as file:
            file.writelines(boards.splitlines(True)[:n])
        answers = [python(SOLVE, given=path),
                   lambda: run(LOYD, "solve", "--threads", "1", given=path)]
        if answers[0]()[2] != answers[1]()[2]:
            sys.exit("bindings.py: the module and the command differ")
        times = alternate(*answers)
        (_, module), (_, command) = medians(times)
        ratio = statistics.median(here[1] / there[1] for here, there in times)
        row(f"{n} random 4x4 solved, tables cached, CPU",
            f"{1e3 * module:.0f} ms", f"command {1e3 * command:.0f} ms",
            f"ratio {ratio:.2f}")


def finding(folder):
    db = os.path.join(folder, "my.db")
    run(LOYD, "generate", "4x3", "--seed", "bench", "--count", str(ENTRIES),
        "--db", db, "--quiet")
    best = [max(column) for column in zip(*(
        map(float, run(PYTHON, "-c", FIND, db)[2].split())
        for _ in range(5)))]
    row("rows of 4x3 that Catalogue.find reads", *(
        f"{rate:.0f} {of}" for rate, of in zip(best, (
            "a second", "a second of CPU here", "of the child's"))))


def functions(folder):
    for size, function in ("4x4", "loyd_solvable"), ("3x3", "loyd_stm"):
        db = os.path.join(folder, f"{size}.db")
        extension = f".load {os.path.join(BUILD, 'loyd_sqlite')}"
        run("sqlite3", db, extension, "CREATE TABLE boards AS SELECT board FROM"
            f" loyd_generate('{size}/rows~g1~bench~0', {BOARDS})")
        (_, plain), (_, called) = medians(alternate(*(
            lambda what=what: run("sqlite3", db, extension,
                                  f"SELECT sum({what}) FROM boards")
            for what in ("board IS NULL", f"{function}(board)")), rounds=5))
        row(f"{function}() of {size} in the stock shell",
            f"{BOARDS / (called - plain):.0f} a second")


def main():
    os.environ["PYTHONPATH"] = os.path.join(BUILD, "python", "site")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        imports()
        drawing()
        solving(folder)
        finding(folder)
        functions(folder)


main()
