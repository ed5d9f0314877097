#!/bin/sh
# Tests jobs of `cluster` that generate, and scripts of engines. Whatever dies, is
# damaged or runs twice, the digest is that of one machine.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

TMPDIR=$tmp/node
export TMPDIR
mkdir "$TMPDIR"
series="generate 3x3 --seed jobs --count 60"

# digest_of ARGUMENT ...: the digest that one machine gets.
digest_of() {
    rm -f one.db
    run "$@" --db one.db
    same "one machine" 0 "$code"
    run digest --db one.db
    cat out
}

# job NAME: a new job of 6 tasks.
job() {
    rm -rf "$1" "$1.db"
    # shellcheck disable=SC2086 # words
    check "$1 is made" 0 "6 tasks in $1" "" cluster make "$1" --tasks 6 -- $series
}

# is_joined NAME DIGEST: the result is complete, and nothing is left over.
is_joined() {
    run cluster join --db "$1.db" "$1"
    same "$1 is joined: $(cat err)" 0 "$code"
    same "$1: digest" "$2" "$(sed -n 2p out)"
    run digest --db "$1.db"
    same "$1: digest of the file" "$2" "$(cat out)"
    same "$1: left over" "" "$(ls -A "$TMPDIR"; ls -A "$1/claims"; find "$1" -name '*.part*')"
}

# shellcheck disable=SC2086 # words
one=$(digest_of $series)

# --- one process, several, killed ones ---

job whole
same "what is written" "boards.tsv claims job results" "$(cd whole && echo boards.tsv *)"
check "status" 0 "6 tasks: 0 done, 6 open, 0 claimed" "" cluster status whole
check "join" 3 "" "loyd: whole: 6 tasks missing: run \`loyd cluster run\` again" \
    cluster join --db whole.db whole
[ ! -e whole.db ] || fail "a catalogue of nothing"
check "run" 0 "6 tasks done" "" cluster run whole
check "run again" 0 "6 tasks done" "" cluster run whole
check "status" 0 "6 tasks: 6 done, 0 open, 0 claimed" "" cluster status whole
is_joined whole "$one"
check "joined again" 0 "60 recipes, 0 new puzzles
$one" "" cluster join --db whole.db whole

job many
for process in 1 2 3; do
    "$LOYD" cluster run --threads 1 --scratch "$TMPDIR" many >out.$process 2>&1 &
done
wait
same "three processes" "6 tasks done6 tasks done6 tasks done" \
    "$(cat out.1 out.2 out.3 | tr -d '\n')"
is_joined many "$one"

# More results than one merge reads: a tree, in a folder that need not be the job's.
run cluster make tree --tasks 150 -- generate 3x3 --seed jobs --count 300
run cluster run tree
rm -f tree.db
run cluster join --db tree.db --scratch "$TMPDIR" tree
same "a tree: code" 0 "$code"
same "a tree" "$(digest_of generate 3x3 --seed jobs --count 300)" \
    "$("$LOYD" digest --db tree.db)"
same "a tree: left over" "" "$(ls -A "$TMPDIR")"

# --- claims ---

# The clock of one of two machines is two hours ahead: no claim dies of that.
cat >ahead.c <<'END'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int
clock_gettime(clockid_t id, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, id, now);

    if (id == CLOCK_REALTIME)
        now->tv_sec += 7200;
    return result;
}
time_t
time(time_t *now)
{
    struct timespec clock;

    clock_gettime(CLOCK_REALTIME, &clock);
    if (now != 0)
        *now = clock.tv_sec;
    return clock.tv_sec;
}
END
${CC:-cc} -shared -fPIC -o ahead.so ahead.c || fail "ahead.c does not compile"
job ahead
LD_PRELOAD=./ahead.so ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
    "$LOYD" cluster run --threads 1 ahead >out.1 2>&1 &
"$LOYD" cluster run --threads 1 ahead >out.2 2>&1
wait
same "a clock ahead" "6 tasks done6 tasks done" "$(cat out.1 out.2 | tr -d '\n')"
is_joined ahead "$one"

