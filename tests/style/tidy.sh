#!/bin/sh
# `make tidy`: where clang-format would set a line otherwise, and what the
# static analysers and shellcheck say. It changes nothing and is no test.
set -u
cd "$(dirname "$0")/../.." || exit 1
status=0

clang-format --dry-run --Werror src/*/*.[ch] tests/*/*.[ch] || status=1
shellcheck tests/run tests/*.sh tests/*/*.sh || status=1
cppcheck --quiet --std=c11 --inline-suppr --error-exitcode=1 \
    --enable=warning,performance,portability -Iinclude -Isrc src || status=1
for file in src/*/*.c; do
    # shellcheck disable=SC2086 # the flags are words
    ${CC:-clang} ${flags:-} --analyze -Xclang -analyzer-werror \
        -o /dev/null "$file" || status=1
done
exit $status
