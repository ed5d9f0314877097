#!/bin/sh
# The files of a pack: the same in each format as in the catalogue, the same
# bytes, lengths of every kind, the schema of docs/packs.md and the rules of Room.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

cat >in <<'END'
{"board":"2 1 3/4 5 6/8 7 0","stm":18,"name":"one, two"}
{"board":"1 2 3/4 5 6/7 0 8","stm":5,"path":"LRLRL"}
{"board":"1 2 3/4 5 6/0 7 8"}
{"board":"1 2 3/0 5 6/4 7 8","lower":1,"upper":3,"path":"UL2"}
END
run import - --unrated --db a.db
run generate 3x3 --layout spiral --seed a --count 20 --db a.db --metric mtm
run generate 2x3 --layout random --seed a --count 5 --db a.db
run generate 5x5 --seed i --count 2 --db a.db
run rate --db a.db --traits --size 3x3
check "export" 0 "31 puzzles in pack, not marked as used" "" \
    export --db a.db --out pack
run verify pack
same "verify" "0 31 puzzles checked in 3 files" "$code $(cut -d , -f 1 out)"

# Each value of each field is that of the view, with the ends of proven lengths
# left out.
n_checks=$((n_checks + 1))
python3 - <<'END' || fail "the files differ from the catalogue"
import csv, json, sqlite3
db = sqlite3.connect("pack/puzzles.sqlite")
db.row_factory = sqlite3.Row
rows = [dict(r) for r in db.execute("SELECT * FROM puzzles ORDER BY number")]
goals = {r["size"] + r["layout"]: r["goal"] for r in db.execute("SELECT * FROM goals")}
p = json.load(open("pack/puzzles.json"))
assert goals == {g["size"] + g["layout"]: g["goal"] for g in p["goals"]}
table = list(csv.DictReader(open("pack/puzzles.csv", newline="")))
view = sqlite3.connect("a.db")
view.row_factory = sqlite3.Row
assert [r["number"] for r in rows] == list(range(1, 32))
for row, brief, cells in zip(rows, p["puzzles"], table, strict=True):
    there = {k: v for k, v in row.items() if v is not None}
    assert brief == there, (brief, there)
    there["goal"] = goals[row["size"] + row["layout"]]
    text = {k: "%.3f" % v if "percentile" in k and "sample" not in k else str(v)
            for k, v in there.items()}
    assert {k: v for k, v in cells.items() if v} == text, (cells, text)
    e = view.execute("SELECT * FROM puzzles WHERE puzzle_id = ?",
                     (row["puzzle_id"],)).fetchone()
    for key in set(cells) - {"number"}:
        is_end = (key in ("lower", "upper") and e["stm"]) or \
            (key in ("mtm_lower", "mtm_upper") and e["mtm"])
        assert there.get(key) == (None if is_end else e[key]), (key, there)
for key in "stm", "lower", "mtm", "mtm_path", "estimate", "detour", "name":
    assert any(r[key] is not None for r in rows), key
    assert any(r[key] is None for r in rows), key
END

# Import of each file gives the same puzzles, and the digest of proven ones.
run find --db a.db --json
sed 's/"recipe":"[^"]*",//' out >wanted
for file in puzzles.csv puzzles.json puzzles.sqlite .; do
    rm -f i.db
    run import "pack/$file" --unrated --db i.db
    same "import $file: $(cat err)" "0" "$code"
    same "import $file" "$(python3 -c '
import json
print([(e["puzzle_id"], e["goal"], e["board"], e.get("name"))
       for e in map(json.loads, open("wanted"))])')" "$(run find --db i.db --json
        python3 -c '
import json
print([(e["puzzle_id"], e["goal"], e["board"], e.get("name"))
       for e in map(json.loads, open("out"))])')"
done
run generate 3x3 --seed d --count 30 --db d.db
run export --db d.db --out all --order -stm
run import all --db again.db
run digest --db again.db --puzzles
has "the digest" all/manifest.json "$(cut -d ' ' -f 1 out | head -n 1)"
same "the order of the selection" "$(cut -d , -f 9 all/puzzles.csv | sed 1d)" \
    "$(cut -d , -f 9 all/puzzles.csv | sed 1d | sort -rn)"

