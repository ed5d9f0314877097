#!/bin/sh
# Catalogues that SQL tools have changed: each command says what is wrong and
# where, and none gives a wrong answer.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# --- a catalogue with rows in every table ---

run generate 3x3 --seed a --count 4 --db a.db
run generate 2x3 --layout random --metric mtm --seed b --count 2 --db a.db
run generate 2x9 --method walk:10 --seed c --count 1 --db a.db
run generate 4x4 --seed d --count 4 --db a.db
python3 "$here/sample.py" a.db || fail "a sample"
cat >rows.jsonl <<'END'
{"board":"8 6 7/2 5 4/3 0 1","stm":31,"name":"longest"}
{"board":"1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 0 17","lower":1,"upper":3,"path":"LRL"}
END
run import rows.jsonl --db a.db
same "import" 0 "$code"
echo '{"tiers": [{"title": "one", "size": "2x2", "stm": "3..4"},
    {"title": "two", "size": "2x2", "stm": "5..6"}]}' >club.json
run channel create club --db a.db --schedule club.json --start 2026-01-01 \
    --secret club.key
run publish --db a.db --channel club --secret club.key --out site --tz UTC \
    --today 2026-01-01
same "a site" 0 "$code"
echo '{"every": {"title": "l", "from": {"size": ["2x3", "3x3"]}}}' >list.json
run channel create list --db a.db --schedule list.json --start 2026-01-01
run daily 2026-01-02 --db a.db --channel list --today 2026-01-02
same "days of a list" 0 "$code"
run rate --traits --db a.db
same "traits" 0 "$code"
python3 "$here/games.py" put a.db 12 3 || fail "games"
run export --size 2x3 --db a.db --out pack --pack-name p
run used mark "$("$LOYD" find --size 3x3 --limit 1 --db a.db | cut -f 1)" \
    --db a.db --note 'a note'
same "marks" 0 "$code"
run verify a.db --secret club.key
same "all is right" 0 "$code"
"$LOYD" find --db a.db --json >rows
n=$(lines rows)

# alter NAME SQL ...: changes the copy NAME.db, past all constraints.
alter() {
    cp a.db "$1.db"
    name=$1
    shift
    sqlite3 "$name.db" "PRAGMA ignore_check_constraints = ON" "$@" ||
        fail "$name: sqlite3"
}

# --- another schema: no command runs it (which differences are noticed,
# test_schema.c says) ---

while IFS='|' read -r name sql message; do
    alter "$name" "$sql"
    for words in 'find --sql' stats verify digest rate 'generate 2x2 --seed x' \
        'export --out out' 'daily 2026-01-01' find; do
        [ $name != column ] || case $words in find | verify) ;; *) continue ;; esac
        # shellcheck disable=SC2086 # a command and its options
        run $words --db "$name.db"
        same "$name: $words" "3 loyd: $name.db: unexpected schema: $message" \
            "$code $(cat err)"
        same "$name: $words: stdout" "" "$(cat out)"
    done
    run merge "$name.db" --db "to.$name.db"
    same "$name: merge" 3 "$code"
    has "$name: merge" err "loyd: $name.db: unexpected schema: $message"
    [ ! -d out ] || fail "$name: a pack"
done <<'END'
view|DROP VIEW puzzles; CREATE VIEW puzzles AS SELECT id AS puzzle_id, 1 AS stm FROM puzzle|'view puzzles' is different
column|ALTER TABLE puzzle ADD COLUMN score INTEGER|'table puzzle' is different
END

# --- values: an error that names the row (which texts are errors,
# test_stored_text.c says) ---

digest=$("$LOYD" digest --db a.db)
id=$("$LOYD" find --db a.db --size 3x3 --stm 9.. --limit 1 | cut -f 1)
of="puzzle = '$id' AND metric = 'stm'"

# verify names the row of puzzle $id, and find prints the other rows as before. Export
# and merge refuse it; the digest is another, unless the value is no part of digests.
while IFS='|' read -r name part sql words; do
    alter "$name" "$sql"
    run find --db "$name.db" --json
    same "$name: find" 0 "$code"
    same "$name: the other rows" "$(grep -v "^{\"puzzle_id\":\"$id\"" rows)" \
        "$(grep -v "^{\"puzzle_id\":\"$id\"" out)"
    run verify "$name.db"
    same "$name: verify" 1 "$code"
    has "$name: verify" out "wrong${tab}puzzle $id: $words"
    run digest --db "$name.db"
    [ "$part" = no ] || [ "$code" = 3 ] || [ "$(cat out)" != "$digest" ] ||
        fail "$name: the digest is as before"
    rm -rf out.d && run export --db "$name.db" --out out.d
    same "$name: export" 3 "$code"
    rm -f to.db*
    run merge "$name.db" --db to.db
    same "$name: merge" 3 "$code"
