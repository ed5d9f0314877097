#!/bin/sh
# Tests layouts that draw missing labels, and paths given step by step, in every
# command that takes a layout.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"
g1=$root/tests/golden/g1.py

# --- boards ---

check "a drawn label: the goal follows after a tab" 0 \
    "7 2 5 0/16 14 8 12/3 11 6 13/4 15 9 10${tab}0 2 3 4/8 7 6 5/9 10 11 12/16 \
15 14 13" "" \
    generate 4x4 --layout snake,missing=random --seed monday --first-index 4
check "a path" 0 "7 0 12 5/2 6 10 4/8 3 15 14/9 13 11 1" "" generate 4x4 \
    --layout path=1.1:RDL2U2R3D3L3 --seed monday --first-index 7
check "a path with a name" 0 "4x4/snake~g1~monday~17" "" generate 4x4 \
    --layout path=0.0:R2RDL3DR3DL3 --seed monday --first-index 17 --format recipe

# The second implementation draws the same boards.
for layout in rows,missing=random spiral,missing=random,blank=1.1 \
    path=2.1:LU2RD path=2.1:LU2RD,missing=random,blank=first; do
    size=2x3
    [ "$layout" != spiral,missing=random,blank=1.1 ] || size=4x3
    run generate $size --layout $layout --seed 'a~b' --count 4 --format recipe
    command cat out >>recipes
    run generate $size --layout $layout --seed 'a~b' --count 4 --json
    command cat out >>rows
