#!/bin/sh
# Filters with several values, lists of ids, expressions and offsets, and what is
# invalid. find_query.sh compares random filters with a second implementation.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

LOYD_DB=a.db && export LOYD_DB
for kind in '3x3 --seed one' '4x3 --seed two' '3x4 --layout snake --seed one' \
    '2x4 --layout random --seed one' '2x2 --layout snake --seed one' \
    '2x2 --layout spiral --seed two' '3x3 --layout random,missing=2 --seed r' \
    '3x3 --layout random --seed r' \
    '3x3 --layout rows,missing=3,blank=last --seed one' \
    '4x4 --stm 20..30 --seed one' '2x2 --layout random --seed three'; do
    n=60
    case $kind in 4x4*) n=10 ;; esac # which are slow
    # shellcheck disable=SC2086 # a size and its options
    run generate --db "$LOYD_DB" $kind --count $n
    same "generate $kind" 0 "$code"
done
# One in eight is not rated.
sqlite3 a.db "UPDATE puzzle SET stm = NULL WHERE substr(id, 16) < '4';
    DELETE FROM rating WHERE puzzle IN (SELECT id FROM puzzle WHERE stm IS NULL
    AND (upper IS NULL OR substr(id, 16) < '4'));
    UPDATE puzzle SET upper = NULL, estimate = NULL, estimate_version = NULL
    WHERE NOT EXISTS (SELECT 1 FROM rating WHERE puzzle = id)"
# A third was played.
sqlite3 a.db "INSERT INTO difficulty SELECT id, 1,
    (unicode(id) * 7919 + unicode(substr(id, 2)) * 613) % 10000 * 10000 + 10000,
    unicode(substr(id, 3)) * 10000, unicode(substr(id, 4)) % 80 + 1, 0
    FROM puzzle WHERE substr(id, 10, 1) < 'a'"
# --- coinciding goals: snake and spiral of a 2x2 ---

run find --size 2x2 --layout snake
cp out snakes
n=$(lines snakes)
for layouts in spiral snake,spiral spiral,snake,snake; do
    check "the same goal: $layouts" 0 "$(cat snakes)" "" find --size 2x2,2x2 \
        --layout "$layouts"
    check "counted once: $layouts" 0 "$n" "" find --size 2x2 --total \
        --layout "$layouts"
    run find --size 2x2 --layout "$layouts" --pick x -n 99
    same "picked once: $layouts" "$(cut -f1 snakes)" "$(cut -f1 out | sort)"
done
for goal in 'snake,blank=1.0' 'path=0.0:RDL' "goal=$(head -n 1 snakes | cut -f 5)"; do
    check "another name of the goal: $goal" 0 "$(cat snakes)" "" find --size 2x2 \
        --layout "$goal"
done
refuses "a drawn layout" 2 "loyd: --layout: invalid layout 'random': expected a layout \
that is not drawn, or --recipe 'SIZE/LAYOUT~*'" find --layout random

# --- columns that were never computed; many values ---

check "never computed" 0 "" "loyd: a.db: no puzzle has mtm: see \`loyd help rate\`" \
    find --mtm 1..
run find --size 5x5 --order -games --total
same "no puzzle of that size" "0 0" "$code $(cat out err)"
many=$(seq -s , 1000 1499)
check "500 values" 0 0 "" find --stm "$many" --total
refuses "501 values" 2 "loyd: --stm: more than 500 values of stm" find --stm "$many,9"

# --- ranges (find_query.sh compares what they find) ---

run stats --stm ..15,20.. --csv
cp out wanted
check "statistics" 0 "$(cat wanted)" "" stats --stm 20..,..15 --csv
run export --db a.db --out ranges --size 3x3 --stm 24..,..15 \
    --percentile 90..,..10
same "export" 0 "$code"
has "the manifest" ranges/manifest.json \
    '"stm":["..15","24.."],"percentile":["..10","90.."]'