# claim NAME SECONDS: a claim of another process on each task, so old.
claim() {
    for task in 1 2 3 4 5 6; do
        printf 'loyd claim 1\nhost far\nboot b\nuser ann\nprocess 7\nsince 1700000000\ntoken %032d\n' \
            $task >"$1/claims/$task"
        touch -d "$2 seconds ago" "$1/claims/$task"
    done
}
job taken
claim taken 20
run cluster status taken
same "claimed" "task 3${tab}far, process 7 of ann since 2023-11-14T22:13:20Z" \
    "$(sed -n 3p out)"
same "claimed" "6 tasks: 0 done, 6 open, 6 claimed" "$(tail -n 1 out)"
run cluster run taken
same "claims of the dead are taken over" 0 "$code"
has "a message" err "loyd: taken: claims/3: far, process 7 of ann has been silent for 3"
is_joined taken "$one"

# Those of dead processes on tasks that others have done go when they are seen.
run cluster run taken
for action in run status "join --db taken.db"; do
    claim taken 20
    # shellcheck disable=SC2086 # words
    run cluster $action taken
    same "$action: claims of the living stay" 6 "$(find taken/claims -type f | wc -l)"
    claim taken 40
    # shellcheck disable=SC2086
    run cluster $action taken
    same "$action: those of the dead go" "" "$(ls -A taken/claims)"
done

# So do the unfinished results of killed processes, but not those of living ones.
unfinished=taken/results/0/.2.00000000000000000000000000000000.db.part-far-7-01234567
touch "$unfinished" -d '40 seconds ago'
touch taken/results/0/.3.00000000000000000000000000000000.db.part-far-8-01234567
run cluster status taken
same "unfinished results" \
    .3.00000000000000000000000000000000.db.part-far-8-01234567 \
    "$(ls -A taken/results/0 | grep part)"
rm taken/results/0/.3*

job odd
mkfifo odd/claims/1 odd/results/0/9 odd/results/0/1.00000000000000000000000000000000.db
mkdir odd/claims/2 odd/results/0/2.00000000000000000000000000000000.db
ln -s nowhere odd/claims/3
ln -s /dev/zero odd/results/0/3.00000000000000000000000000000000.db
run cluster status odd
has "what is no claim" out "task 1${tab}?, process ? of ? since 1970-01-01T00:00:00Z: not a regular file"
run cluster run odd
same "odd: code" 0 "$code"
for what in claims/1 claims/2 claims/3; do
    has "$what" err "loyd: odd: $what: not a regular file: its task is done without a claim"
done
for what in 1 2 3; do
    has "result $what" err \
        "results/0/$what.00000000000000000000000000000000.db: not a regular file: its task is done again"
