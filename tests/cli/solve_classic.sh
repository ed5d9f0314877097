#!/bin/sh
# The searches of textbooks: solve --algorithm.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# The board of the article on searches, data/article_cases.tsv.
board=$(awk -F'\t' '$1 == "search" { print $3 }' "$root/data/article_cases.tsv")
path=RULUR2DLDLU2R2D2L2U2RDRDL2U2 # canonical

# searches ARGUMENT ...: the columns of the rows without seconds, apart.
searches() {
    run solve --algorithm "$@"
    sed 's/\t[0-9.]*\(\t[URDL0-9]*\)$/\1/' out >rows
}

# --- one board ---

searches bfs,idastar "$board"
same "two searches: exit code" "0 " "$code $(cat err)"
same "two searches" "1 bfs 28 $path
1 idastar:manhattan 28 $path" "$(awk -F'\t' '{ print $1, $2, $3, $NF }' rows)"
run solve --algorithm dfs,row,astar,astar:none --depth 40 "$board"
same "a row for each" "dfs row astar:manhattan astar:none" \
    "$(cut -f 2 out | paste -sd ' ' -)"
while IFS="$tab" read -r _ search length rest; do
    moves=${rest##*"$tab"}
    "$LOYD" check --moves "$moves" "$board" >said
    same "$search: a solution" "solution${tab}$length" "$(cat said)"
    case $search in
    astar*) same "$search: the length" 28 "$length" ;;
    *) [ "$length" -ge 28 ] || fail "$search: shorter than the optimum" ;;
    esac
done <out

# All boards of 3x3 are within 31 moves, and breadth-first search keeps each
# board that it has reached once.
searches bfs "8 6 7/2 5 4/3 0 1"
same "all boards are kept" "31 181440" \
    "$(awk -F'\t' '{ print $3, $5 }' rows)"

# All searches and the solver agree, in both metrics, on any goal.
"$LOYD" generate 3x3 --layout random --seed classic --count 20 >boards
"$LOYD" generate 2x4 --layout random,missing=3 --seed classic --count 10 >>boards
same "boards" 30 "$(lines boards)"
for metric in stm mtm; do
    "$LOYD" solve --metric $metric <boards >own
    for search in bfs astar idastar; do
        "$LOYD" solve --metric $metric --algorithm $search <boards |
            awk -F'\t' -v OFS='\t' '{ print $3, $NF }' >theirs
        same "$search, $metric: lengths" "$(cut -f 1 own)" \
            "$(cut -f 1 theirs)"
        [ $search = astar ] ||
            same "$search, $metric: canonical paths" "$(cat own)" \
                "$(cat theirs)"
    done
done

# The same values in each form.
counters=search,length,generated,kept,memory
run solve --algorithm astar "$board"
fields=$(awk -F'\t' '{ print $2 "," $3 "," $4 "," $5 "," $6 }' out)
run solve --algorithm astar --csv --columns $counters "$board"
same "counters in CSV" "$counters$newline$fields" "$(cat out)"
run solve --algorithm astar --json "$board"
same "counters in JSON" "$fields" "$(python3 -c '
import json
row = json.load(open("out"))
assert row["line"] == 1 and row["kept"] >= max(row["open"], row["closed"])
assert row["seconds"] >= 0 and row["expanded"] == row["closed"]
print(*(row[k] for k in ("search", "stm", "generated", "kept", "memory")),
      sep=",")')"
run solve --algorithm loyd,astar --csv "$board" "2 1 3/4 5 6/7 8 0" "1 2"
has "the header" out ",name,length,search,generated,expanded,deepest,\
open,closed,kept,memory,seconds,error,where,line,input"
same "fields of each line" "33 33 33 33 33" \
    "$(awk -F, '{ print NF }' out | paste -sd ' ' -)"
run solve --algorithm row "1 2 3/4 5 6/7 0 8" "2 1 3/4 5 6/7 8 0" 1y
same "boards without a search" "3 1,row,1 2,-,unsolvable 3,-,error" \
    "$code $(cut -f 1-3 out | tr '\t' , | paste -sd ' ' -)"
same "boards without a search" "loyd: argument 3: invalid label '1y' in row 1, column 1" \
    "$(cat err)"
check "statuses" 3 "status,input
proven,
unsolvable,
error,1y" "loyd: argument 3: invalid label '1y' in row 1, column 1" \
    solve --csv --columns status,input "$board" "2 1 3/4 5 6/7 8 0" 1y
check "CSV without counters" 0 "goal,board,status,lower,upper,path
1 2 3/4 5 6/7 8 0,1 2 3/4 5 6/7 0 8,proven,1,1,L" "" \
    solve --csv --columns goal,board,status,lower,upper,path \
    "1 2 3/4 5 6/7 0 8"
check "CSV in MTM" 0 "board,mtm_status,mtm_lower,mtm_upper,mtm_path
1 2 3/4 5 6/0 7 8,proven,1,1,L2" "" \
    solve --csv --metric mtm \
    --columns board,mtm_status,mtm_lower,mtm_upper,mtm_path "1 2 3/4 5 6/0 7 8"

