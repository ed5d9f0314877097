#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts the scripts of engines into arrays that script.c includes: of slurm.sh,
# slurm_sh.
#
#   usage: embed.sh FILE ...
set -eu
for file in "$@"; do
    name=${file##*/}
    echo "static const char $(echo "$name" | tr . _)[] = {"
    od -An -v -tx1 "$file" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
    echo '};'
done
