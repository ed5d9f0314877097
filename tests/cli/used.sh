#!/bin/sh
# `used` lists, sets and removes marks: compared with a model in Python, with
# what an export marks, and with invalid input, which changes nothing.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --seed used --count 120 --db whole.db
run generate 3x2 --layout spiral --seed used --count 30 --db whole.db
cat >tiers.json <<'END'
{"tiers": [{"title": "one", "size": "3x2", "stm": "8..12"}]}
END
run channel create club --db whole.db --schedule tiers.json --start 2026-01-01
run daily 2026-01-04 --channel club --db whole.db --today 2026-01-04
same "days" 0 "$code"
run export --db whole.db --out one --no-mark --size 3x3 --stm 15..20 \
    --pack-name 'One "a"'
cp whole.db open.db
sqlite3 open.db 'UPDATE puzzle SET stm = NULL; DELETE FROM rating'
run export --db open.db --out first --no-mark --size 3x3 --limit 40
run export --db whole.db --out second --no-mark --replace --since first --size 3x3 \
    --limit 60
has "a delta with changed puzzles" second/manifest.json '"changed": 40'
run export --db whole.db --out third --no-mark --replace --since second --size 3x3
same "packs" 0 "$code"

if python3 "$here/used.py" "$LOYD" whole.db club one second third >model.out; then
    n_checks=$((n_checks + 1))
else
    fail "$(head -c 4000 model.out)"
fi

# marks FILE: all rows of marks as SQL, without the random keys of packs.
marks() {
    sqlite3 "$1" "SELECT puzzle, date, note FROM hand_use ORDER BY 1;
        SELECT u.puzzle, p.pack_id, p.name, p.version, p.date
        FROM pack AS p LEFT JOIN pack_use AS u ON u.pack = p.pk
        ORDER BY 1, 2"
}

# --- mark --pack does what the export does ---

for pack in one third; do
    cp whole.db exported.db
    cp whole.db marked.db
    since=
    [ $pack = one ] || since="--since second"
    filter="--size 3x3"
    [ $pack = third ] || filter="--size 3x3 --stm 15..20"
    # shellcheck disable=SC2086 # options
    run export --db exported.db --out again $filter $since --today 2026-02-01 \
        --pack-name "$([ $pack = one ] && echo 'One "a"' || echo puzzles)"
    same "$pack: the same pack" "" "$(diff -r $pack again 2>&1)"
    rm -r again
    run used mark --pack $pack --db marked.db --today 2026-02-01
    same "$pack: the same marks" "$(marks exported.db)" "$(marks marked.db)"
done
marks marked.db >before
check "marked twice" 0 "0 puzzles marked, $(lines before) marked before" "" \
    used mark --pack third --db marked.db --today 2026-03-01
same "the earlier date stays" "$(cat before)" "$(marks marked.db)"
check "in JSON" 0 "{\"marked\":0,\"already\":$(lines before)}" "" \
    used mark --pack third --db marked.db --json

# --- what is refused changes nothing ---

# no MESSAGE CODE ARGUMENT ...: the command is refused, and no mark changes.
no() {
    wanted=$1 want_code=$2
    shift 2
    marks marked.db >before
    refuses "$wanted" "$want_code" "$wanted" used "$@" --db marked.db
    same "$wanted: nothing changed" "$(cat before)" "$(marks marked.db)"
}

run find --db marked.db --used no --limit 3 --size 3x2
cut -f 1 out >free
one=$(sed -n 1p free) two=$(sed -n 2p free)
day=$("$LOYD" used list --db marked.db | grep day | head -n 1 | cut -f 1)
none=0000000000000000
no "loyd: used: unknown action 'marks': try 'mark'" 2 marks "$one"
no "loyd: argument 2: incomplete id 'abc': expected 16 characters" 2 \
    mark "$one" abc
no "loyd: marked.db: no puzzle '$none'" 1 mark "$one" $none
no "loyd: marked.db: no puzzle '$none'" 1 unmark "$one" $none
no "loyd: marked.db: no puzzle '$none'" 1 list "$one" $none
no "loyd: marked.db: no pack '$none'" 1 list --pack $none
no "loyd: marked.db: no pack '$none'" 1 unmark --pack $none
no "loyd: used: nosuch: cannot open: No such file or directory" 3 \
    mark --pack nosuch
