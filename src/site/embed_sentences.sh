#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts the sentences of a language into C rows on stdout, sorted by key,
# which template.c includes. Strings without control characters are the same in
# JSON as in C.
#
#   usage: embed_sentences.sh en.json
set -eu
sed -n 's/^  \("[a-z0-9-]*"\): \(".*"\),\{0,1\}$/{\1, \2},/p' "$1" | LC_ALL=C sort
