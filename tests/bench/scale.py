#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what one more puzzle of a class costs: the table of docs/scale.md.

    scale.py [SIZE ...]    default: all sizes of the table

Boards of each class are generated, rated and stored, few and then many, by
one thread; the difference, divided by the number of boards, is the cost of one
without the tables. Up to 16 cells every board is proven, beyond that it has an
interval of effort quick. Times are CPU time, MB is the peak memory of a process
with tables from their file, which processes on one machine share.
"""

import os
import sys
import tempfile

from cpu import run

# Size, layout, boards of the first and of the second run.
CLASSES = (
    ("3x3", "rows", 20000, 60000),
    ("4x3", "rows", 20000, 60000),
    ("5x3", "rows", 2000, 10000),
    ("8x2", "rows", 2000, 10000),
    ("4x4", "rows", 2000, 10000),
    ("4x4", "rows,blank=0.1", 2000, 10000),
    ("4x4", "rows,blank=1.1", 2000, 10000),
    ("5x4", "rows", 100, 500),
    ("5x5", "rows", 100, 500),
    ("6x6", "rows", 100, 400),
    ("8x8", "rows", 50, 250),
    ("10x10", "rows", 50, 250),
)


def cost(folder, size, layout, count):
    """CPU seconds, megabytes and bytes of a catalogue of `count` boards."""
    db = os.path.join(folder, "scale.db")
    made = run("generate", size, "--layout", layout, "--seed", "scale",
               "--count", count, "--threads", "1", "--db", db)
    room = os.path.getsize(db)
    os.remove(db)
    return made.cpu, made.mb, room


def main():
    print("class                 CPU ms   a second    bytes   MB"
          "   a million: core-hours, GB")
    with tempfile.TemporaryDirectory() as folder:
        for size, layout, few, many in CLASSES:
            if sys.argv[1:] and size not in sys.argv[1:]:
                continue
            cost(folder, size, layout, many)  # makes tables that are kept
            (a, _, small), (b, memory, large) = (
                cost(folder, size, layout, n) for n in (few, many))
            seconds = (b - a) / (many - few)
            room = (large - small) / (many - few)
            print(f"{size:5} {layout:14} {1000 * seconds:7.3f}"
                  f" {1 / seconds:10.0f} {room:8.0f} {memory:4.0f}"
                  f" {1e6 * seconds / 3600:18.2f} {room / 1000:9.2f}",
                  flush=True)


main()
