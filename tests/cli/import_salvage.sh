#!/bin/sh
# A damaged catalogue is salvaged by importing it: readable rows are stored,
# the loss is reported, and the damaged file is not changed.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --seed salvage --count "$(long 6000 2000)" --db whole.db
run digest --db whole.db
cp out whole
run digest --puzzles --db whole.db
cp out puzzles
run find --db whole.db --total
n=$(cat out)
cp whole.db mute.db
sqlite3 mute.db 'DELETE FROM recipe' || fail "no recipes to be deleted"

# damage FILE TABLE HOW: every fifth leaf of a table, except the first.
damage() {
    rm -f bad.db*
    cp "$1" bad.db
    python3 - "$2" "$3" <<'END'
import sqlite3, sys
table, how = sys.argv[1:]
db = sqlite3.connect("bad.db")
size = db.execute("PRAGMA page_size").fetchone()[0]
root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?",
                  (table,)).fetchone()[0]
db.execute("PRAGMA journal_mode = DELETE")
db.close()
data = bytearray(open("bad.db", "rb").read())
# The children of an interior page, according to SQLite's file format.
def children(page):
    at = (page - 1) * size
    assert data[at] in (2, 5), (page, data[at])
    n = int.from_bytes(data[at + 3:at + 5], "big")
    cells = [int.from_bytes(data[at + 12 + 2 * i:at + 14 + 2 * i], "big")
             for i in range(n)]
    return [int.from_bytes(data[at + c:at + c + 4], "big") for c in cells]
def leaves(page):
    if data[(page - 1) * size] in (10, 13):
        return [page]
    return [leaf for child in children(page) for leaf in leaves(child)]
pages = leaves(root)[2::5]
assert pages
for page in pages:
    at = (page - 1) * size
    if how == "zeros":
        data[at:at + size] = bytes(size)
    elif how == "noise":
        data[at:at + size] = bytes((7 * i * page + i // 3) % 251
                                   for i in range(size))
    else:
        for i in range(300, size - 40, 97):
            data[at + i] ^= 32
open("bad.db", "wb").write(data)
END
    cp bad.db before.db
}

# salvage NAME: into new.db, whose rows must all be correct.
salvage() {
    rm -f new.db*
    run import bad.db --db new.db --skip-bad
    same "$1: exit code" 3 "$code"
    [ -s err ] || fail "$1: no message"
    cp err said
    run rate --db new.db
    same "$1: rated" 0 "$code"
    cp out rated
    run verify new.db
    same "$1: verified" 0 "$code"
    run find --db new.db --total
    got=$(cat out)
    cmp -s bad.db before.db || fail "$1: the damaged file has changed"
    n_checks=$((n_checks + 1))
}

for how in $(long "zeros noise" zeros) bits; do
    # Lost puzzles are restored from their recipes.
    damage whole.db puzzle $how
    salvage "puzzles, $how"
    has "puzzles, $how" said "bad.db: puzzle"
    same "puzzles, $how: none is left to rate" "0 puzzles rated" "$(cat rated)"
    check "puzzles, $how: all are there" 0 "$(cat whole)" "" digest \
        --db new.db

    damage mute.db puzzle $how
    salvage "no recipes, $how"
    [ "$got" -gt $((n / 2)) ] && [ "$got" -lt "$n" ] ||
        fail "no recipes, $how: $got of $n puzzles"

    # Without their ratings, the lengths that puzzles have are proven again.
    damage whole.db rating $how
    salvage "ratings, $how"
    same "ratings, $how: none is left to rate" "0 puzzles rated" "$(cat rated)"
    check "ratings, $how: all are there" 0 "$(cat whole)" "" digest \
        --db new.db

    damage whole.db recipe $how
    salvage "recipes, $how"
    check "recipes, $how: all puzzles" 0 "$(cat puzzles)" "" digest \
        --puzzles --db new.db

    rm -f new.db*
    damage whole.db puzzle $how
    run import bad.db --db new.db
    same "all or nothing, $how" 3 "$code"
    [ ! -e new.db ] || fail "all or nothing, $how: a catalogue is left"
done

# The same of a file in which every puzzle has its own goal.
run generate 3x3 --layout random --seed drawn --count "$(long 1500 500)" \
    --db drawn.db
run digest --db drawn.db
cp out drawn
for how in $(long "zeros noise" noise) bits; do
    damage drawn.db goal $how
    salvage "goals of drawn.db, $how"
    same "goals of drawn.db, $how: none is left to rate" "0 puzzles rated" \
        "$(cat rated)"
    check "goals of drawn.db, $how: all are there" 0 "$(cat drawn)" "" \
        digest --db new.db
done

# Beyond 16 cells nothing is proven on the word of a damaged file.
run generate 5x5 --method walk:30 --seed wide --count 20 --db wide.db
run find --status proven --total --db wide.db
same "wide.db: proven" 20 "$(cat out)"
sqlite3 wide.db "DROP TABLE recipe"
rm -f new.db*
run import wide.db --db new.db --skip-bad
same "wide.db: exit code" 3 "$code"
run find --status proven --total --db new.db
same "wide.db: no proofs" 0 "$(cat out)"
run find --status bounded --total --db new.db
same "wide.db: bounds" 20 "$(cat out)"

