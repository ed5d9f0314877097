#!/bin/sh
# Tests loyd generate without a catalogue: boards and output formats.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# The examples of docs: recipe, start, and goal if it is drawn.
check "snake 17" 0 "11 7 13 3/8 5 10 0/12 6 2 9/4 14 15 1" "" \
    generate 4x4 --layout snake --seed monday --first-index 17
check "rows" 0 "12 2 3 13/8 0 4 10/15 1 11 6/14 5 7 9" "" \
    generate 4 --seed monday
check "retry" 0 "11 9 3 2/7 15 10 4/14 13 0 8/6 1 12 5" "" \
    generate 4x4 --method retry --seed monday --first-index 1
check "walk" 0 "1 3 4 7/5 6 2 15/10 0 12 8/9 13 14 11" "" \
    generate 4x4 --method walk:150 --seed monday --first-index 2
check "jump" 0 "5 15 14 4/0 2 10 6/3 1 9 7/13 12 11 8" "" \
    generate 4x4 --layout spiral --method jump:20 --seed monday --first-index 3
check "a missing label, an empty seed, a far index" 0 \
    "13 12 15 3 1/4 14 11 9 7/10 8 6 5 0" "" \
    generate 5x3 --layout rows,missing=2 --seed '' --first-index 1000003
check "a random goal follows after a tab" 0 "8 6 9 7/5 3 1 13/2 0 16 10/15 14 4 \
11${tab}4 10 9 16/11 5 2 0/6 1 7 3/14 8 13 15" "" \
    generate 4x4 --layout random,missing=random --seed monday --first-index 4
check "as a recipe" 0 "4x4/snake~g1~monday~17" "" generate 4x4 --layout snake \
    --seed monday --first-index 17 --format recipe
check "as sgt" 0 "4x4:11,7,13,3,8,5,10,0,12,6,2,9,4,14,15,1" "" \
    generate 4x4 --layout snake --seed monday --first-index 17 --format sgt
check "as JSON" 0 '{"puzzle_id":"gy4fqfbb3cyf8wmb","size":"4x4",'\
'"layout":"snake","goal":"1 2 3 4/8 7 6 5/9 10 11 12/0 15 14 13",'\
'"board":"11 7 13 3/8 5 10 0/12 6 2 9/4 14 15 1",'\
'"recipe":"4x4/snake~g1~monday~17","status":"unrated"}' "" \
    generate 4x4 --layout snake --seed monday --first-index 17 --json

# A secret, in a file readable only by its owner.
printf '%s\n' 000102030405060708090a0b0c0d0e0f101112131415161718191A1b1c1d1e1f \
    >secret
chmod 600 secret
check "with a secret" 0 "0 15 13 5/7 12 10 9/3 6 11 14/4 2 8 1" "" \
    generate 4x4 --layout snake --seed monday --first-index 17 --secret secret
check "the recipe names the secret" 0 "4x4/snake~g1@m4n9j87k~monday~17" "" \
    generate 4x4 --layout snake --seed monday --first-index 17 --secret secret \
    --format recipe
run show '4x4/snake~g1@m4n9j87k~monday~17' --secret secret --json
same "show with the secret" 0 "$code"
has "show with the secret" out '"puzzle_id":"hfgb1xdp6cp0g02r"'
refuses "show without the secret" 3 \
    "loyd: show: the recipe needs secret 'm4n9j87k'" \
    show '4x4/snake~g1@m4n9j87k~monday~17'
chmod 602 secret
refuses "a secret for others (daily_channel.sh has more of them)" \
    3 "loyd: secret: secret is readable by others: expected mode 600 or 400" \
    generate 4x4 --seed x --secret secret

# Any range of indices is a part of the whole.
run generate 5x4 --layout columns --seed whole --count 100
cp out whole
run generate 5x4 --layout columns --seed whole --first-index 40 --count 20
same "a part of the whole" "$(sed -n '41,60p' whole)" "$(cat out)"
same "no board twice" 100 "$(sort -u whole | wc -l | tr -d ' ')"
sed 's/ *$//' whole >in
run check --layout columns
same "all are solvable" "solvable" "$(sort -u out)"

# Boards drawn in chunks equal boards drawn one by one. If one cannot be
# drawn, the previous ones are still printed.
run generate 4x4 --layout snake --seed together --count 300
cp out whole
for i in 0 127 128 299; do
    run generate 4x4 --layout snake --seed together --first-index $i
    same "board $i of a run" "$(sed -n "$((i + 1))p" whole)" "$(cat out)"
