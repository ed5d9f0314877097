#!/bin/sh
# Claimed lengths in packs: every format states them as the catalogue does, the
# bytes are reproducible, and none of them is uninitialised memory.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

cat >in <<'END'
{"board":"2 1 3/4 5 6/8 7 0","stm":18}
{"board":"1 2 3/4 5 6/7 0 8","stm":5,"path":"LRLRL"}
{"board":"1 2 3/4 0 6/7 5 8","claimed":4}
{"board":"1 2 3/4 5 6/0 7 8"}
{"board":"1 2 3/0 5 6/4 7 8","lower":1,"upper":3,"path":"UL2"}
END
run import - --db a.db
same "import" "0 " "$code $(cat err)"
echo '{"board":"1 2 3/4 5 6/7 0 8","path":"LRL"}' >in
run import - --db a.db
same "a path shorter than its claim" "0 " "$code $(cat err)"
run generate 3x3 --seed claims --count 20 --db a.db
run find --db a.db --json --status claimed
same "claims" 3 "$(lines out)"

# pairs FILE: board and claim, one puzzle per line.
pairs() {
    python3 -c '
import json, sys
for line in open(sys.argv[1]):
    row = json.loads(line)
    if "claimed" in row:
        print(row["board"], row["claimed"])' "$1" | sort
}
pairs out >wanted
same "the imported claims" "1 2 3/4 0 6/7 5 8 4
1 2 3/4 5 6/7 0 8 5
2 1 3/4 5 6/8 7 0 18" "$(cat wanted)"

check "export" 0 "25 puzzles in pack" "" export --db a.db --out pack \
    --no-mark --format jsonl,csv,json,sqlite,sgt
same "claims read by pack.py" 25 "$(python3 "$here/pack.py" pack 2>&1 | tail -n 1)"
pairs pack/puzzles.jsonl >found
same "puzzles.jsonl" "$(cat wanted)" "$(cat found)"
n_checks=$((n_checks + 1))
python3 - <<'END' || fail "claims are not the same in all files"
import csv, json, sqlite3
rows = [json.loads(line) for line in open("pack/puzzles.jsonl")]
short = json.load(open("pack/puzzles.json"))["puzzles"]
table = list(csv.DictReader(open("pack/puzzles.csv")))
db = sqlite3.connect("pack/puzzles.sqlite").execute(
    "SELECT stm, lower, upper, claimed FROM puzzle ORDER BY number").fetchall()
for row, brief, line, stored in zip(rows, short, table, db, strict=True):
    for other in brief, {k: int(line[k]) for k in
                         ("lower", "upper", "stm", "claimed") if line[k]}:
        for key in "stm", "claimed":
            assert row.get(key) == other.get(key), (row, other)
        if "stm" not in row:
            for key in "lower", "upper":
                assert row.get(key) == other.get(key), (row, other)
    assert stored == tuple(row.get(k) for k in
                           ("stm", "lower", "upper", "claimed"))
assert {r["status"] for r in rows} == {"proven", "bounded", "claimed",
                                       "unrated"}
assert any("lower" in r for r in rows if r["status"] == "claimed")
assert any("lower" not in r for r in rows if r["status"] == "claimed")
END
run verify pack
same "verify" "0 " "$code $(cat err)"

# --- import into another catalogue, from each format with claims ---

for form in jsonl csv json; do
    run import pack --db "$form.db" --format $form
    same "import of $form" "0 " "$code $(cat err)"
    run find --db "$form.db" --json --status claimed
    pairs out >found
    # A length that the pack proves is a claim until `rate` proves it again.
    same "claims of $form" "$(cat wanted)" "$(grep -Fxf wanted found)"
done

# --- reproducible bytes, regardless of memory contents ---

for i in 1 2 3; do
    filler=$(printf "%$((i * 777))s" x) "$LOYD" export --db a.db --out "p$i" \
        --no-mark --format jsonl,csv,json,sqlite,sgt >/dev/null ||
        fail "export $i"
    same "the same bytes" "" "$(diff -r pack "p$i" 2>&1)"
done

# --- SQLite built with or without secure_delete: the same file ---

cat >build.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sqlite3.h>
#include <stdlib.h>

int
sqlite3_open_v2(const char *path, sqlite3 **db, int flags, const char *vfs)
{
    int (*next)(const char *, sqlite3 **, int, const char *) =
        (int (*)(const char *, sqlite3 **, int, const char *))dlsym(
            RTLD_NEXT, "sqlite3_open_v2");
    int rc = next(path, db, flags, vfs);

    if (rc == SQLITE_OK)
        rc = sqlite3_exec(*db, getenv("BUILT_WITH"), NULL, NULL, NULL);
    return rc;
}
END
run generate 3x3 --seed many --count 3000 --db b.db
run export --db b.db --out many --format sqlite --no-mark
if ${CC:-cc} -shared -fPIC -o build.so build.c 2>err; then
    for mode in ON OFF; do
        BUILT_WITH="PRAGMA secure_delete = $mode" LD_PRELOAD="$tmp/build.so" \
            ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
            "$LOYD" export --db b.db --out "$mode" --format sqlite \
            --no-mark >/dev/null || fail "export with secure_delete $mode"
        same "secure_delete $mode" "" "$(diff -r many $mode 2>&1)"
    done
else
    fail "the stand-in for SQLite: $(cat err)"
fi

finish
