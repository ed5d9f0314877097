#!/bin/sh
# Tests jobs for clusters: `cluster slurm` writes a folder, and its scripts run
# here under stand-ins for sbatch and scontrol (cli/slurm). Whatever dies, is
# damaged or runs twice, the digest is that of one machine.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

LOYD_ITSELF=$LOYD SLURM_DIR=$tmp/slurm TMPDIR=$tmp/node TASKS=turn
export LOYD_ITSELF SLURM_DIR TMPDIR TASKS LOYD
PATH=$here/slurm:$PATH
mkdir "$TMPDIR"
unset LOYD_SCRATCH LOYD_NODE_CACHE

# job NAME ARGUMENT ...: writes a job, before the first use of a new Slurm.
job() {
    name=$1
    shift
    rm -rf "$SLURM_DIR" "$name"
    mkdir -p "$SLURM_DIR/faults"
    run cluster slurm --out "$name" --tasks 3 --parts 6 "$@"
    same "$name is written: $(cat err)" 0 "$code"
}

# submit NAME [OPTION]...: submits a job.
submit() {
    name=$1
    shift
    LOYD=$here/slurm/loyd sh "$name/submit.sh" "$@" >out 2>err
    same "$name is submitted: $(cat err)" 0 $?
}

# fault HOW PATTERN
fault() {
    n_faults=$((${n_faults-0} + 1))
    echo "$*" >"$SLURM_DIR/faults/$n_faults"
}

# drawn: the number of pieces that were made since the last call.
drawn() {
    grep -c '^generate ' "$SLURM_DIR/calls"
    : >"$SLURM_DIR/calls"
}

# is_done NAME DIGEST: the result is complete, and nothing is left over.
is_done() {
    [ -e "$1/digest.txt" ] || tail -n 3 "$1"/log/*
    same "$1: digest" "$2" "$(cat "$1/digest.txt" 2>&1)"
    run digest --db "$1/result.db"
    same "$1: digest of the file" "$2" "$(cat out)"
    same "$1: left over on the node" "" \
        "$(find "$TMPDIR" -mindepth 1 -maxdepth 1 ! -name "loyd-$(id -u)")"
    same "$1: left over" "" "$(find "$1" -name '.part*')"
}

# digest_of ARGUMENT ...: the digest that one machine gets.
digest_of() {
    rm -f one.db
    run generate --db one.db "$@"
    same "one machine" 0 "$code"
    run digest --db one.db
    cat out
}

one=$(digest_of 3x3 --seed jobs --count 60)

# --- in turn, at once, twice at once ---

run cluster slurm --out turn --tasks 3 -- generate 3x3 --seed jobs --count 60
has "four pieces for each task" turn/settings.sh "pieces=12"
rm -r turn
job turn -- generate 3x3 --seed jobs --count 60
same "what is printed" "3 tasks in turn; its README says how to submit them" \
    "$(cat out)"
same "what is written" "README job.sh merge.sh settings.sh submit.sh task.sh work.sh" \
    "$(cd turn && echo *)"
submit turn --comment=x
same "what submit.sh prints" "array 1
merge 2" "$(cat out)"
is_done turn "$one"
same "pieces" 6 "$(set -- turn/pieces/*.db && echo $#)"
same "calls" 6 "$(drawn)"
[ ! -e "$SLURM_DIR/requeued" ] || fail "a task is requeued without a death"
has "the merge" turn/log/merge.txt "6 shards merged, 60 new puzzles"
submit turn
same "nothing is made again" 0 "$(drawn)"
is_done turn "$one"

for TASKS in once twice; do
    job $TASKS --threads 2 -- generate 3x3 --seed jobs --count 60
    submit $TASKS
    is_done $TASKS "$one"
    grep -q -- '--threads 2 ' "$SLURM_DIR/calls" || fail "no --threads 2"
done
TASKS=turn

# Tasks that begin at once sweep what others have only begun to make.
start() {
    sh -c 'name=begins; . turn/job.sh; ready_tables() { :; }; begin' 2>"err.$1" ||
        echo "$1: exit code $?: $(cat "err.$1")"
}
for i in $(seq 200); do
    start "$i" >>begins &
    [ $((i % 10)) != 0 ] || wait
done
same "tasks that begin at once" "" "$(cat begins)"

# --- deaths: of the command alone, too many, at once ---

job dies -- generate 3x3 --seed jobs --count 60
fault 9 '--shard 5/6'
fault 9 '--shard 5/6'
fault 3 '--shard 3/6'
fault 9 'merge *'
fault 137 'verify *'
printf '\n\n' >"$SLURM_DIR/silent"
echo 'exit 0' >"$SLURM_DIR/sleep" # Slurm's answer is not waited for
chmod +x "$SLURM_DIR/sleep"
PATH=$SLURM_DIR:$PATH submit dies
is_done dies "$one"
same "starts again" "1_2 1_2 1_3 2 2" "$(tr '\n' ' ' <"$SLURM_DIR/requeued" |
    sed 's/ $//')"
same "deaths of task 2" "2" "$(grep -c 'exit code 137' dies/log/died.2)"
has "a death of task 3" dies/log/died.3 "exit code 3"
same "each piece is made once, besides the deaths" 9 "$(drawn)"

job often -- generate 3x3 --seed jobs --count 60
for _ in 1 2 3 4; do
    fault 9 '--shard 5/6'
done
submit often
same "a task that dies four times fails" "1_2 137" \
    "$(cat "$SLURM_DIR/failed.1")"
[ ! -e often/result.db ] || fail "the merge job runs after a task that failed"
same "pieces that were made" 5 "$(set -- often/pieces/*.db && echo $#)"
: >"$SLURM_DIR/calls"
submit often
same "only what is missing is made" 1 "$(drawn)"
is_done often "$one"

for exit_code in 1 2; do
    job mistake -- generate 3x3 --seed jobs --count 60
    fault $exit_code '--shard 1/6'
    submit mistake
    same "a mistake is not repeated" "1_1 $exit_code" \
        "$(cat "$SLURM_DIR/failed.1")"
    same "requeued" "" "$(cat "$SLURM_DIR/requeued" 2>/dev/null)"
done

# A node loses its power while a task works: the next one there cleans up, but
# never what belongs to a living task.
job power -- generate 3x3 --seed jobs --count 60
fault sleep '--shard 4/6'
mkdir power/log power/pieces
(
    cd power || exit
    LOYD=$here/slurm/loyd SLURM_ARRAY_JOB_ID=1 SLURM_ARRAY_TASK_ID=1 \
        exec setsid sh task.sh
) >power.txt 2>&1 &
victim=$!
while [ ! -e "$SLURM_DIR/reached" ]; do
    sleep 0.05
done
folder=$(ls -d "$TMPDIR"/loyd-*.*/)
submit power
same "a living task keeps its folder" "$folder" "$(ls -d "$folder" 2>&1)"
kill -9 "-$victim"
wait "$victim" 2>/dev/null
submit power
is_done power "$one"

