#!/bin/sh
# Traits: stored by rate and generate, compared with the second implementation,
# continued after a stop, merged, exported, and removed with a proof; damaged
# ones are reported.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

while IFS= read -r kind; do
    # shellcheck disable=SC2086 # a size and its options
    run generate --db a.db $kind
    same "generate $kind" 0 "$code"
done <<'END'
3x3 --seed one --count 12
3x3 --layout random,missing=random --seed two --count 2
2x3 --seed one --count 20
2x4 --layout random --seed m --count 5
4x3 --layout snake,blank=first --seed one --count 3
4x4 --method walk:24 --seed one --count 4
5x5 --method walk:30 --seed near --count 2
END
puzzles=$(sqlite3 a.db "SELECT count(*) FROM puzzle WHERE stm IS NOT NULL")
before=$("$LOYD" digest --db a.db)

# --- in two steps, and again ---

check "a part" 0 "traits of $(sqlite3 a.db "SELECT count(*) FROM puzzle
    JOIN goal ON pk = goal WHERE goal.size = '2x4'") puzzles stored" "" \
    rate --db a.db --traits --size 2x4
run rate --db a.db --traits --no-counts
same "without counts" 0 "$code"
same "without counts" "$puzzles" \
    "$(sqlite3 a.db "SELECT count(*) FROM puzzles WHERE detour >= 0")"
run rate --db a.db --traits
same "with counts" 0 "$code"
check "nothing to do" 0 "traits of 0 puzzles stored" "" rate --db a.db --traits
same "the second implementation" "$puzzles 0" \
    "$(python3 "$here/traits.py" check a.db)"
same "the digest" "$before" "$("$LOYD" digest --db a.db)"
run verify a.db
same "verify" 0 "$code"

# --- killed and continued ---

sqlite3 a.db ".backup fresh.db"
sqlite3 fresh.db "DELETE FROM trait"
cp fresh.db whole.db
run rate --db whole.db --traits
same "all at once" "0 traits of $puzzles puzzles stored" "$code $(cat out)"
some=0
for at in $(long "3 6 9 12 15 18 21 24" "3 9 15 21"); do
    rm -f kill.db*
    cp fresh.db kill.db
    killed $at rate --db kill.db --traits
    [ "$code" = 137 ] || continue
    some=$((some + 1))
    run rate --db kill.db --traits
    same "continued after a kill at $at" 0 "$code"
    same "traits after a kill at $at" \
        "$(sqlite3 whole.db 'SELECT * FROM trait')" \
        "$(sqlite3 kill.db 'SELECT * FROM trait')"
done
[ $some -gt 2 ] || fail "killed $some times"

# --- those of a seed ---

for seed in one two; do
    run generate 3x3 --seed $seed --count 20 --db b.db
done
run rate --traits --recipe '3x3/rows~g1~two~*' --db b.db
same "the traits of a seed" "0 20" "$code $(sqlite3 b.db \
    'SELECT count(*) FROM trait')"

# --- fields, filters of tiers, packs ---

run find --db a.db --size 3x3 --csv --limit 1
same "CSV has them where they are named" 0 "$(grep -c detour out)"
run find --db a.db --size 3x3 --json
cp out with
sqlite3 a.db ".backup none.db"
sqlite3 none.db "DELETE FROM trait"
run find --db none.db --size 3x3 --json
same "other fields are the same without traits" "14" "$(python3 - with out <<'END'
import json, sys
n = 0
with open(sys.argv[1]) as one, open(sys.argv[2]) as other:
    for a, b in zip(one, other):
        pairs = json.loads(a, object_pairs_hook=list)
        a, b = dict(pairs), json.loads(b)
        n += len(pairs) == len(a) and "turns" in a and \
            all(a[name] == value for name, value in b.items())
print(n)
END
)"
single=$("$LOYD" find --db a.db --size 3x3 --solutions 1 --total)
echo '{"tiers": [{"title": "a", "from": {"size": "3x3", "solutions": "1"}}]}' \
    >tiers.json
run channel create single --db a.db --schedule tiers.json \
    --start 2026-01-01
same "a tier with a single solution" "0 $single" \
    "$code $(sqlite3 a.db 'SELECT puzzles FROM list')"
run export --db a.db --size 3x3 --format csv --out pack
same "export" 0 "$code"
same "the last columns of a pack" \
    "name,solutions,first_moves,detour,linear_conflicts,inversions,\
tiles_home,turns,forced,row_moves,difficulty,difficulty_error,games" \
    "$(head -1 pack/puzzles.csv | sed 's/.*,name/name/')"
same "rows of a pack with traits" 14 "$(grep -c ',[0-9]*,,,$' pack/puzzles.csv)"
run verify pack
same "verify of the pack" 0 "$code"
run import pack --db c.db
same "an import leaves them out" "0 14 0" "$code $(sqlite3 c.db \
    'SELECT count(*) FROM puzzle; SELECT count(*) FROM trait' | paste -sd ' ')"

# --- merge: the row with counts stays; a wrong one refuses its catalogue ---

sqlite3 a.db ".backup less.db"
sqlite3 less.db "UPDATE trait SET solutions = NULL, first_moves = NULL,
    forced = NULL"
for parts in 'less.db a.db' 'a.db less.db' 'none.db a.db'; do
    rm -f m.db
    # shellcheck disable=SC2086 # two files
    run merge --db m.db $parts
    same "merge $parts" 0 "$code"
    same "traits of $parts" "$(sqlite3 a.db 'SELECT * FROM trait')" \
        "$(sqlite3 m.db 'SELECT * FROM trait')"
