#!/bin/sh
# Lengths in MTM in a catalogue: rated, found, shown, exported, imported,
# merged and verified.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# Both at once, and one after the other, give the same catalogue.
run generate 2x4 --count 60 --seed m --db both.db --metric mtm
same "both metrics" 0 "$code"
run generate 2x4 --count 60 --seed m --db later.db
run digest --db later.db
cp out stm_digest
run find --db later.db --json
cp out stm.jsonl
run find --db later.db --csv
cp out stm.csv
run rate --db later.db --metric mtm
same "rated later" 0 "$code"
has "rated later" out "puzzles rated"
run rate --db later.db --metric mtm
same "rated once" "0 puzzles rated" "$(cat out)"
run generate 2x4 --count 60 --seed m --db later.db --metric mtm
has "generated once" out "60 skipped"
run digest --db later.db
cp out mtm_digest
run digest --db both.db
same "one digest" "$(cat mtm_digest)" "$(cat out)"
[ "$(cat mtm_digest)" != "$(cat stm_digest)" ] || fail "MTM is not in the digest"

# What is known in STM is printed as before.
run find --db both.db --csv
same "CSV without MTM" "$(cat stm.csv)" "$(cat out)"
run find --db both.db --json
sed 's/,"mtm_status".*}/}/' out >short
same "fields are added at the end" "$(cat stm.jsonl)" "$(cat short)"

# Lengths and canonical paths, by a separate search.
run generate 3x2 --layout random --seed r --count 30 --db both.db --metric mtm
run find --db both.db --json
n=$(python3 "$here/metric.py" <out) || fail "$n"
run find --db both.db --total
same "every length was checked" "$(cat out)" "$n"
run verify both.db
same "verify" 0 "$code"

# A false lower end is shown with the id and stays, of any size.
for board in "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15" \
    "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 0 17"; do
    rm -f false.db
    echo "{\"board\":\"$board\",\"mtm_lower\":1,\"mtm_upper\":3,\
\"mtm_path\":\"LRL\"}" >in
    run import - --db false.db
    sqlite3 false.db "UPDATE rating SET lower = 2"
    id=$("$LOYD" find --db false.db | cut -f 1)
    run rate --db false.db --metric mtm --prove
    same "a false lower end" "3 0 puzzles proven, 0 still open" \
        "$code $(cat out)"
    same "its message" "loyd: false.db: puzzle $id: wrong rating in MTM: \
lower end 2, but a solution of 1" "$(cat err)"
    same "it stays" 2 "$(sqlite3 false.db "SELECT lower FROM rating")"
done

# Filters and orders agree with the columns.
run find --db both.db --order -mtm --columns mtm
sort -nr out >sorted
same "order by MTM" "$(cat sorted)" "$(cat out)"
run find --db both.db --mtm 12..15 --columns mtm
awk '$1 < 12 || $1 > 15' out >strange
[ ! -s strange ] || fail "--mtm 12..15 finds others"
lines=$(wc -l <out)
run find --db both.db --mtm 12..15 --total
same "a count of a range" "$((lines))" "$(cat out)"
run find --db both.db --mtm 12..15 --stm 16..18 --json
python3 -c '
import json, sys
for line in sys.stdin:
    row = json.loads(line)
    assert 12 <= row["mtm"] <= 15 and 16 <= row["stm"] <= 18, line
' <out || fail "both ranges"
run stats --db both.db --by mtm_status,mtm --of mtm --csv
has "statistics" out "mtm_status,mtm,count,mean,least,greatest"
same "a row a length" "$(sqlite3 -csv both.db "SELECT 'proven', upper, count(*), upper,
    upper, upper FROM rating WHERE metric = 'mtm' GROUP BY upper")" "$(sed 1d out)"

# A stated length is proven.
run find --db both.db --size 2x4 --json
sed 's/"status":"proven".*"mtm_status":"proven","mtm_lower":[0-9]*,"mtm_upper":[0-9]*/"status":"unrated"/; s/,"mtm_path":.*}/}/' out >stated.jsonl
check "import" 0 "60 rows imported, 60 new puzzles, 60 lengths proven" "" \
    import stated.jsonl --db stated.db
run find --db stated.db --mtm-status proven --total
same "proofs" 60 "$(cat out)"
run find --db stated.db --status unrated --total
same "nothing is known in STM" 60 "$(cat out)"
sed 's/"mtm":[0-9]*/"mtm":24/' stated.jsonl | head -3 >wrong.jsonl
run import wrong.jsonl --db wrong.db
same "wrong lengths" "1 3 rows imported, 3 new puzzles, 3 lengths proven, 3 lengths wrong" \
    "$code $(cat out)"
same "wrong lengths: each by its line" "1 2 3" "$(sed -n \
    's/^loyd: wrong.jsonl:\([1-3]\): wrong length 24 in MTM: proven [0-9]*$/\1/p' err | \
    tr '\n' ' ' | sed 's/ $//')"
