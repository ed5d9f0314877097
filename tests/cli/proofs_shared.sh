#!/bin/sh
# Tests `rate --prove --share`: whatever the number of shares, their order and their
# kills, all catalogues end with the digest of one `rate --prove`; files that are damaged,
# forged or of something else are named, and nothing of others is removed.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# Boards that take a fraction of a second to prove. Bounds of fewer than five million
# nodes are searched by whoever comes first; one of the boards has others.
run generate 5x4 --method walk:200 --count 20 --seed a --db few.db
run generate 4x4 --count 2 --seed a --db few.db
cp few.db all.db
run generate 5x4 --count 1 --first-index 7 --seed s --db all.db
for db in few all; do
    cp $db.db one.db
    run rate --prove --db one.db
    same "one process" 0 "$code"
    n=$(sed 's/ .*//' out)
    [ "$n" -ge 6 ] || fail "only $n boards to prove"
    run digest --db one.db
    cp out "$db.digest"
done

# begin N [few]: catalogues of N shares, perhaps without that board, and no folder.
begin() {
    rm -rf work s[0-9]*.db
    boards=${2:-all}
    for i in $(seq "$1"); do cp "$boards.db" "s$i.db"; done
}

# share I N: runs a share. Its line says whether it is done.
share() {
    i=$1
    run rate --prove --share "$i/$2" --work work --db "s$i.db" --threads 1
    case $code in
    0) same "share $i/$2 is done" 1 "$(grep -c ' 0 still open$' out)" ;;
    1) same "share $i/$2 waits" 1 \
        "$(grep -c '[1-9][0-9]* still open: waiting for share [0-9]*$' out)" ;;
    *) fail "share $i/$2: exit $code: $(cat err)" ;;
    esac
}

# rounds N ORDER: runs the shares in an order until all are done.
rounds() {
    for round in 1 2 3 4 5 6 7 8 9; do
        open=0
        for i in $2; do
            share "$i" "$1"
            [ "$code" = 0 ] || open=1
        done
        [ $open = 1 ] || break
    done
    same "rounds of $1 end" 0 $open
}

# is_proven N: all catalogues are what one process makes.
is_proven() {
    for i in $(seq "$1"); do
        run digest --db "s$i.db"
        same "share $i of $1: digest" "$(cat "$boards.digest")" "$(cat out)"
    done
}

for order in "5 4 3 2 1" 1 "3 1 2"; do
    parts=$(echo "$order" | wc -w)
    begin "$parts" "$(long all few)"
    rounds "$parts" "$order"
    is_proven "$parts"
done

