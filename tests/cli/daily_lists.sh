#!/bin/sh
# Tests channels whose puzzles come from the catalogue: what is selected, the
# order of the days, the end of a list, revisions, merging, and damaged rows.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"
export LOYD PYTHONDONTWRITEBYTECODE=1

judge() {
    python3 "$here/daily_lists.py" "$@" 2>&1 || fail "daily_lists.py $*"
}

rows_of() {
    sqlite3 "$1" 'SELECT count(*) FROM ledger'
}

# counts DB: how many rows a channel has left in the catalogue.
counts() {
    sqlite3 "$1" 'SELECT (SELECT count(*) FROM channel),
        (SELECT count(*) FROM schedule), (SELECT count(*) FROM list),
        (SELECT count(*) FROM list_puzzle)'
}

for series in "3x3 rows 40" "3x3 snake 30" "2x3 rows 25" "4x4 rows 4"; do
    # shellcheck disable=SC2086 # three words
    set -- $series
    run generate "$1" --layout "$2" --count "$3" --seed lists --db c.db
    same "generate $series" 0 "$code"
done
printf '8 7 6/5 4 3/2 1 0\n' >unproven.txt
run import unproven.txt --db c.db --format boards
same "a puzzle without a proof" "proven unrated" "$(sqlite3 c.db 'SELECT
    DISTINCT iif(stm IS NULL, "unrated", "proven") FROM puzzle ORDER BY 1' |
    tr '\n' ' ' | sed 's/ $//')"
cp c.db empty.db

# --- the list ---

printf '%s' '{"every": {"title": "Club", "from": {"size": "3x3", "layout": "rows",
    "shuffle": ""}}}' >club.json
run channel create club --db c.db --schedule club.json --start 2027-01-01
same "create" "0 loyd: club: 'Club' has 40 puzzles for 365 days a year" \
    "$code $(cat err)"
cp out shown
judge set c.db club 1 0 "g.size = '3x3' AND g.layout = 'rows'" \
    >list
read -r number digest <list
same "what is shown" "channel=club first_date=2027-01-01 builtin=0 versions=1 rows=0
schedule_version=1 first_date=2027-01-01 weekday=every title=Club \
puzzles=$number list_digest=$digest \
selection={\"size\":\"3x3\",\"layout\":\"rows\",\"shuffle\":\"\"}" \
    "$(tr "$tab" ' ' <shown)"
check "show" 0 "$(cat shown)" "" channel show club --db c.db
run channel show club --db c.db --json
same "as JSON" "1 2027-01-01 $number $digest 3x3 rows" \
    "$(python3 -c '
import json
first, row = map(json.loads, open("out"))
assert first["schedule"] == json.load(open("club.json"))
print(row["schedule_version"], row["first_date"], row["puzzles"],
      row["list_digest"], row["selection"]["size"],
      row["selection"]["layout"])')"

# --- the order ---

run daily 2027-01-09 --channel club --db c.db --today 2027-01-09
same "decide" 0 "$code"
same "its title" "Saturday 2027-01-09, day 9: Club" "$(head -n 1 out)"
[ "$(grep -c recipe out)" = 0 ] || fail "a day from a list has a recipe"
same "the order" "9 rows" "$(judge days c.db club)"
cp c.db nine.db
run daily 2027-01-04 --channel club --db c.db --today 2027-01-09 --json
same "as JSON" "absent Club 4" "$(python3 -c '
import json
day = json.load(open("out"))
print(day.get("recipe", "absent"), day.get("title", "absent"),
      day["day_no"])')"
run daily 2027-01-20 --channel club --db c.db --today 2027-01-09 --future \
    --json
grep -o '"puzzle_id":"[0-9a-z]*"' out >future
same "a future day is not written" 9 "$(rows_of c.db)"

# Later changes of the catalogue change no day.
run generate 3x3 --count 50 --seed more --db c.db
run bands --db c.db --set one=0..50,two=50..100
run export --db c.db --out pack --pack-name p --size 3x3 --today 2027-01-01
same "export" 0 "$code"
run daily 2027-01-20 --channel club --db c.db --today 2027-01-20 --json
same "the day is the same" "$(cat future)" \
    "$(grep -o '"puzzle_id":"[0-9a-z]*"' out)"
same "the order" "20 rows" "$(judge days c.db club)"
same "the list is the same" "$number" "$(sqlite3 c.db \
    'SELECT count(*) FROM list_puzzle')"
run verify c.db
same "verify" 0 "$code"
has "verify: the order" out "20 ledger rows checked, 20 in the order of their \
list, 1 list"

# --- another seed, a query's order, a file's order, and tiers ---

seed="$(printf 'caf\303\251 & more')"
printf '{"every": {"title": "s", "from": {"size": "3x3", "layout": "rows",
    "used": "any", "shuffle": "%s"}}}' "$seed" >seeds.json
