#!/bin/sh
# Tests imports: an export, imported and rated, is the same again; each bad row
# is reported, and stops the import or is skipped; damaged catalogues are
# salvaged.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# --- export and import in every format ---

run generate 3x3 --layout snake --seed one --count 120 --db my.db
run generate 4x3 --seed two --stm 10..25 --count 20 --db my.db
run generate 3x3 --layout random,missing=random --seed three --count 20 --db my.db
run digest --puzzles --db my.db
cp out puzzles
run digest --db my.db
cp out whole
run export --db my.db --out pack
mkdir packed && gzip -c pack/puzzles.json >packed/puzzles.json.gz
gzip -c pack/puzzles.csv >packed/puzzles.csv.gz
run find --db my.db --json
cp out found.jsonl
run find --db my.db --csv
cp out found.csv
run find --db my.db
cut -f 4,5 out >found.boards
for from in pack pack/puzzles.json pack/puzzles.csv pack/puzzles.sqlite \
    packed/puzzles.json.gz packed/puzzles.csv.gz \
    found.jsonl found.csv my.db; do
    rm -f new.db*
    check "$from: import" 0 \
        "160 rows imported, 160 new puzzles, 160 lengths proven" "" \
        import "$from" --db new.db
    check "$from: the same puzzles and proofs" 0 "$(cat puzzles)" "" digest \
        --puzzles --db new.db
    case $from in
    pack* | packed*) ;; # a pack knows no recipes
    *) check "$from: the same recipes" 0 "$(cat whole)" "" digest \
        --db new.db ;;
    esac
    case $from in pack | my.db) ;; *) continue ;; esac
    run verify new.db
    same "$from: verified" 0 "$code"
    check "$from: imported again" 0 "160 rows imported, 0 new puzzles" "" \
        import "$from" --db new.db
    check "$from: unchanged" 0 "$(cat puzzles)" "" digest --puzzles \
        --db new.db
done

# Folders: --format selects a file of the pack.
all="160 rows imported, 160 new puzzles, 160 lengths proven"
rm -f new.db*
check "a pack by its database" 0 "$all" "" import pack --format sqlite \
    --db new.db
check "a pack has no recipes" 0 0 "" find --db new.db --recipe '*' --total
rm -rf new.db* plain && mkdir plain
run import plain --db new.db
same "an empty folder" 3 "$code"
has "an empty folder" err "not a pack: the folder has no manifest.json"
cp pack/puzzles.csv plain
run import plain --db new.db
same "files without a manifest" 3 "$code"
rm plain/puzzles.csv
run import pack --format jsonl --db new.db
same "no such file in the pack" 3 "$code"
has "no such file in the pack" err "manifest.json: lists no puzzle file that can be imported"
mkdir plain/manifest.json
run import plain --db new.db
same "a folder as manifest" 3 "$code"
has "a folder as manifest" err "plain"

rm -f new.db*
check "boards and goals" 0 "160 rows imported, 160 new puzzles" "" import \
    found.boards --db new.db
run rate --db new.db
check "boards and goals: the same" 0 "$(cat puzzles)" "" digest --puzzles \
    --db new.db

# --- other boards ---

rm -f new.db*
printf '# a comment\n\n5 1 3/4 2 6/7 8 0\r\n3x3:1,2,3,4,5,6,8,7,\n' >in
check "an unsolvable board" 3 "" "loyd: stdin:4: the goal cannot be reached from the start
loyd: new.db: nothing imported: try --skip-bad" \
    import - --db new.db
same "no row is stored" "" "$(ls -d new.db* 2>/dev/null)"
printf '5 1 3/4 2 6/7 8 0\n3x3:1,2,3,4,5,6,8,7,\n3x3:1,2,3,4,5,6,7,,8\n' >in
check "the valid rows are stored" 3 "2 rows imported, 2 new puzzles, 1 refused" \
    "loyd: stdin:2: the goal cannot be reached from the start" import - --db new.db --skip-bad