# A flipped bit in a schema entry that is not needed: all puzzles are
# recovered.
run generate 3x3 --seed schema --count 100 --db small.db
run find --db small.db --total
n_small=$(cat out)
cat >schema.py <<'END'
import sqlite3, sys
db = sqlite3.connect("small.db")
db.execute("PRAGMA journal_mode = DELETE")
# The beginnings: the rest of a long text may be on another page.
texts = [t.encode() for t, in db.execute(
    "SELECT substr(sql, 1, 200) FROM sqlite_schema"
    " WHERE type IN ('trigger', 'view')"
    " OR name IN ('ledger_puzzle', 'band', 'name') ORDER BY rowid")]
data = bytearray(open("small.db", "rb").read())
places = [data.index(t) + k for t in texts for k in range(1, len(t), 61)]
for i, place in enumerate(places):
    data[place] ^= 1 << i % 7
    open("place.%d.db" % i, "wb").write(data)
    data[place] ^= 1 << i % 7
print(len(places))
END
i=0
places=$(python3 schema.py)
[ "$places" -gt 8 ] || fail "only $places places in the schema"
while [ $i -lt "$places" ]; do
    rm -f new.db*
    run import place.$i.db --db new.db --skip-bad
    run find --db new.db --total
    same "place $i of the schema" "$n_small" "$(cat out)"
    i=$((i + $(long 1 5)))
done
rm place.*.db

# A lost page of the schema, after the entries of the puzzle tables.
cat >page.py <<'END'
import sqlite3, sys
db = sqlite3.connect("small.db")
db.execute("PRAGMA journal_mode = DELETE")
size = db.execute("PRAGMA page_size").fetchone()[0]
last = db.execute("SELECT sql FROM sqlite_schema WHERE type = 'table' AND "
                  "name IN ('puzzle', 'goal', 'rating', 'series', 'recipe') "
                  "ORDER BY rowid DESC").fetchone()[0].encode()
data = bytearray(open("small.db", "rb").read())
n = int.from_bytes(data[103:105], "big")
assert data[100] == 5, "the schema has one page"
at = [int.from_bytes(data[112 + 2 * i:114 + 2 * i], "big") for i in range(n)]
pages = [int.from_bytes(data[c:c + 4], "big") for c in at]
pages.append(int.from_bytes(data[108:112], "big"))
needed = data.index(last) // size + 1
lost = pages[pages.index(needed) + 1:]
for n, page in enumerate(lost):
    bad, begin = bytearray(data), (page - 1) * size
    bad[begin:begin + size] = bytes((7 * i) % 251 for i in range(size))
    open("page.%d.db" % n, "wb").write(bad)
print(len(lost))
END
i=0
pages=$(python3 page.py)
[ "$pages" -gt 1 ] || fail "only $pages pages of the schema"
while [ $i -lt "$pages" ]; do
    rm -f new.db*
    run import page.$i.db --db new.db --skip-bad
    run find --db new.db --total
    same "page $i of the schema" "$n_small" "$(cat out)"
    i=$((i + 1))
done

# Objects that are not ordinary tables are never read.
for what in "CREATE VIEW rating AS SELECT 1 AS lower" \
    "CREATE VIRTUAL TABLE rating USING fts5(lower)"; do
    rm -f new.db* bad.db*
    cp small.db bad.db
    sqlite3 bad.db "DROP VIEW puzzles; DROP TABLE rating; $what" ||
        fail "$what"
    run import bad.db --db new.db
    same "$what" 3 "$code"
    has "$what" err "bad.db: a table is missing, or is not a plain table"
done

# A missing table: the others are read.
rm -f new.db* bad.db*
cp small.db bad.db
sqlite3 bad.db "DROP TABLE recipe"
run import bad.db --db new.db --skip-bad
same "no recipes" 3 "$code"
has "no recipes" err "bad.db: recipes are unreadable"
run find --db new.db --total
same "no recipes: the puzzles" "$n_small" "$(cat out)"

# Truncated at any point: rows before that point are recovered.
size=$(wc -c <whole.db)
last=0
for part in 40 70 97; do
    rm -f new.db*
    head -c $((size * part / 100)) whole.db >bad.db
    run import bad.db --db new.db --skip-bad
    same "cut at $part %" 3 "$code"
    run find --db new.db --total
    [ "$(cat out)" -gt "$last" ] || fail "cut at $part %: $(cat out) puzzles"
    last=$(cat out)
    run verify new.db
    same "cut at $part %: what came back is right" 0 "$code"
done
[ "$last" -gt $((n / 2)) ] || fail "cut at 97 %: $last of $n puzzles"
head -c 5000 whole.db >bad.db
run import bad.db --db new.db --skip-bad
same "its first page only" 3 "$code"

finish
