#!/bin/sh
# Tests catalogues by equations between commands, which hold for any contents.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# fill FILE COUNT: generates boards of several kinds.
fill() {
    for kind in '3x3' '3x3 --layout spiral' '4x2 --layout snake,missing=3' \
        '2x3 --layout random,missing=random' '4x4 --stm 20..45'; do
        each=$2
        case $kind in 4x4*) each=12 ;; esac
        # shellcheck disable=SC2086 # a size and its options
        run generate $kind --seed stock --count "$each" --db "$1"
        same "generate $kind --db" 0 "$code"
    done
}

fill a.db 120
LOYD_DB=a.db && export LOYD_DB

# --- find agrees with count, stats and export ---

run find
cp out rows
n=$(lines rows)
[ "$n" -gt 100 ] || fail "only $n puzzles"
check "find --total = lines of find" 0 "$n" "" find --total
check "--db and \$LOYD_DB are equal" 0 "$n" "" find --total --db a.db
same "five columns per line" 5 "$(awk -F '\t' '{ print NF }' rows | sort -u)"
same "ordered by id" "$(cut -f 1 rows)" \
    "$(cut -f 1 rows | LC_ALL=C sort)"
same "no id twice" "$n" "$(cut -f 1 rows | sort -u | wc -l | tr -d ' ')"

run stats --json
cp out stats.json
python3 -c '
import json
print(sum(json.loads(line)["count"] for line in open("stats.json")))' >total
same "find --total = stats" "$n" "$(cat total)"
run stats
same "total of stats" "$n" "$(awk -F '\t' '{ n += $3 } END { print n }' out)"
same "stats in 80 columns" "" "$(grep -E '^.{80}' out)"

# The histogram has one bar per length, with the counts of find.
awk -F '\t' '$2 == "3x3" { n[$3]++ } END { for (i in n) print i, n[i] }' rows |
    sort -n >wanted
awk '$1 ~ /x/ { size = $1 } size == "3x3" && /[|]#/ { print $1, $NF }' out |
    sort -n >drawn
same "the histogram of 3x3" "$(cat wanted)" "$(cat drawn)"

first=$(head -n 1 rows | cut -f 1)
check "all are proven" 0 "$n" "" find --status proven --total
check "no result is success" 0 "" "" find --stm 60000
check "--total of no result" 0 "0" "" find --size 15 --total
run find --limit 7
same "--limit" "$(head -n 7 rows)" "$(cat out)"
check "--limit --total" 0 "7" "" find -n 7 --total

# --pick: repeatable, no puzzle twice, only puzzles of the selection.
run find --pick 'seed "x"' -n 20
cp out picked
run find --pick 'seed "x"' -n 20
same "the same seed picks the same" "$(cat picked)" "$(cat out)"
same "20 puzzles" 20 "$(sort -u picked | wc -l | tr -d ' ')"
same "all in the catalogue" "" \
    "$(sort rows >sorted && sort picked | comm -23 - sorted)"
run find --pick other -n 20
if cmp -s picked out; then
    fail "two seeds pick the same"
fi

# On a terminal, the same rows are a table with a heading.
python3 -c '
import pty, sys
pty.spawn(["sh", "-c", "stty cols 200; exec \"$0\" find", sys.argv[1]])' \
    "$LOYD" >terminal </dev/null
tr -d '\r' <terminal >table
same "the heading" "puzzle_id size length board goal" \
    "$(head -n 1 table | tr -s ' ' | sed 's/ $//')"
same "columns begin below their names" "" "$(python3 -c '
lines = open("table").read().split("\n")[:-1]
at = [lines[0].index(name) for name in ("size", "board", "goal")]
for line in lines[1:65]:
    if any(line[k] == " " or line[k - 2:k] != "  " for k in at):
        print(line)
')"
same "a table has the rows of a pipe" "$(tr '\t' ' ' <rows)" \
    "$(sed -e 1d -e 's/  */ /g' table)"

