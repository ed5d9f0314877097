#!/bin/sh
# `make tidy`, no test: what shellcheck, cppcheck and clang's analyser say, to
# be read with care (the last cannot know that why_set never returns LOYD_OK,
# and follows paths that there are not), and how many places clang-format would
# set otherwise (some tables and calls are set by hand).
set -u
cd "$(dirname "$0")/../.." || exit 1

shellcheck tests/run tests/*.sh tests/*/*.sh docs/*.sh src/*/*.sh
cppcheck --quiet --std=c11 --inline-suppr --suppress=ctuuninitvar \
    --enable=warning,performance,portability -Iinclude -Isrc src
for file in src/*/*.c; do
    # shellcheck disable=SC2086 # the flags are words
    ${CC:-clang} ${flags:-} -ULOYD_VERSION '-DLOYD_VERSION=""' --analyze \
        -o /dev/null "$file" 2>&1 | grep -E '^src.*(warning|error):'
done
clang-format --dry-run src/*/*.[ch] tests/*/*.[ch] 2>&1 |
    grep -c 'warning:' |
    sed 's/$/ places that clang-format would set otherwise/'
