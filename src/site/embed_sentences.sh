#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts the sentences of a language into C rows on stdout, sorted by key,
# which template.c includes.
#
#   usage: embed_sentences.sh en.txt
set -eu
rows=$(awk '
function flush()
{
    if (key != "")
        print "{\"" key "\", \"" text "\"},"
}
/^#/ || /^$/ { next }
{ gsub(/"/, "\\\"") }
/^    / { text = text (text == "" ? "" : "\\n") substr($0, 5); next }
/^[a-z0-9-]+ =/ { flush(); key = $1; text = substr($0, length(key) + 4); next }
{ print FILENAME ":" NR ": no key" >"/dev/stderr"; exit 1 }
END { flush() }' "$1")
printf '%s\n' "$rows" | LC_ALL=C sort
