#!/bin/sh
# Tests the options of find, and that verify reports rows that were changed
# manually.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

LOYD_DB=a.db && export LOYD_DB
for kind in '3x3 --seed one' '4x3 --seed two' '3x4 --layout snake --seed one' \
    '2x4 --layout random --seed one~two'; do
    # shellcheck disable=SC2086 # a size and its options
    run generate --db "$LOYD_DB" $kind --count 150
    same "generate $kind" 0 "$code"
done
run find
cp out rows
n=$(lines rows)

# --- classes: size and blank of the goal, regardless of labels ---

run find --class 3x3@0.0
same "a class of a square" "$(awk -F '\t' '$2 == "3x3"' rows)" "$(cat out)"
for cell in 0.2 2.0 2.2; do
    check "the same class by $cell" 0 "$(cat out)" "" find --class "3x3@$cell"
done
check "a class without goals" 0 "0" "" find --class 3x3@1.1 --total
# The blank of the 3x4 snake is in a corner too, the lower left one.
run find --class 4x3@0.0
same "both orientations" "$(awk -F '\t' '$2 == "4x3" || $2 == "3x4"' rows)" \
    "$(cat out)"
run find --class 4x3@0.0 --size 3x4
same "one orientation" "$(awk -F '\t' '$2 == "3x4"' rows)" "$(cat out)"
run find --class 4x3@0.0 --layout snake
same "class and layout" "$(awk -F '\t' '$2 == "3x4"' rows)" "$(cat out)"
python3 - >wanted <<'END'
for line in open("rows"):
    goal = line.rstrip("\n").split("\t")[4]
    cells = [row.split() for row in goal.split("/")]
    y = [i for i in range(len(cells)) if "0" in cells[i]][0]
    if len(cells) == 4 and len(cells[0]) == 2 and y in (1, 2):
        print(line, end="")
END
run find --class 2x4@1.1
same "random goals" "$(cat wanted)" "$(cat out)"
same "enough of them" 1 "$(($(lines wanted) > 10))"
refusals <<'END'
2 | find --class 3x3@2.9 | --class: cell 2.9 is outside a 3x3 board: try 3x3@2.2
2 | find --class corner | --class: invalid class 'corner': expected SIZE@ROW.COL, such as 4x4@0.0, with the blank's row and column from 0
2 | find --class 3x3 | --class: invalid class '3x3': expected SIZE@ROW.COL, such as 4x4@0.0, with the blank's row and column from 0
END
# A board is found in any form in which boards are read.
run find --limit 1
id=$(cut -f 1 out)
run find --board "$(cut -f 4 out | tr '/' '|')"
same "a board with |" "$id" "$(cut -f 1 out)"
run find --board '1 2/3'
same "no board" 2 "$code"
run find --class 99x3@0.0
same "a side too long" 2 "$code"
run find --layout snkae
same "an unknown layout" 2 "$code"
has "suggests a name" err "snake"

# --- recipes: a whole one, or its beginning ---

run find --json
python3 -c '
import json
for line in open("out"):
    e = json.loads(line)
    print(e["puzzle_id"], e["recipe"], sep="\t")' >recipe_of
for series in '3x3/rows~g1~one' '3x4/snake~g1~one' '4x3/rows~g1~two' \
    '2x4/random~g1~one~two' '3x3/rows~g1~other'; do
    run find --recipe "$series~*"
    same "--recipe $series~*" "$(awk -F '\t' -v s="$series~" \
        'index($2, s) == 1 { print $1 }' recipe_of)" "$(cut -f 1 out)"
done
for recipe in '3x3/rows~g1~one~17' '2x4/random~g1~one~two~0' \
    '3x3/rows~g1~one~999' '3x3/rows~g1~one' '3x3/rows~g1~one~017'; do
    run find --recipe "$recipe"
    same "--recipe $recipe" "$(awk -F '\t' -v r="$recipe" '$2 == r { print $1 }' \
        recipe_of)" "$(cut -f 1 out)"
done
run find --recipe '3x3/rows~g1~one~14*'
same "the beginning of an index" "$(grep -E '	3x3/rows~g1~one~14[0-9]?$' recipe_of |
    cut -f 1)" "$(cut -f 1 out)"