done
run generate 4x4 --method retry --seed void --count 300 --attempts 1
same "a void attempt" 3 "$code"
n=$(wc -l <out | tr -d ' ')
has "a void attempt" err "loyd: generate: index $n: no board in 1 \
attempt"
cp out whole
run generate 4x4 --method retry --seed void --count "$n"
same "boards before the void attempt" "$(cat out)" "$(cat whole)"

# Half of all shuffles are unsolvable: 1,000 of them are within six sigma.
run generate 4x4 --method shuffle --seed half --count 1000
cp out in
run check
n=$(grep -c '^solvable$' out)
same "shuffles are boards" 1000 "$(lines out)"
if [ "$n" -lt 405 ] || [ "$n" -gt 595 ]; then
    fail "$n of 1000 can be solved"
fi

# Boards are in the target, and the recipe has it.
run generate 3x3 --stm 20..21 --count 30 --seed target
cp out boards && cp out in
run solve
same "lengths inside the target" "20${newline}21" \
    "$(cut -f 1 out | sort -u)"
run generate 3x3 --stm 20 --seed target --format recipe
same "stm=20 is 20..20" "3x3/rows~g1,stm=20..20~target~0" "$(cat out)"
run generate 3x3 --stm 20..21 --count 30 --seed target --threads 1
same "same boards with other threads" "$(cat boards)" "$(cat out)"
run generate 3x3 --stm 20..21 --seed target --json
python3 -c 'import json
e = json.load(open("out"))
assert e["status"] == "proven" and 20 <= e["stm"] <= 21 == e["stm"] + (
    e["lower"] == 20), e
assert e["lower"] == e["upper"] == e["stm"] and e["path"], e' ||
    fail "json of a target: $(cat out)"

# Near the goal, boards are enumerated, and the recipe has the method; not
# elsewhere or with another --method.
for rows in $(long '4x4:rows:16..22:ball 4x4:rows,blank=1.1:21:ball' '') \
    '4x4:rows:22..23:' '4x4:rows:23:' '4x4:rows,blank=1.1:22:' '3x3:snake:7:ball' \
    '3x3:snake:8:' '3x3:random:3:ball' '3x3:random:4:' '3x4:rows:1..18:ball'; do
    IFS=: read -r size layout range method <<EOF
$rows
EOF
    run generate "$size" --layout "$layout" --stm "$range" --seed near \
        --format recipe
    low=${range%%.*} high=${range##*.}
    same "method for $rows" \
        "$size/$layout~g1${method:+:$method},stm=$low..$high~near~0" \
        "$(cat out)"
done
run generate 4x4 --stm 9..12 --count 40 --seed near
cp out boards && cp out in
run solve --json
same "an enumerated board's length" "9 10 11 12" "$(sed \
    's/.*"stm":\([0-9]*\).*/\1/' out | sort -nu | tr '\n' ' ' | sed 's/ $//')"
run generate 4x4 --stm 9..12 --count 40 --seed near --threads 1 --method ball
same "--method ball" "$(cat boards)" "$(cat out)"
run generate 4x4 --stm 9..12 --seed near --first-index 33
same "one of the enumerated boards" "$(sed -n 34p boards)" "$(cat out)"
run show '4x4/rows~g1:ball,stm=9..12~near~33'
same "an enumerated board again" 0 "$code"
refuses "ball without a target" 2 \
    "loyd: --method: ball requires --stm" \
    generate 4x4 --method ball --seed x
[ -z "${LOYD_LONG:-}" ] || refuses "a ball that is too large" 2 "loyd: generate: \
index 0: more than 13000000 boards within 24 moves are too many for method ball: try uniform" \
    generate 4x4 --method ball --stm 24 --seed x

# --- from afar ---

# Lengths that rejection would not find; the shorter ones are proven again by
# other pattern databases.
for stm in $(long "66 71 76 79 80" "66 80"); do
    run generate 4x4 --method far --stm $stm --seed afar --count 2
    cp out boards && cp out in
    same "$stm: two boards" "0 2" "$code $(sort -u boards | wc -l)"
    # shellcheck disable=SC2046 # an option or none
    run solve --json $([ $stm -gt 72 ] || echo --tables small)
    same "$stm: their lengths" "$stm" "$(sed 's/.*"stm":\([0-9]*\).*/\1/' out |
        sort -u)"
done
grep -v '^#' "$root/data/hardest4x4.boards" | sort >farthest
sort boards >far
same "the farthest boards" "" "$(comm -13 farthest far)"
run generate 4x4 --method far --stm 80 --seed afar --count 200
same "each of the 17" 17 "$(sort -u out | wc -l)"
run generate 4x4 --layout spiral,blank=0.0 --method far --stm 70..80 \
    --seed afar --count 3
