#!/bin/sh
# Tests that the upper ends of effort `quick` stay those of
# tests/golden/quick.tsv, for any batch and number of threads.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

golden=$root/tests/golden/quick.tsv

# uppers LAYOUT ARGUMENT ...: the upper ends of the boards in the file `boards`.
uppers() {
    uppers_layout=$1
    shift
    "$LOYD" solve --layout "$uppers_layout" "$@" <boards |
        sed 's/^[0-9]*\.\.//; s/[^0-9].*//'
}

grep -v '^#' "$golden" | cut -f 1,2 | sort -u >kinds
[ "$(grep -c . kinds)" -ge 5 ] || fail "too few kinds of boards"
while read -r size layout; do
    rows=$(grep "^$size$tab$layout$tab" "$golden")
    printf '%s\n' "$rows" | cut -f 3 >boards
    printf '%s\n' "$rows" | cut -f 4 >expected
    uppers "$layout" --effort quick --threads 2 >found
    cmp -s expected found || fail "$size $layout: other uppers than stored"
    [ "$size" = 6x6 ] || continue
    tail -n 1 boards >last
    mv last boards
    uppers "$layout" --effort quick --threads 1 >alone
    tail -n 1 expected | cmp -s - alone ||
        fail "$size $layout: the last board alone has another upper"
done <kinds
n_checks=$((n_checks + $(grep -c . kinds)))

finish
