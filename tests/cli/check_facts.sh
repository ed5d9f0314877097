#!/bin/sh
# The facts of a board, and all shortest solutions of one.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# A second implementation agrees, on random starts and goals. Each start comes
# with its own goal and with that of the next board, which is often unsolvable.
count=$(long 30 8)
for size in 2x2 2x3 3x2 4x2 2x4 3x3 4x4 4x3; do
    run generate $size --layout random --seed f --count "$count" --json
    sed 's/.*"goal":"\([^"]*\)".*/\1/' out >goals
    sed 's/.*"board":"\([^"]*\)".*/\1/' out >starts
    paste starts goals >in
    sed 1d goals | paste starts - | sed '$d' >>in
    run solve --json --facts --length
    cat out >>facts.jsonl
done
same "second implementation" "$((8 * (2 * count - 1))) lines" \
    "$(python3 "$here/check_facts.py" <facts.jsonl)"
grep -q '"status":"unsolvable"' facts.jsonl || fail "all boards are solvable"

# The rows of show, the columns of solve.
named() { # BOARD: stores it as odd in a catalogue of its own
    rm -f named.db
    echo "$1" >named
    run import --name odd --db named.db named
    same "a puzzle" 0 "$code"
}
facts() { # WHAT LINES: those of `show odd --facts` about its facts
    run show odd --db named.db --facts
    same "$1" "$2" "$(grep -E '^  (distance|order|shortest) ' out)"
}
named '8 6 7/2 5 4/3 0 1'
facts "show --facts" "  distance 21 Manhattan, 1 linear conflict
  order    24 inversions, 1 tile at home
  shortest 40 solutions, first move RDL"
named "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 \
28 29 30/31 32 33 34 0 35"
run rate --db named.db
facts "more than 32 cells" "  distance 1 Manhattan, 0 linear conflicts
  order    0 inversions, 34 tiles at home
  shortest not counted: more than 32 cells"
run show --facts loyd-14-15
same "an unsolvable board has no solutions" "  distance 2 Manhattan, 1 linear conflict
  order    1 inversion, 13 tiles at home" \
    "$(grep -E '^  (distance|order|shortest) ' out)"
run solve --facts --json '1 2 3/4 5 6/7 8 0'
has "a solved board has one" out '"tiles_home":8,"solutions":1,"first_moves":""}'
run show --facts 3x3/rows~g1~f~0
has "show --facts" out "  distance 14 Manhattan, 0 linear conflicts"
has "show --facts" out "  shortest 1 solution, first move D"
same "lines beyond 79 columns" "" "$(grep -E '^.{80}' out)"
run show --facts 5x5/rows~g1~f~0
has "show --facts, not proven" out \
    "  shortest not counted: the optimum is not proven"
run show --facts --json 3x3/rows~g1~f~0
has "show --facts --json" out '"solutions":1,"first_moves":"D"}'
check "columns" 1 "31	RDLULDRDLUR2UL2DRDRU2LD2RU2LDLU	40	RDL
unsolvable
0		1	-" "" solve --facts '8 6 7/2 5 4/3 0 1' '1 2 3/4 5 6/8 7 0' \
    '1 2 3/4 5 6/7 8 0'
far='24 20 5 10 18/3 13 19 17 14/6 9 8 4 16/0 7 11 23 12/21 1 22 15 2'
run solve --facts --layout snake "$far"
same "columns of an interval" "85..109	-	-" "$(cut -f 1,3,4 out)"
run solve --facts --json --nodes 1 '5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12'
has "facts without a count" out '"tiles_home":6}'

# All solutions: as many as are counted, all different, all solutions, in
# order, the canonical path first; with --limit the first of them.
board='8 6 7/2 5 4/3 0 1'
run solve "$board"
cp out canonical
run solve --all "$board"
cp out all
same "number" 40 "$(lines all)"
same "the canonical path first" "$(cat canonical)" "$(head -n 1 all)"
same "all different" 40 "$(sort -u all | grep -c .)"
# Spelled out, with U < R < D < L as letters that sort so.
cut -f 2 all | python3 -c '
import re, sys
for line in sys.stdin:
    print(re.sub(r"(.)(\d+)", lambda m: m[1] * int(m[2]),
                 line.strip()).translate(str.maketrans("URDL", "abcd")))' >words
same "in order" "$(sort words)" "$(cat words)"
cut -f 2 all | sed "s|^|$board	|" >in
run check --moves -
same "each is a solution" "solution	31" "$(sort -u out)"
check "--limit" 0 "$(head -n 3 all)" "" solve --all --limit 3 "$board"
run solve --all --limit 2 --json "$board"
same "JSON" "1 2" "$(sed 's/.*"solution_no":\([0-9]*\)}$/\1/' out |
    paste -sd' ' -)"
same "the number in JSON" 2 "$(grep -c '"solutions":40,' out)"
printf '%s\n' "$board" '1 2 3/4 5 6/8 7 0' 'x' '1 2 3/4 5 6/7 8 0' >in
run solve --all -n 1
same "several boards" "$(head -n 1 all)
unsolvable
error
0	" "$(cat out)"
same "several boards" 3 "$code"

# A solution of a board beyond 16 cells, if its optimum is proven.
check "5x5" 0 "8	DLU2LU2L" "" solve --all \
    '1 7 2 4 5/6 0 3 9 10/11 12 8 13 15/16 17 18 14 20/21 22 23 19 24'
run solve --all --layout snake "$far"
same "not proven" "3 error" "$code $(cat out)"
has "not proven" err \
    "argument 1: solutions not counted: the optimum is not proven"
run solve --all --nodes 100 --json --layout snake \
    '11 7 13 3/8 5 10 0/12 6 2 9/4 14 15 1'
same "budget" 3 "$code"
has "budget" out '"error":"solutions not counted: '

# Bad command lines.
refuses "--limit 0" 2 "loyd: --limit: 0 is out of range: expected \
1..9223372036854775807" solve --all --limit 0 "$board"

finish
