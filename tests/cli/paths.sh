#!/bin/sh
# Tests paths as people write them: check --moves in other forms, its metric, and
# loyd path, whose results are compared with an own replay.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# --- check --moves: every form ---

board='1 2 3/4 0 5/7 8 6'
for moves in l,u 'L1 U1' 'left, up' LeftUp '<^' '←↑' '5 6' 5,6; do
    check "moves $moves" 0 "solution${tab}2" "" check --moves "$moves" "$board"
done
check "moves of the blank" 0 "solution${tab}2" "" check --moves RD --blank "$board"
check "a slide of two tiles by its label" 0 "solution${tab}2" "" \
    check --moves 3 '0 1 3/4 2 5/7 8 6' --goal '1 3 0/4 2 5/7 8 6'
check "a slide in a column" 0 "solution${tab}2" "" \
    check --moves 4 '0 2 3/1 5 6/4 7 8' --goal '1 2 3/4 5 6/0 7 8'
check "a tile elsewhere" 3 error "loyd: argument 1: tile 1, number 2, is not in the \
blank's row or column" check --moves '5 1' "$board"
for m in U0 U1000 U01 2U UX U-1 'U 2' upp; do
    run check --moves "$m" "$board"
    same "moves $m" 2 "$code"
    has "moves $m" err "loyd: --moves: "
done
no="broken${tab}2${tab}2 moves do not reach the goal:"
check "the blank's" 1 "$no as moves of the blank they are a solution" "" \
    check --moves RD "$board"
check "the inverse" 1 "$no their inverse is a solution" "" check --moves DR "$board"
check "the inverse of the blank's" 1 \
    "$no their inverse, as moves of the blank, is a solution" "" \
    check --moves UL "$board"
printf '%s\t%s\n' "$board" 'left up' "$board" '5 6' "$board" 6 >in
check "moves of each line" 3 "solution${tab}2${newline}solution${tab}2${newline}error" \
    "loyd: stdin:3: tile 6, number 1, is not in the blank's row or column" check --moves -

# --- the metric ---

start='0 2 3/1 5 6/4 7 8'
check "the length in MTM" 0 "solution${tab}2${tab}optimal" "" \
    check --metric mtm --optimal --moves U2L2 "$start"
check "longer in MTM" 1 "solution${tab}4${tab}optimum 2" "" \
    check --metric mtm --optimal --moves U2LRL2 "$start"
run check --metric mtm --json --moves U2L2 "$start"
has "MTM as JSON" out '"status":"solution","solved":0,"mtm":2}'

# --- path ---

check "invert" 0 "R3ULD2${newline}DU" "" path invert U2RDL3 DU
check "simplify" 0 "RU" "" path simplify UDRLDUUDRU
check "arrows" 0 "←↑" "" path convert --form arrows LU
check "words" 0 "left up" "" path convert --form words LU
check "of the blank" 0 "RD" "" path convert --form blank LU
check "tiles" 0 "5 6" "" path convert --form tiles --board "$board" LU
check "tiles are read" 0 "LU" "" path convert --board "$board" '5 6'
check "apply" 0 "1 2 3/4 0 5/7 8 6" "" path apply --board '1 2 3/4 5 6/7 8 0' DR
check "no board" 3 error \
    "loyd: argument 1: no board: expected BOARD, a tab, PATH, or --board" path apply DR
check "an illegal move" 1 error \
    "loyd: argument 1: move 2 is illegal: no tile can move that way" \
    path invert --board "$board" LL
check "shorten in MTM" 0 "2${tab}U2L2" "" \
    path shorten --metric mtm --board "$start" U2LRL2
check "shorten" 0 "2${tab}UL" "" path shorten --board "$board" RLLURDLURDLU
run path shorten --csv --board "$board" RLLURDLURDLU
same "shorten as CSV" "board,path,stm,mtm,status,error,line,input
,UL,2,2,,,," "$(cat out)"

# Up to 16 cells the result is a shortest path.
python3 - >in <<'END'
import random
random.seed(3)
print("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", end="\t")
x = y = 3
for _ in range(3000):
    while True:
        d, a, b = random.choice([("D", 0, -1), ("U", 0, 1), ("R", -1, 0), ("L", 1, 0)])
        if 0 <= x + a < 4 and 0 <= y + b < 4:
            break
    x, y = x + a, y + b
    print(d, end="")
print()
END
cp in long
run path shorten
cut -f 1 out >length
cp long in
run path apply
run solve --length --goal '1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0' "$(cut -f 1 out)"
same "a shortest path" "$(cat out)" "$(cat length)"

# Lines: longer solutions become shorter and remain solutions.
"$LOYD" generate 4x4 --seed paths --count 12 >boards
"$LOYD" solve --algorithm row --csv --columns board,path <boards |
    sed -n 's/^\([0-9].*\),\([URDL].*\)$/\1\t\2/p' >rows
