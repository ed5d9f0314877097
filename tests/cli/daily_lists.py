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


def place(n, k, channel, rule, secret):
    """p(k): eight rounds of a Feistel network, until the number is below n."""
    bits = 1
    while 4 ** bits < n:
        bits += 1
    while True:
        left, right = k >> bits, k & (1 << bits) - 1
        for number in range(8):
            mixed = blake(fields("loyd order 1", channel, rule,
                                 number.to_bytes(4, "little"),
                                 right.to_bytes(4, "little")), secret)
            mixed = int.from_bytes(mixed[:4], "little") & (1 << bits) - 1
            left, right = right, left ^ mixed
        k = left << bits | right
        if k < n:
            return k


def list_of(db, channel, version, at):
    """(selection, number, digest, ids by place) of a list."""
    key, selection, number, digest = db.execute(
        "SELECT pk, selection, puzzles, digest FROM list WHERE channel = ? AND"
        " version = ? AND place = ?", (channel, version, at)).fetchone()
    rows = db.execute("SELECT place, puzzle FROM list_puzzle WHERE list = ?"
                      " ORDER BY place", (key,)).fetchall()
    assert [row[0] for row in rows] == list(range(number))
    return (json.loads(selection), number, digest,
            [unbase32(row[1]) for row in rows])


def prove_set(db, channel, version, at, where):
    _, number, digest, ids = list_of(db, channel, int(version), int(at))
    wanted = [unbase32(row[0]) for row in db.execute(
        "SELECT p.id FROM puzzle AS p JOIN goal AS g ON g.pk = p.goal"
        " JOIN rating AS r ON r.puzzle = p.id AND r.metric = 'stm'"
        " AND r.lower = r.upper"
        " WHERE " + where)]
    assert wanted and sorted(ids) == sorted(wanted), (len(ids), len(wanted))
    assert digest == blake(fields("loyd list digest 1", *sorted(ids)))
    print(len(ids), digest.hex())


def order(db, channel, version, at, secret):
    """The ids in the order of the days, which a seed decides."""
    selection, number, _, ids = list_of(db, channel, version, at)
    if secret:
        ids = [ids[place(number, k, channel, "list %d %d" % (version, at),
                         secret)] for k in range(number)]
    if "shuffle" in selection:
        assert ids == sorted(ids, key=lambda i: blake(fields(
            "loyd list 1", channel, version.to_bytes(4, "little"),
            selection["shuffle"], i), secret))
    return ids


def prove_days(db, channel, path=None):
    """Compares the ledger with the lists."""
    secret = bytes.fromhex(open(path).read()) if path else b""
    lists = {}
    for version, since, at, tier in db.execute(
            "SELECT l.version, s.since, l.place, r.tier FROM list AS l JOIN"
            " schedule AS s USING (channel, version) JOIN schedule_row AS r"
            " USING (channel, version, place) WHERE channel = ?",
            (channel,)).fetchall():
        lists[version, tier] = (days_of(since),
                                order(db, channel, version, at, secret))
    rows = db.execute("SELECT date, version, tier, puzzle FROM ledger"
                      " WHERE channel = ? ORDER BY number",
                      (channel,)).fetchall()
    seen = [row[3] for row in rows if (row[1], row[2]) in lists]
    for date, version, tier, puzzle in rows:
        if (version, tier) in lists:
            since, ids = lists[version, tier]
            assert ids[days_of(date) - since] == unbase32(puzzle), date
    assert len(set(seen)) == len(seen), "a puzzle is shown twice"
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
