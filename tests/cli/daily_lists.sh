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

run channel create club --db c.db --from-catalogue --size 3x3 --layout rows \
    --start 2027-01-01
same "create" 0 "$code"
cp out shown
judge set c.db club 1 0 "g.size = '3x3' AND g.layout = 'rows'" \
    >list
read -r number digest <list
same "what is shown" "channel=club first_date=2027-01-01 builtin=0 versions=1 rows=0
schedule_version=1 first_date=2027-01-01 puzzles=$number days_left=$number \
days_left_exact=1 list_digest=$digest \
selection={\"size\":\"3x3\",\"layout\":\"rows\"}" "$(tr "$tab" ' ' <shown)"
check "show" 0 "$(cat shown)" "" channel show club --db c.db
run channel show club --db c.db --json
same "as JSON" "1 2027-01-01 $number $number 1 $digest 3x3 rows" \
    "$(python3 -c '
import json
_, row = map(json.loads, open("out"))
print(row["schedule_version"], row["first_date"], row["puzzles"], row["days_left"],
      row["days_left_exact"], row["list_digest"], row["selection"]["size"],
      row["selection"]["layout"])')"

# --- the order ---

run daily 2027-01-09 --channel club --db c.db --today 2027-01-09
same "decide" 0 "$code"
same "no recipe, no title" "Saturday 2027-01-09, day 9" "$(head -n 1 out)"
[ "$(grep -c recipe out)" = 0 ] || fail "a day from a list has a recipe"
same "the order" "9 rows" "$(judge days c.db club)"
cp c.db nine.db
run daily 2027-01-04 --channel club --db c.db --today 2027-01-09 --json
same "as JSON" "absent absent 4" "$(python3 -c '
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

# --- another seed, and tiers ---

run channel create seeds --db c.db --from-catalogue --size 3x3 --layout rows \
    --start 2027-01-01 --shuffle "$(printf 'caf\303\251 & more')"
same "a seed" 0 "$code"
has "is shown" out "${tab}seed=$(printf 'caf\303\251 & more')$tab"
run daily 2027-01-09 --channel seeds --db c.db --today 2027-01-09
same "its order" "9 rows" "$(judge days c.db seeds)"
cat >tiers.json <<'END'
{"tiers": [{"title": "easy", "from": {"size": "3x3", "stm": "..20"}},
    {"title": "rest", "from": {"size": ["3x3", "2x3"], "layout": ["rows"],
        "percentile": "0..100", "limit": 30}}]}
END
run channel create two --db c.db --from-catalogue --tiers tiers.json \
    --start 2027-01-01 --secret two.key --shuffle x
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
same "the order of a secret channel" "10 rows" "$(judge days c.db two two.key)"

# A selection that is printed can be given again.
id=$("$LOYD" find --db c.db --size 4x4 --limit 1 | cut -c 1)
cat >all.json <<END
{"tiers": [{"title": "a", "from": {"class": "3x3@0.0", "stm": ["9..",
    "5..7", "6..8"], "lower": "..40", "gap": [0, "3..5"],
    "percentile": ["95..", "0..90"], "recipe": "3x3/rows~g1~lists~*", "path": ["U*", "L2*"], "used":
    1, "where": "stm > 2", "order": "-stm", "distinct": 1, "offset": 1, "limit": 5}},
    {"title": "b", "from": {"band": ["two", "one"], "puzzle_id": "$id*", "pick":
    "x", "limit": 2}}]}
END
run channel create all --db c.db --from-catalogue --tiers all.json --json
same "every member" 0 "$code"
has "as 1" out '"distinct":1,'
python3 -c '
import json
rows = [json.loads(line) for line in open("out")][1:]
print(json.dumps({"tiers": [{"title": row["tier"], "from": row["selection"]}
                            for row in rows]}))' >again.json
sed -n '2,$s/.*"list_digest"/"list_digest"/p' out >first
run channel create again --db c.db --from-catalogue --tiers again.json --json
same "the same selections, read again" "0 $(cat first)" "$code $(sed -n \
    '2,$s/.*"list_digest"/"list_digest"/p' out)"

# --- a site ---

run publish --db c.db --out site --channel two --secret two.key \
    --today 2027-01-07 --future
same "publish" 0 "$code"
python3 - <<'END' || fail "the site"
import json
day = json.load(open("site/daily/2027-01-03.json"))
assert [p["tier"] for p in day["puzzles"]] == ["easy", "rest"]
assert all("recipe" not in p and p["nonce"] for p in day["puzzles"])
END
run publish --db c.db --out site --channel two --secret two.key \
    --today 2027-01-30 --future
same "up to the last day" "0 loyd: two: its puzzles end on 2027-01-30, 0 \
days left: try \`loyd channel revise\`" "$code $(cat err)"
run verify c.db
same "verify without the secret" 0 "$code"
has "skips the order" out "89 ledger rows checked, 29 in the order"
run verify c.db --secret two.key
same "verify with the secret" 0 "$code"
has "proves the order" out "89 ledger rows checked, 89 in the order"
run publish --db c.db --out site --channel two --secret two.key \
    --today 2027-01-31 --future
same "publish after the end" "1 loyd: publish: channel two: no puzzle left for \
2027-01-31, rest: the list of version 1 has 30" "$code $(cat err)"
[ ! -e site/daily/2027-01-31.json ] || fail "a day after the end"

# --- the end of a list ---

cp nine.db end.db
last=2027-02-09
run daily $last --channel club --db end.db --today $last
same "the last day" "0 loyd: club: its puzzles end on $last, 0 days left: try \
\`loyd channel revise\`" "$code $(cat err)"
cp nine.db end.db
run daily 2027-01-10 --channel club --db end.db --today 2027-01-10
same "30 days before" "loyd: club: its puzzles end on $last, 30 days left: try \
\`loyd channel revise\`" "$(cat err)"
cp nine.db end.db
run daily 2027-01-09 --channel club --db end.db --today 2027-01-09
same "31 days before" "" "$(cat err)"
refuses "after the end" 1 "loyd: daily: channel club: no puzzle left for \
2027-02-10: the list of version 1 has 40" \
    daily 2027-02-11 --channel club --db end.db --today 2027-02-11
same "nothing is decided" 9 "$(rows_of end.db)"
refuses "a version after the end" 2 "loyd: --from: the puzzles of version 1 \
end on $last: expected at most the day after, not 2027-02-11" \
    channel revise club --db end.db --from 2027-02-11 --from-catalogue
run channel revise club --db end.db --from 2027-02-10 --from-catalogue \
    --layout snake
same "the day after" 0 "$code"
run daily 2027-02-20 --channel club --db end.db --today 2027-02-20
same "continues" 0 "$code"
same "the order across versions" "51 rows" "$(judge days end.db club)"

# --- revisions ---

# Days between the ledger and the new version show puzzles that both lists
# have; none is shown twice.
cp nine.db rev.db
run channel revise club --db rev.db --from 2027-01-21 --from-catalogue \
    --size 3x3 --layout rows
same "revise" 0 "$code"
has "without the days of the ledger" out \
    "${tab}puzzles=31${tab}days_left=20${tab}days_left_exact=0$tab"
cp out revised
for day in 2027-01-20 2027-01-30 2027-02-09; do
    run daily $day --channel club --db rev.db --today $day
    same "to $day" 0 "$code"
done
run channel show club --db rev.db
has "the exact number" out \
    "${tab}puzzles=31${tab}days_left=0${tab}days_left_exact=1$tab"
same "all 40 puzzles, each once" "40 rows" "$(judge days rev.db club)"
run verify rev.db
same "verify across versions" 0 "$code"
run channel revise club --db rev.db --from 2027-02-10 --from-catalogue \
    --size 3x3 --layout rows
same "nothing is left" "1 loyd: channel: no puzzle matches that is proven or, beyond 16 cells, rated, except for \
those of the ledger and of earlier tiers" "$code $(cat err)"
printf '{"tiers": [{"title": "d", "size": "2x2", "stm": "1..6"}]}' >drawn.json
run channel revise club --db rev.db --from 2027-02-10 --schedule drawn.json
same "drawn from then on" 0 "$code"
run daily 2027-02-12 --channel club --db rev.db --today 2027-02-12
same "and no warning" "0 " "$code $(cat err)"
run channel revise club --db rev.db --from 2027-02-14 --from-catalogue \
    --size 2x3
same "and from the catalogue again" 0 "$code"
run daily 2027-02-16 --channel club --db rev.db --today 2027-02-16
same "three kinds" "47 rows" "$(judge days rev.db club)"

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
cp empty.db other.db
run channel create club --db other.db --from-catalogue --size 3x3 \
    --layout snake --start 2027-01-01
before=$(counts other.db)
run merge --db other.db nine.db
same "another list" "3 loyd: nine.db: channel club: different list of puzzles: \
catalogue not merged" "$code $(head -n 1 err)"
same "is refused" "$before" "$(counts other.db)"
cp empty.db other.db
run channel create club --db other.db --from-catalogue --size 3x3 \
    --layout rows --start 2027-01-01 --shuffle y
run merge --db other.db nine.db
same "another seed" "3 loyd: nine.db: channel club: different list of puzzles: \
catalogue not merged" "$code $(head -n 1 err)"
cp empty.db other.db
run channel create club --db other.db --schedule drawn.json --start 2027-01-01
run merge --db other.db nine.db
same "another kind" "3 loyd: nine.db: channel club: different schedule: \
catalogue not merged" "$code $(head -n 1 err)"

# --- damaged rows ---

# damaged NAME SQL WORDS: an altered catalogue decides no day, and verify finds
# the fault; nor is it merged.
damaged() {
    cp nine.db bad.db
    sqlite3 bad.db "PRAGMA ignore_check_constraints = 1; $2" ||
        fail "$1: sqlite3"
    rows=$(rows_of bad.db)
    run daily 2027-01-14 --channel club --db bad.db --today 2027-01-14
    same "$1: daily" "3 $rows" "$code $(rows_of bad.db)"
    has "$1: why" err "$3"
    run verify bad.db
    same "$1: verify" 1 "$code"
    cp empty.db to.db
    before=$(counts to.db)
    run merge --db to.db bad.db
    same "$1: merge" "3 $before" "$code $(counts to.db)"
}

number_words="channel club: the number of puzzles of a list is wrong"
of="(SELECT puzzle FROM list_puzzle ORDER BY puzzle LIMIT 1 OFFSET 3)"
other="(SELECT id FROM puzzle WHERE id NOT IN (SELECT puzzle FROM
    list_puzzle) AND stm IS NOT NULL LIMIT 1)"