done
sqlite3 a.db ".backup wrong.db"
sqlite3 wrong.db "UPDATE trait SET solutions = solutions + 1 WHERE solutions =
    (SELECT max(solutions) FROM trait)"
rm -f m.db
run merge --db m.db a.db wrong.db
same "contradicting traits" 3 "$code"
has "contradicting traits" err "traits contradict the stored ones"

# --- damage: verify reports it; each fault is in a row of its own ---

cat >faults <<'END'
3x3~first_moves = 'VL'~wrong first_moves
3x3~first_moves = 'ul'~wrong first_moves
3x3~first_moves = 'UU'~wrong first_moves
3x3~first_moves = iif(first_moves = 'U', 'D', 'U')~wrong
3x3~forced = (SELECT stm FROM puzzle WHERE id = puzzle)~wrong
3x3~solutions = 1~wrong
3x3~detour = detour + 2~wrong detour
3x3~linear_conflicts = linear_conflicts + 1~wrong linear_conflicts
3x3~inversions = 0~wrong inversions
3x3~tiles_home = 9~wrong tiles_home
3x3~turns = 60~wrong turns
3x3~version = 2~unknown version
3x3~row_moves = 0~wrong row_moves
4x4~first_moves = 'LU'~wrong first_moves
4x4~first_moves = 'UU'~wrong first_moves
4x4~first_moves = iif(first_moves = 'U', 'D', 'U')~
4x4~forced = (SELECT stm FROM puzzle WHERE id = puzzle)~forced does not fit solutions
4x4~forced = (SELECT stm + 1 FROM puzzle WHERE id = puzzle)~wrong forced
4x4~solutions = 1~forced does not fit solutions
END
sqlite3 a.db ".backup bad.db"
run generate --db bad.db 4x4 --method walk:60 --seed more --count 24
run generate --db bad.db 3x3 --seed more --count 60
run rate --db bad.db --traits
python3 - >wanted <<'END' || fail "no rows for all faults"
import sqlite3
db = sqlite3.connect("bad.db")
db.execute("PRAGMA ignore_check_constraints = ON")
# Several solutions that begin with one move.
rows = db.execute("SELECT p.size, t.puzzle FROM trait AS t JOIN puzzles AS p"
                  " ON p.puzzle_id = t.puzzle WHERE t.solutions > 1"
                  " AND length(t.first_moves) = 1 ORDER BY t.puzzle").fetchall()
for line in open("faults"):
    size, change, words = line.rstrip("\n").split("~")
    row = next(row for row in rows if row[0] == size)
    rows.remove(row)
    db.execute(f"UPDATE trait SET {change} WHERE puzzle = ?", row[1:])
    print(f"wrong\ttraits of puzzle {row[1]}: {words}")
db.commit()
END
run verify bad.db
same "verify of faults" 1 "$code"
while IFS= read -r line; do
    has "verify of faults" out "$line"
done <wanted
same "verify of faults: no other row" "$(sed 's/.*puzzle //; s/:.*//' wanted | sort)" \
    "$(sed -n 's/^wrong.traits of puzzle \([^:]*\):.*/\1/p' out | sort -u)"
sqlite3 a.db ".backup bad.db"
n=$(sqlite3 bad.db "SELECT count(*) FROM trait WHERE solutions = 3")
sqlite3 bad.db "UPDATE trait SET row_moves = row_moves + 2,
    solutions = solutions + 1 WHERE solutions = 3"
run verify bad.db
same "all wrong rows" "$n" "$(grep -c 'wrong row_moves' out)"
# Of larger boards, by a sample.
run generate --db large.db 4x3 --layout snake,blank=first --seed one --count 8
run rate --db large.db --traits
run verify large.db --solve 300
same "a sample that is right" 0 "$code"
sqlite3 large.db "UPDATE trait SET solutions = solutions + 1 WHERE solutions > 1"
run verify large.db
same "counts of larger boards" 0 "$code"
run verify large.db --solve 300
same "counts of larger boards, a sample" 1 "$code"
has "a sample" out "wrong solutions"

# --- a proof that is replaced ---

id=$(sqlite3 a.db "SELECT puzzle_id FROM puzzles WHERE size = '3x3'
    AND solutions > 1 LIMIT 1")
path=$(sqlite3 a.db "SELECT path FROM puzzles WHERE puzzle_id = '$id'")
later=$("$LOYD" solve --all "$(sqlite3 a.db "SELECT board FROM puzzles
    WHERE puzzle_id = '$id'")" --goal "$(sqlite3 a.db "SELECT goal FROM puzzles
    WHERE puzzle_id = '$id'")" | tail -1 | cut -f 2)
sqlite3 a.db ".backup late.db"
sqlite3 late.db "UPDATE rating SET path = '$later' WHERE puzzle = '$id';
    DELETE FROM trait WHERE puzzle = '$id'"
run rate --db late.db --traits
same "traits of a path that is not canonical" 0 "$code"
sqlite3 late.db "DELETE FROM rating WHERE puzzle = '$id';
    UPDATE puzzle SET stm = NULL WHERE id = '$id'"
run verify late.db
has "no traits without a proof" out "wrong${tab}traits of puzzle $id: the puzzle is not proven"
run rate --db late.db
same "proven again" "0 $path 0" "$code $(sqlite3 -separator ' ' late.db \
    "SELECT path, (SELECT count(*) FROM trait WHERE puzzle = '$id')
    FROM puzzles WHERE puzzle_id = '$id'")"
run rate --db late.db --traits
same "the traits follow" "$(sqlite3 a.db 'SELECT * FROM trait')" \
    "$(sqlite3 late.db 'SELECT * FROM trait')"

finish