# Limits. One node less than needed is too few.
nodes=$("$LOYD" solve --algorithm idastar "$board" | cut -f 4)
searches idastar --nodes "$nodes" "$board"
same "as many nodes as needed" "0 28 $nodes" \
    "$code $(awk -F'\t' '{ print $3, $4 }' out)"
run solve --algorithm idastar,row --nodes $((nodes - 1)) "$board"
same "one node less" "3 error 48" "$code $(cut -f 3 out | paste -sd ' ' -)"
same "one node less" "loyd: argument 1: idastar:manhattan: no solution within \
$((nodes - 1)) nodes: every solution has at least 28 moves" "$(cat err)"
run solve --algorithm dfs --depth 20 "$board"
same "a depth" "3 loyd: argument 1: dfs: no solution within 20 moves: \
every solution has at least 22 moves" "$code $(cat err)"
run solve --algorithm bfs --nodes 1 "$board"
same "one node" "3 loyd: argument 1: bfs: no solution within 1 node: \
every solution has at least 2 moves" "$code $(cat err)"
run solve --algorithm bfs --memory 100K --json "$board"
same "too little memory: exit code" 3 "$code"
has "too little memory" out '"error":"bfs: no solution within 102400 bytes of memory'
has "too little memory: the lower end" out '"lower":14'

# The largest board does not take more than it may, whatever it needs.
"$LOYD" generate 15 --seed classic >large
case ${BUILD:-} in
*asan* | *tsan* | *valgrind*) ;; # they reserve address space
*)
    # shellcheck disable=SC3045
    out=$( (ulimit -v 300000 && "$LOYD" solve --algorithm astar --memory 100M \
        <large) 2>&1)
    same "a large board" "loyd: stdin:1: astar:manhattan: no solution within 104857600 bytes of \
memory" "$(echo "$out" | grep -o 'loyd.*memory')"
    ;;
esac

# By stages: far shorter than row by row, and a solution of any board.
run generate 4x4 --seed stages --count 1000
cp out in
run solve --algorithm constructive,row --csv \
    --columns search,status,length,generated
grep -c ^constructive,bounded,.*,$ out >count
same "boards by stages" 1000 "$(cat count)"
same "by stages, the mean" yes "$(awk -F, '$1 == "constructive" { n += $3 }
    END { print n < 70000 ? "yes" : n }' out)"
run generate 7x5 --seed stages --layout spiral --count 5
cp out in
run solve --algorithm constructive --layout spiral
same "7x5 by stages: exit code" 0 "$code"

run solve --json --csv
same "two formats: exit code" 2 "$code"
has "two formats" err "loyd: solve: --json and --csv cannot be combined"
refusals <<'END'
2 | solve --algorithm bfs --memory 0 | --memory: 0 is out of range: expected 1..9223372036854775807 bytes
2 | solve --algorithm bfs --memory 01K | --memory: invalid number of bytes '01K': expected a number, K, M or G may follow
2 | solve --algorithm bfs --memory 1KB | --memory: invalid number of bytes '1KB': expected a number, K, M or G may follow
2 | solve --algorithm bfs --memory 9X | --memory: invalid number of bytes '9X': expected a number, K, M or G may follow
2 | solve --algorithm bfs --memory 9000000000G | --memory: 9000000000G is out of range: expected 1..9223372036854775807 bytes
2 | solve --algorithm bfs --nodes 0 | --nodes: 0 is out of range: expected 1..9223372036854775807
2 | solve --algorithm astar,bfs,astar:manhattan | --algorithm: astar:manhattan is given twice
2 | solve --algorithm bfs, | --algorithm: unknown algorithm '': expected bfs, dfs, astar, idastar, row, constructive or loyd
2 | solve --algorithm bfs,astr | --algorithm: unknown algorithm 'astr': try 'astar'
2 | solve --algorithm dijkstra | --algorithm: unknown algorithm 'dijkstra': expected bfs, dfs, astar, idastar, row, constructive or loyd
2 | solve --algorithm constructiv | --algorithm: unknown algorithm 'constructiv': try 'constructive'
2 | solve --algorithm lod:manhattan | --algorithm: unknown algorithm 'lod': try 'loyd'
2 | solve --algorithm loyd:manhattan | --algorithm: loyd uses no heuristic
2 | solve --algorithm bfs:hamming | --algorithm: bfs uses no heuristic
2 | solve --algorithm astar:euclid | --algorithm: unknown heuristic 'euclid': expected none, hamming, manhattan, linear-conflict or euclidean
2 | solve --algorithm bfs --depth 9 | solve: --depth requires --algorithm dfs
END

# --- several boards ---

head -n 9 boards >in
run solve --algorithm bfs,idastar --nodes 2000 --csv --columns \
    status,search,line
same "a limit: exit code" 3 "$code"
same "a limit: rows" "18 $(grep -c 'no solution' err)" \
    "$(grep -c '^[bpe]' out) $(grep -c '^error' out)"
check "no boards" 0 "" "" solve --algorithm bfs

finish
