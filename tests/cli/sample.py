#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stores a sample of a class in a catalogue by SQL, without code of loyd.

    sample.py DB   100 boards of 3x6; their mlc is that of `bands --sample 3x6
                   --count 100`
"""
import sqlite3
import sys

MLC = ("33:1 34:1 35:1 38:1 39:2 40:5 41:1 42:5 43:1 44:3 45:5 46:4 47:1 48:6"
       " 49:2 50:5 51:9 52:4 53:11 54:8 55:3 56:5 58:2 59:6 60:4 61:1 63:1"
       " 66:1 67:1")


def counts_of(text):
    return {int(value): int(n) for value, n in (
        pair.split(":") for pair in text.split())}


def put(db, name, measure, version, source, counts):
    total, longest = sum(counts.values()), max(counts) + 1
    pk = db.execute(
        "INSERT INTO distribution (class, metric, measure, version, total,"
        " sample, longest, source) VALUES (?, 'stm', ?, ?, ?, ?, ?, ?)",
        (name, measure, version, total, total, longest, source)).lastrowid
    below = 0
    for length in range(1, longest + 1):
        n = counts.get(length, 0)
        db.execute(
            "INSERT INTO distribution_length VALUES (?, ?, ?, ?, (SELECT name"
            " FROM band WHERE low * 2 * ? <= 100000 * (2 * ? + ?)"
            " ORDER BY low DESC LIMIT 1))",
            (pk, length, n, below, total, below, n))
        below += n


def put_wide(db):
    counts = counts_of(MLC)
    for measure, more in ("mlc", 0), ("estimate", 20):
        put(db, "6x3@0.0", measure, 1, "3x6/rows~g1~sample",
            {value + more: n for value, n in counts.items()})


if __name__ == "__main__":
    with sqlite3.connect(sys.argv[1]) as db:
        put_wide(db)
