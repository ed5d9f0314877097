#!/bin/sh
# Tests the options of find, and verify of what it finds.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

LOYD_DB=a.db && export LOYD_DB
for kind in '3x3 --seed one' '4x3 --seed two' '3x4 --layout snake --seed one' \
    '2x4 --layout random --seed one~two'; do
    # shellcheck disable=SC2086 # a size and its options
    run generate --db "$LOYD_DB" $kind --count 150
    same "generate $kind" 0 "$code"
done
run find
cp out rows
n=$(lines rows)

# --- classes and recipes (find_query.sh compares which puzzles are found) ---

run find --class 4x3@0.0
same "both orientations" "$(awk -F '\t' '$2 == "4x3" || $2 == "3x4"' rows)" \
    "$(cat out)"
check "the same class by another cell" 0 "$(cat out)" "" find --class 4x3@2.3
refusals <<'END'
2 | find --class 3x3@2.9 | --class: cell 2.9 is outside a 3x3 board: try 3x3@2.2
2 | find --class corner | --class: invalid class 'corner': expected SIZE@ROW.COL, such as 4x4@0.0, with the blank's row and column from 0
2 | find --class 3x3 | --class: invalid class '3x3': expected SIZE@ROW.COL, such as 4x4@0.0, with the blank's row and column from 0
2 | find --layout snkae | --layout: unknown layout 'snkae': try 'snake'
END
# A board is found in any form in which boards are read.
run find --limit 1
id=$(cut -f 1 out)
run find --board "$(cut -f 4 out | tr '/' '|')"
same "a board with |" "$id" "$(cut -f 1 out)"
run find --board '1 2/3'
same "no board" 2 "$code"
run find --class 99x3@0.0
same "a side too long" 2 "$code"
run find --recipe "a${newline}b"
same "an invalid seed" 2 "$code"

# A series with too many recipes for a list: each puzzle is checked.
cp a.db wide.db
sqlite3 wide.db "WITH RECURSIVE n (i) AS
        (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 70000)
    INSERT INTO recipe SELECT s.pk, 1000 + i, r.puzzle
        FROM n JOIN series s ON s.text LIKE '3x3/%~one'
        JOIN recipe r ON r.series = s.pk AND r.number = i % 150"
wide='3x3/rows~g1~one~*'
run find --recipe "$wide" --db a.db
cp out narrow
check "a series of 70,000 recipes" 0 "$(cat narrow)" "" find --recipe "$wide" \
    --db wide.db
check "its longest puzzles" 0 "$(sort -t "$tab" -k3,3nr -k1,1 narrow | head -n 5)" "" \
    find --recipe "$wide" --db wide.db --order -stm --limit 5
check "another series of its catalogue" 0 "$("$LOYD" find --recipe '4x3/*' --db a.db)" \
    "" find --recipe '4x3/*' --db wide.db

# --- order and pages ---

sort -t "$tab" -k3,3n -k1,1 rows >by_stm
run find --order stm
same "shortest first" "$(cat by_stm)" "$(cat out)"
sort -t "$tab" -k3,3nr -k1,1 rows >by_stm
run find --order -stm
same "longest first" "$(cat by_stm)" "$(cat out)"
check "the longest" 0 "$(head -n 3 by_stm)" "" find --order -stm -n 3
refuses "no such order" 2 "loyd: --order: unknown order 'lengths': try 'length'" \
    find --order lengths
refuses "nothing like an order" 2 "loyd: --order: unknown order 'x': expected a column \
of puzzles" find --order x

# pages ARGUMENT ...: writes all pages of 137 to the file `pages`.
pages() {
    : >pages
    run find "$@" -n 137
    while [ -s out ]; do
        cat out >>pages
        run find "$@" -n 137 --after "$(tail -n 1 out | cut -f 1)"
    done
}
pages
same "the pages cover all puzzles" "$(cat rows)" "$(cat pages)"
pages --order -stm
same "pages of an order" "$(cat by_stm)" "$(cat pages)"
pages --distinct
run find --distinct
same "pages without twins" "$(cat out)" "$(cat pages)"
pages --recipe '3x4/snake~g1~one~*' --class 4x3@0.0
run find --recipe '3x4/snake~g1~one~*' --class 4x3@0.0
same "pages of a selection" "$(cat out)" "$(cat pages)"
refuses "--after with part of an id" \
    2 "loyd: --after: incomplete id 'abc': expected 16 characters" \
    find --after abc
refuses "--after with an unknown id" 3 "loyd: find: no puzzle '0000000000000000' to \
continue after" find --order stm --after 0000000000000000

# --- twins: of the eleven starts of 2x2, six remain ---