done
rm -r odd/claims/*
rm -rf odd/results/0/?.0000000000*
is_joined odd "$one"

# --- results that are truncated, altered, exchanged, forged, missing ---

job broken
run cluster run broken
cp -r broken sound
# breaks TASKS WORDS: the join names what is wrong, stores nothing, and removes it
breaks() {
    rm -f broken.db
    run cluster join --db broken.db broken
    same "$2: code" 3 "$code"
    has "$2" err "loyd: broken: $1 missing: run \`loyd cluster run\` again"
    [ "$2" = missing ] || has "$2" err ": $3: it is removed"
    run cluster run broken
    is_joined broken "$one"
}
for how in truncated altered missing empty forged; do
    file=$(ls broken/results/0/4.*)
    says="damaged or incomplete"
    case $how in
    truncated) truncate -s 5000 "$file" ;;
    altered) printf X | dd of="$file" bs=1 seek=9000 conv=notrunc 2>err ;;
    missing) rm "$file" ;;
    empty) : >"$file" ;;
    forged) # the good result of another task
        other=$(ls broken/results/0/5.*)
        cp "$other" "broken/results/0/4${other#broken/results/0/5}"
        rm "$file"
        says="not the boards of task 4"
        ;;
    esac
    breaks "1 task" $how "$says"
done
four=$(ls broken/results/0/4.*) five=$(ls broken/results/0/5.*)
mv "$four" four && mv "$five" "$four" && mv four "$five"
breaks "2 tasks" exchanged "damaged or incomplete"
# Both ends are there, and a board between them is not.
cat >sum.c <<'END'
#include <stdio.h>
#include <xxhash.h>
static char bytes[1 << 24];
int main(void)
{
    XXH128_hash_t sum = XXH3_128bits(bytes, fread(bytes, 1, sizeof(bytes), stdin));
    printf("%016llx%016llx\n", (unsigned long long)sum.high64,
           (unsigned long long)sum.low64);
}
END
${CC:-cc} -o sum sum.c -lxxhash || fail "sum.c does not compile"
file=$(ls broken/results/0/4.*)
sqlite3 "$file" "DELETE FROM recipe WHERE number = 35"
mv "$file" "broken/results/0/4.$(./sum <"$file").db"
rm -f broken.db
breaks "1 task" missing

# --- two users, one of whom cannot remove the files of the other ---

chmod 711 .
if [ "$(id -u)" = 0 ] && setpriv --reuid 12345 --regid 12345 --clear-groups \
    ls "$LOYD" >/dev/null 2>&1; then
    # other ACTION ...: as another user
    other() {
        setpriv --reuid 12345 --regid 12345 --clear-groups env HOME=/nowhere \
            XDG_CACHE_HOME= TMPDIR=/tmp "$LOYD" cluster "$@" >out 2>err
        code=$?
    }
    theirs=$(TMPDIR=/tmp mktemp -d) # which another user can reach
    users=$theirs/users
    cp -r sound "$users"
    chmod -R a+rX "$theirs"
    chmod a+w "$theirs" "$users/claims"
    chmod 1777 "$users/results/0"
    truncate -s 5000 "$users"/results/0/4.*
    other run "$users"
    same "run: $(cat err)" 0 "$code"
    other join --db "$theirs/it.db" "$users"
    same "a damaged result: code" 3 "$code"
    has "a damaged result" err \
        "damaged or incomplete: it cannot be removed, and is marked as bad"
    other run "$users"
    same "it is done again: $(cat err)" 0 "$code"
    same "under another name" 2 "$(find "$users/results/0" -name '4.*.db' | wc -l)"
    other join --db "$theirs/it.db" "$users"
    same "joined: $(cat err)" "0 $one" "$code $(sed -n 2p out)"

    # What cannot be read may be good: it is neither removed nor marked.
    chmod 600 "$users"/results/0/2.*
    rm "$theirs"/it.db*
    other join --db "$theirs/it.db" "$users"
    same "unreadable: code" 3 "$code"
    same "unreadable" "loyd: $theirs/it.db: $users/results/0/2.?.db: \
cannot open: Permission denied" "$(sed 's/2[.][0-9a-f]*/2.?/' err)"
    chmod 644 "$users"/results/0/2.*
    other join --db "$theirs/it.db" "$users"
    same "joined: $(cat err)" "0 $one" "$code $(sed -n 2p out)"
    rm -r "$theirs"
fi

# --- many tasks: a claim looks at few results ---

cat >count.c <<'END'
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
static unsigned n;
struct dirent *
readdir(DIR *list)
{
    struct dirent *(*next)(DIR *) =
        (struct dirent * (*)(DIR *)) dlsym(RTLD_NEXT, "readdir");

    n++;
    return next(list);
}
__attribute__((destructor)) static void
tell(void)
{
    fprintf(stderr, "%u names\n", n);
}
END
${CC:-cc} -shared -fPIC -o count.so count.c -ldl || fail "count.c does not compile"
run cluster make long --tasks 5000 -- generate 3x3 --seed jobs --count 5000
for task in $(seq 11 5000); do
    : >long/results/$(((task - 1) / 1000))/$task.00000000000000000000000000000000.db
done
LD_PRELOAD=./count.so ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
    "$LOYD" cluster run --threads 1 long >out 2>err
same "many tasks" "5000 tasks done" "$(cat out)"
names=$(sed -n 's/ names//p' err)
[ "$names" -gt 5000 ] && [ "$names" -lt 25000 ] || fail "$names names were read"

# --- the folder ---

