# SPDX-License-Identifier: MIT
"""Version 2 of the draw, in the second implementation.

Part of the second implementation of loyd's fixed formats; see g1.py.
"""
import datetime
import json
import os

from boards import Layout, base32, blake, fields, puzzle_id, read_size
from g1 import Recipe

BUILT_IN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..",
                        "data", "schedules", "daily-2.tsv")


def number(value):
    return value.to_bytes(4, "little")


def place(channel, rule, m, secret, k):
    """p(k), of the permutation of 0..m-1."""
    w = 1
    while 4 ** w < m:
        w += 1
    x = k
    while True:
        left, right = divmod(x, 2 ** w)
        for r in range(8):
            f = blake(fields("loyd order 1", channel, rule, number(r),
                             number(right)), secret)
            left, right = right, left ^ (int.from_bytes(f[:4], "little")
                                         % 2 ** w)
        x = left * 2 ** w + right
        if x < m:
            return x


def boards(size, goal, low, high):
    """All boards of lengths low..high but the goal, by (length, bytes)."""
    width, height = size
    seen, layer, found = {goal}, [goal], []
    for length in range(high + 1):
        found += sorted(layer) if low <= length and length > 0 else []
        following = []
        for board in layer:
            blank = board.index(0)
            for step, fits in ((-1, blank % width > 0),
                               (1, (blank + 1) % width > 0),
                               (-width, blank >= width),
                               (width, blank < width * (height - 1))):
                if not fits:
                    continue
                cells = list(board)
                cells[blank], cells[blank + step] = cells[blank + step], 0
                made = tuple(cells)
                if made not in seen:
                    seen.add(made)
                    following.append(made)
        layer = following
    return found


class Rule:
    """A row of a schedule whose boards can be counted."""

    def __init__(self, row):
        self.size = read_size(row["size"])
        low, _, high = row["stm"].partition("..")
        low, high = int(low), int(high or low)
        layout = Layout(row.get("layout", "rows"), self.size)
        self.goal = tuple(layout.board)
        self.text = "%s/%s~g1,stm=%d..%d~~0" % ("%dx%d" % self.size, layout, low,
                                                high)
        self.boards = boards(self.size, self.goal, low, high)

    def id(self, channel, secret, k):
        m = len(self.boards)
        start = self.boards[place(channel, self.text, m, secret, k % m)]
        return puzzle_id(self.size, bytes(start), bytes(self.goal))


def rows_of(schedule, date):
    if "tiers" in schedule:
        return [(row["title"], row) for row in schedule["tiers"]]
    return [("", schedule["every"] if "every" in schedule
             else schedule["week"][date.weekday()])]


SMALL = {"title": "a", "size": "2x2", "stm": "1..6"}
MIDDLE = {"title": "b", "size": "3x3", "layout": "snake", "stm": "9..10"}
NEAR = {"title": "c", "size": "4x4", "layout": "spiral", "stm": "1..4"}
SECRET = bytes(range(64, 96))

# name, secret, (first day, schedule), ..., the last day
CHANNELS = (
    ("order", b"", [("2027-01-01", {"every": SMALL}),
                    ("2027-01-10", {"tiers": [SMALL, dict(SMALL, title="d"),
                                              MIDDLE]}),
                    ("2027-01-15", {"week": [MIDDLE, SMALL, NEAR, NEAR, SMALL,
                                             MIDDLE, MIDDLE]})],
     "2027-02-03"),
    ("secret", SECRET, [("2027-01-01", {"tiers": [NEAR, MIDDLE]})],
     "2027-01-09"),
)


def built_in():
    """The version of the channel `daily` that has this draw."""
    with open(BUILT_IN, encoding="utf-8") as file:
        lines = [line.split() for line in file if line[0] != "#"]
    return {"week": [dict(zip(("title", "size", "layout", "stm"), line[1:]))
                     for line in lines]}


def golden():
    yield "# place, channel, rule, m, secret (hex), p(0) to at most p(15)"
    yield "# channel, name, secret (hex)"
    yield "# version, from, its JSON"
    yield "# day, date, number of the puzzle, id of the puzzle"
    yield "# drawn, date, recipe, and of some days the id: a day that has no order"
    for name, rule, m, secret in (("daily", "3x3/rows~g1,stm=31..31~~0", 2, b""),
                                  ("daily", "x", 1, b""),
                                  ("kids", "2x2/rows~g1,stm=1..6~~0", 11, b""),
                                  ("kids", "2x2/rows~g1,stm=1..6~~0", 11, SECRET),
                                  ("club", "list 2 0", 16, SECRET),
                                  ("club", "list 2 0", 17, SECRET),
                                  ("club", "list 2 0", 13000000, SECRET)):
        yield "\t".join(("place", name, rule, str(m), secret.hex() or "-",
                         " ".join(str(place(name, rule, m, secret, k))
                                  for k in range(min(m, 16)))))
    for name, secret, versions, last in CHANNELS:
        yield "\t".join(("channel", name, secret.hex() or "-"))
        for day, schedule in versions:
            yield "\t".join(("version", day, json.dumps(schedule)))
        yield from days(name, secret, versions, last)
    yield "channel\tdaily\t-"
    yield from days("daily", b"", [("2027-01-01", built_in())], "2028-01-02")


def is_counted(row):
    """Of the rows here: beyond 3x3 all lengths are near or none."""
    width, height = read_size(row["size"])
    return width * height <= 9 or int(row["stm"].split("..")[1]) < 10


def drawn(name, date, row):
    """Sundays are too far for this search; it has a sample of the others."""
    recipe = Recipe("%s/%s~g1,stm=%s~%s/%s~0" % (row["size"], row["layout"],
                                                 row["stm"], name, date))
    start = "-"
    if date.day == 1 and date.weekday() < 6:
        _, start, goal = recipe.draw()
        start = base32(puzzle_id(recipe.size, start, goal))
    return "\t".join(("drawn", str(date), str(recipe), start))


def days(name, secret, versions, last):
    rules, shown = {}, {}
    date = datetime.date.fromisoformat(versions[0][0])
    while str(date) <= last:
        schedule = [s for day, s in versions if day <= str(date)][-1]
        for at, (_, row) in enumerate(rows_of(schedule, date)):
            if not is_counted(row):
                yield drawn(name, date, row)
                continue
            key = json.dumps(dict(row, title=""))
            if key not in rules:
                rules[key] = Rule(row)
            rule = rules[key]
            k = shown.get(rule.text, 0)
            shown[rule.text] = k + 1
            yield "\t".join(("day", str(date), str(at),
                             base32(rule.id(name, secret, k))))
        date += datetime.timedelta(days=1)
