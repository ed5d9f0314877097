#!/bin/sh
# Files that are no catalogues, or no longer: each command says what they are
# and leaves them as they were.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 -n 200 --seed files --db good.db
same "a good one" 0 "$code"
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

# what FILE WORDS [WORDS]: all commands that take a catalogue refuse this one
# so; the other words are those of verify, which takes packs as well.
what() {
    before=$(ls -l "$1" && { [ ! -f "$1" ] || cksum <"$1"; })
    for c in find 'find --count' stats verify rate digest 'show 0' \
        'export --out out.d'; do
        # shellcheck disable=SC2086 # a command and its options
        refuses "$1" 3 "loyd: $1: $2" $c --db "$1"
    done
    refuses "$1" 3 "loyd: $1: ${3:-$2}" verify "$1"
    after=$(ls -l "$1" && { [ ! -f "$1" ] || cksum <"$1"; })
    same "$1 stays as it was" "$before" "$after"
}

# spoils FILE WORDS [WORDS]: generate refuses it too, and does not write to it.
spoils() {
    what "$@"
    before=$(ls -l "$1" && { [ ! -f "$1" ] || cksum <"$1"; })
    refuses "$1" 3 "loyd: $1: $2" generate 2x2 --seed x --db "$1"
    after=$(ls -l "$1" && { [ ! -f "$1" ] || cksum <"$1"; })
    same "$1 stays as it was" "$before" "$after"
}

what empty.db 'it is empty'
what blank.db 'it is an empty database'
spoils text.db 'it is not an SQLite file'
spoils noise.db 'it is not an SQLite file'
spoils truncated.db 'database disk image is malformed'
spoils page.db 'database disk image is malformed'
spoils foreign.db "it is another program's database"
spoils other.db "it is another program's database"
spoils newer.db 'its schema is version 99, and this loyd knows 6'
spoils dropped.db "the schema is not loyd's: 'table rating' is missing"
spoils folder.db 'it is a folder' 'it is a folder without manifest.json, '\
'and a pack or a catalogue was expected'
spoils pipe.db 'it is not a regular file'
[ ! -e out.d ] || fail "an export of nothing left a folder"

for c in find stats verify rate digest 'show 0' 'export --out out.d'; do
    # shellcheck disable=SC2086
    refuses "no file" 3 "loyd: none.db: no such file" $c --db none.db
    [ ! -e none.db ] || fail "$c made a catalogue"
done
refuses "no folder" 3 \
    "loyd: none/new.db: it cannot be made: No such file or directory" \
    generate 2x2 --seed x --db none/new.db

# An empty file, and one that never held anything, become catalogues.
for f in empty.db blank.db; do
    check "into $f" 0 "3 recipes, 3 new puzzles" "" \
        generate 3x3 -n 3 --seed x --db $f
done

# A row that is wrong is told, and the others come all the same.
cp good.db row.db
sqlite3 row.db "UPDATE puzzle SET start = zeroblob(length(start))
    WHERE id = (SELECT id FROM puzzle ORDER BY id LIMIT 1 OFFSET 7)"
run find --db row.db
same "find among bad rows" 3 "$code"
run find --db good.db
cp out all
run find --db row.db
same "the other rows" "$(sed 8d all)" "$(cat out)"
same "one message" 1 "$(lines err)"
has "which one" err "loyd: row.db: puzzle $(sed -n 8p all | cut -f 1): "
run verify row.db
same "verify among bad rows" 1 "$code"
has "verify names it" out "wrong${tab}"
has "verify counts it" out " wrong"
run digest --db row.db
same "no digest of a bad row" 3 "$code"
same "no digest of a bad row" 0 "$(lines out)"

# A length that contradicts the path, and a path that does not solve.
cp good.db length.db
sqlite3 length.db "PRAGMA ignore_check_constraints = ON;
    UPDATE rating SET lower = lower + 2, upper = upper + 2;
    UPDATE puzzle SET stm = stm + 2"
run verify length.db
same "verify of wrong lengths" 1 "$code"

# SVG: whole or not at all, and never in place of a device.
run show 3x3/rows~g1~x~0 --svg none/board.svg
same "a folder that is not there" 3 "$code"
has "a folder that is not there" err \
    "loyd: none/board.svg: No such file or directory"
refuses "a device" 3 "loyd: /dev/null: not a regular file" show 3x3/rows~g1~x~0 --svg /dev/null
[ -c /dev/null ] || fail "/dev/null is gone"
echo old >board.svg
run show 3x3/rows~g1~x~0 --svg board.svg
same "over an old one" 0 "$code"
has "over an old one" board.svg "</svg>"

# Where modes are kept (root is let in everywhere): a closed folder.
mkdir closed && chmod 555 closed
if ! (: >closed/try) 2>/dev/null; then
    run generate 2x2 --seed x --db closed/new.db
    same "a closed folder" 3 "$code"
    has "a closed folder" err "loyd: closed/new.db: "
    run show 3x3/rows~g1~x~0 --svg closed/board.svg
    same "a picture into a closed folder" 3 "$code"
    run export --db good.db --out closed/pack
    same "an export into a closed folder" 3 "$code"
    same "nothing came into it" "" "$(ls closed)"
    chmod 000 good.db
    run find --db good.db
    same "a file that cannot be read" 3 "$code"
fi

finish
