#!/bin/sh
# All JSON that loyd writes matches its schema in data/schemas, according to
# python3-jsonschema or $JUDGE (tests/web/schemas.sh uses another). Every name in
# it, and in CSV, is in the table of docs/formats.md.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"
JUDGE=${JUDGE:-python3 $root/tests/judge.py}

# expect fits|refuses SCHEMA FILE [-l]: queued for a single run of the judge.
expect() {
    n_checks=$((n_checks + 1))
    cp "$3" "judged.$n_checks.json"
    kind=whole
    [ "${4:-}" != -l ] || kind=lines
    printf '%s\t%s\t%s\t%s\n' "$1" $kind \
        "$root/data/schemas/$2.schema.json" "judged.$n_checks.json" >>cases
}

# fits SCHEMA FILE [-l]
fits() {
    [ -s "$2" ] || fail "$1: nothing in $2"
    expect fits "$@"
}

# lines_fit SCHEMA ARGUMENT ...: checks the command's output.
lines_fit() {
    schema=$1
    shift
    echo "$1" >>ran
    run "$@"
    fits "$schema" out -l
}

lines_fit entry generate 4x4 --seed 'a"\b' --count 5 --json
LOYD_DB=a.db && export LOYD_DB
run generate 3x3 --seed a --count 60 --db a.db
run generate 4x3 --layout random --seed b --count 9 --db a.db
run generate 2x7 --layout rows,missing=3 --seed c --count 9 --db a.db
cp a.db open.db
sqlite3 open.db "UPDATE puzzle SET stm = NULL;
    UPDATE rating SET lower = lower - 2 WHERE upper > 10;
    DELETE FROM rating WHERE puzzle < 'g';
    UPDATE puzzle SET upper = (SELECT upper FROM rating WHERE puzzle = id
        AND lower < upper)"

lines_fit entry generate 4x4 --seed 'a"\b' --count 5 --json
lines_fit generate generate 3x3 --seed a --count 60 --db a.db --json
lines_fit count find --total --json
lines_fit digest digest --json
lines_fit digest digest --json --puzzles
lines_fit entry generate 15x15 --layout random --seed a --json
lines_fit entry find --json
lines_fit entry find --json --db open.db
lines_fit entry show 3x3/spiral~g1~a~0 --json
lines_fit entry show 3x3/spiral~g1~a~0 --json --facts
lines_fit entry solve --seconds 0.01 --json "8 6 7/2 5 4/3 0 1"
lines_fit entry solve --all --json "8 6 7/2 5 4/3 0 1"
lines_fit answer solve --json --facts "2 1 3/4 5 6/7 8 0"
lines_fit entry solve --json "5 4 0/6 8 7/3 2 1"
lines_fit answer solve --json "2 1 3/4 5 6/7 8 0" x
lines_fit entry show loyd-14-15 --json
lines_fit answer show --list-names --json
lines_fit answer check loyd-14-15 --json
lines_fit path path apply --board "1 2/3 0" D L --json
lines_fit path path convert --form tiles --board "1 2/3 0" RD --json
lines_fit answer solve loyd-14-15 --json
lines_fit entry solve search-1 --json
echo '{"every": {"title": "l", "from": {"size": "3x3", "layout": "rows",
    "shuffle": "x", "used": "any"}}}' >lists.json
fits schedule lists.json
lines_fit channel channel create lists --db "$LOYD_DB" --schedule lists.json \
    --start 2026-01-01 --json
echo '{"draw": 1, "tiers": [{"title": "a", "size": "3x3", "mtm": "9..12"}]}' >mtm.json
fits schedule mtm.json
lines_fit channel channel create mtm --db "$LOYD_DB" --schedule mtm.json --json
lines_fit daily daily 2026-01-02 --channel lists --db "$LOYD_DB" \
    --today 2026-01-02 --json
lines_fit verify verify "$LOYD_DB" --json
echo '{"tiers": [{"title": "a", "size": "3x3", "band": "easy"}]}' >schedule.json
fits schedule schedule.json
run channel create scheduled --db "$LOYD_DB" --schedule schedule.json
[ "$code" = 0 ] || fail "the schedule is not read: $(cat err)"
echo '{"tiers": [{"title": "a", "from": {"stm": ["..9", "12", "20..30", "40.."],
    "gap": 0, "lower": "7..", "solutions": "1", "percentile": ["..0.125", "12.5",
    "90..95.25", "99.."], "used": "no", "where": "stm > 2", "path": ["U*", "L*"]}}]}' >ranges.json
