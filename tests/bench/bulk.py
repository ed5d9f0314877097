#!/usr/bin/env python3
"""What catalogues cost, from a thousand puzzles to ten million.

    bulk.py [MOST]      MOST puzzles in the last line, 1000000 unless said

A line for each power of ten: random 4x3 boards, proven, in 64 shards, then
merged, digested, counted. They are real: every length is the optimum. Time is
the clock's, "cpu" all threads together, "MB" the most memory of a step. At
the end, 4x4 boards end to end. Nothing here passes or fails.
"""

import os
import subprocess
import sys
import tempfile
import time

LOYD = os.path.join(os.environ.get("BUILD", "build"), "loyd")
SHARDS = 64
BOARDS_4X4 = 20000


def run(*arguments):
    """Seconds, seconds of processor, and megabytes of one command."""
    began = time.monotonic()
    child = subprocess.Popen([LOYD, *arguments], stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE)
    words = child.stderr.read().decode()
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"loyd {' '.join(arguments)}: {words}")
    return (time.monotonic() - began, usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / 1e3)


def line(folder, count):
    shards = [os.path.join(folder, f"{count}.{i}.db")
              for i in range(1, SHARDS + 1)]
    whole = os.path.join(folder, f"{count}.db")
    made = [run("generate", "4x3", "--seed", "bulk", "-n", str(count),
                "--shard", f"{i}/{SHARDS}", "--db", shard)
            for i, shard in enumerate(shards, 1)]
    steps = [run("merge", "--db", whole, *shards),
             run("digest", "--db", whole),
             run("stats", "--db", whole)]
    for shard in shards:
        os.remove(shard)
    generating = sum(m[0] for m in made)
    merging, cpu = steps[0][0], steps[0][1]
    print(f"{count:>9} {count / generating:>10.0f} {count / merging:>10.0f}"
          f" {1e6 * cpu / count:>9.2f}"
          f" {steps[1][0]:>9.2f} {1e6 * steps[1][0] / count:>9.2f}"
          f" {steps[2][0]:>8.2f}"
          f" {os.path.getsize(whole) / count:>7.1f}"
          f" {max(s[2] for s in steps):>6.0f}", flush=True)
    os.remove(whole)


def end_to_end(folder):
    db = os.path.join(folder, "4x4.db")
    run("generate", "4x4", "--seed", "warm", "-n", "2000", "--db",
        os.path.join(folder, "warm.db"))
    seconds, cpu, memory = run("generate", "4x4", "--seed", "bulk", "-n",
                               str(BOARDS_4X4), "--db", db)
    rate = BOARDS_4X4 / seconds
    print(f"\n4x4 into a catalogue, proven: {rate:.0f} a second"
          f" ({cpu / seconds:.2f} processors), a million in"
          f" {1e6 / rate / 60:.1f} minutes,"
          f" {os.path.getsize(db) / BOARDS_4X4:.1f} bytes each,"
          f" {memory:.0f} MB with tables")


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 1000000
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        run("tables", "build", "--size", "4x3")
        print("          generated     merged  cpu, us    digest"
              "        us    stats   bytes     MB")
        print("  puzzles  a second   a second      each         s"
              "      each        s    each")
        count = 1000
        while count <= most:
            line(folder, count)
            count *= 10
        end_to_end(folder)


main()
