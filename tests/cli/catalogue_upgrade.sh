#!/bin/sh
# Catalogues of older schemas are upgraded: the same rows, digests and columns;
# a kill at any moment leaves the old one or the new one; a row that cannot be
# converted is named, and the file stays as it was.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

newest=$(find "$here/../../migrations" -name '*.sql' | wc -l)

# rows FILE: as the newest schema has them, from code that is not loyd's.
rows() {
    python3 "$here/schema12.py" rows "$1" || fail "no rows of $1"
}

# upgrade FILE: by a command that writes, and has nothing to write.
upgrade() {
    run import - --db "$1"
    same "$1: exit code" 0 "$code"
    check_sql "$1"
}

check_sql() {
    same "$1: the file" "$newest ok" "$(sqlite3 "$1" 'PRAGMA user_version;
        PRAGMA integrity_check; PRAGMA foreign_key_check' | tr '\n' ' ' |
        sed 's/ $//')"
}

# The digests are those that the release printed which made schema 12.
while read -r version digest; do
    file=v$version.db
    python3 "$here/schema12.py" older "$version" "$file"
    cp "$file" before.db
    rows "$file" >wanted
    refuses "$file cannot be read" 3 "loyd: $file: made by an older loyd: \
schema version $version: any command that writes, such as 'loyd rate', \
upgrades it to $newest" find --db "$file"
    cmp -s "$file" before.db || fail "reading changes $file"
    upgrade "$file"
    same "$file: the note" "loyd: $file: upgraded from schema $version \
to $newest: digest $digest before and after" "$(cat err)"
    rows "$file" >got
    cmp -s wanted got || fail "$file: rows differ
$(diff wanted got | head -5)"
    check "$file: digest" 0 "$digest" "" digest --db "$file"
    cp "$file" before.db
    upgrade "$file"
    same "$file: a second time" "" "$(cat err)"
    cmp -s "$file" before.db || fail "$file: a second time changes it"
done <<'END'
1 706b6a1e157c0697836c3c9e165960ac82571ec900e18ae8e1664cfd1265aec4
6 2a7fc4c4b5656df9a72b4b23c34a2f367705130891bf6f9a3f2449d19a7722c6
12 26552fe5ec4e63f9c4bfecebd61010576dc8e8f05657ea1019b8f8935ad16548
13 f9b9a6aa9583f7aa32e74360ccffa482d449abed99c4be2b12bcf45c0e8b2935
14 98551dd73c5d0370382b88fbda81510ce4704e65ea6a0dc675837d7480254b05
15 98551dd73c5d0370382b88fbda81510ce4704e65ea6a0dc675837d7480254b05
16 98551dd73c5d0370382b88fbda81510ce4704e65ea6a0dc675837d7480254b05
17 98551dd73c5d0370382b88fbda81510ce4704e65ea6a0dc675837d7480254b05
END
same "a site of schema 14 is in English and works offline" \
    "club en yes daily en yes" "$(sqlite3 v14.db "SELECT group_concat(
        channel || ' ' || language || ' ' || offline, ' ') FROM site")"
same "a site of schema 13 offers hints" "never yes" "$(sqlite3 v13.db \
    "SELECT solutions || ' ' || hints FROM site")"
run channel show daily
sqlite3 v13.db 'SELECT title FROM schedule_row ORDER BY place' >got
same "the titles of daily are those of its schedule" "$(cat got)" \
    "$(tail -n 7 out | awk '{ print $2 }')"
run verify v12.db
same "the upgraded one is verified" 0 "$code"

# Back and forth: what a new catalogue has, in every size.
run generate 4x3 --seed a --count 60 --layout snake --db new.db
run generate 5x5 --seed b --count 1 --db new.db --threads 1
run generate 15x15 --seed c --count 1 --db new.db
run generate 3x3 --seed d --count 300 --layout random,missing=random --db new.db
run generate 2x2 --seed e --count 12 --db new.db
run rate --db new.db --size 4x3,3x3,2x2 --metric mtm
run digest --db new.db
cp out digest
rows new.db >wanted
python3 "$here/schema12.py" make new.db old.db || fail "no schema 12"
upgrade old.db
rows old.db >got
cmp -s wanted got || fail "back and forth: rows differ"
check "back and forth: digest" 0 "$(cat digest)" "" digest --db old.db

# Killed at any moment: in the two modes of journals, once what the killed
# process left is read, the rows are those of before, and it can be upgraded.
rm v12.db
python3 "$here/schema12.py" older 12 v12.db
rows v12.db >wanted
for mode in DELETE WAL; do
    sqlite3 v12.db "PRAGMA journal_mode = $mode" >mode
    at=1
    n=0
    old=0
    while [ $n -lt 2000 ]; do
        rm -f kill.db*
        cp v12.db kill.db
        killed $at import - --db kill.db </dev/null
        [ "$code" = 0 ] && break
        same "$mode, killed at $at" 137 "$code"
        # Recovers it, as the next command would.
        [ "$(sqlite3 kill.db 'PRAGMA user_version')" = 12 ] && old=$((old + 1))
        rows kill.db >got
        cmp -s wanted got || fail "$mode, killed at $at: rows differ"
        n=$((n + 1))
        at=$((at + 1 + at / $(long 8 4)))
    done
    [ "$code" = 0 ] || fail "$mode: never done"
    [ $old -gt 10 ] || fail "$mode: killed $n times, $old before its end"
    upgrade kill.db
    cp v12.db kill.db
    killed $((at / 2)) import - --db kill.db </dev/null
    upgrade kill.db
    rows kill.db >got
    cmp -s wanted got || fail "$mode: rows differ"
done

# Another process writes: the upgrade gives up after some seconds.
cp v12.db busy.db
python3 - <<'END' &
import os, sqlite3, time
db = sqlite3.connect("busy.db", isolation_level=None)
db.execute("BEGIN IMMEDIATE")
open("held", "w").close()
while not os.path.exists("tried"):
    time.sleep(0.05)
END
while [ ! -e held ]; do sleep 0.05; done
run rate --db busy.db
same "busy" "3 loyd: busy.db: locked by another process (waited up to 5 \
seconds)" "$code $(cat err)"
: >tried
wait
upgrade busy.db

# What a damaged row ends, an import into a new catalogue does not.
cp v12.db start.db
sqlite3 start.db "PRAGMA ignore_check_constraints = ON;
    UPDATE puzzle SET start = x'00' WHERE goal = 2"
refuses "a damaged row" 3 "loyd: start.db: cannot be upgraded: puzzle \
8stz4nksvtrjjj8r: start: not a board of goal 2" rate --db start.db
run import start.db --db other.db --skip-bad
same "import in spite of it" 3 "$code"
has "import in spite of it" err "puzzle 8stz4nksvtrjjj8r: invalid board"
run verify other.db
same "verified" 0 "$code"
check "recipes restore it" 0 "29" "" find --db other.db --total

# Every column of every table, damaged in turn.
python3 "$here/schema12.py" older 12 bad.db
python3 "$here/catalogue_upgrade.py" "$LOYD" bad.db >said ||
    fail "damaged rows: $(cat said)"
has "damaged rows" said " refused, "
n_checks=$((n_checks + 200))

finish