printf '%s\nU%s\n' "$one" "${two#?}" >in
no "loyd: stdin:2: invalid id 'U${two#?}': character 1 is not base32 (0-9 a-z \
without i, l, o, u)" 3 mark -
printf '%s\n%070000d\n' "$one" 0 >in
no "loyd: stdin:2: line too long: expected at most 65536 bytes" 3 mark -
long=$(printf '%0101d' 0)
no "loyd: --note: note of 101 bytes: expected 0..100" 2 mark "$one" --note "$long"
no "loyd: --note: control character U+0009 at byte 2" 2 \
    mark "$one" --note "a${tab}b"
no "loyd: marked.db: puzzle '$day' is a day of channel club, 2026-01-01: days \
are never taken back" 1 unmark "$one" "$day"
cp marked.db twice.db
printf '%s\n\n# x\n%s\textra\n%s\n' "$one" "$two" "$one" >in
check "an id twice" 0 "2 puzzles marked" "" used mark - --db twice.db
check "no ids" 0 "0 puzzles marked" "" used mark - --db marked.db
check "no ids" 0 "" "" used list - --db marked.db
check "a puzzle that is not used" 0 "" "" used list "$one" --db marked.db
check "a puzzle without a mark" 0 "0 puzzles unmarked, 1 without a mark" "" \
    used unmark "$one" --db marked.db
refusals <<'END'
2 | used list | used: missing --db FILE or $LOYD_DB
2 | used mark "$one" | used: missing --db FILE
3 | used mark "$one" --db new.db | new.db: no such file
END
same "no catalogue is made" "" "$(ls new.db* 2>/dev/null)"
LOYD_DB=marked.db
export LOYD_DB
check "\$LOYD_DB is read" 0 "" "" used list "$one"
refuses "\$LOYD_DB is not written" 2 "loyd: used: missing --db FILE: \$LOYD_DB \
is only for commands that do not write" used mark "$one"
unset LOYD_DB

# A pack that is damaged, or whose puzzles are not all in the catalogue.
cp -r one cut
sed -i '3d' cut/ids.tsv
no "loyd: used: cut/ids.tsv: size or SHA-256 does not match \
the manifest" 3 mark --pack cut
run generate 4x2 --seed other --count 9 --db other.db
run export --db other.db --out other --no-mark
no "loyd: other: the catalogue has 0 of the pack's 9 puzzles: the first one \
missing is '$(sed -n 2p other/ids.tsv | cut -f 2)'" 1 mark --pack other
n=$(($(lines one/ids.tsv) - 1))
sed '$d' one/puzzles.csv >most.csv
run import most.csv --db few.db
refuses "all but one are there" 1 "loyd: one: the catalogue has $((n - 1)) of \
the pack's $n puzzles: the first one missing is '$(sed -n '$p' one/ids.tsv |
    cut -f 2)'" \
    used mark --pack one --db few.db
same "nothing was marked" "" "$(marks few.db)"

# --- merge unites marks: of two, the earlier one stays ---

sed -n 1,3p free >three
cp whole.db left.db
cp whole.db right.db
run used mark "$one" "$two" --db left.db --today 2026-02-02 --note left
run used mark - --db right.db --today 2026-02-02 <three
sed 1d three >in
run used mark - --db right.db --today 2026-02-02
run used mark "$two" --db right.db --today 2026-02-01 --note right
run used mark --pack one --db right.db --today 2026-02-03
for order in "left right" "right left"; do
    run merge "${order% *}.db" "${order#* }.db" --db "merged.$order.db"
    same "merge $order" 0 "$code"
    check "merge $order: the marks" 0 "$one	hand	2026-02-02	left	-	-
$two	hand	2026-02-01	right	-	-
$(sed -n 3p three)	hand	2026-02-02	-	-	-" "" used list --db "merged.$order.db" \
        "$one" "$two" "$(sed -n 3p three)"
    run used list --pack one --db "merged.$order.db"
    same "merge $order: the pack" "$n" "$(lines out)"
done
same "the order of a merge" "$(marks "merged.left right.db")" \
    "$(marks "merged.right left.db")"

# A catalogue whose marks are wrong is refused; an import of puzzles has no marks.
cp left.db wrong.db
sqlite3 wrong.db "PRAGMA ignore_check_constraints = ON;
    UPDATE hand_use SET date = '2026-02-30'"
run merge wrong.db --db refused.db
same "a wrong mark" "3 loyd: wrong.db: mark of puzzle $one: invalid date: catalogue \
not merged" \
    "$code $(cat err)"
run verify wrong.db
has "a wrong mark: verify" out "mark of puzzle $one: invalid date"
run used list --db wrong.db
same "a wrong mark: list" "3 loyd: wrong.db: invalid row in the uses of puzzles" \
    "$code $(cat err)"
run import right.db --format db --db imported.db
same "an import has no marks" "" "$(marks imported.db)"

finish
