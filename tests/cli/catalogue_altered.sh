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
run bands --sample 2x9 --count 100 --db a.db
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

# --- another schema: no command runs it ---

# refused NAME MESSAGE: of every command that reads the altered catalogue, or, after
# the first in a short run, of two.
commands="find --sql~stats~verify~digest~rate~generate 2x2 --seed x~export --out out~\
daily 2026-01-01~find"
refused() {
    left=$commands~
    commands=$(long "$commands" "find~verify")
    while [ -n "$left" ]; do
        words=${left%%~*} left=${left#*~}
        # shellcheck disable=SC2086 # a command and its options
        run $words --db "$1.db"
        same "$1: $words" "3 loyd: $1.db: $2" "$code $(cat err)"
        same "$1: $words: stdout" "" "$(cat out)"
    done
    run merge "$1.db" --db "to.$1.db"
    same "$1: merge" 3 "$code"
    has "$1: merge" err "loyd: $1.db: $2"
    [ ! -e out ] || [ ! -d out ] || fail "$1: a pack"
}

while IFS='|' read -r name sql message; do
    alter "$name" "$sql"
    refused "$name" "unexpected schema: $message"
done <<'END'
view|DROP VIEW puzzles; CREATE VIEW puzzles AS SELECT id AS puzzle_id, 1 AS stm FROM puzzle|'view puzzles' is different
noview|DROP VIEW days|'view days' is missing
lengths|DROP VIEW lengths; CREATE VIEW lengths AS SELECT 1 AS class|'view lengths' is different
trigger|CREATE TRIGGER spy AFTER INSERT ON puzzle BEGIN DELETE FROM rating; END|'trigger spy' is unknown
notrigger|DROP TRIGGER ledger_stays|'trigger ledger_stays' is missing
index|CREATE INDEX mine ON puzzle (board)|'index mine' is unknown
noindex|DROP INDEX puzzle_goal|'index puzzle_goal' is missing
table|CREATE TABLE note (puzzle_id TEXT, text TEXT)|'table note' is unknown
ownview|CREATE VIEW mine AS SELECT * FROM puzzles|'view mine' is unknown
column|ALTER TABLE puzzle ADD COLUMN score INTEGER|'table puzzle' is different
virtual|CREATE VIRTUAL TABLE words USING fts5(text)|'table words' is unknown
END
# A view in a table's place, and a text that is not what SQLite runs.
alter instead "DROP INDEX puzzle_goal; ALTER TABLE name RENAME TO old" \
    "CREATE VIEW name AS SELECT * FROM old"
run find --db instead.db
same "a view in a table's place" 3 "$code"
has "a view in a table's place" err "unexpected schema: "

# --- values: an error that names the row ---

# wrong NAME WORDS [NO_PART]: verify names the row of puzzle $id, and find prints the
# other rows as before. Export and merge refuse it, which is tried of every fourth; the
# digest is another, unless NO_PART says that it is no part of digests.
n_wrong=0
wrong() {
    n_wrong=$((n_wrong + 1))
    run find --db "$1.db" --json
    same "$1: find" 0 "$code"
    same "$1: the other rows" "$(grep -v "^{\"puzzle_id\":\"$id\"" rows)" \
        "$(grep -v "^{\"puzzle_id\":\"$id\"" out)"
    run verify "$1.db"
    same "$1: verify" 1 "$code"
    has "$1: verify" out "$2"
    has "$1: verify" out "wrong${tab}"
    [ $((n_wrong % $(long 1 4))) = 0 ] || return 0
    run digest --db "$1.db"
    [ -n "${3:-}" ] || [ "$code" = 3 ] || [ "$(cat out)" != "$digest" ] ||
        fail "$1: the digest is as before"
    rm -rf out.d && run export --db "$1.db" --out out.d
    same "$1: export" 3 "$code"
    rm -f to.db*
    run merge "$1.db" --db to.db
    same "$1: merge" 3 "$code"
}

digest=$("$LOYD" digest --db a.db)
id=$("$LOYD" find --db a.db --size 3x3 --stm 9.. --limit 1 | cut -f 1)
of="puzzle = '$id' AND metric = 'stm'"
path=$("$LOYD" show "$id" --db a.db --json |
    sed 's/.*"path":"\([^"]*\)".*/\1/')
case $path in *[2-9]*) ;; *) fail "the path $path has no number" ;; esac

# Boards that are not as loyd prints them.
i=0
while IFS= read -r board; do
    i=$((i + 1))
    alter board$i "UPDATE puzzle SET board = $board WHERE id = '$id'"
    wrong board$i "puzzle $id: "
    [ "$board" != "'1 2 3/4 5 6/7 8 0'" ] || continue
    alter goal$i "UPDATE goal SET board = $board WHERE layout = 'rows'
        AND size = '3x3'"
    run verify goal$i.db
    same "goal $board: verify" 1 "$code"
    has "goal $board: verify" out "wrong${tab}goal 1: "
