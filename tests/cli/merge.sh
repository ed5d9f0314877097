#!/bin/sh
# Tests parts and merge: in any order, repeatedly, one by one or all at once,
# the digest is that of one machine. A catalogue that is damaged, foreign or
# contradictory is refused as a whole and named; the others are merged.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

n=7

# part I N FILE: generates part I of N of three kinds of boards.
part() {
    for kind in '3x3 --layout snake' '2x4 --layout random,missing=random' \
        '3x2 --method walk:30'; do
        # shellcheck disable=SC2086 # a size and its options
        run generate $kind --seed parts --count 105 --part "$1/$2" --db "$3"
        same "part $1 of $kind" 0 "$code"
    done
}

# digest FILE: prints its digest.
digest() {
    run digest --db "$1"
    cat out
}

for i in $(seq $n); do
    part "$i" $n "$i.db"
done
part 1 1 one.db
one=$(digest one.db)
same "digest" 64 "$(printf %s "$one" | wc -c | tr -d ' ')"

# --- parts are contiguous, nearly equal, and cover the whole ---

run generate 4x4 --seed parts --count 100 --first-index 7
cp out whole
: >parts
for i in $(seq $n); do
    run generate 4x4 --seed parts --count 100 --first-index 7 --part "$i/$n"
    case $(lines out) in
    14 | 15) ;;
    *) fail "part $i has $(lines out) of 100 boards" ;;
    esac
    cat out >>parts
done
same "the parts cover the whole" "$(cat whole)" "$(cat parts)"
run generate 4x4 --seed parts --count 2 --part 1/3
same "an empty part" "0 0" "$code $(lines out)"
run generate 4x4 --seed parts --count 2 --part 1/3 --db none.db
same "an empty part in a catalogue" "0 recipes, 0 new puzzles" "$(cat out)"

# --- in any order, one by one or at once, repeatedly ---

run merge --db all.db 1.db 2.db 3.db 4.db 5.db 6.db 7.db
same "all at once" 0 "$code"
has "all at once" out "7 catalogues merged, "
same "all at once" "$one" "$(digest all.db)"
run merge --db back.db 7.db 6.db 5.db 4.db 3.db 2.db 1.db
same "in reverse order" "$one" "$(digest back.db)"
for i in 4 1 7 1 3 6 2 5 4; do
    run merge --db steps.db $i.db
    same "part $i" "0" "$code$(cat err)"
done
same "one by one, some repeated" "$one" "$(digest steps.db)"
run merge --db steps.db 1.db 2.db steps.db all.db
same "all parts again" 0 "$code"
has "all parts again" out "4 catalogues merged, 0 new puzzles, "
same "all parts again" "$one" "$(digest steps.db)"
run merge --db tree.db 1.db 2.db
run merge --db tree.2.db 3.db 4.db 5.db 6.db 7.db
run merge --db tree.db tree.2.db
same "merged from merged catalogues" "$one" "$(digest tree.db)"
# A small catalogue into a large catalogue: the indices are kept.
run merge --db many.db 1.db 2.db 3.db 4.db 5.db 6.db
run merge --db many.db 7.db
same "a small catalogue into a large one" "$one" "$(digest many.db)"
for db in all steps tree many; do
    run verify $db.db
    same "$db.db verified" 0 "$code"
done
schema="SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 1, 2"
same "the schema is unchanged" "$(sqlite3 one.db "$schema")" \
    "$(sqlite3 all.db "$schema")"
run find --db all.db --size 3x3 --stm 20..24 --limit 5
cp out found
run find --db one.db --size 3x3 --stm 20..24 --limit 5
same "find agrees" "$(cat out)" "$(cat found)"

# --- a catalogue into itself, by any path, and a path like a URI ---

cp 1.db self.db
ln -s self.db link.db
ln self.db hard.db
cp 1.db 'file:1.db?mode=memory'
run merge --db self.db self.db link.db hard.db ./self.db 'file:1.db?mode=memory'
same "into itself" "0 5 catalogues merged, 0 new puzzles" \
    "$code $(cut -d , -f 1-2 <out)"
same "into itself" "$(digest 1.db)" "$(digest self.db)"
same "no journal of a catalogue is left" "" "$(ls ./*.db-* 2>/dev/null)"
# A catalogue that another process is writing to is read, and not locked.
sqlite3 2.db "BEGIN IMMEDIATE" ".shell $LOYD merge --db held.db 2.db >out"
has "a catalogue in use" out "1 catalogue merged, "
rm -f hard.db