run channel create seeds --db c.db --schedule seeds.json --start 2027-01-01
same "a seed" 0 "$code"
has "is shown" out "\"shuffle\":\"$seed\""
run daily 2027-01-09 --channel seeds --db c.db --today 2027-01-09
same "its order" "9 rows" "$(judge days c.db seeds)"
for order in stm -stm; do
    printf '{"every": {"title": "s", "from": {"size": "3x3", "used": "any",
        "order": "%s", "limit": 7}}}' $order >order.json
    run channel create "order$order" --db c.db --schedule order.json \
        --start 2027-01-01
    run daily 2027-01-07 --channel "order$order" --db c.db --today 2027-01-07
    same "in the order of $order" "$("$LOYD" find --db c.db --size 3x3 \
        --status proven --order $order --limit 7 | cut -c 1-16)" "$(sqlite3 c.db \
        "SELECT puzzle FROM ledger WHERE channel = 'order$order'
        ORDER BY number")"
done
"$LOYD" find --db c.db --size 4x4 | cut -c 1-16 | sort -r >ids
{ cat ids && head -n 1 ids && echo 0000000000000000; } >more
printf '{"every": {"title": "g", "from": {"ids": "more"}}}' >given.json
run channel create given --db c.db --schedule given.json --start 2027-01-01
same "ids of a file" 0 "$code"
has "ids that are left out" err "given: 'g' leaves out 2 ids of its file: \
unknown, used, not proven, or there before"
run daily 2027-01-04 --channel given --db c.db --today 2027-01-04
same "as they are given, each once" "$(cat ids)" "$(sqlite3 c.db "SELECT puzzle
    FROM ledger WHERE channel = 'given' ORDER BY number")"
cat >tiers.json <<'END'
{"tiers": [{"title": "easy", "from": {"size": "3x3", "stm": "..20",
        "used": "any", "shuffle": "x"}},
    {"title": "rest", "from": {"size": ["3x3", "2x3"], "layout": ["rows"],
        "percentile": "0..100", "limit": 30, "used": "any", "shuffle": "x"}},
    {"title": "drawn", "size": "3x3", "stm": "20..22"}]}
END
run channel create two --db c.db --schedule tiers.json \
    --start 2027-01-01 --secret two.key
same "tiers" 0 "$code"
judge set c.db two 1 0 "g.size = '3x3' AND r.upper <= 20" >list
same "the limit" 30 "$(sqlite3 c.db "SELECT puzzles FROM list
    WHERE channel = 'two' AND place = 1")"
same "no puzzle is in both" 0 "$(sqlite3 c.db "SELECT count(*) FROM
    list_puzzle AS a JOIN list_puzzle AS b ON a.puzzle = b.puzzle JOIN list AS
    l ON l.pk = a.list JOIN list AS m ON m.pk = b.list WHERE l.channel = 'two'
    AND m.channel = 'two' AND l.pk < m.pk")"
run daily 2027-01-05 --channel two --db c.db --today 2027-01-05
same "needs the secret" "3 loyd: daily: channel two needs its secret" \
    "$code $(cat err)"
run daily 2027-01-05 --channel two --db c.db --today 2027-01-05 \
    --secret two.key
same "with the secret" 0 "$code"
same "the order of a secret channel" "15 rows" "$(judge days c.db two two.key)"