cp out in
run solve --json --layout spiral,blank=0.0
same "another corner" 3 "$(grep -c '"stm":[78]' out)"
run show '4x4/rows~g1:far,stm=70..70~afar~3'
same "a recipe of method far" 0 "$code"
refusals <<'END'
2 | generate 4x4 --method far --seed x | --method: far requires --stm
2 | generate 4x4 --method far --stm 50..70 --seed x | generate: method far draws lengths from 60 to 80: expected stm=A..B
2 | generate 4x4 --method far --stm 70..81 --seed x | generate: method far draws lengths from 60 to 80: expected stm=A..B
2 | generate 4x4 --method far --stm 70 --layout rows,blank=1.1 --seed x | generate: method far is for 4x4 and goals with the blank in a corner
2 | generate 4x4 --method far --stm 70 --layout random --seed x | generate: method far is for 4x4 and goals with the blank in a corner
2 | generate 3x3 --method far --stm 30 --seed x | generate: method far is for 4x4 and goals with the blank in a corner
3 | generate 4x4 --stm 80 --seed x | --stm: one 4x4 board in 615,376,173,176 takes 80 moves: try a wider range, another --method or --attempts
END

# Beyond 16 cells lengths need a walk; a recipe without one draws nothing.
need_walk="5x4 has more than 16 cells: try --mlc, or --method walk:K or jump:K \
for boards near the goal"
refuses "lengths beyond 16 cells" 2 "loyd: --stm: $need_walk" \
    generate 5x4 --stm 20..22 --seed x
refuses "uniform lengths beyond 16 cells" 2 "loyd: --stm: $need_walk" \
    generate 5x4 --method uniform --stm 20..22 --seed x
run generate 5x4 --method walk:74 --stm 20..22 --count 5 --seed x
same "a walk beyond 16 cells" 0 "$code"
cp out in
run solve
same "lengths beyond 16 cells" "" "$(cut -f 1 out | grep -v '^2[012]$')"
run generate 5x4 --method walk:74 --stm 20..22 --seed x --format recipe
same "a walk's recipe" "5x4/rows~g1:walk:74,stm=20..22~x~0" "$(cat out)"
run show "5x4/rows~g1,stm=20..22~x~0"
same "a recipe that is refused" 2 "$code"
has "a recipe that is refused" err "need method walk:K or jump:K"

# Beyond 16 cells: mlc. Lengths are for up to 16, and every board is uniform.
run generate 5x5 --mlc 85..90 --count 200 --seed x --json
same "mlc" 0 "$code"
same "mlc, counted again" "200 ok" "$(PYTHONDONTWRITEBYTECODE=1 python3 -c '
import json, sys
sys.path.insert(0, sys.argv[1])
from boards import read_board
from search import mlc
rows = [json.loads(line) for line in open("out")]
boards = [(read_board(r["board"], (5, 5)), read_board(r["goal"], (5, 5)))
          for r in rows]
print(len(rows), "ok" if all(85 <= mlc((5, 5), *b) <= 90 for b in boards)
      else "wrong")' "$root/tests/golden")"
cp out first
run generate 5x5 --mlc 85..90 --count 200 --seed x --json --threads 2
same "mlc with two threads" "$(cat first)" "$(cat out)"
run generate 5x5 --mlc 85..90 --first-index 150 --count 3 --seed x --json
same "mlc by index" "$(sed -n 151,153p first)" "$(cat out)"
refusals <<'END'
2 | generate 4x4 --mlc 20..30 --seed x | --mlc: 4x4 has 16 cells: try --stm
2 | generate 5x5 --method walk:9 --mlc 20..30 --seed x | generate: --mlc requires --method uniform
3 | generate 5x5 --mlc 1..2 --attempts 1000 --seed x | generate: index 0: no board of mlc 1..2 in 1000 attempts
END
run generate 5x4 --method walk:9 --stm 10..12 --seed x
same "a walk that does not reach the target" 1 "$code"
run generate 2x2 --stm 7..9 --seed x
same "an empty target" 1 "$code"
has "an empty target" err "loyd: --stm: no 2x2 board takes 7..9 moves: expected 1..6"
same "an empty target" 0 "$(lines out)"
run generate 3x3 --stm 31 --attempts 3 --seed x
same "too few attempts" 3 "$code"
has "too few attempts" err "loyd: generate: index 0: "
refusals <<'END'
3 | generate 2x2 --method shuffle --attempts 1 --seed x --first-index 5 | generate: index 5: no board in 1 attempt
3 | generate 2x2 --method walk:2 --attempts 1 --seed x --first-index 3 --db attempts.db | generate: index 3: no board in 1 attempt
END

# Without --seed: a new seed is printed, which draws the same board again.
run generate 4x4
same "no seed" 0 "$code"
cp out first
seed=$(sed -n 's/^loyd: generate: .* --seed \([0-9a-z]*\)$/\1/p' err)
same "the new seed has 16 letters" 16 "${#seed}"
check "the new seed draws the board again" 0 "$(cat first)" "" generate 4x4 \
    --seed "$seed"
