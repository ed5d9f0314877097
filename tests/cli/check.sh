#!/bin/sh
# Tests loyd check: boards of the articles, --explain and --moves.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# All cases of the articles, as START<TAB>GOAL and with --goal.
grep -v '^#' "$root/data/article_cases.tsv" >cases
[ "$(lines cases)" -ge 17 ] || fail "only $(lines cases) cases"
cut -f 4 cases >answers
awk -F '\t' '{ print $3 "\t" $2 }' cases >in
run check
same "results of the articles" "$(cat answers)" "$(cat out)"
same "some are unsolvable" 1 "$code"
awk -F '\t' '{ print $3 "\t" $2 }' cases >in
run check --explain
same "--explain" 1 "$code"
same "the same results with --explain" "$(cat answers)" \
    "$(grep -E '^(un)?solvable$' out)"
same "the formulas agree for all boards" "$(lines cases)" \
    "$(grep -c 'The formulas agree' out)"
same "six rows per board" "$((6 * $(lines cases)))" "$(grep -cE \
    '^  (universal|path|disorder|rank|transpositions|cycles) ' out)"
same "lines beyond 79 columns" "" "$(grep -E '^.{80}' out)"
# Each formula's own number, which the article gives in its note.
noted() {
    cut -f 5 cases | grep -o "$1" | grep -o '[0-9]*' | sort >noted
    grep -oE "^  $2 +[0-9]+" out | grep -o '[0-9]*$' | sort >counted
    same "$2" "" "$(comm -23 noted counted)"
}
noted 'disorder [0-9]*' disorder
noted '[0-9]* inversions' 'universal rule'
noted '[0-9]* transpositions' transpositions

# The numbers of one board, counted manually: Loyd's 14-15 puzzle of 2x5.
check "--explain in full" 1 "unsolvable
  +----+----+      +----+----+
  |  1 |  2 |      |  1 |  2 |
  +----+----+      +----+----+
  |  3 |  4 |      |  3 |  4 |
  +----+----+      +----+----+
  |  5 |  6 |  ->  |  5 |  6 |
  +----+----+      +----+----+
  |  7 |  9 |      |  7 |  8 |
  +----+----+      +----+----+
  |  8 |    |      |  9 |    |
  +----+----+      +----+----+

  formula         count blank                  sum       goal
  universal rule      1 + row 1 from below       2 even     1 odd   unsolvable
  path inversions     1 + 0 path and steps       1 odd      0 even  unsolvable
  disorder            1 + rows above: 4          5 odd      4 even  unsolvable
  rank violations     1 blank slid last          1 odd      0 even  unsolvable
  transpositions      1 + steps: 0               1 odd      0 even  unsolvable
  cycles              1 + steps: 0               1 odd      0 even  unsolvable

  Solvable means that sum and goal are both even or both odd.
  The formulas agree.

  1 swap to the goal, at ROW.COL from 0:
    1      9 at 3.1 and     8 at 4.0" "" \
    check --explain '1 2/3 4/5 6/7 9/8 0'
run check --explain '1 2 3/4 0 5/7 8 6'
same "odd widths" 0 "$code"
has "odd widths" out \
    "On boards of odd width, the row of the blank does not matter."
has "odd widths" out "  transpositions      2 + steps: 2               4 even"
hasnt() { ! grep -qF -- "$3" "$2" || fail "$1: $3"; }
hasnt "not solved" out "The board is solved."
run check --explain '1 2 3/4 5 6/7 8 0'
same "a solved board" "solvable" "$(head -n 1 out)"
has "a solved board" out "  The board is solved."
has "a solved board" out "  0 swaps to the goal."
# The board of an article, for which the usual rule is wrong.
run check --explain --goal '1 0 3 4/5 6 7 8/9 10 11 12/13 14 15 16' \
    '12 8 7 15/0 6 4 1/10 9 13 11/3 16 14 5'
same "the usual rule" 1 "$code"
has "the usual rule" out "  disorder         does not apply: the goal's \
labels do not ascend, blank last"
has "the usual rule" out "Disorder would say solvable"
run check --explain '1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12'
has "a blank that is not last" out "  rank violations     0 blank slid last "
# Label 2 is missing, but the others ascend.
run check --explain --layout rows,missing=2,blank=last \
    '1 3 4 5/6 7 8 9/10 11 12 13/14 16 15 0'
same "ascending rows" 1 "$code"
has "ascending rows" out "  disorder            1 + rows above: 3"
hasnt "ascending rows" out "does not apply"

# As JSON: the first board of the articles has 52 inversions.
run check --explain --json '12 13 11 2/4 5 3 14/1 9 15 6/8 7 0 10'
python3 -c '
import json
e = json.load(open("out"))
assert e["status"] == "solvable" and e["size"] == "4x4", e
assert e["layout"] == "rows", e
assert not [k for k in e if k.startswith("by_") or "inversions" in k], e
assert e["solved"] == 0 and e["swaps"], e
names = [f["formula"] for f in e["formulas"]]
assert names == ["universal rule", "path inversions", "disorder",
    "rank violations", "transpositions", "cycles"], names