damaged "a puzzle less" "DELETE FROM list_puzzle WHERE puzzle = $of" \
    "$number_words"
damaged "a puzzle more" "INSERT INTO list_puzzle SELECT list, $other FROM
    list_puzzle LIMIT 1" "$number_words"
damaged "another puzzle" "UPDATE list_puzzle SET puzzle = $other
    WHERE puzzle = $of" "channel club: the digest of a list does not match its puzzles"
damaged "another digest" "UPDATE list SET digest = zeroblob(32)" \
    "channel club: the digest of a list does not match its puzzles"
damaged "another number" "UPDATE list SET puzzles = 39" "$number_words"
damaged "no number" "UPDATE list SET puzzles = 0" \
    "channel club: list 1: invalid puzzles"
damaged "an unproven puzzle" "UPDATE list_puzzle SET puzzle = (SELECT id FROM
    puzzle WHERE stm IS NULL) WHERE puzzle = $of" \
    "channel club: a puzzle of a list is missing or not rated"
damaged "a long id" "UPDATE list_puzzle SET puzzle = puzzle || '0'
    WHERE puzzle = $of" "$number_words"
damaged "no list" "DELETE FROM list_puzzle; DELETE FROM list" \
    "channel club: schedule version 1: too few rows"
damaged "a title without tiers" "UPDATE list SET title = 'x'" \
    "list club 1 0: invalid title"