# A row for each weekday, some of them drawn.
python3 -c '
import json
drawn = {"title": "d", "size": "2x3", "stm": "5..9"}
listed = {"title": "l", "from": {"size": "2x3", "used": "any"}}
json.dump({"week": [drawn, drawn, listed, drawn, drawn, drawn, dict(
    listed, title="sunday")]}, open("week.json", "w"))'
run channel create week --db empty.db --schedule week.json --start 2027-01-01
same "the first has taken all" "1 loyd: week.json: sunday: no puzzle matches \
that is proven or, beyond 16 cells, rated; 0 more are used, 25 taken by this \
channel" "$code $(cat err)"
sed 's/"size": "2x3", "used"/"size": "2x3", "limit": 3, "used"/g' week.json >few.json
cp empty.db week.db
run channel create week --db week.db --schedule few.json --start 2027-01-01
same "weekdays" 0 "$code"
run daily 2027-01-31 --channel week --db week.db --today 2027-01-31
same "past the end" "1 loyd: daily: channel week: no puzzle left: its lists \
end on 2027-01-23" "$code $(cat err)"
same "the days before are decided, three from each list" "23 6" \
    "$(rows_of week.db) $(sqlite3 week.db 'SELECT count(*) FROM ledger AS l
    WHERE puzzle IN (SELECT puzzle FROM list_puzzle)
    AND strftime("%w", date) IN ("0", "3")')"
run verify week.db
same "verify" 0 "$code"

# What is shown can be given again.
id=$("$LOYD" find --db c.db --size 4x4 --limit 1 | cut -c 1)
cat >all.json <<END
{"tiers": [{"title": "a", "from": {"class": "3x3@0.0", "stm": ["9..",
    "5..7", "6..8"], "lower": "..40", "gap": [0, "3..5"],
    "percentile": ["95..", "0..90"], "recipe": "3x3/rows~g1~lists~*", "path": ["U*", "L2*"], "used":
    1, "where": "stm > 2", "order": "-stm", "distinct": 1, "offset": 1, "limit": 5}},
    {"title": "b", "from": {"band": ["two", "one"], "puzzle_id": "$id*", "pick":
    "x", "limit": 2, "used": "any"}}]}
END
run channel create all --db c.db --schedule all.json --json
same "every member" 0 "$code"
has "as 1" out '"distinct":1,'
cp out again.json
sed -n '2,$s/.*"list_digest"/"list_digest"/p' out >first
run channel create again --db c.db --schedule again.json --json
same "the same selections, read again" "0 $(cat first)" "$code $(sed -n \
    '2,$s/.*"list_digest"/"list_digest"/p' out)"

# --- a site ---

run publish --db c.db --out site --channel two --secret two.key \
    --today 2027-01-07 --future
same "publish" 0 "$code"
python3 - <<'END' || fail "the site"
import json
day = json.load(open("site/daily/2027-01-03.json"))
assert [p["tier"] for p in day["puzzles"]] == ["easy", "rest", "drawn"]
assert all("recipe" not in p and p["nonce"] for p in day["puzzles"])
END
run publish --db c.db --out site --channel two --secret two.key \
    --today 2027-01-30 --future
same "up to the last day" "0 loyd: two: its puzzles end on 2027-01-30, 0 \
days left: try \`loyd channel revise\`" "$code $(cat err)"
run publish --db c.db --out site --channel two --secret two.key \
    --today 2027-01-30 --future
same "said once a day" "0 " "$code $(cat err)"
run publish --db c.db --out hushed --channel two --secret two.key \
    --today 2027-01-30 --future --quiet --title ''
same "nor with --quiet and other options" "0 " "$code $(cat err)"
run verify c.db
same "verify without the secret" 0 "$code"
has "skips the order" out "137 ledger rows checked, 47 in the order"
run verify c.db --secret two.key
same "verify with the secret" 0 "$code"
has "proves the order, and draws again" out "137 ledger rows checked, 30 drawn \
again, 107 in the order"
run publish --db c.db --out site --channel two --secret two.key \
    --today 2027-01-31 --future
same "publish after the end" 0 "$code"
[ ! -e site/daily/2027-01-31.json ] || fail "a day after the end"
rm -r site
run publish --db c.db --out site --channel two --secret two.key \
    --today 2027-01-31 --future