# --- pieces that are truncated, damaged, missing, or of no use ---

for broken in truncated altered missing empty; do
    job broken -- generate 3x3 --seed jobs --count 60
    submit broken
    rm broken/result.db broken/digest.txt
    : >"$SLURM_DIR/calls"
    piece=$(ls broken/pieces/4.*)
    case $broken in
    truncated) truncate -s 5000 "$piece" ;;
    altered) printf X | dd of="$piece" bs=1 seek=9000 conv=notrunc 2>err ;;
    missing) rm "$piece" ;;
    empty) : >"$piece" ;;
    esac
    (cd broken && SLURM_JOB_ID=9 LOYD=$here/slurm/loyd sh merge.sh >out)
    same "a $broken piece: exit code" 0 $?
    same "a $broken piece: pieces made" 1 "$(drawn)"
    [ $broken = missing ] || has "a $broken piece" broken/out \
        "pieces/${piece##*/} is damaged: it is removed"
    is_done broken "$one"
done

# Of two good copies one is enough; a damaged one is removed.
job copies -- generate 3x3 --seed jobs --count 60
submit copies
rm copies/result.db copies/digest.txt
head -c 5000 copies/pieces/4.*.db >copies/pieces/4.zzzz.db
: >"$SLURM_DIR/calls"
(cd copies && SLURM_JOB_ID=9 LOYD=$here/slurm/loyd sh merge.sh >out)
same "a damaged copy: exit code, pieces made" "0 0" "$? $(drawn)"
is_done copies "$one"

# Deaths that cannot be counted are not repeated endlessly.
job full -- generate 3x3 --seed jobs --count 60
fault 9 '--shard 1/6'
mkdir -p full/log/died.1 full/pieces
(cd full && LOYD=$here/slurm/loyd SLURM_ARRAY_JOB_ID=1 SLURM_ARRAY_TASK_ID=1 \
    exec sh task.sh) >out 2>err
same "no log: exit code" 137 $?
same "no log: requeued" "" "$(cat "$SLURM_DIR/requeued" 2>/dev/null)"