same "enough of them" 11 "$(lines out)"
run find --recipe '3x3/rows~g1~one~*' --stm 20..22 --total
same "a series and other filters" "$(awk -F '\t' '$2 == "3x3" && $3 >= 20 && $3 <= 22' \
    rows | wc -l | tr -d ' ')" "$(cat out)"
run find --recipe "a${newline}b"
same "an invalid seed" 2 "$code"

# A series with too many recipes for a list: each puzzle is checked.
cp a.db wide.db
sqlite3 wide.db "WITH RECURSIVE n (i) AS
        (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 70000)
    INSERT INTO recipe SELECT s.pk, 1000 + i, r.puzzle
        FROM n JOIN series s ON s.text LIKE '3x3/%~one'
        JOIN recipe r ON r.series = s.pk AND r.number = i % 150"
wide='3x3/rows~g1~one~*'
run find --recipe "$wide" --db a.db
cp out narrow
check "a series of 70,000 recipes" 0 "$(cat narrow)" "" find --recipe "$wide" \
    --db wide.db
check "its longest puzzles" 0 "$(sort -t "$tab" -k3,3nr -k1,1 narrow | head -n 5)" "" \
    find --recipe "$wide" --db wide.db --order -stm --limit 5
check "another series of its catalogue" 0 "$("$LOYD" find --recipe '4x3/*' --db a.db)" \
    "" find --recipe '4x3/*' --db wide.db

# --- order and pages ---

sort -t "$tab" -k3,3n -k1,1 rows >by_stm
run find --order stm
same "shortest first" "$(cat by_stm)" "$(cat out)"
sort -t "$tab" -k3,3nr -k1,1 rows >by_stm
run find --order -stm
same "longest first" "$(cat by_stm)" "$(cat out)"
check "the longest" 0 "$(head -n 3 by_stm)" "" find --order -stm -n 3
refuses "no such order" 2 "loyd: --order: unknown order 'lengths': try 'length'" \
    find --order lengths
refuses "nothing like an order" 2 "loyd: --order: unknown order 'x': expected a column \
of puzzles" find --order x

# pages ARGUMENT ...: writes all pages of 137 to the file `pages`.
pages() {
    : >pages
    run find "$@" -n 137
    while [ -s out ]; do
        cat out >>pages
        run find "$@" -n 137 --after "$(tail -n 1 out | cut -f 1)"
    done
}
pages
same "the pages cover all puzzles" "$(cat rows)" "$(cat pages)"
pages --order -stm
same "pages of an order" "$(cat by_stm)" "$(cat pages)"
pages --distinct
run find --distinct
same "pages without twins" "$(cat out)" "$(cat pages)"
pages --recipe '3x4/snake~g1~one~*' --class 4x3@0.0
run find --recipe '3x4/snake~g1~one~*' --class 4x3@0.0
same "pages of a selection" "$(cat out)" "$(cat pages)"
# Of other columns: the JSON Lines in that order, puzzles without a value last.
run find --json
mv out all.jsonl
cat >sorted.py <<'END'
import json, sys
order = sys.argv[1]
field, down = order.lstrip("-"), order.startswith("-")
rows = [json.loads(line) for line in open("all.jsonl")]
rows.sort(key=lambda row: row["puzzle_id"])
rows.sort(key=lambda row: row.get(field) or 0 if field != "recipe" else
          row[field], reverse=down)
rows.sort(key=lambda row: row.get(field) is None)
for row in rows:
    print(row["puzzle_id"])
END
for order in lower -lower -percentile percentile percentile_sample recipe -recipe; do
    python3 sorted.py "$order" >expected
    run find --order "$order"
    same "by $order" "$(cat expected)" "$(cut -f 1 out)"
    pages --order "$order"
    same "pages by $order" "$(cat expected)" "$(cut -f 1 pages)"
    run find --order "$order" -n 3
    same "the first by $order" "$(head -n 3 expected)" "$(cut -f 1 out)"
done

refuses "--after with part of an id" \
    2 "loyd: --after: incomplete id 'abc': expected 16 characters" \
    find --after abc
refuses "--after with an unknown id" 3 "loyd: find: no puzzle 0000000000000000 to \
continue after" find --order stm --after 0000000000000000

# --- twins: of the eleven starts of 2x2, six remain ---