done <<END
board|part|UPDATE puzzle SET board = 'hello' WHERE id = '$id'|invalid board
other|part|UPDATE puzzle SET board = '1 2 3/4 5 6/0 7 8' WHERE id = '$id'|the id does not match the boards
path|part|UPDATE rating SET path = substr(path, 2) WHERE $of|
length|no|UPDATE puzzle SET stm = stm + 2 WHERE id = '$id'|the length does not match the rating
END
# A text that is no id ends the list.
alter id "UPDATE puzzle SET id = upper(id) WHERE id = '$id'"
run verify id.db
same "an id: verify" 1 "$code"
has "an id: verify" out "wrong${tab}puzzle "
run find --db id.db --json
grep -v '^{"status":"error"' out >printed
same "an id: no other row" "" "$(grep -vxFf rows printed)"
# The size in table puzzle serves the indices alone.
alter size "UPDATE puzzle SET size = '4x4' WHERE id = '$id'"
run merge size.db --db to.db
same "a merge of a wrong size" 3 "$code"

# --- the schedule of the built-in channel is stored as a copy ---

run daily --db day.db --today 2026-01-01
same "a day" 0 "$code"
while IFS='|' read -r table sql; do
    cp day.db copy.db
    sqlite3 copy.db "UPDATE $table SET $sql WHERE version = 2" || fail "$sql"
    fault="schedule of daily, version 2: differs from the built-in one"
    run verify copy.db
    same "$sql: verify" 1 "$code"
    has "$sql: verify" out "wrong$tab$fault"
    rm -f to.db*
    run merge copy.db --db to.db
    same "$sql: merge" 3 "$code"
    has "$sql: merge" err "copy.db: $fault"
done <<END
schedule|since = '2027-01-02'
schedule|tiers = 1
schedule|draw = 1
schedule_row|tier = 'x'
schedule_row|title = 'x'
schedule_row|size = '4x4'
schedule_row|layout = 'rows'
schedule_row|band = 'easy'
schedule_row|low = low - 1
schedule_row|high = high + 1
END

# --- verify lists all ---

alter many "UPDATE puzzle SET board = 'x' WHERE id = '$id'" \
    "UPDATE name SET name = 'a/b'" \
    "UPDATE mark SET date = '2026-02-30' WHERE pack = ''" \
    "UPDATE distribution_length SET band = 'x' WHERE distribution = 1
        AND length = 3" \
    "UPDATE series SET text = 'x', bytes = 1 WHERE pk = 1" \
    "UPDATE search SET method = char(7) WHERE pk = 1"
run verify many.db
same "verify of six faults" 1 "$code"
for part in "puzzle $id: " "name of puzzle " \
    "mark of puzzle " "distribution " "series 1: " "search 1: "; do
    has "verify lists all" out "wrong${tab}$part"
done

# --- a value of 2 MB or of more, which SQLite refuses to read: an error, and a
# short message, within 15 times its memory ---

# Prints the addresses that a command may have for a value of N MB.
limit() {
    # shellcheck disable=SC3045 # not set where there is no such limit
    if (ulimit -v $((150000 + 15000 * $1)) && ASAN_OPTIONS= "$LOYD" version) \
        >/dev/null 2>&1; then
        echo $((150000 + 15000 * $1))
    else
        echo unlimited # a sanitizer needs more to begin at all
    fi
}

few=$(long 100 2)
more="
biggoal|$few|UPDATE goal SET board = \$big WHERE pk = 1
biglayout|$few|UPDATE goal SET layout = \$big WHERE pk = 1
bigname|$few|UPDATE name SET name = \$big
bigclass|$few|UPDATE distribution SET class = \$big WHERE pk = 1
bigselection|$few|UPDATE list SET selection = \$big
bigtitle|$few|UPDATE schedule_row SET title = \$big"
while IFS='|' read -r name size sql; do
    [ -n "$name" ] || continue
    big="printf('%.*c', ${size}000000, '1')"
    eval "alter $name \"$sql\""
    (
        # shellcheck disable=SC3045 # not set where there is no such limit
        ulimit -v "$(limit "$size")" 2>/dev/null
        "$LOYD" find --db "$name.db" --json >out 2>err
        echo $? >code
        "$LOYD" verify "$name.db" >out.verify 2>err.verify
        echo $? >code.verify
    )
    case $(cat code) in
    0 | 3) n_checks=$((n_checks + 1)) ;;
    *) fail "$name: find: exit $(cat code)" ;;
    esac
    case $(cat code.verify) in
    1 | 3) n_checks=$((n_checks + 1)) ;;
    *) fail "$name: verify: exit $(cat code.verify)" ;;
    esac
    [ "$(cat out.verify err err.verify | wc -c)" -lt 20000 ] ||
        fail "$name: a long message"
    ! grep -q 'out of memory' out.verify err err.verify ||
        fail "$name: out of memory"
    rm -f "$name.db"
done <<END
bigboard|$(long 100 20)|UPDATE puzzle SET board = \$big WHERE id = '$id'
bigpath|$few|UPDATE rating SET path = \$big WHERE $of
bigseries|$few|UPDATE series SET text = \$big, bytes = \${size}000000 WHERE pk = 1
bigsource|$few|UPDATE distribution SET source = \$big WHERE source <> 'loyd'
$(long "$more" "")
END

finish
