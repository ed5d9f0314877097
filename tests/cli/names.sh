#!/bin/sh
# Names of puzzles: built in, given by import, in every command that takes or
# writes them, and texts that are no names.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# --- built-in names: those of the file, for the boards of the file ---

grep -v '^#' "$root/data/article_cases.tsv" >cases
cut -f 2,3,5,6 cases | awk -F '\t' '{ print $4 "\t" $2 "\t" $1 "\t" $3 }' >want
run show --list-names
same "the list of names" "$(cat want)" "$(cat out)"
cut -f 6 cases >names
same "each name occurs once" "$(lines names)" "$(sort -u names | wc -l)"
# shellcheck disable=SC2046 # names without spaces
run check $(cat names)
same "check by name" "$(cut -f 4 cases)" "$(cat out)"
same "check by name: some are unsolvable" 1 "$code"
awk -F '\t' '{ print $3 "\t" $2 }' cases >in
run solve
cp out solved
# shellcheck disable=SC2046
run solve $(cat names)
same "solve by name" "$(cat solved)" "$(cat out)"
while read -r name; do
    "$LOYD" show "$name" --json
done <names >shown
same "show by name" "$(cut -f 2-4,6 cases)" "$(python3 -c '
import json
for e in map(json.loads, open("shown")):
    print(e["goal"], e["board"], "solvable" if e["status"] == "proven" else
          "unsolvable", e["name"], sep="\t")')"
run show loyd-14-15
has "show" out "  name     loyd-14-15"
has "show" out "  status   unsolvable"
run show --list-names --json
python3 -c '
import json
rows = [json.loads(line) for line in open("out")]
cases = [line.rstrip("\n").split("\t") for line in open("cases")]
fields = "article", "goal", "board", "status", "note", "name"
assert [[r[f] for f in fields] for r in rows] == cases' ||
    fail "--list-names --json"

# --- goals by name ---

b='1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0'
check "the goal of a name" 0 solvable "" check --goal permutation-start1 "$b"
check "--goal before the name's own" 0 solvable "" check loyd-14-15 \
    --goal permutation-start1
check "so does --layout" 0 solvable "" check loyd-14-15 \
    --layout rows,blank=first
check "its own without them" 1 unsolvable "" check loyd-14-15
# The five goals of the article on permutations are those of layouts.
for word in upper-left,rows,blank=first upper-right,rows,blank=0.3 \
    lower-left,rows,blank=3.0 lower-right,rows spiral,spiral; do
    named=permutation-${word%%,*}
    run show "$named" --json
    goal=$(python3 -c 'import json; print(json.load(open("out"))["goal"])')
    check "the goal of $named" 0 0 "" solve --layout "${word#*,}" --length "$goal"
    check "by its name" 0 0 "" solve --goal "$named" --length "$goal"
done
awk -F '\t' '$6 ~ /upper-right$/ { print $2 }' cases | sort -u >goals
same "an article's start to its goal" "1 2 3 0/4 5 6 7/8 9 10 11/12 13 14 15" \
    "$(cat goals)"
check "a start of the article to it" 0 solvable "" check permutation-start2 \
    --goal permutation-upper-right
check "and to another" 1 unsolvable "" check permutation-start4 \
    --goal permutation-lower-left
refuses "a goal that is neither" 2 "loyd: --goal: 'anna-8' is neither a board \
nor a known name" check --goal anna-8 "$b"

# --- names of a catalogue ---

echo '5 4 0/6 8 7/3 2 1' >one
echo '1 2 3/4 5 6/7 0 8' >other
check "import --name" 0 "1 row imported, 1 new puzzle" "" import one \
    --name 'Anna 7' --db a.db
check "again" 0 "1 row imported, 0 new puzzles" "" import one \
    --name 'Anna 7' --db a.db
