#!/bin/sh
# Runs fuzz targets from their hand-made seeds: with FUZZ_SECONDS for so long
# each, otherwise FUZZ_RUNS inputs that are the same every time.
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
    [ "$name" != fuzz_pack ] || max=16384 # pages of a database
    seeds=tests/fuzz/corpus/${name#fuzz_}
    found=$build/fuzz/found/$name # what it learns; a crash is left here too
    mkdir -p "$found"
    if [ -n "${FUZZ_SECONDS:-}" ]; then
        echo "$name: $FUZZ_SECONDS seconds"
        set -- "-max_total_time=$FUZZ_SECONDS" -print_final_stats=1
    else
        rm -rf "$found" && mkdir -p "$found"
        set -- "-runs=${FUZZ_RUNS:-20000}" -seed=1
    fi
    "$program" "$@" -max_len=$max -timeout=10 -verbosity=0 \
        -artifact_prefix="$found/" "$found" "$seeds" || exit 1
    status=0
done
[ $status = 0 ] || echo "no fuzz target is called *$word*"
exit $status
