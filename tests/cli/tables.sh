#!/bin/sh
# Table files: damaged ones are rebuilt, one that is truncated while in use
# ends the command with a message, and a cache that cannot be written is an
# error only of `tables build`.
. "$(dirname "$0")/lib.sh"

XDG_CACHE_HOME=$tmp/cache # not shared
cache=$XDG_CACHE_HOME/loyd
run generate 5x3 --layout rows,blank=1.1 --seed tables --count 40
cp out boards
solve() {
    cp boards in
    run solve --layout rows,blank=1.1 --threads 2 "$@"
}
# Small tables are kept too; the rest is about one file of large ones.
XDG_CACHE_HOME=$tmp/small
solve --tables small
same "small tables" "$tmp/small/loyd/tables-2-5x3-6-small.loyd" \
    "$(echo "$tmp"/small/loyd/*)"
cp out right
XDG_CACHE_HOME=$tmp/cache

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
check "verify damage" 3 "5x3${tab}1.1${tab}stm${tab}large${tab}20643840${tab}1${tab}bad" \
    "loyd: $file: wrong checksum" tables verify --size 5x3
solve --tables large
same "damage: exit code" 0 "$code"
has "damage" err "damaged (wrong checksum): rebuilding"
cmp -s out right || fail "damage: solutions differ"
solve --tables large
same "after damage: stderr" "" "$(cat err)"
run tables verify --size 5x3
same "after damage: verify" 0 "$code"

# Tables in MTM have files of their own.
run generate 7x2 --seed tables --count 5
cp out slide_boards
slides() {
    cp slide_boards in
    run solve --metric mtm --threads 2 "$@"
}
slides --tables small
cp out right_slides
for time in first second; do
    slides --tables large
    same "MTM, $time: stderr" "" "$(cat err)"
    cmp -s out right_slides || fail "MTM, $time: solutions differ"
done
slide_file=$cache/tables-2-7x2-0-mtm.loyd
printf 'x' | dd of="$slide_file" bs=1 seek=5000000 conv=notrunc 2>/dev/null
check "MTM: verify damage" 3 "7x2${tab}0.0${tab}mtm${tab}large${tab}38918880${tab}1${tab}bad" \
    "loyd: $slide_file: wrong checksum" tables verify --size 7x2
slides --tables large
has "MTM: damage" err "tables in MTM for 7x2, goal's blank in cell 0: "
has "MTM: damage" err "damaged (wrong checksum): rebuilding"
cmp -s out right_slides || fail "MTM, damage: solutions differ"
# Of another version: the header differs.
printf 'x' | dd of="$slide_file" bs=1 seek=19 conv=notrunc 2>/dev/null
slides --tables large
has "MTM: version" err "damaged (not a table file of this class and version)"
run tables verify --size 7x2 --json
same "MTM: verify" 0 "$code"
has "MTM: JSON" out '"metric":"mtm","tables":"large"'
cp "$slide_file" whole
slides --tables auto
cmp -s whole "$slide_file" || fail "MTM: a file that is read was changed"
run tables remove --size 7x2
[ ! -e "$slide_file" ] || fail "MTM: not removed"

# Many views, listed after the small tables; a damaged file is seen and removed.
run tables list --size 6x3
same "views: list" "6x3${tab}1.2${tab}stm${tab}large${tab}102298464${tab}0${tab}good" \
    "$(tail -n 1 out)"
run tables list
has "list: the sum" out "cached: $(find "$cache" -name 'tables-*' | wc -l) file"
views_file=$cache/tables-2-6x3-0.loyd
echo broken >"$views_file"
check "views: verify" 3 \
    "6x3${tab}0.0${tab}stm${tab}large${tab}102299160${tab}0${tab}bad" \
    "loyd: $views_file: length 7: expected 102303256 bytes" \
    tables verify --size 6x3
run tables remove --size 3x6
[ ! -e "$views_file" ] || fail "views: not removed"

# The next write removes leftovers of a killed writer.
: >"$file.part"
: >"$file.part-$(uname -n | sed 's/[.].*//' | tail -c 17)-1-0123abcd"
rm "$file"
solve --tables large
same "leftovers" "$file" "$(echo "$cache"/*)"

