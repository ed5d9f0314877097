#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts a file of SQL into an array of C.
#
#   usage: embed_sql.sh NAME FILE
set -eu
echo "static const char $1[] = {"
od -An -v -tx1 "$2" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
echo "0};"
