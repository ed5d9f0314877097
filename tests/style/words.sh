#!/bin/sh
# What no file may contain: marks of unfinished work, tabs, trailing blanks,
# lines of more than 79 columns, banners, and files without a licence or a first
# comment.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
status=0
c_files=$(ls include/*.h include/loyd/*.h src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch] \
    python/*.c)
makefiles="Makefile src/web/web.mk tests/data/data.mk"
scripts=$(ls tests/run tests/*.sh tests/*/*.sh python/*.sh .ci/run)

# say HEADING: prints what grep found, with a heading; fails if there is any.
say() {
    found=$(cat)
    [ -z "$found" ] || {
        printf '%s:\n%s\n' "$1" "$found"
        status=1
    }
}

# shellcheck disable=SC2086,SC2046 # lists of files
{
    marks='TO''DO|FIX''ME|\bXX''X\b|\bHA''CK\b|not implement''ed'
    grep -nE "$marks" $c_files $scripts $(ls ./*.md docs/*.md \
        migrations/*.sql 2>/dev/null) >"$SCRATCH/found"
    say "unfinished work" <"$SCRATCH/found"

    grep -nP '\t' $c_files >"$SCRATCH/found"
    say "tabs" <"$SCRATCH/found"

    grep -nE ' +$' $c_files $scripts $makefiles >"$SCRATCH/found"
    say "blanks at the end of a line" <"$SCRATCH/found"

    grep -nE '^.{80,}' $c_files | cut -c 1-100 >"$SCRATCH/found"
    say "longer than 79 columns" <"$SCRATCH/found"

    grep -nE '/\* *[-=*_#]{4,}|^ *//|[-=*]{8,} *\*/' $c_files \
        >"$SCRATCH/found"
    say "banners, or comments not written as /* */" <"$SCRATCH/found"

    awk 'FNR == 1 && $0 != "/* SPDX-License-Identifier: MIT */" ||
        FNR == 2 && !/^\/\*/ { print FILENAME ": line " FNR }
        FNR == 2 { nextfile }' $c_files >"$SCRATCH/found"
    say "no licence in line 1, or no comment after it" <"$SCRATCH/found"
}
exit $status
