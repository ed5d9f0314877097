#!/bin/sh
# Tests the ledger: appended without gaps, chained, the same on every machine;
# damage is detected and left unchanged.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# head_of DB [CHANNEL]: prints the head of a ledger.
head_of() {
    "$LOYD" channel list --db "$1" | grep "^${2:-daily}$tab" | cut -f 6
}

rows_of() {
    sqlite3 "$1" 'SELECT count(*) FROM ledger'
}

# --- the first days of the built-in channel ---

run daily 2026-02-09 --db q.db --today 2026-02-09
same "extend by 40 days" 0 "$code"
head=$(head_of q.db)
same "its head is printed" "head of daily, 40 rows: $head" "$(tail -n 1 out)"
same "no gaps" 40 "$(rows_of q.db)"

# The second implementation, from the rows of each day (catalogue_sql.py compares
# them with the JSON of daily).
python3 - >days <<'END'
import json, sqlite3
db = sqlite3.connect("q.db")
db.row_factory = sqlite3.Row
for row in db.execute("SELECT d.*, p.size, p.goal, p.board FROM days AS d"
                      " JOIN puzzles AS p USING (puzzle_id) ORDER BY d.date"):
    print(json.dumps({k: row[k] for k in row.keys() if row[k] is not None}))
END
same "days" 40 "$(lines days)"
same "the chain of the second implementation" "$head" \
    "$(PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/golden/ledger.py" \
        head <days)"

# Day by day, in steps or all at once, on any machine: same chain and digest.
for date in 2026-01-01 2026-01-02 2026-01-20 2026-02-01 2026-02-09; do
    run daily "$date" --db jumps.db --today 2026-12-31
    same "$date" 0 "$code"
done
same "in steps" "$head" "$(head_of jumps.db)"
run digest --db q.db
cp out digest
check "the same digest" 0 "$(cat digest)" "" digest --db jumps.db
run daily 2026-01-15 --db q.db --today 2026-02-09
same "a past day appends nothing" 40 "$(rows_of q.db)"

# A day is the same with and without a ledger.
"$LOYD" daily 2026-02-07 --db q.db --today 2026-02-09 --json |
    sed 's/,"hash":.*/}/' >with
check "without a ledger" 0 "$(cat with)" "" daily 2026-02-07 \
    --today 2026-02-09 --json

# A future day can be shown, and is not written.
refuses "a future day" \
    2 "loyd: daily: 2026-02-10 is in the future (today is 2026-02-09, \
--today): try --future" daily 2026-02-10 \
    --db q.db --today 2026-02-09
run daily 2026-02-10 --db q.db --today 2026-02-09 --future --json
same "a future day with --future" 0 "$code"
sed 's/,"hash":.*/}/' out >future
same "it is not appended" 40 "$(rows_of q.db)"
run daily 2026-02-10 --db none.db --today 2026-02-09 --future
[ ! -e none.db ] || fail "a future day created a catalogue"
cp q.db later.db
"$LOYD" daily 2026-02-10 --db later.db --today 2026-02-10 --json |
    sed 's/,"hash":.*/}/' | cmp -s - future ||
    fail "the day differs from its --future output"
refuses "before the first day" 2 "loyd: daily: 2025-12-31 is before the \
channel's first day, 2026-01-01" \
    daily 2025-12-31 --db none.db
[ ! -e none.db ] || fail "a day before the first created a catalogue"

# --- find and verify ---

run generate 3x3 --count 50 --seed others --db q.db
run find --db q.db --total
all=$(cat out)
run find --db q.db --used yes --total
used=$(cat out)
run find --db q.db --used no --total
same "used and unused" "$all" $((used + $(cat out)))
same "used puzzles are those of the ledger" "$(sqlite3 q.db \
    'SELECT count(DISTINCT puzzle) FROM ledger')" "$used"
run find --db q.db --used yes --size 3x3 --stm 16..18
cut -f 1 out | sort >found
"$LOYD" find --db q.db --used yes | awk -F "$tab" \
    '$2 == "3x3" && $3 >= 16 && $3 <= 18 { print $1 }' | sort |
    cmp -s - found || fail "--used with other filters"
