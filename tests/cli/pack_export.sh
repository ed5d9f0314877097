#!/bin/sh
# Packs: their contents, checked by a reader based on the documents only;
# reproducible bytes; deltas; rejected input.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# oracle NAME DIR COUNT
oracle() {
    same "$1" "$3" "$(python3 "$here/pack.py" "$2" 2>&1 | tail -n 1)"
}

# A mix of sizes, layouts, drawn goals, labels beyond single letters, and
# proven, bounded and unrated puzzles.
LOYD_DB=a.db && export LOYD_DB
run generate 3x3 --seed a --count 300 --db a.db
run generate 3x3 --layout random,missing=random --seed b --count 40 --db a.db
run generate 4x3 --layout snake,blank=first --seed c --count 50 --db a.db
run generate 2x7 --layout rows,missing=3 --seed d --count 20 --db a.db
python3 - <<'END' || fail "no unrated and bounded ones"
import sqlite3
db = sqlite3.connect("a.db")
db.execute("UPDATE puzzle SET stm = NULL WHERE id IN (SELECT id FROM "
           "puzzle WHERE stm > 22 ORDER BY id LIMIT 20)")
db.execute("DELETE FROM rating WHERE puzzle IN (SELECT id FROM puzzle "
           "WHERE stm IS NULL ORDER BY id LIMIT 10)")
db.execute("UPDATE rating SET lower = lower - 2 WHERE puzzle IN (SELECT id "
           "FROM puzzle WHERE stm IS NULL)")
db.execute("UPDATE puzzle SET upper = (SELECT upper FROM rating WHERE puzzle "
           "= id AND lower < upper)")
db.commit()
END
run find --total
n=$(cat out)
run find --status bounded --total
same "bounded ones" 10 "$(cat out)"

check "export" 0 "$n puzzles in pack" "" export --db "$LOYD_DB" --out pack
same "its files" "SHA256SUMS goals.tsv ids.tsv manifest.json puzzles.csv puzzles.json \
puzzles.sqlite" "$(ls pack | tr '\n' ' ' | sed 's/ $//')"
oracle "a pack of everything" pack "$n"
(cd pack && sha256sum -c --quiet SHA256SUMS) || fail "sha256sum -c"
n_checks=$((n_checks + 1))
run digest --puzzles
same "its digest is that of digest --puzzles" "$(cat out)" \
    "$(sed -n 's/^  "digest": "\(.*\)",/\1/p' pack/manifest.json)"

# --- reproducible bytes ---

# same_folder NAME A B: the folders are equal.
same_folder() {
    same "$1" "" "$(diff -r "$2" "$3" 2>&1)"
}
run export --db "$LOYD_DB" --out again --today 2031-12-31
same_folder "another day, the same bytes" pack again
run export --db "$LOYD_DB" --out gz --gzip
run export --db "$LOYD_DB" --out gz.again --gzip
same_folder "gzip, the same bytes" gz gz.again
oracle "gzip" gz "$n"
gzip -dc gz/puzzles.json.gz | cmp - pack/puzzles.json || fail "another text"
same "gzip leaves SQLite alone" "$(cksum <pack/puzzles.sqlite)" \
    "$(cksum <gz/puzzles.sqlite)"
same "compression does not make another pack" \
    "$(grep pack_id pack/manifest.json)" "$(grep pack_id gz/manifest.json)"
mkdir empty
run export --db "$LOYD_DB" --out empty/
same_folder "into an empty folder" pack empty
mkdir real && ln -s real link
run export --db "$LOYD_DB" --out link
same_folder "through a link" pack real
[ -L link ] || fail "the link is gone"

# --- options ---

esc=$(printf '\303\251')
run export --db "$LOYD_DB" -o named --pack-name "Spirals & ${esc}s <1>" --licence 'CC "BY" 4.0' \
    --no-solutions --order -stm -n 40