begin 2
share 1 2
same "share 1 waits for 2" 1 "$(grep -c 'waiting for share 2$' out)"
cp all.db late.db
run rate --prove --work work --db late.db
same "some are open" 1 "$code"
run rate --prove --work work --db late.db --json
same "waiting, in JSON" 1 "$(grep -c '"waiting":2' out)"
# A share with a better interval than the others' begins where they did.
run rate --prove --nodes 3000 --db s2.db
rounds 2 "2 1"
is_proven 2
run verify s1.db
same "verify" 0 "$code"
# Those of at most 20 moves were found again.
long=$(sqlite3 s1.db "SELECT count(*) FROM rating AS r JOIN search AS s
    ON s.pk = r.search WHERE s.method = 'shared' AND lower = upper AND upper > 20")
same "long proofs" 1 "$((long > 1))"
same "verify counts them" 1 "$(grep -c ", $long of these proofs shared" out)"

# The method says whose word it is; boards of up to 16 cells are as before.
same "the method" "$n" "$(sqlite3 s1.db "SELECT count(*) FROM rating AS r
    JOIN search AS s ON s.pk = r.search WHERE s.method = 'shared' AND lower = upper")"
same "one process has its own" 0 \
    "$(sqlite3 one.db "SELECT count(*) FROM search WHERE method = 'shared'")"

# Without a share, only what the folder has decided is stored.
cp all.db late.db
check "stored later" 0 "$n puzzles proven, 0 still open" "" \
    rate --prove --work work --db late.db
same "stored later: digest" "$(cat all.digest)" "$("$LOYD" digest --db late.db)"
mv work whole

# Killed at many places, again and again: each start goes on.
begin 3 few
n_kills=0
for at in 5 14 27 44 70 110; do
    i=$((at % 3 + 1))
    killed $at rate --prove --share $i/3 --work work --db s$i.db
    [ "$code" = 137 ] && n_kills=$((n_kills + 1))
done
[ $n_kills -gt 3 ] || fail "only $n_kills runs were killed"
rounds 3 "1 2 3"
is_proven 3

# Two processes with one share at once.
begin 2 few
for i in 1 1 2 2; do
    "$LOYD" rate --prove --share $i/2 --work work --db s$i.db >/dev/null 2>>both &
done
wait
same "two at once" "" "$(cat both)"
rounds 2 "1 2"
is_proven 2
boards=all

# forge FILE EDIT: edits a file with sed and makes its sum right again.
forge() {
    sed "$2; /^sum/d" "work/$1" >edited
    sum=$(b2sum -l 256 edited)
    {
        command cat edited
        printf 'sum %.16s\n' "$sum"
    } >"work/$1"
}

# refused FILE WORDS: the other share names the file, and leaves it.
refused() {
    cksum "work/$1" >before
    case $1 in *.1-2) of=2 ;; *) of=1 ;; esac
    cp all.db s1.db
    run rate --prove --share $of/2 --work work --db s1.db --puzzle-id "${1%%.*}"
    same "$1, $2: exit" 1 "$code"
    same "$1, $2: message" "loyd: s1.db: work/$1: $2" "$(head -n 1 err)"
    same "$1, $2: file" "$(cat before)" "$(cksum "work/$1")"
}

# begun OPTION ...: a share until it says something, before it searches.
begun() {
    "$LOYD" rate --prove "$@" >out 2>err &
    while [ ! -s err ] && kill -0 $! 2>/dev/null; do sleep 0.02; done
    kill $! 2>/dev/null
    wait $!
}

damaged="damaged, or of another puzzle or release: its share searches it again"
# The last bound of a board: share 1 has nothing, and share 2 a path.
first=dtgvbc1t4k42m256.69.1-2
path=dtgvbc1t4k42m256.69.2-2
other=work/3drvdz616626esha.55.1-2
for edit in 's/share 1/share 2/' 's/^bound .*/bound 4/' 's,^share 1/2,share 2/2,' \
    's,^searched .*,searched 1/499,' 's/^nodes .*/nodes -1/' 's/^path none/path U2D2/' \
    's/^puzzle ./puzzle 0/' 's/^nodes/node/' '/^nodes/d'; do
    rm -rf work && cp -r whole work
    forge $first "$edit"
    refused $first "$damaged"
done
for edit in 's/^path ./path U2&/' 's/^path .*/path U/' 's/^bound .*/bound 71/'; do
    rm -rf work && cp -r whole work
    forge $path "$edit"
    refused $path "$damaged"
done
for edit in "truncate -s 30" "truncate -s 0" "cp $other" "sed -i s/none/None/"; do
    rm -rf work && cp -r whole work
    $edit "work/$first"
    refused "$first" "$damaged"