same "and a new folder" 0 "$code"
[ -e site/daily/2027-01-30.json ] || fail "the last day is missing"

# --- the end of a list ---

cp nine.db end.db
last=2027-02-09
last_more=2027-02-10
run daily $last --channel club --db end.db --today $last
same "the last day" "0 loyd: club: its puzzles end on $last, 0 days left: try \
\`loyd channel revise\`" "$code $(cat err)"
cp nine.db end.db
run daily 2027-01-10 --channel club --db end.db --today 2027-01-10
same "30 days before" "loyd: club: its puzzles end on $last, 30 days left: try \
\`loyd channel revise\`" "$(cat err)"
run daily 2027-01-10 --channel club --db end.db --today 2027-01-10
same "30 days before, again" "" "$(cat err)"
run publish --db end.db --channel club --out quiet --today 2027-01-11 --future -q
same "quietly" "0 " "$code $(cat err)"
run publish --db end.db --channel club --out quiet --today 2027-01-12 --future
has "a day later" err "28 days left"
run publish --db end.db --channel club --out quiet --today 2027-01-12 --future
same "once a day" "0 " "$code $(cat err)"
run publish --db end.db --channel club --out quiet --today 2027-03-01 --future
has "up to the end" err "0 days left"
run publish --db end.db --channel club --out quiet --today 2027-03-02 --future
has "after the end" err "0 days left"
cp nine.db end.db
run daily 2027-01-09 --channel club --db end.db --today 2027-01-09
same "31 days before" "" "$(cat err)"
printf '{"every": {"title": "Snake", "from": {"layout": "snake",
    "shuffle": ""}}}' >snake.json
refuses "a version after the end" 2 "loyd: --from: $last_more: every: channel \
club: the list has 40 puzzles" \
    channel revise club --db end.db --from 2027-02-11 --schedule snake.json
refuses "after the end" 1 "loyd: daily: channel club: no puzzle left: its \
lists end on $last" daily 2027-02-11 --channel club --db end.db --today 2027-02-11
same "the days before are decided" 40 "$(rows_of end.db)"
run channel revise club --db end.db --from 2027-02-10 --schedule snake.json
same "the day after" 0 "$code"
run daily 2027-02-20 --channel club --db end.db --today 2027-02-20
same "continues" 0 "$code"
same "the order across versions" "51 rows" "$(judge days end.db club)"

# --- revisions ---

# Days between the ledger and the new version take their puzzles from the old
# list; the new one does not have them.
cp nine.db rev.db
run channel revise club --db rev.db --from 2027-01-21 --schedule club.json
same "revise" 0 "$code"
has "without what the days before take" out "${tab}puzzles=20${tab}"
for day in 2027-01-20 2027-01-30 2027-02-09; do
    run daily $day --channel club --db rev.db --today $day
    same "to $day" 0 "$code"
done
same "all 40 puzzles, each once" "40 rows" "$(judge days rev.db club)"
run verify rev.db
same "verify across versions" 0 "$code"
run channel revise club --db rev.db --from 2027-02-10 --schedule club.json
same "nothing is left" "1 loyd: club.json: every: no puzzle matches that is \
proven or, beyond 16 cells, rated; 0 more are used, 40 taken by this channel" \
    "$code $(cat err)"
printf '{"tiers": [{"title": "d", "size": "2x2", "stm": "1..6"}]}' >drawn.json
run channel revise club --db rev.db --from 2027-02-12 --schedule drawn.json
same "a day without a puzzle" "2 loyd: --from: 2027-02-10: every: channel club: \
the list has 20 puzzles" "$code $(cat err)"
run channel revise club --db rev.db --schedule drawn.json
same "drawn from then on" 0 "$code"
has "with 2x2 boards counted" err "loyd: club: 'd' has 11 boards for 365 days"
run daily 2027-02-12 --channel club --db rev.db --today 2027-02-12
same "and no warning" "0 " "$code $(cat err)"
printf '{"every": {"title": "again", "from": {"size": "2x3"}}}' >small.json
run channel revise club --db rev.db --from 2027-02-14 --schedule small.json
same "and from the catalogue again" 0 "$code"
run daily 2027-02-16 --channel club --db rev.db --today 2027-02-16
same "three kinds" "47 rows" "$(judge days rev.db club)"