line="de0366r74vkt45nj	3x3	-	5 4 0/6 8 7/3 2 1	1 2 3/4 5 6/7 8 0"
check "find --name" 0 "$line" "" find --name 'Anna 7' --db a.db
check "with another filter" 0 "" "" find --name 'Anna 7' --size 4x4 --db a.db
check "with its id" 0 "$line" "" find --name 'Anna 7' --puzzle-id 'de0*' --db a.db
check "with another id" 0 "" "" find --name 'Anna 7' --puzzle-id 'zz*' --db a.db
check "--total" 0 1 "" find --name 'Anna 7' --total --db a.db
check "no such name" 0 "" "" find --name 'anna 7' --db a.db
refusals <<'END'
1 | show 'anna 7' --db a.db | a.db: no puzzle 'anna 7'
1 | show 'anna 7' | show: no puzzle 'anna 7'
3 | show '1 2 3;4 5 6;7 0' | show: row 3 has 2 labels: expected 3
END
run show '1 2 3/4 5 6/7 0 8' --json --svg board.svg
same "show a board" "0 g1aqktjy5cbh280q proven 1 L" "$code $(python3 -c '
import json
row = json.loads(open("out").read())
print(row["puzzle_id"], row["status"], row["stm"], row["path"])')"
has "its picture" board.svg "<svg"
for form in '1 2 3|4 5 6|7 0 8' '1 2 3
4 5 6
7 0 8' '[1,2,3,4,5,6,7,0,8]' '3x3:1,2,3,4,5,6,7,,8'; do
    run show "$form"
    has "show a board as people have it" out g1aqktjy5cbh280q
done
run show '1 2 3/4 5 6/8 7 0'
has "an unsolvable board" out "status   unsolvable"
check "an operand" 1 error "loyd: argument 1: 'anna 7' is neither a board \
nor a known name" solve 'anna 7' --db a.db
run show 'Anna 7' --db a.db
same "show" 0 "$code"
has "show" out "  name     Anna 7"
LOYD_DB=a.db "$LOYD" solve 'Anna 7' >out
same "solve, with LOYD_DB" 28 "$(cut -f 1 out)"
check "check" 0 solvable "" check 'Anna 7' --db a.db
check "the goal" 0 solvable "" check --goal 'Anna 7' --db a.db \
    '1 2 3/4 5 6/7 0 8'
echo '1 2 3/4 5 6/0 7 8' >in
run import - --goal 'Anna 7' --db b.db
same "the goal of an import is not there" 2 "$code"
[ ! -e b.db ] || fail "a catalogue without an import"
check "no catalogue is opened for a board" 0 solvable "" check \
    --db none.db '1 2 3/4 5 6/7 0 8'
run check --db none.db anna-8
same "a catalogue that is not there" 3 "$code"
has "a catalogue that is not there" err "none.db"

# A name of the catalogue comes before a built-in one and before an id.
run import other --name universal-1 --db a.db
run show universal-1 --db a.db --json
has "the catalogue's" out '"size":"3x3"'
run show universal-1 --json
has "the built-in one" out '"size":"4x4"'
cp a.db prefix.db
echo '1 2 3/4 5 6/0 7 8' >in
run import - --name de --db prefix.db
run show de --db prefix.db --json
has "a name that begins an id" out '"name":"de"'
run show de0 --db prefix.db --json
has "an id" out '"name":"Anna 7"'

# --- contradictions: nothing is stored ---

cp a.db before.db
refuses "a second name" 3 "loyd: one:1: puzzle de0366r74vkt45nj: name 'second' \
contradicts the stored 'Anna 7'
loyd: a.db: nothing imported: try --skip-bad" import one --name second \
    --db a.db
