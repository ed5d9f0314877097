#!/bin/sh
# Tests bands and percentiles: find, generate and stats agree with
# data/depths.txt, read by other code; empty and very rare targets.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# --- the list ---

check "bands of a new catalogue" 0 "easy${tab}0..1
medium${tab}1..25
hard${tab}25..90
expert${tab}90..100" "" bands
check "bands of 4x4" 0 "easy${tab}0..1${tab}1..39
medium${tab}1..25${tab}40..49
hard${tab}25..90${tab}50..59
expert${tab}90..100${tab}60..80" "" bands --size 4
check "bands of 3x3" 0 "easy${tab}0..1${tab}1..12
medium${tab}1..25${tab}13..19
hard${tab}25..90${tab}20..26
expert${tab}90..100${tab}27..31" "" bands --size 3x3
check "bands of 2x2: no length is easy" 0 "easy${tab}0..1${tab}-
medium${tab}1..25${tab}1..1
hard${tab}25..90${tab}2..5
expert${tab}90..100${tab}6..6" "" bands --size 2
run bands --size 3x3 --layout rows,blank=1.1 --json
python3 -c 'import json
rows = [json.loads(line) for line in open("out")]
assert [r["band"] for r in rows] == ["easy", "medium", "hard", "expert"], rows
assert rows[3]["lengths"].endswith("..30"), rows
assert rows[2]["percentiles"] == "25..90" and rows[2]["size"] == "3x3", rows
assert [r["percentile_low"] for r in rows] == [0, 1, 25, 90], rows
assert [r["percentile_high"] for r in rows] == [1, 25, 90, 100], rows
for r in rows:
    assert r["lengths"] == "%d..%d" % (r["stm_low"], r["stm_high"]), r
assert "percentile_sample" not in rows[0], rows' || fail "bands --json"
run bands --size 2x2 --json
python3 -c '
import json
rows = [json.loads(line) for line in open("out")]
assert rows[0]["band"] == "easy" and "lengths" not in rows[0], rows
assert [row["lengths"] for row in rows[1:]] == ["1..1", "2..5", "6..6"], rows' ||
    fail "bands --json of a band without lengths"
run bands --size 4x4 --layout rows,blank=1.1 --json
python3 -c 'import json
for line in open("out"):
    row = json.loads(line)
    assert row["percentile_sample"] == 100000, line
    # The greatest length of a sampled class is unknown.
    is_last = row["percentile_high"] == 100
    assert ("stm_high" in row) is not is_last, line
    assert row["lengths"].endswith("..") is is_last, line' ||
    fail "bands of a sample"
run bands --size 5x3 --metric mtm
same "bands of a sample in MTM" "expert	90..100	34.." "$(tail -n 1 out)"
# --- samples, beyond 16 cells ---

check "no sample of a class" 1 "" "loyd: --size: no sample of class 9x2@0.0: \
make one with \`loyd bands --sample 9x2 --db FILE\`" bands --size 2x9
run bands --size 5x5 --json
python3 -c 'import json
for line in open("out"):
    row = json.loads(line)
    assert row["estimated"] == 1 and row["percentile_sample"] > 0, row
    for name in "estimate", "mlc":
        is_last = row["percentile_high"] == 100
        assert (name + "_high" in row) is not is_last, row
        assert row[name + "_low"] <= row.get(name + "_high", 999), row
' || fail "bands of 5x5"
run bands --size 5x5
same "bands of 5x5" "expert	90..100	120..	89.." \
    "$(tail -n 1 out)"
run generate 3x3 --count 5 --seed a --db s.db
before=$(sqlite3 s.db .dump)
for words in "4x4~--sample: 4x4 boards have 16 cells: expected more than \
16" "2x9 --count 99~--count: 99 is out of range: expected \
100..1000000" \
    "2x9 --layout random~--sample: the layout has goals of many classes: \
expected one goal" "2x9 --size 3~bands: --sample and --size cannot be \
combined"; do
    # shellcheck disable=SC2086 # words
    check "refused: ${words%%~*}" 2 "" "loyd: ${words#*~}" bands --db s.db \
        --sample ${words%%~*}
