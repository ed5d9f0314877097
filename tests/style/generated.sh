#!/bin/sh
# The schema and the table of a puzzle's fields are those that `make generated`
# writes from src/store/fields.h.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
mkdir -p "$SCRATCH/data/schemas" "$SCRATCH/docs"

${CC:-cc} -std=c11 -Iinclude -Isrc -o "$SCRATCH/fields" tests/fields.c \
    src/store/fields.c || exit 1
python3 tests/generated.py "$SCRATCH/fields" . "$SCRATCH" || exit 1
n=0
for file in data/schemas/fields.schema.json data/schemas/selection.schema.json \
    data/schemas/stats.schema.json \
    docs/formats.md; do
    cmp -s "$file" "$SCRATCH/$file" || {
        echo "$file: differs from src/store/fields.h: run make generated"
        exit 1
    }
    n=$((n + 1))
done
echo "$n files"
