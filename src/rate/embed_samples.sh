#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts data/estimates.tsv to the C rows that sample.c includes, on stdout.
# A malformed line, or counts that do not add up, fail the build.
#
#   usage: embed_samples.sh estimates.tsv
set -eu

awk -F '\t' '
function bad(what)
{
    print FILENAME ":" FNR ": " what >"/dev/stderr"
    failed = 1
    exit 1
}

# Prints the distribution of a line, whose counts are "VALUE:BOARDS ...".
function print_counts(    n, i, pair, item, count, radius, sum)
{
    n = split($7, item, " ")
    for (i = 1; i <= n; i++) {
        if (item[i] !~ /^[0-9]+:[0-9]+$/)
            bad("expected VALUE:BOARDS")
        split(item[i], pair, ":")
        if (i > 1 && pair[1] + 0 <= radius)
            bad("expected ascending values")
        radius = pair[1] + 0
        count[radius] = pair[2]
        sum += pair[2]
    }
    if (sum != $5)
        bad("the counts do not add up to the boards")
    printf "{%d, %d, 0, %d, %d, %d, (const uint64_t[]){\n", width, height, $5,
        radius, $5
    for (i = 0; i <= radius; i++)
        printf "%d,%s", count[i], i % 20 == 19 ? "\n" : " "
    print $6 == "mlc" ? "}, true}," : "}, false},"
}

/^#/ { next }

NF != 7 || $1 !~ /^[0-9]+x[0-9]+@0[.]0$/ || $2 != "quick" ||
$3 !~ /^[0-9]+$/ || $4 !~ /^[0-9a-z~\/]+$/ || $5 !~ /^[0-9]+$/ {
    bad("expected a class, quick, a version, a series, boards, a measure " \
        "and counts")
}

$6 == "estimate" {
    split($1, side, /[x@]/)
    width = side[1] + 0
    height = side[2] + 0
    class = $1
    printf "{\"%s\", LOYD_EFFORT_QUICK, %d,\n", $4, $3
    print_counts()
    next
}

$6 == "mlc" && $1 == class {
    print_counts()
    print "},"
    class = ""
    next
}

{ bad("expected estimate, then mlc of the same class") }

END { exit failed }' "$1"
