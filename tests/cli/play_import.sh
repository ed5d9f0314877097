#!/bin/sh
# Games of a catalogue: import, lists, estimates, merge, and bad input of every
# sort.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --seed one --count 40 --db a.db
run generate 2x3 --seed one --count 10 --db a.db
cp a.db empty.db
python3 "$here/games.py" make a.db 200 12 >games.csv

# --- import ---

check "import" 0 "200 games imported" "" play import games.csv --db a.db
cp games.csv in
check "again" 0 "0 games imported, 200 there before" "" play import - --db a.db
run verify a.db --json
same "verified by other code" "0 $(sqlite3 a.db "SELECT (SELECT count(*) FROM puzzle)
    + (SELECT count(*) FROM recipe) + (SELECT count(*) FROM game)")" \
    "$code $(sed -n 's/^{"done":\([0-9]*\),.*/\1/p' out)"
# The rows of a second implementation, but for the order.
cp empty.db put.db
python3 "$here/games.py" put put.db 200 12
rows() {
    sqlite3 "$1" "SELECT id, puzzle, player, began, ms, free_ms, stm, solved,
        hex(record) FROM game ORDER BY id"
}
same "as games.py puts them" "$(rows put.db)" "$(rows a.db)"
{
    echo player,record
    echo '# a comment'
    sed 's/\(.*\),\(.*\)/"\1","\2"/' games.csv | sort -r
} | gzip >quoted.gz
cp empty.db csv.db
check "with quotes, compressed, in another order" 0 "200 games imported" "" \
    play import quoted.gz --db csv.db
same "the same games" "$(rows a.db)" "$(rows csv.db)"

# --- what is printed ---

run play list --csv --columns player,record --db a.db
cp out exported
cp empty.db back.db
same "with a heading" player,record "$(head -n 1 exported)"
same "a list changes nothing" "$(sort games.csv)" "$(sed 1d exported | sort)"
cat exported exported >twice
check "a list is imported" 0 "200 games imported, 200 there before" "" \
    play import twice --db back.db
same "of the same games" "$(rows a.db)" "$(rows back.db)"
run play list --db a.db --csv
same "in the order of ids" "$(sqlite3 -separator , a.db "SELECT id, puzzle, player,
    iif(solved, 'solved', 'unsolved'), stm, ms, free_ms, began FROM game
    ORDER BY id")" "$(sed 1d out)"
same "columns" game_id,puzzle_id,player,status,stm,ms,free_ms,began \
    "$(head -n 1 out)"
n=$(sqlite3 a.db "SELECT count(*) FROM game WHERE player = 'player-3'")
run play list --db a.db --player player-3
same "a player" "$n" "$(lines out)"
id=$(sqlite3 a.db "SELECT min(puzzle) FROM game")
n=$(sqlite3 a.db "SELECT count(*) FROM game WHERE puzzle = '$id'")
run play list --db a.db --puzzle "$id" --json
same "a puzzle" "$n $n" "$(lines out) $(grep -c "\"puzzle_id\":\"$id\"" out)"
run play stats --db a.db
same "stats" "$(sqlite3 -separator '	' a.db "WITH timed AS (SELECT ms FROM game
    WHERE solved AND free_ms IS NULL ORDER BY ms)
    SELECT 'games', count(*) FROM game UNION ALL
    SELECT 'solved', sum(solved) FROM game UNION ALL
    SELECT 'hinted', count(free_ms) FROM game UNION ALL
    SELECT 'players', count(DISTINCT player) FROM game UNION ALL
    SELECT 'puzzles', count(DISTINCT puzzle) FROM game UNION ALL
    SELECT 'median_ms', (SELECT ms FROM timed LIMIT 1
        OFFSET (SELECT (count(*) - 1) / 2 FROM timed))")" "$(sed 6q out)"

# --- records with a recipe ---

# recipe TEXT: a game of the puzzle that a recipe draws, which was given up.
recipe() {
    printf '{"recipe":"%s","began":0,"moves":"","ms":[],"hints":[0]}\n' "$1" |
        python3 "$root/tests/web/game_record.py" encode | sed 's/^/ann,/'
}
cp a.db recipes.db
for n in 3 4 3; do recipe "3x3/rows~g1~one~$n"; done >in
check "recipes" 0 "2 games imported, 1 there before" "" play import - \
    --db recipes.db