done
# Its own share searches it again; here a small one.
rm -rf work && cp -r whole work
: >"$other"
cp all.db s1.db
run rate --prove --share 1/2 --work work --db s1.db
same "mended: named" "loyd: s1.db: $other: $damaged" "$(cat err)"
same "mended" "$(sed '/^nodes/d;/^sum/d' "whole/${other#work/}")" \
    "$(sed '/^nodes/d;/^sum/d' "$other")"
cp all.db s2.db
rounds 2 "1 2"
is_proven 2

# So are places, where the search goes on: here for one piece. Of a damaged one nothing
# counts.
rm -rf work && cp -r whole work
rm work/$first
sed 's/^searched .*/searched 498\/499/; s/^nodes .*/nodes 7/' whole/$first >work/$first.place
cp all.db s1.db
run rate --prove --share 1/2 --work work --db s1.db --threads 1
same "a damaged place" "loyd: s1.db: work/$first.place: $damaged" "$(cat err)"
same "a damaged place: all is searched again" "$(cat whole/$first)" "$(cat work/$first)"
rm -rf work && cp -r whole work
mv work/$first work/$first.place
cp all.db s1.db
begun --share 1/2 --work work --db s1.db
same "a wrong place" "loyd: s1.db: work/$first.place: $damaged" "$(head -n 1 err)"
rm -rf work && cp -r whole work
rm work/$first
cp whole/$first work/$first.place
forge $first.place 's/^searched .*/searched 498\/499/; s/^nodes .*/nodes 7/'
cp all.db s1.db
run rate --prove --share 1/2 --work work --db s1.db --threads 1
same "the last piece" 0 "$code"
[ "$(sed -n 's/^nodes //p' work/$first)" -lt \
    "$(($(sed -n 's/^nodes //p' whole/$first) / 4))" ] ||
    fail "a place is not where the search goes on"
[ ! -e work/$first.place ] || fail "the place of a finished bound stays"

# What is no plain file is not followed, opened or replaced.
for make in mkfifo "ln -s ../$other" mkdir; do
    rm -rf work && cp -r whole work
    rm "work/$first"
    $make "work/$first"
    cp all.db s1.db
    run rate --prove --share 2/2 --work work --db s1.db
    same "$make: exit" 3 "$code"
    same "$make: message" "loyd: s1.db: work/$first: expected a plain file" "$(cat err)"
done
rm -rf work && cp -r whole work
touch work/notes "work/$first.place.part-x" work/.nfs1
rounds 2 "1 2"
is_proven 2
[ -e work/notes ] && [ -e work/.nfs1 ] || fail "a file of others is gone"

# A name reaches the terminal escaped.
odd=$(printf 'a\033[31mb')
# shellcheck disable=SC2012 # names without spaces
early=$(ls whole | grep '^dtgv.*2-2$' | head -n 1)
mkdir "$odd" && : >"$odd/$early"
cp all.db s1.db
begun --share 1/2 --work "$odd" --db s1.db
same "an odd name" "loyd: s1.db: a\\x1b[31mb/$early: $damaged" "$(head -n 1 err)"

# Files of another number of shares; a folder that is none.
run rate --prove --share 1/3 --work work --db s1.db
same "other shares: exit" 3 "$code"
same "other shares" 1 \
    "$(grep -c ': a file of 2 shares, not 3: use another folder$' err)"
check "no folder" 3 "" "loyd: s1.db: none: No such file or directory" \
    rate --prove --work none --db s1.db
check "a file" 3 "" "loyd: s1.db: all.db: Not a directory" \
    rate --prove --share 1/2 --work all.db --db s1.db
check "no such share" 2 "" "loyd: --share: invalid part '4/3': expected I/N with \
1 <= I <= N <= 999" rate --prove --share 4/3 --work work --db s1.db
check "too many" 2 "" "loyd: --share: invalid part '1/1000': expected I/N with \
1 <= I <= N <= 999" rate --prove --share 1/1000 --work work --db s1.db

# All shares say that there is nothing as short as what the catalogue has.
rm -rf work && cp -r whole work
id=$(echo "$path" | cut -d. -f1)
bound=$(echo "$path" | cut -d. -f2)
forge "$path" 's/^path .*/path none/; s,^searched .*/,searched 499/,'
cp one.db proven.db
sqlite3 proven.db "UPDATE rating SET lower = upper - 2 WHERE puzzle = '$id' AND metric = 'stm';
    UPDATE puzzle SET upper = stm, stm = NULL WHERE id = '$id'"
check "against the catalogue" 3 "0 puzzles proven, 0 still open" "loyd: proven.db: work: \
puzzle $id: the shares have ruled out $bound moves, but the catalogue has such a solution" \
    rate --prove --work work --db proven.db

finish