oracle "a name, a licence, no solutions" named 40
grep -q '"path"' named/puzzles.json && fail "a path came out"
python3 - <<'END' || fail "name and licence"
import json
m = json.load(open("named/manifest.json"))
assert m["name"] == "Spirals & \u00e9s <1>" and m["licence"] == 'CC "BY" 4.0'
assert m["solutions"] == 0 and m["version"] == 1 and "since" not in m
END
run export --db "$LOYD_DB" -o s1 --shuffle x --recipe '3x3/rows~g1~a~*'
run export --db "$LOYD_DB" -o s2 --shuffle x --recipe '3x3/rows~g1~a~*' --order stm
run export --db "$LOYD_DB" -o s3 --shuffle y --recipe '3x3/rows~g1~a~*'
run export --db "$LOYD_DB" -o s4 --recipe '3x3/rows~g1~a~*'
run find --recipe '3x3/rows~g1~a~*' --total
oracle "shuffled" s1 "$(cat out)"
same "a shuffle does not depend on the order before" \
    "$(cksum <s1/puzzles.csv)" "$(cksum <s2/puzzles.csv)"
same "the same puzzles" "$(cut -d , -f 1 s1/puzzles.csv | sort)" \
    "$(cut -d , -f 1 s4/puzzles.csv | sort)"
[ "$(cksum <s1/puzzles.csv)" != "$(cksum <s4/puzzles.csv)" ] ||
    fail "not shuffled"
[ "$(cksum <s1/puzzles.csv)" != "$(cksum <s3/puzzles.csv)" ] ||
    fail "the seed changes nothing"
for page in "--offset 3 -n 20" "--pick z -n 9" "--distinct -n 9 --offset 2"; do
    rm -rf page mixed
    # shellcheck disable=SC2086 # words
    run export --db "$LOYD_DB" -o page --no-mark $page
    # shellcheck disable=SC2086 # words
    run export --db "$LOYD_DB" -o mixed --no-mark --shuffle x $page
    same "shuffled: $page" "$(cut -d , -f 1 page/puzzles.csv | sort)" \
        "$(cut -d , -f 1 mixed/puzzles.csv | sort)"
done
# By H(F("loyd shuffle", seed, id)), as documented.
same "the order of a shuffle" "$(python3 - "$here" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
from pack import Pack, f, h, unbase32
p = Pack("s1")
ids = [r[1] for r in p.series()]
print(ids == sorted(ids, key=lambda i: h(f(b"loyd shuffle", b"x",
                                           unbase32(i)))[:8]))
END
)" True
run export --db "$LOYD_DB" -o distinct --recipe '3x3/rows~g1~a~*' --distinct
run find --recipe '3x3/rows~g1~a~*' --distinct --total
oracle "distinct" distinct "$(cat out)"
run export --db "$LOYD_DB" -o distinct2 --replace --since distinct --recipe '3x3/rows~g1~a~*' --distinct
same "the same selection" \
    "0 loyd: distinct2: nothing is new since distinct" "$code $(cat err)"
sed -i 's/"distinct":1/"distinct":false/' distinct/manifest.json
run export --db "$LOYD_DB" -o distinct3 --replace --since distinct --recipe '3x3/rows~g1~a~*' --distinct
has "another" err "selection differs from that of distinct: distinct was \
false, is 1"
run export --db "$LOYD_DB" -o one --recipe '3x3/rows~g1~a~*' -n 9 --format csv
oracle "one format" one 9
run export --db "$LOYD_DB" -o js --recipe '3x3/rows~g1~a~*' -n 9 --json
same "--json" "9 1 0" "$(python3 -c '
import json
e = json.loads(open("out").read())
m = json.load(open("js/manifest.json"))
assert all(e[k] == m[k] for k in ("pack_id", "version", "puzzles", "digest"))
print(e["puzzles"], e["version"], e["withdrawn"])')"

# --- deltas ---

run export --db "$LOYD_DB" -o v1 --size 3x3 --stm 0..21 --pack-name Series
run export --db "$LOYD_DB" -o v2 --size 3x3 --stm 20..40 --replace --since v1
same "v2" 0 "$code"
oracle "v2" v2 "$(sed 1d v2/puzzles.csv | wc -l | tr -d ' ')"
run verify v2 --since v1
same "v2 follows v1" 0 "$code"
python3 - "$here" <<'END' || fail "v1, v2"
import sys
sys.path.insert(0, sys.argv[1])
from pack import Pack
one, two = Pack("v1"), Pack("v2")
a = {r[1]: r for r in one.series()}
b = {r[1]: r for r in two.series()}
m = two.manifest
assert m["version"] == 2 and m["name"] == "Series"
assert m["since"] == {k: one.manifest[k]
                      for k in ("pack_id", "version", "digest")}
