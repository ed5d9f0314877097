#!/bin/sh
# SPDX-License-Identifier: MIT
# Turns schedules (tables of data/schedules, one file a version) into the C
# rows that channel.c includes, on stdout. A row that is not in the form
# expected ends the build.
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
            bad("no version in the name of the file")
        print "{" version ", {"
    }
    /^#/ { next }
    {
        if (NF != 5 || $1 != day[++rows])
            bad("expected weekday, title, size, layout, stm, from monday on")
        if ($2 !~ /^[a-z0-9-]+$/ || length($2) > 31)
            bad("a title is 1..31 of a-z 0-9 -")
        if ($3 !~ /^[0-9]+x[0-9]+$/ || $4 !~ /^[a-z0-9=.,]+$/)
            bad("no size or no layout")
        if ($5 !~ /^[0-9]+\.\.[0-9]+$/)
            bad("expected a range of lengths, A..B")
        split($5, stm, /\.\./)
        printf "    {\"%s\", \"%s\", \"%s\", %d, %d},\n", $2, $3, $4, \
            stm[1], stm[2]
    }
    END {
        if (failed)
            exit 1
        if (rows != 7)
            bad("expected seven rows")
        print "}},"
    }' "$schedule"
done
