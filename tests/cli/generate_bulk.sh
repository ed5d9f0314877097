#!/bin/sh
# Tests generate --db: after any kill or interrupt, the same command continues
# and ends with the same catalogue as an undisturbed run.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

count=8000
kind='generate 3x3 --layout spiral --seed bulk'

# digest FILE: prints its digest.
digest() {
    run digest --db "$1"
    cat out
}

# stored FILE: prints the number of its recipes, read with sqlite3.
stored() {
    sqlite3 "$1" 'SELECT count(*) FROM recipe' 2>/dev/null || echo 0
}

# shellcheck disable=SC2086 # a command and its options, here and below
run $kind --count $count --db whole.db
same "without an interruption" 0 "$code"
new=$(sqlite3 whole.db 'SELECT count(*) FROM puzzle')
same "summary" "$count recipes, $new new puzzles" "$(cat out)"
whole=$(digest whole.db)
run verify whole.db
same "verified" 0 "$code"
for threads in 1 3; do
    run $kind --count $count --threads $threads --db threads.$threads.db
    same "$threads threads" "$whole" "$(digest threads.$threads.db)"
done

# --- kill -9 at many moments ---

kills=0
for i in $(long '1 2 3 4 5 6' '1 2 3'); do
    "$LOYD" $kind --count $count --db killed.db >out 2>err &
    pid=$!
    # Waits until more rows are stored: a fixed time depends on the machine.
    before=$(stored killed.db)
    for tries in 1 2 3 4 5 6 7 8 9; do
        [ "$(stored killed.db)" = "$before" ] || break
        sleep "0.0$tries"
    done
    kill -9 $pid 2>/dev/null && kills=$((kills + 1))
    wait $pid 2>/dev/null
    # Stored rows are complete: every puzzle has its recipe and its proof.
    if [ -s killed.db ]; then
        run verify killed.db
        same "killed $i times: verify" 0 "$code"
        [ "$code" = 0 ] || cat out err
        run find --db killed.db --status unrated --total
        same "killed $i times: no incomplete puzzle" 0 "$(cat out)"
    fi
done
[ $kills -gt 1 ] || fail "only $kills runs were killed"
run $kind --count $count --db killed.db
same "the same command continues" 0 "$code"
same "with the same result" "$whole" "$(digest killed.db)"
run $kind --count $count --db killed.db
same "again: everything is skipped" "$count recipes, 0 new puzzles, $count skipped" \
    "$(cat out)"
run verify killed.db
same "verified" 0 "$code"

# --- interrupt: reported, and solved puzzles are stored ---

# Background jobs of a shell ignore SIGINT, so SIGTERM is sent.
"$LOYD" generate 5x3 --seed bulk --count 50000 --db stopped.db >out 2>err &
pid=$!
while [ "$(stored stopped.db)" = 0 ] && kill -0 $pid; do
    sleep 0.3
done
kill -TERM $pid
wait $pid
same "interrupted: exit code" 3 $?
same "interrupted: message" \
    "loyd: generate: interrupted: run the same command again to continue" \
    "$(grep -v 'loyd: solver' err)"
[ "$(stored stopped.db)" -gt 0 ] || fail "interrupted: nothing was stored"
run verify stopped.db
same "interrupted: verify" 0 "$code"

# --- two processes on one file, with overlapping indices ---

"$LOYD" $kind --count 6000 --db two.db >out.1 2>err.1 &
pid=$!
"$LOYD" $kind --count 6000 --first-index 2000 --db two.db >out.2 2>err.2
same "first process" 0 $?
wait $pid
same "second process" 0 $?
same "no messages" "" "$(cat err.1 err.2)"
same "digest of both" "$whole" "$(digest two.db)"

# The file is locked for longer than the timeout: reported, nothing is lost.
mkfifo hold
sqlite3 two.db <hold >/dev/null &
pid=$!
exec 9>hold
echo "BEGIN IMMEDIATE;" >&9
sleep 0.5
run $kind --count 100 --first-index 50000 --db two.db
same "locked: exit code" 3 "$code"
same "locked: message" "loyd: two.db: locked by another process (waited \
up to 5 seconds)" "$(cat err)"
echo "ROLLBACK;" >&9
exec 9>&-
wait $pid
run $kind --count 100 --first-index 50000 --db two.db
same "unlocked" 0 "$code"

# --- what is no puzzle, and what only a secret shows ---

run generate 3x3 --method shuffle --seed s --count 300
cp out in
run check
n=$(grep -c '^solvable$' out)
check "unsolvable draws are skipped" 0 "300 recipes, $n new puzzles, $((300 - n)) skipped" \
    "" generate 3x3 --method shuffle --seed s --count 300 --db shuffled.db
printf '%064d\n' 1 >secret
chmod 600 secret
run generate 3x3 --seed s --count 40 --secret secret --db shuffled.db
run verify shuffled.db
same "recipes of a secret" "0 40 not checked without the secret" \
    "$code $(grep -o '[0-9]* not checked without the secret' out)"

finish
