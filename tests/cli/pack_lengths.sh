#!/bin/sh
# What packs say about lengths: intervals, which every format has as the
# catalogue does; lengths in MTM, in a series that begins without them; and the
# intervals of 5x5 and 6x5.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# --- intervals and lengths that are not known ---

cat >in <<'END'
{"board":"2 1 3/4 5 6/8 7 0","stm":18}
{"board":"1 2 3/4 5 6/7 0 8","stm":5,"path":"LRLRL"}
{"board":"1 2 3/4 5 6/0 7 8"}
{"board":"1 2 3/0 5 6/4 7 8","lower":1,"upper":3,"path":"UL2"}
END
run import - --unrated --db a.db
same "import" "0 4 rows imported, 4 new puzzles, 2 lengths not proven" "$code $(cat out err)"
run generate 3x3 --seed open --count 20 --db a.db
check "export" 0 "24 puzzles in pack" "" export --db a.db --out pack \
    --no-mark
same "read by pack.py" 24 "$(python3 "$here/pack.py" pack 2>&1 | tail -n 1)"
n_checks=$((n_checks + 1))
python3 - "$here" <<'END' || fail "lengths are not the same in all files"
import json, sqlite3, sys
sys.path.insert(0, sys.argv[1])
import pack_csv
rows = pack_csv.read(open("pack/puzzles.csv").read())[1]
short = json.load(open("pack/puzzles.json"))["puzzles"]
db = sqlite3.connect("pack/puzzles.sqlite").execute(
    "SELECT stm, lower, upper FROM puzzle ORDER BY number").fetchall()
for row, brief, stored in zip(rows, short, db, strict=True):
    for key in ("stm",) if "stm" in row else ("lower", "upper"):
        assert row.get(key) == brief.get(key), (row, brief)
    assert stored == tuple(row.get(k) for k in ("stm", "lower", "upper"))
assert {r["status"] for r in rows} == {"proven", "bounded", "unrated"}
END
run verify pack
same "verify" "0 " "$code $(cat err)"

# reproducible bytes, regardless of memory contents

for i in 1 2 3; do
    filler=$(printf "%$((i * 777))s" x) "$LOYD" export --db a.db --out "p$i" \
        --no-mark >/dev/null ||
        fail "export $i"
    same "the same bytes" "" "$(diff -r pack "p$i" 2>&1)"
done

# SQLite built with or without secure_delete: the same file

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

# --- lengths in MTM ---

part mtm
# in_state WORD PACK: how many numbers of the series are in a state.
in_state() {
    cut -f 4 "$2/ids.tsv" | grep -c "^$1\$"
}

# What becomes proven in MTM is changed, the first time in every puzzle.
run generate 3x3 --seed a --count 30 --db a.db
run export --db a.db --out v1 --no-mark
same "STM only" 'number	puzzle_id	stm	state' "$(sed 1q v1/ids.tsv)"
run rate --db a.db --metric mtm
run export --db a.db --out v2 --no-mark --replace --since v1 --metric mtm
same "MTM from the second pack on" "30 changed" "$(in_state changed v2) changed"
same "its lengths" 30 \
    "$(awk -F "$tab" 'NR > 1 && $5 > 0' v2/ids.tsv | wc -l | tr -d ' ')"
run verify v2 --since v1
same "proven since" 30 "$(grep -c "^proven$tab" out)"
run generate 3x3 --seed b --count 10 --db a.db
run export --db a.db --out v3 --no-mark --replace --since v2 --metric mtm
same "not rated in MTM" "10 0 30" \
    "$(in_state added v3) $(in_state changed v3) $(in_state kept v3)"
run rate --db a.db --metric mtm
run export --db a.db --out v4 --no-mark --replace --since v3 --metric mtm --stm ..22
n=$(in_state withdrawn v4)
[ "$n" -gt 0 ] && [ "$n" -lt 40 ] || fail "$n withdrawn"
[ "$(in_state changed v4)" -gt 0 ] || fail "nothing changed"
for pack in v2 v3 v4; do
    run verify $pack --solve 100
    same "$pack: $(cat out)" 0 "$code"
done

# An app's copy with all deltas is what a full export is.
cp v1/puzzles.sqlite app.db
chmod u+w app.db
apply=$root/data/packs
for pack in v2 v3 v4; do
    sqlite3 -bail app.db "ATTACH '$pack/puzzles.sqlite' AS delta" \
        ".read $apply/apply.sql" ||
        fail "$pack cannot be applied"
done
run export --db a.db --out full --no-mark --metric mtm --stm ..22
all='SELECT puzzle_id, stm, mtm, mtm_lower, mtm_upper, mtm_percentile, mtm_band,
    mtm_path FROM puzzle ORDER BY puzzle_id;
    SELECT count(mtm), count(mtm_path) FROM puzzle'
same "applied deltas" "$(sqlite3 full/puzzles.sqlite "$all")" \
    "$(sqlite3 app.db "$all")"
