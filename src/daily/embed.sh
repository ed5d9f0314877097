#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts schedules (tables of data/schedules, one file per version) into C
# rows on stdout, which channel.c includes. A malformed row stops the build.
#
#   usage: embed.sh daily-1.tsv ...
set -eu

for schedule; do
    version=${schedule##*-}
    version=${version%.tsv}
    awk -F '\t' -v version="$version" -v file="$schedule" '
    function bad(what)
    {
        print file ":" NR ": " what >"/dev/stderr"
        failed = 1
        exit 1
    }
    BEGIN {
        split("monday tuesday wednesday thursday friday saturday sunday", day,
              " ")
        if (version !~ /^[1-9][0-9]*$/)
            bad("the file name has no version")
        print "{.version = " version ", .n = 7, .row = {"
    }
    /^#/ { next }
    {
        if (NF != 5 || $1 != day[++rows])
            bad("expected weekday, title, size, layout, stm; from monday on")
        if ($2 !~ /^[a-z0-9-]+$/ || length($2) > 31)
            bad("invalid title: expected 1..31 characters of a-z 0-9 -")
        if ($3 !~ /^[0-9]+x[0-9]+$/ || $4 !~ /^[a-z0-9=.,]+$/)
            bad("invalid size or layout")
        if ($5 !~ /^[0-9]+\.\.[0-9]+$/)
            bad("invalid lengths: expected A..B")
        split($3, size, "x")
        split($5, stm, /\.\./)
        printf "    {.title = \"%s\", .width = %d, .height = %d, " \
            ".layout = \"%s\",\n     .target = LOYD_TARGET_STM, " \
            ".low = %d, .high = %d},\n", $2, size[1], size[2], $4, stm[1], stm[2]
    }
    END {
        if (failed)
            exit 1
        if (rows != 7)
            bad("expected seven rows")
        print "}},"
    }' "$schedule"
done