cat one other >in
refuses "two puzzles of one name" 3 "loyd: stdin:2: puzzle g1aqktjy5cbh280q: \
name 'both' is that of puzzle de0366r74vkt45nj
loyd: new.db: nothing imported: try --skip-bad" import - --name both --db new.db
[ ! -e new.db ] || fail "new.db"
cat one other >in
run import - --name both --db new.db --skip-bad
same "--skip-bad" "1 row imported, 1 new puzzle, 1 refused" "$(cat out)"
check "without its puzzle" 0 1 "" find --total --db new.db
printf '%s\n' '{"board":"1 2 3/4 5 6/0 7 8","name":"Anna 7"}' >in
run import - --db a.db
same "in a row" 3 "$code"
has "in a row" err "name 'Anna 7' is that of puzzle de0366r74vkt45nj"
printf '%s\n' '{"board":"1 2 3/4 5 6/0 7 8","name":"y"}' >in
run import - --name z --db a.db
has "the row has another one" err "stdin:1: name 'y': expected 'z'"
cmp -s a.db before.db || fail "a.db has changed"

# --- texts that are no names ---

long=$(printf '%064d' 0 | tr 0 a)
run import one --name "$long" --db long.db
same "64 bytes" 0 "$code"
run show "$long" --db long.db
same "64 bytes: found" 0 "$code"
bad_name() {
    refuses "$2" 2 "loyd: --name: name '$2" import one "--name=$1" --db no.db
    [ ! -e no.db ] || fail "$2: a catalogue"
    printf '%s\0' "$1" >>names.bad
}
: >names.bad
bad_name "a$long" "a$(echo "$long" | cut -c 1-59)...' has 65 bytes: expected 1..64"
bad_name 'a/b' "a/b' has / or ~, as recipes and boards do"
bad_name '~' "~' has / or ~, as recipes and boards do"
bad_name -a "-a' begins with -, =, + or @, as options and formulas do"
bad_name '=A1' "=A1' begins with -, =, + or @, as options and formulas do"
bad_name ' a' " a' begins or ends with a space"
bad_name 'a ' "a ' begins or ends with a space"
bad_name GY4FQFBB3CYF8WMB "GY4FQFBB3CYF8WMB' looks like an id"
bad_name '1 2 3 0' "1 2 3 0' looks like a board"
bad_name '2x2:1,2,3,' "2x2:1,2,3,' looks like a board"
bad_name '[1 2;3 0]' "[1 2;3 0]' looks like a board"
bad_name '|3 1 2 _|' "|3 1 2 _|' looks like a board"
bad_name "$(printf 'a\tb')" "a\\x09b': control character U+0009 at byte 2"
bad_name "$(printf 'a\177')" "a\\x7f': control character U+007F at byte 2"
bad_name "$(printf 'a\377')" "a\\xff': invalid UTF-8 \\xff at byte 2"
bad_name "$(printf '\342\200\256a')" "\\xe2\\x80\\xaea': directional mark \
U+202E"
python3 - <<'END'
import json
names = open("names.bad", "rb").read().decode("latin-1").split("\0")[:-1]
with open("in", "w", encoding="latin-1") as rows:
    for name in names:
        print(json.dumps({"board": "5 4 0/6 8 7/3 2 1", "name": name},
                         ensure_ascii=False), file=rows)
END
run import --check -
same "each of them in JSON" "3 $(seq 16)" \
    "$code $(sed 's/^loyd: stdin:\([0-9]*\): .*/\1/' err)"

# --- hostile names in every output ---

name='"<&>'"'"'),"; DROP TABLE name;--%s \\'
run import one --name "$name" --db h.db
same "hostile" 0 "$code"
run import other --name plain --db h.db
run show "$name" --db h.db
has "hostile: text" out "  name     $name"
run find --name "$name" --db h.db --json
python3 -c '
import csv, json, subprocess, sys
name = sys.argv[1]
assert json.load(open("out"))["name"] == name
text = subprocess.run([sys.argv[2], "find", "--db", "h.db", "--csv"],
                      capture_output=True, text=True).stdout.splitlines()
rows = list(csv.DictReader(text))
assert list(rows[0])[-1] == "name" and len(rows) == 2, rows
assert sorted(r["name"] for r in rows) == sorted([name, "plain"]), rows' \
    "$name" "$LOYD" || fail "hostile: JSON and CSV"
