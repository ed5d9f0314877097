#!/bin/sh
# Tests one board per line: output stays aligned with any input.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

one='1 2 3/4 5 6/7 0 8'
odd='1 2 3/4 5 6/8 7 0'

printf '%s\n' "$one" "$odd" '1 2 2/4 5 6/7 0 8' '' '# a comment' \
    "$one$tab$odd" "$one${tab}1 2 3/4 5 6/7 9 0" 'nonsense' "$one" >in
cp in boards
check "one line per board" 3 "solvable
unsolvable
error
unsolvable
error
error
solvable" "loyd: stdin:3: tile 2 appears twice
loyd: stdin:7: tile 8 is only in the start and tile 9 only in the goal
loyd: stdin:8: invalid label 'nonsense' in row 1, column 1" check

cp boards in
check "solve keeps the lines" 3 "1${tab}L
unsolvable
error
unsolvable
error
error
1${tab}L" "loyd: stdin:3: tile 2 appears twice
loyd: stdin:7: tile 8 is only in the start and tile 9 only in the goal
loyd: stdin:8: invalid label 'nonsense' in row 1, column 1" solve

# The same lines as JSON: one object each, with the same status.
cp boards in
run check --json
same "check --json" 3 "$code"
python3 -c '
import json, sys
print(*(json.loads(line)["status"] for line in sys.stdin))' <out >said
same "status of each line" \
    "solvable unsolvable error unsolvable error error solvable" "$(cat said)"
cp boards in
run solve --json
same "solve --json" 3 "$code"
python3 -c '
import json, sys
print(*(json.loads(line)["status"] for line in sys.stdin))' <out >said
same "status of each line" \
    "proven unsolvable error unsolvable error error proven" "$(cat said)"

printf '%s' "$one" >in
check "no newline at the end" 0 "solvable" "" check
printf '%s\r\n\r\n#\r\n%s\r\n' "$one" "$one" >in
check "lines of DOS" 0 "solvable${newline}solvable" "" check
check "empty input" 0 "" "" check
check "empty input" 0 "" "" solve
printf '\n\n#\n' >in
check "only blank lines and comments" 0 "" "" solve

printf '%s\n1 2\0003/4 5 6/7 0 8\n%s\n' "$one" "$one" >in
check "a NUL byte" 3 "solvable${newline}error${newline}solvable" \
    "loyd: stdin:2: invalid label '2\\x003' in row 1, column 2" check
printf '%s\n1 2 \377/4 5 6/7 0 8\n%s\n' "$one" "$one" >in
check "bytes that are not UTF-8" 3 \
    "solvable${newline}error${newline}solvable" \
    "loyd: stdin:2: invalid label '\\xff' in row 1, column 3" check
printf '1 2 3/4 5 6/7 0 8\t\t1 2 3/4 5 6/7 8 0\n' >in
check "two tabs" 3 "error" \
    "loyd: stdin:1: second tab: expected START, a tab, GOAL" check
printf '%s\t1 2 3/4 5 5/7 8 0\n' "$one" >in
check "a bad goal" 3 "error" "loyd: stdin:1: goal: tile 5 appears twice" solve

# A flat list gets its size from the other board of the line or from --goal.
printf '1 2 3 4 0 5\t1 2 3/4 5 0\n1 2 3/4 0 5\t1 2 3 4 5 0\n' >in
check "flat lists" 0 "1${tab}L${newline}1${tab}L" "" solve
printf '1 2 3 4 0 5\n' >in
check "a flat list and --goal" 0 "1${tab}L" "" solve --goal '1 2 3/4 5 0'
printf '1 2 3 4 0 5\n' >in
check "a flat list without a size" 3 "error" "loyd: stdin:1: 6 labels do not form a \
square board: expected / between rows" check

# Lines of up to 64 KiB are accepted, longer ones are refused.
pad() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf " " }'
}
{
    printf '%s%s\n' "$one" "$(pad $((65536 - ${#one})))"
    printf '%s%s\n' "$one" "$(pad $((65537 - ${#one})))"
    pad 1000000
    printf '\n%s\n' "$one"
    pad 200000
} >in
check "long lines" 3 "solvable
error
error
solvable
error" "loyd: stdin:2: line too long: expected at most 65536 bytes
loyd: stdin:3: line too long: expected at most 65536 bytes
loyd: stdin:5: line too long: expected at most 65536 bytes" check

# Noise: as many results as lines.
awk 'BEGIN { srand(7); for (i = 0; i < 3000; i++) {
    s = ""; n = 1 + int(rand() * 30)
    for (j = 0; j < n; j++)
        s = s substr("0123456789 /:x,-\t\\\"\033", 1 + int(rand() * 20), 1)
    print "1" (i == 0 ? "/" : "") s } }' >in
cp in noise
run check
same "noise" 3 "$code"
same "one result per line of noise" "$(lines noise)" "$(lines out)"
cp noise in
run solve
same "one result per line of noise, solved" "$(lines noise)" "$(lines out)"
if LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" err; then
    fail "control characters in messages: $(head -n 3 err | od -c | head)"
fi

# The files of boards state their goals.
while read -r file n layout; do
    cp "$root/data/$file" in
    run check --json
    sed 's/.*"layout":"\([^"]*\)".*"status":"\([a-z]*\)".*/\1 \2/' out |
        sort | uniq -c | sed 's/^ *//' >said
    same "$file" "0 $n $layout solvable" "$code $(cat said)"
    has "the heading of $file" "$root/data/$file" "# "
done <<'END'
korf100.boards 100 rows,blank=first
korf24.boards 50 rows,blank=first
hardest4x4.boards 17 rows
END

