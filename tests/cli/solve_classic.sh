#!/bin/sh
# The classic searches: solve --algorithm and --stats, and compare.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# The board of the article on searches, data/article_cases.tsv.
board=$(awk -F'\t' '$1 == "search" { print $3 }' "$root/data/article_cases.tsv")
path=RULUR2DLDLU2R2D2L2U2RDRDL2U2 # canonical

# --- solve ---

check "breadth-first search" 0 "28${tab}$path" "" \
    solve --algorithm bfs "$board"
check "IDA*" 0 "28${tab}$path" "" solve --algorithm idastar "$board"
for search in "dfs --depth 40" constructive astar "astar --heuristic none"; do
    # shellcheck disable=SC2086 # words
    run solve --algorithm $search "$board"
    same "$search: exit code" 0 "$code"
    cut -f 1 out | sed 's/.*\.\.//' >length
    moves=$(cut -f 2 out)
    run check --moves "$moves" "$board"
    same "$search: a solution" "solution${tab}$(cat length)" "$(cat out)"
    case $search in
    astar*) same "$search: the length" 28 "$(cat length)" ;;
    *) [ "$(cat length)" -ge 28 ] || fail "$search: shorter than the optimum" ;;
    esac
done

# All searches and the solver agree, in both metrics, on any goal.
"$LOYD" generate 3x3 --layout random --seed classic --count 20 >boards
"$LOYD" generate 2x4 --layout random,missing=3 --seed classic --count 10 >>boards
same "boards" 30 "$(lines boards)"
for metric in stm mtm; do
    "$LOYD" solve --metric $metric <boards >own
    for search in bfs astar idastar; do
        "$LOYD" solve --metric $metric --algorithm $search <boards >theirs
        same "$search, $metric: lengths" "$(cut -f 1 own)" \
            "$(cut -f 1 theirs)"
        [ $search = astar ] ||
            same "$search, $metric: canonical paths" "$(cat own)" \
                "$(cat theirs)"
    done
done

# Counters have the same values in each form.
run solve --algorithm astar --stats "$board"
fields=$(tr '\t' '\n' <out | grep =)
same "counters" "search generated expanded deepest open closed memory seconds" \
    "$(echo "$fields" | sed 's/=.*//' | tr '\n' ' ' | sed 's/ $//')"
run solve --algorithm astar --stats --json "$board"
same "counters in JSON" "$(echo "$fields" | grep -v seconds)" \
    "$(tr -d '{}"' <out | tr ':' '=' | tr ',' '\n' |
        grep -E '^(search|generated|expanded|deepest|open|closed|memory)=' |
        sed 's/astar=/astar:/')"
counters=search,generated,expanded,deepest,open,closed,memory
run solve --algorithm astar --stats --csv --columns $counters "$board"
same "counters in CSV" "$(echo "$fields" | grep -v seconds | sed 's/.*=//' |
    tr '\n' ,)" "$(sed -n '2p' out),"
run solve --stats --csv "$board" "2 1 3/4 5 6/7 8 0" x
has "the header" out ",name,$counters,seconds,error,where,line,input"
same "fields of each line" "32 32 32 32" \
    "$(awk -F, '{ print NF }' out | tr '\n' ' ' | sed 's/ $//')"
check "statuses" 3 "status,input
proven,
unsolvable,
error,x" "loyd: argument 3: invalid label 'x'" \
    solve --csv --columns status,input "$board" "2 1 3/4 5 6/7 8 0" x
check "CSV without counters" 0 "goal,board,status,lower,upper,path
1 2 3/4 5 6/7 8 0,1 2 3/4 5 6/7 0 8,proven,1,1,L" "" \
    solve --csv --columns goal,board,status,lower,upper,path \
    "1 2 3/4 5 6/7 0 8"
check "CSV in MTM" 0 "board,mtm_status,mtm_lower,mtm_upper,mtm_path
1 2 3/4 5 6/0 7 8,proven,1,1,L2" "" \
    solve --csv --metric mtm \
    --columns board,mtm_status,mtm_lower,mtm_upper,mtm_path "1 2 3/4 5 6/0 7 8"

# Limits. One node less than needed is too few.
nodes=$("$LOYD" solve --algorithm idastar --stats "$board" |
    sed 's/.*generated=\([0-9]*\).*/\1/')
check "as many nodes as needed" 0 "28${tab}$path" "" \
    solve --algorithm idastar --nodes "$nodes" "$board"
check "one node less" 3 error "loyd: argument 1: no solution within \
$((nodes - 1)) nodes: every solution has at least 28 moves" \
    solve --algorithm idastar --nodes $((nodes - 1)) "$board"
check "a depth" 3 error "loyd: argument 1: no solution within 20 moves: \
every solution has at least 22 moves" \
    solve --algorithm dfs --depth 20 "$board"
check "one node" 3 error "loyd: argument 1: no solution within 1 node: \
every solution has at least 2 moves" solve --algorithm bfs --nodes 1 "$board"
run solve --algorithm bfs --memory 100K --json "$board"
same "too little memory: exit code" 3 "$code"
has "too little memory" out '"error":"no solution within 102400 bytes of memory'
has "too little memory: the lower end" out '"lower":14'

# The largest board does not take more than it may, whatever it needs.
"$LOYD" generate 15 --seed classic >large
case ${BUILD:-} in
*asan* | *tsan* | *valgrind*) ;; # they reserve address space
*)
    # shellcheck disable=SC3045
    out=$( (ulimit -v 300000 && "$LOYD" solve --algorithm astar --memory 100M \
        <large) 2>&1)
    same "a large board" "loyd: stdin:1: no solution within 104857600 bytes of \
memory" "$(echo "$out" | grep -o 'loyd.*memory')"
    ;;
