# SPDX-License-Identifier: MIT
"""Judges channels whose puzzles come from the catalogue, with SQL and hashlib
alone.

    daily_lists.py set DB CHANNEL VERSION PLACE WHERE   the list is what SQL selects
    daily_lists.py days DB CHANNEL [SECRET]             each day has its puzzle
    daily_lists.py forge DB CHANNEL                     swaps the puzzles of the first
        two days, of one tier, and makes every hash fit
"""
import datetime
import hashlib
import json
import os
import sqlite3
import subprocess
import sys

CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"


def unbase32(text):
    """The ten bytes of an id."""
    bits = "".join(format(CROCKFORD.index(c), "05b") for c in text)
    return int(bits, 2).to_bytes(10, "big")


def fields(*values):
    data = b""
    for value in values:
        value = value.encode() if isinstance(value, str) else value
        data += len(value).to_bytes(4, "little") + value
    return data


def blake(data, key=b""):
    return hashlib.blake2b(data, digest_size=32, key=key).digest()


def days_of(text):
    return datetime.date.fromisoformat(text).toordinal()


def list_of(db, channel, version, place):
    """(seed, number, digest, ids) of a list."""
    key, seed, number, digest = db.execute(
        "SELECT pk, seed, puzzles, digest FROM list WHERE channel = ? AND"
        " version = ? AND place = ?", (channel, version, place)).fetchone()
    ids = [unbase32(row[0]) for row in db.execute(
        "SELECT puzzle FROM list_puzzle WHERE list = ?", (key,))]
    return seed, number, digest, ids


def prove_set(db, channel, version, place, where):
    _, number, digest, ids = list_of(db, channel, int(version), int(place))
    wanted = [unbase32(row[0]) for row in db.execute(
        "SELECT p.id FROM puzzle AS p JOIN goal AS g ON g.pk = p.goal"
        " JOIN rating AS r ON r.puzzle = p.id AND r.metric = 'stm'"
        " AND r.lower = r.upper"
        " WHERE " + where)]
    assert wanted and sorted(ids) == sorted(wanted), (len(ids), len(wanted))
    assert number == len(ids)
    assert digest == blake(fields("loyd list digest 1", *sorted(ids)))
    print(len(ids), digest.hex())


def order(db, channel, version, place, secret):
    seed, _, _, ids = list_of(db, channel, version, place)
    return sorted(ids, key=lambda i: blake(fields(
        "loyd list 1", channel, version.to_bytes(4, "little"), seed, i),
        secret))


def prove_days(db, channel, path=None):
    secret = bytes.fromhex(open(path).read()) if path else b""
    versions = db.execute(
        "SELECT version, since, (SELECT count(*) FROM list AS l WHERE"
        " l.channel = s.channel AND l.version = s.version) FROM schedule AS s"
        " WHERE channel = ? ORDER BY version", (channel,)).fetchall()
    taken, lists = set(), {}
    for at, (version, since, tiers) in enumerate(versions):
        made = [[i for i in order(db, channel, version, place, secret)
                 if i not in taken] for place in range(tiers)]
        lists[version] = (days_of(since), made)
        if at + 1 < len(versions):
            n = days_of(versions[at + 1][1]) - days_of(since)
            for ids in made:
                taken |= set(ids[:n])
    rows = db.execute(
        "SELECT l.date, l.version, l.puzzle, coalesce((SELECT t.place FROM"
        " list AS t WHERE t.channel = l.channel AND t.version = l.version AND"
        " t.tier = l.tier), -1) FROM ledger AS l WHERE l.channel = ?"
        " ORDER BY l.number", (channel,)).fetchall()
    for date, version, puzzle, place in rows:
        if place >= 0:
            since, made = lists[version]
            assert made[place][days_of(date) - since] == unbase32(puzzle), date
    puzzles = [row[2] for row in rows if row[3] >= 0]
    assert len(set(puzzles)) == len(puzzles), "a puzzle is shown twice"
    print(len(rows), "rows")


def boards_of(path):
    """id -> (size, goal, start) as bytes, from `find --json`."""
    out = subprocess.run([os.environ["LOYD"], "find", "--db", path, "--json"],
                         check=True, capture_output=True, text=True).stdout
    made = {}
    for line in out.splitlines():
        puzzle = json.loads(line)
        made[puzzle["puzzle_id"]] = (
            bytes(int(side) for side in puzzle["size"].split("x")),
            *(bytes(int(label)
                    for label in puzzle[name].replace("/", " ").split())
              for name in ("goal", "board")))
    return made


def forge(db, channel, path):
    boards = boards_of(path)
    rows = [list(row) for row in db.execute(
        "SELECT number, date, tier, version, puzzle, stm, nonce FROM ledger"
        " WHERE channel = ? ORDER BY number", (channel,))]
    other = next(row for row in rows[1:] if row[2] == rows[0][2])
    for column in (4, 5):
        rows[0][column], other[column] = other[column], rows[0][column]
    db.execute("DROP TRIGGER ledger_stays")
    previous = bytes(32)
    for number, date, tier, version, puzzle, stm, nonce in rows:
        previous = blake(fields(
            "loyd day 1", previous, channel, date, tier,
            version.to_bytes(4, "little"), *boards[puzzle],
            stm.to_bytes(2, "little"), nonce or b""))
        db.execute("UPDATE ledger SET puzzle = ?, stm = ?, hash = ? WHERE"
                   " channel = ? AND number = ?",
                   (puzzle, stm, previous, channel, number))
    db.execute("UPDATE channel SET head = ? WHERE name = ?",
               (previous, channel))
    db.execute("CREATE TRIGGER ledger_stays BEFORE UPDATE ON ledger\nBEGIN\n"
               "    SELECT raise(ABORT, 'a ledger is only appended to');\nEND")
    db.commit()


def main(what, path, channel, *more):
    db = sqlite3.connect(path)
    if what == "forge":
        forge(db, channel, path)
    else:
        {"set": prove_set, "days": prove_days}[what](db, channel, *more)


if __name__ == "__main__":
    main(*sys.argv[1:])