damaged "another place" "UPDATE list SET place = 1" \
    "list club 1 1: invalid place"
damaged "a list and a schedule" "INSERT INTO schedule_row VALUES
    ('club', 1, 0, '', 'a', '3x3', 'rows', NULL, 'stm', 1, 5)" \
    "channel club: schedule version 1: both rows and lists"
damaged "control characters" "UPDATE list SET seed = char(27) || '[31m'" \
    "channel club: list 1: invalid seed"

cp nine.db bad.db
sqlite3 bad.db "UPDATE list SET selection = '{\"size\":'"
run channel show club --db bad.db --json
same "a selection that is not JSON" "3 loyd: bad.db: channel club: the \
selection of a list is not JSON" "$code $(cat err)"

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
set -- channel create x --db empty.db --start 2027-01-01
for filter in "--size 3x3" "--band easy" "--used no" "--shuffle x" \
    "--tiers tiers.json" "--limit 3" "--layout rows"; do
    # shellcheck disable=SC2086 # two words
    refuses "$filter alone" 2 \
        "loyd: channel: ${filter%% *} requires --from-catalogue" "$@" \
        --schedule drawn.json $filter
done
refuses "a bad seed" 2 "loyd: --shuffle: invalid UTF-8 \\xff at byte 1" "$@" \
    --from-catalogue --shuffle "$(printf '\377')"
refuses "a long seed" 2 "loyd: --shuffle: 1025 bytes: expected at most 1024" "$@" --from-catalogue --shuffle "$(printf %1025s x)"
refuses "no such band" 2 "loyd: --band: unknown band 'hrd': try 'hard'" "$@" \
    --from-catalogue --band hrd
refuses "nothing selected" 1 "loyd: channel: no puzzle matches that is proven or, beyond 16 cells, rated" "$@" \
    --from-catalogue --size 5x5 --secret none.key
[ ! -e none.key ] || fail "a secret was made for an empty list"
refuses "no catalogue" 3 "loyd: none.db: no such file" channel create x \
    --db none.db --from-catalogue
