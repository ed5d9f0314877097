#!/bin/sh
# Tests `solve --seconds`. However fast the machine, a line is an interval with
# the optimum in it and a solution of its upper end, and is never stored.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# holds NAME OPTIMUM OPTION ...: solves the board in the file `board` within
# little time. OPTIMUM is empty if it is not known.
holds() {
    holds_name=$1 optimum=$2
    shift 2
    cp board in
    run solve --layout rows,blank=first --seconds 0.05 "$@"
    same "$holds_name: exit code" 0 "$code"
    same "$holds_name: stderr" "" "$(cat err)"
    ends=$(cut -f 1 out)
    lower=${ends%..*} upper=${ends#*..}
    [ "$lower" -le "$upper" ] || fail "$holds_name: $ends"
    [ -z "$optimum" ] || { [ "$lower" -le "$optimum" ] &&
        [ "$optimum" -le "$upper" ]; } ||
        fail "$holds_name: $optimum is not in $ends"
    cut -f 2 out | paste board - >in
    run check --layout rows,blank=first --moves -
    same "$holds_name: the solution" 0 "$code"
}

# The 4x4 that takes longest of Korf's, and Korf and Felner's first 5x5.
grep -v '^#' "$root/data/korf100.boards" | paste "$root/data/korf100.lengths" - |
    sort -n | tail -n 1 >row
cut -f 2 row >board
holds 4x4 "$(cut -f 1 row)"
same "4x4: length" "solution $upper" "$(cut -f 1,2 out | tr "$tab" ' ')"
holds "4x4, two threads" "$(cut -f 1 row)" --threads 2 --tables large
holds "4x4, nodes" "$(cut -f 1 row)" --nodes 300
holds "4x4 in MTM" "" --metric mtm
grep -v '^#' "$root/data/korf24.boards" | head -n 1 >board
optimum=$(grep -v '^#' "$root/data/korf24.lengths" | head -n 1)
holds 5x5 "$optimum"
holds "5x5, proof" "$optimum" --prove
holds "5x5, best" "$optimum" --effort best --threads 2
run generate 10x10 --layout rows,blank=first --seed late --count 1
mv out board
holds 10x10 ""
holds "10x10 in MTM" "" --metric mtm --effort best

# Each board has its own time. With enough, nothing changes.
printf '1 2 3/4 5 6/7 0 8\n2 1 3/4 5 6/7 8 0\nx\n8 6 7/2 5 4/3 0 1\n' >in
cp in boards
run solve
cp out right
cp boards in
run solve --seconds 1000
same "enough: exit code" 3 "$code"
cmp -s out right || fail "enough: other lines"
cp boards in
run solve --seconds 1000 --length
same "enough: lengths" "1 unsolvable error 31" "$(paste -s -d ' ' out)"
run solve --seconds 1000 --json "8 6 7/2 5 4/3 0 1"
has "JSON: enough" out '"status":"proven"'
has "JSON: enough" out '"stopped":0'
run solve --seconds 1000 --csv "8 6 7/2 5 4/3 0 1" "2 1 3/4 5 6/7 8 0"
has "CSV" out ",stopped,error"
run solve --seconds 1000 --csv --columns stopped "8 6 7/2 5 4/3 0 1"
same "CSV" "stopped 0" "$(paste -s -d ' ' out)"

# A proof of 7x7 never ends: it is always stopped. Nothing stores that.
run generate 7x7 --seed late --count 1
board=$(cat out)
run solve --prove --seconds 0.01 --json "$board"
has "JSON: stopped" out '"status":"bounded"'
has "JSON: stopped" out '"stopped":1'
cp out stopped.jsonl
run solve --prove --seconds 0.01 --csv \
    --columns goal,board,status,lower,upper,path,stopped "$board"
cp out stopped.csv
sed 's/"stopped":1/"stopped":true/' stopped.jsonl >true.jsonl
sed 's/"stopped":1/"stopped":"1"/' stopped.jsonl >text.jsonl
sed '2s/,1$/,1.0/' stopped.csv >real.csv
sed '2s/,1$/,True/' stopped.csv >True.csv
for file in stopped.jsonl stopped.csv real.csv; do
    grep -q stopped $file || fail "$file says nothing"
    run import $file --db a.db
    same "import $file: exit code" 3 "$code"
    has "import $file" err "stopped: a result that depends on the time that it \
was given is not stored"
done
for value in 0 0.0 null; do
    sed 's/"stopped":1/"stopped":'"$value"'/' stopped.jsonl >other.jsonl
    rm -f a.db*
    run import other.jsonl --db a.db
    same "import of others: $value" 0 "$code"
done
sed 's/"stopped":1/"stopped":0.5/' stopped.jsonl >half.jsonl
sed '2s/,1$/,maybe/' stopped.csv >maybe.csv
sed 's/"stopped":1/"stopped":"False"/' stopped.jsonl >false.jsonl
for file in half.jsonl maybe.csv true.jsonl text.jsonl True.csv false.jsonl; do
    run import $file --db a.db
    same "import $file: exit code" 3 "$code"
    has "import $file" err "stopped: expected 0 or 1"
done

for seconds in 0 0.000 0.0001 -1 1e3 1. .5 '' 1000000.001 \
    99999999999999999999; do
    refuses "bad seconds" 2 "loyd: --seconds: invalid seconds '$seconds': \
expected 0.001..1000000, with at most three decimals" \
        solve "--seconds=$seconds" "$board"
done
run rate --seconds 1 --db a.db
same "rate has no --seconds" 2 "$code"
run generate 4x4 --seconds 1 --db a.db
same "generate has no --seconds" 2 "$code"

finish