printf '1 2 3 8 4 7 0 6 5\n' >in
check "with a layout" 0 "1 row imported, 1 new puzzle" "" import - --layout spiral \
    --db new.db
printf '1 2 3 8 4 7 0 6 5\n' >in
check "with a goal: known" 0 "1 row imported, 0 new puzzles" "" import - --goal \
    '1 2 3/8 0 4/7 6 5' --db new.db
printf '3x3:1,2,3,4,5,6,7,,8\n' >in
check "an id of Fifteen" 0 "1 row imported, 0 new puzzles" "" import - \
    --db new.db
printf '1 2 3/4 5 6/7 8 0\n' >in
run import - --db new.db
has "already solved" err "stdin:1: start and goal are equal"

# --- lengths ---

rm -f new.db*
check "without proofs" 0 "160 rows imported, 160 new puzzles, 160 lengths not proven" "" \
    import found.jsonl --unrated --db new.db
check "no length is proven" 0 0 "" find --db new.db --status proven --total
check "rate proves them later" 0 "160 puzzles rated" "" rate --db new.db
check "the same puzzles and proofs" 0 "$(cat puzzles)" "" digest --puzzles --db new.db

rm -f new.db*
row='{"board":"8 6 7/2 5 4/3 0 1"'
echo "$row,\"stm\":29}" >in
check "a wrong length" 1 "1 row imported, 1 new puzzle, 1 length proven, 1 length wrong" \
    "loyd: stdin:1: wrong length 29: proven 31" import - --db new.db
check "the proven one is stored" 0 1 "" find --db new.db --stm 31 --total
echo "$row,\"stm\":29}" >in
check "again" 1 "1 row imported, 0 new puzzles, 1 length wrong" \
    "loyd: stdin:1: wrong length 29: proven 31" import - --db new.db
printf '%s,"stm":31}\n%s,"lower":29,"upper":29,"status":"proven"}\n%s}\n' "$row" "$row" \
    '{"board":"6 4 7/8 5 0/3 2 1"' >in
check "again, with other rows" 1 "3 rows imported, 1 new puzzle, 1 length wrong" \
    "loyd: stdin:2: wrong length 29: proven 31" import - --unrated --db new.db
rm -f new.db*
echo "$row,\"lower\":31,\"upper\":31}" >in
check "two equal ends are a length" 0 "1 row imported, 1 new puzzle, 1 length proven" "" \
    import - --db new.db
echo "$row,\"stm\":30}" >in
run import - --db new.db
has "the wrong parity" err "length 30 has the wrong parity"
printf '%s,"stm":31}\n%s,"stm":29}\n%s,"stm":3}\n' '{"board":"6 4 7/8 5 0/3 2 1"' \
    '{"board":"6 4 7/8 5 0/3 2 1"' '{"board":"1 2 3/4 5 6/7 0 8"' >in
run import - --db new.db --json
same "wrong lengths" "1 2 {\"rows\":3,\"new_puzzles\":2,\"proven\":2,\"unproven\":0,\
\"wrong\":2,\"recipes\":0,\"unchecked\":0,\"bad\":0}" "$code $(lines err) $(tail -n 1 out)"

# Proofs that take long show their progress, and what is stored stays.
run generate 4x4 --seed slow --count 400
sed 's/.*/{"board":"&","mtm":43}/' out >slow.jsonl
cat >stopped.py <<'END'
import os, pty, signal, sqlite3, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "import", "slow.jsonl", "--threads", "1",
                           "--db", "slow.db"])
said = b""
while b"proving" not in said:
    said += os.read(terminal, 1000)
while sqlite3.connect("slow.db").execute("SELECT count(*) FROM puzzle").fetchone() != (400,):
    time.sleep(0.01)
os.kill(pid, signal.SIGTERM) # SIGINT is ignored in background jobs
try:
    while more := os.read(terminal, 1000):
        said += more
