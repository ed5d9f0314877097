#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rows of schemas 12 and later, without code of loyd: the packed forms.

    schema12.py rows FILE      the rows of a catalogue of any schema, as the
                               newest schema has them, one a line
    schema12.py make NEW OLD   makes a catalogue of schema 12 from the newest
    schema12.py older N FILE   makes the catalogue of schema N of tests/golden

Copies of what loyd contains are left out: distributions whose source is loyd,
and schedules of the channel daily.
"""

import os
import re
import sqlite3
import sys

BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"
DIRS = "URDL"
METRICS = {1: "stm", 2: "mtm"}
SOLUTIONS = {0: "past", 1: "never", 2: "today"}
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
NEWEST = len(os.listdir(os.path.join(ROOT, "migrations")))


# --- the packed forms ---

def id_text(raw):
    bits = "".join(format(byte, "08b") for byte in raw)
    return "".join(BASE32[int(bits[i:i + 5], 2)]
                   for i in range(0, len(bits), 5))


def id_bytes(text):
    bits = "".join(format(BASE32.index(c), "05b") for c in text)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def board_text(width, labels):
    return "/".join(" ".join(map(str, labels[i:i + width]))
                    for i in range(0, len(labels), width))


def board_labels(text):
    return [int(label) for label in text.replace("/", " ").split(" ")]


def cell_bits(n):
    return max(1, (n - 1).bit_length())


def start_labels(raw, goal):
    n = len(goal)
    bits = "".join(format(byte, "08b") for byte in raw)
    size = cell_bits(n)
    return [goal[int(bits[i * size:(i + 1) * size], 2)] for i in range(n)]


def start_bytes(labels, goal):
    size = cell_bits(len(goal))
    bits = "".join(format(goal.index(x), "0%db" % size) for x in labels)
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def path_text(raw):
    bits = "".join(format(byte, "08b") for byte in raw)
    bits = bits[:bits.rindex("1")]
    text, last, run = "", "", 0
    for move in [DIRS[int(bits[i:i + 2], 2)]
                 for i in range(0, len(bits), 2)] + [""]:
        if move == last and run < 999:
            run += 1
            continue
        text += last + (str(run) if run > 1 else "")
        last, run = move, 1
    return text


def path_bytes(text):
    bits, i = "", 0
    while i < len(text):
        letter, i = text[i], i + 1
        digits = ""
        while i < len(text) and text[i].isdigit():
            digits, i = digits + text[i], i + 1
        bits += format(DIRS.index(letter), "02b") * int(digits or 1)
    bits += "1"
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def class_text(number):
    width, height, blank = number >> 16, number >> 8 & 255, number & 255
    return "%dx%d@%d.%d" % (width, height, blank // width, blank % width)


def class_number(text):
    size, cell = text.split("@")
    width, height = map(int, size.split("x"))
    row, column = map(int, cell.split("."))
    return 65536 * width + 256 * height + row * width + column


def class_of(width, height, blank):
    """The longer side is the width; the least cell of all symmetries."""
    if height > width:
        width, height, blank = height, width, blank % width * height + \
            blank // width
    y, x = divmod(blank, width)
    cells = [(y, x), (y, width - 1 - x), (height - 1 - y, x),
             (height - 1 - y, width - 1 - x)]
    if width == height:
        cells += [(b, a) for a, b in cells]
    return 65536 * width + 256 * height + min(a * width + b for a, b in cells)


# --- rows of schema 12 as those of 13 ---

def goals_of(db):
    return {pk: (width, height, list(cells), layout) for
            pk, width, height, cells, layout in db.execute(
                "SELECT pk, width, height, cells, layout FROM goal")}


def old_puzzles(db):
    goals = goals_of(db)
    for pk, (width, height, cells, layout) in goals.items():
        number = class_of(width, height, cells.index(0))
        yield ("goal", pk, "%dx%d" % (width, height), class_text(number),
               layout, board_text(width, cells))
    for (key, goal, start, number, stm, upper, estimate, mtm) in db.execute(
            "SELECT id, goal, start, class, stm, upper, estimate, mtm"
            " FROM puzzle"):
        width, _, cells, _ = goals[goal]
        yield ("puzzle", id_text(key), goal,
               board_text(width, start_labels(start, cells)),
               None if number is None else class_text(number), stm, upper,
               None if estimate is None else estimate % 65536,
               None if estimate is None else estimate // 65536,
               mtm if mtm is not None and mtm < 65536 else None,
               mtm - 65536 if mtm is not None and mtm > 65536 else None)


def old_samples(db):
    bands = sorted(db.execute("SELECT low, name FROM band"))
    for number, version, effort, series, boards in db.execute(
            "SELECT class, version, effort, series, boards FROM sample"):
        assert effort == "quick"
        for measure in ("estimate", "mlc"):
            count = dict(db.execute(
                "SELECT value, boards FROM sample_count WHERE class = ? AND"
                " version = ? AND measure = ?", (number, version, measure)))
            longest, below = max(count) + 1, 0
            assert sum(count.values()) == boards
            key = (class_text(number), "stm", measure, version)
            yield ("distribution", *key, boards, boards, longest, series)
            for length in range(1, longest + 1):
                n = count.get(length, 0)
                band = [name for low, name in bands if
                        2 * below + n >= low * 2 * boards / 100000][-1]
                yield ("distribution_length", *key, length, n, below, band)
                below += n


def old_days(db):
    tiers = {(channel, version): tiers for channel, version, tiers in
             db.execute("SELECT channel, version, tiers FROM schedule")}
    for (channel, version, place, title, width, height, layout, band, target,
         low, high) in db.execute("SELECT * FROM schedule_row"):
        yield ("schedule_row", channel, version, place,
               title if tiers[channel, version] else "", title,
               "%dx%d" % (width, height), layout, band, target, low, high)
    for (pk, channel, version, place, title, seed, selection, puzzles,
         digest) in db.execute("SELECT * FROM list"):
        yield ("list", pk, channel, version, place,
               title if tiers[channel, version] else "", title, seed,
               selection, puzzles, digest)
    for row in db.execute("SELECT * FROM ledger"):
        yield ("ledger", *row[:5], id_text(row[5]), *row[6:])
    for row in db.execute("SELECT * FROM site"):
        yield ("site", *row[:3], SOLUTIONS[row[3]], "yes", *row[4:], "en",
               "yes", "")


def old_rows(db):
    yield from old_puzzles(db)
    yield from old_samples(db)
    yield from old_days(db)
    for (puzzle, metric, lower, upper, path, search,
         lower_search) in db.execute(
             "SELECT puzzle, metric, lower, upper, path, search, lower_search"
             " FROM rating"):
        yield ("rating", id_text(puzzle), METRICS[metric], lower, upper,
               path_text(path), search, lower_search)
    for puzzle, metric, length in db.execute("SELECT * FROM claim"):
        yield ("claim", id_text(puzzle), METRICS[metric], length)
    for series, number, puzzle in db.execute("SELECT * FROM recipe"):
        yield ("recipe", series, number, id_text(puzzle))
    for number, puzzle in db.execute("SELECT * FROM list_puzzle"):
        yield ("list_puzzle", number, id_text(puzzle))
    for table in ("name", "pack_use", "hand_use"):
        for row in db.execute("SELECT * FROM " + table):
            yield (table, id_text(row[0]), *row[1:])
    for row in db.execute("SELECT * FROM pack"):
        yield ("pack", row[0], id_text(row[1]), *row[2:])
    for table in ("series", "search", "band", "channel", "schedule",
                  "commitment"):
        for row in db.execute("SELECT * FROM " + table):
            yield (table, *row)


# --- rows of schema 13 and later ones ---

PLAIN = ("goal", "puzzle", "name", "series", "recipe", "search", "rating",
         "claim", "band", "channel", "list", "list_puzzle", "ledger",
         "commitment", "pack", "pack_use", "hand_use")


def new_rows(db):
    for table in PLAIN:
        for row in db.execute("SELECT * FROM " + table):
            yield (table, *row)
    for row in db.execute("SELECT * FROM site"):
        yield ("site", *row[:4], *(["yes"] if len(row) == 7 else []),
               *row[4:], *(["en", "yes"] if len(row) < 10 else []),
               *([""] if len(row) < 11 else []))
    for table in ("schedule", "schedule_row"):
        for row in db.execute("SELECT * FROM %s WHERE channel <> 'daily'" %
                              table):
            yield (table, *row)
    for row in db.execute(
            "SELECT class, metric, measure, version, total, sample, longest,"
            " source FROM distribution WHERE source <> 'loyd'"):
        yield ("distribution", *row)
    for row in db.execute(
            "SELECT d.class, d.metric, d.measure, d.version, l.length,"
            " l.boards, l.below, l.band FROM distribution AS d"
            " JOIN distribution_length AS l ON l.distribution = d.pk"
            " WHERE d.source <> 'loyd'"):
        yield ("distribution_length", *row)


# --- files ---

def run_file(db, *place):
    with open(os.path.join(ROOT, *place), encoding="utf-8") as script:
        db.executescript(script.read())


def migrate(db, old, new):
    for name in sorted(os.listdir(os.path.join(ROOT, "migrations")))[old:new]:
        run_file(db, "migrations", name)


# What each version has added to the schema since 13, which is taken away to
# make an older one.
ADDED = {
    18: r"(?m),\n    results TEXT .*$",
    17: r"(?ms)^CREATE TABLE (game|difficulty|ability) .*?;|"
        r",\n    d\.difficulty / .*?d\.games$|"
        r"\nLEFT JOIN difficulty AS d ON d.puzzle = p.id",
    14: r"(?m)^    hints TEXT .*\n",
    16: r"(?ms)^CREATE TABLE trait .*?;|,\n    t\.solutions.*?row_moves$|"
        r"\nLEFT JOIN trait AS t ON t.puzzle = p.id",
    15: r"(?ms),\n    language TEXT.*?$\n.*?$|^CREATE TABLE site_file.*?;",
}


def schema_of(version, db):
    with open(os.path.join(ROOT, "schema.sql"), encoding="utf-8") as schema:
        sql = schema.read()
    for added, pattern in ADDED.items():
        if added > version:
            sql = re.sub(pattern, "", sql)
    db.executescript(sql)


def older(version, path):
    db = sqlite3.connect(path)
    whole = os.path.join("tests", "golden", "v%04d.sql" % int(version))
    if os.path.exists(os.path.join(ROOT, whole)):
        run_file(db, whole)
    else:
        if int(version) <= 12:
            migrate(db, 0, int(version))
        else:  # the migration to 13 needs functions of loyd
            schema_of(int(version), db)
        run_file(db, "tests", "golden", "rows%04d.sql" % int(version))
    db.close()


def opened(path):
    """A copy in memory of schema 12 or a later one, and which it is."""
    db = sqlite3.connect(":memory:")
    source = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    source.backup(db)
    source.close()
    version = db.execute("PRAGMA user_version").fetchone()[0]
    migrate(db, version, 12)
    return db, max(version, 12)


# --- a catalogue of schema 12 ---

def number_of(value, names):
    return {name: number for number, name in names.items()}[value]


def packed(row, goals):
    """The table and the values of schema 12 of a row of the newest, or None."""
    table, values = row[0], list(row[1:])
    if table == "goal":
        pk, size, _, layout, board = values
        width, height = map(int, size.split("x"))
        goals[pk] = board_labels(board)
        return table, [pk, width, height, bytes(goals[pk]), layout]
    if table == "puzzle":
        (key, goal, board, cls, stm, upper, estimate, version, mtm,
         mtm_upper) = values
        return table, [
            id_bytes(key), goal, start_bytes(board_labels(board),
                                             goals[goal]),
            None if cls is None else class_number(cls), stm, upper,
            None if estimate is None else 65536 * version + estimate,
            mtm if mtm_upper is None else 65536 + mtm_upper]
    if table == "rating":
        puzzle, metric, lower, upper, path, search, lower_search = values
        return table, [id_bytes(puzzle), number_of(metric, METRICS), lower,
                       upper, search, path_bytes(path), lower_search]
    if table == "claim":
        return table, [id_bytes(values[0]), number_of(values[1], METRICS),
                       values[2]]
    if table in ("name", "pack_use", "hand_use"):
        return table, [id_bytes(values[0])] + values[1:]
    if table == "pack":
        return table, [values[0], id_bytes(values[1])] + values[2:]
    if table in ("recipe", "list_puzzle"):
        return table, values[:-1] + [id_bytes(values[-1])]
    if table == "ledger":
        return table, values[:5] + [id_bytes(values[5])] + values[6:]
    if table == "site":
        return table, values[:3] + [number_of(values[3], SOLUTIONS)] + \
            values[5:8]
    if table == "schedule_row":
        size = [int(side) for side in values[5].split("x")]
        return table, values[:3] + [values[4]] + size + values[6:]
    if table == "list":
        return table, values[:4] + values[5:]
    if table == "distribution":
        cls, _, measure, version, total, _, _, series = values
        return ("sample", [class_number(cls), "quick", version, series,
                           total]) if measure == "mlc" else None
    if table == "distribution_length":
        cls, _, measure, version, length, boards, _, _ = values
        return ("sample_count", [class_number(cls), version, measure, length,
                                 boards]) if boards > 0 else None
    return table, values


def make(new, old):
    source, db = sqlite3.connect(new), sqlite3.connect(old)
    migrate(db, 0, 12)
    db.execute("DELETE FROM band")
    goals = {}
    for row in new_rows(source):
        made = packed(row, goals)
        if made is not None:
            db.execute("INSERT INTO %s VALUES (%s)" % (
                made[0], ", ".join("?" * len(made[1]))), made[1])
    db.execute("PRAGMA application_id = 1280268612")
    db.execute("PRAGMA user_version = 12")
    db.commit()
    db.execute("PRAGMA journal_mode = WAL")
    db.close()


def rows(path):
    db, version = opened(path)
    for line in sorted(repr(row) for row in
                       (new_rows if version > 12 else old_rows)(db)):
        print(line)


if __name__ == "__main__":
    {"rows": rows, "make": make, "older": older}[sys.argv[1]](*sys.argv[2:])
