#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes data/estimates.tsv, the built-in samples, on stdout: one for each size
# with sides of 4 to 10 and more than 16 cells, the longer side horizontal, and
# the goal's blank in a corner. Finished sizes are kept in $BUILD/estimates, so
# that an interrupted run continues there: remove the folder to begin anew.
#
#   usage: BUILD=build estimates.sh [BOARDS] (default: 2000)
set -eu

boards=${1:-2000}
folder=$BUILD/estimates
mkdir -p "$folder"

cat <<END
# Boards of the recipes SERIES~0, SERIES~1, ..., which are uniform: how many
# have each estimate, the upper end of the interval that an effort found, and
# how many have each mlc (see docs/formats.md), as VALUE:BOARDS.
#
# class	effort	version	series	boards	measure	counts
#
# Made by tests/data/estimates.sh; \`make estimates\` makes it again.
END
for height in 4 5 6 7 8 9 10; do
    for width in 4 5 6 7 8 9 10; do
        [ "$width" -ge "$height" ] && [ $((width * height)) -gt 16 ] || continue
        part=$folder/${width}x$height.$boards
        [ -s "$part" ] || {
            echo "sampling $boards boards of ${width}x$height" >&2
            "$BUILD/loyd" bands --sample "${width}x$height" \
                --count "$boards" --db "$part.db" >&2
            sqlite3 -separator "$(printf '\t')" "$part.db" "SELECT class,
                'quick', version, source, sample, measure,
                group_concat(length || ':' || boards, ' ')
                FROM (SELECT * FROM lengths WHERE source <> 'loyd'
                AND boards > 0 ORDER BY measure, length) GROUP BY measure" \
                >"$part.part"
            rm "$part.db"
            mv "$part.part" "$part"
        }
        cat "$part"
    done
done
