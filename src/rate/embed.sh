#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts data/depths.txt (goals with the blank in a corner) and
# data/distributions.txt (all others) to the C rows that distribution.c
# includes, on stdout; with mtm, data/distributions_mtm.txt alone, which has
# all classes. A malformed line, or counts that do not add up, fail the build.
#
#   usage: embed.sh stm|mtm depths.txt FILE
set -eu

awk -v metric="$1" '
function bad(what)
{
    print FILENAME ":" FNR ": " what >"/dev/stderr"
    failed = 1
    exit 1
}

# The sides of $1, the longer one first.
function read_size(    side, other)
{
    if ($1 !~ /^[0-9]+x[0-9]+$/)
        bad("expected a size")
    split($1, side, "x")
    width = side[1] + 0
    height = side[2] + 0
    if (width < height) {
        other = width
        width = height
        height = other
    }
}

# The number after "NAME=" in a field.
function value(field, name)
{
    if (field !~ "^" name "=[0-9.]+:?$")
        bad("expected " name "=")
    return substr(field, length(name) + 2) + 0
}

# Prints a row of the counts from field `first` on, with zeros up to the
# radius. Returns their sum.
function print_row(blank, sample, first, radius,    i, total)
{
    total = 0
    for (i = first + 1; i <= NF; i++)
        total += $i
    printf "{%d, %d, %d, %d, %d, UINT64_C(%.0f), (const uint64_t[]){\n",
        width, height, blank, sample, radius, total
    for (i = first; i <= first + radius; i++) {
        if (i <= NF && $i !~ /^[0-9]+$/)
            bad("expected counts")
        printf "UINT64_C(%s),\n", i <= NF ? $i : "0"
    }
    print "}, false},"
    return total
}

/^#/ { next }

FILENAME == ARGV[1] {
    read_size()
    radius = value($2, "radius")
    if (NF != 5 + radius)
        bad("expected one count per length")
    corner[width "x" height] = radius
    if (metric == "mtm")
        next
    if (print_row(0, 0, 5, radius) + 1 != value($3, "total"))
        bad("the counts do not add up to the total")
    next
}

# The radius may exceed that of the corner class by the number of moves that
# take the blank to the corner. In MTM no length exceeds that in STM; a 4x4
# with the blank in a corner takes at most 43 slides.
{
    read_size()
    if ($2 !~ /^blank=[0-9]+\.[0-9]+$/ || !((width "x" height) in corner))
        bad("expected a size of depths.txt and blank=ROW.COLUMN")
    split(substr($2, 7), at, ".")
    blank = at[1] * width + at[2]
    if ($3 == "exact:") {
        print_row(blank, 0, 4, NF - 4)
        next
    }
    sample = value($3, "sample")
    radius = corner[width "x" height] + at[1] + at[2]
    if (metric == "mtm" && width * height == 16 && width == height)
        radius = 43 + (at[1] > 0) + (at[2] > 0)
    if (NF - 4 > radius)
        bad("lengths above the radius")
    if (print_row(blank, sample, 4, radius) != sample)
        bad("the counts do not add up to the sample")
}
END { exit failed }' "$2" "$3"
