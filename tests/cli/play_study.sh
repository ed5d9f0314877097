#!/bin/sh
# What predicts observed difficulty: found where it is, and not in noise.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --count 300 --seed s --db a.db --traits
refuses "no games" 1 "loyd: a.db: only 0 puzzles have an observed difficulty \
and what may predict it: expected 30 or more; see play rate and rate --traits" \
    play study --db a.db

# difficulties SLOPE: seconds that depend on the length, and on what no field
# knows.
difficulties() {
    python3 - "$1" <<'PYTHON'
import math, random, sqlite3, sys
rng = random.Random(3)
db = sqlite3.connect("a.db")
db.execute("DELETE FROM difficulty")
for puzzle, stm in db.execute("SELECT puzzle_id, stm FROM puzzles").fetchall():
    error = rng.uniform(0.05, 0.3)
    y = 1 + float(sys.argv[1]) * stm + rng.gauss(0, 0.2) + rng.gauss(0, error)
    db.execute("INSERT INTO difficulty VALUES (?, 1, ?, ?, 9, 0)",
               (puzzle, int(math.exp(y) * 1e6), int(error * 1e6)))
db.commit()
PYTHON
}

# bounds PREDICTOR: the ends of its interval, in percent, rounded down.
bounds() {
    sed -n "s/.*\"predictor\":\"$1\".*_lower\":\([-0-9.]*\),.*_upper\":\([-0-9.]*\),.*/\1 \2/p" \
        out | awk '{ printf "%d %d\n", 100 * $1, 100 * $2 }'
}

difficulties 0.1
run play study --db a.db --json --svg study.svg
same "study" "0, " "$code, $(cat err)"
same "rows" "stm,detour,linear_conflicts,inversions,tiles_home,turns,forced,\
row_moves,log2_solutions,all together" \
    "$(sed 's/^{"predictor":"\([^"]*\)".*/\1/' out | paste -s -d, -)"
# The variance of 0.1 * stm is 0.09 or so, and 0.2 squared is not predicted.
set -- $(bounds stm)
[ "$1" -gt 45 ] && [ "$2" -lt 95 ] || fail "length: $*"
set -- $(bounds "all together")
[ "$1" -gt 45 ] || fail "all together: $*"
python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' study.svg ||
    fail "study.svg is not XML"
mv out first
run play study --db a.db --json
same "the same again" "" "$(diff first out)"
LOYD_DB=a.db
export LOYD_DB
run play study
has "as text" out "Difficulty for people of 299 puzzles"
has "what is not used" out "same everywhere: cells, mtm"
unset LOYD_DB

difficulties 0
run play study --db a.db --json
set -- $(bounds "all together")
[ "$1" -le 0 ] || fail "something is found in noise: $*"

finish