# With the blank of the goal in a corner, a start and its mirror image over
# the diagonal are twins, and so are all starts of the two goals.
LOYD_DB=two.db
run generate --db "$LOYD_DB" 2x2 --count 100 --seed t
check "all starts" 0 11 "" find --total
# 2x2 is a ring: 1..5 moves in either direction, and 6.
check "without twins" 0 6 "" find --total --distinct
run generate --db "$LOYD_DB" 2x2 --layout columns --count 100 --seed t
run generate --db "$LOYD_DB" 2x2 --layout rows,blank=first --count 100 --seed t
check "of three goals" 0 33 "" find --total
check "the same without twins" 0 6 "" find --total --distinct
check "without twins, one goal" 0 6 "" find --layout columns --total --distinct
run find -n 1
cp out first
check "the first of each twin" 0 "$(cat first)" "" find --distinct -n 1
LOYD_DB=a.db

# --- --sql: statements (catalogue_sql.sh runs more of them) ---

# prints NAME WANTED OPTION ...: the statement, which finds what find finds.
prints() {
    name=$1 wanted=$2
    shift 2
    run find "$@"
    cut -f 1 out >wanted
    run find "$@" --sql
    same "$name: exit code" 0 "$code"
    same "$name" "SELECT * FROM puzzles$wanted;" "$(cat out)"
    same "$name: rows" "$(cat wanted)" "$(sqlite3 -separator "$tab" "$LOYD_DB" \
        <out | cut -f 1)"
}
prints "by id" " ORDER BY puzzle_id LIMIT 2" -n 2
prints "without matches" \
    " WHERE size = '9x9' AND stm = 4 ORDER BY puzzle_id" --size 9 --stm 4
prints "by values" " WHERE (size = '3x3' OR size = '2x4') AND stm BETWEEN 20 AND 22 \
AND (percentile >= 12.5 AND percentile < 70) AND path GLOB 'U*' ORDER BY stm DESC, \
puzzle_id LIMIT 7 OFFSET 1" --size 3,2x4 --stm 20..22 --percentile 12.5..70 \
    --path 'U*' --order -stm -n 7 --offset 1
prints "an expression" " WHERE (stm % 2 = 0 OR name IS NOT NULL) ORDER BY upper NULLS \
LAST, puzzle_id" --where "stm % 2 = 0 OR name IS NOT NULL" --order upper
prints "by goal" " WHERE layout = 'snake' AND stm >= 30 AND used = 0 ORDER BY puzzle_id" \
    --layout snake --stm 30.. --used no
prints "a recipe" " WHERE EXISTS (SELECT 1 FROM recipe AS r CROSS JOIN series AS s ON \
s.pk = r.series WHERE r.puzzle = puzzle_id AND (s.text = '3x3/rows~g1~one' AND '' || \
r.number = '7')) ORDER BY puzzle_id" --recipe '3x3/rows~g1~one~7'
prints "a class by another cell" " WHERE class = '3x3@0.0' ORDER BY puzzle_id" \
    --class 3x3@2.2
for option in "--distinct" "--pick x -n 3"; do
    # shellcheck disable=SC2086 # an option and its value
    refuses "--sql and $option" 2 "loyd: find: --sql: no statement picks \
puzzles or leaves out twins: these depend on hashes" find --sql $option
done

# --- export has the same filters ---

run find --class 4x3@0.0 --order -stm --distinct --csv -n 50
cp out rows.csv
check "export" 0 "50 puzzles in pack, not marked as used" "" export --db "$LOYD_DB" -o pack --class 4x3@0.0 \
    --order -stm --distinct -n 50 --format csv
same "the same rows as find" "$(cut -d , -f 1 rows.csv)" "$(cut -d , -f 1 pack/puzzles.csv)"
run export --db "$LOYD_DB" -o other --layout snkae
same "export: an unknown layout" 2 "$code"

# --- statistics of ANALYZE change no result ---

cp a.db analyzed.db
sqlite3 analyzed.db ANALYZE
LOYD_DB=analyzed.db
check "after ANALYZE" 0 "$n" "" find --total
run generate --db "$LOYD_DB" 3x3 --seed more
same "generate after ANALYZE" 0 "$code"
run verify
same "verify after ANALYZE" 0 "$code"
LOYD_DB=a.db

# --- manual damage: verify reports each kind ---

run digest
cp out digest
check "verify of the unchanged catalogue" 0 "1200 rows checked, $(
    awk -F '\t' '$2 != "4x3" && $2 != "3x4" || $3 <= 20' rows | wc -l |
        tr -d ' ') lengths found again, 299 lengths \