# --- verify in parts: together they cover the whole ---

run verify all.db
rows=$(cut -d ' ' -f 1 <out)
sum=0
for i in 1 2 3 4 5; do
    run verify all.db --part $i/5
    same "verify --part $i/5" 0 "$code"
    part=$(cut -d ' ' -f 1 <out)
    [ "$part" -gt $((rows / 10)) ] || fail "part $i: $part of $rows rows"
    sum=$((sum + part))
done
same "all rows, each once" "$rows" "$sum"
# A wrong row is reported in one part, even without an id; the first part
# checks the digest.
for id in "(SELECT max(id) FROM puzzle)" "(SELECT min(id) FROM puzzle)"; do
    cp all.db wrong.db
    sqlite3 wrong.db "UPDATE puzzle SET stm = stm + 1 WHERE id = $id"
    : >reported
    for i in 1 2 3; do
        run verify wrong.db --part $i/3
        grep '^wrong.puzzle' out >>reported
    done
    same "a wrong row is reported once" 1 "$(wc -l <reported)"
done

# --- unrated and bounded puzzles and their proofs, in either order ---

cp one.db bare.db
sqlite3 bare.db "UPDATE puzzle SET stm = NULL; DELETE FROM rating"
for i in 1 2 3; do
    cp bare.db r$i.db
    run rate --db r$i.db --part $i/3
    [ "$(cut -d ' ' -f 1 <out)" -gt 50 ] || fail "part $i: $(cat out)"
done
run merge --db rated.db bare.db r2.db r1.db r3.db
same "rate in parts" "$one" "$(digest rated.db)"
cp bare.db rated.2.db
for i in 3 1 2; do
    run merge --db rated.2.db r$i.db
done
run merge --db rated.2.db bare.db
same "merged into the unrated catalogue" "$one" "$(digest rated.2.db)"
cp one.db wide.db
sqlite3 wide.db "UPDATE puzzle SET stm = NULL;
    UPDATE rating SET lower = 1 WHERE upper > 1;
    UPDATE puzzle SET upper = (SELECT upper FROM rating WHERE puzzle = id
        AND lower < upper)"
run merge --db wide.2.db wide.db one.db
same "an interval, then its proof" "$one" "$(digest wide.2.db)"
run merge --db wide.3.db one.db wide.db
same "its proof, then an interval" "$one" "$(digest wide.3.db)"

# --- refused catalogues: named, no row kept, the others merged ---

run merge --db rest.db 1.db 2.db 3.db 5.db 6.db 7.db
rest=$(digest rest.db)
[ "$rest" != "$one" ] || fail "without a part, the same digest"
run merge --db two.db 1.db 2.db
two=$(digest two.db)

# refused NAME TEXT FILE: merges FILE and part 2 into part 1.
refused() {
    rm -f bad.db bad.db-*
    cp 1.db bad.db
    run merge --db bad.db "$3" 2.db
    same "$1: exit code" 3 "$code"
    same "$1: one message" 1 "$(lines err)"
    has "$1: named" err "loyd: $3: "
    has "$1: reason" err "$2"
    has "$1: not merged" err ": catalogue not merged"
    has "$1: the others" out "1 catalogue merged, "
    same "$1: digest without the part" "$two" "$(digest bad.db)"
}

# alter NAME SQL: changes a copy of part 4, with constraints disabled.
alter() {
    cp 4.db "$1.db"
    sqlite3 "$1.db" "PRAGMA ignore_check_constraints = ON; $2" || fail "$1"
}

refused "none" "no such file" nowhere.db
echo "not a database at all" >text.db
refused "a text" "not an SQLite file" text.db
sqlite3 foreign.db "CREATE TABLE t (a); INSERT INTO t VALUES (1)"
refused "another program's" "another program's database" foreign.db
alter newer "PRAGMA user_version = 99"
refused "a newer one" "version 99" newer.db
alter view "CREATE VIEW v AS SELECT 1"
refused "an unexpected schema" "unexpected schema" view.db

# Truncated anywhere: reported at once or at the missing row. The last page is
# removed as a whole, since its end may be part of an index that merge does
# not read.
size=$(wc -c <4.db)
for part in 10 35 60 85; do
    head -c $((size * part / 100)) 4.db >cut.db
    refused "cut at $part %" "" cut.db
