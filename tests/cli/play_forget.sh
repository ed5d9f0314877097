#!/bin/sh
# docs/forget.sh deletes a player: no file of the catalogue has the bytes of the
# id, of a game's id or of a record.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# forget ARGUMENT ...: as run. The command is the one that the page has.
command=$(sed -n 's/^sh \(docs\/forget.sh\) .*/\1/p' "$root/docs/games.md")
same "the page names the script" docs/forget.sh "$command"
forget() {
    sh "$root/$command" "$@" >out 2>err
    code=$?
}

# make FILE PLAYERS: a catalogue with 3,000 games, of which those of one player
# in PLAYERS, a pattern, become those of a person; two thirds are rated. Writes
# the files theirs (lines) and needles (bytes of their records and ids in hex).
make() {
    run generate 3x3 --seed one --count 60 --db "$1"
    python3 "$here/games.py" make "$1" 3000 30 |
        sed "s/^player-$2,/a-person-to-forget,/" >games.csv
    # In several parts, so that pages of the file are moved and used again.
    split -n l/3 games.csv part.
    for part in part.aa part.ab part.ac; do
        run play import $part --db "$1"
        [ $part = part.ac ] || run play rate --db "$1"
    done
    same "imported" 3000 "$(sqlite3 "$1" 'SELECT count(*) FROM game')"
    grep '^a-person' games.csv >theirs
    PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1 python3 - theirs >needles <<'END'
import base64, sys
from games import game_id
print(b"a-person-to-forget".hex())
for line in open(sys.argv[1]):
    player, text = line.strip().split(",")
    text = text[10:]
    record = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))[:-4]
    print(record[25:45].hex())
    print(game_id(player, record).encode().hex())
END
}

# found FILE: how many of the needles are in the files of a catalogue.
found() {
    python3 - needles "$1" "$1-wal" "$1-shm" "$1-journal" <<'END'
import os, sys
data = b"".join(open(p, "rb").read() for p in sys.argv[2:] if os.path.exists(p))
print(sum(bytes.fromhex(line) in data for line in open(sys.argv[1])))
END
}

counts="SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM ability),
    (SELECT min(stale) FROM difficulty), (SELECT min(stale) FROM ability)"

make a.db 3
cp a.db older.db
n=$(lines theirs)
same "all is in the file" $((1 + 2 * n)) "$(found a.db)"
# Statistics of a SQLite that has samples in them.
sqlite3 a.db "ANALYZE; PRAGMA writable_schema = ON;
    CREATE TABLE sqlite_stat4 (tbl, idx, nEq, nLt, nDLt, sample);
    PRAGMA writable_schema = RESET;
    INSERT INTO sqlite_stat4 VALUES ('ability', 'ability', '1', '1', '1',
        CAST('a-person-to-forget' AS BLOB))"

# Another process reads, and keeps the -wal file from being emptied.
mkfifo hold
sqlite3 a.db <hold >/dev/null &
exec 9>hold
printf '%s\n' 'BEGIN; SELECT count(*) FROM game;' '.shell touch held' >&9
until [ -e held ]; do sleep 0.1; done
forget a.db a-person-to-forget
same "while another process reads" "3 forget.sh: a.db: something else has the \
file open, so its -wal file may still have what was deleted: run this again when \
it is closed" "$code $(cat err)"
# It still has the file open, but reads no more.
printf '%s\n' 'COMMIT;' '.shell touch idle' >&9
until [ -e idle ]; do sleep 0.1; done
forget a.db a-person-to-forget
same "again: nothing is left to delete" "1 forget.sh: a.db: no games of \
a-person-to-forget; the file was written anew all the same" "$code $(cat err)"
same "nothing is in any file" 0 "$(found a.db)"
[ -e a.db-wal ] || fail "the other process has closed the file"
exec 9>&-
wait
same "nothing is in any file once it is closed" 0 "$(found a.db)"
same "statistics are there" 0 "$(sqlite3 a.db 'SELECT count(*) FROM sqlite_stat4')"
same "the others stay, all stale" "$((3000 - n))|29|1|1" \
    "$(sqlite3 a.db "$counts")"
run verify a.db
same "verify" 0 "$code"
run play rate --db a.db
same "rated again" "0 $((3000 - n))|29|0|0" "$code $(sqlite3 a.db "$counts")"

# An older copy brings the games back.
run merge a.db older.db --db merged.db
same "merged" "0 3000" "$code $(sqlite3 merged.db 'SELECT count(*) FROM game')"

# Most games are of one player: few rows stay on each page, and SQLite moves
# them together.
make b.db '.[0-9]'
n=$(lines theirs)
[ "$n" -gt 1500 ] || fail "not most games: $n"
cp b.db deleted.db
forget b.db a-person-to-forget
same "most games" "0 games deleted: $n" "$code $(cat out)"
same "are gone" "0 $((3000 - n))|10|1|1" "$(found b.db) $(sqlite3 b.db "$counts")"

# What another tool deleted is in the file until it is written anew.
sqlite3 deleted.db >/dev/null "PRAGMA secure_delete = OFF;
    DELETE FROM game WHERE player = 'a-person-to-forget';
    DELETE FROM ability WHERE player = 'a-person-to-forget'"
[ "$(found deleted.db)" -gt 0 ] || fail "nothing is left between the rows"
forget deleted.db a-person-to-forget
same "deleted before" "1 0" "$code $(found deleted.db)"

# A player who has no games, but an estimate.
sqlite3 b.db "INSERT INTO ability VALUES ('ann', 1, 0, 0, 1, 0)"
forget b.db ann
same "only an estimate" "0 games deleted: 0" "$code $(cat out)"
same "is gone" 10 "$(sqlite3 b.db 'SELECT count(*) FROM ability')"

# refused CODE TEXT ARGUMENT ...
refused() {
    wanted="$1 forget.sh: $2"
    shift 2
    forget "$@"
    same "forget $*" "$wanted" "$code $(tail -n 1 err)"
}
before=$(sha256sum b.db)
refused 2 "usage: sh forget.sh FILE PLAYER" b.db
refused 2 "usage: sh forget.sh FILE PLAYER" b.db x y
refused 2 "'a b' is no player" b.db 'a b'
refused 2 "'x'; DROP TABLE game; --' is no player" b.db "x'; DROP TABLE game; --"
refused 2 "'' is no player" b.db ''
refused 3 "no.db: no such file" no.db x
same "nothing was changed" "$before" "$(sha256sum b.db)"
echo "this is no catalogue, but a text of some length" >text.db
refused 3 "text.db: not a catalogue of loyd" text.db x
sqlite3 other.db "CREATE TABLE game (player)"
refused 3 "other.db: not a catalogue of loyd" other.db x
cp b.db ./-b.db
refused 1 "-b.db: no games of x; the file was written anew all the same" -b.db x

for action in list stats; do
    refuses "no player: $action" 2 "loyd: --player: 'a b' is no player: expected \
1..64 of A-Z, a-z, 0-9, _ and -" play $action --player 'a b' --db b.db
done

finish
