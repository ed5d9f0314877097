# SPDX-License-Identifier: MIT
"""Days from the catalogue, in the second implementation.

Part of the second implementation of loyd's fixed formats; see g1.py.
"""
import datetime
import json

from boards import base32, blake, fields, puzzle_id
from g1 import Recipe
from ledger import ZEROS, Channel, facts, row_hash
from search import optimum


def list_digest(ids):
    return blake(fields("loyd list digest 1", *sorted(ids)))


def order(ids, channel, version, seed, secret):
    """The ids in the order of the days."""
    return sorted(ids, key=lambda i: (blake(fields(
        "loyd list 1", channel, version.to_bytes(4, "little"), seed, i),
        secret), i))


def puzzles():
    """id -> (size, goal, start, length), of these recipes."""
    made = {}
    for series, count in (("3x3/rows", 20), ("2x3/snake", 8), ("3x2/columns",
                                                              6)):
        for index in range(count):
            recipe = Recipe("%s~g1~list~%d" % (series, index))
            _, start, goal = recipe.draw(b"")
            key = puzzle_id(recipe.size, start, goal)
            made[key] = (recipe.size, goal, start,
                         optimum(recipe.size, start, goal), str(recipe))
    return made


SECRET = bytes(range(100, 132))

# name, secret, (first day, seed, tiers or None for one list of all puzzles),
# ..., the last day. Of two tiers with the same puzzle the first has it, and a
# version leaves out what the days before it take from lists.
CHANNELS = (
    ("open", b"", [
        ("2026-12-29", "", None),
        ("2027-01-03", "\u00e4 seed", [("small", ["2x3", "3x2"]),
                                       ("all", ["3x3", "2x3"])])],
     "2027-01-12"),
    ("closed", SECRET, [
        ("2026-01-01", "x", [("a", ["3x2"]), ("b", ["2x3"])]),
        ("2026-01-03", "", None),
        ("2026-01-09", "", None)], "2026-01-20"),
)


def select(known, tiers, taken):
    """(title, ids) of each tier."""
    taken = set(taken)
    for title, sizes in tiers or [("", None)]:
        ids = {i for i, p in known.items()
               if sizes is None or "%dx%d" % p[0] in sizes} - taken
        taken |= ids
        yield title, ids


def schedule(tiers, seed):
    def source(sizes):
        made = {"used": "any", "shuffle": seed}
        return dict(size=sizes, **made) if sizes else made

    if tiers is None:
        return json.dumps({"every": {"title": "all", "from": source(None)}})
    return json.dumps({"tiers": [{"title": title, "from": source(sizes)}
                                 for title, sizes in tiers]})


def golden():
    yield "# puzzle, recipe, id, length: all proven puzzles of a catalogue"
    yield "# channel, name, secret (hex)"
    yield "# version, name, from, its JSON"
    yield "# list, tier, number of puzzles, digest: of the version before it"
    yield "# row, number, date, tier, version, id, length, nonce, hash"
    known = puzzles()
    for key, puzzle in known.items():
        yield "\t".join(("puzzle", puzzle[4], base32(key), str(puzzle[3])))
    for name, secret, versions, last in CHANNELS:
        yield "\t".join(("channel", name, secret.hex() or "-"))
        made, taken = [], set()
        for number, (day, seed, tiers) in enumerate(versions, 1):
            yield "\t".join(("version", name, day, schedule(tiers, seed)))
            lists = list(select(known, tiers, taken))
            for title, ids in lists:
                yield "\t".join(("list", title or "-", str(len(ids)),
                                 list_digest(ids).hex()))
            made.append([(title, order(ids, name, number, seed, secret))
                         for title, ids in lists])
            if number < len(versions):
                days = (datetime.date.fromisoformat(versions[number][0]) -
                        datetime.date.fromisoformat(day)).days
                for _, ids in made[-1]:
                    taken |= set(ids[:days])
        yield from rows(known, name, secret, versions, made, last)


def rows(known, name, secret, versions, made, last):
    channel = Channel(name, secret, [])
    starts = [datetime.date.fromisoformat(day) for day, _, _ in versions]
    previous, number = ZEROS, 0
    date = starts[0]
    while str(date) <= last:
        at = sum(day <= date for day in starts) - 1
        for title, ids in made[at]:
            key = ids[(date - starts[at]).days]
            size, goal, start, stm, _ = known[key]
            number += 1
            about = facts(name, date, title, at + 1, size, goal, start)
            nonce = channel.nonce(date, title)
            previous = row_hash(previous, about, stm, nonce)
            yield "\t".join((
                "row", str(number), str(date), title or "-", str(at + 1),
                base32(key), str(stm), nonce.hex() or "-",
                previous.hex()))
        date += datetime.timedelta(days=1)
