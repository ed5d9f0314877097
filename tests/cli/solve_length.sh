#!/bin/sh
# solve --length: the lengths and intervals of solve, without moves.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# compare SIZE COUNT ARGUMENT ...: the first column of solve is the only one.
compare() {
    size=$1
    "$LOYD" generate "$size" --layout random --seed length --count "$2" \
        --json >drawn
    shift 2
    sed 's/.*"goal":"\([^"]*\)".*/\1/' drawn >goals
    sed 's/.*"board":"\([^"]*\)".*/\1/' drawn | paste - goals >boards
    printf '1 2 3/4 5 6/8 7 0\t1 2 3/4 5 6/7 8 0\nx\n' >>boards
    cp boards in
    run solve "$@"
    cut -f 1 out >wanted
    wanted=$code
    cp boards in
    run solve --length "$@"
    same "$size $*" "$(cat wanted)" "$(cat out)"
    same "$size $*: exit code" "$wanted" "$code"
    cp boards in
    run solve --length --json "$@"
    same "$size $*: JSON" "$(grep '[0-9]' wanted)" \
        "$(sed -n 's/.*"lower":\([0-9]*\),.*"upper":\([0-9]*\),"stm.*/\1/p
s/.*"mtm_lower":\([0-9]*\),.*"mtm_upper":\([0-9]*\),"mtm".*/\1/p
s/.*lower":\([0-9]*\),"[a-z_]*upper":\([0-9]*\),"[a-z]*_*lower_s.*/\1..\2/p' \
            out)"
    same "$size $*: no path in JSON" 0 "$(grep -c path out)"
}

for metric in stm mtm; do
    compare 3x3 20 --metric $metric
    compare 3x4 2 --metric $metric --tables small
    compare 4x2 10 --metric $metric --effort quick
    compare 6x6 1 --metric $metric
done
compare 4x4 3
compare 4x4 3 --threads 3 --tables small
for effort in quick good; do
    compare 5x4 1 --effort $effort
done
compare 7x6 1 --nodes 3000

# A proof of a large board, and one whose budget ends first.
near='1 7 2 4 5/6 0 3 9 10/11 12 8 13 15/16 17 18 14 20/21 22 23 19 24'
check "5x5" 0 8 "" solve --length --prove "$near"
check "5x5 in MTM" 0 6 "" solve --length --prove --metric mtm "$near"
board='11 7 13 3/8 5 10 0/12 6 2 9/4 14 15 1'
run solve --length --layout snake "$board"
stm=$(cat out)
run solve --length --nodes 100 --layout snake "$board"
lower=$(sed 's/\.\..*//' out) upper=$(sed 's/.*\.\.//' out)
[ "$lower" -le "$stm" ] && [ "$stm" -le "$upper" ] && [ "$lower" != "$upper" ] ||
    fail "$stm is not in $(cat out)"

# With other options.
check "a solved board" 0 "0" "" solve --length '1 2 3/4 5 6/7 8 0'
check "--facts" 0 "31	40	RDL" "" solve --length --facts '8 6 7/2 5 4/3 0 1'
check "--seconds" 1 "31
unsolvable" "" solve --length --seconds 60 '8 6 7/2 5 4/3 0 1' \
    '1 2 3/4 5 6/8 7 0'
check "--csv" 0 "goal,board,status,lower,upper,path
1 2 3/4 5 6/7 8 0,8 6 7/2 5 4/3 0 1,proven,31,31," "" \
    solve --length --csv --columns goal,board,status,lower,upper,path \
    '8 6 7/2 5 4/3 0 1'

finish