[ ! -e none.db ] || fail "a catalogue was made"
printf '{"tiers": [{"title": "a", "from": {}}, {"title": "b", "from": {"size":
    "3x3"}}]}' >all.json
refuses "tiers that take everything" 1 "loyd: channel: tier 'b': no puzzle \
matches that is proven or, beyond 16 cells, rated, except for those of the ledger and of \
earlier tiers" "$@" \
    --from-catalogue --tiers all.json --secret none.key
while IFS='|' read -r json words; do
    printf '%s' "$json" >bad.json
    refuses "tiers $json" 3 "loyd: bad.json: $words" "$@" --from-catalogue \
        --tiers bad.json --secret none.key
done <<'END'
{}|expected an object with 'tiers' and nothing else
{"week": []}|unknown key 'week': expected 'tiers'
{"tiers": {}}|'tiers' is not an array
{"tiers": []}|0 tiers: expected 1..7
{"tiers": [1]}|tier 1: not an object
{"tiers": [{"from": {}}]}|tier 1: missing title
{"tiers": [{"title": "a"}]}|tier 1: missing from
{"tiers": [{"title": "a", "from": 1}]}|tier 1: 'from' is not an object
{"tiers": [{"title": "", "from": {}}]}|tier 1: empty title
{"tiers": [{"title": 1, "from": {}}]}|tier 1: 'title' is not a string
{"tiers": [{"title": "A b", "from": {}}]}|tier 1: title 'A b' is not the name of a tier: expected a 'tier' of 1..32 characters of a-z 0-9 -
{"tiers": [{"title": "a", "from": {}}, {"title": "a", "from": {}}]}|tier 2: tier 'a' appears twice
{"tiers": [{"title": "a", "from": {}, "size": "3x3"}]}|tier 1: unknown key 'size': expected tier, title or from
{"tiers": [{"title": "a", "from": {"sizes": "3x3"}}]}|tier 1: unknown filter 'sizes': try 'size'
{"tiers": [{"title": "a", "from": {"ids": "yes"}}]}|tier 1: unknown filter 'ids': expected a column of puzzles
{"tiers": [{"title": "a", "from": {"status": "no"}}]}|tier 1: invalid status 'no': expected unrated, bounded or proven
{"tiers": [{"title": "a", "from": {"metric": ["stm"]}}]}|tier 1: unknown filter 'metric': expected a column of puzzles
{"tiers": [{"title": "a", "from": {"mtm": "9..3"}}]}|tier 1: empty range of mtm 9..3
{"tiers": [{"title": "a", "from": {"after": "abc"}}]}|tier 1: after: incomplete id 'abc': expected 16 characters
{"tiers": [{"title": "a", "from": {"where": "stm > ("}}]}|tier 1: where: a parenthesis is not closed
{"tiers": [{"title": "a", "from": {"where": "(SELECT 1)"}}]}|tier 1: where: unexpected 'SELECT': expected a column of puzzles
{"tiers": [{"title": "a", "from": {"size": []}}]}|tier 1: invalid 'size': expected at least one value
{"tiers": [{"title": "a", "from": {"size": [3.5]}}]}|tier 1: invalid 'size': expected a text, a number, or an array of these
{"tiers": [{"title": "a", "from": {"limit": 0}}]}|tier 1: limit: 0 is out of range: expected 1..9223372036854775807
{"tiers": [{"title": "a", "from": {"offset": "-1"}}]}|tier 1: offset: invalid number '-1'
{"tiers": [{"title": "a", "from": {"path_prefix": "U"}}]}|tier 1: unknown filter 'path_prefix': expected a column of puzzles
{"tiers": [{"title": "a", "from": {"used": "used"}}]}|tier 1: invalid used 'used': expected no, yes or any
{"tiers": [{"title": "a", "from": {"order": "no"}}]}|tier 1: order: unknown order 'no': expected a column of puzzles
{"tiers": [{"title": "a", "from": {"distinct": 2}}]}|tier 1: distinct: invalid distinct: expected 0 or 1
{"tiers": [{"title": "a", "from": {"stm": "5..6..7"}}]}|tier 1: invalid stm '5..6..7': expected a number, or a range such as 20..30 or 30..
{"tiers": [{"title": "a", "from": {"band": "none"}}]}|tier 'a': unknown band 'none': try 'loyd bands'
END
printf '{"tiers": [{"title": "a", "title": "b"}]}' >bad.json
run "$@" --from-catalogue --tiers bad.json
same "a key twice" 3 "$code"
same "nothing was made" "$before" "$(counts empty.db)"
[ ! -e none.key ] || fail "a secret was made for bad tiers"
finish