# JSON and CSV have the same contents as the lines.
run find --json
cp out rows.json
python3 -c '
import json
for line in open("rows.json"):
    e = json.loads(line)
    print(e["puzzle_id"], e["size"], e["stm"], e["board"], e["goal"],
          sep="\t")' >from_json
same "find --json" "$(cat rows)" "$(cat from_json)"
run find --csv
cp out rows.csv
python3 -c '
import csv
for e in csv.DictReader(open("rows.csv", newline="")):
    print(e["puzzle_id"], e["size"], e["stm"], e["board"], e["goal"],
          sep="\t")' >from_csv
same "find --csv" "$(cat rows)" "$(cat from_csv)"
check "a count in JSON" 0 "{\"count\":$n}" "" find --total --json
run find --stm 20..
cp out open
run find --stm 20..65534
same "an open range" "$(cat out)" "$(cat open)"
run find --stm ..19 --total
same "and the others" "$n" "$(($(cat out) + $(lines open)))"
check "both" 0 "$n" "" find --stm ..19,20.. --total

check "export" 0 "$n puzzles in pack, not marked as used" "" \
    export --db "$LOYD_DB" --out pack
same "the puzzles of find, in its order" "$(cut -d , -f 1 rows.csv)" \
    "$(cut -d , -f 1 pack/puzzles.csv)"
run export --db "$LOYD_DB" -o small --size 3x3 --stm 20..22 --format csv
same "an export of a selection" \
    "SHA256SUMS manifest.json puzzles.csv" \
    "$(ls small | tr '\n' ' ' | sed 's/ $//')"
run find --size 3x3 --stm 20..22 --total
same "its rows" "$(($(cat out) + 1))" "$(lines small/puzzles.csv)"
run export --db "$LOYD_DB" -o pack
same "a folder that is not empty" 3 "$code"
same "the folder is unchanged" "$(cut -d , -f 1 rows.csv)" \
    "$(cut -d , -f 1 pack/puzzles.csv)"
refuses "export without --out" 2 \
    "loyd: export: missing --out DIR" export --db a.db

# --- stored lengths agree with solve, ids with show ---

awk -F '\t' '{ print $4 "\t" $5 }' rows >in
run solve
same "solve finds the stored lengths" "$(cut -f 3 rows)" "$(cut -f 1 out)"
python3 -c '
import json
for line in open("rows.json"):
    print(json.loads(line)["path"])' >paths
same "and the stored paths" "$(cut -f 2 out)" "$(cat paths)"
run show "$first" --json
same "show --json is its line of find --json" "$(head -n 1 rows.json)" \
    "$(cat out)"
