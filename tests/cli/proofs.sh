#!/bin/sh
# Tests proofs that processes share: `cluster prove` and `cluster join`. However
# many processes work on them, wherever they die, and whatever happens to their
# files, the digest is that of `rate --prove`.
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
    run cluster slurm --out "$1" --parts "$2" -- rate --prove --db "$1.db"
    same "$1 is written: $(cat err)" 0 "$code"
}

# is_joined NAME: the catalogue is what one machine makes.
is_joined() {
    check "$1 is joined" 0 "$n puzzles proven, 0 still open" "" \
        cluster join --db "$1.db" "$1"
    run digest --db "$1.db"
    same "$1: digest" "$wanted" "$(cat out)"
    same "$1: left over" "" "$(find "$1" -name '.*part*' -o -name '*.claim')"
}

# Any number of parts and threads.
for parts in 1 2 5; do
    job "p$parts" $parts
    check "$parts parts" 0 "$n puzzles proven" "" \
        cluster prove --threads $parts "p$parts"
    is_joined "p$parts"
done
check "proven already" 0 "$n puzzles proven" "" cluster prove p5
is_joined p5
run verify p5.db
same "verify" 0 "$code"

# Before anything is done, and in the middle.
job part 4
before=$("$LOYD" digest --db part.db)
run cluster join --db part.db part
same "nothing is done" "0 puzzles proven, $n still open" "$(sed 1q out)"
same "all are listed" "$n" "$(grep -c '[0-9][.][.][0-9]' out)"
same "nothing is stored" "$before" "$("$LOYD" digest --db part.db)"

[ ! -e part/proof ] || fail "join makes a folder"

# Several processes at once, killed at any time.
job killed 4
for round in 1 2 3 4 5 6; do
    pids=
    for process in 1 2 3; do
        "$LOYD" cluster prove --threads 1 killed >/dev/null 2>err.$process &
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
    "$LOYD" cluster prove --threads 1 killed >out.$process 2>err.$process &
    pids="$pids $!"
done
for pid in $pids; do
    wait "$pid"
    same "after kills" 0 $?
done
for process in 1 2 3; do
    same "process $process" "$n puzzles proven" "$(cat out.$process)"
    same "process $process: messages" "" "$(cat err.$process)"
done
find killed -name '.*part*' -exec rm {} + # of what was killed
find killed -name '*.claim' -exec rm {} +
is_joined killed

# A signal ends a search that would take hours, and withdraws its claim.
run generate 3x6 --seed b --count 1 --db hard.db
run cluster slurm --out hard --parts 3 -- rate --prove --db hard.db
"$LOYD" cluster prove hard >out 2>err &
pid=$!
while [ -z "$(find hard/proof -name '*.claim' 2>/dev/null)" ] &&
    kill -0 $pid; do
    sleep 0.1
done
kill -TERM $pid
wait $pid
same "a signal: code" 3 $?
same "a signal: message" \
    "loyd: cluster: interrupted: run the same command again to continue" \
    "$(cat err)"
same "a signal: left over" "" "$(find hard -name '.*part*' -o -name '*.claim')"

# Claims that stay the same count as dead after half a minute, also those that
# cannot be opened or removed. Here time passes in pauses: each adds 10 seconds
# to the clock, and a line to the file $PAUSES.
cat >clock.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static _Atomic long passed;
int
nanosleep(const struct timespec *wanted, struct timespec *left)
{
    int fd = open(getenv("PAUSES"), O_WRONLY | O_APPEND);

    (void)wanted;
    (void)left;
    passed += 10;
    if (fd != -1 && write(fd, "\n", 1) == 1)
        close(fd);
    return 0;
}
int
clock_gettime(clockid_t id, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, id, now);

    if (id == CLOCK_MONOTONIC)
        now->tv_sec += passed;
    return result;
}
END
${CC:-cc} -shared -fPIC -o clock.so clock.c || fail "clock.c does not compile"
cp "$LOYD" loyd # another user may reach neither this folder nor that of LOYD
# waits NAME MESSAGE [COMMAND ...]: proves all boards of the job, by a command
# that runs another, with one message about the claim or none, after pauses.
waits() {
    name=$1 says=$2
    shift 2
    : >pauses
    chmod a+w pauses
    "$@" env PAUSES=pauses LD_PRELOAD=./clock.so \
        ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
        ./loyd cluster prove "$name" >out 2>err
    same "$name: code" 0 $?
    same "$name: proven" "$n puzzles proven" "$(cat out)"
    same "$name: message" "${says:+loyd: $name: $claim: cannot remove: $says: \
its bound is searched anyway}" "$(cat err)"
    [ "$name" = dead ] || [ "$(lines pauses)" -ge 3 ] ||
        fail "$name: no pauses"
    rm -rf "${name:?}/$claim" "$name/$next"
    is_joined "$name"
}
# claimed NAME: a job, and the name of a claim on its first board
claimed() {
    job "$1" 1
    row=$(sed -n 2p "$1/boards.tsv")
    id=$(echo "$row" | cut -f 1) low=$(echo "$row" | cut -f 2)
    up=$(echo "$row" | cut -f 3)
    low=$((low + (low + up) % 2))
    folder=proof/$id
    claim=$folder/$(printf %03d.001-001.claim $low)
    next=$folder/$(printf %03d.001-001.claim $((low + 2)))
    mkdir -p "$1/$folder"
}
claimed fifo
mkfifo "fifo/$claim"
waits fifo ""
claimed folder
mkdir "folder/$claim"
waits folder "Is a directory"
# The old claim of another bound does not hide that of the next one.
claimed left
printf 'another host\n' | tee "left/$claim" >"left/$next"
waits left ""
# Those of another user, in a folder where only their owner can remove them: one
# that cannot be read, one of another host, and one of a process of this host
# that is known to be dead at once.
# Where / is closed to others, as in some chroots, no other user can run anything.
chmod 711 .
if [ "$(id -u)" = 0 ] && setpriv --reuid 12345 --regid 12345 \
    --clear-groups ./loyd help >help 2>&1; then
    for kind in secret foreign dead; do
        claimed $kind
        chmod 1777 "$kind/proof" "$kind/$folder"
        printf 'another host\n' >"$kind/$claim"
        case $kind in
        secret) chmod 600 "$kind/$claim" ;;
        dead) uname -n >"$kind/$claim" ;;
        esac
        waits $kind "Operation not permitted" \
            setpriv --reuid 12345 --regid 12345 --clear-groups
    done