# --- lists of ids ---

run find -n 5 --order -stm
cp out five
check "the lines of find are a list" 0 "$(sort five)" "" find --in five
check "in an order" 0 "$(cat five)" "" find --in five --order -stm
cut -f1 five >in
check "from stdin" 0 "$(sort five)" "" find --in -
cut -f1 five >in
check "excluded from themselves" 0 "" "" find --in five --not-in -
check "counted without five" 0 "$(($("$LOYD" find --total) - 5))" "" \
    find --total --not-in five
: >none
check "no ids" 0 "0" "" find --in none --total
run find --where 'abs(stm - stm - 9223372036854775807 - 1) > 0'
same "an overflow" "2 loyd: --where: a value has more than 64 bits: try CAST(... AS \
REAL)" "$code $(cat err)"
run find --in five --sql
has "looked up by id" out " WHERE puzzle_id IN (SELECT value FROM json_each("
run find --in five --offset 2 --limit 2
same "a page of a list" "$(sort five | sed -n 3,4p)" "$(cat out)"
first=$(sort five | cut -f1 | head -n 1)
check "after, then an offset" 0 "$(sort five | sed -n 4,5p)" "" find \
    --in five --after "$first" --offset 2

# --- invalid: nothing is printed or written ---

refusals <<'END'
2 | find --band hard,,easy | --band: empty value in 'hard,,easy'
2 | find --size , | --size: empty value in ','
2 | find --layout rows, | --layout: empty value in 'rows,'
2 | find --difficulty hard | --difficulty: 'hard' is a band: try '--band hard'
2 | stats --layout '' | --layout: empty value in ''
2 | stats --band hard,harder | --band: unknown band 'harder': try 'hard'
2 | find --layout rows,snkae | --layout: unknown layout 'snkae': try 'snake'
END
run find --layout rows,missing=10 --size 2x2,3x3
same "a layout of no size" "0 " "$code $(cat out)"
run find --layout rows,missing=9 --size 2x2,3x3 --total
same "a layout of one size" 0 "$code"
run find --size 3x3,1x9
same "an invalid size" 2 "$code"
commands="find~stats~export --db a.db --out p~" # all refuse the first one
while IFS='~' read -r option text message; do
    while [ -n "$commands" ]; do
        command=${commands%%~*} commands=${commands#*~}
        # shellcheck disable=SC2086 # a command and its options
        refuses "$command $option $text" 2 "loyd: $option: $message" \
            $command "$option=$text"
    done
    commands=find~
done <<'END'
--stm~50..40~empty range of stm 50..40
--stm~1..2,50..40~empty range of stm 50..40
--stm~..~invalid stm '..': expected a number, or a range such as 20..30 or 30..
--stm~~empty value in ''
--stm~..20,~empty value in '..20,'
--stm~..20,,50..~empty value in '..20,,50..'
--stm~..20;50..~invalid stm '..20;50..': expected a number, or a range such as 20..30 or 30..
--stm~20-30~invalid stm '20-30': expected a number, or a range such as 20..30 or 30..
--stm~20.5~invalid stm '20.5': expected a number, or a range such as 20..30 or 30..
--mtm~50..40~empty range of mtm 50..40
--lower~1.5..~invalid lower '1.5..': expected a number, or a range such as 20..30 or 30..
--gap~-1~invalid gap '-1': expected a number, or a range such as 20..30 or 30..
--percentile~90..90~empty range of percentile 90..90
--percentile~9e1~invalid percentile '9e1': expected a number, or a range such as 20..30 or 30..
--used~maybe~invalid used 'maybe': expected no, yes or any
--status~prove~invalid status 'prove': expected unrated, bounded or proven
--puzzle-id~abc~invalid puzzle_id 'abc': expected 16 characters, or a beginning and *
--where~stm > (20~a parenthesis is not closed
--where~stm = 1) OR (1~unexpected ')': expected an open parenthesis before it
--where~stm IN (SELECT 1)~unexpected 'SELECT': expected a column of puzzles
--where~1; DROP TABLE puzzle~unexpected ';': expected a column, a value or an operator
--where~1 -- ~unexpected '--': expected no comment
--where~stm = "stm"~unexpected '"': expected a column, a value or an operator
--where~stm = ?1~unexpected '?': expected a column, a value or an operator
--where~~an expression of 0 bytes: expected 1..10000
--where~printf('%d', stm)~unexpected 'printf': expected a function of docs/sql.md
END
# Of names and recipes the commas are theirs: the option is given again.
sqlite3 a.db "INSERT INTO name SELECT id, 'a,' || row_number() OVER (ORDER BY id)
    FROM puzzle LIMIT 3"
run find --name a,3 --name a,1 --columns name
same "two names" "a,1 a,3" "$(sort out | paste -sd' ' -)"
run find --recipe '2x2/spiral~g1~two~1' --recipe '3x3/rows~g1~one~*' --total
same "two recipes" 61 "$(cat out)"
refuses "a list twice" 2 "loyd: --size: given twice" find --size 3 --size 4
for command in find "export --out p" stats; do
    { cat five && echo abc; } >bad
    # shellcheck disable=SC2086 # a command and its options
    refuses "$command: part of an id" 3 \
        "loyd: bad:6: incomplete id 'abc': expected 16 characters" \
        $command --db a.db --in bad
done
{ echo '# ids' && cat five && head -n 1 five; } >twice
check "an id twice" 0 "$(sort five)" "" find --in twice
{ cat five && echo 0000000000000000; } >unknown
check "an unknown id" 0 "$(sort five)" "loyd: unknown: 1 puzzle not in the catalogue" \
    find --in unknown
echo 0000000000000000 >none
check "unknown ids alone" 0 0 "loyd: none: 1 puzzle not in the catalogue" \
    find --in none --total --not-in five
check "an unknown id to leave out" 0 "$(($("$LOYD" find --total) - 5))" \
    "loyd: unknown: 1 puzzle not in the catalogue" find --total --not-in unknown
same "nothing is written" "" "$(ls -d p p.part* 2>/dev/null)"
refuses "no such list" 3 "loyd: gone: cannot open: No such file or directory" \
    find --in gone
run stats --json --csv
same "stats in two forms" 2 "$code"

# --- stats ---

selection='--size 2x2,3x3 --layout rows,snake,spiral --band hard,expert'
# shellcheck disable=SC2086 # options
run find $selection --csv --columns size,layout,stm
python3 - >wanted <<'END'
import csv, sys
groups = {}
for row in csv.DictReader(open("out")):
    groups.setdefault((row["size"], row["layout"]), []).append(int(row["stm"]))
print("size,layout,count,mean,least,greatest")
for key, stm in sorted(groups.items()):
    csv.writer(sys.stdout, lineterminator="\n").writerow(
        [*key, len(stm), "%g" % round(sum(stm) / len(stm), 3), min(stm), max(stm)])
END
# shellcheck disable=SC2086
check "counts of layouts" 0 "$(cat wanted)" "" stats $selection --csv --by size,layout
same "three of them" 4 "$(lines wanted)"
refuses "no such column" 2 "loyd: --by: unknown column 'sizes': try 'size'" stats \
    --by sizes
refuses "no numbers" 2 "loyd: --of: expected a column of numbers" stats --of layout
run find
cp out all
check "statistics of all puzzles, listed" 0 "$("$LOYD" stats)" "" stats --in all

# --- lists that are none (find_query.sh reads those that loyd writes) ---

run find --in ranges
same "a pack" "$(sed 1d ranges/puzzles.csv | cut -d , -f 1 | sort)" "$(cut -f 1 out)"
mkdir nothing
refuses "a folder without a pack" 3 \
    "loyd: nothing: cannot open: No such file or directory" find --in nothing
printf 'puzzle_id,size\n"x",3x3\n' >bad.csv
refuses "CSV without an id" 3 "loyd: bad.csv:2: invalid id '\"x\"': character 1 \
is not base32 (0-9 a-z without i, l, o, u)" find --in bad.csv
echo '{"id":"x"}' >bad.jsonl
refuses "JSON without an id" 3 "loyd: bad.jsonl:1: invalid id '{\"id\":\"x\"}': \
character 1 is not base32 (0-9 a-z without i, l, o, u)" find --in bad.jsonl

# --- rate and channels take them ---

run generate 3x3 --count 20 --seed rate --db r.db
run generate 4x3 --count 20 --seed rate --db r.db
run generate 5x5 --count 2 --seed rate --db r.db
cp r.db rated.db
sqlite3 r.db "DELETE FROM rating; UPDATE puzzle SET stm = NULL, upper = NULL,
    estimate = NULL, estimate_version = NULL"
# rated: the puzzles of each size that are rated in STM and in MTM.
rated() {
    sqlite3 r.db "SELECT size, count(upper), count(mtm_upper) FROM puzzles
        GROUP BY size" | tr '\n' ' '
}
check "a size" 0 "20 puzzles rated" "" rate --db r.db --size 3x3
same "only that size" "3x3|20|0 4x3|0|0 5x5|0|0 " "$(rated)"
check "the metric of the ratings is that of the filters" 0 "20 puzzles rated" \
    "" rate --db r.db --metric mtm --size 4x3 --status unrated
same "in MTM" "3x3|20|0 4x3|0|20 5x5|0|0 " "$(rated)"
run find --db r.db --size 4x3 -n 3
cut -f1 out >three
check "a list" 0 '{"rated":3,"bad":0}' "" rate --db r.db --in three --json
check "those without a rating, of a size or in a list" 0 "0 puzzles rated" "" \
    rate --db r.db --status bounded --not-in three
same "three more" "3x3|20|0 4x3|3|20 5x5|0|0 " "$(rated)"
check "one estimate" 0 "2 puzzles rated" "" rate --db r.db --size 5x5,3x3
same "intervals" "3x3|20|0 4x3|3|20 5x5|2|0 " "$(rated)"
check "to prove none" 0 "0 puzzles proven, 0 still open" "" \
    rate --db r.db --prove --nodes 9 --layout snake
check "to prove some" 0 "0 puzzles proven, 2 still open" "" \
    rate --db r.db --prove --nodes 9 --size 5x5
check "the others" 0 "17 puzzles rated" "" rate --db r.db
same "as if all had been rated at once" \
    "$("$LOYD" find --db rated.db --csv)" "$("$LOYD" find --db r.db --csv)"
refuses "an order" 2 "loyd: rate: unknown option '--order': try 'loyd help rate'" \
    rate --db r.db --order stm
refuses "an unknown band" 2 "loyd: --band: unknown band 'x': try 'loyd bands'" \
    rate --db r.db --band x
refuses "one of two is unknown" 2 \
    "loyd: find: unknown band 'x': try 'loyd bands'" \
    find --band hard --mtm-band x

echo '{"every":{"title":"a","from":{"mtm":"..20","used":"any"}}}' >slides
run channel create slides --db r.db --schedule slides --start 2027-01-01
same "a channel of slides" 0 "$code"
has "its selection" out 'selection={"mtm":"..20","used":"any"}'
n=$("$LOYD" find --db r.db --mtm ..20 --status proven --total)
has "proven in STM too" out "puzzles=$n$tab"
echo '{"tiers":[{"title":"a","from":{"mtm_status":"proven"}}]}' >tiers
run channel create all --db r.db --schedule tiers --start 2027-01-01
has "all with a proof in both metrics" out "puzzles=20$tab"
finish