done
same "nothing is stored" "$before" "$(sqlite3 s.db .dump)"
run bands --sample 9x2 --count 101 --seed other --layout columns --db s.db
same "a sample's source and number" "0 9x2/columns~g1~other|101" "$code $(sqlite3 s.db \
    "SELECT DISTINCT source, sample FROM lengths WHERE source <> 'loyd'")"
cp s.db more.db
run bands --sample 2x9 --count 100 --db s.db --json
same "a sample replaces that of its class" "0 9x2@0.0|100|2x9/rows~g1~sample" \
    "$code $(python3 -c 'import json
row = json.load(open("out"))
print(row["class"], row["boards"], row["series"], sep="|")')"
run bands --size 2x9 --db s.db --json
sqlite3 -separator '	' s.db "SELECT measure, group_concat(v, ' ') FROM
    (SELECT measure, length || ':' || boards AS v FROM lengths
    WHERE source <> 'loyd' AND boards > 0 ORDER BY measure, length) GROUP BY measure" >stored
# The counts themselves: mlc of the drawn boards, and the bands of both.
run generate 2x9 --count 100 --seed sample
PYTHONDONTWRITEBYTECODE=1 python3 - "$root/tests/golden" <<'END' ||
import json
import subprocess
import sys
sys.path.insert(0, sys.argv[1])
from boards import read_board
from search import mlc

size, goal = (2, 9), [*range(1, 18), 0]
counts = {}
for line in open("stored"):
    measure, pairs = line.split("\t")
    counts[measure] = {int(a): int(b) for a, b in
                       (pair.split(":") for pair in pairs.split())}
mine = {}
for line in open("out"):
    n = mlc(size, read_board(line.split("\t")[0].strip(), size), goal)
    mine[n] = mine.get(n, 0) + 1
assert mine == counts["mlc"], (mine, counts["mlc"])
assert sum(counts["estimate"].values()) == 100
for row in map(json.loads, subprocess.run(
        [__import__("os").environ["LOYD"], "bands", "--size", "2x9", "--db",
         "s.db", "--json"], capture_output=True, text=True).stdout.splitlines()):
    for name in counts:
        most = max(counts[name]) + 2
        for n in range(row.get(name + "_low", 1),
                       min(row.get(name + "_high", most), most)):
            at = sum(c for v, c in counts[name].items() if v < n)
            at += counts[name].get(n, 0) / 2
            assert row["percentile_low"] <= at, (row, n, at)
            assert at < row["percentile_high"] or at == 100, (row, n, at)
END
    fail "the sample is not of the boards"
run verify s.db
same "verify of a sample" 0 "$code"
# The tables `one`, the distribution of mlc, and `two`, that of estimates, are
# its lengths; `least` and `most` are the lengths of boards. `again` computes
# the sums and bands of a distribution as a writer of SQL would.
cat >tables.sql <<'END'
PRAGMA ignore_check_constraints = 1;
CREATE TEMP VIEW one AS SELECT l.* FROM distribution_length AS l
JOIN distribution AS d ON d.pk = l.distribution WHERE d.measure = 'mlc';
CREATE TEMP VIEW two AS SELECT l.* FROM distribution_length AS l
JOIN distribution AS d ON d.pk = l.distribution WHERE d.measure = 'estimate';
CREATE TEMP TABLE key AS SELECT
    (SELECT DISTINCT distribution FROM one) AS one,
    (SELECT DISTINCT distribution FROM two) AS two,
    (SELECT min(length) FROM one WHERE boards > 0) AS least_one,
    (SELECT max(length) FROM one WHERE boards > 0) AS most_one,
    (SELECT min(length) FROM two WHERE boards > 0) AS least_two;
END
cat >again.sql <<'END'
UPDATE distribution_length AS l SET below = (SELECT ifnull(sum(m.boards), 0)
    FROM distribution_length AS m
    WHERE m.distribution = l.distribution AND m.length < l.length);
