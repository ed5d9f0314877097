#!/bin/sh
# Imports: what was exported comes back as it was, once it is rated; each bad
# row is named, and stops all or is left out; a damaged catalogue is salvaged.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# --- there and back again, by every format ---

run generate 3x3 --layout snake --seed one -n 120 --db my.db
run generate 4x3 --seed two --stm 10..25 -n 20 --db my.db
run generate 3x3 --layout random,missing=random --seed three -n 20 --db my.db
run digest --puzzles --db my.db
cp out puzzles
run digest --db my.db
cp out whole
run export --db my.db --out pack
run export --db my.db --out packed --gzip --shuffle x
run find --db my.db --json
cp out found.jsonl
run find --db my.db --csv
cp out found.csv
run find --db my.db
cut -f 4,5 out >found.boards
for from in pack packed pack/puzzles.json pack/puzzles.jsonl pack/puzzles.csv \
    pack/puzzles.sqlite packed/puzzles.json.gz packed/puzzles.csv.gz \
    found.jsonl found.csv my.db; do
    rm -f new.db*
    check "$from: import" 0 \
        "160 rows, 160 new puzzles, 160 lengths to be proven" "" \
        import "$from" --db new.db
    check "$from: all are claims" 0 160 "" find --db new.db --status claimed \
        --count
    check "$from: none is proven" 0 0 "" find --db new.db --status proven \
        --count
    run rate --db new.db
    same "$from: rated" 0 "$code"
    check "$from: the same puzzles and proofs" 0 "$(cat puzzles)" "" digest \
        --puzzles --db new.db
    check "$from: no claim is left" 0 0 "" find --db new.db --status claimed \
        --count
    case $from in
    *puzzles.json | *puzzles.json.gz | *.sqlite) ;; # these know no recipes
    *) check "$from: the same recipes" 0 "$(cat whole)" "" digest \
        --db new.db ;;
    esac
    run verify new.db
    same "$from: verified" 0 "$code"
    check "$from: once more, all is known" 0 "160 rows, 0 new puzzles" "" \
        import "$from" --db new.db
    check "$from: and stays" 0 "$(cat puzzles)" "" digest --puzzles \
        --db new.db
done

# Folders: what older versions exported has no manifest; --format chooses.
all="160 rows, 160 new puzzles, 160 lengths to be proven"
for file in puzzles.jsonl puzzles.csv; do
    rm -rf new.db* plain && mkdir plain && cp pack/$file plain/
    check "a folder of $file" 0 "$all" "" import plain --db new.db
    check "a folder of $file: a seed" 0 20 "" find --db new.db --seed three \
        --count
done
rm -f new.db*
check "a pack by its database" 0 "$all" "" import pack --format sqlite \
    --db new.db
check "which knows no recipes" 0 0 "" find --db new.db --seed three --count
rm -rf new.db* plain && mkdir plain
run import plain --db new.db
same "an empty folder" 3 "$code"
has "an empty folder" err "neither manifest.json nor puzzles.jsonl"
run import pack --format sgt --db new.db
same "no such file in the pack" 3 "$code"
has "no such file in the pack" err "it lists no file of such puzzles"
mkdir plain/manifest.json
run import plain --db new.db
same "a folder for a manifest" 3 "$code"
has "a folder for a manifest" err "plain"

rm -f new.db*
check "boards and goals" 0 "160 rows, 160 new puzzles" "" import \
    found.boards --db new.db
run rate --db new.db
check "boards and goals: the same" 0 "$(cat puzzles)" "" digest --puzzles \
    --db new.db

# --- boards of others ---

rm -f new.db*
printf '# a comment\n\n5 1 3/4 2 6/7 8 0\r\n3x3:1,2,3,4,5,6,8,7,\n' >in
check "one cannot be solved" 3 "" "loyd: stdin:4: the goal cannot be reached from the start
loyd: new.db: nothing is imported; --skip-bad would leave out what is refused" \
    import - --db new.db