except OSError: # the end
    pass
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
print(said.decode().replace("\r\n", "\n"))
END
python3 stopped.py "$LOYD" >out
same "an interrupt" 3 "$(head -n 1 out)"
has "the progress" out "proving lengths"
has "an interrupt" out "interrupted: the rows are stored, and \`loyd rate\` proves the rest"
check "an interrupt: the rows are stored" 0 400 "" find --db slow.db --total
run verify slow.db
same "an interrupt: verify" 0 "$code"

# A path is an upper bound, and no proof.
echo '{"board":"1 2 3/4 5 6/7 8 0","goal":"1 2 3/4 5 6/7 0 8","path":"RLRLR"}' >in
check "a detour" 0 "1 row imported, 1 new puzzle" "" import - --db new.db
run find --db new.db --status bounded --json
has "the path is an upper bound" out '"lower":1,"upper":5,'
run verify new.db
same "verify" 0 "$code"

# Beyond 16 cells a length counts only as that of its path.
echo '{"board":"1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24","stm":1,"path":"L"}
{"board":"1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 0 23 24","stm":2}' >in
check "5x5" 0 "2 rows imported, 2 new puzzles, 2 lengths not proven" "" import - --db large.db
check "5x5: the path" 0 1 "" find --db large.db --lower ..1 --upper ..1 --total
check "5x5: no path" 0 1 "" find --db large.db --status unrated --total

# What a forged catalogue holds reaches no terminal as it is.
echo '{"board":"1 2 3/4 5 6/7 0 8","name":"mine"}' >named.jsonl
run import named.jsonl --db forged.db
sqlite3 forged.db "UPDATE name SET name = 'x' || char(27) || '[31m'"
check "a forged name" 3 "" "loyd: named.jsonl:1: puzzle g1aqktjy5cbh280q: name 'mine' \
contradicts the stored 'x\x1b[31m'
loyd: forged.db: nothing imported: try --skip-bad" import named.jsonl --db forged.db
rm -f new.db*
run import named.jsonl --db new.db
run merge --db forged.db new.db
same "a forged name: merge" "3 contradicts the stored 'x\x1b[31m'" \
    "$code $(grep -o "contradicts.*'" err)"

# --- numbers and booleans as other programs write them ---

# A column of whole numbers with gaps is one of floating-point numbers there.
python3 - <<'END'
import csv, json
old = csv.DictReader(open("found.csv"))
new = csv.DictWriter(open("real.csv", "w"), old.fieldnames)
new.writeheader()
whole = "lower", "upper", "stm", "percentile_sample"
for row in old:
    row.update({k: row[k] + ".0" for k in whole if row[k]})
    new.writerow(row)
with open("real.jsonl", "w") as out:
    for row in map(json.loads, open("found.jsonl")):
        row.update({k: float(row[k]) for k in whole if k in row})
        row["estimated"] = None
        print(json.dumps(row), file=out)
END
for from in real.csv real.jsonl; do
    grep -q '[1-9][0-9]*\.0[,}]' $from || fail "$from has no such number"
    rm -f new.db*
    check "$from: import" 0 "$all" "" import $from --db new.db
    check "$from: the same puzzles" 0 "$(cat puzzles)" "" digest --puzzles \
        --db new.db
done
head -n 2 found.csv >one.csv
stm=$(sed -n 's/.*"stm":\([0-9]*\),.*/\1/p;q' found.jsonl)
grep -q ",$stm,$stm,$stm," one.csv || fail "no length $stm in one.csv"
head -n 1 one.csv >wrong.csv
for number in "$stm.5" "$stm." ".0" "0.0" "$stm.0x" "$stm,0" "${stm}e0" "0$stm.0"; do
    sed "1d;s/,$stm,$stm,$stm,/,$stm,$stm,\"$number\",/" one.csv >>wrong.csv