UPDATE distribution_length AS l SET band = (SELECT b.name FROM band AS b
    JOIN distribution AS d ON d.pk = l.distribution
    WHERE b.low / 100000.0 <= (l.below + l.boards / 2.0) / d.total
    ORDER BY b.low DESC LIMIT 1);
END
cp s.db v.db
sqlite3 v.db <again.sql
same "sums and bands, computed again" "$(sqlite3 s.db .dump)" \
    "$(sqlite3 v.db .dump)"
while IFS='|' read -r sql faults; do
    cp s.db v.db
    { cat tables.sql && echo "$sql;" | sed 's/AGAIN//'; } >v.sql
    case $sql in *AGAIN) cat again.sql >>v.sql ;; esac
    sqlite3 v.db <v.sql || fail "SQL: $sql"
    run verify v.db
    same "verify: $sql: exit code" 1 "$code"
    same "verify: $sql" "$(echo "$faults" | tr '|' '\n' |
        sed "s/^/wrong${tab}distribution /")" \
        "$(grep "^wrong${tab}distribution" out)"
done <<'END'
UPDATE distribution_length SET boards = boards + 1 WHERE (distribution, length) = (SELECT one, most_one FROM key)|9x2@0.0 stm mlc, version 1: invalid number of boards
UPDATE distribution SET source = '9x2/rows~g1~other' WHERE measure <> 'optimum'|9x2@0.0 stm mlc, version 1: its recipe draws other boards
UPDATE distribution SET source = '2x10/rows~g1~sample' WHERE measure <> 'optimum'|9x2@0.0 stm mlc, version 1: its recipe draws other boards
UPDATE distribution SET source = '2x9/rows~g1:walk:9~sample' WHERE measure <> 'optimum'|9x2@0.0 stm mlc, version 1: its recipe draws other boards
UPDATE distribution SET class = '4x4@0.0' WHERE measure <> 'optimum'|4x4@0.0 stm mlc, version 1: its recipe draws other boards|4x4@0.0 stm optimum: missing|4x4@0.0 mtm optimum: missing
UPDATE distribution SET measure = 'good' WHERE measure = 'estimate'|9x2@0.0 stm good, version 1: neither a copy nor a sample|9x2@0.0 stm mlc, version 1: estimates and mlc are not of the same boards|9x2@0.0 stm estimate: missing
UPDATE distribution SET total = 5, sample = 5 WHERE measure <> 'optimum'|9x2@0.0 stm estimate, version 1: the band is not that of the percentile|9x2@0.0 stm mlc, version 1: the band is not that of the percentile
UPDATE distribution SET sample = 5 WHERE measure = 'estimate'|9x2@0.0 stm estimate, version 1: neither a copy nor a sample|9x2@0.0 stm mlc, version 1: estimates and mlc are not of the same boards
UPDATE distribution_length SET boards = iif(length = (SELECT least_two FROM key), 0, (SELECT boards FROM two, key WHERE length = least_two)) WHERE distribution = (SELECT two FROM key) AND length IN (SELECT least_two FROM key UNION ALL SELECT least_two - 40 FROM key)AGAIN|9x2@0.0 stm mlc, version 1: estimates below the mlc of the boards
UPDATE distribution_length SET boards = boards + iif(length = (SELECT least_one FROM key), -1, 1) WHERE distribution = (SELECT one FROM key) AND length - (SELECT least_one FROM key) IN (0, 1)AGAIN|9x2@0.0 stm mlc, version 1: its recipe draws other boards
DELETE FROM distribution_length WHERE distribution IN (SELECT one FROM key UNION ALL SELECT two FROM key)|9x2@0.0 stm estimate, version 1: a length is missing|9x2@0.0 stm mlc, version 1: a length is missing
UPDATE distribution_length SET boards = 0 WHERE distribution = (SELECT one FROM key)AGAIN|9x2@0.0 stm mlc, version 1: the boards do not add up to the total
UPDATE distribution_length SET band = 'expert' WHERE (distribution, length) = (SELECT one, 3 FROM key)|9x2@0.0 stm mlc, version 1: the band is not that of the percentile
UPDATE distribution_length SET below = below - 1 WHERE (distribution, length) = (SELECT one, most_one FROM key)|9x2@0.0 stm mlc, version 1: invalid number of boards
UPDATE distribution SET source = 'loyd' WHERE measure <> 'optimum'|9x2@0.0 stm estimate, version 1: not a distribution of this release|9x2@0.0 stm mlc, version 1: not a distribution of this release
UPDATE distribution SET source = '9x2/rows~g1~other' WHERE metric = 'mtm'|3x3@0.0 mtm optimum, version 0: neither a copy nor a sample
UPDATE distribution_length SET boards = boards + iif(length = 5, 1, -1) WHERE length IN (5, 6) AND distribution = (SELECT pk FROM distribution WHERE class = '3x3@0.0' AND metric = 'stm')AGAIN|3x3@0.0 stm optimum, version 0: not a distribution of this release
DELETE FROM distribution_length WHERE distribution IN (SELECT pk FROM distribution WHERE class = '3x3@0.0'); DELETE FROM distribution WHERE class = '3x3@0.0'|3x3@0.0 stm optimum: missing|3x3@0.0 mtm optimum: missing
DELETE FROM distribution_length WHERE distribution IN (SELECT pk FROM distribution WHERE metric = 'mtm'); DELETE FROM distribution WHERE metric = 'mtm'|3x3@0.0 mtm optimum: missing
DELETE FROM distribution_length WHERE distribution IN (SELECT pk FROM distribution WHERE measure = 'mlc'); DELETE FROM distribution WHERE measure = 'mlc'|9x2@0.0 stm estimate, version 1: estimates and mlc are not of the same boards|9x2@0.0 stm mlc: missing
END
# The larger sample of a class stays, whichever catalogue is merged first.
for order in "more.db s.db" "s.db more.db"; do
    rm -f merged.db
    # shellcheck disable=SC2086 # two files
    run merge --db merged.db $order
    same "samples of $order" "0 101" \
        "$code $(sqlite3 merged.db "SELECT DISTINCT sample FROM distribution
            WHERE source <> 'loyd'")"
