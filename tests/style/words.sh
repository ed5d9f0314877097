#!/bin/sh
# What no file may contain: marks of unfinished work, tabs, trailing blanks,
# lines of more than 79 columns, files without a licence or a first comment, and
# turns of phrase that are not plain English (turns.py has the list), also in
# what the command prints as its help.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
loyd=${LOYD:-$(pwd)/${BUILD:-build}/loyd}
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

    # The check itself: it must find a turn that is broken over two lines.
    : >"$SCRATCH/found"
    printf '# once\n# more\n' | python3 tests/style/turns.py - >/dev/null &&
        echo "turns.py does not find one" >"$SCRATCH/found"
    say "turns of phrase" <"$SCRATCH/found"

    # Released migrations and golden files never change, so they are exempt.
    python3 tests/style/turns.py $c_files $scripts $makefiles schema.sql \
        $(ls ./*.md docs/*.md docs/*.sh data/README.md data/schemas/*.json src/site/en.json \
            src/*/*.sh tests/*/*.js tests/readers/*.sql tests/*.py tests/*/*.py \
            python/*.py python/*/*.py |
            grep -v /turns.py) >"$SCRATCH/found" 2>&1
    say "turns of phrase" <"$SCRATCH/found"

    # The program builds some sentences from parts: its help, as printed.
    [ ! -x "$loyd" ] || {
        "$loyd" help
        "$loyd" help | sed -n '/^commands/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' |
            while read -r command; do
                "$loyd" help "$command"
            done
    } >"$SCRATCH/help"
    [ ! -s "$SCRATCH/help" ] || {
        python3 tests/style/turns.py - <"$SCRATCH/help" |
            sed 's/^-:/help:/' >"$SCRATCH/found" 2>&1
        say "turns of phrase in loyd help" <"$SCRATCH/found"
    }
}
exit $status
