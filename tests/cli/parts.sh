#!/bin/sh
# The makefile of docs/scale.md: interrupted and run again, it makes the catalogue
# of one machine.
# shellcheck disable=SC1091,SC2016,SC2154 # lib.sh sets; sed, not the shell
. "$(dirname "$0")/lib.sh"

sed -n '/^```make$/,/^```$/{/^```/d;p;}' "$root/docs/scale.md" |
    sed 's/--count 10000000/--count 300/; s/^N = 64$/N = 5/' >big.mk
mkdir bin
ln -s "$LOYD" bin/loyd
PATH=$tmp/bin:$PATH
run generate 4x4 --seed big --count 300 --db one.db
wanted=$("$LOYD" digest --db one.db)

# A part that was stopped in the middle has a catalogue, but is not done.
killed 30 generate 4x4 --seed big --count 300 --part 2/5 --threads 1 --db part2.db
same "killed" 137 "$code"
[ -e part2.db ] || fail "killed too early"
make -s -f big.mk -j 2 >out 2>err || fail "make: $(cat err)"
same "the digest of one machine" "$wanted" "$("$LOYD" digest --db big.db)"
same "five parts" "part1.done part2.done part3.done part4.done part5.done" \
    "$(echo part*.done)"
make -s -f big.mk >out 2>err
same "again: nothing is to be done" "" "$(cat out err)"

finish
