#!/bin/sh
# A part of the tests of the Python module under valgrind. Python's own allocator
# would hide errors; what it and cffi lose at their start does not count.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d "${SCRATCH:-/tmp}/loyd-valgrind.XXXXXX")
trap 'rm -rf "$folder"' EXIT
PYTHONMALLOC=malloc
WRAP="valgrind --error-exitcode=99 --leak-check=full --show-leak-kinds=definite
    --errors-for-leak-kinds=none --log-file=$folder/%p"
export PYTHONMALLOC WRAP
sh python/test.sh tests/test_boards.py tests/test_games.py tests/test_solving.py \
    -k 'not interval and not folder and not fork and not ctrl_c' ||
    { cat "$folder"/* && exit 1; }
awk 'BEGIN { RS = "==[0-9]+== \n" }
    /ERROR SUMMARY/ { errors += $4; processes++ }
    /definitely lost in/ && /_native/ && !/PyInit__native/ { lost++; print }
    END { print processes + 0, "process,", errors + 0, "errors,",
        lost + 0, "blocks lost by the module"; exit !processes || lost > 0 }' "$folder"/*
