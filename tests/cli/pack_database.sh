#!/bin/sh
# `verify FILE.sqlite`: the database of a pack, as shipped, and an app's copy of
# it after deltas and after every kind of change that should not be there.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

LOYD_DB=a.db && export LOYD_DB
for kind in '3x3 --seed one' '2x4 --layout random --seed two' '4x4 --seed three'; do
    # shellcheck disable=SC2086 # a size and its options
    run generate --db "$LOYD_DB" $kind --count 30
    same "generate $kind" 0 "$code"
done
run rate --db "$LOYD_DB" --metric mtm --size 3x3
same "rate in MTM" 0 "$code"

# good NAME FILE N: the database verifies, with N puzzles.
good() {
    run verify "$2"
    same "$1: $(cat out err)" 0 "$code"
    has "$1" out "$3 puzzles checked in 1 file"
    has "$1" out ", 0 wrong"
}

run export --db "$LOYD_DB" --out p1 --size 3x3,2x4 --metric mtm
good "the first pack" p1/puzzles.sqlite 60
run export --db "$LOYD_DB" --out bare --size 3x3 --no-solutions
good "without solutions" bare/puzzles.sqlite 30
gone=$(sed -n 7p p1/ids.tsv | cut -f 2)
same "an id of the pack: $gone" 16 "${#gone}"
run export --db "$LOYD_DB" --out p2 --since p1 --grow --size 4x4 --metric mtm \
    --withdraw "$gone"
same "a delta: $(cat err)" 0 "$code"
good "a delta" p2/puzzles.sqlite 30
cp p1/puzzles.sqlite app.sqlite
sqlite3 app.sqlite "ATTACH 'p2/puzzles.sqlite' AS delta" \
    ".read $root/data/packs/apply.sql"
good "a copy after a delta" app.sqlite 89

# What Android and Room add, and a copy that an app has open.
cp app.sqlite phone.sqlite
sqlite3 phone.sqlite "CREATE TABLE android_metadata (locale TEXT);
    CREATE TABLE room_master_table (id INTEGER PRIMARY KEY, identity_hash TEXT);
    PRAGMA journal_mode = WAL" >/dev/null
good "a phone's copy" phone.sqlite 89
cp phone.sqlite open.sqlite
printf x >open.sqlite-wal
run verify open.sqlite
same "a copy with changes next to it" 1 "$code"
has "a copy with changes next to it" out "changes are in its -wal file"

# altered NAME SQL WORDS: after SQL, verify says WORDS.
altered() {
    cp app.sqlite bad.sqlite
    sqlite3 bad.sqlite "$2" || fail "$1: $2"
    run verify bad.sqlite
    same "$1: exit code" 1 "$code"
    has "$1" out "$3"
}
altered "a length" "UPDATE puzzle SET stm = stm + 2, upper = upper + 2,
    lower = lower + 2 WHERE number = 3" ":3: the path's length does not match the rating"
altered "a path" "UPDATE puzzle SET path = 'U' WHERE number = 3" ":3: "
altered "a board" "UPDATE puzzle SET board = (SELECT board FROM puzzle WHERE
    number = 4) WHERE number = 3" ":3: "
altered "an id" "UPDATE puzzle SET puzzle_id = '0000000000000000' WHERE
    number = 3" ":3: "
altered "a size" "UPDATE puzzle SET size = '4x4' WHERE number = 3" ":3: "
altered "a band" "UPDATE puzzle SET band = NULL WHERE number = 3" \
    "percentile without a band"
altered "a percentile" "UPDATE puzzle SET percentile = percentile / 2 WHERE
    number = 3" "percentile"
altered "a length in MTM" "UPDATE puzzle SET mtm = mtm + 1, mtm_lower =
    mtm_lower + 1, mtm_upper = mtm_upper + 1 WHERE number = 3" ":3: "
altered "a missing puzzle" "DELETE FROM puzzle WHERE number = 9" \
    "1 number is neither of a puzzle nor withdrawn"
altered "the number of puzzles" "DELETE FROM puzzle WHERE number = 9" \
    "88 puzzles: the table \`pack\` has 89"
altered "a tombstone" "DELETE FROM withdrawn" \
    "1 number is neither of a puzzle nor withdrawn"
altered "a puzzle that is withdrawn" "INSERT INTO withdrawn SELECT 500,
    puzzle_id FROM puzzle WHERE number = 3" "not withdrawn"
altered "a goal" "DELETE FROM goal WHERE goal_no = 1" "goal"
altered "a goal's layout" "UPDATE goal SET layout = 'snake' WHERE goal_no = 1" \
    "goal"
altered "two packs" "INSERT INTO pack SELECT version + 1, pack_id, name,
    licence, digest, puzzles, since FROM pack" "table 'pack' has several rows"
altered "a pack without a row" "DELETE FROM pack" "table 'pack' has no row"
altered "a digest" "UPDATE pack SET digest = printf('%064d', 0)" \
    "digest does not match"
altered "another table" "CREATE TABLE more (x)" "unexpected schema"
altered "another view" "CREATE VIEW android_metadata AS SELECT 1" \
    "unexpected schema"

# Only a copy of a pack may have such tables.
cp a.db odd.db
sqlite3 odd.db "CREATE TABLE android_metadata (locale TEXT)"
run verify odd.db
same "a catalogue with a table of Android" 3 "$code"
has "a catalogue with a table of Android" err \
    "unexpected schema: 'table android_metadata' is unknown"

cp p1/puzzles.sqlite shipped.sqlite
sqlite3 shipped.sqlite "UPDATE puzzle SET name = NULL, stm = NULL, path = NULL,
    percentile = NULL, band = NULL, lower = NULL, upper = NULL,
    percentile_sample = NULL WHERE number = 3"
run verify shipped.sqlite
has "a rating left out" out "digest does not match"

# shipped NAME SQL WORDS: the same for the database of the delta.
shipped() {
    cp p2/puzzles.sqlite bad.sqlite
    sqlite3 bad.sqlite "$2" || fail "$1: $2"
    run verify bad.sqlite
    has "$1" out "$3"
}
shipped "bands in another order" "UPDATE puzzle SET band = (SELECT band FROM puzzle
    ORDER BY percentile DESC LIMIT 1) WHERE number = (SELECT number FROM puzzle
    WHERE percentile IS NOT NULL ORDER BY percentile LIMIT 1)" "overlap"

# Percentiles of built-in samples: 3x5 in MTM.
run generate 3x5 --stm 8..10 --seed near --count 3 --db near.db
run rate --db near.db --metric mtm
run export --db near.db --out near --metric mtm
cp near/puzzles.sqlite bad.sqlite
sqlite3 bad.sqlite "UPDATE puzzle SET mtm_percentile = mtm_percentile + 0.001
    WHERE mtm_percentile_sample > 0"
run verify bad.sqlite
has "a percentile of a sample" out "percentile is not that of the length in MTM"

head -c 8192 app.sqlite >bad.sqlite
run verify bad.sqlite
same "a truncated copy" 1 "$code"
run verify app.sqlite --json
has "JSON" out '"puzzles":89,"rows":89,"files":1,'
refuses "a digest" 2 "loyd: verify: --digest and a pack cannot be combined" \
    verify app.sqlite --digest "$(printf '%064d' 0)"
same "nothing was written next to it" "app.sqlite" "$(echo app.sqlite*)"

finish