run play list --db recipes.db --player ann --json
id=$("$LOYD" show --json '3x3/rows~g1~one~4' |
    sed 's/.*"puzzle_id":"\([^"]*\)".*/\1/')
has "are those of their puzzles" out "\"puzzle_id\":\"$id\""
has "with a hint before the first slide" out '"ms":0,"free_ms":0'
run play list --csv --columns player,record --db recipes.db --player ann
cp out in
check "and are kept" 0 "0 games imported, 2 there before" "" play import - \
    --db recipes.db
run verify recipes.db
same "verified" 0 "$code"
head -c 64 /dev/zero | tr '\0' 7 >key
chmod 600 key
run generate 3x3 --seed s --secret key --count 2 --db recipes.db --json
recipe=$(sed -n '2s/.*"recipe":"\([^"]*\)".*/\1/p' out)
[ -n "$recipe" ] || recipe=$("$LOYD" find --db recipes.db --json |
    sed -n 's/.*"recipe":"\([^"]*@[^"]*~1\)".*/\1/p')
recipe "$recipe" >in
run play import - --db recipes.db
same "a keyed recipe needs the secret" "3 0 games imported, 1 refused" \
    "$code $(cat out)"
recipe "$recipe" >in
check "with it" 0 "1 game imported" "" play import - --secret key \
    --db recipes.db

# --- estimates ---

run play rate --db a.db
n=$(sqlite3 a.db "SELECT count(DISTINCT puzzle || player) FROM game")
same "rate" "0 50 puzzles rated by $n games of 12 players" \
    "$code $(head -n 1 out)"
[ "$n" -lt 200 ] || fail "no player has played a puzzle twice"
run play rate --db csv.db --json
same "another order of import" 0 "$code"
estimates() {
    sqlite3 "$1" "SELECT * FROM difficulty ORDER BY 1" \
        "SELECT * FROM ability ORDER BY 1"
}
same "gives the same estimates" "$(estimates a.db)" "$(estimates csv.db)"
# Of a player's games with a puzzle only the first counts.
cp a.db first.db
sqlite3 first.db "DELETE FROM game WHERE EXISTS (SELECT 1 FROM game AS g
    WHERE g.puzzle = game.puzzle AND g.player = game.player
    AND (g.began, g.id) < (game.began, game.id))"
run play rate --db first.db
same "first games" "0 $n" "$code $(sqlite3 first.db 'SELECT count(*) FROM game')"
same "only the first counts" "$(estimates a.db)" "$(estimates first.db)"
run verify a.db
same "estimates are verified" 0 "$code"
run find --db a.db --difficulty 0.. --order -difficulty --csv \
    --columns puzzle_id,difficulty,difficulty_error,games
same "find has them" "$(sqlite3 -separator , a.db "SELECT puzzle_id, difficulty,
    difficulty_error, games FROM puzzles WHERE games
    ORDER BY difficulty DESC, puzzle_id" | sed 's/\.0,/,/g')" "$(sed 1d out)"
run play players --db a.db
same "players" "$(sqlite3 a.db "SELECT player FROM ability
    ORDER BY ability DESC, player")" "$(cut -f 1 out)"
run export --db a.db --out pack --format csv
run find --db a.db --csv --columns difficulty,difficulty_error,games
same "as the last columns" "$(cat out)" "$(sed 's/.*,\([^,]*,[^,]*,[^,]*\)$/\1/' \
    pack/puzzles.csv)"
run verify pack
same "the pack is verified" 0 "$code"
run import pack --db packed.db
same "which an import leaves out" "0 0" \
    "$code $(sqlite3 packed.db 'SELECT count(*) FROM difficulty')"
stale="SELECT sum(stale) || ' of ' || count(*) FROM difficulty"
same "not stale" "0 of 50" "$(sqlite3 a.db "$stale")"
python3 "$here/games.py" make a.db 201 12 | tail -n 1 >one
check "one more" 0 "1 game imported" "" play import one --db a.db
same "all stale" "50 of 50" "$(sqlite3 a.db "$stale")"
run play stats --db a.db --json
has "stats say so" out '"rated":50,"stale":50'
cp empty.db few.db
head -n 1 games.csv >first
run play import first --db few.db
run play rate --db few.db
same "one player with one game" "0 1 puzzle rated by 1 game of 1 player" \
    "$code $(head -n 1 out)"
