#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts a file into bytes, for an array in C that includes them.
#
#   usage: embed_bytes.sh FILE
set -eu
od -An -v -tx1 "$1" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