f = dict(zip(names, e["formulas"]))
assert f["disorder"] == {"formula": "disorder", "applies": 1, "count": 52,
    "blank_count": 3, "goal_count": 3, "solvable": 1}, f
assert f["rank violations"] == {"formula": "rank violations", "applies": 1,
    "count": 52, "blank_count": 0, "goal_count": 0, "solvable": 1}, f' ||
    fail "check --explain --json: $(cat out)"

# The swaps lead to the goal; the labels are those before each swap.
run check --explain --json --layout snake '7 3 0/2 8 1/5 4 6' '1 2 3/6 5 4/7 8 0'
python3 -c '
import json
def cells(text):
    return [row.split() for row in text.split("/")]
for line, fewest in zip(open("out"), (1, 0)):
    e = json.loads(line)
    board = cells(e["board"])
    assert e["solved"] == (not fewest) and bool(e["swaps"]) is bool(fewest), e
    for swap in e["swaps"]:
        (r, c), (y, x) = [map(int, cell.split(".")) for cell in swap["cells"]]
        assert [board[r][c], board[y][x]] == list(map(str, swap["labels"])), e
        board[r][c], board[y][x] = board[y][x], board[r][c]
    assert board == cells(e["goal"]), e' || fail "--steps --json: $(cat out)"

# A UTF-8 locale has box characters.
if locale -a 2>/dev/null | grep -qix 'C\.utf-\{0,1\}8'; then
    LC_ALL=C.UTF-8 run check --explain '1 2/0 3'
    has "boxes" out '┌───┬───┐'
    has "an arrow" out '→'
fi

# Solutions.
board='1 2 3/4 0 5/7 8 6'
check "a solution" 0 "solution${tab}2" "" check --moves LU "$board"
check "a solution with a detour" 0 "solution${tab}4" "" check --moves LURL "$board"
run check --moves LURD "$board"
same "moves that end elsewhere" 1 "$code"
run check --moves L2U "$board"
same "a move against the wall" 1 "$code"
has "a move against the wall" out "broken${tab}1$tab"
run check --moves L "$board"
same "too short" 1 "$code"
has "too short" out "broken${tab}1$tab"
check "no moves for a solved board" 0 "solution${tab}0" "" check --moves '' '1 2/3 0'
check "moves with spaces" 0 "solution${tab}2" "" check --moves ' L  U ' "$board"
for m in U0 U1000 2U UX U-1 'U 2' U.R; do
    run check --moves "$m" "$board"
    same "moves $m" 2 "$code"
    has "moves $m" err "loyd: --moves: "
done
check "moves of the blank" 1 "broken${tab}2${tab}2 moves do not reach the goal: \
as moves of the blank they are a solution" "" check --moves RD "$board"
check "each of several boards" 1 "solution${tab}2
broken${tab}0${tab}$("$LOYD" check --moves LU '1 2 3/4 5 6/7 8 0' |
    cut -f 3)" "" check --moves LU "$board" '1 2 3/4 5 6/7 8 0'
# One solution per line, for boards with and without a goal.
printf '%s\n' "$board${tab}LU" "# note" "$board${tab}L" \
    "1 2/3 0${tab}1 2/3 0$tab" "1 2/0 3${tab}0 2/1 3${tab}D" "$board" \
    "$board${tab}X" "x${tab}LU" "1 2/0 3${tab}1 2/3 0${tab}L${tab}" \
    "$board${tab}LU" >own.boards
cp own.boards in
run check --moves -
same "one solution per line" 3 "$code"
sed "s/\(broken${tab}[0-9]*\)${tab}.*/\1/" out >own
same "one solution per line" "solution${tab}2
broken${tab}1
solution${tab}0
solution${tab}1
error
error
error
error
solution${tab}2" "$(cat own)"
has "missing solution" err \
    "loyd: stdin:6: missing solution: expected BOARD, a tab, SOLUTION"
has "invalid moves" err "loyd: stdin:7: invalid move 'X' at byte 1"
cp own.boards in
run check --moves - --json
same "one solution per line, as JSON" \
    "solution broken solution solution error error error error solution" \
    "$(sed 's/.*"status":"\([a-z]*\)".*/\1/' out | paste -sd ' ' -)"
run check --moves U2R --json "$board"
has "an illegal move" out '"good_moves":1,"illegal_move":2,"error":"move 2 (U)'
"$LOYD" generate 3x3 --seed own --count 500 >drawn
"$LOYD" solve <drawn >solved
cut -f 2 solved | paste drawn - >in
run check --moves -
same "solutions of solve" "$(sed "s/^\([0-9]*\)$tab.*/solution$tab\1/" solved)" \
    "$(cat out)"
