#!/bin/sh
# stdout that fails, readers that close early, and signals.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

full='loyd: stdout: No space left on device: not all results were written'
board='1 2 3/4 5 6/7 0 8'

run generate 3x3 --count 50 --seed output --db puzzles.db
same "a catalogue" 0 "$code"

# Every command that prints, with a full device as stdout.
if [ -c /dev/full ]; then
    for c in 'generate 4x4 --seed x' 'generate 4x4 --seed x --count 100000' \
        'generate 3x3 --seed x --stm 10..20 --count 20' 'generate 3x3 --seed x
        --json' check solve 'find --db puzzles.db' \
        'find --db puzzles.db --json' 'find --db puzzles.db --csv' \
        'stats --db puzzles.db' 'digest --db puzzles.db' \
        'verify puzzles.db' 'show 3x3/rows~g1~x~0' 'daily 2026-01-05' \
        tables help version 'solve --help'; do
        # shellcheck disable=SC2086 # a command and its options
        echo "$board" | "$LOYD" $c >/dev/full 2>err
        same "full: $c" 3 $?
        same "full: $c" "$full" "$(cat err)"
    done
    # The search of the second board would never end.
    run generate 6x6 --seed endless --count 1
    { echo "1 2 3/4 5 6/7 0 8" && cat out; } |
        "$LOYD" solve --prove >/dev/full 2>err
    same "full: an endless search" "3 $full" "$? $(cat err)"
fi

# stores WHERE ARGUMENT ...: a command that has stored its work says so.
stores() {
    where=$1
    shift
    "$LOYD" "$@" >/dev/full 2>err
    same "full: $*" 3 $?
    same "full: $*" "$full; stored in $where" \
        "$(tail -n 1 err)"
}
if [ -c /dev/full ]; then
    stores w.db generate 3x3 --seed y --count 3 --db w.db
    check "they are stored" 0 3 "" find --db w.db --total
    stores w.db merge puzzles.db --db w.db
    echo "$board" >board.txt
    stores w.db import board.txt --db w.db
    stores w.db rate --db w.db
    stores w.db used mark --db w.db \
        "$("$LOYD" find --db w.db --limit 1 | cut -f 1)"
    stores w.db bands --db w.db --set easy=0..50,hard=50..100
    echo '{"every": {"title": "m", "from": {"used": "any"}}}' >mine.json
    stores w.db channel create mine --db w.db \
        --schedule mine.json --start 2026-01-01
    stores w.db daily 2026-01-02 --channel mine \
        --db w.db --today 2026-01-03
    stores site publish --db w.db --channel mine --out site \
        --today 2026-01-03
    stores pack export --db w.db \
        --out pack --pack-name p
    stores more export --db w.db --out more
    stores a.svg show 3x3/rows~g1~x~0 --svg a.svg
fi

# With stdout closed, the catalogue must not get its file descriptor.
"$LOYD" version >&- 2>err
same "stdout closed" 3 $?
has "stdout closed" err "loyd: stdout: "
"$LOYD" generate 2x2 --count 5 --seed x --db closed.db >&- 2>err
same "stdout closed, with a catalogue" 3 $?
run verify closed.db
same "the catalogue is in order" 0 "$code"
"$LOYD" check "$board" <&- >out 2>err
same "stdin closed, and not needed" "0 solvable" "$? $(cat out)"
"$LOYD" check <&- >out 2>err
same "stdin closed" 3 $?
has "stdin closed" err "loyd: stdin: "
"$LOYD" check </ >out 2>err
same "a folder for stdin" 3 $?
same "a folder for stdin" \
    "loyd: stdin: cannot read: Is a directory" "$(cat err)"
"$LOYD" slove 2>&- >out
same "stderr closed" 2 $?

# A reader that closes early: no message. With SIGPIPE ignored: a message.
{
    "$LOYD" generate 4x4 --count 1000000 --seed x 2>err
    echo $? >status
} | head -n 1 >out
same "one line was read" 1 "$(lines out)"
same "no message after SIGPIPE" "" "$(cat err)"
same "SIGPIPE ends it" 141 "$(cat status)"
(
    trap '' PIPE
    {
        "$LOYD" generate 4x4 --count 1000000 --seed x 2>err
        echo $? >status
    } | head -n 1 >out
)
same "SIGPIPE ignored" 3 "$(cat status)"
same "SIGPIPE ignored" \
    "loyd: stdout: Broken pipe: not all results were written" "$(cat err)"

# Interrupted while waiting for a line: earlier lines are answered.
rm -f out
mkfifo line
"$LOYD" solve <line >out 2>err &
pid=$!
exec 3>line
echo "$board" >&3
while [ ! -s out ] && kill -0 $pid; do sleep 0.05; done
kill -TERM $pid
wait $pid
same "interrupted in a read" 3 $?
exec 3>&-
same "output before the interrupt" "1${tab}L" "$(cat out)"
same "interrupted in a read" \
    "loyd: solve: interrupted: 1 board" "$(cat err)"

# Interrupted while printing into a pipe that blocks.
mkfifo boards
"$LOYD" generate 4x4 --count 10000000 --seed x >boards 2>err &
pid=$!
exec 4<boards
read -r first <&4
kill -TERM $pid
cat <&4 >/dev/null
exec 4<&-
wait $pid
same "interrupted while it prints" 3 $?
same "the first board" "$("$LOYD" generate 4x4 --seed x)" "$first"
has "interrupted while it prints" err "interrupted"

# A catalogue: finished work is kept, and the same command continues.
"$LOYD" generate 4x2 --count 10000000 --seed stop --db stopped.db >out 2>err &
pid=$!
n=0
while [ "${n:-0}" = 0 ] && kill -0 $pid 2>/dev/null; do
    sleep 0.1
    n=$("$LOYD" find --db stopped.db --total 2>said || echo 0)
done
kill -TERM $pid
wait $pid
same "interrupted" 3 $?
same "interrupted" \
    "loyd: generate: interrupted: run the same command again to continue" \
    "$(cat err)"
run find --db stopped.db --total
n=$(cat out)
[ "$n" -gt 0 ] || fail "nothing was kept"
run verify stopped.db
same "the kept rows are valid" 0 "$code"
recipes=$(sqlite3 stopped.db 'SELECT count(*) FROM recipe')
run generate 4x2 --count $((recipes + 50)) --seed stop --db stopped.db
same "the same command continues" 0 "$code"
run generate 4x2 --count $((recipes + 50)) --seed stop --db whole.db
run digest --db whole.db
cp out whole
check "as one run" 0 "$(cat whole)" "" digest --db stopped.db

finish