done <<'END'
'hello'
''
' '
'1 2 3/4 5 6/7 8'
'1 2 3/4 5 6/7 8 0 9'
'1 2 3/4 5 6/7 8 8'
'1 2 3/4 5 6/7 8 300'
'1 2 3/4 5 6/7 8 99999999999999999999'
'1 2 3/4 5 6/7 8 -1'
'1 2 3/4 5 6/7 8 +8'
'1 2 3/4 5 6/07 8 0'
'1 2 3/4 5 6/7 8 0 '
'1 2 3/4 5 6/7  8 0'
'1 2 3/4 5 6/7 0 8/'
'1 2 3,4 5 6,7 0 8'
'1 2 3/4 5 6/7 0 8' || char(0)
'1 2 3/4 5 6/7 0 8' || char(10)
'1 2 3/4 5 6/7 0 ' || char(0x0668)
CAST(x'31ff' AS TEXT)
'3x3:1,2,3,4,5,6,7,0,8'
'1 2 3/4 5 6/7 8 0'
'1 2/3 4/5 6/0 7'
END
# The same boards in another order are a puzzle of another id.
alter other "UPDATE puzzle SET board = '1 2 3/4 5 6/0 7 8' WHERE id = '$id'"
wrong other "puzzle $id: the id does not match the boards"
# Ids.
for text in "upper(id)" "substr(id, 1, 15) || 'u'" "'0123456789abcdef'" \
    "'0123456789abcde' || char(0)"; do
    i=$((i + 1))
    alter id$i "UPDATE puzzle SET id = $text WHERE id = '$id'"
    run verify id$i.db
    same "id $text: verify" 1 "$code"
    has "id $text: verify" out "wrong${tab}puzzle "
    run find --db id$i.db --json
    grep -v '^{"status":"error"' out >printed
    if [ "$code" = 3 ]; then # a text that is no id ends the list
        same "id $text: no other row" "" "$(grep -vxFf rows printed)"
    else
        same "id $text: the other rows" "0 $((n - 1))" \
            "$code $(grep -cxFf rows printed)"
    fi
done
# Paths.
while IFS= read -r text; do
    i=$((i + 1))
    alter path$i "UPDATE rating SET path = $text WHERE $of"
    wrong path$i "puzzle $id: "
done <<END
'U'
'x'
''
'U0'
'UU'
lower(path)
path || ' '
' ' || path
path || '1'
path || 'U'
path || char(0)
replace(path, '2', '02')
path || '99999999999999999999'
path || '65535'
substr(path, 2)
END
# Lengths.
while IFS='|' read -r sql words; do
    i=$((i + 1))
    alter length$i "$sql"
    wrong length$i "$words" no_part
done <<END
UPDATE puzzle SET stm = stm + 2 WHERE id = '$id'|puzzle $id: the length does not match the rating
UPDATE puzzle SET stm = NULL WHERE id = '$id'|puzzle $id: the length does not match the rating
UPDATE puzzle SET upper = stm WHERE id = '$id'|puzzle $id: the length does not match the rating
UPDATE puzzle SET mtm = 5 WHERE id = '$id'|puzzle $id: a length without a rating in MTM
UPDATE puzzle SET estimate = stm, estimate_version = 1 WHERE id = '$id'|puzzle $id: estimate of a board of at most 16 cells
UPDATE rating SET lower = 0 WHERE $of|puzzle $id: rating out of range
UPDATE rating SET upper = 70000 WHERE $of|puzzle $id: rating out of range
UPDATE rating SET lower = lower - 2 WHERE $of|puzzle $id: the length does not match the rating
END

# The size in table puzzle serves the indices alone.
alter size "UPDATE puzzle SET size = '4x4' WHERE id = '$id'"
run verify size.db
same "a size" 1 "$code"
has "a size" out "puzzle $id: wrong size"
run merge size.db --db to.db
same "a merge of a wrong size" 3 "$code"

# Counts of traits that no solutions can have: of boards that are searched, and
# beyond 9 cells by their laws alone.
for size in 3x3 4x4; do
    counted=$(sqlite3 a.db "SELECT t.puzzle FROM trait AS t JOIN puzzles AS p
        ON p.puzzle_id = t.puzzle WHERE p.size = '$size' AND t.solutions > 1
        AND length(t.first_moves) = 1 LIMIT 1")
    [ -n "$counted" ] || fail "$size: no puzzle has several solutions"
    while IFS='|' read -r sql words; do
        [ $size = 4x4 ] || words='wrong '
        alter trait "UPDATE trait SET $sql WHERE puzzle = '$counted'"
        # Searches take long, and look at what the laws have not found.
        for options in '' '--solve 1000'; do
            case $(long all "$size$words$options") in 3x3*1000 | 4x4[!-]*1000) continue ;; esac
            # shellcheck disable=SC2086 # an option and its number
            run verify trait.db $options
            same "$size: $sql: verify $options" 1 "$code"
            has "$size: $sql: verify $options" out \
                "wrong${tab}traits of puzzle $counted: $words"
        done
    done <<'END'
first_moves = 'VL'|wrong first_moves
first_moves = 'ul'|wrong first_moves
first_moves = 'UU'|wrong first_moves
first_moves = 'LU'|wrong first_moves
first_moves = iif(first_moves = 'U', 'D', 'U')|
forced = (SELECT stm FROM puzzle WHERE id = puzzle)|forced does not fit solutions
forced = (SELECT stm + 1 FROM puzzle WHERE id = puzzle)|wrong forced
solutions = 1|forced does not fit solutions
END
done

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

# --- every column, with values of other types ---

sqlite3 a.db ".backup all.db"
same "every column" "24 tables right" \
    "$(python3 "$here/catalogue_altered.py" "$LOYD" all.db 2>&1)"

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
while IFS='|' read -r name size sql; do
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
biggoal|$few|UPDATE goal SET board = \$big WHERE pk = 1
bigpath|$few|UPDATE rating SET path = \$big WHERE $of
biglayout|$few|UPDATE goal SET layout = \$big WHERE pk = 1
bigseries|$few|UPDATE series SET text = \$big, bytes = \${size}000000 WHERE pk = 1
bigname|$few|UPDATE name SET name = \$big
bigclass|$few|UPDATE distribution SET class = \$big WHERE pk = 1
bigsource|$few|UPDATE distribution SET source = \$big WHERE source <> 'loyd'
bigselection|$few|UPDATE list SET selection = \$big
bigtitle|$few|UPDATE schedule_row SET title = \$big
END

finish
