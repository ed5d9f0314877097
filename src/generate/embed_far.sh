#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts the boards of data/hardest4x4.boards to the C rows that methods.c
# includes, on stdout.
#
#   usage: embed_far.sh hardest4x4.boards
set -eu

awk -F '[ /]' '
/^#/ { next }
NF != 16 {
    print FILENAME ":" FNR ": expected 16 labels" >"/dev/stderr"
    exit 1
}
{
    gsub(/[ \/]/, ", ")
    print "{" $0 "},"
}' "$1"
