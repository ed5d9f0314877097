#!/bin/sh
# No part of the sources grows unnoticed: see weight.py and weight.tsv. The rules of
# counting and the limit are tested on a small tree.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
tree=$SCRATCH/tree

fail() {
    echo "$*"
    exit 1
}
weigh() {
    python3 tests/weight.py "$@" "$tree"
}

mkdir -p "$tree/src/part" "$tree/include/loyd" "$tree/migrations" \
    "$tree/tests/style"
# 5 tokens, then 14: x [ ] and the text are in several lines.
cat >"$tree/src/part/a.c" <<'END'
int a = 0x1f; /* no "token" */
char *x[] = { // nor here
    "a // text" /* of
    two */ "parts", 'c', '\'' };
END
echo 'x->y++; z >>= 1.5e3;' >"$tree/include/loyd/b.h" # 9
echo "SELECT 'it''s -- one' FROM t WHERE a <> b; -- of 9" >"$tree/schema.sql"
cp "$tree/schema.sql" "$tree/migrations/0001.sql"
ln -s ../../schema.sql "$tree/src/part/c.sql"
# shellcheck disable=SC2016 # a template of JavaScript
echo 'f(`a // ${b}`);' >"$tree/src/part/d.js" # 13: what a template has counts
weigh >"$SCRATCH/counts" || fail "it does not count"
cat >"$SCRATCH/expected" <<'END'
part	C	SQL	JavaScript
include	9	0	0
part	19	0	13
schema	0	18	0
all	28	18	13
END
diff "$SCRATCH/expected" "$SCRATCH/counts" || exit 1

# 2 % more is allowed, a token above that is not, and less is.
for n in $(seq 16); do
    echo 'int more;int more;'
done >"$tree/src/part/e.c"
echo 'int x;int y;int ' >>"$tree/src/part/e.c" # 19 + 96 + 7 = 122
weigh --write || fail "it writes no table"
weigh --check || fail "what was written is not right"
echo '; ;' >>"$tree/src/part/e.c"
weigh --check || fail "2 % are not allowed"
echo ';' >>"$tree/src/part/e.c"
weigh --check >"$SCRATCH/said" && fail "more than 2 % are allowed"
grep -q '^part: 125 tokens of C, 122 in tests/style/weight.tsv' "$SCRATCH/said" ||
    fail "not the figures: $(cat "$SCRATCH/said")"
rm "$tree/src/part/e.c"
weigh --check || fail "less is not allowed"
mkdir "$tree/src/other"
echo ';' >"$tree/src/other/f.c"
weigh --check >"$SCRATCH/said" && fail "a part needs no row"
rm -r "$tree/src/other" "$tree/src/part"
weigh --check >"$SCRATCH/said" && fail "a row needs no part"
grep -q '^part: .*: remove the row$' "$SCRATCH/said" || fail "which row?"

python3 tests/weight.py --check .
