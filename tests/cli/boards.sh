#!/bin/sh
# Tests boards in the forms of other programs: those of an independent writer
# are read and solved, broken ones named, and rows told from whole boards.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

same "forms, files, and what is broken in them" "" \
    "$(python3 "$here/boards.py" "$LOYD" 2>&1 | tail -n 3)"

# --- files of other programs ---

# sample FILE CHECKED LENGTHS [OPTION]...: one file of each.
sample() {
    name=$1 checked=$2 lengths=$3
    shift 3
    cp "$here/forms/$name" in
    run check "$@"
    same "$name: checked" "$checked" "$(paste -sd ' ' out | tr '\t' ' ')"
    cp "$here/forms/$name" in
    run solve --length "$@"
    same "$name: solved" "$lengths" "$(paste -sd ' ' out)"
    run import --check "$@" "$here/forms/$name"
    has "$name: imported" out "row"
    same "$name: imported" 0 "$code"
}
yes="solvable solvable solvable"
replays="solution 40 broken 19 19 moves do not reach the goal"
sample slidysim.txt "$replays" "28 18"
sample slidysim_addresses.txt "$replays" "28 18"
sample fifteen.sav "solution 30" 24
sample cstimer.txt "$yes" "12 14 10"
sample princeton.txt solvable 14
sample 24puzzle.txt "$yes" "24 24 24" --layout rows,blank=first

cp "$here/forms/slidysim.txt" in
check "compared with the optimum" 1 "solution${tab}40${tab}optimum 28${newline}broken\
${tab}19${tab}19 moves do not reach the goal" "" check --moves - --optimal
check "an address as an argument" 0 "solution${tab}40" "" \
    check "$(head -n 1 "$here/forms/slidysim_addresses.txt")"
check "scrambles as arguments" 0 "3${tab}LU2${newline}2${tab}LU" "" \
    solve --goal '1 2 3/4 5 6/7 8 0' 'D2 R' 'U L'
printf '2x3\nD R\nU L\n' >in
check "a size before scrambles" 0 "2${tab}LU${newline}2${tab}LU" "" solve
printf 'U L\n1 2 3/4 5 6/7 8 0\n' >in
check "a board after a scramble" 3 "solvable${newline}error" \
    "loyd: stdin:2: invalid move '1 2 3/4 5 6/7 8 0' at byte 1: expected U, R, D or L" check
sed '/^MOVE/d' "$here/forms/fifteen.sav" >in
check "a save file that is cut off" 3 error \
    "loyd: stdin:1: a save file ends before its last move" check

# --- several boards are numbered: in rows, and on a terminal ---

printf '1 2/3 0\n# note\n1 2/0 3\n' >two
cp two in
run check --csv --columns line,status
same "numbers in rows" "line,status 1,solvable 3,solvable" "$(paste -sd ' ' out)"
terminal() {
    python3 -c 'import pty, sys
sys.exit(pty.spawn(sys.argv[1:]) >> 8)' sh -c "$1" </dev/null | tr -d '\r' | paste -sd ' ' -
}
same "numbers on a terminal" "1${tab}solvable 3${tab}solvable" \
    "$(terminal "$LOYD check <two")"
same "no number of a single board" solvable "$(terminal "$LOYD check '1 2/3 0'")"

# --- what has no board ---

sed '11s/M3,2/M2,2/' "$here/forms/fifteen.sav" >illegal.sav
for command in check solve; do
    cp illegal.sav in
    check "$command of an illegal move" 3 error "loyd: stdin:11: move 'M2,2' \
is not M and a cell in the blank's row or column" $command
done
slurp "$here/forms/fifteen.sav"
run solve "$slurped"
same "a save file as an argument" 0 "$code"
run path invert "$slurped"
same "a save file as an argument of path" 0 "$code"
check "two scrambles as an argument" 3 error \
    "loyd: argument 1: more than one board: expected it on stdin" solve "D R${newline}D R"
for bytes in '\377\376b\000o\000' '\376\377\000b' '\037\213\010'; do
    printf "$bytes\nmore\n" >in
    run check
    same "no text: one error" "3 error" "$code $(cat out)"
done
has "gzip" err "stdin:1: compressed by gzip: expected text"
printf '3x3\n' >in
check "only a size" 3 error "loyd: stdin:1: a size without a board" check
printf '["1 2 3/4 0 5/7 8 6",\n"1 2 3/4 5 0/7 8 6"]\n' >in
run import - --db list.db
same "a list of texts is no replay" 3 "$code"
has "a list of texts" err "stdin:1: expected a JSON object"

# --- the first line decides ---

check "an answer after one line" 0 "solvable" "" check '0 1 3 2'
printf '0 1 3 2\n4 5 6 7\n' >in
check "a row that is a board" 3 "solvable${newline}error" "loyd: stdin:2: label 5 in \
row 1, column 2 is out of range: expected 0..4: if this is a row, try --rows" check
rows='0 3 1 2\n4 5 6 7\n8 9 10 11\n12 13 14 15\n'
printf '%b' "$rows" >in
check "--rows" 0 "solvable" "" check --layout rows,blank=first --rows
printf '2 3\n1 0\n' >in
check "two numbers are a size" 3 error "loyd: stdin:2: 2 labels: expected 6 for 2x3" check
printf '2 3\n1 0\n\n3\n1 2 3\n4 5 6\n7 8 0\n' >in
check "two numbers as a row" 0 "solvable${newline}solvable" "" check --rows
# Rows fill the size of the goal, without empty lines.
printf '1 2 3\n4 0 5\n1 0 3\n# the end\n4 2 5\n' >in
check "the size of the goal" 0 "1${tab}L${newline}2${tab}UL" "" solve --goal '1 2 3/4 5 0'
# A short board ends at an empty line.
printf '3\n1 2 3\n4 5 6\n\n1 2 3\n4 5 6\n7 8 0\n' >in
check "a short board" 3 "error${newline}solvable" \
    "loyd: stdin:2: board is 3x2: expected 3x3" check
# A program that waits gets the answer of each line, and of rows with a size.
mkfifo to from
"$LOYD" check <to >from &
exec 3>to 4<from
echo '1 2 3/4 5 6/7 8 0' >&3
read -r answer <&4
same "a line is answered at once" solvable "$answer"
exec 3>&- 4<&-
wait
"$LOYD" check <to >from &
exec 3>to 4<from
printf '3\n1 2 3\n4 5 6\n8 7 0\n' >&3
read -r answer <&4
same "rows are answered at once" unsolvable "$answer"
exec 3>&- 4<&-
wait

# --- import, in rows ---

printf '%b\n%b' "$rows" "$rows" >rows.txt
check "import --format rows" 0 "2 rows good, 1 new puzzle" "" \
    import --check --format rows --layout rows,blank=first rows.txt
printf '2x3\n1 2\n3 4\n0 5\n1 2\n0 3\n5 4\n' >rows.txt
check "import in rows" 0 "2 rows imported, 2 new puzzles" "" import rows.txt --db rows.db

finish
