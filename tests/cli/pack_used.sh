#!/bin/sh
# With --used no no puzzle is published twice, even if two exports run at once
# or one is killed; the next run removes the leftovers of a kill.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --seed used --count 2500 --db whole.db

# ids DIR ...: all ids of packs, sorted.
ids() {
    for dir; do
        [ ! -e "$dir" ] || cut -f 2 "$dir/ids.tsv" | sed 1d
    done | sort
}

# marked FILE: the ids that the catalogue records as published.
marked() {
    run find --db "$1" --used yes --json
    sed 's/.*"puzzle_id":"\([^"]*\).*/\1/' out | sort
}

# --- concurrent exports ---

# at_once yes|no N: exports the packs one, two and three at the same time.
at_once() {
    cp whole.db both.db
    rm -rf one two three
    "$LOYD" export --db both.db --out one --used "$1" --limit "$2" >out.1 2>err.1 &
    first=$!
    "$LOYD" export --db both.db --out two --used "$1" --limit "$2" >out.2 2>err.2 &
    second=$!
    "$LOYD" export --db both.db --out three --used "$1" --limit "$2" >out.3 2>err.3
    third=$?
    wait $first
    first=$?
    wait $second
    same "--used $1: all done" "0 0 0 " "$first $? $third $(cat err.1 err.2 err.3)"
}

for round in 1 2 3; do
    at_once no 600
    same "round $round: no puzzle in two packs" 1800 "$(ids one two three |
        uniq | wc -l | tr -d ' ')"
    same "round $round: all are marked" "$(ids one two three)" \
        "$(marked both.db)"
done

# The marks of an export do not change the selection of another that waits.
run find --db whole.db --limit 400
cut -f 1 out >in
run used mark - --db whole.db
at_once yes 600
same "--used yes: each has the marked puzzles" "$(ids one) $(ids one)" \
    "$(ids two) $(ids three)"
same "--used yes: as many as were marked" 400 "$(ids one | wc -l | tr -d ' ')"
run find --db whole.db --used yes
cut -f 1 out >in
run used unmark - --db whole.db
same "no marks" "" "$(marked whole.db)"

# A writer that does not end: an error names the cause, and no files are left.
# An export without marks does not wait for it.
cp whole.db held.db
cat >hold.py <<'END'
import sqlite3, sys
db = sqlite3.connect("held.db", isolation_level=None)
db.execute("BEGIN IMMEDIATE")
open("is_held", "w").close() # a pipe: waits for its reader
sys.stdin.read()
END
mkfifo hold is_held
python3 hold.py <hold &
holder=$!
exec 3>hold
: <is_held
run export --db held.db --out held --used no --limit 10
same "a catalogue that another holds" "3 " "$code $(cat out)"
has "a catalogue that another holds" err "another process"
same "nothing is left" "" "$(ls -d held held.part* 2>/dev/null)"
run export --db held.db --out read --used no --limit 10 --no-mark
same "--no-mark needs no lock" "0 " "$code $(cat err)"
exec 3>&-
wait $holder

# --- killed at any point ---

cp whole.db never.db
run export --db never.db --out never --used no --limit 40
n_kills=0
between=0
for at in $(seq 1 400); do
    cp whole.db "k.db"
    rm -rf k k.part* other k.db-*
    killed "$at" export --db k.db --out k --used no --limit 40
    [ $code != 0 ] || break
    n_kills=$((n_kills + 1))
    if [ -e k ]; then
        same "kill $at: a whole pack" "" "$(diff -r never k 2>&1)"
        same "kill $at: its puzzles are marked" "$(ids k)" "$(marked k.db)"
        continue
    fi
    [ -z "$(marked k.db)" ] || between=$((between + 1))
    # The next packs share no puzzle.
    if [ $((at % 2)) = 0 ]; then
        run export --db k.db --out other --used no --limit 40
        same "kill $at: another pack" 0 "$code"
        run export --db k.db --out k --used no --limit 40
        same "kill $at: twice" "0 " "$code $(ids k other | uniq -d)"
    else
        run export --db k.db --out k --used no --limit 40
        same "kill $at: the same again" "0 " "$code $(diff -r never k 2>&1)"
    fi
    same "kill $at: marked" "$(ids k other)" "$(marked k.db)"
    same "kill $at: nothing is left" "" "$(ls -d k.part* 2>/dev/null)"
done
same "the last one was not killed" 0 "$code"
[ $n_kills -gt 15 ] || fail "only $n_kills kills"
[ $between -gt 0 ] || fail "no kill between the marks and the name"

# The marks of a published pack stay, even if the same pack was killed during
# an export to another folder.
cp whole.db same.db
run export --db same.db --out first --limit 40
for at in $(seq 1 400); do
    rm -rf again again.part*
    killed "$at" export --db same.db --out again --limit 40
    run export --db same.db --out more --limit 1 --no-mark
    rm -rf more
    same "kill $at: marks of the same pack" "$(ids first)" "$(marked same.db)"
    [ -e again ] || continue
    break
done

# --- leftovers of earlier versions, in large numbers ---

mkdir left.part
echo x >left.part/puzzles.csv
for i in $(seq 1 120); do
    mkdir left.part-$i
    echo x >left.part-$i/puzzles.csv
done
run export --db never.db --out left --limit 5
same "over a hundred leftovers" "0 left" "$code $(echo left*)"

finish