run play rate --db empty.db
same "no games" "0 0 puzzles rated by 0 games of 0 players" \
    "$code $(head -n 1 out)"

# --- merge ---

sed -n '1,120p' games.csv >half
cp empty.db half.db
run play import half --db half.db
run play rate --db half.db
run digest --db half.db
digest=$(cat out)
run merge half.db csv.db --db merged.db
same "merge" 0 "$code"
same "has each game once" "$(rows csv.db)" "$(rows merged.db)"
check "games are not in the digest" 0 "$digest" "" digest --db merged.db
same "difficulties are stale" "50 of 50" "$(sqlite3 merged.db "$stale")"
run merge csv.db half.db --db other.db
columns="puzzle, difficulty, difficulty_error, games"
sqlite3 csv.db "ATTACH 'half.db' AS half;
    SELECT $columns FROM (SELECT *, row_number() OVER (PARTITION BY puzzle
        ORDER BY games DESC, difficulty DESC, difficulty_error DESC) AS place
        FROM (SELECT * FROM main.difficulty
            UNION ALL SELECT * FROM half.difficulty))
    WHERE place = 1 ORDER BY puzzle" >wanted
for file in merged.db other.db; do
    same "$file: those of more games" "$(cat wanted)" \
        "$(sqlite3 $file "SELECT $columns FROM difficulty")"
done
sqlite3 half.db "UPDATE game SET id = '0123456789abcdef' WHERE pk = 7"
run merge half.db --db refused.db
same "an altered game refuses the catalogue" "3 loyd: half.db: game 0123456789abcdef: \
the id is not that of player and record: catalogue not merged" \
    "$code $(head -n 1 err)"
sqlite3 csv.db "UPDATE game SET record = X'0203' WHERE pk = 9"
run play list --csv --columns player,record --db csv.db
same "a wrong blob" "3 loyd: csv.db: game 9: invalid id" "$code $(cat err)"
run play rate --db csv.db
same "is not rated" "3 loyd: csv.db: game 9: invalid id" "$code $(cat err)"
run verify csv.db
has "and found" out "the id is not that of player and record"

# Rows with right ids and wrong records, as a forger would write them.
cp empty.db forged.db
PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1 python3 - forged.db >wanted <<'END'
import sqlite3, sys
from games import board_bytes, game_id, number, record_bytes, slides_of
db = sqlite3.connect(sys.argv[1])
id, start, goal, path = db.execute(
    "SELECT p.id, p.board, g.board, r.path FROM puzzle AS p JOIN goal AS g"
    " ON g.pk = p.goal JOIN rating AS r ON r.puzzle = p.id WHERE g.size = '3x3'"
    " AND p.board LIKE '0%' ORDER BY p.id").fetchone()
ours, solved = board_bytes(start, goal), board_bytes(goal, start)
empty = record_bytes(ours, 0, [])
back = [("L", 1, 500), ("R", 1, 500)]
FORGED = [  # record, ms, stm, solved, what verify says
    (record_bytes(ours, 0, back), 1000, 2, 0, None),
    (record_bytes(ours, 0, [("R", 1, 500)]), 500, 1, 0, "an impossible slide"),
    (record_bytes(ours, 0, [("L", 3, 500)]), 500, 3, 0, "an impossible slide"),
    (record_bytes(ours, 0, [(d, 1, 39) for d, _, _ in back * 5]), 390, 10, 0,
     "slides that are too fast"),
    (record_bytes(ours, 0, slides_of(path + "R", lambda: 100)), 0, 0, 0,
     "a slide follows the solved board"),
    (record_bytes(ours, 0, back * 2), 2000, 4, 1, "wrong solved: 1, not 0"),
    (record_bytes(ours, 1, back), 1000, 2, 0, "wrong began: 0, not 1"),
    (record_bytes(ours, 0, back, [1]), 1000, 2, 0, "wrong free_ms"),
    (record_bytes(ours, 0, back, [3]), 1000, 2, 0, "invalid record"),
    (record_bytes(solved, 0, []), 0, 0, 1, "the record is of another puzzle"),
    (empty + b"\0", 0, 0, 0, "invalid record"),
    (empty[:-1], 0, 0, 0, "invalid record"),
    (ours + b"\x80\0" + number(0) * 2, 0, 0, 0, "invalid record"),
    (b"\0" + number(9) + b"x", 0, 0, 0, "invalid record"),
]
for record, ms, moves, is_solved, fault in FORGED:
    game = game_id("x", record)
    db.execute("INSERT INTO game VALUES (NULL, ?, ?, 'x', 0, ?, NULL, ?, ?, ?)",
               (game, id, ms, moves, is_solved, record))
    if fault:
        print("game %s: %s" % (game, fault))
