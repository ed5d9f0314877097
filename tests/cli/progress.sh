#!/bin/sh
# The progress line: on a terminal only, on one line, removed at the end.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

watch() {
    python3 "$here/progress.py" "$@" >out
    code=$?
}
escape=$(printf '\033')
return=$(printf '\r')

# A job with a known end: a bar, a percentage, a rate, the time left.
shape='\[#*\.*\] +[0-9]+ %  [0-9]+ of 10000000  [0-9.]+/s  [0-9:]+ (s|min|h) left'
watch "$shape" "$LOYD" generate 3x3 --count 10000000 --seed a --db a.db
same "interrupted" 3 "$code"
grep -qE "$shape" out || fail "no progress: $(cat -v out)"
same "progress stays on one line and is cleared" "" \
    "$(sed '$d' out | tr "$return" '\n' | grep -v "^$escape\[K" | grep .)"
same "the message is on a line by itself" \
    "loyd: generate: interrupted: run the same command again to continue" \
    "$(tail -n 1 out | tr "$return" '\n' | tail -n 1 | sed "s/^$escape\[K//")"
run find --db a.db --total
[ "$(cat out)" -gt 0 ] || fail "nothing was kept"

# Before the first board is done, the line names the part.
shape='generating  \[\.*\]   0 %  [a-z ]*(solving|shortening|building tables)'
watch "$shape" "$LOYD" generate 6x6 --count 3 --seed a --effort best --db d.db
same "interrupted before the first board" 3 "$code"
grep -qE "$shape" out || fail "no progress: $(cat -v out)"

# A part counts its own puzzles: ids are in base 32, whose second half begins at g.
"$LOYD" generate 6x6 --count 600 --seed a >boards
run import --db e.db boards
total=$(sqlite3 e.db "SELECT count(*) FROM puzzle WHERE id >= 'g'")
shape="\[#*\.*\] +[0-9]+ %  [0-9]+ of $total  [0-9.]+/s  [0-9:]+ (s|min|h) left"
watch "$shape" "$LOYD" rate --part 2/2 --db e.db
same "a part: interrupted" 3 "$code"
grep -qE "$shape" out || fail "no progress of a part: $(cat -v out)"

# Not for short jobs, with --quiet, or into files.
run generate 3x3 --count 20 --seed a --db b.db
same "not into a file" "20 recipes, 20 new puzzles" "$(cat out err)"
run verify b.db
same "not for a short job" "" "$(cat err)"

finish
