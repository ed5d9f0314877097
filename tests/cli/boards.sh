#!/bin/sh
# Tests boards in the forms of other programs: those of an independent writer
# are read and solved, broken ones named, and rows told from whole boards.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# --- 18 forms, over one line or several ---

all=0
for form in $(python3 "$here/boards.py" forms); do
    n=$(python3 "$here/boards.py" write "$form" one 100 text known)
    all=$((all + n))
    cp text in
    run check --json
    same "$form: read" "$n 0" "$(python3 "$here/boards.py" judge known <out)"
done
[ $all -ge 1500 ] || fail "only $all boards"
for form in nested sgt rows rows_turned rows_matlab; do
    python3 "$here/boards.py" write "$form" two 40 text known >number
    cp text in
    run solve --length --effort quick --json
    python3 "$here/boards.py" judge known <out >judged
    same "$form: solved" "$(cat number)" "$(cut -d ' ' -f 1 judged)"
    [ "$(cut -d ' ' -f 2 judged)" -ge 5 ] || fail "$form: $(cat judged)"
done

# --- broken boards: named, and the others read ---

for form in slashes commas rows rows_commas; do
    for seed in one two; do
        python3 "$here/boards.py" broken $form $seed text known
        cp text in
        run check --json
        same "broken $form" 3 "$code"
        same "broken $form" "60 0" \
            "$(python3 "$here/boards.py" judge known <out)"
    done
    # Nothing is stored of the last file; the places are the same.
    sed -n 's/^loyd: stdin:\([0-9]*: .*\)/\1/p' err >places
    run import --db "$form.db" text
    same "import of broken $form" 3 "$code"
    sed -n 's/^loyd: text:\([0-9]*: \)board: \(.*\)/\1\2/p' err >imported
    same "places in $form" "$(cat places)" "$(cat imported)"
    [ ! -e "$form.db" ] || fail "$form: something is stored"
done

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