db.commit()
END
run verify forged.db
same "verify replays games" "$(cat wanted)" "$(sed -n 's/.*\(game [0-9a-z]*: .*\)/\1/p' \
    out err)"

# --- bad input ---

record=$(sed -n '1s/.*,//p' games.csv)
cp empty.db b.db
{
    echo 'x'
    echo "a b,$record"
    echo "$record"
    echo 'ann,'
    echo 'ann,loydgame1.AAAA'
    echo '{"player":"ann","record":"'"$record"'"}'
    printf 'ann,loydgame1.\377\n'
    echo 'ann,loydgame2.AwMA'
    printf 'ann,%s\r\n' "$record"
    echo 'ann,loydgame1.AwMAAQIEBQMHCAYBAgMEBQYHCADAg8ezmTQCB7AOBKQDAQEe9aZg'
} >bad
run play import bad --db b.db
same "bad lines" "3 1 game imported, 9 refused" "$code $(cat out)"
same "with their numbers" "1 2 3 4 5 6 7 8 10" \
    "$(sed 's/loyd: bad:\([0-9]*\): .*/\1/' err | tr '\n' ' ' | sed 's/ $//')"
has "no player" err 'bad:3: a record without a player'
has "an unknown puzzle" err "bad:10: no puzzle 'hata30q1t6y5qrwp' in the catalogue"
# A catalogue whose optimum a game contradicts.
cp empty.db wrong.db
sqlite3 wrong.db "UPDATE puzzle SET stm = stm + 2 WHERE id =
    (SELECT min(id) FROM puzzle)"
run play import first --db wrong.db
same "shorter than the optimum" 3 "$code"
has "which is the catalogue's fault" err "but the catalogue says that"
yes x | head -n 3000 >many
run play import many --db b.db --json
same "3,000 bad lines" "3 21" "$code $(lines err)"
has "the rest is counted" err "many: and 2980 bad lines more"
has "in JSON too" out '{"games":0,"duplicates":0,"bad":3000}'
cp many in
run play import - --db b.db
has "the rest of stdin" err "stdin: and 2980 bad lines more"
printf '%01500000d\n' 1 >long
run play import long --db b.db
same "a long line" "3 loyd: long:1: line is longer than 1048576 bytes" \
    "$code $(cat err)"
gzip -c games.csv | head -c 4000 >cut.gz
run play import cut.gz --db b.db
same "truncated" "3 loyd: cut.gz: compressed data is truncated" \
    "$code $(cat err)"
refusals <<EOF2
3 | play import no-such --db b.db | no-such: cannot open: No such file or directory
3 | play import . --db b.db | .: Is a directory
2 | play import --db b.db | play: import requires FILE
2 | play list x --db b.db | play: list and RECORD cannot be combined
2 | play list --puzzle abc --db b.db | --puzzle: 'abc' is no whole id
2 | play list --puzzle ! --db b.db | --puzzle: invalid id '!': character 1 is not base32 (0-9 a-z without i, l, o, u)
2 | play rate --player x --db b.db | play: --player requires list or stats
2 | play check --db b.db $record | play: --db and check cannot be combined
3 | play stats --db no.db | no.db: no such file
EOF2

# A kill loses no more than the last games; the same command continues.
for at in 5 20 30 40; do
    cp empty.db kill.db
    killed $at play import games.csv --db kill.db
    run play import games.csv --db kill.db
    same "after a kill at $at" "0 200" \
        "$code $(sqlite3 kill.db 'SELECT count(*) FROM game')"
done

finish
