#!/bin/sh
# Many boards into a catalogue: stopped in any way, at any moment, the same
# command goes on, and ends where an undisturbed one does.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

count=20000
kind='generate 3x3 --layout spiral --seed bulk'

# digest FILE
digest() {
    run digest --db "$1"
    cat out
}

# stored FILE: how many recipes are in it, by a stranger's look.
stored() {
    sqlite3 "$1" 'SELECT count(*) FROM recipe' 2>/dev/null || echo 0
}

# shellcheck disable=SC2086 # a command and its options, here and below
run $kind -n $count --db whole.db
same "undisturbed" 0 "$code"
new=$(sqlite3 whole.db 'SELECT count(*) FROM puzzle')
same "what it says" "$count recipes, $new new puzzles" "$(cat out)"
whole=$(digest whole.db)
run verify whole.db
same "verified" 0 "$code"
for threads in 1 3; do
    run $kind -n $count --threads $threads --db threads.$threads.db
    same "$threads threads" "$whole" "$(digest threads.$threads.db)"
done

# --- kill -9 at many moments ---

kills=0
for i in 1 2 3 4 5 6; do
    "$LOYD" $kind -n $count --db killed.db >out 2>err &
    pid=$!
    # Not a fixed time, for machines differ: until some more is stored.
    before=$(stored killed.db)
    for tries in 1 2 3 4 5 6 7 8 9; do
        [ "$(stored killed.db)" = "$before" ] || break
        sleep "0.0$tries"
    done
    kill -9 $pid 2>/dev/null && kills=$((kills + 1))
    wait $pid 2>/dev/null
    # What is there is whole: every puzzle with its recipe and its proof.
    if [ -s killed.db ]; then
        run verify killed.db
        same "killed $i times: what is there" 0 "$code"
        [ "$code" = 0 ] || cat out err
        run find --db killed.db --status unrated --count
        same "killed $i times: nothing is half done" 0 "$(cat out)"
    fi
done
[ $kills -gt 1 ] || fail "only $kills of 6 runs were killed"
run $kind -n $count --db killed.db
same "the same command goes on" 0 "$code"
same "to the same end" "$whole" "$(digest killed.db)"
run $kind -n $count --db killed.db
same "nothing is left to do" "$count recipes, 0 new puzzles, $count skipped" \
    "$(cat out)"
run verify killed.db
same "verified" 0 "$code"

# --- stopped: said, and what was solved is stored ---

# A shell lets jobs behind it ignore ^C itself: SIGTERM is taken like it.
"$LOYD" generate 5x3 --seed bulk -n 50000 --db stopped.db >out 2>err &
pid=$!
while [ "$(stored stopped.db)" = 0 ] && kill -0 $pid; do
    sleep 0.3
done
kill -TERM $pid
wait $pid
same "stopped: exit" 3 $?
same "stopped: said" "loyd: generate: interrupted; the same command goes on" \
    "$(grep -v 'loyd: solver' err)"
[ "$(stored stopped.db)" -gt 0 ] || fail "stopped: nothing was stored"
run verify stopped.db
same "stopped: what is there" 0 "$code"

# --- two at once on one file, on parts that overlap ---

"$LOYD" $kind -n 15000 --db two.db >out.1 2>err.1 &
pid=$!
"$LOYD" $kind -n 15000 --from 5000 --db two.db >out.2 2>err.2
same "the one" 0 $?
wait $pid
same "the other" 0 $?
same "no complaint" "" "$(cat err.1 err.2)"
same "both together" "$whole" "$(digest two.db)"

# Somebody holds it for longer than one waits for: said, and nothing is lost.
mkfifo hold
sqlite3 two.db <hold >/dev/null &
pid=$!
exec 9>hold
echo "BEGIN IMMEDIATE;" >&9
sleep 0.5
run $kind -n 100 --from 50000 --db two.db
same "held: exit" 3 "$code"
same "held: said" "loyd: two.db: another process is writing to it; waited \
for 5 seconds" "$(cat err)"
echo "ROLLBACK;" >&9
exec 9>&-
wait $pid
run $kind -n 100 --from 50000 --db two.db
same "let go" 0 "$code"

finish