run generate 4x4
if cmp -s first out; then
    fail "two new seeds drew the same board"
fi

# Seeds are UTF-8 without control characters, at most 1024 bytes.
# shellcheck disable=SC2016 # nothing shall expand
run generate 2x2 --seed 'Größe ~ 数 "=<>&$(x)`'"'"
same "a seed of many letters" 0 "$code"
long=$(awk 'BEGIN { for (i = 0; i < 1024; i++) printf "s" }')
run generate 2x2 --seed "$long"
same "a seed of 1024 bytes" 0 "$code"
refuses "a seed of 1025 bytes" 2 \
    "loyd: --seed: 1025 bytes: expected at most 1024" \
    generate 2x2 --seed "${long}s"
for bytes in '\033[31m' 'a\nb' '\355\240\200'; do
    # shellcheck disable=SC2059 # the escapes are the point
    run generate 2x2 --seed "$(printf "$bytes")"
    same "a seed of $bytes" 2 "$code"
    has "a seed of $bytes" err "loyd: --seed: "
    same "a seed of $bytes prints nothing" 0 "$(lines out)"
done
for m in ball walk:0; do
    run generate 4x4 --seed x --method $m
    same "method $m" 2 "$code"
    has "method $m" err "loyd: --method: "
done
# A scramble leads from the goal to the board: the reverse of what solve prints.
goal='1 2 3/8 0 4/7 6 5'
"$LOYD" generate 3x3 --layout "goal=$goal" --seed s --count 1100 >boards
"$LOYD" solve --goal "$goal" <boards >solved
run generate 3x3 --layout "goal=$goal" --seed s --count 1100 --format scramble
same "scrambles" "0 1100" "$code $(lines out)"
sed "s|.*|$goal$tab&|" boards | paste - out >in
cp out scrambles
run check --moves -
same "scrambles lead to the boards" "$(cut -f 1 solved)" \
    "$(sed -n "s/^solution$tab//p" out)"
sed 's/\([URDL]\)\([0-9]*\)/\2\1 /g' scrambles | awk '{ line = ""
    for (i = NF; i > 0; i--) line = line $i
    gsub(/U/, "x", line); gsub(/D/, "U", line); gsub(/x/, "D", line)
    gsub(/R/, "x", line); gsub(/L/, "R", line); gsub(/x/, "L", line)
    print line }' | sed 's/\([0-9]*\)\([URDL]\)/\2\1/g' >reversed
same "scrambles are solutions in reverse" "" "$(cut -f 2 solved |
    diff - reversed | head -n 5)"
run generate 3x3 --layout random --seed s --count 20 --format scramble
cp out scrambles
"$LOYD" generate 3x3 --layout random --seed s --count 20 |
    awk -F '\t' '{ print $2 "\t" $1 }' >in
cut -f 1 scrambles | paste in - >lines && mv lines in
run check --moves -
same "scrambles of drawn goals" "0 20" "$code $(grep -c solution out)"
same "their goals" "$("$LOYD" generate 3x3 --layout random --seed s --count 20 |
    cut -f 2)" "$(cut -f 2 scrambles)"
run generate 3x3 --method shuffle --seed s --count 50 --format scramble
same "unsolvable boards" 1 "$code"
"$LOYD" generate 3x3 --method shuffle --seed s --count 50 | "$LOYD" check >answers
same "unsolvable boards" "$(sed 's/^solvable/moves/' answers)" \
    "$(sed 's/^[URDL].*/moves/' out)"
run generate 5x5 --seed s --count 6 --format scramble
"$LOYD" generate 5x5 --seed s --count 6 |
    sed 's|^|1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0\t|' |
    paste - out >in
run check --moves -
same "scrambles of large boards" 6 "$(grep -c '^solution' out)"
run generate 3x3 --seed s --stm 9 --count 5 --format scramble
"$LOYD" generate 3x3 --seed s --stm 9 --count 5 | sed 's|^|1 2 3/4 5 6/7 8 0\t|' |
    paste - out >in
run check --moves -
same "scrambles of a target" "99999" "$(cut -f 2 out | tr -d '\n')"
run generate 3x3 --json --format scramble
same "--json and scramble" "2 loyd: generate: --json and --format \
cannot be combined" "$code $(cat err)"

refuses "invalid layout" 2 \
    "loyd: --layout: unknown layout 'spirale': try 'spiral'" \
    generate 4x4 --seed x --layout spirale --db new.db
[ ! -e new.db ] || fail "an invalid command line created a catalogue"

finish