# A byte order mark is skipped at the beginning, and is visible elsewhere.
mark=$(printf '\357\273\277')
for c in check solve "solve --algorithm bfs"; do
    (printf %s "$mark" && echo "$one") >in
    # shellcheck disable=SC2086 # a command and its options
    run $c
    same "$c with a byte order mark" "0 " "$code $(cat err)"
done
echo "$mark$one${tab}L" >in
check "--moves - with a byte order mark" 0 "solution${tab}1" "" check --moves -
printf '%s\n%s%s\n' "$one" "$mark" "$one" >in
check "a byte order mark elsewhere" 3 "solvable${newline}error" \
    "loyd: stdin:2: invalid label '\\xef\\xbb\\xbf1' in row 1, column 1" check
echo "$mark$mark$one" >in
check "two byte order marks" 3 error \
    "loyd: stdin:1: invalid label '\\xef\\xbb\\xbf1' in row 1, column 1" check

run generate 3x3 --count 2 --seed x --db mark.db
(printf %s "$mark" && "$LOYD" find --db mark.db) >ids
check "ids with a byte order mark" 0 2 "" find --db mark.db --in ids --total
cp ids in
run used mark - --db mark.db
same "used mark - with a byte order mark" "0 " "$code $(cat err)"

echo '{"tiers": [{"title": "t", "size": "3x3", "stm": "20"}]}' >tiers.json
cp tiers.json plain.json
printf '%064d\n' 7 >secret && chmod 600 secret
run channel create plain --db mark.db --schedule tiers.json --secret secret \
    --start 2026-01-01
cp out plain.out
for file in tiers.json secret; do
    cp $file plain && (printf %s "$mark" && cat plain) >$file
done
check "a schedule and a secret with byte order marks" 0 \
    "$(sed 's/plain/marked/' plain.out)" "" channel create marked \
    --db mark.db --schedule tiers.json --secret secret --start 2026-01-01

# On a terminal, a note says what is read and how to end it.
typed() {
    python3 "$here/typed.py" "$@" >out 2>err
    code=$?
}
ends="from the terminal: end with Ctrl-D"
for c in check solve "solve --algorithm bfs"; do
    # shellcheck disable=SC2086 # a command and its options
    typed "$one$newline" "$LOYD" $c
    same "$c on a terminal" "0 loyd: reading boards $ends" \
        "$code $(cat err)"
done
typed "$one${newline}nonsense$newline" "$LOYD" solve
same "what is typed is read" "1${tab}L${newline}error" "$(cat out)"
typed "$one${newline}" "$LOYD" check --quiet
same "--quiet on a terminal" "0 solvable " "$code $(cat out) $(cat err)"
typed "$one${newline}" "$LOYD" check "$one" -
same "stdin as the second operand" "solvable${newline}solvable" "$(cat out)"
typed "$one${tab}L$newline" "$LOYD" check --moves -
same "--moves - on a terminal" \
    "loyd: reading lines of BOARD, a tab and SOLUTION $ends" "$(cat err)"
id=$("$LOYD" find --db mark.db -n 1 | cut -f 1)
for c in "used mark -" "find --in -" "find --not-in -"; do
    # shellcheck disable=SC2086
    typed "$id$newline" "$LOYD" $c --db mark.db
    same "$c on a terminal" "0 loyd: reading ids, one per line, $ends" \
        "$code $(cat err)"
done
typed "$one$newline" "$LOYD" import - --db mark.db
same "import - on a terminal" "0 loyd: reading puzzles $ends" \
    "$code $(cat err)"
typed "$(tr -d "$newline" <plain.json)$newline" "$LOYD" channel create typed \
    --db mark.db --schedule /dev/stdin
same "a schedule on a terminal" "0 loyd: /dev/stdin: reading JSON $ends" \
    "$code $(cat err)"

# Arguments: a newline ends a row, "-" is stdin, "--" ends options.
check "rows on separate lines" 0 "solvable" "" check "1 2 3
4 5 6
7 0 8"
echo "$one" >in
check "stdin among the arguments" 1 \
    "unsolvable${newline}solvable${newline}unsolvable" "" check "$odd" - "$odd"
echo "$one" >in
check "stdin twice" 0 "solvable" "" check - -
check "an invalid argument" 3 "solvable${newline}error" \
    "loyd: argument 2: tile 3 appears twice" check "$one" '3 3/0 1'
check "after --" 0 "solvable" "" check -- "$one"
check "sgt format" 0 "1${tab}L" "" solve 3x3:1,2,3,4,5,6,7,,8

# The goal: by --layout, by --goal, and in the line, which has precedence.
goal='1 2 3/8 0 4/7 6 5'
check "--goal" 0 "5${tab}D2RUL" "" solve --goal "$goal" '2 8 3/1 6 4/7 0 5'
echo "$one$tab$one" >in
check "the goal of the line" 0 "0$tab" "" solve --layout spiral
refusals <<'END'
2 | check --goal '1 1/2 0' | --goal: tile 1 appears twice
2 | check --layout rwos | --layout: unknown layout 'rwos': try 'rows'
2 | check --layout random,missing=3 | --layout: random has no fixed goal: expected another layout
END
run check --layout rows,missing=17 "$one"
same "a layout that does not fit the size" 2 "$code"
has "the message has the size" err "argument 1: --layout for 3x3: "

# A slow pipe gets each result at once: the writer waits for it.
mkfifo question answer
"$LOYD" solve <question >answer &
pid=$!
exec 3>question 4<answer
for i in 1 2 3; do
    echo "$one" >&3
    read -r got <&4
    same "result $i of a slow pipe" "1${tab}L" "$got"
done
exec 3>&- 4<&-
wait $pid
same "exit code after a slow pipe" 0 $?

finish
