#!/bin/sh
# Percentiles are rounded once, half up, and have the same digits wherever loyd
# shows them; checked against exact fractions of the tables in data/.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# Half of a sample's lengths lie between two thousandths.
run generate 3x5 --layout rows,blank=1.1 --seed a --count 60 --db a.db
run generate 3x3 --seed b --count 200 --db a.db
run generate 3x4 --layout spiral --seed c --count 20 --db a.db
same "generate" 0 "$code"
run find --db a.db --json
cp out found.jsonl
run find --db a.db --csv
cp out found.csv
run export --db a.db --out pack --no-mark --order id
same "export" 0 "$code"
run show "$(sed -n '1s/.*"puzzle_id":"\([^"]*\).*/\1/p' found.jsonl)" --db a.db
grep -o 'percentile [0-9.]*' out >shown

cat >data.py <<'END'
from fractions import Fraction
import math, sys
root = sys.argv[1]
counts = {}
for line in open(root + "/data/depths.txt"):
    if line[0] != "#":
        head, rest = line.split(":")
        w, h = sorted(map(int, head.split()[0].split("x")), reverse=True)
        n = [int(x) for x in rest.split()]
        # Any corner, in either orientation.
        for blank in 0, w - 1, w * h - w, w * h - 1:
            counts[w, h, blank] = n
for line in open(root + "/data/distributions.txt"):
    if line[0] != "#":
        head, rest = line.split(":")
        size, at = head.split()[:2]
        w, h = map(int, size.split("x"))
        row, column = map(int, at.split("=")[1].split("."))
        n = [int(x) for x in rest.split()]
        for r in row, h - 1 - row:
            for c in column, w - 1 - column:
                counts[w, h, r * w + c] = n

def percentile(goal, stm):
    """Thousandths, a half up; and is it a half?"""
    rows = [row.split(" ") for row in goal.split("/")]
    h, w = len(rows), len(rows[0])
    if h > w:
        rows, h, w = [list(r) for r in zip(*rows)], w, h
    n = counts[w, h, sum(rows, []).index("0")]
    all_but_goal = n[1:]
    below = Fraction(sum(n[1:stm])) + Fraction(n[stm], 2)
    exact = 100000 * below / sum(all_but_goal)
    return math.floor(exact + Fraction(1, 2)), exact % 1 == Fraction(1, 2)
END
cat >judge.py <<'END'
import csv, json, re, sqlite3
exec(open("data.py").read())
text = lambda k: "%d.%03d" % divmod(k, 1000)
found = {}
ties = 0
for line in open("found.jsonl"):
    row = json.loads(line)
    k, is_tie = percentile(row["goal"], row["stm"])
    ties += is_tie
    found[row["puzzle_id"]] = (row, k)
    shown = re.search(r'"percentile":([0-9.]+)', line).group(1)
    assert shown == text(k), ("find --json", shown, text(k), is_tie)
assert ties > 10, ties
for name in "found.csv", "pack/puzzles.csv":
    for row in csv.DictReader(open(name)):
        assert row["percentile"] == text(found[row["puzzle_id"]][1]), name
for line in open("pack/puzzles.jsonl"):
    row = json.loads(line)
    assert '"percentile":%s,' % text(found[row["puzzle_id"]][1]) in line
pack = json.loads(open("pack/puzzles.json").read(), parse_float=str)
lengths = {(x["class_no"], x["stm"]): x["percentile"]
           for x in pack["lengths"]}
for row in pack["puzzles"]:
    goal = pack["goals"][row["goal_no"] - 1]
    assert lengths[goal["class_no"], row["stm"]] == text(
        found[row["puzzle_id"]][1]), row
db = sqlite3.connect("pack/puzzles.sqlite")
order = [r["puzzle_id"] for r in pack["puzzles"]]
for number, k in db.execute("SELECT number, percentile FROM puzzle"):
    assert k == found[order[number - 1]][1] / 1000, number
row, k = next(iter(found.values()))
assert abs(float(open("shown").read().split()[1]) - k / 1000) <= 0.0505
print(len(found))
END
same "exact fractions" 280 "$(python3 judge.py "$root" 2>&1 | tail -n 1)"

# --- a site's pages and files, and `daily` ---

run publish --db days.db --out site --today 2026-01-28
same "publish" 0 "$code"
run daily 2026-01-25 --db days.db --json --today 2026-01-28
cat >site.py <<'END'
import glob, json, re
exec(open("data.py").read())
n = 0
for path in sorted(glob.glob("site/daily/2026-*.json")):
    day = json.load(open(path), parse_float=str)
    k, is_tie = percentile(day["goal"], day["stm"])
    text = "%d.%03d" % divmod(k, 1000)
    assert day["percentile"] == text, (path, day["percentile"], text, is_tie)
    page = open(path.replace(".json", ".html")).read()
    percent = min(k // 1000, 99)  # never rounded up
    short = "%d%%" % percent if percent else "fewer than 1%"
    assert re.search("(>|about )" + short + " of all boards", page), (path, short)
    n += 1
    if "2026-01-25" in path:
        line = open("out").read()
        assert '"percentile":%s,' % text in line, (line, text)
print(n)
END
same "a site" 28 "$(python3 site.py "$root" 2>&1 | tail -n 1)"

finish