done
run import --check wrong.csv
same "CSV: wrong numbers" "$(seq 2 9 | sed 's/.*/loyd: wrong.csv:&: stm:/')" \
    "$(cut -d ' ' -f 1-3 err)"
head -n 1 found.jsonl >one.jsonl
for number in "$stm.5" 0.0 -1.0 1e300 true; do
    sed "s/\"stm\":$stm,/\"stm\":$number,/" one.jsonl
done >wrong.jsonl
run import --check wrong.jsonl
same "JSON: wrong numbers" "$(seq 5 | sed 's/.*/loyd: wrong.jsonl:&: stm:/')" \
    "$(cut -d ' ' -f 1-3 err)"

# --- boards as arrays ---

python3 - <<'END'
import json
rows = [json.loads(line) for line in open("found.jsonl")]
def nested(board):
    return [[int(label) for label in row.split()] for row in board.split("/")]
def flat(board):
    return sum(nested(board), [])
def put(name, board, goal, *dropped):
    made = [{**r, "board": board(r["board"]), "goal": goal(r["goal"])} for r in rows]
    made = [{k: v for k, v in r.items() if k not in dropped} for r in made]
    open(name + ".json", "w").write(json.dumps(made, indent=1))
    open(name + ".jsonl", "w").write("\n".join(map(json.dumps, made)))
put("flat", flat, flat)
put("nested", nested, nested, "size", "layout")
put("by-goal", flat, nested, "size")
put("real", lambda b: [float(x) for x in flat(b)], nested)
END
rm -f new.db*
run import found.jsonl --db new.db
run find --json --db new.db
cp out wanted
for from in flat.json nested.jsonl by-goal.json real.jsonl; do
    rm -f new.db*
    check "$from: import" 0 "$all" "" import "$from" --db new.db
    check "$from: the same rows" 0 "$(cat wanted)" "" find --json --db new.db
done
shape="board: expected an array of labels or of rows of labels"
cat >wrong <<END
[1,2,3,4,5,6,7,0]~board: 8 labels do not form a square board: expected / between rows
[[1,2,3],[4,5,6],[7,8]]~board: row 3 has 2 labels: expected 3
[[1,2,3,0]]~board: invalid size '4x1': sides must be 2..15
[[1,2],[3,0],[]]~board: row 3 has 0 labels: expected 2
[[1,2],3,0]~$shape
[1,2,[3,0]]~$shape
[[[1,2],[3,0]]]~$shape
[1,2,"3",0]~$shape
[1,2,3.5,0]~$shape
[1,2,null,0]~$shape
[1,2,-3,0]~board: invalid label '-3' in row 1, column 3
[1,2,3,3]~board: tile 3 appears twice
[]~board: empty board
[[],[]]~board: empty board
END
sed 's/\(.*\)~.*/{"board":\1}/' wrong >in
run import --check -
same "boards as wrong arrays" "$(sed 's/.*~//' wrong | awk '{ print "loyd: stdin:" NR ": " $0 }')" \
    "$(cat err)"
rm wrong
echo '{"board":[1,2,3,4,0,5],"size":"2x3","goal":[1,2,3,4,5,0]}' >in
check "a size" 0 "1 row good, 1 new puzzle" "" import --check -

# --- bad rows, with their messages ---

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
same "bad rows" '{"rows":1,"new_puzzles":1,"proven":1,"unproven":0,"wrong":0,'\
'"recipes":1,"unchecked":0,"bad":21}' "$(tail -n 1 out)"
same "each bad row in JSON" "$(seq 21)" "$(sed -n \
    's/^{"status":"error",.*"where":"rows.jsonl","line":\([0-9]*\)}$/\1/p' out)"