same "nothing is stored" "" "$(ls -d new.db* 2>/dev/null)"
printf '5 1 3/4 2 6/7 8 0\n3x3:1,2,3,4,5,6,8,7,\n3x3:1,2,3,4,5,6,7,,8\n' >in
check "the others are stored" 3 "2 rows, 2 new puzzles, 1 refused" \
    "loyd: stdin:2: the goal cannot be reached from the start" import - --db new.db --skip-bad
printf '1 2 3 8 4 7 0 6 5\n' >in
check "with a layout" 0 "1 row, 1 new puzzle" "" import - --layout spiral \
    --db new.db
printf '1 2 3 8 4 7 0 6 5\n' >in
check "with a goal: it is there" 0 "1 row, 0 new puzzles" "" import - --goal \
    '1 2 3/8 0 4/7 6 5' --db new.db
printf '3x3:1,2,3,4,5,6,7,,8\n' >in
check "an id of Fifteen" 0 "1 row, 0 new puzzles" "" import - --format sgt \
    --db new.db
printf '1 2 3/4 5 6/7 0 8\n' >in
run import - --format sgt --db new.db
same "no id of Fifteen" 3 "$code"
printf '1 2 3/4 5 6/7 8 0\n' >in
run import - --db new.db
has "already solved" err "stdin:1: the start equals the goal"

# --- claims ---

rm -f new.db*
row='{"board":"8 6 7/2 5 4/3 0 1"'
echo "$row,\"stm\":31}" >in
check "a claim" 0 "1 row, 1 new puzzle, 1 length to be proven" "" import - \
    --db new.db
run find --db new.db
has "find shows it as one" out "${tab}31?${tab}"
run find --db new.db --json
has "and JSON" out '"status":"claimed","claimed":31}'
run stats --db new.db
same "stats" 0 "$code"
echo "$row,\"stm\":29}" >in
run import - --db new.db
same "another claim" 3 "$code"
has "another claim" err "the length 29 is claimed, and 31 was before"
echo "$row,\"stm\":30}" >in
run import - --db new.db
has "a claim of the wrong parity" err "its length 30 has the wrong parity"
check "a claim that holds" 0 "1 puzzle rated" "" rate --db new.db
echo "$row,\"stm\":29}" >in
run import - --db new.db
has "a claim against a proof" err "the length 29 is claimed, and 31 is proven"

# One that does not hold, with a path that is no shortest one.
echo '{"board":"1 2 3/4 5 6/7 0 8","stm":5,"path":"LRLRL"}' >in
check "a detour" 0 "1 row, 1 new puzzle, 1 length to be proven" "" \
    import - --db new.db
run find --db new.db --status claimed --json
has "its path is an upper bound" out '"lower":1,"upper":5,'
run verify new.db
same "verify keeps to what is known" 0 "$code"
run rate --db new.db
same "rate tells it" 1 "$code"
has "rate tells it" err "the optimum 5 was claimed, and 1 is proven"
check "and only once" 0 "0 puzzles rated" "" rate --db new.db

# --- rows that are wrong, each in words ---

rm -f bad.db*
python3 - <<'END' >rows.jsonl
import json
e = json.loads(next(l for l in open("found.jsonl") if '"4x3"' in l))
e.pop("percentile", None)
def put(**changes):
    row = {**e, **changes}
    print(json.dumps({k: v for k, v in row.items() if v is not None}))
