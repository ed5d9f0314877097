#!/bin/sh
# Tests `rate --prove` in parts and through kills: however the work is divided, and
# wherever it stops, the digest is that of one run, and verify agrees.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# Boards whose intervals take a fraction of a second to prove.
run generate 5x4 --method walk:200 --count 40 --seed a --db all.db
run generate 3x6 --method walk:200 --count 20 --seed b --db all.db
before=$("$LOYD" digest --db all.db)
cp all.db one.db
run rate --prove --threads 1 --db one.db
same "one machine" 0 "$code"
n=$(sed 's/ .*//' out)
[ "$n" -ge 4 ] || fail "only $n boards to prove"
wanted=$("$LOYD" digest --db one.db)
[ "$wanted" != "$before" ] || fail "proofs are not in the digest"

# is_proven FILE: the catalogue is what one machine makes.
is_proven() {
    same "$1: digest" "$wanted" "$("$LOYD" digest --db "$1")"
    check "$1: nothing is left to do" 0 "0 puzzles proven, 0 still open" "" \
        rate --prove --db "$1"
}

cp all.db three.db
run rate --prove --threads 3 --db three.db
is_proven three.db

# Any number of parts, merged in any order, also twice and into what is there.
for parts in 1 2 5; do
    rm -f part*.db
    sum=0
    for part in $(seq $parts); do
        cp all.db "part$part.db"
        run rate --prove --part "$part/$parts" --db "part$part.db"
        same "part $part/$parts" 0 "$code"
        found=$(sed 's/ .*//' out)
        [ "$found" = 0 ] || some=$part
        sum=$((sum + found))
    done
    same "each board is in one of $parts parts" "$n" "$sum"
    # shellcheck disable=SC2012,SC2046 # names without spaces
    run merge $(ls part*.db | sort -r) part1.db --db "merged$parts.db"
    same "merge of $parts" 0 "$code"
    is_proven "merged$parts.db"
    cp all.db "joined$parts.db"
    run merge part*.db --db "joined$parts.db"
    is_proven "joined$parts.db"
done
run verify merged5.db
same "verify" 0 "$code"

# Parts that are not done yet: what they have is merged, and the rest stays open.
for part in 1 2; do
    cp all.db "half$part.db"
done
run merge half1.db half2.db --db half.db
same "nothing is done" "$before" "$("$LOYD" digest --db half.db)"
run rate --prove --part 1/2 --db half1.db
first=$(sed 's/ .*//' out)
case $first in 0 | "$n") fail "$first of $n in part 1/2" ;; esac
run merge half1.db --db half.db
check "the rest" 0 "$((n - first)) puzzles proven, 0 still open" "" \
    rate --prove --db half.db
is_proven half.db

# Killed again and again: each run has what those before it stored.
cp all.db killed.db
n_kills=0
for at in 20 30 40 50 60 80 100; do
    killed $at rate --prove --threads 2 --db killed.db
    [ "$code" = 137 ] && n_kills=$((n_kills + 1))
done
[ "$n_kills" -gt 2 ] || fail "only $n_kills runs were killed"
run rate --prove --db killed.db
same "after kills" 0 "$code"
[ "$(sed 's/ .*//' out)" -lt "$n" ] || fail "what killed runs proved is lost"
is_proven killed.db

# A signal ends a search that would take hours.
run generate 3x6 --seed b --count 1 --db hard.db
"$LOYD" rate --prove --db hard.db >out 2>err &
pid=$!
sleep 1
kill -TERM $pid
wait $pid
same "a signal: code" 3 $?
same "a signal: message" \
    "loyd: rate: interrupted: run the same command again to continue" "$(cat err)"
run verify hard.db
same "a signal: what it leaves" 0 "$code"

# A catalogue that contradicts the others is refused as a whole, and the others are
# merged; done again, it is taken.
cp "part$some.db" wrong.db
mv "part$some.db" right.db
sqlite3 wrong.db "UPDATE rating SET path = (SELECT path FROM rating
        WHERE lower = upper AND metric = 'stm' ORDER BY lower LIMIT 1)
    WHERE puzzle = (SELECT puzzle FROM rating WHERE lower = upper
        AND metric = 'stm' ORDER BY lower DESC LIMIT 1) AND metric = 'stm'"
run merge wrong.db part*.db --db most.db
same "a wrong catalogue: code" 3 "$code"
has "a wrong catalogue: named" err "loyd: wrong.db: "
has "a wrong catalogue: refused" err "catalogue not merged"
[ "$("$LOYD" digest --db most.db)" != "$wanted" ] || fail "it was not needed"
run merge right.db --db most.db
same "the right one" 0 "$code"
is_proven most.db

finish
