#!/bin/sh
# A pack of 5x5 and 6x5 with the intervals of an earlier version, in
# tests/golden/packs2: it is verified, and each file imports the same intervals.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

old=$root/tests/golden/packs2

check "verify" 0 "5 puzzles checked in 5 files, 1 of 5 optima found again, \
4 recipes not drawn again, not signed, 0 wrong" "" verify "$old"

# The estimates are computed again, and those of the pack are their oracle.
fields='
import json, sys
for row in map(json.loads, sys.stdin):
    print(row["puzzle_id"], row["upper"], row["path"], row.get("estimate"))'
python3 -c "$fields" <"$old/puzzles.jsonl" | sort >wanted
same "estimates" "4 1" "$(grep -vc None wanted) $(grep -c None wanted)"
for name in puzzles.jsonl puzzles.json puzzles.csv; do
    rm -f i.db
    run import "$old/$name" --db i.db
    same "import $name" "0 " "$code $(cat err)"
    run find --db i.db --json
    python3 -c "$fields" <out | sort >found
    same "import $name: intervals" "$(cut -d ' ' -f 1-3 wanted)" \
        "$(cut -d ' ' -f 1-3 found)"
done
run rate --db i.db
run find --db i.db --json
python3 -c "$fields" <out | sort >found
same "estimates of quick" "$(grep -v None wanted)" \
    "$(grep -Ff - found <<END
$(grep -v None wanted | cut -d ' ' -f 1)
END
)"
finish
