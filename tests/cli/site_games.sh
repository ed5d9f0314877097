#!/bin/sh
# daily/DATE.stats.json: how many moves the games of the catalogue took that have no
# hints, of the two newest days, and only where games are collected.
# shellcheck disable=SC1091,SC2154 # lib.sh sets the variables
. "$(dirname "$0")/lib.sh"

cat >small.json <<'END'
{"tiers": [{"tier": "a", "title": "a", "size": "3x2", "layout": "rows", "stm": "8..12"},
    {"tier": "b", "title": "b", "size": "3x3", "layout": "rows", "stm": "8..12"}]}
END
run channel create small --db a.db --schedule small.json --start 2026-01-01
site() {
    run publish --db a.db --out site --channel small --today 2026-01-03 --future "$@"
    same "publish $*" 0 "$code"
}
site
same "not collected" "" "$(find site -name '*.stats.json')"
site --results https://games.example/in
same "of two days" "2026-01-02.stats.json 2026-01-03.stats.json" \
    "$(cd site/daily && echo *.stats.json)"
same "no games" "[]" "$(python3 -c 'import json
days = json.load(open("site/daily/2026-01-03.stats.json"))
print(sum((puzzle["lengths"] for puzzle in days["puzzles"]), []))')"

python3 "$here/games.py" make a.db 120 9 >games.csv
run play import games.csv --db a.db
site --results https://games.example/in
python3 - >said 2>&1 <<'END'
import collections
import json
import sqlite3

db = sqlite3.connect("a.db")
total = 0
for date in ("2026-01-02", "2026-01-03"):
    stats = json.load(open(f"site/daily/{date}.stats.json"))
    day = json.load(open(f"site/daily/{date}.json"))
    assert list(stats) == ["date", "puzzles"] and stats["date"] == date, stats
    assert [p["puzzle_id"] for p in stats["puzzles"]] == \
        [p["puzzle_id"] for p in day["puzzles"]], stats
    for puzzle in stats["puzzles"]:
        games = collections.Counter(
            stm for stm, free, solved in db.execute(
                "SELECT stm, free_ms, solved FROM game WHERE puzzle = ?",
                (puzzle["puzzle_id"],)) if free is None and solved)
        assert puzzle["lengths"] == [list(pair) for pair in sorted(games.items())], \
            (puzzle, games)
        total += sum(games.values())
assert 0 < total < db.execute("SELECT count(*) FROM game").fetchone()[0], total
print("equal")
END
same "the games of the catalogue" "equal" "$(cat said)"

finish
