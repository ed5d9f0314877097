#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints which sentences each script of a site uses, as rows of C: SCRIPT, KEY. A
# key is written out as words("KEY") wherever it is used. Every page has the first
# script, so the others leave its sentences out.
#
#   usage: embed_words.sh DIR/site.SCRIPT ...
set -eu
first=
for file in "$@"; do
    keys=$(grep -oh 'words("[a-z0-9-]*"' "$file" | sed 's/^words(//' |
        LC_ALL=C sort -u)
    for key in $keys; do
        case $first in
        *"$key"*) ;;
        *) echo "{\"${file##*/site.}.js\", $key}," ;;
        esac
    done
    [ -n "$first" ] || first=$keys
done