put(board=None)
put(puzzle_id="0000000000000000")
put(size="3x4")
put(layout="spiral")
put(stm=str(e["stm"]))
put(stm=e["stm"] + 2)
put(upper=e["stm"] - 2)
put(path=e["path"] + "UD")
put(path="U999")
put(recipe=e["recipe"].rsplit("~", 1)[0] + "~123456")
put(recipe="4x3/rows~g9~x~1")
put(status="perfect")
put(status="unrated")
put(goal="1 2 3/4 5 6/7 8 0")
put(board=7)
print('{"board":"1 2')
print('[' * 100000)
print('{"board":"%s"}' % ("1 " * 700000))
print('[1,2]')
print('{"board":"1 2 3/4 5 6/7 0 8","board":"1 2 3/4 5 6/7 0 8"}')
print('{"board":"1 2 3/4 5 6/7 0 8\\u0000"}')
print(json.dumps(e))
END
run import rows.jsonl --db bad.db --skip-bad --json
same "bad rows" 3 "$code"
same "bad rows" '{"rows":1,"new_puzzles":1,"claims":1,"recipes":1,'\
'"unchecked":0,"bad":21}' "$(tail -n 1 out)"
same "each of them in JSON" "$(seq 21)" "$(sed -n \
    's/^{"status":"error",.*"where":"rows.jsonl","line":\([0-9]*\)}$/\1/p' out)"
same "a line for each" 21 "$(lines err)"
cat >wanted <<'END'
1: no board
2: its boards have another id
3: board:
4: its goal is not its layout's
5: stm: expected a whole number
6: its lengths contradict
7: its lengths contradict
8: path:
9: path:
10: its recipe draws another puzzle
11: recipe:
12: status: no such one
13: its status is unrated, and its length is there
14: goal:
15: board: expected text
16: JSON:
17: JSON:
18: a line of over 1048576 bytes
19: JSON, but no object
20: JSON:
21:
END
while read -r line; do
    has "bad rows" err "loyd: rows.jsonl:$line"
done <wanted
run import rows.jsonl --db bad.db
same "all or nothing" 3 "$code"
same "the first one ends it" "loyd: rows.jsonl:1: no board, and one was \
expected" "$(head -n 1 err)"
check "nothing more is there" 0 1 "" find --db bad.db --count

# --- files that are wrong ---

while IFS='~' read -r name make words; do
    sh -c "$make" ~~ fail "$name: $make"
    run digest --db bad.db
    cp out before
    run import wrong --db bad.db
    same "$name: exit code" 3 "$code"
    has "$name" err "$words"
    check "$name: nothing has changed" 0 "$(cat before)" "" digest --db bad.db
    rm -rf wrong
done <<'END'
no such file~:~wrong: No such file
empty folder~mkdir wrong~neither manifest.json nor puzzles.jsonl
semicolons~head -n 3 found.csv | tr , ';' >wrong~semicolons between its columns: expected commas
a heading without boards~echo a,b,puzzle_id,boards >wrong~expected
CSV cut short~head -n 3 found.csv | cut -c 1-50 >wrong~wrong:2:
quotes that do not match~(head -n 1 found.csv; echo '"abc') >wrong~wrong:2: field 1: quotes
gzip cut short~gzip -c found.jsonl | head -c 2000 >wrong~what is compressed is cut short
gzip damaged~gzip -c found.jsonl | sed 's/e/f/g' >wrong~what is compressed is damaged
JSON cut short~head -c 20000 pack/puzzles.json >wrong~wrong
puzzles.json without its end~sed '$d' pack/puzzles.json >wrong~it is cut short
puzzles.json and more~(cat pack/puzzles.json; echo '{}') >wrong~more behind the last puzzle
a newer format~sed '1s/"format_version":1/"format_version":2/' pack/puzzles.json >wrong~version 2, and this loyd knows 1
letters that are none~sed '1s/"letters":"01/"letters":"00/' pack/puzzles.json >wrong~its letters
other JSON~echo '{"a":1}' >wrong~wrong:1: no board
JSON of others~printf '{"a":\n1}' >wrong~neither puzzles a line
deep JSON~python3 -c 'print("[" * 10000000)' >wrong~JSON
another program's database~sqlite3 wrong 'CREATE TABLE t (a)'~another program
a trigger~cp pack/puzzles.sqlite wrong; sqlite3 wrong 'CREATE TRIGGER t AFTER INSERT ON puzzle BEGIN SELECT 1; END'~the schema is not loyd's: 'trigger t' is not part of it
a view~cp pack/puzzles.sqlite wrong; sqlite3 wrong 'CREATE VIEW a AS SELECT 1'~the schema is not loyd's: 'view a' is not part of it
a database cut short~head -c 9000 pack/puzzles.sqlite >wrong~wrong
a manifest that is none~mkdir wrong; echo '{}' >wrong/manifest.json~no manifest of loyd's
a pack whose file is another~cp -r pack wrong; echo >>wrong/puzzles.jsonl~it is not the file that the manifest tells
a pack whose file is a link~cp -r pack wrong; mv wrong/puzzles.jsonl there; ln -s ../there wrong/puzzles.jsonl~a link, and a plain file was expected
a name that leaves the folder~cp -r pack wrong; sed -i 's,"puzzles.jsonl","../found.jsonl",' wrong/manifest.json~which is no name of a file in a pack
an absolute name~cp -r pack wrong; sed -i 's,"puzzles.jsonl","/etc/passwd",' wrong/manifest.json~which is no name of a file in a pack
END

