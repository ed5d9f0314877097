#!/bin/sh
# A player is forgotten: no file has the bytes of the id or of a record.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --seed one --count 60 --db a.db
python3 "$here/games.py" make a.db 3000 7 |
    sed 's/^player-3,/a-person-to-forget,/' >games.csv
# In several parts, so that pages of the file have been moved and used again.
split -n l/4 games.csv part.
for part in part.*; do
    run play import "$part" --db a.db
    run play rate --db a.db
done
same "imported" 3000 "$(sqlite3 a.db 'SELECT count(*) FROM game')"
n=$(grep -c a-person-to-forget games.csv)

# found WHAT: does a file of the catalogue contain the bytes?
found() {
    cat a.db a.db-wal a.db-shm 2>/dev/null | LC_ALL=C grep -c -a -F "$1"
}
# The first, the last and a few other records, as they are stored: the text
# has their bytes in base64url, of which some end on a byte.
grep a-person-to-forget games.csv >theirs
python3 - theirs >needles <<'END'
import base64, sys
for line in open(sys.argv[1]):
    text = line.strip().split(",")[1][10:]
    record = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))[:-4]
    print(record[25:45].hex())
END
needles() {
    python3 - needles a.db a.db-wal <<'END'
import os, sys
data = b"".join(open(p, "rb").read() for p in sys.argv[2:] if os.path.exists(p))
print(sum(bytes.fromhex(line) in data for line in open(sys.argv[1])))
END
}
[ "$(found a-person-to-forget)" -gt 0 ] || fail "the id is not in the file"
same "the records are in the file" "$(lines theirs)" "$(needles)"

# Another process has the file open and keeps it from being emptied.
mkfifo hold
sqlite3 a.db <hold >/dev/null &
exec 9>hold
printf '%s\n' 'BEGIN; SELECT count(*) FROM game;' '.shell touch held' >&9
until [ -e held ]; do sleep 0.1; done
run play forget a-person-to-forget --db a.db
same "while another process reads" "3 loyd: a.db: cannot lock the -wal file, \
which may still have what was removed: another process uses it" \
    "$code $(tail -n 1 err)"
exec 9>&-
wait
check "then" 0 "0 games forgotten" "" play forget a-person-to-forget --db a.db
same "the others are there" $((3000 - n)) \
    "$(sqlite3 a.db 'SELECT count(*) FROM game')"
same "the id is gone" 0 "$(found a-person-to-forget)"
same "the records are gone" 0 "$(needles)"
same "estimates are stale" "1 1" "$(sqlite3 a.db 'SELECT min(stale) ||
    " " || max(stale) FROM difficulty')"
run verify a.db
same "verify" 0 "$code"
run play rate --db a.db
same "rated again" "0 0" "$code $(sqlite3 a.db 'SELECT max(stale) FROM difficulty')"
check "an unknown player" 0 "0 games forgotten" "" play forget \
    unknown --db a.db
for action in list export stats; do
    refuses "no player: $action" 2 "loyd: --player: 'a b' is no player: expected \
1..64 of A-Z, a-z, 0-9, _ and -" play $action --player 'a b' --db a.db
done
refuses "no player: forget" 2 "loyd: play: 'a b' is no player: expected 1..64 of \
A-Z, a-z, 0-9, _ and -" play forget 'a b' --db a.db
run play forget player-1 --db a.db --json
has "in JSON" out '{"forgotten":'

# Most games are of one player: few rows stay on each page, and SQLite moves
# them together.
run generate 3x3 --seed one --count 60 --db b.db
python3 "$here/games.py" make b.db 4000 30 |
    sed 's/^player-.[0-9],/a-person-to-forget,/' >games.csv
run play import games.csv --db b.db
run play rate --db b.db
run play forget a-person-to-forget --db b.db
same "the id of most games is gone" 0 \
    "$(LC_ALL=C grep -c -a -F a-person-to-forget b.db)"
sqlite3 b.db "SELECT id FROM game WHERE player = 'player-7'" >ids
run play forget player-7 --db b.db
same "the ids of games are gone" 0 "$(LC_ALL=C grep -c -a -F -f ids b.db)"

refusals <<EOF2
2 | play forget --db a.db | play: forget requires PLAYER
2 | play forget x y --db a.db | play: unexpected argument 'y'
3 | play forget x --db no.db | no.db: no such file
EOF2

finish