# Truncated while it is mapped.
mkfifo feed
: >out # the job may empty it after the first look at it
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

# The small tables of more than 16 cells are kept too. A damaged, truncated or
# foreign file, or one that cannot be written, changes no interval.
wide() {
    cp wide in
    run solve --layout rows,blank=1.0 "$@"
    cmp -s out bounds || fail "wide: other bounds: $*"
    same "wide: exit code" 0 "$code"
}
run generate 6x3 --layout rows,blank=1.0 --seed tables --count 3
cp out wide
cp wide in
HOME='' XDG_CACHE_HOME='' run solve --layout rows,blank=1.0
cp out bounds
same "wide: without a cache" 3 "$(lines bounds)"
small=$cache/tables-2-6x3-6-small.loyd
"$LOYD" solve --layout rows,blank=1.0 <wide >other 2>&1 & # at the same time
wide
same "wide: written" "" "$(cat err)"
wait $!
cmp -s other bounds || fail "wide: two at a time"
same "wide: two at a time" "$small" "$(echo "$cache"/*6x3*)"
wide
same "wide: read" "" "$(cat err)"
cp "$small" whole
printf 'x' | dd of="$small" bs=1 seek=3000000 conv=notrunc 2>/dev/null
wide --threads 1
has "wide: damaged" err "for 6x3, goal's blank in cell 6: "
has "wide: damaged" err "damaged (wrong checksum): rebuilding"
cmp -s whole "$small" || fail "wide: not built again"
truncate -s 5000 "$small"
check "wide: verify" 3 \
    "6x3${tab}1.0${tab}stm${tab}small${tab}6898080${tab}0${tab}bad" \
    "loyd: $small: length 5000: expected 6902176 bytes" \
    tables verify --size 6x3
rm "$small"
mkdir "$small"
wide
has "wide: a folder" err "damaged (length"
rmdir "$small"
printf x | dd of=whole bs=1 seek=20 conv=notrunc 2>/dev/null
cp whole "$small"
wide
has "wide: foreign" err "not a table file of this class and version"
run tables remove --size 6x4
same "wide: kept by other sizes" "$small" "$(echo "$cache"/*6x3*)"
run tables verify
same "wide: verify all" 0 "$code"
same "wide: verify all" 2 "$(lines out)"
run tables remove
same "wide: remove all" 0 "$code"
same "wide: remove all" "" "$(ls "$cache")"

# One class of a size: that of the blank, also in an equivalent cell.
size=$(long 4x4 5x3)
run tables build --size "$size" --goal-blank "$(long 3.3 2.4)"
same "one class: code" 0 "$code"
same "one class" "$size${tab}0.0" "$(cut -f 1,2 out | sort -u)"
same "one class: files, large, small and that of MTM" 3 "$(ls "$cache" | wc -l)"
for size in 4x4 3x5; do run tables list --size $size && cp out $size; done
same "three classes of 4x4, small, large and in MTM; six of 5x3" "9 18" \
    "$(lines 4x4) $(lines 3x5)"
run tables list --size 3x5 --goal-blank 4.1
same "one class: list" "1.0" "$(awk '$4 == "small" {print $2}' out)"
check "no such cell" 2 "" "loyd: --goal-blank: row of the blank: 4 is out of range: expected 0..3" \
    tables list --size 4x4 --goal-blank 4.0
run tables remove

# A cache folder that cannot be created.
: >plain
XDG_CACHE_HOME=$tmp/plain
solve --tables large
same "no cache: exit code" 0 "$code"
same "no cache: stderr" "" "$(cat err)"
cmp -s out right || fail "no cache: solutions differ"
wide
same "no cache: stderr" "" "$(cat err)"
run tables build --size 5x3 --goal-blank 0.0 --threads 2
same "no cache: build" 3 "$code"
has "no cache: build" err "loyd: $tmp/plain/loyd/tables-2-5x3-0.loyd: \
cannot create its folder: Not a directory"

finish
