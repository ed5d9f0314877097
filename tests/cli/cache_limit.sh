#!/bin/sh
# Tests the limit of the cache of tables: which files are deleted, and which
# are not. The large tables of 5x3 are 21 or 31 MB; those of 7x2 in MTM 39.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

XDG_CACHE_HOME=$tmp/limited
export XDG_CACHE_HOME
cache=$XDG_CACHE_HOME/loyd
unset LOYD_CACHE_LIMIT

# use BLANK [OPTION ...]: solves a board with the large tables of a class.
use() {
    blank=$1
    shift
    run generate 5x3 --layout "rows,blank=$blank" --seed limit --count 1
    mv out in
    run solve --layout "rows,blank=$blank" --tables large --threads 1 "$@"
    same "use of $blank: exit code" 0 "$code"
    same "use of $blank: stderr" "" "$(cat err)"
}

# cached: the cells of the goals' blanks that have a file.
cached() {
    ls "$cache" | sed -n 's/^tables-2-5x3-\([0-9]*\)[.]loyd$/\1/p' |
        sort -n | paste -s -d ' '
}

run tables list
same "no folder" "cached: 0 files, 0 MB of at most 4294 MB" "$(tail -n 1 out)"
use 1.0
use 1.1
use 1.2
same "three files" "5 6 7" "$(cached)"
sum=$(cat "$cache"/* | wc -c)
megabytes=$((sum / 1000000))
run tables list
same "list: the sum" "cached: 3 files, $megabytes MB of at most 4294 MB" \
    "$(tail -n 1 out)"
LOYD_CACHE_LIMIT=$sum && export LOYD_CACHE_LIMIT
run tables list
same "list: the limit" "cached: 3 files, $megabytes MB of at most $megabytes MB" "$(tail -n 1 out)"

# The order is that of the last use, and reading is a use.
touch -d 2001-01-01 "$cache/tables-2-5x3-5.loyd"
touch -d 2002-01-01 "$cache/tables-2-5x3-6.loyd"
touch -d 2003-01-01 "$cache/tables-2-5x3-7.loyd"
echo kept >"$cache/other.loyd"
use 1.0
same "exactly the limit" "5 6 7" "$(cached)"
use 0.0 # 31 MB, in the place of 6 and 7
same "least recently used first" "0 5" "$(cached)"
has "a file of another kind" "$cache/other.loyd" kept
[ "$(cat "$cache"/tables* | wc -c)" -le "$sum" ] || fail "above the limit"

# Times that make no sense.
touch -d 1900-01-01 "$cache/tables-2-5x3-0.loyd"
touch -d 2100-01-01 "$cache/tables-2-5x3-5.loyd"
use 1.1
use 1.2
same "before 1970 and after now" "5 6 7" "$(cached)"
find "$cache" -name 'tables*' -exec touch -d 2001-01-01 {} +
use 0.0
same "equal times: by name" "0 7" "$(cached)"

# A smaller limit holds from the next use on; a file beyond it is not written.
LOYD_CACHE_LIMIT=22M
use 1.2
same "a smaller limit" "7" "$(cached)"
use 0.0
same "too large to keep" "7" "$(cached)"
run tables build --size 7x2
same "build: too large" 3 "$code"
has "build: too large" err "the limit of the cache is 23068672"
LOYD_CACHE_LIMIT=0
use 1.1
same "0 writes none" "7" "$(cached)"

# A file in use survives, and the limit is kept again later.
LOYD_CACHE_LIMIT=22M
run generate 5x3 --layout rows,blank=1.2 --seed limit --count 2
mv out boards
mkfifo feed
"$LOYD" solve --layout rows,blank=1.2 --tables large --threads 1 \
    <feed >held 2>&1 &
pid=$!
exec 3>feed
head -n 1 boards >&3
until [ -s held ]; do
    kill -0 $pid 2>/dev/null || break
    sleep 0.05
done
use 1.1
same "in use" "7" "$(cached)"
tail -n 1 boards >&3
exec 3>&-
wait $pid
same "the one that uses it" "0 2" "$? $(lines held)"
use 1.1
same "no longer in use" "6" "$(cached)"

# Several at once.
LOYD_CACHE_LIMIT=50M
for blank in 1.0 1.1 1.2 0.0; do
    run generate 5x3 --layout "rows,blank=$blank" --seed limit --count 1
    "$LOYD" solve --layout "rows,blank=$blank" --tables large --threads 1 \
        <out >"one.$blank" 2>&1 &
    pids="${pids:-} $!"
done
for pid in $pids; do
    wait "$pid" || fail "several at once: exit code $?"
done
use 1.1
[ "$(cat "$cache"/tables* | wc -c)" -le $((50 * 1024 * 1024)) ] ||
    fail "several at once: above the limit"

# A read-only cache is read, and nothing is deleted from it.
before=$(ls "$cache")
chmod 500 "$cache"
LOYD_CACHE_LIMIT=1M
if [ ! -w "$cache" ]; then
    use 1.0
    same "read-only" "$before" "$(ls "$cache")"
fi
chmod 700 "$cache"

for value in x 4X -1 1.5G 99999999999G; do
    LOYD_CACHE_LIMIT=$value
    for command in "solve" "tables list"; do
        # shellcheck disable=SC2086 # two words
        run $command
        same "LOYD_CACHE_LIMIT=$value: $command" 2 "$code"
        has "LOYD_CACHE_LIMIT=$value: $command" err "loyd: LOYD_CACHE_LIMIT: "
    done
done

finish