# With the blank of the goal in a corner, a start and its mirror image over
# the diagonal are twins, and so are all starts of the two goals.
LOYD_DB=two.db
run generate --db "$LOYD_DB" 2x2 --count 100 --seed t
check "all starts" 0 11 "" find --total
# 2x2 is a ring: 1..5 moves in either direction, and 6.
check "without twins" 0 6 "" find --total --distinct
run generate --db "$LOYD_DB" 2x2 --layout columns --count 100 --seed t
run generate --db "$LOYD_DB" 2x2 --layout rows,blank=first --count 100 --seed t
check "of three goals" 0 33 "" find --total
check "the same without twins" 0 6 "" find --total --distinct
check "without twins, one goal" 0 6 "" find --layout columns --total --distinct
run find -n 1
cp out first
check "the first of each twin" 0 "$(cat first)" "" find --distinct -n 1
LOYD_DB=a.db

# --- --sql: statements (find_query.sh runs more of them) ---

# prints NAME WANTED OPTION ...: the statement, which finds what find finds.
prints() {
    name=$1 wanted=$2
    shift 2
    run find "$@"
    cut -f 1 out >wanted
    run find "$@" --sql
    same "$name: exit code" 0 "$code"
    same "$name" "SELECT * FROM puzzles$wanted;" "$(cat out)"
    same "$name: rows" "$(cat wanted)" "$(sqlite3 -separator "$tab" "$LOYD_DB" \
        <out | cut -f 1)"
}
prints "by id" " ORDER BY puzzle_id LIMIT 2" -n 2
prints "by values" " WHERE (size = '3x3' OR size = '2x4') AND stm BETWEEN 20 AND 22 \
AND (percentile >= 12.5 AND percentile < 70) AND path GLOB 'U*' ORDER BY stm DESC, \
puzzle_id LIMIT 7 OFFSET 1" --size 3,2x4 --stm 20..22 --percentile 12.5..70 \
    --path 'U*' --order -stm -n 7 --offset 1
prints "a recipe" " WHERE EXISTS (SELECT 1 FROM recipe AS r CROSS JOIN series AS s ON \
s.pk = r.series WHERE r.puzzle = puzzle_id AND (s.text = '3x3/rows~g1~one' AND '' || \
r.number = '7')) ORDER BY puzzle_id" --recipe '3x3/rows~g1~one~7'
for option in "--distinct" "--pick x -n 3"; do
    # shellcheck disable=SC2086 # an option and its value
    refuses "--sql and $option" 2 "loyd: find: --sql: no statement picks \
puzzles or leaves out twins: these depend on hashes" find --sql $option
done

# --- export has the same filters ---

run find --class 4x3@0.0 --order -stm --distinct --csv -n 50
cp out rows.csv
check "export" 0 "50 puzzles in pack, not marked as used" "" export --db "$LOYD_DB" -o pack --class 4x3@0.0 \
    --order -stm --distinct -n 50 --format csv
same "the same rows as find" "$(cut -d , -f 1 rows.csv)" "$(cut -d , -f 1 pack/puzzles.csv)"
run export --db "$LOYD_DB" -o other --layout snkae
same "export: an unknown layout" 2 "$code"

# --- statistics of ANALYZE change no result ---

cp a.db analyzed.db
sqlite3 analyzed.db ANALYZE
LOYD_DB=analyzed.db
check "after ANALYZE" 0 "$n" "" find --total
run generate --db "$LOYD_DB" 3x3 --seed more
same "generate after ANALYZE" 0 "$code"
run verify
same "verify after ANALYZE" 0 "$code"
LOYD_DB=a.db

# --- verify: what is there, and a damaged file (test_store_damage.c has each kind) ---

check "verify of the unchanged catalogue" 0 "1200 rows checked, $(
    awk -F '\t' '$2 != "4x3" && $2 != "3x4" || $3 <= 20' rows | wc -l |
        tr -d ' ') lengths found again, 299 lengths \
not searched again (--solve), 0 wrong" "" verify
run verify --solve 40 --pick s --json
same "--solve" 0 "$code"
has "--solve" out '"sampled":40'
has "--solve" out '"bad":0'

# A damaged file: one line per error, without the headings of SQLite.
python3 - <<'END'
import sqlite3

roots = [root for root, in sqlite3.connect("a.db").execute(
    "SELECT rootpage FROM sqlite_schema"
    " WHERE name IN ('puzzle_goal', 'puzzle_class', 'recipe', 'rating')")]
page = 4096
whole = bytearray(open("a.db", "rb").read())
for root in roots:
    whole[(root - 1) * page + 3] ^= 1  # 256 more or fewer rows than there are
open("broken.db", "wb").write(whole)
END
run verify broken.db
same "a damaged file" 1 "$code"
has "a damaged file" out "wrong${tab}file: "
same "no line break in a message" 0 "$(grep -c '\\x0a' out)"
same "no heading of SQLite" 0 "$(grep -cF '***' out)"

finish