fits schedule ranges.json
run channel create ranges --db "$LOYD_DB" --schedule ranges.json
[ "$code" != 3 ] || fail "the ranges are not read: $(cat err)"
lines_fit daily daily 2026-01-05 --json
lines_fit answer check --json "1 2 3/4 5 6/7 8 0" "2 1 3/4 5 6/7 8 0" x
lines_fit answer check --json --explain "1 2 3/4 5 6/8 7 0"
lines_fit answer check --json --moves LU "1 2 3/4 0 5/7 8 6" \
    "1 2 3/4 5 0/7 8 6"
printf '%s\tLU\n%s\tD\n%s\tL\n%s\tX\n' "1 2 3/4 0 5/7 8 6" "1 2 3/4 5 0/7 8 6" \
    "1 2 3/4 0 5/7 8 6" "1 2 3/4 0 5/7 8 6" >in
lines_fit answer check --json --optimal --moves -
lines_fit stats stats --json
lines_fit stats stats --json --db open.db
lines_fit bands bands --json
lines_fit bands bands --json --size 4x4
lines_fit bands bands --json --size 5x5
lines_fit answer check --json --layout rows,missing=9 "1 2/3 0"
lines_fit answer solve --json --layout rows,missing=9 "1 2/3 0"
lines_fit entry solve --json "1 2 3/4 5 6/7 8 0"
lines_fit entry solve --json --algorithm loyd,astar --metric mtm \
    "5 4 0/6 8 7/3 2 1"
lines_fit entry solve --json --algorithm row,bfs,idastar "5 4 0/6 8 7/3 2 1"
lines_fit entry solve --json --algorithm row "3 2 8/1 0 5/4 7 6"
lines_fit answer solve --json --algorithm bfs --nodes 9 \
    "5 4 0/6 8 7/3 2 1" "2 1 3/4 5 6/7 8 0" x "5 4 0/6 8 7/3 2 1"
lines_fit answer solve --json --algorithm bfs --nodes 9 --metric mtm \
    "5 4 0/6 8 7/3 2 1"
lines_fit entry solve --json --nodes 10 \
    "11 13 8 5/6 9 2 10/15 7 4 14/3 12 0 1"
upper=$(sed -n 's/.*"upper":\([0-9]*\).*/\1/p' out)
path=$(sed -n 's/.*"path":"\([^"]*\)".*/\1/p' out)
run check --moves "$path" "11 13 8 5/6 9 2 10/15 7 4 14/3 12 0 1"
has "the moves of the interval" out "$upper"
lines_fit verify verify a.db --json
lines_fit verify verify open.db --json
run daily 2026-01-09 --db days.db
lines_fit daily daily 2026-01-08 --db days.db --json
lines_fit verify verify days.db --json
lines_fit channel channel list --db days.db --json
lines_fit channel channel show daily --db days.db --json
lines_fit tables tables --json --size 4x4
cp a.db rated.db
sqlite3 rated.db "UPDATE puzzle SET stm = NULL; DELETE FROM rating"
lines_fit rate rate --db rated.db --json
run generate 5x5 --seed a --count 2 --db open5.db
lines_fit version version --json
lines_fit version --version --json
lines_fit help help --json
lines_fit help help find --json
lines_fit help find --help --json
same "one command" '"name":"find","operands"' \
    "$(grep -o '"name":"[a-z]*","operands"' out)"
lines_fit sample bands --sample 5x5 --count 100 --db open5.db --json
lines_fit bands bands --set easy=0..50,hard=50..100 --db open5.db --json
lines_fit merge merge a.db rated.db --db merged.db --json
lines_fit used used list --db days.db --json
lines_fit publish publish --db days.db --out site --today 2026-01-09 --json
fits day site/daily/2026-01-08.json
fits index site/daily/index.json

# A command that cannot run at all reports that in JSON too.
lines_fit error find --json --stm 5..4
lines_fit error stats --json --db none.db
lines_fit error show --json zzzzzzzzzzzzzzzz
lines_fit error channel show unknown --json
lines_fit error daily --json 2025-01-01
lines_fit error help --json nosuch
lines_fit error nosuch --json
echo "2 1 3/4 5 6/7 8" >bad.boards
lines_fit error import bad.boards --json --db bad.db
run merge none.db --db merged.db --json
sed -n 1p out >first
sed -n 2p out >second
fits error first -l
fits merge second -l
for form in yes no; do
    [ $form = yes ] && bare= || bare=--no-solutions
    # shellcheck disable=SC2086 # an option or none
    lines_fit export export --db "$LOYD_DB" --out "pack.$form" --json $bare \
        --pack-name "$form" --stm 5..22 --used no,yes
    fits manifest "pack.$form/manifest.json"
    fits puzzles "pack.$form/puzzles.json"
