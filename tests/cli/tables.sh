#!/bin/sh
# Table files: damaged ones are rebuilt, one that is truncated while in use
# ends the command with a message, and a cache that cannot be written is an
# error only of `tables build`.
. "$(dirname "$0")/lib.sh"

cache=$XDG_CACHE_HOME/loyd
run generate 5x3 --layout rows,blank=1.1 --seed tables --count 40
cp out boards
solve() {
    cp boards in
    run solve --layout rows,blank=1.1 --threads 2 "$@"
}
solve --tables small
cp out right

# Written once, then read; without a terminal there is no message.
for time in first second; do
    solve --tables large
    same "$time: exit code" 0 "$code"
    same "$time: stderr" "" "$(cat err)"
    cmp -s out right || fail "$time: solutions differ from those of small tables"
done
file=$(echo "$cache"/tables-*)
[ -f "$file" ] || fail "expected one file in the cache: $file"

# One bit in the middle.
printf 'x' | dd of="$file" bs=1 seek=10000000 conv=notrunc 2>/dev/null
check "verify damage" 3 " 5x3   blank 1.1  large      21 MB  aaabb/aaabb/aabbb    bad" \
    "loyd: $file: wrong checksum" tables verify --size 5x3
solve --tables large
same "damage: exit code" 0 "$code"
has "damage" err "damaged (wrong checksum): rebuilding"
cmp -s out right || fail "damage: solutions differ"
solve --tables large
same "after damage: stderr" "" "$(cat err)"
run tables verify --size 5x3
same "after damage: verify" 0 "$code"

# The next write removes leftovers of a killed writer and an older version.
: >"$file.part"
: >"$cache/tables-1-4x4-0.loyd"
: >"$cache/tables-1-4x4-0.loyd.123.new"
rm "$file"
solve --tables large
same "leftovers" "$file" "$(echo "$cache"/*)"

# Truncated while it is mapped.
mkfifo feed
"$LOYD" solve --layout rows,blank=1.1 --tables large --threads 1 \
    <feed >out 2>err &
pid=$!
exec 3>feed
head -n 1 boards >&3
until [ -s out ]; do
    kill -0 $pid 2>/dev/null || break
    sleep 0.1
done
truncate -s 4096 "$file"
cat boards >&3
exec 3>&-
wait $pid
same "cut short: exit code" 3 $?
same "cut short: stderr" "loyd: mapped file: truncated or unreadable while \
in use (tables in the cache, or the -shm file of a catalogue): try again" \
    "$(cat err)"
solve --tables large
same "cut short: the next run" 0 "$code"
cmp -s out right || fail "cut short: solutions differ"

# A cache folder that cannot be created.
: >plain
XDG_CACHE_HOME=$tmp/plain
solve --tables large
same "no cache: exit code" 0 "$code"
same "no cache: stderr" "" "$(cat err)"
cmp -s out right || fail "no cache: solutions differ"
run tables build --size 5x3 --threads 2
same "no cache: build" 3 "$code"
has "no cache: build" err "loyd: $tmp/plain/loyd/tables-2-5x3-0.loyd: \
cannot create its folder: Not a directory"

finish