sqlite3 app.db "$all" >before
sqlite3 -bail app.db "ATTACH 'v3/puzzles.sqlite' AS delta" \
    ".read $apply/apply.sql" 2>err &&
    fail "a delta out of order is applied"
same "a delta out of order" "$(cat before)" "$(sqlite3 app.db "$all")"

# Without --metric mtm changed puzzles would lose their lengths in MTM.
for how in --replace --grow "--add 1" --dry-run; do
    # shellcheck disable=SC2086 # words
    refuses "STM again, $how" 2 \
        "loyd: export: v4: has lengths in MTM: expected metric mtm" \
        export --db a.db --out v5 --no-mark --since v4 --stm ..22 $how
    same "STM again: nothing is there" "" "$(ls -d v5* 2>/dev/null)"
done

# Of a pack with them and one without, only the lengths in STM are compared.
cp -r v1 s1
for n in 2 3 4; do
    run export --db a.db --out s$n --no-mark --grow --since s$((n - 1))
done
run verify s4 --since v2
same "STM and MTM" "0 10 added, 0 proven, 0 withdrawn, 0 renumbered, \
0 contradicts, 0 lost, 0 wrong" "$code $(tail -n 1 out)"

# A length of the previous pack that is wrong.
run generate 2x4 --seed m --count 5 --db s.db --metric mtm
run export --db s.db --out slides --no-mark --metric mtm
python3 "$here/pack_altered.py" slides bad "mtm: ids.tsv: another length"
run export --db s.db --out next --no-mark --metric mtm --replace --since bad
same "a contradiction: exit code" 3 "$code"
has "a contradiction" err "length in MTM is 99 in the previous pack and "
run export --db s.db --out next --no-mark --metric mtm --replace --since slides
id=$(sed -n 's/^1'"$tab"'\([^'"$tab"']*\).*/\1/p' slides/ids.tsv)
sed 's/"pack_id": "[^"]*"/"pack_id": "'"$(sed -n \
    's/.*"since": {"pack_id": "\([^"]*\)".*/\1/p' next/manifest.json)"'"/' \
    bad/manifest.json >m && cp m bad/manifest.json
run verify next --since bad
has "a difference" out "contradicts${tab}1$tab$id"

# Every file alone is checked at import, and nothing of it is stored.
for what in lengths mtm mtm_lower mtm_upper mtm_path mtm_status; do
    python3 "$here/pack_altered.py" slides bad "mtm: csv: $what"
    run import bad/puzzles.csv --db i.db
    same "import of CSV with another $what" 3 "$code"
done
for change in "puzzles.json: mtm" "puzzles.json: mtm_path" "SQL: lengths" \
    "SQL: mtm" "SQL: mtm_lower" "SQL: mtm_upper" "SQL: mtm_path" \
    "SQL: a band that is a BLOB"; do
    python3 "$here/pack_altered.py" slides bad "mtm: $change"
    case $change in SQL*) file=puzzles.sqlite ;; *) file=puzzles.json ;; esac
    run import bad/$file --db i.db
    same "import: $change" 3 "$code"
done
[ ! -e i.db ] || fail "a catalogue is left"

# Without solutions, and without anything in MTM.
run export --db s.db --out bare --no-mark --metric mtm --no-solutions
run verify bare --solve 9
has "without solutions" out "10 lengths found again, 5 puzzles solved again"
same "its paths" 0 "$(grep -l path bare/puzzles.json* | wc -l | tr -d ' ')"
run generate 3x2 --seed z --count 5 --db z.db
run export --db z.db --out none --no-mark --metric mtm
run verify none
same "nothing in MTM" "0 0" \
    "$code $(sqlite3 none/puzzles.sqlite 'SELECT count(mtm) FROM puzzle')"

# --- intervals ---

part intervals
run generate 5x5 --seed i --count 3 --db a.db
run generate 6x5 --seed i --count 1 --db a.db
run export --db a.db --out pack --no-mark
run verify pack
same "verify" "0 4 puzzles checked in 5 files" "$code $(cut -d , -f 1 out)"

# The estimates are computed again, and those of the pack are their oracle.
fields='
import json, sys
for row in map(json.loads, sys.stdin):
    print(row["puzzle_id"], row["upper"], row["path"], row.get("estimate"))'
python3 "$here/pack_csv.py" pack/puzzles.csv | python3 -c "$fields" | sort >wanted
same "estimates" 4 "$(grep -vc None wanted)"
for form in csv json sqlite; do
    rm -f i.db
    run import pack/puzzles.$form --db i.db
    same "import $form" "0 " "$code $(cat err)"
    run find --db i.db --json
    python3 -c "$fields" <out | sort >found
    same "import $form: intervals" "$(cut -d ' ' -f 1-3 wanted)" \
        "$(cut -d ' ' -f 1-3 found)"
done
run rate --db i.db
run find --db i.db --json
python3 -c "$fields" <out | sort >found
same "estimates of quick" "$(cat wanted)" "$(cat found)"

finish
