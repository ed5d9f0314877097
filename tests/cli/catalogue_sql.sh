#!/bin/sh
# Catalogues in SQL: the views are what the command prints, and the statements of
# docs/sql.md work (catalogue_sql.py).
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

judge() {
    python3 "$here/catalogue_sql.py" "$@" 2>&1
}

# --- a catalogue with every kind of puzzle, and days ---

while IFS= read -r kind; do
    # shellcheck disable=SC2086 # a size and its options
    run generate --db a.db $kind
    same "generate $kind" 0 "$code"
done <<'END'
3x3 --seed one --count 60
3x3 --layout random,missing=random --seed two --count 15
4x3 --layout snake --seed one --count 20
3x4 --layout spiral --seed one --count 20
2x2 --seed one --count 20
2x2 --layout snake --seed two --count 20
2x3 --seed one --count 300
2x4 --layout random --metric mtm --seed m --count 25
2x4 --metric mtm --seed m --count 40
4x4 --stm 20..30 --seed one --count 6
4x4 --seed one --count 12
5x5 --method walk:30 --seed near --count 4
5x5 --seed far --count 3
6x3 --seed far --count 2
2x9 --method walk:20 --seed near --count 2
5x3 --method walk:9 --metric mtm --seed near --count 2
END
run rate --traits --size 3x3,2x3,4x4 --db a.db
same "traits" 0 "$code"
python3 "$here/games.py" put a.db 300 20 || fail "games"
# Named, bounded by another program, without a rating.
echo '8 6 7/2 5 4/3 0 1' >in
run import - --name 'the "longest", & co' --db a.db
cat >rows.jsonl <<'END'
{"board":"1 2 3/4 5 6/7 0 8","stm":1,"mtm":1}
{"board":"6 4 7/8 5 0/3 2 1","stm":31,"path":"UR2D2LURDL2U2RD2RULDLU2R2D2L2U2","mtm":20,"mtm_path":"RDLU2R2D2LURDL2U2RD2LU2R2D2L2U2"}
{"board":"1 2 3 4 5 6 7/8 9 10 11 12 13 14/15 16 17 18 0 19 20","lower":2,"upper":4,"path":"L2RL","mtm_lower":1,"mtm_upper":3,"mtm_path":"L2RL"}
{"board":"8 7 6/5 4 3/2 1 0"}
{"board":"2 1 3 4/5 6 7 8/9 10 11 12/13 15 14 0"}
END
run import rows.jsonl --unrated --db a.db
same "import" "0 5 rows imported, 5 new puzzles, 4 lengths not proven" \
    "$code $(cat out)"
python3 "$here/sample.py" a.db || fail "a sample" # of 6x3 too
run bands --set easy=0..10,hard=10..80,top=80..100 --db a.db
same "bands" 0 "$code"
run export --size 4x3 --stm 30..36 --db a.db --out pack --pack-name p
same "used puzzles" 0 "$code"

cat >club.json <<'END'
{"tiers": [
  {"title": "small", "size": "3x3", "band": "easy"},
  {"title": "large", "size": "6x3", "layout": "snake", "mlc": "24..30"},
  {"title": "middle", "size": "4x3", "stm": "20..25"}]}
END
cat >lists.json <<'END'
{"tiers": [{"title": "b", "from": {"recipe": "3x3/rows~g1~one~*"}},
  {"title": "a", "from": {"size": "4x3"}}]}
END
run daily 2026-01-06 --db a.db --today 2026-01-06
run channel create club --db a.db --schedule club.json --start 2026-01-01 \
    --secret club.key
run daily 2026-01-03 --channel club --db a.db --secret club.key \
    --today 2026-01-03
same "a secret channel" 0 "$code"
echo '{"every": {"title": "p", "from": {"size": "2x3"}}}' >plain.json
run channel create plain --db a.db --schedule plain.json --start 2026-01-02
run daily 2026-01-04 --channel plain --db a.db --today 2026-01-06
same "days from a list" 0 "$code"
run channel create lists --db a.db --schedule lists.json \
    --start 2026-01-01
run daily 2026-01-02 --channel lists --db a.db --today 2026-01-06
same "days from lists" 0 "$code"
echo '{"every": {"title": "p", "from": {"size": "2x4"}}}' >next.json
run channel revise lists --db a.db --schedule next.json --from 2026-01-03
run daily 2026-01-04 --channel lists --db a.db --today 2026-01-06
same "another version" 0 "$code"
run verify a.db --secret club.key
same "verify" 0 "$code"

# --- the views ---

run find --total --db a.db
n=$(cat out)
days="$n 24"
same "the views" "$days" "$(judge same "$LOYD" a.db club=club.key)"
# After proofs, and in a merge.
cp a.db proven.db
run rate --db proven.db
run rate --db proven.db --metric mtm --nodes 200 --size 3x3,4x4,5x3
run rate --db proven.db --prove --nodes 200000
same "proofs" 0 "$code"
echo '{"board":"1 2 3/4 5 6/7 8 0","goal":"1 2 3/4 8 5/7 0 6","stm":3,"mtm":3}
{"board":"1 2/3 4/5 6/7 8/9 0/11 10","goal":"0 1/2 3/4 5/6 7/8 9/10 11"}' >in
run import - --db proven.db
same "the views after proofs" "$(($(sqlite3 proven.db \
    'SELECT count(*) FROM puzzles'))) 24" \
    "$(judge later "$LOYD" proven.db club=club.key)"
run merge a.db --db merged.db
run bands --set easy=0..10,hard=10..80,top=80..100 --db merged.db
same "the views of a merge" "$days" \
    "$(judge same "$LOYD" merged.db club=club.key)"
run bands --db a.db --size 4x4
same "lengths are those of bands" "$(cut -f 1,3 out)" "$(sqlite3 -separator \
    "$tab" a.db "SELECT band, min(length) || '..' || max(length) FROM lengths
    WHERE class = '4x4@0.0' AND metric = 'stm'
    GROUP BY band ORDER BY min(length)")"

# --- the statement of a filter (find_query.sh compares what it finds) ---

check "as a program that reads it says" 0 "$("$LOYD" find --db a.db \
    --band top --total)" "" find --db a.db --band top --total
same "counted by SQL" "$(cat out)" "$("$LOYD" find --db a.db --band top --sql |
    sed 's/^SELECT \*/SELECT count(*)/; s/ ORDER BY .*/;/' |
    sqlite3 a.db)"
run find --db a.db --sql --json
same "--sql --json" 2 "$code"
refuses "no catalogue" 3 "loyd: no.db: no such file" find --db no.db --sql
refuses "no such puzzle to continue after" 3 "loyd: a.db: no puzzle \
'0000000000000000' to continue after" find --db a.db --sql --order stm \
    --after 0000000000000000
run stats --db a.db --sql
same "stats has no statement" 2 "$code"

# --- docs/sql.md ---

run find --db a.db --size 4x4 --band hard --total
[ "$(cat out)" -gt 5 ] || fail "only $(cat out) hard 4x4"
same "the statements of docs/sql.md" 5 "$(judge page "$LOYD" a.db \
    "$root/docs/sql.md" | cut -d ' ' -f 1)"

finish
