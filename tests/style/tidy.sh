#!/bin/sh
# `make tidy`, not a test: prints the reports of shellcheck, cppcheck and clang's
# analyser, and the number of places that clang-format would change (some tables
# and calls are formatted manually). The analyser gives false alarms: it does not
# know that why_set never returns LOYD_OK.
set -u
cd "$(dirname "$0")/../.." || exit 1

shellcheck tests/run tests/*.sh tests/*/*.sh docs/*.sh src/*/*.sh python/*.sh
cppcheck --quiet --std=c11 --inline-suppr --suppress=ctuuninitvar \
    --enable=warning,performance,portability -Iinclude -Isrc src
for file in src/*/*.c; do
    # shellcheck disable=SC2086 # the flags are words
    ${CC:-clang} ${flags:-} --analyze \
        -o /dev/null "$file" 2>&1 | grep -E '^src.*(warning|error):'
done
clang-format --dry-run src/*/*.[ch] tests/*/*.[ch] python/*.c 2>&1 |
    grep -c 'warning:' |
    sed 's/$/ places that clang-format would change/'
