#!/bin/sh
# Tests files that are not valid catalogues: each command reports why and
# leaves them unchanged.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --count 200 --seed files --db good.db
same "a valid catalogue" 0 "$code"
bytes=$(wc -c <good.db | tr -d ' ')

: >empty.db
echo 'hello' >text.db
head -c 5000 /dev/urandom >noise.db
head -c 3000 good.db >truncated.db
head -c $((bytes - 4096)) good.db >page.db
sqlite3 foreign.db 'CREATE TABLE t (a); INSERT INTO t VALUES (1)'
sqlite3 blank.db VACUUM
cp good.db newer.db
sqlite3 newer.db 'PRAGMA user_version = 99'
cp good.db other.db
sqlite3 other.db 'PRAGMA application_id = 5'
cp good.db dropped.db
sqlite3 dropped.db 'DROP TABLE rating'
mkdir folder.db
mkfifo pipe.db
rm -f ./*.db-wal ./*.db-shm

# refuse FILE TEXT [TEXT]: all commands that read a catalogue refuse the file
# with this text; the second one is that of verify, which reads packs too.
refuse() {
    before=$(ls -l "$1" && { [ ! -f "$1" ] || cksum <"$1"; })
    for c in find 'find --total' stats verify rate digest 'show 0' \
        'export --out out.d'; do
        # shellcheck disable=SC2086 # a command and its options
        refuses "$1" 3 "loyd: $1: $2" $c --db "$1"
    done
    refuses "$1" 3 "loyd: $1: ${3:-$2}" verify "$1"
    after=$(ls -l "$1" && { [ ! -f "$1" ] || cksum <"$1"; })
    same "$1 is unchanged" "$before" "$after"
}

# refuse_all FILE TEXT [TEXT]: generate refuses it too and does not change it.
refuse_all() {
    refuse "$@"
    before=$(ls -l "$1" && { [ ! -f "$1" ] || cksum <"$1"; })
    refuses "$1" 3 "loyd: $1: $2" generate 2x2 --seed x --db "$1"
    after=$(ls -l "$1" && { [ ! -f "$1" ] || cksum <"$1"; })
    same "$1 is unchanged" "$before" "$after"
}

refuse empty.db 'not a loyd catalogue: empty file'
refuse blank.db 'not a loyd catalogue: empty database'
refuse_all text.db 'not an SQLite file' "not an SQLite file: try 'loyd import --check FILE'"
refuse_all noise.db 'not an SQLite file' "not an SQLite file: try 'loyd import --check FILE'"
refuse_all truncated.db 'database disk image is malformed'
refuse_all page.db 'database disk image is malformed'
refuse_all foreign.db "not a loyd catalogue: another program's database"
refuse_all other.db "not a loyd catalogue: another program's database"
schema=$(sed -n 's/^PRAGMA user_version = \([0-9]*\);/\1/p' "$root/schema.sql")
refuse_all newer.db 'schema version 99: this loyd supports up to '"$schema"
refuse_all dropped.db "unexpected schema: 'table rating' is missing"
refuse_all folder.db 'is a folder' 'folder has no manifest.json: expected a pack '\
'or a catalogue'
refuse_all pipe.db 'not a regular file'
[ ! -e out.d ] || fail "an export that failed left a folder"

for c in find stats verify rate digest 'show 0' 'export --out out.d'; do
    # shellcheck disable=SC2086
    refuses "no file" 3 "loyd: none.db: no such file" $c --db none.db
    [ ! -e none.db ] || fail "$c created a catalogue"
done
refuses "no folder" 3 \
    "loyd: none/new.db: cannot create: No such file or directory" \
    generate 2x2 --seed x --db none/new.db

# An empty file and an empty database become catalogues.
for f in empty.db blank.db; do
    check "into $f" 0 "3 recipes, 3 new puzzles" "" \
        generate 3x3 --count 3 --seed x --db $f
done

# An invalid row: find prints what is stored, verify names it.
cp good.db row.db
sqlite3 row.db "UPDATE puzzle SET board = replace(board, '0', '9')
    WHERE id = (SELECT id FROM puzzle ORDER BY id LIMIT 1 OFFSET 7)"
run find --db good.db
cp out all
run find --db row.db
same "find with an invalid row" "0 $(sed 8d all)" "$code $(sed 8d out)"
run verify row.db
same "verify with an invalid row" 1 "$code"
has "verify names it" out "wrong${tab}puzzle $(sed -n 8p all | cut -f 1): "
has "verify counts it" out ", 1 wrong"
run digest --db row.db
same "digest of an invalid row" 3 "$code"
same "digest of an invalid row" 0 "$(lines out)"

# A length that contradicts the path, and a path that is not a solution.
cp good.db length.db
sqlite3 length.db "PRAGMA ignore_check_constraints = ON;
    UPDATE rating SET lower = lower + 2, upper = upper + 2;
    UPDATE puzzle SET stm = stm + 2"
run verify length.db
same "verify of wrong lengths" 1 "$code"

# SVG: written completely or not at all, and never over a device.
run show 3x3/rows~g1~x~0 --svg none/board.svg
same "no such folder" 3 "$code"
has "no such folder" err \
    "loyd: none/board.svg: cannot write: No such file or directory"
refuses "a device" 3 "loyd: /dev/null: not a regular file" show 3x3/rows~g1~x~0 --svg /dev/null
[ -c /dev/null ] || fail "/dev/null is gone"
echo old >board.svg
run show 3x3/rows~g1~x~0 --svg board.svg
same "an existing file" 0 "$code"
has "an existing file" board.svg "</svg>"

# A folder without permissions, unless run by root.
mkdir closed && chmod 555 closed
if ! (: >closed/try) 2>/dev/null; then
    run generate 2x2 --seed x --db closed/new.db
    same "a folder without permissions" 3 "$code"
    has "a folder without permissions" err "loyd: closed/new.db: "
    run show 3x3/rows~g1~x~0 --svg closed/board.svg
    same "a picture in a folder without permissions" 3 "$code"
    run export --db good.db --out closed/pack
    same "an export in a folder without permissions" 3 "$code"
    same "the folder is empty" "" "$(ls closed)"
    chmod 000 good.db
    run find --db good.db
    same "a file that cannot be read" 3 "$code"
fi

finish