same "one line per bad row" 21 "$(lines err)"
cat >wanted <<'END'
1: missing board
2: puzzle_id does not match the boards
3: board:
4: goal does not match the layout
5: stm: expected a whole number
6: lower, upper and stm contradict
7: lower, upper and stm contradict
8: path:
9: path:
10: recipe draws another puzzle
11: recipe:
12: status: unknown status
13: status is unrated, but stm is given
14: goal:
15: board: expected a string
16: invalid JSON
17: invalid JSON
18: line is longer than 1048576 bytes
19: expected a JSON object
20: invalid JSON
21: invalid JSON at byte 34: \u0000 is not allowed
END
while read -r line; do
    has "bad rows" err "loyd: rows.jsonl:$line"
done <wanted
run import rows.jsonl --db bad.db
same "all or nothing" 3 "$code"
same "ends at the first bad row" "loyd: rows.jsonl:1: missing board" "$(head -n 1 err)"
check "no other row is stored" 0 1 "" find --db bad.db --total

# The case of a heading does not matter.
(head -n 1 found.csv | tr a-z A-Z && sed 1d found.csv) >upper.csv
check "a heading in capitals" 0 \
    "160 rows good, 160 new puzzles, 160 lengths proven" "" import --check upper.csv

# --- bad files ---

run digest --db bad.db
cp out before
while IFS='~' read -r name make words; do
    root=$root sh -c "$make" || fail "$name: $make"
    run import wrong --db bad.db
    same "$name: exit code" 3 "$code"
    has "$name" err "$words"
    check "$name: the catalogue is unchanged" 0 "$(cat before)" "" digest --db bad.db
    rm -rf wrong
done <<'END'
no such file~:~wrong: cannot open: No such file
empty folder~mkdir wrong~the folder has no manifest.json
semicolons~head -n 3 found.csv | tr , ';' >wrong~columns are separated by semicolons: expected commas
UTF-16~printf '\377\376b\000o\000' >wrong~UTF-16: expected UTF-8
quoted names~(echo '"board","x"'; echo '"1 2 3","4"') >wrong~wrong:2: board: 3 labels do not form
a separator~(echo sep=,; cat found.csv) >wrong~a separator: expected the heading of the columns
a heading without boards~echo a,b,puzzle_id,boards >wrong~wrong:1: board: invalid label
CSV cut short~head -n 3 found.csv | cut -c 1-50 >wrong~wrong:2:
quotes that do not match~(head -n 1 found.csv; echo '"abc') >wrong~wrong:2: field 1: unbalanced quotes
gzip cut short~gzip -c found.jsonl | head -c 2000 >wrong~compressed data is truncated
gzip damaged~gzip -c found.jsonl | sed 's/e/f/g' >wrong~compressed data is damaged
JSON cut short~head -c 20000 pack/puzzles.json >wrong~wrong
puzzles.json without its end~sed '$d' pack/puzzles.json >wrong~truncated
puzzles.json and more~(cat pack/puzzles.json; echo '{}') >wrong~unexpected data after the last puzzle
another format~sed '1s/"format_version":3/"format_version":4/' pack/puzzles.json >wrong~wrong: unknown format version 4: expected 3
another pack~cp -r pack wrong; sed -i 's/"format_version": 3/"format_version": 1/' wrong/manifest.json~manifest.json: unknown format version 1: expected 3
other JSON~echo '{"a":1}' >wrong~wrong:1: missing board
JSON of others~printf '{"a":\n1}' >wrong~unknown JSON: expected one puzzle per line
deep JSON~python3 -c 'print("[" * 10000000)' >wrong~JSON
another form~cp pack/puzzles.sqlite wrong; sqlite3 wrong 'PRAGMA user_version = 3'~unknown schema version 3: expected 4
another program's database~sqlite3 wrong 'CREATE TABLE t (a)'~another program
a trigger~cp pack/puzzles.sqlite wrong; sqlite3 wrong 'CREATE TRIGGER t AFTER INSERT ON puzzles BEGIN SELECT 1; END'~unexpected schema: 'trigger t' is unknown
a view~cp pack/puzzles.sqlite wrong; sqlite3 wrong 'CREATE VIEW a AS SELECT 1'~unexpected schema: 'view a' is unknown
a database cut short~head -c 9000 pack/puzzles.sqlite >wrong~wrong
an invalid manifest~mkdir wrong; echo '{}' >wrong/manifest.json~not the manifest of a loyd pack
a pack whose file is another~cp -r pack wrong; echo >>wrong/puzzles.csv~puzzles.csv: size or SHA-256 does not match the manifest
a pack whose file is a link~cp -r pack wrong; mv wrong/puzzles.csv there; ln -s ../there wrong/puzzles.csv~is a link: expected a regular file
a name that leaves the folder~cp -r pack wrong; sed -i 's,"puzzles.csv","../found.jsonl",' wrong/manifest.json~invalid file name '../found.jsonl'
an absolute name~cp -r pack wrong; sed -i 's,"puzzles.csv","/etc/passwd",' wrong/manifest.json~invalid file name '/etc/passwd'
END

