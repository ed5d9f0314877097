#!/bin/sh
# Packs read by other programs: C with libloyd, the stock sqlite3, and node in
# tests/web. The readers are in tests/readers: short, meant to be copied.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --layout spiral --seed a --count 200 --db a.db
run generate 4x3 --seed b --count 50 --db a.db
run generate 4x2 --layout random --seed c --count 90 --db a.db
run export --db a.db --out pack
n=$(sed 1d pack/puzzles.csv | wc -l | tr -d ' ')
[ "$n" -gt 250 ] || fail "only $n puzzles"

run generate 2x4 --seed m --count 50 --db b.db --metric mtm
run export --db b.db --out slides

# shellcheck disable=SC2046,SC2086 # flags are words
if ${CC:-cc} -std=c11 -Wall -Wextra ${READER_CFLAGS:-} -I "$root/include" \
    -o reader "$root/tests/readers/reader.c" "$build/libloyd.a" \
    $(pkg-config --libs $(sed -n 's/^Requires.private: //p' \
        "$root/loyd.pc.in")) -pthread -lm 2>err
then
    same "C" "$n puzzles" "$(./reader <pack/puzzles.csv)"
    sed '5s/,\([UDLR]\)/,D\1/' pack/puzzles.csv | ./reader >/dev/null &&
        fail "C accepts a false solution"
    same "C, in MTM" "50 puzzles" "$(./reader <slides/puzzles.csv)"
    awk -F , -v OFS=, 'NR == 5 { $17++ } 1' slides/puzzles.csv |
        ./reader >/dev/null && fail "C accepts a false length in MTM"
else
    # A library built with a sanitizer needs a reader built with it.
    grep -q '__asan\|__ubsan\|__tsan' err || fail "C: $(cat err)"
fi

# queries PACK: prints what reader.sql finds.
queries() {
    sqlite3 "$1/puzzles.sqlite" <"$root/tests/readers/reader.sql"
}
# found FIELD ...: the same of the lines of find.
found() {
    python3 -c '
import json, sys
for line in open("out"):
    e = json.loads(line)
    print("|".join(str(e[k]) for k in sys.argv[1:]))' "$@"
}
queries pack >rows
same "sqlite3" "ok
$n puzzles" "$(head -n 2 rows)"
run find --db a.db --band easy --order stm --json -n 3
same "its easiest" "$(found puzzle_id board goal stm path | sort)" \
    "$(sed '1,2d;$d' rows | cut -d '|' -f 2- | sort)"
same "no puzzle without a goal" 0 "$(tail -n 1 rows)"
queries slides >rows
run find --db b.db --mtm-band medium --order mtm --json -n 3
same "the fewest slides" "$(found puzzle_id board stm mtm mtm_path)" \
    "$(sed '$d' rows | tail -n 3 | cut -d '|' -f 2-)"

finish