# 2 GB in one line, and a compressed one of as much: with little memory,
# where the command can do with it at all (a sanitizer's cannot).
limit=400000
# shellcheck disable=SC3045 # where there is no such limit, none is set
(ulimit -v $limit && ASAN_OPTIONS= "$LOYD" version) >/dev/null 2>&1 || limit=unlimited
for how in cat 'gzip -1'; do
    python3 -c '
import sys
sys.stdout.write("{\"board\":\"")
for i in range(2000):
    sys.stdout.write("1 2 3 4 " * 131072)
' | $how >wrong
    # shellcheck disable=SC3045 # where there is no such limit, none is set
    (ulimit -v $limit 2>/dev/null
        "$LOYD" import wrong --format jsonl --db bad.db >out 2>err)
    same "2 GB in a line, by $how" 3 $?
    has "2 GB in a line, by $how" err "wrong:1: a line of over 1048576 bytes"
    rm -f wrong
done

# --- options ---

refuses "no catalogue" 2 "loyd: import: no catalogue: expected --db FILE" import found.jsonl
refuses "both" 2 "loyd: import: both --layout and --goal, and one was \
expected" import found.jsonl --layout rows --goal '1 2/3 0' --db bad.db
refuses "both" 2 "loyd: import: both --skip-bad and --all-or-nothing, and one \
was expected" import found.jsonl --skip-bad --all-or-nothing --db bad.db
refuses "no such layout" 2 "loyd: --layout: unknown layout 'round': did you \
mean rows" import x --layout round --db bad.db

# --- recipes drawn with a secret ---

printf '%064d\n' 7 >secret
chmod 600 secret
run generate 3x3 --seed s -n 5 --secret secret --db secret.db
run export --db secret.db --out secret.pack
rm -f new.db*
check "without it" 0 "5 rows, 5 new puzzles, 5 lengths to be proven, 5 \
recipes left out, which cannot be drawn here" "" import secret.pack --db new.db
rm -f new.db*
check "with it" 0 "5 rows, 5 new puzzles, 5 lengths to be proven" "" import \
    secret.pack --db new.db --secret secret

# A byte order mark is no part of the text, in any format.
for name in found.csv found.jsonl pack/puzzles.json; do
    rm -f mark.db*
    (printf '\357\273\277' && cat $name) >marked
    run import $name --db mark.db
    cp out plain.out
    rm -f mark.db*
    check "$name with a byte order mark" 0 "$(cat plain.out)" "" \
        import marked --db mark.db
done
printf '\037\213\010damaged' >damaged.gz
run import damaged.gz --db mark.db
same "damaged by other means" 3 "$code"
grep -q '<fd' err && fail "a descriptor stands for the file: $(cat err)"

finish