run import wrong.jsonl --db stated.db
same "a length against a proof" 1 "$code"
has "a length against a proof" err "wrong.jsonl:1: wrong length 24 in MTM: proven "
run generate 2x4 --count 1 --seed m --json
for stm in 12 13; do # one of them has the parity of the board
    sed "s/}\$/,\"stm\":$stm,\"mtm\":14}/; s/\"unrated\"/\"proven\"/" out >laws.jsonl
    "$LOYD" import laws.jsonl --db laws.db 2>&1
done >err
has "laws" err "the ratings in STM and MTM contradict each other"

# Rows that contradict themselves, without a search: of 4x4, more than the
# lengths that are searched for.
run generate 4x4 --method walk:60 --seed laws --count 12 --db laws.db --metric mtm
cat >laws.py <<'END'
import itertools
import re
import sqlite3
import sys

source, kind, target = sys.argv[1:]
open(target, "wb").write(open(source, "rb").read())
db = sqlite3.connect(target)


def moves(path):
    return ["URDL".index(m) for m, n in re.findall(r"([URDL])(\d*)", path)
            for _ in range(int(n or 1))]


def text_of(path):
    return "".join("URDL"[m] + (str(n) if n > 1 else "")
                   for m, n in ((m, len(list(run)))
                                for m, run in itertools.groupby(path)))


def runs(path):
    return sum(i == 0 or m != path[i - 1] for i, m in enumerate(path))


def rate(id, metric, lower, path):
    upper = runs(path) if metric == "mtm" else len(path)
    lower = lower or upper
    db.execute("UPDATE rating SET lower = ?, upper = ?, path = ? WHERE"
               " puzzle = ? AND metric = ?", (lower, upper, text_of(path), id,
                                              metric))
    columns = ("mtm = ?, mtm_upper = ?" if metric == "mtm"
               else "stm = ?, upper = ?")
    db.execute("UPDATE puzzle SET " + columns + " WHERE id = ?",
               (upper if lower == upper else None,
                upper if lower < upper else None, id))


# The blank is at home in the last cell: three times round its block of cells
# is a way back to the goal in which no move is taken back.
def longer(path):
    return path + 3 * ([1, 2, 3, 0] if path[-1] == 0 else [2, 1, 0, 3])


for id, stm, mtm in db.execute(
        "SELECT s.puzzle, s.path, m.path FROM rating AS s JOIN rating AS m"
        " ON m.puzzle = s.puzzle WHERE s.metric = 'stm' AND m.metric = 'mtm'"
        " AND s.upper BETWEEN 22 AND 50").fetchall():
    stm, mtm = moves(stm), moves(mtm)
    if kind == "slides":
        rate(id, "mtm", None, longer(mtm))  # proven, above the runs of `stm`
    elif kind == "lower" and runs(mtm) < runs(stm):
        rate(id, "mtm", runs(stm) + 1, longer(mtm))
    elif kind == "fits" and runs(mtm) < runs(stm):
        rate(id, "mtm", runs(stm), longer(mtm))  # false, but no law says so
    elif kind == "moves" and len(mtm) < len(stm) + 10:
        rate(id, "stm", len(mtm) + 2, longer(stm))
    elif kind == "back":
        rate(id, "stm", None, stm + [stm[-1] ^ 2, stm[-1]])
    elif kind == "back mtm":
        rate(id, "mtm", None, mtm + [mtm[-1] ^ 2, mtm[-1]])
    else:
        continue
    break
else:
    sys.exit("no such row")
db.commit()
END
# breaks KIND TEXT: verify reports that one row and no other.
breaks() {
    python3 laws.py laws.db "$1" bad.db || fail "$1: not made"
    run verify bad.db
    same "$1: exit code" "${2:+1}" "${code#0}"
    same "$1" "$2" "$(sed -n "s/^wrong.*: //p" out)"
}
breaks slides "the ratings in STM and MTM contradict each other"
breaks lower "the ratings in STM and MTM contradict each other"
breaks moves "the ratings in STM and MTM contradict each other"
breaks back "a proven path takes a move back"
breaks "back mtm" "a proven path takes a move back in MTM"
breaks fits ""
run verify bad.db --solve 99
has "only a search finds it" out "the optimum is below the rating's lower bound: "
has "only a search finds it" out " in MTM"
same "one row, one line" "1 1 wrong" \
    "$(grep -c ^wrong out) $(sed -n 's/.*, //; $p' out)"

# Packs: every format brings the lengths and the digest of both metrics back.
run export --db both.db --out pack
same "export" 0 "$code"
run verify pack
same "verify a pack" 0 "$code"
for format in csv json sqlite; do
    rm -rf one
    run export --db both.db --out one --format $format
    run verify one
    same "a pack of $format" 0 "$code"
    run import one/puzzles.$format --db from_$format.db
    same "lengths of $format" 0 "$code"
    run digest --puzzles --db from_$format.db
    cp out "digest_$format"
