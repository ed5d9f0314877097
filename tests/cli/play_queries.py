#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The queries of docs/games.md, on games that are known.

    play_queries.py make DB           lines of `play import`, of the puzzles of
                                      the channel daily
    play_queries.py compare DB PAGE   runs the queries of the page on DB, which
                                      has these games
"""

import datetime
import random
import re
import sqlite3
import sys

from games import board_bytes, game_id, record_bytes, record_text, slides_of

PLAYERS = "ann_1", "bob", "C-3", "d", "never_solves"
DAY = 86400000
BACK = dict(zip("URDL", "DLUR"))


def utc(ms):
    return datetime.datetime.fromtimestamp(ms // 1000, datetime.timezone.utc)


def puzzles(db):
    """(id, size, board, goal, path, shortest, day in ms, number) of each day."""
    return db.execute(
        "SELECT p.id, g.size, p.board, g.board, r.path, p.stm,"
        " unixepoch(l.date) * 1000, row_number() OVER (ORDER BY l.date)"
        " FROM ledger AS l JOIN puzzle AS p ON p.id = l.puzzle"
        " JOIN goal AS g ON g.pk = p.goal JOIN rating AS r ON r.puzzle = p.id"
        " AND r.metric = 'stm' WHERE l.channel = 'daily' ORDER BY l.date"
    ).fetchall()


def games(db):
    """Yields a dict for each game. Times are few, so that some are equal."""
    draw = random.Random(5)
    for id, size, board, goal, path, shortest, day, number in puzzles(db):
        for i in range(60):
            player = draw.choice(PLAYERS)
            pace = draw.choice((50, 60, 70)) if draw.random() < .6 else 65
            slides = slides_of(path, lambda: pace)
            assert len(slides) == shortest
            for _ in range(draw.choice((0, 0, 1, 3))):  # to and fro
                first = slides[0]
                slides[:0] = [first, (BACK[first[0]], 1, pace)]
            given_up = player == "never_solves" or draw.random() < .1 * number
            if given_up:
                slides = slides[:len(slides) // 2]
            hints = [len(slides) // 3] if draw.random() < .2 else []
            # On the day, just before it or after it.
            began = day + draw.choice((0, 1, DAY // 2, DAY - 1, -1, DAY))
            if player == "bob" and number == 3:
                began = day + DAY
            yield {"puzzle": id, "size": size, "shortest": shortest,
                   "day": day, "number": number, "player": player,
                   "is_solved": not given_up, "stm": len(slides),
                   "ms": pace * len(slides), "is_hinted": bool(hints),
                   "began": began,
                   "is_of_day": utc(began).date() == utc(day).date(),
                   "record": record_bytes(board_bytes(board, goal), began,
                                          slides, hints)}


def leaderboard(all_games, day):
    best = {}
    for g in all_games:
        if (g["day"] == day and g["is_of_day"] and g["is_solved"] and
                not g["is_hinted"]):
            known = best.setdefault(g["player"], g)
            if g["ms"] < known["ms"]:
                best[g["player"]] = g
    return [(1 + sum(b["ms"] < g["ms"] for b in best.values()), player,
             g["ms"] / 1000, g["stm"])
            for player, g in sorted(best.items(),
                                    key=lambda at: (at[1]["ms"], at[0]))]


def of_player(all_games, player):
    return [(utc(g["began"]).strftime("%Y-%m-%d %H:%M:%S"), g["puzzle"],
             g["size"], "solved" if g["is_solved"] else "unsolved", g["stm"],
             g["shortest"], g["ms"] / 1000, int(g["is_hinted"]))
            for g in sorted((g for g in all_games if g["player"] == player),
                            key=lambda g: (g["began"], game_id(
                                player, g["record"])))]


def standings(all_games):
    days, times = dict.fromkeys(PLAYERS, 0), dict.fromkeys(PLAYERS, 0)
    for day in {g["day"] for g in all_games}:
        for _, player, seconds, _ in leaderboard(all_games, day):
            days[player] += 1
            times[player] += round(seconds * 1000)
    return [(player, days[player], times[player] / 1000)
            for player in sorted(PLAYERS, key=lambda player: (
                -days[player], times[player], player)) if days[player]]


def streaks(all_games):
    rows = []
    for player in PLAYERS:
        solved = {g["number"] for g in all_games if g["player"] == player
                  and g["is_solved"] and g["is_of_day"]}
        longest = max((n for n in range(1, 99) for first in solved
                       if solved >= set(range(first, first + n))), default=0)
        if longest:
            rows.append((player, longest))
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def given_up(all_games):
    rows = []
    for id in {g["puzzle"] for g in all_games}:
        of = [g for g in all_games if g["puzzle"] == id]
        solved = [g["stm"] - g["shortest"] for g in of if g["is_solved"]]
        if len(of) >= 5:
            rows.append((id, of[0]["size"], of[0]["shortest"], len(of),
                         len(of) - len(solved), sum(solved) / len(solved)))
    return sorted(rows, key=lambda row: (-row[4] / row[3], row[0]))[:10]


def same(one, other):
    """Only means are rounded."""
    return len(one) == len(other) == 6 and one[:5] == other[:5] and abs(
        one[5] - other[5]) < 0.0501 or one == other


def compare(path, page):
    queries = re.findall(r"```sql\n([^`]*)```", open(page).read())
    assert len(queries) == 5, len(queries)
    with sqlite3.connect(path) as db:
        known = list(games(db))
        # The same game twice is one.
        known = list({(g["player"], g["record"]): g for g in known}.values())
        fifth = next(g["day"] for g in known if g["number"] == 5)
        wanted = (leaderboard(known, fifth), of_player(known, "ann_1"),
                  standings(known), streaks(known), given_up(known))
        for query, rows in zip(queries, wanted):
            found = db.execute(query).fetchall()
            if len(found) != len(rows) or not all(map(same, rows, found)):
                print(query, "wanted:", *rows, "got:", *found, sep="\n")
            print(len(rows), end=" ")
        places = [row[0] for row in wanted[0]]
        assert len(set(places)) < len(places), "no two share a place"
        assert len(wanted[3]) > 2 and wanted[3][0][1] > wanted[3][-1][1]
    print("rows")


def main(job, path, page=None):
    if job == "compare":
        compare(path, page)
        return
    with sqlite3.connect(path) as db:
        for game in games(db):
            print("%s,%s" % (game["player"], record_text(game["record"])))


if __name__ == "__main__":
    main(*sys.argv[1:])