assert all(b[i][0] == a[i][0] for i in a), "renumbered"
live = {i for i in b if b[i][3] != "withdrawn"}
gone = {i for i in a if not 20 <= int(a[i][2]) <= 40}
assert {i for i in a if b[i][3] == "withdrawn"} == gone and gone
assert {i for i in a if b[i][3] == "kept"} == set(a) - gone != set()
assert {i for i in b if b[i][3] == "added"} == set(b) - set(a) != set()
assert m["withdrawn"] == len(gone) and m["added"] == len(set(b) - set(a))
lines = [l.split("\t") for l in open("out").read().split("\n")[:-2]]
assert {l[2] for l in lines if l[0] == "withdrawn"} == gone
assert {l[2] for l in lines if l[0] == "added"} == set(b) - set(a)
assert len(lines) == m["withdrawn"] + m["added"]
END
# A withdrawn puzzle returns under its number; a newly proven one is listed
# again; without new puzzles, a delta of the same series is empty.
run export --db "$LOYD_DB" -o v3 --size 3x3 --replace --since v2 --gzip
oracle "v3, zipped" v3 "$(gzip -dc v3/puzzles.csv.gz | sed 1d | wc -l |
    tr -d ' ')"
same "the first number is there again" 1 "$(gzip -dc v3/ids.tsv.gz |
    grep -c "^1$tab.*${tab}added\$")"
run rate --db "$LOYD_DB"
run export --db "$LOYD_DB" -o v4 --size 3x3 --replace --since v3
same "v4" 0 "$code"
oracle "v4" v4 "$(sed 1d v4/puzzles.csv | wc -l | tr -d ' ')"
same "newly proven puzzles are in the delta" "$(sed -n \
    's/^  "changed": \(.*\),/\1/p' v4/manifest.json)" "$(grep -c \
    "${tab}changed\$" v4/ids.tsv)"
grep -q "${tab}changed\$" v4/ids.tsv || fail "nothing changed"
run export --db "$LOYD_DB" -o v5 --size 3x3 --replace --since v4
oracle "v5 without a new puzzle" v5 0
run verify v5 --since v1
same "v5 follows v1" 0 "$code"
has "both are right" out ", 0 lost, 0 wrong"
run verify v5 --since v1 --solve 5
same "and optimal" 0 "$code"
cp -r v1 mistaken && sed -i '2s/,proven,/,bounded,/' mistaken/puzzles.csv
run verify v5 --since mistaken
same "a fault of the earlier one" "1 1" \
    "$code $(grep -c "^wrong${tab}mistaken: puzzles.csv: " out)"
run verify v1 --since v5
same "v1 does not follow v5" 1 "$code"
has "it says so" out "lost"
cp -r v2 bad
awk -F '\t' -v OFS='\t' 'NR == 3 { $3 = $3 + 2 } { print }' v2/ids.tsv \
    >bad/ids.tsv
refuses "a different ids.tsv" 3 \
    "loyd: verify: bad/ids.tsv: size or SHA-256 does not match the manifest" \
    verify bad --since v1
sed "s/$(sha256sum <v2/ids.tsv | cut -d ' ' -f 1)/$(sha256sum <bad/ids.tsv |
    cut -d ' ' -f 1)/" v2/manifest.json >bad/manifest.json
run verify bad --since v1
same "a different length" 1 "$code"
has "it says so" out "contradicts${tab}2${tab}"
run export --db "$LOYD_DB" -o v6 --size 3x3 --replace --since bad
same "an export since it" 3 "$code"
has "an export since it" err "loyd: export: bad: puzzle "
[ ! -e v6 ] || fail "v6 is there"
awk -F '\t' -v OFS='\t' 'NR == 3 { id = $2 } NR == 4 { other = $2 }
    { row[NR] = $0 } END { for (i = 1; i <= NR; i++) { $0 = row[i];
    if (i == 3) $2 = other; if (i == 4) $2 = id; print } }' v2/ids.tsv \
    >bad/ids.tsv
sed "s/$(sha256sum <v2/ids.tsv | cut -d ' ' -f 1)/$(sha256sum <bad/ids.tsv |
    cut -d ' ' -f 1)/" v2/manifest.json >bad/manifest.json
run verify bad --since v1
same "two that changed their numbers" 1 "$code"
same "both are reported" 2 "$(grep -c "^renumbered$tab" out)"

# --- rejected input ---