# Used puzzles are left out, with their number; other channels have them too.
run channel create third --db rev.db --schedule club.json
same "all are used" "1 loyd: club.json: every: no puzzle matches that is \
proven or, beyond 16 cells, rated; 40 more are used, 0 taken by this channel" \
    "$code $(cat err)"
sed 's/"from": {/"from": {"used": "any", /' club.json >any.json
run channel create third --db rev.db --schedule any.json
same "any" 0 "$code"
cp nine.db rev.db
run channel create third --db rev.db --schedule club.json
same "some are used" "loyd: third: 'Club' has 31 puzzles for 365 days a year, \
9 more are used" "$(cat err)"

# --- titles ---

printf '{"every": "Der Klub"}' >titles.json
run channel revise club --db rev.db --titles titles.json
same "another title" 0 "$code"
run daily 2027-01-04 --channel club --db rev.db --today 2027-01-09 --json
has "on past days too" out '"title":"Der Klub"'
run verify rev.db
same "verify" 0 "$code"
while IFS='|' read -r json words; do
    printf '%s' "$json" >bad.json
    refuses "titles $json" 3 "loyd: bad.json: $words" channel revise club \
        --db rev.db --titles bad.json
done <<'END'
{}|expected an object of titles, such as {"easy": "Easy"}
[]|expected an object of titles, such as {"easy": "Easy"}
{"every": 1}|'every': invalid title '': expected 1..60 characters, without spaces at the ends
{"every": "x", "monday": "y"}|channel club has no row 'monday'
END
has "nothing was changed" "$(sqlite3 rev.db 'SELECT title FROM schedule_row' >t && echo t)" "Der Klub"

# --- merging ---

cp empty.db to.db
run merge --db to.db nine.db
same "a list travels" "0 $(counts nine.db)" "$code $(counts to.db)"
same "with the days" "9 rows" "$(judge days to.db club)"
run merge --db to.db nine.db
same "again" "0 $(counts nine.db)" "$code $(counts to.db)"
run daily 2027-01-12 --channel club --db nine.db --today 2027-01-12
run merge --db to.db nine.db
same "a longer ledger" "0 12 rows" "$code $(judge days to.db club)"
for other in '"layout": "snake"' '"layout": "rows"' '"layout": "rows", "shuffle": "y"'; do
    cp empty.db other.db
    printf '{"every": {"title": "c", "from": {"size": "3x3", %s}}}' "$other" \
        >other.json
    run channel create club --db other.db --schedule other.json \
        --start 2027-01-01
    before=$(counts other.db)
    run merge --db other.db nine.db
    same "another list, $other" "3 loyd: nine.db: channel club: different list \
of puzzles: catalogue not merged" "$code $(head -n 1 err)"
    same "is refused" "$before" "$(counts other.db)"
done
cp nine.db other.db
sqlite3 other.db 'UPDATE list_puzzle SET place = place + 100;
    UPDATE list_puzzle SET place = 139 - place'
run merge --db to.db other.db
same "another order" 3 "$code"
has "another order" err "channel club: different list of puzzles"
cp empty.db other.db
run channel create club --db other.db --schedule drawn.json --start 2027-01-01
run merge --db other.db nine.db
same "another kind" "3 loyd: nine.db: channel club: different schedule: \
catalogue not merged" "$code $(head -n 1 err)"

# --- damaged rows ---

# damaged NAME SQL WORDS: verify finds an altered list, and it is not merged.
damaged() {
    cp nine.db bad.db
    sqlite3 bad.db "PRAGMA ignore_check_constraints = 1; $2" ||
        fail "$1: sqlite3"
    run verify bad.db
    same "$1: verify" 1 "$code"
    has "$1: why" out "$3"
    cp empty.db to.db
    before=$(counts to.db)
    run merge --db to.db bad.db
    same "$1: merge" "3 $before" "$code $(counts to.db)"
}