not searched again (--solve), 0 wrong" "" \
    verify --digest "$(cat digest)"
run verify --digest "$(tr 0123456789abcdef 123456789abcdef0 <digest)"
same "--digest of another catalogue" 1 "$code"
has "--digest of another catalogue" out "wrong${tab}digest: $(cat digest): expected "
refuses "invalid digest" 2 \
    "loyd: --digest: invalid digest 'abc': expected 64 hex digits" \
    verify --digest abc
run verify --solve 40 --pick s --json
same "--solve" 0 "$code"
has "--solve" out '"sampled":40'
has "--solve" out '"bad":0'

run generate --db few.db 3x3 --seed one --count 60
run generate --db few.db 2x4 --layout random --seed one --count 20
# broken NAME SQL TEXT [OPTION ...]: a copy with one row changed.
broken() {
    name=$1 sql=$2 words=$3
    shift 3
    cp few.db broken.db
    sqlite3 broken.db "$sql" || fail "$name: SQL"
    run verify broken.db "$@"
    same "$name: exit code" 1 "$code"
    has "$name" out "$words"
}

one="(SELECT min(id) FROM puzzle WHERE goal = 1)"
two="(SELECT max(id) FROM puzzle WHERE goal = 1)"
broken "labels" "UPDATE goal SET board = '0 0 0/0 0 0/0 0 0' WHERE pk = 1" \
    "invalid goal board"
broken "id" "PRAGMA foreign_keys = OFF; UPDATE puzzle SET id = \
    '0123456789abcdef' WHERE id = $one" "the id does not match the boards"
broken "start" "UPDATE puzzle SET board = (SELECT board FROM puzzle WHERE id \
    = $two) WHERE id = $one" "the id does not match the boards"
broken "path" "UPDATE rating SET path = (SELECT path FROM rating AS r WHERE \
    r.upper = rating.upper AND r.path <> rating.path LIMIT 1) WHERE puzzle = \
    (SELECT puzzle FROM rating AS r GROUP BY upper HAVING count(*) > 1 LIMIT \
    1)" "the path "
broken "length" "UPDATE puzzle SET stm = stm + 2 WHERE id = $one" \
    "the length does not match the rating"
broken "size" "UPDATE puzzle SET size = iif(size = '3x3', '2x4', '3x3')" \
    ": wrong size"
broken "recipe" "UPDATE recipe SET puzzle = $one WHERE puzzle = $two" \
    "does not draw puzzle"
broken "series" "UPDATE series SET text = '3x3/rows~g1~One' WHERE text = \
    '3x3/rows~g1~one'" "does not draw puzzle"
broken "key" "PRAGMA foreign_keys = OFF; DELETE FROM search" \
    "its search is missing"

# The same for damage that needs a search, by Python, from the goal.
cat >forge.py <<'END'
import itertools, sqlite3, sys

kind, file = sys.argv[1:]
db = sqlite3.connect(file)
GOAL = tuple(range(9))  # for each cell the goal cell of its label; 8: blank


def moves(board):
    """(U R D L of the tile as 0..3, the board then)"""
    at = board.index(8)
    x, y = at % 3, at // 3
    for way, (dx, dy) in enumerate(((0, 1), (-1, 0), (0, -1), (1, 0))):
        if 0 <= x + dx < 3 and 0 <= y + dy < 3:
            there = at + dx + 3 * dy
            then = list(board)
            then[at], then[there] = then[there], then[at]
            yield way, tuple(then)


far = {GOAL: 0}
level = [GOAL]
while level:
    beyond = []
    for board in level:
        for _, then in moves(board):
            if then not in far:
                far[then] = far[board] + 1
                beyond.append(then)
    level = beyond


def cells_of(text):
    """A board: the label n belongs to cell n - 1, the blank to cell 8."""
    return tuple((int(n) + 8) % 9 for n in text.replace("/", " ").split())


def board_text(cells):
    labels = [str((n + 1) % 9) for n in cells]
    return "/".join(" ".join(labels[i:i + 3]) for i in (0, 3, 6))


def path_text(path):
    return "".join("URDL"[way] + (str(n) if n > 1 else "")
                   for way, n in ((way, len(list(run)))
                                  for way, run in itertools.groupby(path)))


