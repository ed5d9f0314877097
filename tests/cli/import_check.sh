#!/bin/sh
# Tests `import --check`, and lengths that cannot be: it reports what `--skip-bad` reports, of every file, and
# counts what that stores; it stores nothing, and neither makes nor upgrades a
# catalogue.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --seed check --count 60 --db a.db
run export --db a.db --out pack
run find --db a.db --json
sed '3s/"board":"[^"]*"/"board":"1 2 3"/; 7s/}$//; 9s/"stm":/"stm":1/' out >bad.jsonl
tail -n 5 out >>bad.jsonl
printf '5 1 3/4 2 6/7 8 0\n2 1 3/4 5 6/7 8 0\n1 2 3/4 5 6/7 0 8\n' >bad.boards
row='{"board":"8 6 7/2 5 4/3 0 1"'
printf '%s,"stm":31}\n%s,"stm":29}\n' "$row" "$row" >lengths.jsonl

for file in bad.jsonl bad.boards lengths.jsonl pack pack/puzzles.sqlite a.db; do
    rm -f new.db*
    run import $file --db new.db --skip-bad
    skipped="$code $(cat out err)"
    run import $file --check
    same "$file: as with --skip-bad" "$(echo "$skipped" | sed 's/imported/good/')" \
        "$code $(cat out err)"
done
run import --check bad.jsonl
same "each bad row" "3 bad.jsonl:3 bad.jsonl:7 bad.jsonl:9" \
    "$code $(sed 's/^loyd: \([^:]*:[0-9]*\):.*/\1/' err | tr '\n' ' ' | sed 's/ $//')"

# --- several files ---

run import --check bad.jsonl missing bad.boards --json
same "several files" 3 "$code"
same "several files: their bad rows" "bad.jsonl:3 bad.jsonl:7 bad.jsonl:9 missing: \
bad.boards:2" "$(sed -n 's/.*"where":"\([^"]*\)"\(,"line":\([0-9]*\)\)\{0,1\}}$/\1:\3/p' \
    out | tr '\n' ' ' | sed 's/ $//')"
same "several files: the sums" '{"rows":64,"new_puzzles":59,"proven":57,"unproven":0,"wrong":0,'\
'"recipes":62,"unchecked":0,"bad":4}' "$(tail -n 1 out)"
check "all are good" 0 "120 rows good, 120 new puzzles, 120 lengths proven" "" \
    import --check pack/puzzles.json pack/puzzles.csv
check "an import of several files" 0 "120 rows imported, 60 new puzzles, 60 lengths proven" "" \
    import pack pack/puzzles.csv --db several.db

# --- with a catalogue ---

cp a.db before
check "nothing is new" 0 "60 rows good, 0 new puzzles" "" import --check pack --db a.db
echo "$row,\"stm\":31}" >in
run import - --db a.db
cp a.db before
run import --check lengths.jsonl --db a.db
has "against the catalogue" err "lengths.jsonl:2: "
echo "$row,\"stm\":29}" >in
run import --check - --db a.db
has "against the catalogue alone" err "wrong length 29: proven 31"
echo "$row,\"stm\":29}" >in
check "and without it" 1 "1 row good, 1 new puzzle, 1 length proven, 1 length wrong" \
    "loyd: stdin:1: wrong length 29: proven 31" import --check -
echo "$row,\"stm\":29}" >in
check "and without proofs" 0 "1 row good, 1 new puzzle, 1 length not proven" "" \
    import --check --unrated -
cmp -s before a.db || fail "a check changes the catalogue"
same "no other file is left" "a.db" "$(echo a.db*)"
run import --check pack --db none.db
same "no catalogue is made" "3 none.db*" "$code $(echo none.db*)"

# --- lengths that cannot be: what is computed here is compared ---

python3 - >cannot <<'END'
import json
import random

random.seed(1)
# The greatest lengths of goals in rows, as published.
greatest = {(3, 3): (31, 24), (4, 4): (80, 43), (5, 5): (10**9, 10**9)}
line = 0
with open("laws.jsonl", "w") as out:
    for (w, h), radius in greatest.items():
        for length in range(1, 120):
            for metric in "stm", "mtm":
                n = w * h
                cells = [*range(1, n), 0]
                blank = n - 1
                for _ in range(random.randrange(1, 400)):
                    to = random.choice([c for c in range(n) if abs(c % w - blank % w)
                        + abs(c // w - blank // w) == 1])
                    cells[blank], cells[to], blank = cells[to], 0, to
                x = sum(abs(c % w - (t - 1) % w) for c, t in enumerate(cells) if t)
                y = sum(abs(c // w - (t - 1) // w) for c, t in enumerate(cells) if t)
                if x + y == 0:
                    continue
                line += 1
                print(json.dumps({"board": cells, metric: length,
                    **{("" if metric == "stm" else "mtm_") + "status": "proven"}}), file=out)
                away = w - 1 - blank % w + h - 1 - blank // w
                rows, columns = -(-x // (w - 1)), -(-y // (h - 1))
                least = x + y if metric == "stm" else \
                    max(rows + columns, 2 * max(rows, columns) - 1)
                if length < least or length > radius[metric == "mtm"] or \
                        (metric == "stm" and (length - away) % 2):
                    print(line)
END
run import --check --unrated laws.jsonl
same "lengths that cannot be" "$(cat cannot)" "$(cut -d : -f 3 err)"
[ "$(lines cannot)" -gt 300 ] || fail "few lengths"
for why in "length [0-9]* has the wrong parity" "a length is below the Manhattan distance" \
    "a length in MTM is below what the distances of the tiles need" \
    "a length is above the greatest of its class" \
    "a length in MTM is above the greatest of its class"; do
    grep -q "laws.jsonl:[0-9]*: $why" err || fail "no row: $why"
done

# --- verify is for catalogues and packs ---

echo '{"board":"1 2 3/4 5 6/7 0 8"}' >rows.jsonl
for file in pack/puzzles.json pack/puzzles.csv rows.jsonl; do
    check "verify $file" 3 "" \
        "loyd: $file: not an SQLite file: try 'loyd import --check FILE'" verify $file
done

# --- options ---

refuses "no name of a file" 2 "loyd: import: --db needs FILE" import pack --db ''
refuses "no name of a folder" 2 "loyd: export: --out needs DIR" \
    export --db a.db --out ''
finish
