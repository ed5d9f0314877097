#!/bin/sh
# What no source should hold: marks of unfinished work, tabs, blanks at the
# end of a line, lines beyond 79 columns, files without their licence or
# without a word on what they own.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
status=0
c_files=$(ls include/*.h include/loyd/*.h src/*/*.[ch] tests/*/*.[ch])
scripts=$(ls tests/run tests/*.sh tests/*/*.sh .ci/run)

# say WHAT: passes on what grep found, under a heading; nothing found is fine.
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

    grep -nE ' +$' $c_files $scripts Makefile >"$SCRATCH/found"
    say "blanks at the end of a line" <"$SCRATCH/found"

    grep -nE '^.{80,}' $c_files | cut -c 1-100 >"$SCRATCH/found"
    say "longer than 79 columns" <"$SCRATCH/found"

    grep -nE '/\* *[-=*_#]{4,}|^ *//|[-=*]{8,} *\*/' $c_files \
        >"$SCRATCH/found"
    say "banners, or comments not written as /* */" <"$SCRATCH/found"

    for f in $c_files; do
        head -n 1 "$f" | grep -qxF '/* SPDX-License-Identifier: MIT */' ||
            echo "$f: line 1"
        sed -n 2p "$f" | grep -q '^/\*' || echo "$f: line 2"
    done >"$SCRATCH/found"
    say "no licence in line 1, or no comment behind it" <"$SCRATCH/found"
}
exit $status
