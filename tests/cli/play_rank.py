"""Compares a leaderboard with the games that it was made of.

  usage: play_rank.py FOLDER CHECKED

CHECKED is what `play check --json` prints of the games.
"""
import datetime
import json
import os
import sys
import xml.dom.minidom

folder, checked = sys.argv[1:]
games = [json.loads(line) for line in open(checked)]
games = [g for g in games if g["status"] == "solved" and not g["hints"]]
boards = {}
for game in games:
    boards.setdefault(game["puzzle_id"], []).append(game)
days = {}
for puzzle, played in boards.items():
    first = min(g["began"] for g in played) // 1000
    day = datetime.datetime.fromtimestamp(first, datetime.timezone.utc).date()
    days.setdefault(str(day), set()).add(puzzle)

index = json.load(open(os.path.join(folder, "index.json")))
assert [d["date"] for d in index["days"]] == sorted(days, reverse=True)
assert sorted(os.listdir(folder)) == sorted(
    ["index.html", "index.json", "ranks.css"] +
    [d + end for d in days for end in (".html", ".json")])
for date, puzzles in days.items():
    page = json.load(open(os.path.join(folder, date + ".json")))
    html = xml.dom.minidom.parse(os.path.join(folder, date + ".html"))
    links = [a.getAttribute("href") for a in html.getElementsByTagName("a")]
    shown = [cell.firstChild.data if cell.firstChild.nodeType == 3 else
             cell.firstChild.firstChild.data
             for cell in html.getElementsByTagName("td")]
    assert {b["puzzle_id"] for b in page["boards"]} == puzzles
    for board in page["boards"]:
        played = boards[board["puzzle_id"]]
        assert board["games"] == len(played)
        for name, key in ("time", "ms"), ("stm", "stm"), ("mtm", "mtm"):
            best = {}
            for g in played:
                best[g["player"]] = min(g[key],
                                        best.get(g["player"], g[key]))
            rows = board[name]
            assert len(rows) == min(len(best), 5)
            assert [r[key] for r in rows] == sorted(best.values())[:5]
            for r in rows:
                assert best[r["player"]] == r[key]
                assert r["place"] == 1 + sum(v < r[key]
                                             for v in best.values())
                assert any(g["record"] == r["record"] and
                           g["player"] == r["player"] for g in played)
                assert f"../play.html#game={r['record']}" in links
                assert r["player"] in shown
                text = str(r[key])
                if key == "ms":
                    text = "%d:%06.3f" % divmod(r["ms"] / 1000, 60)
                assert text in shown
print(len(boards), "boards,", len(days), "days,", len(games), "games")
