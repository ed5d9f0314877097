#!/bin/sh
# Tests jobs of proofs: however many processes work on them, wherever they die, and
# whatever happens to their files, the digest is that of `rate --prove`.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# Boards whose intervals take a fraction of a second to prove.
run generate 5x4 --method walk:200 --count 18 --seed a --db all.db
run generate 3x6 --method walk:200 --count 8 --seed b --db all.db
cp all.db one.db
run rate --prove --db one.db
same "one machine" 0 "$code"
n=$(sed 's/ .*//' out)
[ "$n" -ge 4 ] || fail "only $n boards to prove"
run digest --db one.db
wanted=$(cat out)

# job NAME PARTS: a new folder, and a catalogue NAME.db to join.
job() {
    rm -rf "$1" "$1.db"
    cp all.db "$1.db"
    run cluster make "$1" --parts "$2" -- rate --prove --db "$1.db"
    same "$1 is written: $(cat err)" 0 "$code"
    tasks=$(sed 's/ .*//' out)
}

# is_joined NAME: the catalogue is what one machine makes.
is_joined() {
    check "$1 is joined" 0 "$n puzzles proven, 0 still open
$wanted" "" cluster join --db "$1.db" "$1"
    run digest --db "$1.db"
    same "$1: digest" "$wanted" "$(cat out)"
    same "$1: left over" "" "$(find "$1" -name '.*part*' ; ls "$1/claims")"
}

# Any number of parts and threads.
for parts in 1 2 5; do
    job "p$parts" $parts
    check "$parts parts" 0 "$tasks tasks done" "" \
        cluster run --threads $parts "p$parts"
    is_joined "p$parts"
done
check "proven already" 0 "$tasks tasks done" "" cluster run p5
# What a killed process left of a part that others have proven goes after a while.
folder=$(echo p5/results/* | cut -d ' ' -f 1)
touch -d '40 seconds ago' "$folder/.061.005-005.part-far-7-01234567"
touch "$folder/.061.004-005.part-far-7-01234567"
check "status" 0 "$tasks tasks: $tasks done, 0 open, 0 claimed" "" cluster status p5
same "unfinished results" .061.004-005.part-far-7-01234567 \
    "$(ls -A "$folder" | grep part)"
rm "$folder"/.061*
is_joined p5
run verify p5.db
same "verify" 0 "$code"

# Before anything is done, and in the middle.
job part 4
before=$("$LOYD" digest --db part.db)
run cluster join --db part.db part
same "nothing is done" "0 puzzles proven, $n still open" "$(sed 1q out)"
same "all are listed" "$n" "$(grep -c '[0-9][.][.][0-9]' out)"
same "the digest" "$before" "$(sed -n 2p out)"
same "nothing is stored" "$before" "$("$LOYD" digest --db part.db)"

# Several processes at once, killed at any time.
job killed 4
for round in 1 2 3 4 5 6; do
    pids=
    for process in 1 2 3; do
        "$LOYD" cluster run --threads 1 killed >/dev/null 2>err.$process &
        pids="$pids $!"
    done
    sleep 0.$round
    # shellcheck disable=SC2086 # a list
    kill -KILL $pids 2>/dev/null
    # shellcheck disable=SC2086
    wait $pids 2>/dev/null
done
pids=
for process in 1 2 3; do
    "$LOYD" cluster run --threads 1 killed >out.$process 2>err.$process &
    pids="$pids $!"
done
for pid in $pids; do
    wait "$pid"
    same "after kills" 0 $?
done
for process in 1 2 3; do
    same "process $process" "$tasks tasks done" "$(cat out.$process)"
    same "process $process: messages" "" \
        "$(sed '/has been silent for [34][0-9] s: its task is taken over$/d' err.$process)"
done
rm -f killed/claims/* killed/claims/.* 2>/dev/null
find killed -name '.*part*' -exec rm {} + # of what was killed
is_joined killed

# A signal ends a search that would take hours, and withdraws its claim.
run generate 3x6 --seed b --count 1 --db hard.db
run cluster make hard --parts 3 -- rate --prove --db hard.db
"$LOYD" cluster run hard >out 2>err &
pid=$!
while [ -z "$(ls hard/claims)" ] && kill -0 $pid; do
    sleep 0.1
done
run cluster status hard
same "status" "3 tasks: 0 done, 3 open, 1 claimed" "$(tail -n 1 out)"
grep -q "^task [123]$tab$(uname -n), process $pid of .* since 20..-..-..T..:..:..Z\$" out ||
    fail "status: $(cat out)"
kill -TERM $pid
wait $pid
same "a signal: code" 3 $?
same "a signal: message" \
    "loyd: cluster: interrupted: run the same command again to continue" \
    "$(cat err)"
same "a signal: left over" "" "$(find hard -name '.*part*'; ls hard/claims)"

# Files that are truncated, changed, of another board, or gone are found and
# their bounds searched again.
cp -r p5 damaged && cp all.db damaged.db
k=0
find damaged/results -type f | sort >files
while read -r file; do
    k=$((k + 1))
    case $((k % 5)) in
    0) rm "$file" ;;
    1) : >"$file" ;;
    2) head -c 40 "$file" >cut && cp cut "$file" ;;
    3) sed 's/^nodes .*/nodes 1/' "$file" >cut && cp cut "$file" ;;
    4) # of another part or board
        other=$(grep "${file##*/}" files | grep -v "^$file$" | sed 1q)
        [ -z "$other" ] || cp "${other}" "$file" ;;
    esac