done
same "boards of the second implementation" "$(python3 "$g1" draw - <recipes)" \
    "$(sed 's/.*"puzzle_id":"\([^"]*\)".*"goal":"\([^"]*\)","board":"\([^"]*\)".*/\3\t\2\t\1/' rows)"
same "16 of them" 16 "$(lines recipes)"

run generate 2x3 --layout snake,missing=random --seed a --count 3
cp out boards
run generate 2x3 --layout snake,missing=random --seed a --count 3 --format scramble
same "scrambles have the drawn goals too" "$(cut -f 2 boards)" "$(cut -f 2 out)"

# All missing labels occur, each in its place of the path.
run generate 3x3 --layout spiral,missing=random --seed all --count 2000 --json
same "the goals of nine labels" "9 True" "$(python3 -c '
import json
cells = [0, 1, 2, 5, 8, 7, 6, 3, 4]
rows = [json.loads(line) for line in open("out")]
good = True
seen = {}
for row in rows:
    goal = [int(k) for k in row["goal"].replace("/", " ").split()]
    gap = cells.index(goal.index(0)) + 1
    good &= all(goal[c] == k + 1 or k + 1 == gap for k, c in enumerate(cells))
    name = "spiral" + (",missing=%d" % gap if gap < 9 else "")
    good &= row["layout"] == name
    seen[gap] = seen.get(gap, 0) + 1
chi2 = sum((n - 2000 / 9) ** 2 / (2000 / 9) for n in seen.values())
print(len(seen), good and chi2 < 26.1)')" # p = 0.001 at 8 degrees of freedom

# --- solutions ---

run generate 3x3 --layout path=1.1:RDL2U2R2 --seed p --count 3
cp out in
run solve --layout path=1.1:RDL2U2R2
cut -f 1 out >lengths
run generate 3x3 --layout 'goal=7 8 0/6 1 2/5 4 3' --seed p --count 3
cp out in
run solve --goal '7 8 0/6 1 2/5 4 3'
same "a path is a goal" "$(cut -f 1 out)" "$(cat lengths)"
refuses "a drawn label has no goal" 2 \
    "loyd: --layout: missing=random has no fixed goal: expected another layout" \
    check --layout rows,missing=random
echo '{"board":"1 2 3/4 5 6/7 0 8"}' >in
refuses "nor in the default of an import" 3 \
    "loyd: stdin:1: missing goal: the layout has no fixed goal${newline}loyd: \
x.db: nothing imported: try --skip-bad" \
    import - --format jsonl --db x.db --layout snake,missing=random
rm -f x.db*

# --- a catalogue ---

while read -r kind; do
    # shellcheck disable=SC2086 # options
    run generate $kind --seed s --db a.db
    same "generate $kind" 0 "$code"
done <<'END'
3x3 --layout snake,missing=random --count 60
3x3 --layout rows,missing=random,blank=1.1 --stm 10..16 --count 30
3x3 --layout path=1.1:RDL2U2R2 --count 30
3x3 --layout path=1.1:RDL2U2R2,missing=random --count 30
4x2 --layout path=1.3:UL3DR2,blank=first --method ball --stm 8..14 --count 10
END
run find --db a.db
n=$(lines out)
check "find by a drawn label" 0 60 "" find --db a.db --total \
    --recipe '3x3/snake,missing=random~*'
check "find by a drawn label and a fixed blank" 0 30 "" find --db a.db --total \
    --recipe '3x3/rows,missing=random,blank=1.1~*'
check "without it" 0 0 "" find --db a.db --total \
    --recipe '3x3/rows,missing=random~*'
run find --db a.db
found=$(awk -F '\t' '$5 == "7 8 0/6 1 2/5 4 3"' out | wc -l | tr -d ' ')
[ "$found" -ge 30 ] || fail "only $found of the path"
check "find by a path" 0 "$found" "" find --db a.db --total \
    --layout path=1.1:RDL2U2R2
check "find by a path, as typed" 0 "$found" "" find --db a.db --total \
    --layout path=1.1:RDLLUURR,missing=9,blank=0.2
check "find by a path whose labels are drawn" 0 30 "" find --db a.db --total \
    --recipe '3x3/path=1.1:RDL2U2R2,missing=random~*'
check "several layouts" 0 90 "" find --db a.db --total --where \
    "recipe LIKE '3x3/path=1.1:RDL2U2R2,missing%' OR recipe LIKE '3x3/snake,m%'"
refuses "no size has this path" 2 "loyd: --layout: path: step 3 returns to \
cell 0.1" find --db a.db --layout path=0.0:R2L
check "not this size" 0 0 "" find --db a.db --size 2x3 --total \
    --layout path=0.0:R2D2L2UR
run find --db a.db --json --layout path=1.1:RDL2U2R2
same "the simplest name of a path's goal" "goal=7 8 0/6 1 2/5 4 3" \
    "$(python3 -c '
import json
print(*{json.loads(line)["layout"] for line in open("out")})')"
same "goals have no path as a name" 0 "$(sqlite3 a.db \
    "SELECT count(*) FROM goal WHERE layout LIKE '%path%' OR layout LIKE '%random%'")"
run verify --db a.db
same "verify" 0 "$code"
has "verify" out "0 wrong"

# A goal that its recipe does not draw is found.
cp a.db wrong.db
sqlite3 wrong.db "UPDATE series SET text = replace(text, 'snake', 'spiral'),
    bytes = bytes + 1 WHERE text LIKE '%snake%'" ||
    fail "the catalogue cannot be altered"
run verify --db wrong.db
same "verify finds another layout" 1 "$code"
has "verify finds another layout" out "60 wrong"

"$LOYD" digest --db a.db >whole
"$LOYD" digest --db a.db --puzzles >puzzles
run export --db a.db --out pack
same "export" 0 "$code"
run verify pack
same "verify a pack" 0 "$code"
has "verify a pack" out "$n puzzles checked"
for from in pack/puzzles.csv a.db; do
    rm -f new.db*
    run import $from --db new.db
    same "import $from" 0 "$code"
    run rate --db new.db
    case $from in # packs have no recipes
    pack/*) check "$from: the same puzzles and proofs" 0 "$(cat puzzles)" "" \
        digest --db new.db --puzzles ;;
    *) check "$from: the same puzzles, proofs and recipes" 0 "$(cat whole)" "" \
        digest --db new.db ;;
    esac
done
run merge a.db --db merged.db
check "merge" 0 "$(cat whole)" "" digest --db merged.db

# An imported recipe that draws another board is refused.
"$LOYD" find --db a.db --json --limit 1 | sed 's/~s~[0-9]*"/~t~0"/' >in
run import - --format jsonl --db c.db
same "a false recipe" 3 "$code"

# --- bands, days ---

refuses "a band needs a fixed blank" 2 "loyd: --band: the blank of a random goal \
is not fixed: try blank=ROW.COL in --layout, or --stm" \
    generate 3x3 --layout snake,missing=random --band hard --seed x
check "a band with a fixed blank" 0 \
    "3x3/rows,missing=random,blank=1.1~g1,stm=26..30~b~0" "" generate 3x3 \
    --layout rows,missing=random,blank=1.1 --band expert --seed b --format recipe
refuses "no sample of many classes" 2 "loyd: --sample: the layout has goals of \
many classes: expected one goal" bands --sample 2x9 --layout rows,missing=random --db no.db

cat >days.json <<'END'
{"draw": 1, "tiers": [{"title": "path", "size": "3x3", "layout": "path=1.1:RDLLUURR",
    "band": "hard"},
  {"title": "drawn", "size": "4x3", "layout": "snake,missing=random",
    "stm": "20..30"},
  {"title": "large", "size": "6x6", "layout": "columns,missing=random",
    "mlc": "120..150"}]}
END
run channel create paths --db d.db --start 2026-01-01 --schedule days.json
same "channel create" "0 " "$code $(cat err)"
run daily 2026-01-02 --channel paths --db d.db --today 2026-01-02 --json
same "days" "0 " "$code $(cat err)"
python3 -c '
import json
for line in open("out"):
    row = json.loads(line)
    if row["tier"] != "drawn":
        print(row["recipe"], row["board"], row["goal"], row["puzzle_id"],
              sep="\t")' >days
same "the recipes of the days" "3x3/path=1.1:RDL2U2R2~g1,stm=20..26\
~paths/2026-01-02/path~0 6x6/columns,missing=random~g1,mlc=120..150\
~paths/2026-01-02/large~0" "$(cut -f 1 days | tr '\n' ' ' | sed 's/ $//')"
same "the boards of the days" "$(cut -f 1 days | python3 "$g1" draw -)" \
    "$(cut -f 2- days)"
run verify --db d.db
same "verify the ledger" 0 "$code"
run publish --db d.db --channel paths --out site --today 2026-01-02 --quiet
same "publish" "0 " "$code $(cat err)"

# --- the largest ---

path=path=0.0:
for row in 1 2 3 4 5 6 7; do
    step=RUR
    [ $((row % 2)) = 1 ] || step=LUL
    [ $row != 1 ] || path=${path}D
    path=$path${step}D$step
    for pair in 1 2 3 4 5; do
        path=${path}D$step
    done
    [ $row = 7 ] || path=${path}D3
done
path=${path}D2L14
run generate 15x15 --layout "$path,missing=random,blank=7.7" --seed big --db l.db
same "15x15 into a catalogue" "0 " "$code $(cat err)"
run find --db l.db --total --recipe "15x15/$path,missing=random,blank=7.7~*"
same "15x15: found" 1 "$(cat out)"
run verify --db l.db
same "15x15: verify" 0 "$code"

finish