for line in 2 9 17; do
    rm -rf edited && cp -r sound edited
    sed "$line"'s/.$/7/' sound/job >edited/job
    [ $line != 2 ] || sed 's/^release [^,]*/release 0.1.0/' sound/job >edited/job
    run cluster run edited
    same "line $line of job: code" 3 "$code"
done
rm -rf edited && cp -r sound edited
sed 's/^release [^,]*/release 0.1.0/' sound/job >edited/job
check "another release" 3 "" "loyd: edited: job: of release 0.1.0, efforts 1, parts 1, tables 2: \
expected $(sed -n 2p sound/job)" cluster run edited
rm edited/job && mkfifo edited/job
check "no file" 3 "" "loyd: edited: job: not a regular file" cluster run edited

# --- arguments of any kind ---

# shellcheck disable=SC2016 # it is not to be expanded
for seed in "it's" 'a "b" $(false) `false` $HOME' ' * \ ' '--' 'é~/&;|@DIR@'; do
    rm -rf "odd 'name'" "odd 'name'.db"
    run cluster make "odd 'name'" -- generate 3x3 --seed="$seed" --count 20
    run cluster run "odd 'name'"
    is_joined "odd 'name'" "$(digest_of generate 3x3 --seed="$seed" --count 20)"
done
set -- generate --seed jobs --count 60 --layout snake --metric mtm --first-index 7 \
    --method walk:30
run cluster make ends -- "$@" -- 3x3
run cluster run ends
is_joined ends "$(digest_of "$@" 3x3)"

# --- scripts, with stand-ins for the programs of the engines ---

mkdir bin
cat >bin/sbatch <<'END'
#!/bin/sh
echo "$@" >>"$CALLS"
n=$(($(wc -l <"$CALLS")))
while [ "$1" != "${1#-}" ]; do
    case $1 in --array=0-*) last=${1#--array=0-} ;; esac
    shift
done
for i in $(seq 0 "${last:-0}"); do
    SLURM_JOB_ID=$n SLURM_ARRAY_JOB_ID=$n SLURM_ARRAY_TASK_ID=$i sh "$@" >>"$CALLS.out" 2>&1
done
echo "$n;cluster"
END
cat >bin/parallel <<'END'
#!/bin/sh
echo "$@" >>"$CALLS"
while [ "$1" != "${1#-}" ]; do
    case $1 in --sshlogin | --jobs | --max-replace-args) shift ;; esac
    shift
done
while read -r host; do
    "$@" </dev/null || exit
done
END
chmod +x bin/*
CALLS=$tmp/calls
export CALLS LOYD
for engine in slurm parallel; do
    job "it's"
    run cluster script "it's" --engine $engine --tasks 2
    same "$engine: code" 0 "$code"
    cp out script
    : >calls
    PATH=$tmp/bin:$PATH TASK_OPTIONS=--time=9 sh script ${engine#slurm} >out 2>&1
    same "$engine: $(cat out)" 0 $?
    same "$engine: digest" "$one" "$("$LOYD" digest --db "it's/result.db")"
done
PATH=$tmp/bin:$PATH
rm -rf "it's"
job "it's"
run cluster script "it's" --engine slurm
cp out script
: >calls
TASK_OPTIONS=--time=9 JOIN_OPTIONS=--mem=9G sh script >out 2>&1
same "what is submitted" "tasks 1
join 2" "$(cat out)"
has "tasks" calls "--array=0-5 --cpus-per-task=1 --mem=65M --output"
has "options of tasks" calls " --time=9 script run"
has "options of the join" calls "--dependency=afterany:1 "
has "options of the join" calls " --mem=9G script join"
run cluster script "it's" --engine slurm --tmp
cp out script
: >calls
sh script >out 2>&1
same "scratch is requested if it is wanted" 2 "$(grep -c ' --mem=[0-9]*M --tmp=1M --output' calls)"
for engine in kubernetes htcondor pbs; do
    run cluster script whole --engine $engine --threads 3
    [ "$(wc -l <out)" -le 15 ] || fail "$engine: more than 15 lines"
    same "$engine: what is left of the template" "" "$(grep '@[A-Z]*@' out)"
    grep -q "$tmp/whole" out || fail "$engine: not the folder"
done
run cluster make large --tasks 5000 -- generate 4x4 --seed s --count 1000000
run cluster script large --engine slurm
has "Slurm's default limit" out "--array=0-1000 "
run cluster script large --engine slurm --tasks 5000
has "more, if wanted" out "--array=0-4999 "
run cluster make walls -- generate 5x5 --layout random --seed s --count 1000
run cluster script walls --engine slurm
memory=$(sed -n 's/.*--mem=\([0-9]*\)M --output="$dir.log.%a.*/\1/p' out)
[ "$memory" -gt 1700 ] || fail "memory of all tables of 5x5: $memory MB"

