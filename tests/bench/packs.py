#!/usr/bin/env python3
"""Measures packs: time and memory of `loyd export`, and bytes of its files.

    packs.py [MOST]     MOST puzzles in the largest pack (default: 1000000)

Times are wall-clock times, "MB" is the peak memory. No measurement passes or
fails.
"""

import os
import subprocess
import sys
import tempfile
import time

LOYD = os.path.join(os.environ.get("BUILD", "build"), "loyd")


def run(*arguments):
    """Seconds and megabytes of one command."""
    began = time.monotonic()
    child = subprocess.Popen([LOYD, *arguments], stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE)
    words = child.stderr.read().decode()
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"loyd {' '.join(arguments)}: {words}")
    return time.monotonic() - began, usage.ru_maxrss / 1e3


def export(what, folder, db, name, *more):
    seconds, mb = run("export", "--db", os.path.join(folder, db), "--out",
                      os.path.join(folder, name), *more)
    print(f"{what:<44} {seconds:>7.2f} s {mb:>5.0f} MB", flush=True)


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 1000000
    with tempfile.TemporaryDirectory() as folder:
        run("generate", "4x4", "--count", "10000", "--seed", "p", "--db",
            os.path.join(folder, "a.db"))
        export("10000 rated 4x4, all formats", folder, "a.db", "all")
        run("export", "--db", os.path.join(folder, "a.db"), "--out",
            os.path.join(folder, "bare"), "--no-solutions")
        for name in "puzzles.json", "puzzles.sqlite":
            size = os.path.getsize(os.path.join(folder, "bare", name))
            print(f"    no solutions: {name:<26} {size:>7} bytes")
        run("generate", "4x3", "--count", str(most), "--seed", "p", "--db",
            os.path.join(folder, "b.db"))
        export(f"{most} rated 4x3, all formats", folder, "b.db", "big")
        export("    as a volume", folder, "b.db", "volume", "--pack-name", "p")
        export("    the volume again", folder, "b.db", "again", "--pack-name",
               "p", "--volume", "1")


main()
