#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Channels and ledgers, in the second implementation.

Part of the second implementation of loyd's fixed formats; see g1.py. Boards
have up to nine cells here, because their lengths are found breadth first, or
more than 16, whose lengths no ledger has. For other boards the hashes of given days can be checked:

    ledger.py head < FILE      FILE: `loyd daily --json`, all days of a channel
                               from the first on; prints the head, and checks
                               each row's hash and date
"""
import datetime
import json
import sys

sys.dont_write_bytecode = True

from boards import blake, fields, key_id, print_board, read_board, read_size
from g1 import Recipe
from search import optimum

ZEROS = bytes(32)
WEEK = 7


class Row:
    """A row of a schedule."""

    def __init__(self, row):
        self.title = row["title"]
        self.size = row["size"]
        self.layout = row.get("layout", "rows")
        self.target = "mlc" if "mlc" in row else "stm"
        self.range = row[self.target]


class Channel:
    """A name, a first day, a secret, and (first day, schedule) in order."""

    def __init__(self, name, secret, versions):
        self.name, self.secret = name, secret
        self.versions = [(datetime.date.fromisoformat(day), schedule)
                         for day, schedule in versions]

    def puzzles(self, date):
        """(tier, version, row) of a date."""
        version = sum(day <= date for day, _ in self.versions)
        schedule = self.versions[version - 1][1]
        if "tiers" in schedule:
            return [(row["title"], version, Row(row))
                    for row in schedule["tiers"]]
        return [("", version, Row(schedule["week"][date.weekday()]))]

    def recipe(self, date, tier, row):
        seed = "%s/%s" % (self.name, date) + ("/" + tier if tier else "")
        key = "@" + key_id(self.secret) if self.secret else ""
        return Recipe("%s/%s~g1,%s=%s%s~%s~0" % (
            row.size, row.layout, row.target, row.range, key, seed))

    def nonce(self, date, tier):
        if not self.secret:
            return b""
        return blake(fields("loyd nonce 1", self.name, str(date), tier),
                     self.secret)

    def days(self, last):
        """(date, tier, version, size, goal, start) up to a day."""
        first = self.versions[0][0].toordinal()
        for ordinal in range(first, last.toordinal() + 1):
            date = datetime.date.fromordinal(ordinal)
            for tier, version, row in self.puzzles(date):
                recipe = self.recipe(date, tier, row)
                _, start, goal = recipe.draw(self.secret)
                yield date, tier, version, recipe.size, goal, start


def facts(channel, date, tier, version, size, goal, start):
    return (channel, str(date), tier, version.to_bytes(4, "little"),
            bytes(size), bytes(goal), bytes(start))


def row_hash(previous, about, stm, nonce):
    """`about` ends with goal and start; beyond 16 cells stm is ignored."""
    length = b"" if len(about[-1]) > 16 else stm.to_bytes(2, "little")
    return blake(fields("loyd day 1", previous, *about, length, nonce))


SECRET = bytes(range(32))

# name, secret, (first day, schedule), ..., the last day
CHANNELS = (
    ("week", b"", [("2027-12-29", {"week": [
        {"title": "a", "size": "2x2", "stm": "1..6"},
        {"title": "b", "size": "2x3", "layout": "snake", "stm": "5..20"},
        {"title": "c", "size": "3x2", "layout": "spiral,missing=2",
         "stm": "7"},
        {"title": "d", "size": "3x3", "stm": "10..20"},
        {"title": "e", "size": "2x4", "layout": "columns,blank=first",
         "stm": "9..30"},
        {"title": "f", "size": "3x3", "layout": "random", "stm": "15..25"},
        {"title": "g", "size": "2x3",
         "layout": "random,missing=random", "stm": "4..18"}]})],
     "2028-03-02"),
    ("tiers-1", SECRET, [
        ("9999-12-20", {"tiers": [
            {"title": "easy", "size": "2x3", "stm": "3..8"},
            {"title": "hard", "size": "3x3", "layout": "snake",
             "stm": "20..31"}]}),
        ("9999-12-25", {"tiers": [
            {"title": "only", "size": "3x2", "layout": "random,blank=0.1",
             "stm": "1..21"}]}),
        ("9999-12-28", {"week": [
            {"title": "x", "size": "2", "layout": "rows", "stm": "2..6"}] * 7})
    ], "9999-12-31"),
    ("-", bytes(31) + b"\1", [("0001-01-01", {"tiers": [
        {"title": "0", "size": "2x2", "layout": "goal=3 1/4 0",
         "stm": "1..6"}]})],
     "0001-01-09"),
    ("large", SECRET, [("2026-02-27", {"tiers": [
        {"title": "one", "size": "3x3", "stm": "20..24"},
        {"title": "two", "size": "5x5", "mlc": "80..90"},
        {"title": "three", "size": "3x7", "layout": "random", "mlc": "75"}]})],
     "2026-03-02"),
)


def golden():
    yield "# channel, name, secret (hex)"
    yield "# schedule, name, from, its JSON: version 1 begins the channel"
    yield "# row, number, date, tier, version, goal, start, length, nonce,"
    yield "#   hash"
    for name, secret, versions, last in CHANNELS:
        channel = Channel(name, secret, versions)
        yield "\t".join(("channel", name, secret.hex() or "-"))
        for day, schedule in versions:
            yield "\t".join(("schedule", name, day, json.dumps(schedule)))
        previous = ZEROS
        days = channel.days(datetime.date.fromisoformat(last))
        for number, (date, tier, version, size, goal, start) in enumerate(
                days, 1):
            about = facts(name, date, tier, version, size, goal, start)
            stm = optimum(size, start, goal) if len(goal) <= 16 else "-"
            nonce = channel.nonce(date, tier)
            previous = row_hash(previous, about, stm, nonce)
            yield "\t".join((
                "row", str(number), str(date), tier or "-", str(version),
                print_board(goal, size), print_board(start, size), str(stm),
                nonce.hex() or "-", previous.hex()))


def prove(lines):
    """The head of the channel whose days are in these JSON Lines."""
    previous = ZEROS
    last = None
    for line in lines:
        day = json.loads(line)
        size = read_size(day["size"])
        date = datetime.date.fromisoformat(day["date"])
        tier = day.get("tier", "")
        nonce = bytes.fromhex(day.get("nonce", ""))
        assert last is None or (date - last).days == 1 or (
            date == last and tier), "a gap before " + str(date)
        about = facts(day["channel"], date, tier, day["schedule_version"],
                      size, read_board(day["goal"], size),
                      read_board(day["board"], size))
        previous = row_hash(previous, about, day.get("stm"), nonce)
        assert day["hash"] == previous.hex(), "hash of " + str(date)
        last = date
    return previous


if __name__ == "__main__":
    if sys.argv[1:] != ["head"]:
        print(__doc__)
        sys.exit(2)
    print(prove(sys.stdin).hex())