# --- what is refused, and leaves nothing ---

refusals <<'END'
3 | cluster make whole -- generate 3x3 --seed s | whole: cannot make the folder: Directory not empty
3 | cluster make none/job -- generate 3x3 --seed s | none/job: cannot make the folder: No such file or directory
2 | cluster make no -- find --db x.db | cluster: no job for 'find': expected generate or rate --prove
2 | cluster make no generate 3x3 --seed s | cluster: unknown option '--seed': put '--' before the command of a job
2 | cluster pbs | cluster: unknown action 'pbs': expected make, run, status, join or script
3 | cluster run bin | bin: no job in it: expected a folder that `loyd cluster make` has written
2 | cluster make no | cluster: missing COMMAND
2 | cluster make no -- generate 3x3 | generate: missing --seed TEXT
2 | cluster make no -- generate --seed s | generate: missing SIZE
2 | cluster make no -- generate 3x3 4x4 --seed s | generate: unexpected argument '4x4'
2 | cluster make no -- generate 3x3 --sed s | generate: unknown option '--sed': try '--seed'
2 | cluster make no -- generate 3x3 --layout snale --seed s | --layout: unknown layout 'snale': try 'snake'
2 | cluster make no -- generate 3x3 --seed s --threads 2 | cluster: --threads is an option of `cluster run`
2 | cluster make no --tasks 11 -- generate 3x3 --seed s --count 10 | --tasks: 11: expected at most 10
2 | cluster make no --parts 2 -- generate 3x3 --seed s --count 10 | cluster: --parts requires rate
END
while read -r option value; do
    refuses "$option" 2 "loyd: cluster: a job of generate cannot have $option" \
        cluster make no -- generate 3x3 --seed s "$option$value"
done <<END
--db =x.db
--shard =1/2
--format =recipe
--json
--csv
--suite =1..2
--secret =key
--out =x
--quiet
--help
--version
END

# --- rate --prove: its list ---

run generate 5x5 --seed jobs --count 3 --db "it's.db"
run generate 3x3 --seed jobs --count 3 --db "it's.db"
run cluster make proofs --parts 2 -- rate --prove --memory 64M --db "it's.db"
same "a task for each part" "6 tasks in proofs" "$(cat out)"
run find --db "it's.db" --status bounded --json
same "boards to prove" "$(python3 -c '
import json, sys
for line in sys.stdin:
    p = json.loads(line)
    print(p["puzzle_id"], p["lower"], p["upper"], p["board"], p["goal"],
          p["path"], sep="\t")' <out)" "$(cat proofs/boards.tsv)"
run cluster script proofs --engine slurm
has "the catalogue" out "db='$tmp/it'\\''s.db'"
run cluster make first -- rate --prove --db "it's.db" --size 5x5 --limit 1 2>err
refusals <<'END'
2 | cluster make no --parts 1000 -- rate --prove --db "it's.db" | --parts: 1000 is out of range: expected 1..999
2 | cluster make no --tasks 2 -- rate --prove --db "it's.db" | cluster: --tasks requires generate
2 | cluster make no -- rate --db "it's.db" | rate: missing --prove
2 | cluster make no -- rate --prove | rate: missing --db FILE
2 | cluster make no -- rate --prove --db "it's.db" --nodes 5 | cluster: a job of rate cannot have --nodes
1 | cluster make no -- rate --prove --db one.db | one.db: no puzzle of more than 16 cells has an interval
3 | cluster make no -- rate --prove --db none.db | none.db: no such file
END
same "nothing is left" "" "$(ls -d no no.part* 2>/dev/null)"

finish