refuses "hostile: a message" 2 "loyd: show: invalid id '\\x1b[31mx': character 1 \
is not base32 (0-9 a-z without i, l, o, u)" show "$(printf '\033[31m')x" --db h.db

# --- out and in again: packs, JSON, CSV, merge, salvage ---

has_not() {
    n_checks=$((n_checks + 1))
    ! grep -qF -e "$3" "$2" || fail "$1: $3 in $2"
}

names_of() {
    sqlite3 "$1" "SELECT puzzle, name FROM name ORDER BY 1"
}

run rate --db h.db
run export --db h.db --out pack
same "export" 0 "$code"
run verify pack
same "verify" 0 "$code"
for file in pack pack/puzzles.csv pack/puzzles.json; do
    rm -f back.db*
    run import $file --db back.db
    same "the names of $file" "$(names_of h.db)" "$(names_of back.db)"
done
run find --db h.db --csv
cp out mtm.csv
rm -f back.db*
run import mtm.csv --db back.db
same "the names of CSV in MTM" "$(names_of h.db)" "$(names_of back.db)"
run generate 3x3 --seed a --count 3 --db none.db
run export --db none.db --out nameless
sed 1d nameless/puzzles.json >rest
has_not "a pack without names" rest '"name"'

run digest --db h.db
cp out with
cp h.db bare.db
sqlite3 bare.db "DELETE FROM name"
check "the digest does not depend on names" 0 "$(cat with)" "" digest \
    --db bare.db

run merge none.db --db m.db
run merge h.db --db m.db
same "merge" 0 "$code"
same "merged names" "$(names_of h.db)" "$(names_of m.db)"
run merge h.db --db m.db
same "merged again" 0 "$code"
run merge a.db --db m.db
same "other names" 3 "$code"
has "other names" err "a.db: puzzle de0366r74vkt45nj: name 'Anna 7' \
contradicts the stored"
echo '1 2 3/4 5 6/0 7 8' >in
run import - --name plain --db clash.db
run merge clash.db --db m.db
same "the name of another puzzle" 3 "$code"
has "the name of another puzzle" err "name 'plain' is that of puzzle \
g1aqktjy5cbh280q"
same "a refused catalogue changes no names" "$(names_of h.db)" "$(names_of m.db)"
run import h.db --db saved.db
same "imported from a catalogue" "$(names_of h.db)" "$(names_of saved.db)"
cp h.db wreck.db
sqlite3 wreck.db "PRAGMA foreign_keys = OFF; DELETE FROM rating;
    DELETE FROM puzzle WHERE id = '$(names_of h.db | sed -n '1s/|.*//p')'"
rm -f saved.db*
run import wreck.db --db saved.db --skip-bad
same "a puzzle is lost" 3 "$code"
has "a puzzle is lost" err ", is lost"
same "the other name" "$(names_of h.db | sed -n 2p)" "$(names_of saved.db)"

# --- verify finds wrong names ---

while IFS=@ read -r sql fault; do
    cp h.db wrong.db
    sqlite3 wrong.db "PRAGMA foreign_keys = OFF; $sql"
    run verify wrong.db
    same "$sql: verify" 1 "$code"
    has "$sql" out "$fault"
done <<'END'
UPDATE name SET name = 'a/b' WHERE name = 'plain'@: invalid text
UPDATE name SET name = 'a' || char(10) WHERE name = 'plain'@: invalid text
UPDATE name SET name = CAST(x'ff' AS TEXT) WHERE name = 'plain'@: invalid text
UPDATE name SET puzzle = '0123456789abcdef' WHERE name = 'plain'@a row of table name refers to a missing row of table puzzle
END
cp h.db wrong.db
sqlite3 wrong.db "UPDATE name SET name = 'a/b' WHERE name = 'plain'"
run merge wrong.db --db m.db
has "merge" err "name of puzzle g1aqktjy5cbh280q: invalid text"

finish