esac

for search in bfs dfs constructive; do
    refuses "a heuristic of $search" 2 "loyd: --heuristic: $search uses no \
heuristic: expected --algorithm astar or idastar" \
        solve --algorithm $search --heuristic hamming "$board"
done
# The stages of the row method are its path, and place all tiles.
for layout in rows snake,blank=first columns,missing=3,blank=1.1; do
    run generate 5x4 --layout "$layout" --seed row --count 5
    cp out in
    run solve --algorithm row --explain --json --layout "$layout"
    same "stages of $layout" "0 5" "$code $(python3 -c '
import json, re, sys
n = 0
for line in sys.stdin:
    row = json.loads(line)
    wide = re.sub(r"(.)(\d+)", lambda m: m[1] * int(m[2]), row["path"])
    moves = [re.sub(r"(.)(\d+)", lambda m: m[1] * int(m[2]), s["moves"])
             for s in row["stages"]]
    tiles = [tile for s in row["stages"] for tile in s["tiles"]]
    # One tile of the last four follows from the others.
    n += "".join(moves) == wide and len(set(tiles)) == len(tiles) == 18
print(n)' <out)"
done
refuses "an unknown search" 2 "loyd: --algorithm: unknown value 'dijkstra': \
expected bfs, dfs, astar, idastar, constructive or row" solve --algorithm dijkstra
run solve --json --csv
same "two formats: exit code" 2 "$code"
has "two formats" err "loyd: solve: --json and --csv cannot be combined"
refusals <<'END'
2 | solve --algorithm bfs --memory 0 | --memory: 0 is out of range: expected 1..9223372036854775807 bytes
2 | solve --algorithm bfs --memory 9X | --memory: invalid number of bytes '9X': expected a number, K, M or G may follow
2 | solve --algorithm bfs --memory 9000000000G | --memory: 9000000000G is out of range: expected 1..9223372036854775807 bytes
2 | solve --algorithm bfs --nodes 0 | --nodes: 0 is out of range: expected 1..9223372036854775807
END

# --- compare ---

head -n 20 boards >in
run compare --csv
same "the searches of 3x3" \
    "bfs dfs astar:hamming astar:manhattan idastar:manhattan constructive loyd" \
    "$(sed 1d out | cut -d , -f 1 | tr '\n' ' ' | sed 's/ $//')"
# search,algorithm,heuristic,metric,boards,solved,optimal,mean_length,...
same "all that are optimal" "$(printf 'stm,20,20,20\n%.0s' 1 2 3 4 5)" \
    "$(grep -E '^(bfs|.*star|loyd)' out | cut -d , -f 4-7)"
"$LOYD" solve <in | cut -f 1 >optima
optimal=$("$LOYD" solve --algorithm constructive <in | cut -f 1 |
    sed 's/.*\.\.//' | paste optima - | awk '$1 == $2 { n++ } END { print n + 0 }')
same "those of constructive" "$optimal" \
    "$(grep ^constructive out | cut -d , -f 7)"
mean=$("$LOYD" solve <boards | head -n 20 |
    awk '{ sum += $1 } END { printf "%.3f", sum / NR }')
same "the mean length" "$mean" \
    "$(grep -E '^(bfs|.*star|loyd)' out | cut -d , -f 8 | uniq)"
awk -F, 'NR > 1 && $6 > 0 && $8 + 0 < best { exit 1 }' best="$mean" out ||
    fail "a mean below the optimum"
generated=$(head -n 20 boards | "$LOYD" solve --algorithm astar --stats |
    sed 's/.*generated=\([0-9]*\).*/\1/' | awk '{ sum += $1 } END { print sum }')
same "nodes are sums" "$generated" \
    "$(grep ^astar:manhattan out | cut -d , -f 9)"
same "a fastest search" 1.00 "$(sed 1d out | cut -d , -f 16 | sort -n |
    head -n 1)"

run compare "$board"
same "the caption" "1 board in STM; length, generated, expanded and time are \
means" "$(head -n 1 out)"
awk 'length($0) > 80 { exit 1 }' out || fail "a table wider than 80 columns"
"$LOYD" generate 4x4 --seed classic >in
run compare --nodes 1000
same "the searches of 4x4" "astar:manhattan idastar:manhattan constructive loyd" \
    "$(sed 1,3d out | awk '{ print $1 }' | tr '\n' ' ' | sed 's/ $//')"
same "a limit" "astar:manhattan 0 0 - 1,000" \
    "$(grep ^astar out | awk '{ print $1, $2, $3, $4, $5 }')"
cp large in
run compare
same "the searches of 15x15" "constructive loyd" \
    "$(sed 1,3d out | awk '{ print $1 }' | tr '\n' ' ' | sed 's/ $//')"

check "no boards" 0 "" "" compare
refuses "bad boards" 3 "loyd: argument 1: unsolvable
loyd: argument 2: invalid label 'x'" compare "2 1 3/4 5 6/7 8 0" x
refusals <<'END'
2 | compare --algorithms astar,bfs,astar:manhattan | --algorithms: astar:manhattan is given twice
2 | compare --algorithms bfs, | --algorithms: unknown algorithm '': expected bfs, dfs, astar, idastar, constructive, row or loyd
2 | compare --algorithms bfs,astr | --algorithms: unknown algorithm 'astr': try 'astar'
2 | compare --algorithms lod:manhattan | --algorithms: unknown algorithm 'lod': try 'loyd'
2 | compare --algorithms bfs --depth 9 | compare: --depth requires --algorithms dfs
END

finish