mkdir folder
refusals <<'END'
2 | export --db "$LOYD_DB" -o no --format csv,sgt | --format: unknown value 'sgt': expected csv, json or sqlite
3 | export --db "$LOYD_DB" -o no --replace --since nowhere | export: nowhere: cannot open: No such file or directory
3 | export --db "$LOYD_DB" -o no --replace --since folder | export: folder/manifest.json: No such file or directory
2 | export --db "$LOYD_DB" -o no --pack-name '' | export: name of 0 bytes: expected 1..100
END
run export --db "$LOYD_DB" -o no --pack-name "$(printf 'a\033[2Jb')"
same "a name with an escape" 2 "$code"
run export --db "$LOYD_DB" -o pack
same "a folder that is not empty" 3 "$code"
same "the existing pack is unchanged" "" "$(diff -r pack again)"
same "nothing is left" "" "$(ls -d no no.part* pack.part* 2>/dev/null)"

# --- used puzzles ---

pack_id=$(python3 -c 'import json
print(json.load(open("pack/manifest.json"))["pack_id"])')
same "marked with pack and day" "$n" "$(sqlite3 a.db "SELECT count(*) FROM
    pack_use JOIN pack ON pk = pack WHERE pack_id = '$pack_id'")"
same "each pack once, with its first day" "$(date -u +%F)" \
    "$(sqlite3 a.db "SELECT date FROM pack WHERE pack_id = '$pack_id'")"
run export --db "$LOYD_DB" -o again.4x3 --size 4x3
run find --used yes --total
used=$(cat out)
same "all exported puzzles are used" "$n" "$used"
run generate 3x3 --seed new --count 30 --db a.db
run find --used no --json
cp out unused
run find --recipe '3x3/rows~g1~new~*' --json
same "new puzzles are unused" "$(sort out)" "$(sort unused)"
run export --db "$LOYD_DB" -o next --used no -n 10
same "an export of unused ones" 10 "$(sed 1d next/puzzles.csv | wc -l |
    tr -d ' ')"
run find --used yes --total
same "exported puzzles become used" "$((n + 10))" "$(cat out)"
run export --db "$LOYD_DB" -o next2 --used no
same "they are not exported again" "" "$(cut -d , -f 1 next/puzzles.csv \
    next2/puzzles.csv | sort | uniq -d | grep -v puzzle_id)"

# Marks of packs in parts are merged: the earlier day stays, duplicates count
# once.
run generate 3x3 --seed merged --count 20 --db b.db
run export --db b.db -o b1 --today 2026-03-05
run generate 3x3 --seed merged --count 30 --db c.db
run export --db c.db -o c1 --recipe '3x3/rows~g1~merged~*' -n 20 --today 2026-02-01
run export --db c.db -o c2 --recipe '3x3/rows~g1~merged~*' --order stm
marks="SELECT puzzle, pack_id, name, version, date FROM pack_use
    JOIN pack ON pk = pack ORDER BY 1, 2"
run merge --db m1.db b.db c.db
same "merge" 0 "$code"
run merge --db m2.db c.db
run merge --db m2.db b.db m1.db
same "in any order" "$(sqlite3 m1.db "$marks")" "$(sqlite3 m2.db "$marks")"
same "of all" "$( (sqlite3 b.db "$marks" && sqlite3 c.db "$marks") |
    cut -d '|' -f 1,2 | sort -u)" "$(sqlite3 m1.db "$marks" |
    cut -d '|' -f 1,2 | sort -u)"
for forgery in "UPDATE pack SET date = '2026-99-99'" \
    "UPDATE pack SET name = 'a' || char(27)" \
    "PRAGMA foreign_keys = OFF; UPDATE pack_use SET puzzle =
        '0000000000000000' WHERE puzzle = (SELECT min(puzzle) FROM
        pack_use)"; do
    cp b.db forged.db
    sqlite3 forged.db "$forgery"
    run merge --db m3.db forged.db c.db
    has "a catalogue with $forgery" err "loyd: forged.db: "
    same "and the other is merged" "$(sqlite3 c.db "$marks")" \
        "$(sqlite3 m3.db "$marks")"
    rm -f m3.db*
done
before=$(sqlite3 a.db 'SELECT count(*) FROM pack')
run export --db "$LOYD_DB" -o unmarked --recipe '3x3/rows~g1~a~*' -n 7 --no-mark
same "--no-mark" "0 $before" "$code $(sqlite3 a.db \
    'SELECT count(*) FROM pack')"

finish