done
run find --limit 1
cut -f 1 out >in
lines_fit used used mark - --db "$LOYD_DB" --note 'a"b' --json
lines_fit used used list --json
has "the three kinds" out '"kind":"hand"'
lines_fit used used unmark --pack no --db "$LOYD_DB" --json
lines_fit used used mark --pack pack.no --db "$LOYD_DB" --json
run export --out old --db open.db --title 'a"<b>'
fits manifest old/manifest.json
fits puzzles old/puzzles.json
run export --db "$LOYD_DB" --out new --pack-name yes --volume 1 --withdraw \
    "$(sed -n 2p pack.yes/puzzles.csv | cut -d , -f 1)"
lines_fit used used list --pack yes --json
fits manifest new/manifest.json
fits puzzles new/puzzles.json
lines_fit import import pack.yes --db imported.db --json
lines_fit verify_pack verify pack.yes --json
cp -r pack.yes wrong && echo x >>wrong/puzzles.csv
lines_fit verify_pack verify wrong --json
lines_fit verify_pack verify new --json
lines_fit import import pack.yes --db into.db --json

run generate 3x3 --seed m --count 9 --db slides.db --metric mtm
run find --db slides.db --json -n 3
sed 's/,"mtm_status".*"mtm"/,"mtm"/; s/,"mtm_path".*/}/' out >slides.jsonl
run import slides.jsonl --unrated --db open.db
for db in slides open; do
    run export --db $db.db --out $db
    fits manifest $db/manifest.json
    fits puzzles $db/puzzles.json
    lines_fit entry find --db $db.db --json
done

# Headings of CSV, each in a file with the name of its command.
# heading FILE ARGUMENT ...
heading() {
    to=$1
    shift
    run "$@"
    cp out "$to"
}
echo "5 4 0/6 8 7/3 2 1" >in
run import - --name 'a name' --db slides.db
heading find.csv find --csv --db slides.db
cp pack.yes/puzzles.csv find.pack.csv
heading solve.csv solve --csv --seconds 9 "5 4 0/6 8 7/3 2 1"
heading searches.csv solve --csv --algorithm bfs "5 4 0/6 8 7/3 2 1"
heading solve.mtm.csv solve --csv --metric mtm "5 4 0/6 8 7/3 2 1"
heading stats.csv stats --csv --db a.db
heading stats.mtm.csv stats --csv --by size,layout,mtm_status --of mtm --db slides.db

python3 "$here/games.py" make a.db 120 4 >games
lines_fit play play import games --db a.db --json
for action in list stats rate players stats; do
    lines_fit play play $action --db a.db --json
done
lines_fit play play check games --json
head -n 9 games >nine
lines_fit play play analyse nine --json

# A schema that accepts everything would prove nothing.
refuse() {
    expect refuses "$1" bad.json
}
sed 's/"volume": 1/"volume": "1"/' pack.yes/manifest.json >bad.json
refuse manifest
sed 's/"name": "puz/"name": "..\/puz/' pack.yes/manifest.json >bad.json
refuse manifest
sed 's/"withdrawn_by"/"by"/' new/manifest.json >bad.json
refuse manifest
sed 's/"stm":\([0-9]*\)/"stm":"\1"/' pack.yes/puzzles.json >bad.json
refuse puzzles
sed 's/"mtm":/"mtn":/' slides/puzzles.json >bad.json
refuse puzzles
run find --db "$LOYD_DB" --json --stm 5..22 --limit 1
cp out entry.json
sed 's/"proven"/"solved"/' entry.json >bad.json
refuse entry
sed 's/"stm":[0-9]*,//' entry.json >bad.json
refuse entry
sed 's/{/{"more":1,/' entry.json >bad.json
refuse entry
for range in '"stm": ""' '"stm": ".."' '"stm": "1.5"' '"gap": "1,2"' \
    '"lower": []' '"percentile": "1.2e3"' '"percentile": "1..."' '"bounds": "1"' \
    '"used": "used"'; do
    echo '{"tiers": [{"title": "a", "from": {'"$range"'}}]}' >bad.json
    refuse schedule
done
for schema in "$root"/data/schemas/*.schema.json; do
    schema=${schema##*/}
    echo '[]' >bad.json
    refuse "${schema%.schema.json}"
done

# Nor would one that accepts a misspelt member, in any of its objects.
same "schemas without JSON" "" "$(python3 "$here/misspelt.py" "$root" . 2>&1)"

# Every command with --json is here.
run help --json
same "commands with --json" "$(python3 -c 'import json, sys
for command in json.load(sys.stdin)["commands"]:
    if any(option["name"] == "json" for option in command["options"]):
        print(command["name"])' <out | sort)" \
    "$(sort -u ran | grep -v -e '^-' -e nosuch)"

$JUDGE --cases cases >said 2>&1 || fail "$(cat said)"

# Every name is described.
n_checks=$((n_checks + 1))
python3 "$here/vocabulary.py" "$root" . >said 2>&1 || fail "$(cat said)"
finish
