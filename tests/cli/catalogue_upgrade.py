#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Damages every column of a catalogue of schema 12, one at a time, and
upgrades it: the result is right, or a message names table, row and column and
the file is unchanged.

    catalogue_upgrade.py LOYD FILE
"""

import os
import re
import sqlite3
import subprocess
import sys

import schema12

BAD = {
    "INTEGER": (None, -1, 1 << 40, "x"),
    "TEXT": (None, "", "x" * 3000, b"\x01\x02"),
    "BLOB": (None, b"", b"\x01" * 11, "x"),
}
STEP = 1 if os.environ.get("LOYD_LONG") else 3
# What the schema calls a column, where a constraint of it refuses a value.
NEW_NAMES = {
    ("list", "title"): "tier",
    ("sample", "boards"): "total",
    ("sample", "series"): "source",
}
# What other tables refer to: a row of theirs is named, and this column.
REFERRED = {
    ("goal", "layout"): "class",
    ("goal", "pk"): "goal",
    ("puzzle", "id"): "puzzle",
    ("series", "pk"): "series",
    ("search", "pk"): "search",
    ("channel", "name"): "channel",
    ("schedule", "channel"): "channel",
    ("schedule", "version"): "version",
    ("list", "pk"): "list",
    ("pack", "pk"): "pack",
    ("sample", "class"): "class",
    ("sample", "version"): "class",
}
# Values that are wrong only in comparison: the row is named, and these words.
WRONG = {
    ("puzzle", "stm"): "puzzle .*: the length does not match the rating",
    ("puzzle", "mtm"): "puzzle .*: the length does not match the rating in MTM",
    ("channel", "days"): "channel week: invalid ledger length",
    ("ledger", "channel"): "channel week: the ledger ends at row 1",
    ("ledger", "stm"): "ledger of week: row 2: the length is not",
}
# A key of a rating, as the message may have it.
METRICS = {str(number): name for number, name in schema12.METRICS.items()}


def schema_of(db):
    return db.execute("SELECT type, name, tbl_name, rootpage, sql"
                      " FROM sqlite_schema ORDER BY rowid").fetchall()


def write_schema(path, rows):
    db = sqlite3.connect(path)
    db.execute("PRAGMA synchronous = OFF")
    db.execute("PRAGMA writable_schema = ON")
    db.execute("DELETE FROM sqlite_schema")
    db.executemany("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", rows)
    db.commit()
    db.close()


def loosen(row):
    """Without STRICT, NOT NULL and CHECK nothing refuses a value."""
    kind, name, table, page, sql = row
    if kind == "table" and sql is not None:
        sql = sql.replace(") STRICT, WITHOUT", ") WITHOUT")
        sql = sql.replace(") STRICT", ")").replace(" NOT NULL", "")
        # SQLite converts no value of a column without a type; one that is the
        # key of the rows keeps it.
        sql = re.sub(r"^(    \w+) (TEXT|BLOB|INTEGER(?! PRIMARY))", r"\1", sql,
                     flags=re.M)
        sql = re.sub(r", (upper|estimate|mtm|lower_search) INTEGER", r", \1",
                     sql)
    return kind, name, table, page, sql


def text_of(value):
    if isinstance(value, bytes) and len(value) == 10:
        return schema12.id_text(value)
    return str(value)


class Bad:
    def __init__(self, loyd, path):
        self.loyd, self.path = loyd, path
        db = sqlite3.connect(path)
        self.schema = schema_of(db)
        self.tables = [row[1] for row in self.schema if row[0] == "table"]
        self.columns = {table: db.execute(
            "SELECT name, type, pk FROM pragma_table_info(?)",
            (table,)).fetchall() for table in self.tables}
        db.close()
        write_schema(path, [loosen(row) for row in self.schema
                            if row[0] != "trigger"])
        with open(path, "rb") as file:
            self.loose = file.read()
        self.n = {"upgraded": 0, "refused": 0, "skipped": 0}
        self.faults = 0

    def damage(self, table, column, value):
        """Damages the last row; returns its key, or None, and the names."""
        keys = [name for name, _, pk in sorted(self.columns[table],
                                               key=lambda c: c[2]) if pk]
        with open(self.path, "wb") as file:
            file.write(self.loose)
        db = sqlite3.connect(self.path)
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA ignore_check_constraints = ON")
        key = db.execute("SELECT %s FROM %s ORDER BY %s LIMIT 1" % (
            ", ".join(keys), table,
            ", ".join(name + " DESC" for name in keys))).fetchone()
        try:
            db.execute("UPDATE %s SET %s = ? WHERE (%s) = (%s)" % (
                table, column, ", ".join(keys), ", ".join("?" * len(keys))),
                (value,) + key)
            db.commit()
        except sqlite3.Error:
            key = None
        db.close()
        write_schema(self.path, self.schema)
        return key, keys

    def fault(self, case, text):
        self.faults += 1
        print("%s: %s" % (case, text))

    def judge_refusal(self, case, table, column, key, words):
        names = "|".join({column, NEW_NAMES.get((table, column), column)})
        named = re.search(r"\b%s\b.*\b(%s)\b" % (table, names), words)
        if not named and (table, column) in REFERRED:
            named = re.search(r"\b(%s)\b" % REFERRED[table, column], words)
        elif named and key and not all(
                part in words or METRICS.get(part, part) in words
                for part in key):
            named = None
        if not named and (table, column) in WRONG:
            named = re.search(WRONG[table, column], words)
        if not named:
            self.fault(case, "not named: " + words)

    def one(self, table, column, kind, value):
        shown = repr(value)[:20]
        case = "%s.%s = %s" % (table, column, shown)
        key, keys = self.damage(table, column, value)
        if key is None:
            self.n["skipped"] += 1
            return
        with open(self.path, "rb") as file:
            before = file.read()
        done = subprocess.run([self.loyd, "import", "-", "--db", self.path],
                              stdin=subprocess.DEVNULL, capture_output=True,
                              check=False)
        words = done.stderr.decode()
        if done.returncode == 0:
            self.n["upgraded"] += 1
            self.judge_upgrade(case, before)
        elif done.returncode == 3 and "cannot be upgraded: " in words:
            self.n["refused"] += 1
            self.judge_refusal(case, table, column,
                               () if column in keys else
                               [text_of(part) for part in key], words)
            with open(self.path, "rb") as file:
                if file.read() != before:
                    self.fault(case, "the file has changed")
        else:
            self.fault(case, "exit %d: %s" % (done.returncode, words))
        for suffix in ("-wal", "-shm", "-journal"):
            if os.path.exists(self.path + suffix):
                if done.returncode != 0:
                    self.fault(case, "a %s file is left" % suffix)
                os.remove(self.path + suffix)

    def judge_upgrade(self, case, before):
        with open(self.path + ".old", "wb") as file:
            file.write(before)
        new, version = schema12.opened(self.path)
        if version != schema12.NEWEST:
            self.fault(case, "not upgraded")
            return
        old, _ = schema12.opened(self.path + ".old")
        got = sorted(map(repr, schema12.new_rows(new)))
        try:
            wanted = sorted(map(repr, schema12.old_rows(old)))
        except (TypeError, ValueError, AssertionError, LookupError) as error:
            self.fault(case, "upgraded in spite of %r" % error)
            return
        if got != wanted:
            self.fault(case, "wrong rows: %s" % sorted(
                set(got) ^ set(wanted))[:2])
        if new.execute("PRAGMA foreign_key_check").fetchone():
            self.fault(case, "a broken reference")

    def run(self):
        for table in self.tables:
            # Of a column every third value, of the next column the next ones.
            for place, (column, kind, _) in enumerate(self.columns[table]):
                for value in BAD[kind][place % STEP::STEP]:
                    self.one(table, column, kind, value)
        print("%(refused)d refused, %(upgraded)d upgraded, %(skipped)d"
              " skipped" % self.n)
        return 1 if self.faults else 0


if __name__ == "__main__":
    sys.exit(Bad(*sys.argv[1:]).run())
