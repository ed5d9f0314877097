#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts the files that are the same on all sites into rows of a table, which
# pages.c includes: path, list of the service worker, the call that keeps the
# sentences of a script, length and bytes.
#
#   usage: embed_files.sh FILE ...
set -eu
for file; do
    path=${file##*/} kept='"files"' words=NULL
    case $path in
    check.py) kept=NULL ;;
    site.sw) path=sw.js kept='"worker"' ;;
    site.style) path='?/style.css' ;;
    site.play) path='?/play.js' words='"globalThis.loydWords = ("' ;;
    site.*) path="?/${path#site.}.js"
        words='"Object.assign(globalThis.loydWords, "' ;;
    esac
    echo "{\"$path\", $kept, $words, $(($(wc -c <"$file"))),"
    echo "(const unsigned char[]){"
    od -An -v -tx1 "$file" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
    echo "}},"
done
