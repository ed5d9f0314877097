#!/bin/sh
# SPDX-License-Identifier: MIT
# Deletes all games of a player, and what was estimated of the player, from a
# catalogue, so that no byte of them stays in its files.
#
#   sh forget.sh puzzles.db ann_1
#
# Needs sqlite3, the shell of SQLite 3.38 or later, and as much free space as
# the file twice. Run it again if it says that something else has the file
# open. Exit codes: 0 done, 1 there is no such player, 2 usage, 3 error.
set -u

stop() {
    code=$1
    shift
    echo "forget.sh: $*" >&2
    exit "$code"
}

[ $# = 2 ] || stop 2 "usage: sh forget.sh FILE PLAYER"
file=$1 player=$2
case $player in
'' | *[!A-Za-z0-9_-]*) stop 2 "'$player' is no player" ;;
esac
[ -f "$file" ] || stop 3 "$file: no such file"
case $file in /*) path=$file ;; *) path=./$file ;; esac
shell="sqlite3 -batch -bail -init /dev/null -list -noheader"
[ "$($shell "$path" 'PRAGMA application_id')" = 1280268612 ] ||
    stop 3 "$file: not a catalogue of loyd"

# ANALYZE replaces statistics, which may have ids of players. VACUUM writes all
# rows that stay anew, so that nothing of earlier ones is left between them, and
# the checkpoint empties the -wal file.
said=$($shell "$path" <<END
.timeout 5000
BEGIN IMMEDIATE;
UPDATE difficulty SET stale = 1
WHERE EXISTS (SELECT 1 FROM game WHERE player = '$player');
UPDATE ability SET stale = 1
WHERE EXISTS (SELECT 1 FROM game WHERE player = '$player');
DELETE FROM ability WHERE player = '$player';
SELECT changes();
DELETE FROM game WHERE player = '$player';
SELECT changes();
COMMIT;
ANALYZE game;
ANALYZE ability;
VACUUM;
PRAGMA wal_checkpoint(TRUNCATE);
END
) || stop 3 "$file: not done"

# How many abilities and games there were, and whether the -wal file is in use.
# shellcheck disable=SC2086 # words
set -- $said
[ "${3%%|*}" = 0 ] || stop 3 "$file: something else has the file open, so its \
-wal file may still have what was deleted: run this again when it is closed"
[ "$1$2" != 00 ] || stop 1 "$file: no games of $player; the file was \
written anew all the same"
echo "games deleted: $2"
