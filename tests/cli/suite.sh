#!/bin/sh
# Tests suites: lengths, first moves and counts by breadth-first search
# (suite.py), problems of planners by a STRIPS interpreter, bad options.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# judge WANTED PER A B SIZE OPTION ...: a suite and its number of boards.
judge() {
    wanted=$1 per=$2 low=$3 high=$4
    shift 4
    run generate "$@" --suite "$low..$high" --per-length "$per" --seed suite
    same "suite of $*: exit code" 0 "$code"
    same "suite of $*" "$wanted" \
        "$(python3 "$here/suite.py" boards "$per" "$low" "$high" <out 2>&1)"
}
judge 11 9 1 6 2x2
judge 359 1000 1 21 3x2
judge 91 3 1 31 3x3 # 31 lengths, but only 2 boards of lengths 1 and 31
judge 40 8 9 13 3x3 --layout path=1.1:RDL2U2R2
judge 223 221 30 31 3x3
judge 28 6 1 5 3x3 --layout rows,blank=1.1
judge 30 5 8 13 4x3 --layout snake,missing=5
judge 23 3 1 8 4x4
judge 24 5 1 5 4x4 --layout spiral,blank=1.1 # counted by a sample only

# The boards are those of the recipes; twins are skipped.
run generate 3x3 --suite 2..3 --per-length 4 --seed one
python3 -c '
import json
for line in open("out"):
    print(*[json.loads(line)[k] for k in ("recipe", "board")], sep="\t")' >rows
cut -f 1 rows | while IFS= read -r recipe; do
    python3 "$root/tests/golden/g1.py" draw "$recipe" | cut -f 1
done >boards
same "the boards of the recipes" "$(cut -f 2 rows)" "$(cat boards)"

# The notes, and the same bytes with any number of threads.
run generate 3x3 --suite 31 --per-length 3 --seed s
same "a note for fewer boards" "loyd: --suite: length 31 has only 2 boards" \
    "$(cat err)"
same "both boards" 2 "$(lines out)"
last=$(long 26 23)
run generate 4x4 --suite 18.."$last" --per-length 2 --seed s --threads 1
cp out one
run generate 4x4 --suite 18.."$last" --per-length 2 --seed s --threads 4 --json
same "any number of threads" "$(cat one)" "$(cat out)"
same "two of each length" $((2 * (last - 17))) "$(lines one)"
printf "%064d\n" 7 >key.hex && chmod 600 key.hex
run generate 3x3 --suite 9 --per-length 3 --seed s --secret key.hex
same "a secret" 0 "$code"
has "a secret" out "@"
run generate 3x3 --suite 9 --seed s --first-index 70
has "--first-index" out "~70\""

# --- problems for planners ---

for c in "3x3 1..31" "2x4 3..30" "4x4 1..12" \
    "4x3 9..11 --layout columns,missing=2"; do
    rm -rf pddl
    # shellcheck disable=SC2086 # words
    run generate $(echo "$c" | sed "s/ / --suite /") --per-length 2 \
        --seed planner --format pddl --out pddl
    same "problems of $c" 0 "$code"
    n=$(sed "s/ .*//" out)
    same "problems of $c" "$n problems in pddl" "$(cat out)"
    same "solved by their paths: $c" "$n" \
        "$(python3 "$here/suite.py" pddl pddl 2>&1)"
done
[ "$n" = 6 ] || fail "$n problems"
refuses "a folder that is not empty" 3 "loyd: pddl: Directory not empty" \
    generate 3x3 --suite 3 --seed s --format pddl --out pddl
same "no leftovers" "" "$(ls -d pddl.part* 2>/dev/null)"

# --- bad options ---

refusals <<'END'
2 | generate 3x3 --suite 5..4 --seed s | --suite: range 5..4 is reversed
2 | generate 3x3 --suite 5..32 --seed s | --suite: 5..32 moves of 3x3: expected 1..31
2 | generate 2x2 --suite 0..3 --seed s | --suite: 0..3 moves of 2x2: expected 1..6
2 | generate 5x4 --suite 1..3 --seed s | --suite: 5x4 has 20 cells: expected at most 16
2 | generate 3x3 --suite 1..3 --per-length 0 --seed s | --per-length: 0 is out of range: expected 1..1000000
2 | generate 3x3 --suite 1..3 --seed s --layout snake,missing=random | --suite: the boards of a suite have one goal: expected a layout without random
END
run generate 4x4 --suite 80 --seed s
same "17 boards of 10^13" 3 "$code"
has "17 boards of 10^13" err "try a wider range, or --attempts"
run generate 4x4 --suite 78 --seed s --attempts 100
same "too few attempts" 3 "$code"
has "too few attempts" err "length 78"

finish