def way_home(board, last):
    path = []
    while far[board]:
        nearer = [m for m in moves(board) if far[m[1]] < far[board]]
        way, board = nearer[-1 if last else 0]
        path.append(way)
    return path


def straight(board, n, last=None):
    """A solution of n moves, none of which is taken back, or None"""
    if n == 0:
        return []
    for way, then in moves(board):
        if way ^ 2 != last and far[then] < n:
            path = straight(then, n - 1, way)
            if path is not None:
                return [way] + path
    return None


def rate(id, lower, path):
    db.execute("UPDATE rating SET lower = ?, upper = ?, path = ? WHERE"
               " puzzle = ?", (lower, len(path), path_text(path), id))
    db.execute("UPDATE puzzle SET stm = ?, upper = ? WHERE id = ?",
               (lower if lower == len(path) else None,
                len(path) if lower < len(path) else None, id))


rows = db.execute("SELECT p.id, board, stm, path FROM puzzle AS p JOIN rating"
                  " ON puzzle = id WHERE goal = 1 ORDER BY p.id").fetchall()
for id, start, stm, path in rows:  # what is there is right, says Python
    board = cells_of(start)
    assert far[board] == stm and path_text(way_home(board, False)) == path
id, board, path = next(
    (id, cells_of(start), path) for id, start, _, path in rows
    if path_text(way_home(cells_of(start), True)) != path
    and straight(cells_of(start), far[cells_of(start)] + 2))
home = way_home(board, kind == "canonical")
around = next(way for way, _ in moves(board))
detour = [around, around ^ 2] + home
if kind == "canonical":
    rate(id, len(home), home)
elif kind == "optimal":
    rate(id, len(home) + 2, straight(board, len(home) + 2))
elif kind == "back":
    rate(id, len(detour), detour)
elif kind == "interval":
    rate(id, len(home), detour)
elif kind == "bound":
    rate(id, len(home) + 2, [around, around ^ 2] + detour)
elif kind == "parity":
    tiles = list(board)
    a, b = [c for c in range(9) if tiles[c] != 8][:2]
    tiles[a], tiles[b] = tiles[b], tiles[a]
    db.execute("UPDATE puzzle SET board = ? WHERE id = ?",
               (board_text(tiles), id))
elif kind == "wall":
    rate(id, len(home), [3] * len(home))
db.commit()
END

# forged KIND TEXT: verify of a catalogue with such a row prints TEXT.
forged() {
    cp a.db broken.db
    python3 forge.py "$1" broken.db || fail "$1: forge.py failed"
    run verify broken.db
    if [ -n "$2" ]; then
        same "$1: exit code" 1 "$code"
        has "$1" out "$2"
        same "$1: no other error" 2 "$(lines out)"
    else
        same "$1: $(cat out)" 0 "$code"
    fi
}
forged canonical "the path is not the canonical one"
forged optimal "the optimum is below the rating's lower bound"
run verify broken.db --solve 2000
same "found twice, reported once" "1 1 wrong" \
    "$(grep -c ^wrong out) $(sed -n 's/.*, //; $p' out)"
broken "goal" "PRAGMA foreign_keys = OFF; UPDATE puzzle SET goal = 999 \
    WHERE id = $one" "invalid goal board"
same "a row without its goal, reported once" 1 "$(grep -c ^wrong out)"
forged back "a proven path takes a move back"
forged bound "the optimum is below the rating's lower bound"
forged parity "unsolvable: start and goal differ in parity"
forged wall "the path leaves the board"
forged interval ""

# A damaged file: one line per error, without the headings of SQLite.
python3 - <<'END'
import sqlite3

roots = [root for root, in sqlite3.connect("a.db").execute(
    "SELECT rootpage FROM sqlite_schema"
    " WHERE name IN ('puzzle_goal', 'puzzle_class', 'recipe', 'rating')")]
page = 4096
whole = bytearray(open("a.db", "rb").read())
for root in roots:
    whole[(root - 1) * page + 3] ^= 1  # 256 more or fewer rows than there are
open("broken.db", "wb").write(whole)
END
run verify broken.db
same "a damaged file" 1 "$code"
has "a damaged file" out "wrong${tab}file: "
same "no line break in a message" 0 "$(grep -c '\\x0a' out)"
same "no heading of SQLite" 0 "$(grep -cF '***' out)"

finish
