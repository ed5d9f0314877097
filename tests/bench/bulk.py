#!/usr/bin/env python3
"""Measures catalogues of a thousand to ten million puzzles.

    bulk.py [MOST]      MOST puzzles in the last line and the largest pack
                        (default: 1000000)

Prints one line for each power of ten: random 4x3 boards, proven, in 64 parts,
then merged, digested, counted. All lengths are real optima. Times are wall-clock
times, "cpu" is the sum over threads, "MB" the peak memory of a step, rows those
of all tables that the merge has written. Finally 4x4 boards are measured end to
end, 4x3 boards in one metric and in both, and packs. No measurement passes or fails.
"""

import contextlib
import os
import sqlite3
import statistics
import sys
import tempfile

from cpu import run

PARTS = 64
BOARDS_4X4 = 20000
BOARDS_4X3 = 20000
FEW = 200  # as many tables are built for these as for all
REPEATS = 3


def rows(db):
    """The rows of puzzles, recipes and ratings."""
    with contextlib.closing(sqlite3.connect(db)) as catalogue:
        return sum(catalogue.execute(f"SELECT count(*) FROM {table}")
                   .fetchone()[0]
                   for table in ("puzzle", "recipe", "rating"))


def generate(folder, seed, count):
    """The parts of a catalogue, and what each has cost."""
    parts = [os.path.join(folder, f"{seed}.{i}.db")
             for i in range(1, PARTS + 1)]
    return parts, [run("generate", "4x3", "--seed", seed, "--count",
                       str(count), "--part", f"{i}/{PARTS}", "--db", part)
                   for i, part in enumerate(parts, 1)]


def merge_into(folder, count):
    """Merges parts into a catalogue that has nearly as many puzzles."""
    whole = os.path.join(folder, "into.db")
    run("generate", "4x3", "--seed", "into", "--count", str(count), "--db",
        whole)
    parts, _ = generate(folder, "more", count * 2 // 3)
    _, cpu, peak, _ = run("merge", "--db", whole, *parts)
    print(f"{PARTS} catalogues of {count * 2 // 3} puzzles merged into one of"
          f" {count}: {cpu:.1f} s of CPU time, {peak:.0f} MB", flush=True)


def line(folder, count):
    whole = os.path.join(folder, f"{count}.db")
    parts, made = generate(folder, "bulk", count)
    steps = [run("merge", "--db", whole, *parts),
             run("digest", "--db", whole),
             run("stats", "--db", whole)]
    for part in parts:
        os.remove(part)
    generating = sum(m.seconds for m in made)
    merging, cpu, *_ = steps[0]
    print(f"{count:>9} {count / generating:>10.0f} {count / merging:>10.0f}"
          f" {rows(whole) / merging:>10.0f}"
          f" {1e6 * cpu / count:>9.2f}"
          f" {steps[1][0]:>9.2f} {1e6 * steps[1][0] / count:>9.2f}"
          f" {steps[2][0]:>8.2f}"
          f" {os.path.getsize(whole) / count:>7.1f}"
          f" {max(s[2] for s in steps):>6.0f}", flush=True)
    os.remove(whole)


def end_to_end(folder):
    db = os.path.join(folder, "4x4.db")
    run("generate", "4x4", "--seed", "warm", "--count", "2000", "--db",
        os.path.join(folder, "warm.db"))
    seconds, cpu, memory, _ = run("generate", "4x4", "--seed", "bulk", "--count",
                               str(BOARDS_4X4), "--db", db)
    rate = BOARDS_4X4 / seconds
    print(f"\n4x4 into a catalogue, proven: {rate:.0f} a second"
          f" ({cpu / seconds:.2f} processors), a million in"
          f" {1e6 / rate / 60:.1f} minutes,"
          f" {os.path.getsize(db) / BOARDS_4X4:.1f} bytes each,"
          f" {memory:.0f} MB with tables")


def cost_of_puzzle(folder, metric):
    """CPU microseconds and bytes of one more 4x3 puzzle, without tables."""
    costs = []
    for count in (FEW, FEW + BOARDS_4X3):
        db = os.path.join(folder, f"{metric}.db")
        made = run("generate", "4x3", "--seed", "bulk", "--count", count,
                   "--metric", metric, "--db", db)
        costs.append((1e6 * made.cpu, os.path.getsize(db)))
        os.remove(db)
    return [(b - a) / BOARDS_4X3 for a, b in zip(*costs)]


def both_metrics(folder):
    pairs = [(cost_of_puzzle(folder, "stm"), cost_of_puzzle(folder, "mtm"))
             for _ in range(REPEATS)]
    one, both, times = (
        statistics.median(of(stm[0], mtm[0]) for stm, mtm in pairs)
        for of in (lambda a, b: a, lambda a, b: b, lambda a, b: b / a))
    (_, small), (_, large) = pairs[0]
    print(f"4x3 into a catalogue, proven, CPU time without tables:"
          f" {one:.1f} us each in STM, {both:.1f} us with MTM too,"
          f" {times:.2f} times; {small:.0f} and {large:.0f} bytes")


def export(what, folder, db, name, *more):
    out = os.path.join(folder, name)
    done = run("export", "--db", os.path.join(folder, db), "--out", out, *more)
    print(f"{what:<44} {done.seconds:>7.2f} s {done.mb:>5.0f} MB", flush=True)
    return out


def packs(folder, most):
    export(f"{BOARDS_4X4} rated 4x4, all formats", folder, "4x4.db", "all")
    bare = export("    without solutions", folder, "4x4.db", "bare",
                  "--no-solutions")
    for name in "puzzles.json", "puzzles.sqlite":
        print(f"        {name:<26} {os.path.getsize(os.path.join(bare, name)):>7}"
              " bytes")
    export(f"{most} 4x3 and more, all formats", folder, "into.db", "big")
    export("    as a volume", folder, "into.db", "volume", "--pack-name", "p")
    export("    the volume again", folder, "into.db", "again", "--pack-name",
           "p", "--volume", "1")


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 1000000
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        run("tables", "build", "--size", "4x3")
        print("          generated     merged       rows  cpu, us    digest"
              "        us    stats   bytes     MB")
        print("  puzzles  a second   a second   a second      each         s"
              "      each        s    each")
        count = 1000
        while count <= most:
            line(folder, count)
            count *= 10
        merge_into(folder, most)
        end_to_end(folder)
        both_metrics(folder)
        packs(folder, most)


main()
