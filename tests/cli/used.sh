#!/bin/sh
# `used` lists where puzzles are, and marks by hand; what is refused changes
# nothing; merge unites marks. pack_volumes.sh has the marks of volumes.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --seed used --count 60 --db whole.db
run generate 3x2 --layout spiral --seed used --count 30 --db whole.db
cat >tiers.json <<'END'
{"tiers": [{"title": "one", "size": "3x2", "stm": "8..12"}]}
END
run channel create club --db whole.db --schedule tiers.json --start 2026-01-01
run daily 2026-01-03 --channel club --db whole.db --today 2026-01-03
run export --db whole.db --out v1 --pack-name 'One "a"' --count 9 --size 3x3 \
    --today 2026-02-01
same "a volume" 0 "$code"
first=$(sed -n 2p v1/puzzles.csv | cut -d , -f 1)
run find --db whole.db --used no --limit 3 --size 3x2
cut -f 1 out >free
one=$(sed -n 1p free) two=$(sed -n 2p free) three=$(sed -n 3p free)
cp whole.db a.db

# --- lists ---

check "marks by hand" 0 "2 puzzles marked" "" used mark "$one" "$two" --db a.db \
    --today 2026-02-02 --note 'print, page 7'
check "again" 0 "1 puzzle marked, 1 marked before" "" used mark "$one" "$first" \
    --db a.db --today 2026-02-03