of="(SELECT puzzle FROM list_puzzle ORDER BY puzzle LIMIT 1 OFFSET 3)"
other="(SELECT id FROM puzzle WHERE id NOT IN (SELECT puzzle FROM
    list_puzzle) AND stm IS NOT NULL LIMIT 1)"
list="list of club, version 1, row 1: "
damaged "a puzzle less" "DELETE FROM list_puzzle WHERE puzzle = $of" \
    "${list}the number of its puzzles is wrong: 40, not 39"
damaged "a puzzle more" "INSERT INTO list_puzzle SELECT list, 40, $other FROM
    list_puzzle LIMIT 1" "${list}the number of its puzzles is wrong: 40, not 41"
damaged "another puzzle" "UPDATE list_puzzle SET puzzle = $other
    WHERE puzzle = $of" "${list}the digest does not match its puzzles"
damaged "a puzzle twice" "UPDATE list_puzzle SET puzzle = (SELECT puzzle FROM
    list_puzzle WHERE place = 3) WHERE place = 4" \
    "${list}a place is free, or a puzzle has two"
damaged "another place" "UPDATE list_puzzle SET place = 77 WHERE place = 9" \
    "${list}a place is free, or a puzzle has two"
damaged "another digest" "UPDATE list SET digest = zeroblob(32)" \
    "${list}the digest does not match its puzzles"
damaged "another number" "UPDATE list SET puzzles = 39" \
    "${list}the number of its puzzles is wrong: 39, not 40"
damaged "no number" "UPDATE list SET puzzles = 0" "list 1: invalid puzzles"
damaged "an unproven puzzle" "UPDATE list_puzzle SET puzzle = (SELECT id FROM
    puzzle WHERE stm IS NULL) WHERE puzzle = $of" \
    "${list}a puzzle is missing or not rated"
damaged "a long id" "UPDATE list_puzzle SET puzzle = puzzle || '0'
    WHERE puzzle = $of" "${list}a puzzle is missing or not rated"
damaged "no list" "DELETE FROM list_puzzle; DELETE FROM list" \
    "channel club: a list of puzzles is missing"
damaged "another row" "UPDATE list SET place = 1" \
    "list of club, version 1, row 2: it belongs to no row"
damaged "a list and a rule" "UPDATE schedule_row SET size = '3x3', layout =
    'rows', target = 'stm', low = 1, high = 5" "${list}it belongs to no row"
damaged "half a rule" "UPDATE schedule_row SET size = '3x3'" \
    "file: CHECK constraint failed in schedule_row"
damaged "control characters" "UPDATE list SET selection = char(27) || '[31m'" \
    "list 1: invalid selection"
damaged "a selection that is not JSON" "UPDATE list SET selection = '{\"size\":'" \
    "${list}the selection is no JSON object"

# A ledger whose hashes fit, with two days swapped.
cp nine.db bad.db
judge forge bad.db club
run verify bad.db
same "swapped days" 1 "$code"
has "are found" out "ledger of club: row 1, 2027-01-01: its list has another \
puzzle there"
cp c.db bad.db
judge forge bad.db two
run verify bad.db
same "swapped days of a secret channel are in the list" 0 "$code"
run verify bad.db --secret two.key
same "and found with the secret" 1 "$code"
has "in both days" out "its list has another puzzle there"

# A damaged catalogue is imported without its channels.
cp nine.db bad.db
sqlite3 bad.db "PRAGMA writable_schema = 1; DELETE FROM sqlite_schema
    WHERE name = 'list_puzzle'"
run import bad.db --db salvaged.db
same "salvage" 0 "$code"
same "puzzles alone" "0|0|0|0" "$(counts salvaged.db)"

# --- the command line ---

before=$(counts empty.db)
set -- channel create x --db empty.db --start 2027-01-01 --secret none.key \
    --schedule bad.json
while IFS='|' read -r json words; do
    printf '%s' "$json" >bad.json
    refuses "schedule $json" 3 "loyd: bad.json: $words" "$@"