done <files
run cluster run damaged
same "damaged: code" 0 "$code"
same "damaged: result" "$((5 * n)) tasks done" "$(cat out)"
grep -q '^loyd: damaged: results/.*: damaged or incomplete: its bound is sear' \
    err || fail "a damaged file is not named: $(sed 1q err)"
same "each is named once" "" "$(sort err | uniq -d)"
is_joined damaged

# A file of another number of parts is not one of these.
job other 3
cp -r p5/results other/
check "other parts" 0 "$tasks tasks done" "" cluster run other
is_joined other

# What is not a file is named, and worked around.
job odd 1
id=$(sed -n 1p odd/boards.tsv | cut -f 1)
mkdir -p "odd/results/$id" && mkfifo odd/claims/1 "odd/results/$id/061.001-001" &&
    ln -s nowhere "odd/results/$id/001.001-001" && mkdir odd/claims/2
run cluster run odd
same "odd: code" 0 "$code"
for what in claims/1 claims/2; do
    grep -q "^loyd: odd: $what: not a regular file: its task is done without a claim\$" \
        err || fail "$what: $(cat err)"
done
rm -rf odd/claims/* "odd/results/$id/061.001-001"
is_joined odd

# The list of boards has a checksum, and files that contradict each other are
# named: no solution of the length of a known one.
for field in 2 3; do
    cp -r p1 forged
    awk -F '\t' -v OFS='\t' -v at=$field 'NR == 1 { $at += 2 } { print }' \
        p1/boards.tsv >forged/boards.tsv
    for action in run status "join --db one.db"; do
        # shellcheck disable=SC2086 # words
        check "a forged list" 3 "" \
            "loyd: forged: boards.tsv: damaged or incomplete" cluster $action forged
    done
    rm -r forged
done
cat >sum.c <<'END'
#include <stdio.h>
#include <xxhash.h>
int main(void)
{
    char text[4096];
    size_t n = fread(text, 1, sizeof(text), stdin);
    printf("%016llx\n", (unsigned long long)XXH3_64bits(text, n));
}
END
${CC:-cc} -o sum sum.c -lxxhash || fail "sum.c does not compile"
cp -r p1 wrong && cp all.db wrong.db
file=$(find wrong/results -type f -exec grep -l '^path [UDLR0-9]' {} + | sed 1q)
id=$(basename "$(dirname "$file")")
sed -e '/^check/d' -e 's/^path .*/path none/' "$file" >text
{ cat text && echo "check $(./sum <text)"; } >"$file"
says="loyd: wrong: results/$id: its files contradict each other: remove it"
run cluster run wrong
same "contradictions: code, message" "1 $says" "$code $(cat err)"
run cluster join --db wrong.db wrong
same "contradictions, joined: code" 3 "$code"
same "contradictions, joined" "$((n - 1)) puzzles proven, 0 still open" "$(sed 1q out)"
same "contradictions, joined: message" "$says
loyd: wrong: 1 puzzle left out" "$(cat err)"
rm -r "wrong/results/$id"
run cluster run wrong
is_joined wrong

# Two users: a dead claim that cannot be read or removed.
chmod 711 .
if [ "$(id -u)" = 0 ] && setpriv --reuid 12345 --regid 12345 --clear-groups \
    ls "$LOYD" >/dev/null 2>&1; then
    for mode in 600 644; do
        job users 1
        chmod -R a+rwX users
        chmod 1777 users/claims
        printf 'loyd claim 1\nhost a\nboot b\nuser c\nprocess 1\nsince 1\ntoken %032d\n' 7 \
            >users/claims/1
        touch -d '31 seconds ago' users/claims/1
        chmod $mode users/claims/1
        setpriv --reuid 12345 --regid 12345 --clear-groups env HOME=/nowhere \
            XDG_CACHE_HOME= "$LOYD" cluster run users >out 2>err
        same "two users, $mode: code, result" "0 $tasks tasks done" "$? $(cat out)"
        grep -q 'loyd: users: claims/1: cannot remove: .*: its task is done without a claim$' \
            err || fail "two users: $(cat err)"
        rm users/claims/1
        is_joined users
    done
fi
check "no folder" 3 "" "loyd: nowhere: no such folder" cluster run nowhere
check "too much" 2 "" "loyd: cluster: unexpected argument 'b'" cluster run a b

finish