run find --db q.db --used no --recipe '3x3/rows~g1~others~*' --order stm --total
same "with a seed" 50 "$(cat out)"
old=$(python3 -c '
import json
print(json.loads(open("days").readlines()[31])["hash"])')
run verify q.db --head "$old"
same "verified" 0 "$code"
same "--head with an earlier head" "40 ledger rows checked; the head is that of daily \
after 32 rows, 2026-02-01" "$(head -n 1 out)"

# --- two processes ---

for k in 1 2 3 4; do
    "$LOYD" daily 2026-01-08 --db both.db --today 2026-01-08 >"out.$k" \
        2>"err.$k" &
done
wait
for k in 1 2 3 4; do
    same "process $k" "head of daily, 8 rows: $(head_of both.db)" \
        "$(tail -n 1 "out.$k")"
    same "process $k" "" "$(cat "err.$k")"
done
same "no row twice" 8 "$(rows_of both.db)"
run verify both.db
same "verify" 0 "$code"

# --- killed at any moment, then continued ---

for delay in $(long "0.02 0.05 0.1 0.15 0.2 0.3" "0.05 0.15 0.3"); do
    "$LOYD" daily 2026-02-09 --db killed.db --today 2026-02-09 >/dev/null \
        2>&1 &
    pid=$!
    sleep $delay
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    [ ! -s killed.db ] || run channel list --db killed.db
    [ ! -s killed.db ] || same "killed after $delay" 0 "$code"
done
run daily 2026-02-09 --db killed.db --today 2026-02-09
same "when it completes" "head of daily, 40 rows: $head" "$(tail -n 1 out)"

# --- damage, of a channel whose boards are found at once ---

cat >one.json <<'END'
{"tiers": [{"title": "t", "size": "2x3", "stm": "1..21"}]}
END
run channel create mine --db few.db --schedule one.json --start 2026-01-01
run daily 2026-01-24 --db few.db --channel mine --today 2026-01-24
same "a ledger" 0 "$code"
head=$(head_of few.db mine)
run verify few.db
same "only consistency is proven" "24 ledger rows checked, 24 drawn \
again; only consistency is proven: try --head HEX" "$(head -n 1 out)"
run verify few.db --head "$(echo "$head" | tr 0-9a-f 1-9a-f0)"
same "--head with another hash" 1 "$code"
has "--head with another hash" out \
    "wrong${tab}no ledger has a row with the given head"
refuses "invalid head" 2 \
    "loyd: --head: invalid hash '12': expected 64 hex digits" \
    verify few.db --head 12

# hurt SQL: changes a copy, without the triggers that prevent it.
hurt() {
    rm -f hurt.db*
    cp few.db hurt.db
    sqlite3 hurt.db ".dbconfig enable_trigger off" "$1" >/dev/null
    sqlite3 hurt.db .dump >before
}

# The triggers prevent accidental changes.
sqlite3 q.db "DELETE FROM ledger WHERE number = 3" 2>err
has "rows cannot be deleted" err "a ledger is only appended to"
sqlite3 q.db "UPDATE ledger SET stm = 1 WHERE number = 3" 2>err
has "rows cannot be changed" err "a ledger is only appended to"

# Damage is detected by verify, by reading the day, and by appending (more values,
# by verify: catalogue_cells.py).
while IFS='|' read -r sql date words; do
    hurt "$sql"
    run verify hurt.db
    same "verify after $sql" 1 "$code"
    has "verify after $sql" out "wrong$tab"
    has "verify after $sql" out "$words"
    same "one fault is counted once: $(cat out)" "$(grep -c '^wrong' out)" \
        "$(tail -n 1 out | sed 's/.* \([0-9]*\) wrong/\1/')"
    same "$sql: said once: $(cat out)" 1 "$(grep -c '^wrong' out)"
    run daily "$date" --db hurt.db --channel mine --today 2026-12-31
    same "daily $date after $sql" 3 "$code"
    same "prints no day" 0 "$(lines out)"
    has "reports the damage" err "$words"
    sqlite3 hurt.db .dump | cmp -s - before || fail "$sql: it was changed"
done <<'END'
DELETE FROM ledger WHERE number = 24|2026-01-26|ledger
DELETE FROM ledger WHERE number > 16|2026-01-24|ledger
DELETE FROM ledger WHERE number = 20|2026-01-21|ledger of mine: row 20
UPDATE ledger SET hash = zeroblob(32) WHERE number = 20|2026-01-20|ledger of mine: row 20
UPDATE ledger SET hash = zeroblob(32) WHERE number = 24|2026-01-26|
UPDATE ledger SET stm = stm + 2 WHERE number = 20|2026-01-20|the length is not the puzzle's proven length
UPDATE ledger SET date = '2026-02-30' WHERE number = 22|2026-01-22|ledger
UPDATE ledger SET puzzle = (SELECT puzzle FROM ledger WHERE number = 12), stm = (SELECT stm FROM ledger WHERE number = 12) WHERE number = 20|2026-01-20|the hash does not match the row
UPDATE channel SET head = zeroblob(32)|2026-01-26|head
UPDATE channel SET days = 23|2026-01-26|ledger
END

cp both.db wrong.db
sqlite3 wrong.db "UPDATE channel SET start = '2026-01-02'"
run daily 2026-01-10 --db wrong.db --today 2026-12-31
same "another start of the built-in channel" 3 "$code"
has "another start" err "the stored channel differs from the built-in one"
run verify wrong.db
same "another start: verify" 1 "$code"
has "another start: verify" out "wrong${tab}ledger of daily: row 1: not the channel's first day"

# A past rewritten with valid hashes is detected only by an earlier head.
hurt "SELECT 1"
sqlite3 hurt.db ".dbconfig enable_trigger off" "DELETE FROM ledger
    WHERE number > 16" "UPDATE channel SET days = 16, last = '2026-01-16',
    head = (SELECT hash FROM ledger WHERE number = 16)" >/dev/null
run verify hurt.db
same "a shorter past is consistent" 0 "$code"
run verify hurt.db --head "$head"
same "but does not have the head" 1 "$code"

# --- merge ---

run channel create mine --db short.db --schedule one.json --start 2026-01-01
run daily 2026-01-09 --db short.db --channel mine --today 2026-01-09
cp short.db one.db
cp few.db merged.db
run merge --db merged.db short.db
same "the longer ledger is kept" "$head" "$(head_of merged.db mine)"
run merge --db short.db few.db
same "and continues" "$head" "$(head_of short.db mine)"
run digest --db merged.db
check "in the other order" 0 "$(cat out)" "" digest --db short.db
run merge --db all.db one.db few.db
same "merged into a new one" "$head" "$(head_of all.db mine)"
run verify all.db
same "verify" 0 "$code"

sed 's/21/20/' one.json >two.json
run channel create mine --db two.db --schedule two.json --start 2026-01-01
run daily 2026-01-09 --db two.db --channel mine --today 2026-01-09
cp one.db old.db
run merge --db one.db two.db
same "a different past is refused" 3 "$code"
has "names the difference" err "loyd: two.db: channel mine: different schedule"
same "no row of it is kept" "$(sqlite3 old.db .dump | cksum)" \
    "$(sqlite3 one.db .dump | cksum)"

# A title decides nothing: that of the catalogue stays.
sed 's/"t"/"Other", "tier": "t"/' one.json >titled.json
run channel create mine --db titled.db --schedule titled.json --start 2026-01-01
run daily 2026-01-09 --db titled.db --channel mine --today 2026-01-09
cp one.db two.db
run merge --db two.db titled.db
same "other titles are merged" "0" "$code$(cat err)"
same "the title stays" t \
    "$(sqlite3 two.db "SELECT DISTINCT title FROM schedule_row")"

# unlike FILE WHY: one.db refuses FILE and stays unchanged.
unlike() {
    cp one.db old.db
    run merge --db one.db "$1"
    same "$2: exit code" 3 "$code"
    has "$2" err "loyd: $1: channel mine: $2"
    same "$2: no row is kept" "$(sqlite3 old.db .dump | cksum)" \
        "$(sqlite3 one.db .dump | cksum)"
}
# mine FILE DAY: extends the channel in FILE up to DAY.
mine() {
    run daily "$2" --db "$1" --channel mine --today "$2"
    same "$1 up to $2" 0 "$code"
}
run channel create mine --db late.db --schedule one.json --start 2026-01-02
unlike late.db "different start date"
run channel create mine --db secret.db --schedule one.json \
    --start 2026-01-01 --secret key
unlike secret.db "different secret"

# A new version is merged if its days are undecided in both catalogues.
cp one.db revised.db
run channel revise mine --db revised.db --schedule two.json --from 2026-01-10
same "revise" 0 "$code"
cp one.db both.db
run merge --db both.db revised.db
same "a later version is taken" 0 "$code"
run channel show mine --db both.db
cp out shown
check "the same version" 0 "$(cat shown)" "" channel show mine --db revised.db
mine revised.db 2026-01-12
run merge --db both.db revised.db
same "and its days" 0 "$code"
run digest --db both.db
cp out digest
check "digest" 0 "$(cat digest)" "" digest --db revised.db

# One ledger continued without the version of the other.
mine one.db 2026-01-12
unlike revised.db "its schedule has a version for days that were already \
decided without it"
mv one.db without.db
mv revised.db one.db
unlike without.db "its ledger has days that were decided under an older \
schedule"

hurt "UPDATE ledger SET hash = zeroblob(32) WHERE number = 20"
cp short.db old.db
run merge --db short.db hurt.db
same "a damaged past is refused" 3 "$code"
has "the row is named" err "loyd: hurt.db: ledger of mine: row 20"

finish