# Without solutions, and with some formats only.
run export --db d.db --out bare --no-solutions --format sqlite,json
same "its files" "SHA256SUMS manifest.json puzzles.json puzzles.sqlite" \
    "$(ls bare | xargs)"
same "no path" 0 "$(sqlite3 bare/puzzles.sqlite 'SELECT count(path) FROM puzzles')"
same "no path" 0 "$(grep -c path bare/puzzles.json)"
run verify bare --solve 3
has "without solutions" out "30 lengths found again, 3 puzzles solved again, 0 wrong"

# --- the same bytes, whatever is in memory, and however SQLite was built ---

for i in 1 2; do
    filler=$(printf "%$((i * 777))s" x) "$LOYD" export --db a.db --out "p$i" \
        >/dev/null || fail "export $i"
    same "the same bytes" "" "$(diff -r pack "p$i" 2>&1)"
done
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
if ${CC:-cc} -shared -fPIC -o build.so build.c 2>err; then
    for mode in ON OFF; do
        BUILT_WITH="PRAGMA secure_delete = $mode" LD_PRELOAD="$tmp/build.so" \
            ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
            "$LOYD" export --db a.db --out "$mode" >/dev/null ||
            fail "export with secure_delete $mode"
        same "secure_delete $mode" "" "$(diff -r pack $mode 2>&1)"
    done
else
    fail "the stand-in for SQLite: $(cat err)"
fi

# --- docs/packs.md: the schema, and Room's classes ---

n_checks=$((n_checks + 1))
python3 - "$root/docs/packs.md" <<'END' || fail "docs/packs.md differs"
import re, sqlite3, sys
page = open(sys.argv[1]).read()
db = sqlite3.connect("pack/puzzles.sqlite")
made = [sql for sql, in db.execute(
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")]
for sql in made:
    assert sql + ";" in page, sql
assert len(made) == 4
version, = db.execute("PRAGMA user_version").fetchone()
assert "version = %d" % version in page
# Room compares name, affinity, NOT NULL and place in the key of each column.
types = {"String": "TEXT", "Long": "INTEGER", "Double": "REAL"}
for table, keys, body in re.findall(
        r'@Entity\(tableName = "(\w+)"(.*?)\)\nclass \w+\((.*?)\)\n', page, re.S):
    columns = re.findall(r"(@PrimaryKey )?val (\w+): (\w+)(\??)", body)
    named = re.findall(r'"(\w+)"', keys.split("primaryKeys")[-1]) \
        if "primaryKeys" in keys else []
    wanted = [(name, types[kind], int(not null),
               named.index(name) + 1 if name in named else int(bool(key)))
              for key, name, kind, null in columns]
    assert wanted == [(r[1], r[2], r[3], r[5]) for r in
                      db.execute("PRAGMA table_info(%s)" % table)], table
    indices = [(r[1], r[2]) for r in db.execute("PRAGMA index_list(%s)" % table)
               if r[3] == "c"]
    assert indices == ([("index_puzzles_puzzle_id", 1)]
                       if table == "puzzles" else []), indices
assert not any(r[0] for r in db.execute(
    "SELECT 1 FROM sqlite_schema WHERE type IN ('view', 'trigger')"))
END
chmod a-w pack pack/*
same "read-only" "31 ok" "$(sqlite3 -readonly "file:pack/puzzles.sqlite?immutable=1" \
    'SELECT count(*) FROM puzzles; PRAGMA integrity_check' | xargs)"
chmod u+w pack

# 500 puzzles of 4x4.
run generate 4x4 --method walk:60 --seed size --count 500 --db s.db
run export --db s.db --out size
bytes=$(cat size/* | wc -c)
[ "$bytes" -lt 340000 ] || fail "500 puzzles have $bytes bytes"

# --- estimates are computed again ---

run find --db a.db --size 5x5 --json
grep -o '"estimate":[0-9]*' out >wanted
run import pack --db e.db
run rate --db e.db --size 5x5
run find --db e.db --size 5x5 --json
same "estimates of quick" "$(cat wanted)" "$(grep -o '"estimate":[0-9]*' out)"

finish
