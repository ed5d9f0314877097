#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the keys of the sentences that scripts use, as strings of C. A key is
# written out as words("KEY") wherever it is used.
#
#   usage: embed_words.sh FILE.js ...
set -eu
grep -oh 'words("[a-z0-9-]*"' "$@" | sed 's/^words(//; s/$/,/' |
    LC_ALL=C sort -u
