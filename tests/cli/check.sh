#!/bin/sh
# `loyd check`: the articles' boards, their sums explained, solutions.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# Every case of the articles, as START<TAB>GOAL and by --goal.
grep -v '^#' "$root/data/article_cases.tsv" >cases
[ "$(lines cases)" -ge 17 ] || fail "only $(lines cases) cases"
cut -f 4 cases >answers
awk -F '\t' '{ print $3 "\t" $2 }' cases >in
run check
same "the articles' answers" "$(cat answers)" "$(cat out)"
same "some of them cannot be solved" 1 "$code"
awk -F '\t' '{ print $3 "\t" $2 }' cases >in
run check --explain
same "explained" 1 "$code"
same "the same answers, explained" "$(cat answers)" \
    "$(grep -E '^(un)?solvable$' out)"
same "the methods agree each time" "$(lines cases)" \
    "$(grep -c 'The four methods agree' out)"
same "four rows a board" "$((4 * $(lines cases)))" \
    "$(grep -cE '^  (rank violations|disorder|transpositions|inversions) ' out)"
same "lines beyond 79 columns" "" "$(grep -E '^.{80}' out)"

# The sums of one board, counted by hand: 14-15, Loyd's own.
check "explained in full" 1 "unsolvable
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
  rank violations         1 + blanks 0 rows apart   = 1, odd         unsolvable
  disorder                1 + blanks 0 rows apart   = 1, odd         unsolvable
  transpositions          1 + blanks 0 steps apart  = 1, odd         unsolvable
  inversions          1 | 0 + blank's row 1 | 1     = 2 | 1, differ  unsolvable
  The four methods agree." "" check --explain '1 2/3 4/5 6/7 9/8 0'
run check --explain '1 2 3/4 0 5/7 8 6'
same "odd widths" 0 "$code"
has "odd widths" out "In boards of odd width the blank's row changes no sum."
has "odd widths" out "  transpositions          2 + blanks 2 steps apart  = 4, \
even        solvable"

# As data: the note of the articles' first board says 52 inversions.
run check --explain --json '12 13 11 2/4 5 3 14/1 9 15 6/8 7 0 10'
python3 -c '
import json
e = json.load(open("out"))
assert e["status"] == "solvable" and e["size"] == "4x4", e
assert e["layout"] == "rows" and e["start_inversions"] == 52, e
assert e["rank_violations"] == e["disorder"] == 52, e
assert e["goal_inversions"] == 0 and e["blank_distance"] == 1, e
assert e["by_disorder"] is e["by_inversions"] is True, e
assert e["by_rank_violations"] is e["by_transpositions"] is True, e' ||
    fail "check --explain --json: $(cat out)"

# In a UTF-8 locale the boxes are drawn.
if locale -a 2>/dev/null | grep -qix 'C\.utf-\{0,1\}8'; then
    LC_ALL=C.UTF-8 run check --explain '1 2/0 3'
    has "boxes" out '┌───┬───┐'
    has "an arrow" out '→'
fi

# Solutions.
board='1 2 3/4 0 5/7 8 6'
check "a solution" 0 "solution${tab}2" "" check --moves LU "$board"
check "one with a detour" 0 "solution${tab}4" "" check --moves LURL "$board"
run check --moves LURD "$board"
same "a detour that misses" 1 "$code"
run check --moves L2U "$board"
same "into the wall" 1 "$code"
has "into the wall" out "broken${tab}1$tab"
run check --moves L "$board"
same "too short" 1 "$code"
has "too short" out "broken${tab}1$tab"
check "none needed" 0 "solution${tab}0" "" check --moves '' '1 2/3 0'
run check --moves 'L U' "$board"
same "moves that are none" 2 "$code"
has "moves that are none" err "loyd: --moves: "
for m in l U1 U0 U1000 2U UX U-1; do
    run check --moves "$m" "$board"
    same "moves $m" 2 "$code"
    has "moves $m" err "loyd: --moves: "