# A line of 600 MB, also compressed, with little memory (not under a sanitizer,
# which needs more).
limit=400000
# shellcheck disable=SC3045 # where there is no such limit, none is set
(ulimit -v $limit && ASAN_OPTIONS= "$LOYD" version) >/dev/null 2>&1 || limit=unlimited
yes '1 2 3 4 ' | tr -d '\n' | head -c 10000000 >ten
gzip -1 <ten >ten.gz
for how in text gzip; do
    printf '{"board":"' >wrong
    case $how in
    text) command cat ten >>wrong && truncate -s 600M wrong ;; # zeros follow
    gzip)
        gzip <wrong >wrong.gz && mv wrong.gz wrong
        for _ in 1 2 3 4 5 6; do
            command cat ten.gz ten.gz ten.gz ten.gz ten.gz ten.gz ten.gz \
                ten.gz ten.gz ten.gz >>wrong
        done
        ;;
    esac
    # shellcheck disable=SC3045 # where there is no such limit, none is set
    (ulimit -v $limit 2>/dev/null
        "$LOYD" import wrong --format jsonl --db bad.db >out 2>err)
    same "600 MB in a line, $how" 3 $?
    has "600 MB in a line, $how" err "wrong:1: line is longer than 1048576 bytes"
    rm -f wrong
done

# --- options ---

refuses "no catalogue" 2 "loyd: import: missing --db FILE" import found.jsonl
refuses "unknown layout" 2 "loyd: --layout: unknown layout 'round': \
expected rows, columns, snake, spiral, random, path=ROW.COL:MOVES or goal=BOARD" \
    import x --layout round --db bad.db

# --- recipes drawn with a secret ---

printf '%064d\n' 7 >secret
chmod 600 secret
run generate 3x3 --seed s --count 5 --secret secret --db secret.db
run find --db secret.db --json
cp out secret.jsonl
rm -f new.db*
check "without the secret" 0 "5 rows imported, 5 new puzzles, 5 lengths proven, 5 \
recipes dropped (cannot be drawn here)" "" import secret.jsonl --db new.db
rm -f new.db*
check "with the secret" 0 "5 rows imported, 5 new puzzles, 5 lengths proven" "" import \
    secret.jsonl --db new.db --secret secret

# Fields of other programs are counted, and one is named.
printf '{"board":"1 2 3/4 5 6/7 0 8","colour":1}\n{"board":"1 2 3/4 5 6/0 7 8","colour":2}\n' >in
check "unknown members" 0 "2 rows good, 2 new puzzles" \
    "loyd: import: stdin: 2 fields ignored: unknown name 'colour'" import --check -
printf 'board,colour\n1 2 3/4 5 6/7 0 8,\n' >in
check "an unknown column" 0 "1 row good, 1 new puzzle" \
    "loyd: import: stdin: 1 field ignored: unknown name 'colour'" import --check -

# A byte order mark is ignored in all formats.
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
same "a damaged catalogue without a name" 3 "$code"
grep -q '<fd' err && fail "a descriptor instead of the file name: $(cat err)"

finish
