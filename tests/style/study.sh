#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/study.py makes the table and the picture of docs/study.md. The long test
# makes them again; the short one compares means of a few boards with them, and
# the axes. With --write both are written.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
LOYD=${LOYD:-$(pwd)/${BUILD:-build}/loyd}
export LOYD
status=0

sed -n '/^method  *moves/,/^```/p' docs/study.md | sed '$d' >"$SCRATCH/wanted"
if [ "${1:-}" = --write ]; then
    # shellcheck disable=SC2016 # it is Python
    python3 docs/study.py docs/study.svg | python3 -c '
import re, sys
with open("docs/study.md", encoding="utf-8") as file:
    page = file.read()
page = re.sub("(?<=```\n)method  *moves.*?(?=```)", lambda _: sys.stdin.read(),
              page, flags=re.S)
with open("docs/study.md", "w", encoding="utf-8") as file:
    file.write(page)'
elif [ -n "${LOYD_LONG:-}" ]; then
    python3 docs/study.py "$SCRATCH/study.svg" >"$SCRATCH/table" || exit 1
    cmp "$SCRATCH/study.svg" docs/study.svg || status=1
    diff "$SCRATCH/table" "$SCRATCH/wanted" || status=1
else
    python3 docs/study.py 40 "$SCRATCH/study.svg" >"$SCRATCH/table" || exit 1
    # The fields: method, moves, mean, error of the mean.
    paste "$SCRATCH/table" "$SCRATCH/wanted" | awk '
        NR > 1 {
            off = $3 - $7
            if ($1 != $5 || $2 != $6 || off < -4 * $4 || off > 4 * $4) {
                print "docs/study.md has another mean: " $0
                wrong = 1
            }
        }
        END { exit wrong || NR != 25 }' || status=1
    python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' \
        "$SCRATCH/study.svg" || status=1
    for file in "$SCRATCH/study.svg" docs/study.svg; do
        grep -v '^<polyline\|class="t' "$file" >"$SCRATCH/axes.${file%%/*}"
    done
    cmp "$SCRATCH/axes." "$SCRATCH/axes.docs" || status=1
fi
exit $status
