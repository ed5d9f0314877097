#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts data/article_cases.tsv to the C rows that name.c includes, on
# stdout. A malformed line or a name that occurs twice ends the build.
#
#   usage: embed_named.sh article_cases.tsv
set -eu

awk -F '\t' '
function bad(what)
{
    print FILENAME ":" FNR ": " what >"/dev/stderr"
    failed = 1
    exit 1
}

/^#/ { next }

NF != 6 || /["\\]/ || $6 !~ /^[a-z0-9-]+$/ {
    bad("expected article, goal, start, answer, note and name, without " \
        "quotes and backslashes")
}

seen[$6]++ { bad("this name occurs twice") }

{
    printf "{\"%s\", \"%s\", \"%s\",\n \"%s\",\n \"%s\"},\n",
        $6, $1, $5, $3, $2
}

END {
    if (!failed && NR == 0) {
        print "embed_named.sh: no puzzles" >"/dev/stderr"
        exit 1
    }
}' "$1"
