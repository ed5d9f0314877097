#!/bin/sh
# Tests claims of optimal lengths: merge copies them, a proof removes them,
# verify checks them, stats counts them.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# claims FILE: prints puzzle and claimed length, one per line.
claims() {
    sqlite3 "$1" "SELECT puzzle, metric, length FROM claim ORDER BY 1, 2"
}

for i in 1 2; do
    run generate 3x3 --layout snake --seed claims --count 60 --part $i/2 \
        --db proven.$i.db
    run find --db proven.$i.db --json
    cp out rows.$i
    run import rows.$i --db $i.db
    same "import of part $i" 0 "$code"
done
run import rows.1 --db both.db
run import rows.2 --db both.db
[ "$(claims both.db | wc -l)" -gt 50 ] || fail "too few claims"

# --- merge: all claims, in any order, all at once or one by one ---

run merge --db all.db 1.db 2.db
same "merge" "0 " "$code $(cat err)"
same "both parts' claims" "$(claims both.db)" "$(claims all.db)"
run merge --db steps.db 2.db
run merge --db steps.db 1.db
run merge --db steps.db 2.db all.db
same "one by one" "0 $(claims both.db)" "$code $(claims steps.db)"

# A proof removes a claim, in either order.
run merge --db a.db proven.1.db 1.db 2.db
same "first the proof" "0 $(claims 2.db)" "$code $(claims a.db)"
run merge --db b.db 1.db 2.db
run merge --db b.db proven.1.db
same "first the claim" "0 $(claims 2.db)" "$code $(claims b.db)"
run verify b.db
same "verify" 0 "$code"

# A claim and a shorter path: both are kept, in either order.
board='{"board":"1 2 3/4 5 6/7 0 8"'
echo "$board,\"stm\":5}" >in
run import - --db five.db
echo "$board,\"path\":\"LRL\"}" >in
run import - --db three.db
run merge --db first.db five.db three.db
same "the claim, then the path" "0 " "$code $(cat err)"
run merge --db second.db three.db
run merge --db second.db five.db
same "the path, then the claim" "0 " "$code $(cat err)"
for db in first second; do
    run find --db $db.db --json
    has "both are kept" out '"lower":1,"upper":3,'
    has "both are kept" out '"claimed":5'
done

# rate reports a false claim, before and after a merge.
cp 1.db wrong.db
sqlite3 wrong.db "UPDATE claim SET length = length + 2
    WHERE puzzle = (SELECT min(puzzle) FROM claim)"
run verify wrong.db
same "merge does not prove claims" 0 "$code"
run merge --db merged.db wrong.db
run rate --db merged.db
same "rate reports it" 1 "$code"
has "rate reports it" err "wrong claim: claimed "

# refused NAME TEXT FILE: the other part is merged, and no claim of FILE.
refused() {
    rm -f bad.db*
    run merge --db bad.db 2.db "$3"
    same "$1: exit code" 3 "$code"
    has "$1: message" err "loyd: $3: $2"
    same "$1: no claim of it" "$(claims 2.db)" "$(claims bad.db)"
}

run merge --db two.db 1.db wrong.db
same "two different claims" 3 "$code"
has "two different claims" err " contradicts the earlier claim "
same "the first is kept" "$(claims 1.db)" "$(claims two.db)"

# --- verify: rows that no import writes ---

# alter NAME SQL: changes a copy of part 1, with constraints disabled.
alter() {
    cp 1.db "$1.db"
    sqlite3 "$1.db" "PRAGMA ignore_check_constraints = ON; $2" || fail "$1"
}

# found NAME TEXT FILE: verify reports TEXT.
found() {
    run verify "$3"
    same "$1: exit code" 1 "$code"
    has "$1" out "claim of puzzle "
    has "$1" out "$2"
}

first="puzzle = (SELECT min(puzzle) FROM claim)"
alter parity "UPDATE claim SET length = length + 1 WHERE $first"
found "the wrong parity" "length of the wrong parity" parity.db
refused "the wrong parity" "claim of puzzle " parity.db
has "the wrong parity" err ": length of the wrong parity: "
for command in "find" "export --no-mark --out parity"; do
    # shellcheck disable=SC2086 # words
    run $command --db parity.db
    same "$command: a claim of the wrong parity" 3 "$code"
    has "$command: a claim of the wrong parity" err "has the wrong parity"
done
alter long "UPDATE claim SET length = length + 40 WHERE $first"
found "too long" "a length is above the greatest of its class" long.db
alter short "UPDATE claim SET length = 2 - length % 2 WHERE $first"
found "too short" "a length is below the Manhattan distance" short.db
alter slides "INSERT INTO claim SELECT puzzle, 'mtm', 25 FROM claim \
    WHERE $first"
found "too many slides" \
    "a length in MTM is above the greatest of its class" slides.db
alter slide "INSERT INTO claim SELECT puzzle, 'mtm', 1 FROM claim \
    WHERE $first"
found "too few slides" "a length in MTM is below what the distances" slide.db
alter range "UPDATE claim SET length = 65536 WHERE $first"
found "out of range" "length out of range" range.db
rm -f bad.db*
run merge --db bad.db 2.db range.db
same "out of range: refused" 3 "$code"
has "out of range: refused" err "loyd: range.db: claim "
alter metric "UPDATE claim SET metric = 'utm' WHERE $first"
found "moves of another kind" "unknown metric" metric.db
alter orphan "DELETE FROM puzzle WHERE id = (SELECT min(puzzle) FROM claim);
    DELETE FROM rating WHERE $first; DELETE FROM recipe WHERE $first"
refused "a claim without its puzzle" "a row of table claim refers to a missing row" orphan.db
run verify orphan.db
has "a claim without a puzzle" out "a row of table claim refers to a missing row of table puzzle"
cp proven.1.db there.db
sqlite3 there.db "INSERT INTO claim (puzzle, metric, length)
    SELECT id, 'stm', stm FROM puzzle LIMIT 1"
found "a claim of what is proven" "the puzzle is already proven" there.db
# Each error is in one part of verify.
sum=0
for i in 1 2 3; do
    run verify parity.db --part $i/3
    sum=$((sum + $(grep -c "wrong parity" out)))
done
same "one error over all parts" 1 "$sum"

# --- stats: claims are neither bounded nor unrated ---

n=$(claims 1.db | wc -l | tr -d ' ')
echo '8 1 3/4 0 2/7 6 5' >in
run import - --db 1.db
same "one more puzzle" 0 "$code"
run stats --db 1.db
has "a column of claims" out "unrated  claimed mean stm"
same "total" "total $((n + 1)) 0 0 1 $n -" \
    "$(sed -n 's/  */ /g; /^total/p' out)"
[ "$(awk '{ print length }' out | sort -n | tail -n 1)" -lt 80 ] ||
    fail "lines of 80 columns or more"
run stats --db 1.db --json
has "JSON" out "\"status\":\"claimed\",\"count\":$n}"
run stats --db proven.1.db
has "no claims, no column" out "unrated mean stm"

finish
