#!/bin/sh
# Functions have at most 80 lines and four levels of blocks, files at most 600
# lines. Relies on the brace style (a function's braces are in column one).
# Tables and generated code are not counted.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"

awk '
function end_of_file() {
    if (file != "" && lines > 600) {
        print file ": " lines " lines (at most 600)"; bad = 1
    }
}
FNR == 1 { end_of_file(); file = FILENAME; lines = 0; inside = 0 }
{ lines++ }
# The name of a function begins in column one, before the parenthesis.
/^[a-z_0-9]+\(/ { name = $0; sub(/\(.*/, "", name) }
/^\{/ { inside = 1; first = FNR; depth = deepest = 0; next }
inside && /^\}/ {
    n = FNR - first - 1
    print n >(scratch "/lengths")
    if (n > 80) {
        print file ":" first ": " name " has " n " lines (at most 80)"; bad = 1
    }
    if (deepest > 4) {
        print file ":" first ": " name " is " deepest " levels deep (at most 4)"
        bad = 1
    }
    inside = 0
}
# Blocks are counted by their braces, without those in literals.
inside {
    code = $0
    gsub(/\\./, "", code); gsub(/"[^"]*"|'"'[^']*'"'/, "", code)
    depth += gsub(/\{/, "", code) - gsub(/\}/, "", code)
    if (depth > deepest) deepest = depth
}
END { end_of_file(); exit bad }' scratch="$SCRATCH" src/*/*.c src/*/*.h
status=$?

[ -s "$SCRATCH/lengths" ] || { echo "no functions found" && exit 1; }
sort -n "$SCRATCH/lengths" | awk '{ n[NR] = $1 } END {
    print NR " functions; lines: median " n[int((NR + 1) / 2)] \
        ", nine tenths up to " n[int(NR * 0.9 + 0.5)] ", most " n[NR] }'
exit $status