# A folder of another host may be in use: its lock may be invisible here.
job hosts -- generate 3x3 --seed jobs --count 60
theirs=$TMPDIR/$(sed -n 's/^name=\([^ ]*\).*/\1/p' hosts/settings.sh).other.1.x
mkdir "$theirs"
: >"$theirs/lock"
mkdir -p away/hosts
CDPATH=$tmp/away submit hosts
same "the folder of another host" "$theirs/lock" "$(ls "$theirs/lock" 2>&1)"
rm -r "$theirs"
is_done hosts "$one"

# --- arguments of any kind ---

# shellcheck disable=SC2016 # it is not to be expanded
for seed in "it's" 'a "b" $(false) `false` $HOME' ' * \ ' '--' 'é~/&;|'; do
    job "odd 'name'" -- generate 3x3 --seed="$seed" --count 20
    submit "odd 'name'"
    is_done "odd 'name'" "$(digest_of 3x3 --seed="$seed" --count 20)"
done
job ends -- generate --seed jobs --count 60 --layout snake --metric mtm --first-index 7 \
    -- 3x3
submit ends
is_done ends "$(digest_of 3x3 --seed jobs --count 60 --layout snake --metric mtm \
    --first-index 7)"
run cluster slurm --out few --tasks 3 -- generate 3x3 --seed few --count 5
has "no more pieces than boards" few/settings.sh "pieces=5"
job slash/ -- generate 3x3 --seed few --count 6
[ -e slash/settings.sh ] || fail "no folder for a path with a slash"

# --- tables: once on each node ---

job tables -- generate 4x4 --layout snake --seed t --count 3000
goal='1 2 3 4/8 7 6 5/9 10 11 12/0 15 14 13'
has "tables of the goal's class" tables/settings.sh \
    "solve --quiet --tables large --goal '$goal' '$goal'"
job tables -- generate 4x4 --layout random --seed t --count 3000
has "tables of all classes" tables/settings.sh \
    "tables build --quiet --size 4x4"
job tables -- generate 4x4 --seed t --count 2999
has "few boards" tables/settings.sh ": # this job needs none"
job tables -- generate 7x7 --seed t --count 2999
has "too large" tables/settings.sh ": # this job needs none"
job tables -- generate 3x3 --seed jobs --count 60
cat >>tables/settings.sh <<'END'
build_tables() {
    mkdir "$XDG_CACHE_HOME/building" || echo "at once" >>log/tables
    sleep 0.1
    rmdir "$XDG_CACHE_HOME/building"
}
END
TASKS=once
submit tables
TASKS=turn
same "one task at a time" "" "$(cat tables/log/tables 2>/dev/null)"
is_done tables "$one"
echo 'build_tables() { return 3; }' >>tables/settings.sh
rm -r tables/pieces
submit tables
is_done tables "$one"
has "no tables" tables/log/1.txt "no files of tables in $TMPDIR/loyd-"

# --- what is refused, and leaves nothing ---

refusals <<'END'
3 | cluster slurm --out turn -- generate 3x3 --seed s | turn: Directory not empty
3 | cluster slurm --out none/job -- generate 3x3 --seed s | none/job: No such file or directory
2 | cluster slurm --out no -- find --db x.db | cluster: no job for 'find': expected generate or rate --prove
2 | cluster slurm --out '' -- generate 3x3 --seed s | cluster: --out needs a folder
2 | cluster slurm --out no generate 3x3 --seed s | cluster: unknown option '--seed': put '--' before the command of a job
3 | cluster prove turn | turn: no boards.tsv: expected a folder that `loyd cluster slurm` has written for `rate --prove`
2 | cluster pbs | cluster: unknown action 'pbs': expected slurm, prove or join
2 | cluster slurm --out no -- generate 3x3 | generate: missing --seed TEXT
2 | cluster slurm --out no -- generate --seed s | generate: missing SIZE
2 | cluster slurm --out no -- generate 3x3 4x4 --seed s | generate: unexpected argument '4x4'
2 | cluster slurm --out no -- generate 3x3 --sed s | generate: unknown option '--sed': try '--seed'
2 | cluster slurm --out no -- generate 3x3 --layout snale --seed s | --layout: unknown layout 'snale': try 'snake'
2 | cluster slurm --out no -- generate 3x3 --seed s --threads 2 | cluster: --threads is an option of the job: try it before --
2 | cluster slurm --out no --tasks 11 -- generate 3x3 --seed s --count 10 | --tasks: 11: expected at most 10
2 | cluster slurm --out no --tasks 3 --parts 2 -- generate 3x3 --seed s --count 10 | --parts: 2: expected 3..10
END
while read -r option value; do
    refuses "$option" 2 "loyd: cluster: a job of generate cannot have $option" \
        cluster slurm --out no -- generate 3x3 --seed s "$option$value"
done <<END
--db =x.db
--shard =1/2
--format =recipe
--json
--suite =1..2
--secret =key
--out =x
--quiet
--help
--version
END