done <<END
{"tiers": [{"from": {}}]}|tier 1: missing title
{"tiers": [{"title": "a"}]}|tier 1: missing size
{"tiers": [{"title": "a", "from": 1}]}|tier 1: 'from' is not an object
{"tiers": [{"title": "a", "from": {}, "size": "3x3"}]}|tier 1: 'from' excludes size, layout, band, stm, mtm and mlc
{"tiers": [{"title": "a", "from": {"sizes": "3x3"}}]}|tier 'a': unknown filter 'sizes': try 'size'
{"tiers": [{"title": "a", "from": {"ids": 1}}]}|tier 'a': 'ids' is not a string
{"tiers": [{"title": "a", "from": {"ids": "bad.json"}}]}|tier 'a': bad.json:1: expected an id
{"tiers": [{"title": "a", "from": {"shuffle": 1}}]}|tier 'a': 'shuffle' is not a string
{"tiers": [{"title": "a", "from": {"shuffle": "$(printf %1025s x)"}}]}|tier 'a': 'shuffle' has 1025 bytes: expected at most 1024
{"tiers": [{"title": "a", "from": {"status": "no"}}]}|tier 'a': invalid status 'no': expected unrated, bounded or proven
{"tiers": [{"title": "a", "from": {"metric": ["stm"]}}]}|tier 'a': unknown filter 'metric': expected a column of puzzles
{"tiers": [{"title": "a", "from": {"mtm": "9..3"}}]}|tier 'a': empty range of mtm 9..3
{"tiers": [{"title": "a", "from": {"after": "abc"}}]}|tier 'a': after: incomplete id 'abc': expected 16 characters
{"tiers": [{"title": "a", "from": {"where": "stm > ("}}]}|tier 'a': where: a parenthesis is not closed
{"tiers": [{"title": "a", "from": {"where": "(SELECT 1)"}}]}|tier 'a': where: unexpected 'SELECT': expected a column of puzzles
{"tiers": [{"title": "a", "from": {"size": []}}]}|tier 'a': invalid 'size': expected at least one value
{"tiers": [{"title": "a", "from": {"size": [3.5]}}]}|tier 'a': invalid 'size': expected a text, a number, or an array of these
{"tiers": [{"title": "a", "from": {"limit": 0}}]}|tier 'a': limit: 0 is out of range: expected 1..9223372036854775807
{"tiers": [{"title": "a", "from": {"offset": "-1"}}]}|tier 'a': offset: invalid number '-1'
{"tiers": [{"title": "a", "from": {"used": "used"}}]}|tier 'a': invalid used 'used': expected no, yes or any
{"tiers": [{"title": "a", "from": {"order": "no"}}]}|tier 'a': order: unknown order 'no': expected a column of puzzles
{"tiers": [{"title": "a", "from": {"distinct": 2}}]}|tier 'a': distinct: invalid distinct: expected 0 or 1
{"tiers": [{"title": "a", "from": {"stm": "5..6..7"}}]}|tier 'a': invalid stm '5..6..7': expected a number, or a range such as 20..30 or 30..
{"tiers": [{"title": "a", "from": {"band": "none"}}]}|tier 'a': unknown band 'none': try 'loyd bands'
END
printf '{"tiers": [{"title": "a", "from": {"size": "5x5"}}]}' >bad.json
refuses "nothing selected" 1 "loyd: bad.json: tier 'a': no puzzle matches that \
is proven or, beyond 16 cells, rated; 0 more are used, 0 taken by this channel" "$@"
printf '{"tiers": [{"title": "a", "from": {}}, {"title": "b", "from": {"size":
    "3x3"}}]}' >bad.json
refuses "tiers that take everything" 1 "loyd: bad.json: tier 'b': no puzzle \
matches that is proven or, beyond 16 cells, rated; 0 more are used, 99 taken by \
this channel" "$@"
refuses "no catalogue" 1 "loyd: bad.json: tier 'a': there is no catalogue to \
take puzzles from" channel create x --db none.db --schedule bad.json
[ ! -e none.db ] || fail "a catalogue was made"
printf '{"tiers": [{"title": "a", "title": "b"}]}' >bad.json
run "$@"
same "a key twice" 3 "$code"
same "nothing was made" "$before" "$(counts empty.db)"
[ ! -e none.key ] || fail "a secret was made for bad schedules"
finish
