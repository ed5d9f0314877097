#!/bin/sh
# Thousands of rows with one fault each, of the faults that import_faults.py lists:
# each is named by its line, no other is, and the rest is stored.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --seed faults --count 60 --metric mtm --db a.db
run generate 4x3 --layout snake --seed faults --count 40 --metric mtm --db a.db
run generate 3x4 --layout random,missing=random --seed faults --count 20 --metric mtm --db a.db
run generate 5x5 --seed faults --count 4 --db a.db
run find --db a.db --json
cp out rows
# The first is in the catalogue, with a name.
sed -n 's/^\(.*\)}$/\1,"name":"known"}/p;q' rows >known.jsonl
grep -q '"mtm":' known.jsonl || fail "the first row is not proven"
run import known.jsonl --db there.db
same "the row that is there" 0 "$code"

# faults KIND COUNT
faults() {
    python3 "$here/import_faults.py" write "$1" "$2" 1 "faults.$1" <rows >kinds ||
        fail "$1: rows"
    [ "$(cat kinds)" -ge "$3" ] || fail "$1: $(cat kinds) kinds of faults"
    for how in --check --skip-bad; do
        cp there.db db.db
        run import "faults.$1" --format "$1" $how --unrated --db db.db
        same "$1, $how" 3 "$code"
        check_faults "$1, $how" "$1" "$2"
    done
    cp there.db good.db
    run import "faults.$1.good" --format "$1" --unrated --db good.db
    same "$1: the good rows" 0 "$code"
    run digest --db good.db
    cp out good
    check "$1: they are stored, the others are not" 0 "$(cat good)" "" digest --db db.db
    cp there.db db.db
    run import "faults.$1" --format "$1" --unrated --db db.db
    same "$1: all or nothing" "3 loyd: db.db: nothing imported: try --skip-bad" \
        "$code $(tail -n 1 err)"
    run digest --db there.db
    cp out before
    check "$1: nothing is stored" 0 "$(cat before)" "" digest --db db.db
}

# check_faults NAME KIND COUNT: compares err.
check_faults() {
    same "$1" "$3 of $3 rows named, 0 wrong" \
        "$(python3 "$here/import_faults.py" compare "faults.$2" err)"
}

faults jsonl "$(long 6000 600)" 80
faults csv "$(long 3000 300)" 70
faults boards "$(long 1000 100)" 5

finish