# --optimal: every third solution is two moves longer, every third is broken.
cut -f 2 solved | awk '{ print $0 (NR % 3 == 0 ? "DU" : NR % 3 == 1 ? "U" : "") }' \
    >longer.moves
cut -f 1 solved | awk -F'\t' '{
    if (NR % 3 == 0) print "solution\t" ($1 + 2) "\toptimum " $1
    if (NR % 3 == 1) print "broken\t" $1
    if (NR % 3 == 2) print "solution\t" $1 "\toptimal" }' >expected
paste drawn longer.moves >in
run check --moves - --optimal
same "--optimal" "1 " "$code $(cat err)"
sed "s/^\(broken${tab}[0-9]*\)${tab}.*/\1/" out | diff expected - >differ ||
    fail "--optimal: $(head -n 9 differ)"
check "longer than the optimum" 1 "solution${tab}4${tab}optimum 2" "" \
    check --optimal --moves LURL "$board"
check "optimal" 0 "solution${tab}2${tab}optimal" "" \
    check --optimal --moves LU "$board"
check "no solution" 1 \
    "broken${tab}0${tab}move 1 (U) is illegal: no tile can move that way" "" \
    check --optimal --moves U '1 2/0 3'
run check --optimal --json --moves LURL "$board"
has "--optimal --json" out '"stm":4,"lower":2,"upper":2,"optimal":0}'
# A large board has an interval, which a better solution narrows.
large=$("$LOYD" generate 5x5 --seed grade)
quick=$("$LOYD" solve "$large")
better=$("$LOYD" solve --effort good "$large")
low=$(echo "$quick" | sed 's/\.\..*//')
high=$(echo "$quick" | sed 's/.*\.\.\([0-9]*\).*/\1/')
best=$(echo "$better" | sed 's/.*\.\.\([0-9]*\).*/\1/')
[ "$best" -lt "$high" ] || fail "effort good is no better: $better"
check "a better solution" 0 "solution$tab$best${tab}optimum $low..$best" "" \
    check --optimal --moves "${better#*"$tab"}" "$large"
check "a longer solution" 1 \
    "solution$tab$((high + 2))${tab}optimum $low..$high" "" \
    check --optimal --moves "${quick#*"$tab"}DU" "$large"
run check --optimal --json --moves "${better#*"$tab"}" "$large"
has "an unknown optimum" out "\"stm\":$best,\"lower\":$low,\"upper\":$best}"

# Errors have the line and the input; output lines stay aligned with input.
printf '1 2 3/4 5 6/7 8 0\n\n1 2 2/3 4 5/6 7 0\n\377"x\n1 2 3/4 5 6/7 0 9'\
'\t1 2 3/4 5 6/7 8 0\n%070000d\n2 1 3/4 5 6/7 8 0\n' 0 >bad.boards
for c in check solve; do
    cp bad.boards in
    run $c --json
    same "$c --json: bad lines" 3 "$code"
    sed -n 2,5p out >bad.json
    same "$c --json: bad lines" '{"status":"error","error":"tile 2 appears twice",'\
'"line":3,"input":"1 2 2/3 4 5/6 7 0"}
{"status":"error","error":"invalid label '"'\\\\xff\\\"x'"' in row 1, column 1",'\
'"line":4,"input":"�\"x"}
{"status":"error","error":"tile 9 is only in the start and tile 8 only in '\
'the goal","line":5,"input":"1 2 3/4 5 6/7 0 9\t1 2 3/4 5 6/7 8 0"}
{"status":"error","error":"line too long: expected at most 65536 bytes",'\
'"line":6,"input":""}' "$(cat bad.json)"
    same "$c --json: one line per board" 6 "$(lines out)"
    run $c --json 1y --layout rows
    same "$c --json: a bad argument" '{"status":"error","error":"invalid '\
'label '"'1y'"' in row 1, column 1","line":1,"input":"1y"}' "$(cat out)"
done

run check --json --moves LU "$board" '1 2 3/4 5 6/7 8 0'
python3 -c '
import json
good, bad = map(json.loads, open("out"))
assert good["status"] == "solution" and good["stm"] == 2, good
assert bad["status"] == "broken" and bad["good_moves"] == 0, bad
assert bad["error"], bad' || fail "check --moves --json: $(cat out)"

# Start and goal of different sizes or with different labels.
refuse() {
    run check --goal "$2" "$1"
    same "$1 to $2" 3 "$code"
    same "$1 to $2" error "$(cat out)"
    has "$1 to $2" err "loyd: argument 1: "
}
refuse '1 2 3/4 5 0' '1 2/3 4/5 0'
refuse '1 2/3 0' '1 2/4 0'
refuse '1 2/3' '1 2/3 0'
refuse '1 2/3 5' '1 2/3 0'
refuse '0 1 2 3/' '1 2/3 0'

finish