done
cp s.db fewer.db
{ cat tables.sql && echo "DELETE FROM distribution_length WHERE
    (distribution, length) = (SELECT two, least_two FROM key)"; } |
    sqlite3 fewer.db
check "a sample without some boards" 3 "" \
    "loyd: fewer.db: invalid sample of class 9x2@0.0" \
    bands --size 2x9 --db fewer.db
{ cat tables.sql && echo "UPDATE distribution_length SET boards = boards + 1
    WHERE (distribution, length) = (SELECT one, most_one FROM key)"; } |
    sqlite3 s.db
check "a damaged sample" 3 "" "loyd: s.db: invalid sample of class 9x2@0.0" \
    bands --size 2x9 --db s.db
check "bands of drawn goals" \
    2 "" \
    "loyd: --size: the blank of a random goal is not fixed: try blank=ROW.COL \
in --layout, or --stm" bands --size 3 --layout random

# --- generate --band ---

run generate 3x3 --band hard --seed bands --count 40
cp out by_band
run generate 3x3 --stm 20..26 --seed bands --count 40
same "a band is a range of lengths" "$(cat out)" "$(cat by_band)"
same "40 boards of a band" 40 "$(lines by_band)"
check "the recipe has lengths" 0 "4x4/rows~g1,stm=50..59~bands~0" "" \
    generate 4x4 --band hard --seed bands --format recipe
check "the class depends on the blank of the goal" 0 \
    "3x3/random,blank=1.1~g1,stm=26..30~bands~0" "" generate 3x3 \
    --layout random,blank=1.1 --band expert --seed bands --format recipe
refusals <<'END'
1 | generate 2x2 --band easy --seed x | --band: no 2x2 board is easy: no length is at percentile 0..1
2 | generate 3x3 --layout random --band hard --seed x | --band: the blank of a random goal is not fixed: try blank=ROW.COL in --layout, or --stm
1 | generate 11x5 --band hard --seed x | --band: no sample of class 11x5@0.0: make one with `loyd bands --sample 11x5 --db FILE`
END
for command in 'generate 3x3 --seed x --db c.db' 'generate 3x3 --seed x'; do
    # shellcheck disable=SC2086 # words
    check "no such band: $command" 2 "" \
        "loyd: --band: unknown band 'hrad': try 'hard'" \
        $command --band hrad
done
[ ! -e c.db ] || fail "a catalogue was created for an unknown band"

# --- targets that are empty or very rare ---

check "an empty target" 1 "" "loyd: --stm: no 4x4 board takes 81..90 moves: \
expected 1..80" generate 4x4 --stm 81..90 --seed x --db c.db
[ ! -e c.db ] || fail "a catalogue was created for an empty target"
check "a rare target without --attempts" 3 "" "loyd: --stm: one 4x4 board in 2,994,959,904 takes \
78..80 moves: try a wider range, another --method or --attempts" \
    generate 4x4 --stm 78..80 --seed x
run generate 4x4 --layout rows,blank=1.1 --stm 81..82 --seed x
same "rarer than the sample" 3 "$code"
has "rarer than the sample" err "loyd: --stm: at most one 4x4 board in "
run generate 4x4 --stm 78..80 --seed x --attempts 3
same "a rare target with --attempts" 3 "$code"
has "a rare target with --attempts" err "one 4x4 board in 2,994,959,904 takes"
has "a rare target with --attempts" err "in 3 attempts"
run generate 4x4 --stm 72 --seed x --attempts 3
has "a target whose boards are all searched" err "loyd: --stm: one 4x4 board in 99,766 takes \
72 moves: this many are drawn on average for each board"
run generate 4x4 --stm 72 --seed x --attempts 3 --quiet
same "no other note" 1 "$(lines err)"
run generate 4x4 --stm 28..30 --seed x
same "a rare target by quick rejection" "" "$(cat err)"
check "more than there are" 0 \
    "$("$LOYD" generate 3x3 --stm 31 --seed x --count 3 2>/dev/null)" \
    "loyd: --stm: only 2 3x3 boards take 31 moves: some are drawn again" \
    generate 3x3 --stm 31 --seed x --count 3
run generate 3x3 --stm 31 --seed x
same "one in 90,720: no note" "" "$(cat err)"

# --- find --band ---

for kind in '3x3' '3x3 --layout spiral' '2x4' '3x4 --layout snake'; do
    # shellcheck disable=SC2086 # a size and its options
    run generate $kind --seed bands --count 150 --db a.db
    same "generate $kind" 0 "$code"
done
LOYD_DB=a.db && export LOYD_DB
run find --json
cp out all.json
run stats --by band
cp out stats

sum=0
for name in easy medium hard expert; do
    run find --band $name --total
    sum=$((sum + $(cat out)))
    same "stats and find: $name" "$(cat out)" \
        "$(awk -v b=$name '$1 == b { print $2 }' stats)"
done
same "the bands cover all puzzles" "$(lines all.json)" "$sum"
run find --percentile 25..90
cp out by_percentile
run find --band hard
same "a band is its percentiles" "$(cat by_percentile)" "$(cat out)"
run find --band hard --percentile 0..25 --total
same "no puzzle in two bands" 0 "$(cat out)"
run find --band hard --status unrated --total
same "no unrated puzzle in a band" 0 "$(cat out)"
run stats --by band --of percentile --json
python3 -c 'import json
ends = {"easy": 0, "medium": 1, "hard": 25, "expert": 90, None: 100}
names = list(ends)
for line in open("out"):
    e = json.loads(line)
    end = ends[names[names.index(e["band"]) + 1]]
    assert ends[e["band"]] <= e["least"] <= e["greatest"] <= end, line' ||
    fail "bands of stats --json"
for command in 'find' 'export --db a.db --out pack'; do
    # shellcheck disable=SC2086 # words
    check "no such band: $command" 2 "" \
        "loyd: --band: unknown band 'ez': try 'loyd bands'" $command --band ez
done
for wrong in 5..5 1.2345678..2; do
    run find --percentile=$wrong
    same "--percentile $wrong" 2 "$code"
    has "--percentile $wrong" err "loyd: --percentile: "
done
run show "$(head -n 1 by_percentile | cut -f 1)"
grep -Eq '^  band     hard, percentile [0-9.]+ of its class$' out ||
    fail "show: $(cat out)"
run show '4x4/rows,blank=0.1~g1~bands~0'
grep -Eq '^  band     [a-z]+, percentile [0-9.]+ of its class, by a sample of 100000 boards$' \
    out || fail "show: $(cat out)"

# --- bands of a catalogue ---

cp a.db before.db
for wrong in a=0..5 a=0..5,b=6..100 a=0..100,a=0..100 =0..100 '' a=100 a=0.. a=... \
    a=0..1e2 a=00..100 a=-0..100 a=0..100.0001 a=0..18446744073709551716; do
    run bands --db "$LOYD_DB" --set "$wrong"
    same "bands --set '$wrong'" 2 "$code"
    has "bands --set '$wrong'" err "loyd: --set: "
    cmp -s a.db before.db || fail "bands --set '$wrong' has changed the file"
done
run digest
cp out digest
check "bands --set" 0 "low${tab}0..50${newline}high${tab}50..100" "" \
    bands --db a.db --set high=50..100,low=0..50
check "bands, again" 0 "low${tab}0..50${newline}high${tab}50..100" "" bands
check "the digest does not depend on bands" 0 "$(cat digest)" "" digest
run find --percentile 50..100
cp out wanted
run find --band high
same "find with the new bands" "$(cat wanted)" "$(cat out)"
check "the old bands are gone" 2 "" \
    "loyd: --band: unknown band 'hard': try 'loyd bands'" find --band hard
run generate 3x3 --band high --seed own --count 2 --db a.db
same "generate with the new bands" "2 recipes, 2 new puzzles" "$(cat out)"
run show '3x3/rows~g1~nowhere~1' --json
grep -Eq '"band":"(low|high)"' out || fail "show, its own bands: $(cat out)"
id=$("$LOYD" find --size 3x3 --band high -n 1 | cut -f 1)
run show "$id" --json --metric mtm
grep -Eq '"band":"high".*"mtm_band":"(low|high)"' out || fail "with MTM: $(cat out)"
run daily 2026-01-01 --json --db a.db
grep -Eq '"band":"(low|high)"' out || fail "a day's, its own: $(cat out)"
(unset LOYD_DB && "$LOYD" daily 2026-01-01 --json >out)
grep -q '"band":"medium"' out || fail "a day's band: $(cat out)"
unset LOYD_DB
cp a.db gap.db
sqlite3 gap.db "UPDATE band SET low = 5 WHERE low = 0"
run verify gap.db
same "verify of bands with a gap" 1 "$code"
has "bands with a gap" out "wrong${tab}bands: band low=0.005..50 leaves a gap"
check "--set without a catalogue" 2 "" "loyd: bands: missing --db FILE" bands --set a=0..100
check "no such catalogue" 3 "" "loyd: none.db: no such file" \
    bands --db none.db --set a=0..100
[ ! -e none.db ] || fail "bands created a catalogue"

# --- percentiles: rounded once, half up, everywhere the same digits ---

part percentiles
# Half of a sample's lengths lie between two thousandths.
run generate 3x5 --layout rows,blank=1.1 --seed a --count 24 --db a.db
run generate 3x3 --seed b --count 200 --db a.db
run generate 3x4 --layout spiral --seed c --count 20 --db a.db
same "generate" 0 "$code"
run find --db a.db --json
cp out found.jsonl
run find --db a.db --csv
cp out found.csv
run export --db a.db --out pack --order puzzle_id
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

def lengths(goal):
    rows = [row.split(" ") for row in goal.split("/")]
    h, w = len(rows), len(rows[0])
    if h > w:
        rows, h, w = [list(r) for r in zip(*rows)], w, h
    return counts[w, h, sum(rows, []).index("0")]

def percentile(goal, stm):
    """Thousandths, a half up; and is it a half?"""
    n = lengths(goal)
    all_but_goal = n[1:]
    below = Fraction(sum(n[1:stm])) + Fraction(n[stm], 2)
    exact = 100000 * below / sum(all_but_goal)
    return math.floor(exact + Fraction(1, 2)), exact % 1 == Fraction(1, 2)
END
cat >judge.py <<'END'
import csv, json, re, sqlite3
exec(open("data.py").read())
text = lambda k: "%d.%03d" % divmod(k, 1000)
# Other files leave zeros at the end out.
is_written = lambda number, k: "%.3f" % float(number) == text(k) and \
    len(number.partition(".")[2]) <= 3
found = {}
ties = 0
for line in open("found.jsonl"):
    row = json.loads(line)
    k, is_tie = percentile(row["goal"], row["stm"])
    ties += is_tie
    assert row["band"] == [name for name, low in (("easy", 0), ("medium", 1),
        ("hard", 25), ("expert", 90)) if 1000 * low <= k][-1], row
    found[row["puzzle_id"]] = (row, k)
    shown = re.search(r'"percentile":([0-9.]+)', line).group(1)
    assert shown == text(k), ("find --json", shown, text(k), is_tie)
assert ties > 4, ties
for name in "found.csv", "pack/puzzles.csv":
    for row in csv.DictReader(open(name)):
        assert is_written(row["percentile"], found[row["puzzle_id"]][1]), name
pack = json.loads(open("pack/puzzles.json").read(), parse_float=str)
for row in pack["puzzles"]:
    assert is_written(row["percentile"], found[row["puzzle_id"]][1]), row
db = sqlite3.connect("pack/puzzles.sqlite")
order = [r["puzzle_id"] for r in pack["puzzles"]]
for number, k in db.execute("SELECT number, percentile FROM puzzles"):
    assert k == found[order[number - 1]][1] / 1000, number
row, k = next(iter(found.values()))
assert abs(float(open("shown").read().split()[1]) - k / 1000) <= 0.0505
print(len(found))
END
same "exact fractions" 244 "$(python3 judge.py "$root" 2>&1 | tail -n 1)"

# --- a site's pages and files, and `daily` ---

run publish --db days.db --out site --today 2026-01-07
same "publish" 0 "$code"
run daily 2026-01-07 --db days.db --json --today 2026-01-07
cat >site.py <<'END'
import glob, json, re
exec(open("data.py").read())
n = 0
for path in sorted(glob.glob("site/daily/2026-*.json")):
    day = json.load(open(path), parse_float=str)
    k, is_tie = percentile(day["goal"], day["stm"])
    text = "%d.%03d" % divmod(k, 1000)
    assert "%.3f" % float(day["percentile"]) == text and \
        len(day["percentile"].partition(".")[2]) <= 3, (path, day, text)
    page = open(path.replace(".json", ".html")).read()
    n_of = lengths(day["goal"])  # strictly shorter, rounded down
    percent = 100 * sum(n_of[1:day["stm"]]) // sum(n_of[1:])
    words = "(about )?%d%%" % percent if percent else "at most 1%"
    assert re.search("<dt>Longer than</dt><dd>%s of all boards" % words,
                     page), (path, words)
    n += 1
    if "2026-01-07" in path:
        line = open("out").read()
        assert '"percentile":%s,' % text in line, (line, text)
print(n)
END
same "a site" 7 "$(python3 site.py "$root" 2>&1 | tail -n 1)"

finish