done
head -c $((size - 4096)) 4.db >cut.db
refused "without its last page" "" cut.db
# A page of zeros in each table and index.
for table in puzzle rating recipe recipe_puzzle goal series; do
    page=$(sqlite3 4.db "SELECT rootpage FROM sqlite_schema
        WHERE name = '$table'")
    cp 4.db hole.db
    dd if=/dev/zero of=hole.db bs=4096 count=1 seek=$((page - 1)) \
        conv=notrunc 2>/dev/null
    refused "a hole in $table" "" hole.db
done
# A recipe that differs from its index.
cp 4.db differs.db
python3 - "$(sqlite3 4.db "SELECT rootpage FROM sqlite_schema WHERE name = 'recipe'")" \
    "$(sqlite3 4.db 'SELECT puzzle FROM recipe LIMIT 1')" <<'END'
import sys
data = bytearray(open("differs.db", "rb").read())
at = data.index(sys.argv[2].encode(), (int(sys.argv[1]) - 1) * 4096)
assert at < int(sys.argv[1]) * 4096
data[at + 15] ^= 1
open("differs.db", "wb").write(data)
END
refused "a recipe that differs from its index" "refers to a missing row" differs.db
# In the catalogue itself: it is named, and the others are not.
cp 1.db hole.db
page=$(sqlite3 1.db "SELECT rootpage FROM sqlite_schema WHERE name = 'rating'")
dd if=/dev/zero of=hole.db bs=4096 count=1 seek=$((page - 1)) conv=notrunc \
    2>/dev/null
refuses "a hole in the catalogue" 3 \
    "loyd: hole.db: database disk image is malformed" merge --db hole.db 2.db 3.db

alter band "UPDATE distribution SET source = 'own', total = -total;
    UPDATE distribution_length SET boards = -boards, below = -below"
refused "a value that the schema refuses" "" band.db
one_of="(SELECT puzzle FROM rating WHERE upper > 9 AND lower = upper LIMIT 1)"
alter length "UPDATE rating SET lower = lower + 2, upper = upper + 2
    WHERE puzzle = $one_of"
refused "a length that differs from its path" "puzzle " length.db
alter orphan "DELETE FROM puzzle WHERE id = $one_of"
refused "rows without their puzzle" "refers to a missing row" orphan.db
alter lost "DELETE FROM series"
refused "recipes without their series" "a recipe has an invalid series or index" lost.db
alter id "UPDATE puzzle SET board = (SELECT board FROM puzzle
    ORDER BY id DESC LIMIT 1) WHERE id = (SELECT min(id) FROM puzzle)"
refused "boards of another id" "puzzle " id.db

# Two valid catalogues that contradict each other.
alter swap "PRAGMA foreign_keys = OFF;
    CREATE TEMP TABLE two AS SELECT series, number, puzzle FROM recipe
        ORDER BY number LIMIT 2;
    UPDATE recipe SET puzzle = (SELECT puzzle FROM two
        WHERE puzzle <> recipe.puzzle)
        WHERE (series, number) IN (SELECT series, number FROM two)"
run merge --db clash.db one.db swap.db
same "two puzzles of one recipe" 3 "$code"
has "two puzzles of one recipe" err "loyd: swap.db: recipe '3x3/snake~g1~parts~45'"
has "two puzzles of one recipe" err "' is stored with another puzzle, "
same "the first is kept" "$one" "$(digest clash.db)"
# A longer path, stored as proven: twelve moves round a corner bring it home.
python3 - 4.db detour.db <<'END'
import re
import shutil
import sqlite3
import sys

shutil.copy(sys.argv[1], sys.argv[2])
db = sqlite3.connect(sys.argv[2])
puzzle, upper, path, goal = db.execute(
    "SELECT r.puzzle, r.upper, r.path, g.board FROM rating AS r"
    " JOIN puzzle AS p ON p.id = r.puzzle JOIN goal AS g ON g.pk = p.goal"
    " WHERE r.upper = r.lower AND r.upper < 9 ORDER BY r.puzzle").fetchone()
rows = [row.split() for row in goal.split("/")]
y, row = next((y, row) for y, row in enumerate(rows) if "0" in row)
# Tiles move into the blank, then those behind it; not on the path's last line.
across, down = "R" if row.index("0") > 0 else "L", "D" if y > 0 else "U"
back = {"R": "L", "L": "R", "D": "U", "U": "D"}
if re.fullmatch(r".*([URDL])\d*", path)[1] in "LR":
    across, down = down, across
path += (across + down + back[across] + back[down]) * 3
db.execute("UPDATE rating SET lower = ?2, upper = ?2, path = ?3"
           " WHERE puzzle = ?1", (puzzle, upper + 12, path))