recipe=$(python3 -c '
import json
print(json.loads(open("rows.json").readline())["recipe"])')
run show "$recipe" --json
same "show by its recipe" "$(head -n 1 rows.json)" "$(cat out)"
LOYD_DB=
run show "$recipe" --json
LOYD_DB=a.db
same "show without a catalogue" "$(head -n 1 rows.json)" "$(cat out)"
run show "$first" --svg board.svg
same "show --svg" 0 "$code"
has "show: the id" out "$first"
has "show: the recipe" out "$recipe"
python3 -c '
import xml.dom.minidom
assert xml.dom.minidom.parse("board.svg").documentElement.tagName == "svg"' ||
    fail "no SVG: $(cat board.svg)"
same "no other file" "board.svg" "$(echo *svg*)"
run show "$first" --svg board.svg --animate
same "show --animate" 0 "$code"
[ "$(grep -c '<animateTransform' board.svg)" = 5 ] ||
    fail "a 2x3 picture does not play: $(cat board.svg)"
run daily 2026-01-01 --svg day.svg --animate
same "daily --svg" 0 "$code"
grep -q '<title>rfcbgfzag8y04q77</title>' day.svg && grep -q animateTransform day.svg ||
    fail "no picture of the day: $(cat day.svg)"
run solve --svg solved.svg --animate "1 2 3/4 0 5/7 8 6"
same "solve --svg" "0 2${tab}LU" "$code $(cat out)"
[ "$(grep -c '<animateTransform' solved.svg)" = 8 ] ||
    fail "a 3x3 picture does not play: $(cat solved.svg)"
echo '1 2 3/4 0 5/7 8 6' >in
cat in in >two && mv two in
run solve --svg solved.svg
same "a picture of two boards" "2 loyd: --svg: a picture has one board" "$code $(cat err)"
rm -f day.svg solved.svg
refuses "a solved board" 3 "loyd: board.svg: no solution is known that could be drawn" \
    show "1 2/3 0" --svg board.svg --animate
check "an unknown id" \
    1 "" "loyd: a.db: no puzzle '0000000000000000'" show 0000000000000000
run show "$(echo "$first" | cut -c 1)"
same "an ambiguous id" 1 "$code"
has "an ambiguous id" err "ambiguous id '$(echo "$first" | cut -c 1)': "
has "an ambiguous id" err " puzzles: try 'loyd find --puzzle-id"
run show ilou
same "neither an id nor a known name" 1 "$code"
has "neither an id nor a known name" err "no puzzle 'ilou'"

# --- the same boards again, in another order, with other threads, in parts ---

run digest
cp out digest
same "a digest is one line of hex" 1 "$(grep -cE '^[0-9a-f]{64}$' digest)"
fill a.db 120
check "the same boards again: same digest" 0 "$(cat digest)" "" digest
check "the same boards again: same number" 0 "$n" "" find --total
LOYD_DB=b.db
run generate --db "$LOYD_DB" 4x4 --stm 20..45 --seed stock --first-index 6 --count 6 --threads 1
run generate --db "$LOYD_DB" 4x4 --stm 20..45 --seed stock --count 6 --threads 2
run generate --db "$LOYD_DB" 2x3 --layout random,missing=random --seed stock --count 120 \
    --threads 1
for i in 80 0 40; do
    run generate --db "$LOYD_DB" 3x3 --seed stock --first-index $i --count 40
    run generate --db "$LOYD_DB" 4x2 --layout snake,missing=3 --seed stock --first-index $i --count 40
done
run generate --db "$LOYD_DB" 3 --layout spiral,blank=last --seed stock --count 120
check "in another order" 0 "$(cat digest)" "" digest
run digest --puzzles
if cmp -s digest out; then
    fail "digest --puzzles equals digest"
fi
run generate --db "$LOYD_DB" 3x3 --seed another
run digest
if cmp -s digest out; then
    fail "one puzzle more, the same digest"
fi
LOYD_DB=a.db

# --- verify, rate ---

run verify
same "verify --db" 0 "$code"
has "verify" out "0 wrong"
unset LOYD_DB
run verify a.db --json
same "verify FILE" 0 "$code"
has "verify --json" out '"bad":0'
run rate --db a.db
same "rate: all proven" "0 puzzles rated" "$(cat out)"
sqlite3 a.db 'PRAGMA integrity_check' >said
same "SQLite integrity check" ok "$(cat said)"
# Recipes are digested in the order of the lengths of their texts.
cp a.db long.db
sqlite3 long.db "PRAGMA ignore_check_constraints = 1;
    UPDATE series SET bytes = bytes + 1 WHERE pk = 1"
run digest --db long.db
same "a series of another length" 3 "$code"
has "a series of another length" err ": invalid recipe"
# A recipe that nothing can read is reported among the other faults.
run daily 2026-01-02 --db a.db --today 2026-01-02
sqlite3 a.db "UPDATE recipe SET puzzle = 'x' WHERE puzzle =
    (SELECT puzzle FROM ledger WHERE number = 1);
    UPDATE puzzle SET board = 'x' WHERE id = (SELECT max(id) FROM puzzle)"
run verify a.db
same "a recipe of no puzzle" 1 "$code"
has "a recipe of no puzzle" out "wrong${tab}ledger of daily: row 1, 2026-01-01: its \
recipe is not stored with its puzzle"
has "a damaged board too" out ": invalid board"

finish