# --- rate --prove ---

run generate 5x5 --seed jobs --count 3 --db "it's.db"
run generate 3x3 --seed jobs --count 3 --db "it's.db"
job proofs --threads 2 -- rate --prove --db "it's.db"
run find --db "it's.db" --status bounded --json
same "boards to prove" "$(python3 -c '
import json, sys
for line in sys.stdin:
    p = json.loads(line)
    print(p["puzzle_id"], p["lower"], p["upper"], p["board"], p["goal"],
          p["path"], sep="\t")' <out)" "$(sed '1d;$d' proofs/boards.tsv)"
has "the catalogue" proofs/settings.sh "catalogue='$tmp/it'\''s.db'"
has "one task for each board" proofs/settings.sh "tasks=3 "
has "no memory is given" proofs/settings.sh "memory=0 "
has "prove in a shell" proofs/README "loyd cluster prove ."

# Tables are built once for each size and blank of the goals.
for goal in rows rows rows,blank=first snake; do
    run generate 6x3 --layout $goal --seed jobs$goal --count 2 --db tables.db
done
run generate 9x2 --seed jobs --count 2 --db tables.db
job tables -- rate --prove --db tables.db
same "tables of 6x3 and 9x2" "3" "$(
    loyd=echo sh -c '. ./tables/settings.sh; build_tables' | sort -u | wc -l)"
same "tables once each" "3" "$(
    loyd=echo sh -c '. ./tables/settings.sh; build_tables' | wc -l)"

# Two tasks die, one of them too often; then the rest is done.
run generate 5x4 --method walk:200 --count 18 --seed a --db open.db
cp open.db whole.db
cp open.db start.db
run rate --prove --db whole.db
proven=$(sed 's/ .*//' out)
run digest --db whole.db
cp out whole
job open -- rate --prove --db open.db
for how in 9 3; do
    fault $how 'cluster prove *'
done
for how in 9 9 9 9; do
    fault $how 'cluster join *'
done
TASKS=once submit open
same "the merge job dies four times" "2 137" "$(cat "$SLURM_DIR/failed.2")"
[ ! -e open/digest.txt ] || fail "a digest of proofs that are not stored"
submit open
has "the proofs are joined" open/log/merge.txt \
    "$proven puzzles proven, 0 still open"
same "digest of the proofs" "$(cat whole)" "$(cat open/digest.txt)"
run digest --db open.db
same "digest of the catalogue" "$(cat whole)" "$(cat out)"

# A wrong claim is replaced, and the merge job says so. A board that cannot be
# proven does not keep others from being stored.
cp start.db claim.db
sqlite3 claim.db "ATTACH 'whole.db' AS whole;
    INSERT INTO claim (puzzle, metric, length) SELECT puzzle, 'stm', r.upper + 2
    FROM rating r JOIN whole.rating w USING (puzzle)
    WHERE r.lower < r.upper AND w.lower = w.upper LIMIT 1"
job claim -- rate --prove --memory 64M --db claim.db
has "the memory of the command" claim/settings.sh "memory=67108864 "
submit claim
has "a wrong claim" claim/log/merge.txt "wrong claim: claimed "
same "a wrong claim fails the merge job once" "2 1" \
    "$(cat "$SLURM_DIR/failed.2")$(cat "$SLURM_DIR/requeued" 2>/dev/null)"
same "a wrong claim: digest" "$(cat whole)" "$(cat claim/digest.txt)"
grep -q '^cluster prove .*--memory 67108864 ' "$SLURM_DIR/calls" ||
    fail "a task without --memory"

cp start.db wrong.db
job wrong -- rate --prove --db wrong.db
fault 1 'cluster prove *'
submit wrong
[ ! -e "$SLURM_DIR/failed.1" ] || fail "a wrong rating fails its task"
same "a wrong rating: the others are stored" "$(cat whole)" \
    "$(cat wrong/digest.txt)"

refusals <<'END'
2 | cluster slurm --out no --parts 1000 -- rate --prove --db "it's.db" | --parts: 1000: expected 1..999
2 | cluster slurm --out no -- rate --db "it's.db" | rate: missing --prove
2 | cluster slurm --out no -- rate --prove | rate: missing --db FILE
2 | cluster slurm --out no -- rate --prove --db "it's.db" --nodes 5 | cluster: a job of rate cannot have --nodes
1 | cluster slurm --out no -- rate --prove --db one.db | one.db: no puzzle of more than 16 cells has an interval
3 | cluster slurm --out no -- rate --prove --db none.db | none.db: no such file
END
same "nothing is left" "" "$(ls -d no no.part* 2>/dev/null)"

finish