db.execute("UPDATE puzzle SET stm = ?2 WHERE id = ?1", (puzzle, upper + 12))
db.commit()
END
run merge --db detour.2.db detour.db
same "merge does not search" 0 "$code"
run merge --db clash.2.db one.db detour.db
same "another length" 3 "$code"
has "another length" err "loyd: detour.db: puzzle "
grep -qE 'rating ([0-9]+)\.\.\1 contradicts the stored ([0-9]+)\.\.\2:' err ||
    fail "another length: $(cat err)"
same "the first is kept" "$one" "$(digest clash.2.db)"
# Another shortest path: the last one instead of the first.
python3 - one.db path.db <<'END'
import itertools
import shutil
import sqlite3
import sys

WIDTH, HEIGHT = 2, 4
shutil.copy(sys.argv[1], sys.argv[2])
db = sqlite3.connect(sys.argv[2])


def cells_of(board):
    return tuple(map(int, board.replace("/", " ").split()))


def moves_of(cells):
    """Each direction U R D L = 0 1 2 3 of a tile, and what it leads to."""
    b = cells.index(0)
    x, y = b % WIDTH, b // WIDTH
    for d, (dx, dy) in enumerate(((0, 1), (-1, 0), (0, -1), (1, 0))):
        if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT:
            made = list(cells)
            to = (y + dy) * WIDTH + x + dx
            made[b], made[to] = made[to], 0
            yield d, tuple(made)


def flood(goal):
    depth, layer = {goal: 0}, [goal]
    while layer:
        following = []
        for cells in layer:
            for _, other in moves_of(cells):
                if other not in depth:
                    depth[other] = depth[cells] + 1
                    following.append(other)
        layer = following
    return depth


def change():
    for puzzle, start, upper, path, cells in db.execute(
            "SELECT p.id, p.board, r.upper, r.path, g.board FROM puzzle p"
            " JOIN goal g ON g.pk = p.goal JOIN rating r ON r.puzzle = p.id"
            " WHERE g.size = '2x4' ORDER BY p.id"):
        board = cells_of(start)
        depth = flood(cells_of(cells))
        assert depth[board] == upper
        text = ""
        while depth[board]:
            d, board = max(m for m in moves_of(board)
                           if depth[m[1]] == depth[board] - 1)
            text += "URDL"[d]
        text = "".join(move + (str(n) if n > 1 else "") for move, n in
                       ((move, len(list(run)))
                        for move, run in itertools.groupby(text)))
        if text != path:
            return puzzle, text
    sys.exit("no board with two ways")


db.execute("UPDATE rating SET path = ?2 WHERE puzzle = ?1", change())
db.commit()
END
same "a board with two shortest paths" 0 $?
run merge --db clash.3.db one.db path.db
same "another path" 3 "$code"
has "another path" err "loyd: path.db: puzzle "
has "another path" err "the proven path differs from the stored one"
same "the first is kept" "$one" "$(digest clash.3.db)"

# --- a row that is missing in its index ---

cp 4.db index.db
sqlite3 index.db "CREATE TABLE kept AS SELECT * FROM sqlite_schema
        WHERE name = 'recipe_puzzle';
    PRAGMA writable_schema = ON;
    DELETE FROM sqlite_schema WHERE name = 'recipe_puzzle'"
sqlite3 index.db "INSERT INTO recipe VALUES (1, 999, '0123456789abcdef')"
sqlite3 index.db "PRAGMA writable_schema = ON;
    INSERT INTO sqlite_schema SELECT * FROM kept;
    DROP TABLE kept"
refused "an index without a row" "damaged" index.db
run merge --db many.2.db 1.db 2.db 3.db 5.db 6.db 7.db
run merge --db many.2.db index.db
same "merged into a large catalogue" 3 "$code"
has "merged into a large catalogue" err "loyd: index.db: "
same "no row of it" "$rest" "$(digest many.2.db)"

# --- the command line ---

refuses "no CATALOGUE" 2 "loyd: merge: missing CATALOGUE" \
    merge --db x.db
refuses "no --db" 2 "loyd: merge: missing --db FILE" merge 1.db
for wrong in 0/3 4/3 1/0 1/65536 3 /3 3/ -1/3 01/3 1/3/5 1.5/3 a/b ""; do
    run generate 4x4 --seed x --part "$wrong"
    same "--part '$wrong'" 2 "$code"
    has "--part '$wrong'" err "loyd: --part: invalid part "
    has "--part '$wrong'" err "expected I/N"
done

finish
