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
status=0
# Those that take until a certain time are not for valgrind.
sh python/test.sh tests/test_boards.py tests/test_games.py tests/test_solving.py \
    -k 'not interval and not meanwhile and not one_thread and not folder and not fork and not ctrl_c' ||
    status=$?
awk -v status=$status 'BEGIN { RS = "==[0-9]+== \n" }
    match($0, /ERROR SUMMARY: [0-9]+/) {
        errors += substr($0, RSTART + 15, RLENGTH - 15)
        processes++
    }
    /definitely lost in/ && /_native/ && !/PyInit__native/ { lost++; print; next }
    status && !/definitely lost in/
    END { print processes + 0, "process,", errors + 0, "errors,",
        lost + 0, "blocks lost by the module"
        exit status || !processes || lost > 0 }' "$folder"/*
