#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Games of the puzzles of a catalogue, without code of loyd.

    games.py make DB N PLAYERS    lines of `play import`: N games, one in seven
                                  given up and one in nine with a hint
    games.py put DB N PLAYERS     stores them by SQL, with estimates
"""

import base64
import hashlib
import math
import random
import re
import sqlite3
import sys
import zlib

BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"
BEGAN = 1767225600000


def number(n):
    out = b""
    while n > 127:
        out += bytes([n % 128 + 128])
        n //= 128
    return out + bytes([n])


def labels(board):
    return [int(label) for label in re.split("[ /]", board)]


def board_bytes(start, goal):
    rows = start.split("/")
    return bytes([len(rows[0].split(" ")), len(rows), *labels(start),
                  *labels(goal)])


def record_bytes(puzzle, began, slides, hints=()):
    """puzzle: bytes of boards; slides: (letter, tiles, ms)."""
    out = puzzle + number(began) + number(len(slides))
    for letter, tiles, ms in slides:
        out += bytes([4 * (tiles - 1) + "URDL".index(letter)]) + number(ms)
    before = 0
    out += number(len(hints))
    for hint in hints:
        out += number(hint - before)
        before = hint
    return out


def record_text(record):
    record += zlib.crc32(record).to_bytes(4, "little")
    return "loydgame1." + base64.urlsafe_b64encode(record).decode().rstrip("=")


def field(data):
    return len(data).to_bytes(4, "little") + data


def game_id(player, record):
    raw = hashlib.blake2b(field(b"loyd game 1") + field(player.encode()) +
                          field(record), digest_size=32).digest()[:10]
    bits = int.from_bytes(raw, "big")
    return "".join(BASE32[bits >> 5 * i & 31] for i in reversed(range(16)))


def slides_of(path, draw_ms):
    return [(letter, 1, draw_ms())
            for letter, count in re.findall(r"([URDL])(\d*)", path)
            for _ in range(int(count or 1))]


def games(db, n, n_players):
    """Yields puzzle, player, began, slides, hints, record."""
    rows = db.execute(
        "SELECT p.id, p.board, g.board, r.path FROM puzzle AS p"
        " JOIN goal AS g ON g.pk = p.goal JOIN rating AS r ON r.puzzle = p.id"
        " AND r.metric = 'stm' AND r.lower = r.upper ORDER BY p.id"
    ).fetchall()
    draw = random.Random(0)
    speed = [draw.gauss(0, 0.3) for _ in range(n_players)]
    for i in range(n):
        id, start, goal, path = rows[i % len(rows)]
        who = draw.randrange(n_players)
        slides = slides_of(path, lambda: int(
            700 * math.exp(draw.gauss(0, 0.2) - speed[who])))
        if i % 7 == 6:
            del slides[len(slides) // 2:]
        hints = [len(slides) // 3] if i % 9 == 8 else []
        began = BEGAN + draw.randrange(10 ** 9)
        yield (id, "player-%d" % who, began, slides, hints,
               record_bytes(board_bytes(start, goal), began, slides, hints))


def put(db, n, n_players):
    for id, player, began, slides, hints, record in games(db, n, n_players):
        times = [slide[2] for slide in slides]
        solved = len(slides) == db.execute(
            "SELECT stm FROM puzzle WHERE id = ?", (id,)).fetchone()[0]
        db.execute("INSERT INTO game VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   (game_id(player, record), id, player, began, sum(times),
                    sum(times[:hints[0]]) if hints else None, len(slides),
                    solved, record))
    first = ("(SELECT puzzle, player, solved AND free_ms IS NULL AS solved"
             " FROM game AS g WHERE ifnull(free_ms, ms) > 0 AND NOT EXISTS"
             " (SELECT 1 FROM game AS h WHERE (h.puzzle, h.player) ="
             " (g.puzzle, g.player) AND (h.began, h.id) < (g.began, g.id)))")
    db.execute("INSERT INTO difficulty SELECT puzzle, 1,"
               " (1000 + unicode(puzzle)) * 10000, 123400, count(*), 0"
               " FROM " + first + " GROUP BY puzzle HAVING sum(solved) > 0")
    db.execute("INSERT INTO ability SELECT player, 1, -12340, 98700, count(*),"
               " 0 FROM " + first + " GROUP BY player HAVING sum(solved) > 0")
    db.commit()


def main(job, path, n, n_players):
    with sqlite3.connect(path) as db:
        if job == "put":
            put(db, int(n), int(n_players))
            return
        for _, player, _, _, _, record in games(db, int(n), int(n_players)):
            print("%s,%s" % (player, record_text(record)))


if __name__ == "__main__":
    main(*sys.argv[1:])