run used list "$first" "$two" --db a.db
same "where they are" "$(sort <<END
$first	pack	2026-02-01	One "a"	1	1	-
$first	hand	2026-02-03	-	-	-	-
$two	hand	2026-02-02	print, page 7	-	-	-
END
)" "$(sort out)"
check "in JSON" 0 "{\"puzzle_id\":\"$first\",\"kind\":\"pack\",\"date\":\"2026-02-01\",\
\"pack\":\"One \\\"a\\\"\",\"volume\":1,\"number\":1}
{\"puzzle_id\":\"$first\",\"kind\":\"hand\",\"date\":\"2026-02-03\"}" "" \
    used list "$first" --db a.db --json
run used list --db a.db
same "all uses" "3 day 3 hand 9 pack" "$(cut -f 2 out | sort | uniq -c | xargs)"
same "in order of id" "$(cut -f 1 out)" "$(cut -f 1 out | LC_ALL=C sort)"
run used list --db a.db --pack 'One "a"'
same "the uses in a pack, by number" "$(sed 1d v1/puzzles.csv | cut -d , -f 1,2)" \
    "$(cut -f 1,6 out | tr '\t' ,)"
run find --db a.db --used yes --total
same "used" 14 "$(cat out)"
check "by hand, and in a pack" 0 'pack One "a" 1, by hand' "" \
    find --db a.db --puzzle-id "$first" --columns used_in
check "unmarked" 0 "2 puzzles unmarked, 1 without a mark" "" \
    used unmark "$first" "$two" "$three" --db a.db
check "it is in the volume still" 0 "$first	pack	2026-02-01	One \"a\"	1	1	-" "" \
    used list "$first" --db a.db
run verify a.db
same "verify: $(cat out)" 0 "$code"

# --- what is refused changes nothing ---

day=$("$LOYD" used list --db a.db | grep day | head -n 1 | cut -f 1,3)
on=${day#*"$tab"} day=${day%%"$tab"*}
none=0000000000000000
cp a.db before.db
printf '%s\n\n# x\n%s\textra\n%s\n' "$two" "$three" "$two" >twice
long=$(printf '%0101d' 0)
refusals <<END
2 | used marks "$one" --db a.db | used: unknown action 'marks': try 'mark'
2 | used mark "$two" abc --db a.db | argument 2: incomplete id 'abc': expected 16 characters
1 | used mark "$two" $none --db a.db | a.db: no puzzle '$none'
1 | used unmark "$one" $none --db a.db | a.db: no puzzle '$none'
1 | used list "$one" $none --db a.db | a.db: no puzzle '$none'
1 | used unmark "$one" "$first" --db a.db | a.db: puzzle '$first' is in volume 1 of pack One "a": expected a puzzle that is marked by hand
3 | used mark --pack nosuch --db a.db | nosuch: cannot open: No such file or directory
2 | used mark "$two" --note $long --db a.db | --note: note of 101 bytes: expected 0..100
2 | used list | used: missing --db FILE or \$LOYD_DB
2 | used mark "$one" | used: missing --db FILE
3 | used mark "$one" --db new.db | new.db: no such file
END
refuses "a day" 1 "loyd: a.db: puzzle '$day' is a day of channel club, \
$on: days are never taken back" used unmark "$one" "$day" --db a.db
cp a.db twice.db && cp twice in
check "an id twice" 0 "2 puzzles marked" "" used mark - --db twice.db
check "no ids" 0 "0 puzzles marked" "" used mark - --db a.db
same "nothing changed" "$(sqlite3 before.db .dump)" "$(sqlite3 a.db .dump)"
run import v1 --db few.db --unrated
sqlite3 few.db "PRAGMA foreign_keys = OFF; DELETE FROM puzzle WHERE id = '$first';
    DELETE FROM recipe WHERE puzzle = '$first'; DELETE FROM rating WHERE puzzle = '$first'"
refuses "all but one are there" 1 "loyd: v1: the catalogue has 8 of the 9 \
puzzles: the first one missing is '$first'" used mark --pack v1 --db few.db
cp -r v1 cut && sed -i '3d' cut/puzzles.csv
refuses "a damaged volume" 3 "loyd: cut: puzzles.csv: size or SHA-256 does not \
match the manifest" used mark --pack cut --db few.db

# --- merge unites marks: of two, the earlier one stays ---

cp whole.db left.db
cp whole.db right.db
run used mark "$one" "$two" --db left.db --today 2026-02-02 --note left
run used mark "$two" --db right.db --today 2026-02-01 --note right
run used mark "$three" "$one" --db right.db --today 2026-02-02
run export --db right.db --out v2 --pack-name 'One "a"' --count 5 \
    --withdraw "$first"
for order in "left right" "right left"; do
    run merge "${order% *}.db" "${order#* }.db" --db "merged.$order.db"
    same "merge $order: $(cat err)" 0 "$code"
    run used list --db "merged.$order.db" "$one" "$two" "$three" "$first"
    same "merge $order: the marks" "$(sort <<END
$one	hand	2026-02-02	left	-	-	-
$two	hand	2026-02-01	right	-	-	-
$three	hand	2026-02-02	-	-	-	-
$first	pack	2026-02-01	One "a"	1	1	2
END
)" "$(sort out)"
    run verify "merged.$order.db"
    same "merge $order: verify" 0 "$code"
done
dump="SELECT * FROM mark ORDER BY 1, 2; SELECT pack, volume, revision, date,
    selection, hex(hash) FROM volume ORDER BY 1, 2; SELECT * FROM pack"
same "the order of a merge" "$(sqlite3 "merged.left right.db" "$dump")" \
    "$(sqlite3 "merged.right left.db" "$dump")"
run export --db left.db --out other --pack-name 'One "a"' --count 6
check "two different volumes" 3 "0 catalogues merged, 0 new puzzles, 0 already \
known" "loyd: right.db: pack One \"a\": different \
volumes 2: catalogue not merged" merge right.db --db left.db

# A catalogue whose marks are wrong is refused; an import of puzzles has no marks.
cp left.db wrong.db
sqlite3 wrong.db "PRAGMA ignore_check_constraints = ON;
    UPDATE mark SET date = '2026-02-30' WHERE pack = ''"
check "a wrong mark" 3 "0 catalogues merged, 0 new puzzles, 0 already known" \
    "loyd: wrong.db: mark of puzzle $one: invalid date: \
catalogue not merged" merge wrong.db --db refused.db
run verify wrong.db
has "a wrong mark: verify" out "mark of puzzle $one: invalid date"
refuses "a wrong mark: list" 3 "loyd: wrong.db: invalid row in the uses of \
puzzles" used list "$one" --db wrong.db
run import right.db --format db --db imported.db
same "an import has no marks" 0 "$(sqlite3 imported.db 'SELECT count(*) FROM mark')"

finish