done
run digest --puzzles --db both.db
cp out whole
for format in csv json sqlite; do
    same "$format" "$(cat whole)" "$(cat digest_$format)"
done
run verify pack --solve 90
has "proven again" out "180 lengths found again, 90 puzzles solved again"

# What is rated in MTM only is solved again too.
run export --db stated.db --out only
same "a pack of MTM only" 0 "$code"
run verify only --solve 90
has "a pack of MTM only" out "60 lengths found again, 60 puzzles solved again"
run verify stated.db --solve 25
has "a catalogue of MTM only, 60 searched" out "60 lengths found again, 25 puzzles solved again"
run verify stated.db --solve 90
has "all of it" out "60 lengths found again, 60 puzzles solved again"
# Merging joins what is known in each metric.
run merge --db merged.db later.db stated.db wrong.db
same "merge" 0 "$code"
run digest --db merged.db
same "merged" "$(cat mtm_digest)" "$(cat out)"

# Damaged catalogues keep what is readable.
cp later.db damaged.db
sqlite3 damaged.db "UPDATE rating SET lower = 1 WHERE metric = 'mtm' AND puzzle =
    (SELECT min(puzzle) FROM rating)"
run verify damaged.db
same "a rating that does not match" 1 "$code"
has "a rating that does not match" out "does not match the rating in MTM"

# show, solve and daily.
id=$("$LOYD" find --db later.db --limit 1 | cut -f1)
run show "$id" --db later.db
has "show" out " MTM, proven"
run show 2x4/rows~g1~m~3 --metric mtm
has "show a recipe" out " MTM, proven"
run show 6x3/rows~g1~m~3 --metric mtm
has "show an interval" out " MTM, not proven"
run solve --json --metric mtm "7 2 3/4 5 6/1 8 0"
has "unsolvable" out unsolvable
run solve --json --metric mtm "1 2 3/4 5 6/0 7 8"
has "solve" out '"mtm":1,"mtm_path":"L2"'

# Intervals beyond 16 cells: wide ones can be found, and are proven in rounds.
run generate 5x5 --method walk:40 --seed w --count 6 --db near.db
run generate 6x3 --seed w --count 2 --db near.db
run rate --db near.db --metric mtm --nodes 20
same "intervals" "0 8 puzzles rated" "$code $(cat out)"
run find --db near.db --mtm-status bounded --total
same "wide intervals are bounded" 8 "$(cat out)"
ends="SELECT lower || '..' || upper FROM rating WHERE metric = 'mtm'"
run find --db near.db --mtm-gap 1.. --order mtm_upper --columns mtm_lower,mtm_upper
same "in order of their upper ends" \
    "$(sqlite3 near.db "$ends ORDER BY upper, puzzle")" "$(sed "s/$tab/../" out)"
run find --db near.db --mtm-lower 10.. --total
same "bounds" "$(sqlite3 near.db "$ends AND lower >= 10" | wc -l)" "$(cat out)"
before=$(sqlite3 near.db "SELECT sum(lower) FROM rating WHERE metric = 'mtm'")
stm=$(sqlite3 near.db "SELECT * FROM rating WHERE metric = 'stm'")
run rate --db near.db --metric mtm --prove --nodes 300000
same "proofs" "0 6 puzzles proven, 2 still open" "$code $(cat out)"
[ "$(sqlite3 near.db "SELECT sum(lower) FROM rating WHERE metric = 'mtm'")" -gt \
    "$before" ] || fail "no bound is stored"
same "ratings in STM stay" "$stm" \
    "$(sqlite3 near.db "SELECT * FROM rating WHERE metric = 'stm'")"
run rate --db near.db --metric mtm --prove --nodes 300000 --json
same "nothing else to prove" '0 {"rated":0,"bad":0,"open":2}' \
    "$code $(cat out)"
run verify --db near.db
same "verify" 0 "$code"

# A false lower end is shown with the id and stays, of any size.
for board in "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15" \
    "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 0 17"; do
    rm -f false.db
    echo "{\"board\":\"$board\",\"mtm_lower\":1,\"mtm_upper\":3,\
\"mtm_path\":\"LRL\"}" >in
    run import - --db false.db
    sqlite3 false.db "UPDATE rating SET lower = 2"
    id=$("$LOYD" find --db false.db | cut -f 1)
    run rate --db false.db --metric mtm --prove
    same "a false lower end" "3 0 puzzles proven, 0 still open" \
        "$code $(cat out)"
    same "its message" "loyd: false.db: puzzle $id: wrong rating in MTM: \
lower end 2, but a solution of 1" "$(cat err)"
    same "it stays" 2 "$(sqlite3 false.db "SELECT lower FROM rating")"
done

finish
