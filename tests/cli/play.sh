#!/bin/sh
# Game records: checked and analysed.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

record=loydgame1.AwMAAQIEBQMHCAYBAgMEBQYHCADAg8ezmTQCB7AOBKQDAQEe9aZg

# Writes objects, as game_record.py has them, as records.
encode() {
    python3 "$root/tests/web/game_record.py" encode
}

# A second implementation agrees on random games, their texts and lengths.
python3 "$here/play_record.py" write 200 >objects
encode <objects >records
run play check --json records
same "check" "0, " "$code, $(cat err)"
mv out checked
run play analyse --json records
same "analyse" "0, " "$code, $(cat err)"
mv out analysed
same "second implementation" "200 games" "$(python3 "$here/play_record.py" \
    compare objects records checked analysed)"

# The ways to give a record.
line="solved	3x3	4	2	2260	1	"
check "a text" 0 "$line-" "" play check $record
echo " $record " >in
check "stdin" 0 "$line-" "" play check -
printf 'player,record\n# ann\n\nann_1,%s\n' $record >games.csv
check "CSV" 0 "${line}ann_1" "" play check games.csv
printf '"bob","%s"\r\n' $record >in
run play check --json -
has "in quotes" out '{"player":"bob","puzzle_id":"hata30q1t6y5qrwp"'
check "an argument" 0 "${line}ann_1" "" play check ann_1,$record
run play check --csv games.csv
same "columns" "player,puzzle_id,size,status,stm,mtm,ms,hints,began
ann_1,hata30q1t6y5qrwp,3x3,solved,4,2,2260,1,1793525400000" "$(cat out)"
printf '{"recipe":"4x4/rows~g1~monday~17",%s}\n' \
    '"began":0,"moves":"","ms":[],"hints":[]' | encode >drawn
run play check --json drawn
board=$("$LOYD" show --json '4x4/rows~g1~monday~17' |
    sed 's/.*"board":"\([^"]*\)".*/\1/')
has "a recipe" out "\"board\":\"$board\""

# What is refused; the others of the file are checked.
printf '%s\nx\nann,%s\n' $record $record >mixed
check "a bad line" 3 "$line-
${line}ann" "loyd: mixed:2: not a game record: expected loydgame1." \
    play check mixed
moves() {
    printf '{"board":"0 1 2/4 5 3/7 8 6","goal":"1 2 3/4 5 6/7 8 0",%s,%s}\n' \
        '"began":0,"hints":[]' "$1" | encode
}
moves '"moves":"L2 U","ms":[1,2]' >unsolved
check "unsolved" 0 "unsolved	3x3	3	2	3	0	-" "" play check unsolved
moves '"moves":"L2 U3","ms":[1,2]' >impossible
moves '"moves":"L2 U2 D","ms":[1,2,3]' >after
moves '"moves":"L R L R L R L R L R","ms":[39,40,40,40,40,40,40,40,40,40]' \
    >fast
printf '{"board":"1 2 3/4 5 6/8 7 0","goal":"1 2 3/4 5 6/7 8 0",%s}\n' \
    '"began":0,"hints":[],"moves":"","ms":[]' | encode >odd
refusals <<EOF
1 | play check odd | odd:1: the goal cannot be reached from the start
1 | play check impossible | impossible:1: slide 2, U3, is impossible
1 | play check after | after:1: slide 3 follows the solved board
1 | play check fast | fast:1: slides 1 to 10 take 399 ms: expected at least 400
3 | play check no-such | no-such: cannot open: No such file or directory
3 | play check loydgame1.AwMA | argument 2: the record ends too early
3 | play check 'a b,$record' | argument 2: 'a b' is no player: expected 1..64 of A-Z, a-z, 0-9, _ and -
3 | play check ,$record | argument 2: '' is no player: expected 1..64 of A-Z, a-z, 0-9, _ and -
3 | play check loydgame2.AwMA | argument 2: another version of game records: expected loydgame1.
2 | play | play: missing ACTION
2 | play chek x | play: unknown action 'chek': try 'check'
2 | play check --metric mtm $record | play: --metric requires analyse
EOF
run play check --json impossible $record
has "errors in JSON" out '"error":"slide 2, U3, is impossible"'
same "good ones after them" 2 "$(lines out)"

gzip -c mixed >mixed.gz
refuses "compressed" 3 "loyd: mixed.gz: compressed: expected lines of text, as \
from gunzip -c" play check mixed.gz

# The analysis as text.
moves '"moves":"L R L2 U2","ms":[500,4000,600,700]' >lost
check "analyse" 0 "lost:1: 3x3, solved
  6 moves in STM, shortest 4, 2 lost, efficiency 66 %
  5.8 s, 1.0 moves a second, 1 pause of 3.0 s or more, 0 hints
  slide     time  move  lost  better
      2     4.5 s  R1       2  L1
  longest detour: slides 1 to 2" "" play analyse lost
check "in MTM" 0 "lost:1: 3x3, solved
  4 moves in MTM, shortest 2, 2 lost, efficiency 50 %
  5.8 s, 0.7 moves a second, 1 pause of 3.0 s or more, 0 hints
  slide     time  move  lost  better
      1     0.5 s  L1       1  L2
      2     4.5 s  R1       1  L1
  longest detour: slides 1 to 2" "" play analyse --metric mtm lost
printf '{"board":"%s","goal":"%s",%s}\n' \
    '1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24' \
    '1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0' \
    '"began":0,"hints":[],"moves":"R L2","ms":[9,9]' | encode >wide
check "beyond 16 cells" 0 "wide:1: 5x5, solved
  3 moves in STM, shortest 1, 2 lost, efficiency 33 %
  0.0 s, 166.7 moves a second, 0 pauses of 3.0 s or more, 0 hints" "" \
    play analyse wide

finish