done
check "each of several boards" 1 "solution${tab}2
broken${tab}0${tab}$("$LOYD" check --moves LU '1 2 3/4 5 6/7 8 0' |
    cut -f 3)" "" check --moves LU "$board" '1 2 3/4 5 6/7 8 0'
# A solution a line: of each board, also of one with a goal.
printf '%s\n' "$board${tab}LU" "# note" "$board${tab}L" \
    "1 2/3 0${tab}1 2/3 0$tab" "1 2/0 3${tab}0 2/1 3${tab}D" "$board" \
    "$board${tab}X" "x${tab}LU" "1 2/0 3${tab}1 2/3 0${tab}L${tab}" \
    "$board${tab}LU" >own.boards
cp own.boards in
run check --moves -
same "a solution a line" 3 "$code"
sed "s/\(broken${tab}[0-9]*\)${tab}.*/\1/" out >own
same "a solution a line" "solution${tab}2
broken${tab}1
solution${tab}0
solution${tab}1
error
error
error
error
solution${tab}2" "$(cat own)"
has "no solution" err \
    "loyd: stdin:6: no solution: expected BOARD, a tab, SOLUTION"
has "moves that are none" err "loyd: stdin:7: expected U, R, D or L at byte 1"
cp own.boards in
run check --moves - --json
same "a solution a line, as JSON" \
    "solution broken solution solution error error error error solution" \
    "$(sed 's/.*"status":"\([a-z]*\)".*/\1/' out | paste -sd ' ' -)"
"$LOYD" generate 3x3 --seed own -n 500 >drawn
"$LOYD" solve <drawn >solved
cut -f 2 solved | paste drawn - >in
run check --moves -
same "what solve found" "$(sed "s/^\([0-9]*\)$tab.*/solution$tab\1/" solved)" \
    "$(cat out)"
check "one a line, and of an argument" 2 "" \
    "loyd: --moves: - reads stdin: it cannot be combined with BOARD" \
    check --moves - "$board"
# What is wrong, where, and what stood there; the lines stay aligned.
printf '1 2 3/4 5 6/7 8 0\n\n1 2 2/3 4 5/6 7 0\n\377"x\n1 2 3/4 5 6/7 0 9'\
'\t1 2 3/4 5 6/7 8 0\n%070000d\n2 1 3/4 5 6/7 8 0\n' 0 >bad.boards
for c in check solve; do
    cp bad.boards in
    run $c --json
    same "$c --json: bad lines" 3 "$code"
    sed -n 2,5p out >bad.json
    same "$c --json: bad lines" '{"status":"error","error":"label 2 twice",'\
'"line":3,"input":"1 2 2/3 4 5/6 7 0"}
{"status":"error","error":"expected a label, found '"'\\\\xff\\\"x'"'",'\
'"line":4,"input":"�\"x"}
{"status":"error","error":"label 9 is in the start only, label 8 in the goal '\
'only","line":5,"input":"1 2 3/4 5 6/7 0 9\t1 2 3/4 5 6/7 8 0"}
{"status":"error","error":"a line of over 65536 bytes, and a board was '\
'expected","line":6,"input":""}' "$(cat bad.json)"
    same "$c --json: a line a board" 6 "$(lines out)"
    run $c --json x --layout rows
    same "$c --json: a bad argument" '{"status":"error","error":"expected a '\
'label, found '"'x'"'","line":1,"input":"x"}' "$(cat out)"
done

run check --json --moves LU "$board" '1 2 3/4 5 6/7 8 0'
python3 -c '
import json
good, bad = map(json.loads, open("out"))
assert good["status"] == "solution" and good["stm"] == 2, good
assert bad["status"] == "broken" and bad["good_moves"] == 0, bad
assert bad["error"], bad' || fail "check --moves --json: $(cat out)"

# Sizes of two boards, and labels that one of them has not.
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