same "twelve paths" 12 "$(lines rows)"
cp rows in
run path shorten
same "shorten on lines" "0 " "$code $(cat err)"
paste boards out | awk -F '\t' '{ print $1 "\t" $3 }' >in
cut -f 1 out | sed "s/^/solution$tab/" >wanted
run check --moves -
same "shorter solutions" "$(cat wanted)" "$(cat out)"
cp rows in
run path shorten --seconds 0.2
same "within a time" "0 " "$code $(cat err)"
paste boards out | awk -F '\t' '{ print $1 "\t" $3 }' >in
run check --moves -
same "shorter within a time" 12 "$(grep -c '^solution' out)"
python3 - rows wanted <<'END' || fail "not shorter"
import re, sys
old = [sum(int(n or 1) for n in re.findall("[URDL]([0-9]*)", line.split("\t")[1]))
       for line in open(sys.argv[1])]
new = [int(line.split("\t")[1]) for line in open(sys.argv[2])]
assert all(a >= b for a, b in zip(old, new)) and sum(new) < 0.9 * sum(old), (old, new)
END

# A replay of our own applies, inverts and names the tiles of random paths.
python3 - >in 2>known <<'END'
import random, sys
rng = random.Random(66)
for _ in range(200):
    w, h = rng.randint(2, 6), rng.randint(2, 6)
    cells = list(range(w * h)); rng.shuffle(cells)
    text = lambda: "/".join(" ".join(map(str, cells[i:i + w]))
                            for i in range(0, w * h, w))
    first, moves, tiles = text(), "", []
    for _ in range(rng.randint(1, 40)):
        at = cells.index(0); x, y = at % w, at // w
        to = {}
        if y + 1 < h: to["U"] = at + w
        if x > 0: to["R"] = at - 1
        if y > 0: to["D"] = at - w
        if x + 1 < w: to["L"] = at + 1
        move = rng.choice(sorted(to))
        tiles.append(str(cells[to[move]]))
        cells[at], cells[to[move]] = cells[to[move]], 0
        moves += move
    print(first, moves, sep="\t")
    print(text(), " ".join(tiles), sep="\t", file=sys.stderr)
END
cp in lines.txt
run path apply
same "apply on lines" "$(cut -f 1 known)" "$(cat out)"
cp lines.txt in
run path convert --form tiles
same "tiles on lines" "$(cut -f 2 known)" "$(cat out)"
cut -f 1 lines.txt | paste - out >in
run path convert
cp out back
cut -f 2 lines.txt >in
run path convert
same "tiles, and back" "$(cat out)" "$(cat back)"
cp back in
run path invert
cut -f 1 known | paste - out >in
run path apply
same "the inverse leads back" "$(cut -f 1 lines.txt)" "$(cat out)"

# --- files of other programs ---

# of FILE ENDS STARTS: where its paths lead, and where their inverses lead from
# there; shorter ones lead there too.
of() {
    cp "$here/forms/$1" in
    run path apply
    same "$1: applied" "$2" "$(cat out)"
    cp out ends
    cp "$here/forms/$1" in
    run path invert
    paste ends out >in
    run path apply
    same "$1: inverted" "$3" "$(cat out)"
    cp out starts
    cp "$here/forms/$1" in
    run path shorten
    paste starts out | cut -f 1,3 >in
    run path apply
    same "$1: shortened" "$2" "$(cat out)"
}
goal='1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0'
ends="$goal${newline}$(printf '5 2 4/7 0 1/8 3 6\tURD2L2UR2DL2UR2DLUL\n' >in; run path apply; cat out)"
starts="2 9 3 8/1 0 7 11/13 4 5 15/10 6 14 12${newline}5 2 4/7 0 1/8 3 6"
of slidysim.txt "$ends" "$starts"
of slidysim_addresses.txt "$ends" "$starts"
of fifteen.sav "$goal" "1 7 2 8/5 6 4 3/13 9 11 14/10 15 12 0"
cp "$here/forms/cstimer.txt" in
check "scrambles inverted" 0 "DL2UR2DLDLU2${newline}RDLU3LDLD2R3${newline}UL3D2RU2L" "" path invert
check "a scramble with its number" 0 "1 2 3/4 0 5/7 8 6" "" \
    path apply --board '1 2 3/4 5 6/7 8 0' '12. 9.87  D R'
check "an address as an argument" 0 "$goal" "" \
    path apply "$(head -n 1 "$here/forms/slidysim_addresses.txt")"
sed '/^MOVE/d' "$here/forms/fifteen.sav" >in
check "a save file that is cut off" 3 error \
    "loyd: stdin:1: a save file ends before its last move" path convert
printf 'U L\n5 6\n%s\tL U\n' "$board" >in
check "paths with and without boards" 0 "UL${newline}LU${newline}LU" "" \
    path convert --board "$board"

finish