fi

# Files that are truncated, changed, of another board, or gone are found and
# their bounds searched again.
cp -r p5 damaged && cp all.db damaged.db
k=0
find damaged/proof -type f | sort >files
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
run cluster prove damaged
same "damaged: code" 0 "$code"
same "damaged: result" "$n puzzles proven" "$(cat out)"
grep -q '^loyd: damaged: proof/.*: damaged or incomplete: its bound is sear' \
    err || fail "a damaged file is not named: $(sed 1q err)"
same "each is named once" "" "$(sort err | uniq -d)"
is_joined damaged

# A file of another number of parts is not one of these.
job other 3
cp -r p5/proof other/
check "other parts" 0 "$n puzzles proven" "" cluster prove other
is_joined other

# Bounds that are wrong.
row=$(sed -n 2p p1/boards.tsv)
id=$(echo "$row" | cut -f 1) low=$(echo "$row" | cut -f 2)
stm=$("$LOYD" show "$id" --db one.db --json | sed 's/.*"stm":\([0-9]*\).*/\1/')
# edit NAME FIELD VALUE: p1 with another value in the row of the first board
edit() {
    rm -rf "$1" "$1.db"
    mkdir "$1"
    cp all.db "$1.db"
    awk -F '\t' -v OFS='\t' -v at="$2" -v to="$3" \
        'NR == 2 { $at = to } { print }' p1/boards.tsv >"$1/boards.tsv"
}
edit above 2 $((stm + 1))
[ "$(cut -f 3 above/boards.tsv | sed -n 2p)" -gt $((stm + 1)) ] || {
    # its interval ends at the optimum: another board's may not
    edit above 2 $((low + 1))
}
run cluster prove above
same "a lower end that is too high" 0 "$code"
run cluster join --db above.db above
same "it is refused" 3 "$code"
grep -q "puzzle $id: " err || fail "it is not named: $(cat err)"
same "the others are joined" "$((n - 1)) puzzles proven, 0 still open" \
    "$(cat out)"
# Files that contradict each other: no solution of the length of a known one.
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
file=$(find "wrong/proof/$id" -type f | sort | tail -n 1)
sed -e '/^check/d' -e 's/^path .*/path none/' "$file" >text
{ cat text && echo "check $(./sum <text)"; } >"$file"
says="loyd: wrong: puzzle $id: its files contradict each other: remove \
proof/$id"
check "contradictions" 1 "$((n - 1)) puzzles proven" "$says" \
    cluster prove wrong
check "contradictions, joined" 3 "$((n - 1)) puzzles proven, 0 still open" \
    "$says" cluster join --db wrong.db wrong
rm -r "wrong/proof/$id"
check "removed" 0 "$n puzzles proven" "" cluster prove wrong
is_joined wrong
edit low 2 1
check "a lower end that is too low" 0 "$n puzzles proven" "" cluster prove low
is_joined low

# Lists that are damaged are refused.
# refused NAME MESSAGE
refused() {
    for action in "prove" "join --db one.db"; do
        # shellcheck disable=SC2086 # words
        check "$1" 3 "" "loyd: $2" cluster $action "$1"
    done
}
edit upper 3 $((stm + 20))
run cluster prove upper
same "an upper end without its path" 3 "$code"
grep -q '^loyd: upper/boards.tsv:2: ' err || fail "upper: $(cat err)"
edit id 1 "$(sed -n 3p p1/boards.tsv | cut -f 1)"
refused id "id/boards.tsv:2: expected the id $id"
mkdir short twice empty
head -n 2 p1/boards.tsv >short/boards.tsv
refused short "short/boards.tsv:3: incomplete list"
sed -e 2p -e "s/^end.*/end$tab$((n + 1))/" p1/boards.tsv >twice/boards.tsv
refused twice "twice: boards.tsv lists puzzle $id twice"
refused empty "empty: no boards.tsv: expected a folder that \`loyd cluster slurm\` has written for \`rate --prove\`"
: >empty/boards.tsv
refused empty "empty/boards.tsv:1: not a list of boards to prove"
check "no folder" 3 "" "loyd: nowhere: No such file or directory" \
    cluster prove nowhere
check "too much" 2 "" "loyd: cluster: unexpected argument 'b'" \
    cluster prove a b

finish
