#!/bin/sh
# Runs fuzz targets from their hand-made seeds, each for FUZZ_SECONDS if set,
# otherwise for FUZZ_RUNS inputs in the long tests and a quarter of them in others,
# the same every time.
#
#   run.sh [WORD]      only targets with the word in their names
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
word=${1:-}

status=1
for program in "$build"/fuzz/fuzz_*; do
    name=${program##*/}
    case $name in
    *.d) continue ;;
    *"$word"*) ;;
    *) continue ;;
    esac
    max=4096
    runs=${FUZZ_RUNS:-10000}
    [ -n "${LOYD_LONG:-}" ] || runs=$((runs / 4))
    # Each input is a database that is opened, statements that are compiled, a row
    # that all readers parse, or parts of a whole language.
    case ${LOYD_LONG:-}$name in
    fuzz_pack | fuzz_filter | fuzz_row | fuzz_language) runs=$((runs / 10)) ;;
    esac
    [ "$name" != fuzz_pack ] || max=16384
    seeds=tests/fuzz/corpus/${name#fuzz_}
    found=$build/fuzz/found/$name # new inputs, and inputs that crash
    mkdir -p "$found"
    if [ -n "${FUZZ_SECONDS:-}" ]; then
        echo "$name: $FUZZ_SECONDS seconds"
        set -- "-max_total_time=$FUZZ_SECONDS" -print_final_stats=1
    else
        rm -rf "$found" && mkdir -p "$found"
        set -- "-runs=$runs" -seed=1
    fi
    "$program" "$@" -max_len=$max -timeout=10 -verbosity=0 \
        -artifact_prefix="$found/" "$found" "$seeds" || exit 1
    status=0
done
[ $status = 0 ] || echo "no fuzz target matches '$word'"
exit $status
