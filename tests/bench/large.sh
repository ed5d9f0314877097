#!/bin/sh
# Measures a catalogue of boards beyond 16 cells: 10,000 boards of 5x5 drawn,
# rated by effort quick and stored, on all processors. Arguments: the number of
# boards and the size.
set -eu
count=${1:-10000}
size=${2:-5x5}
loyd=${BUILD:-build}/loyd
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
began=$(date +%s)
"$loyd" generate "$size" --count "$count" --seed bench --db "$folder/a.db"
echo "$count boards of $size: $(($(date +%s) - began)) s," \
    "$(wc -c <"$folder/a.db") bytes"
