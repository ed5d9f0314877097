#!/bin/sh
# Tests imports, proofs and packs of boards beyond 16 cells: true intervals are
# kept, contradictions are clear errors that change nothing.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

goal="1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/\
25 26 27 28 29 30/31 32 33 34 35 0"
# One move of 35, then there and back: 3 moves where 1 is the optimum.
board="1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/\
25 26 27 28 29 30/31 32 33 34 0 35"
row="\"board\":\"$board\",\"goal\":\"$goal\""

# rating FILE: lower, upper and the methods of both ends.
rating() {
    sqlite3 "$1" "SELECT lower, upper, l.method, s.method FROM rating AS r
        JOIN search AS s ON s.pk = r.search
        JOIN search AS l ON l.pk = coalesce(r.lower_search, r.search)"
}

echo "{$row,\"lower\":1,\"upper\":3,\"path\":\"LRL\"}" >in
run import - --db a.db
same "import of an interval" "0 1|3|import|import" "$code $(rating a.db)"
run find --db a.db
run show "$(cut -f 1 out)" --db a.db
has "an interval as show prints it" out "  bounds   1..3 STM, not proven"
before=$(sqlite3 a.db .dump)

# A board near its goal is shown without tables, as `solve` rates it with them.
run generate 5x5 --method walk:30 --seed x --count 4 --format recipe
cp out recipes
run generate 6x4 --layout spiral --method walk:14 --seed x --count 4 --format recipe
cat out >>recipes
while read -r recipe; do
    XDG_CACHE_HOME=$tmp/near run show --json "$recipe"
    cp out shown
    printf '%s\t%s\n' "$(sed 's/.*"board":"\([^"]*\)".*/\1/' shown)" \
        "$(sed 's/.*"goal":"\([^"]*\)".*/\1/' shown)" >in
    run solve --json
    same "$recipe without tables" \
        "$(grep -o '"status":"proven","lower":.*"path":"[A-Z0-9]*"' out)" \
        "$(grep -o '"status":.*"path":"[A-Z0-9]*"' shown)"
done <recipes
[ ! -e near ] || fail "show built tables: $(find near)"

# bad NAME FIELDS MESSAGE: the row is refused and the catalogue unchanged.
bad() {
    echo "{$row,$2}" >in
    run import - --db a.db
    same "$1: exit code" 3 "$code"
    has "$1" err "$3"
    same "$1: nothing changed" "$before" "$(sqlite3 a.db .dump)"
}
bad "too high a lower end" '"lower":5,"upper":7' \
    "interval 5..7 contradicts the stored 1..3"
bad "ends in the wrong order" '"lower":5,"upper":3' \
    "lower, upper and stm contradict each other"
bad "a path of another length" '"lower":1,"upper":5,"path":"LRL"' \
    "path length is 3: expected 5"
bad "a path elsewhere" '"lower":1,"upper":3,"path":"LRR"' "path: "
bad "an estimate of the wrong parity" '"estimate":4' \
    "estimate 4 has the wrong parity"
bad "an estimate below the lower end" '"lower":3,"upper":5,"estimate":1' \
    "the estimate is below the rating's lower bound"
bad "a length above the upper end" '"stm":5' "interval 5..5 contradicts the stored 1..3"
echo '{"board":"2 1 3/4 5 6/8 7 0","estimate":20}' >in
run import - --db a.db
has "an estimate of 9 cells" err "estimate of a board of at most 16 cells"

# A pack of the interval.
run export --db a.db --out pack
run verify pack
same "verify" 0 "$code"
run import pack --db b.db
same "import of the pack" "0 1|3|import|import" "$code $(rating b.db)"

# A false lower end is shown with the id and stays; the others are proven.
other="1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/\
25 26 27 28 29 0/31 32 33 34 35 30"
cp a.db f.db
sqlite3 f.db "UPDATE rating SET lower = 2"
echo "{\"board\":\"$other\",\"lower\":1,\"upper\":3,\"path\":\"UDU\"}" >in
run import - --db f.db
id=$("$LOYD" find --db f.db --lower 2..3 --upper 2..3 | cut -f 1)
run rate --db f.db --prove
same "a false lower end" "3 1 puzzle proven, 0 still open" "$code $(cat out)"
same "its message" \
    "loyd: f.db: puzzle $id: wrong rating: lower end 2, but a solution of 1" \
    "$(cat err)"
same "it stays" "2" \
    "$(sqlite3 f.db "SELECT lower FROM rating WHERE upper = 3")"

# The proof replaces both ends; a second run has nothing to do.
run rate --db a.db --prove --json
same "proof" '0 {"rated":1,"bad":0,"open":0}' "$code $(cat out)"
same "proven" "1|1|exact|exact" "$(rating a.db)"
run rate --db a.db --prove
same "nothing to prove" "0 puzzles proven, 0 still open" "$(cat out)"
run merge --db b.db a.db
same "merge of the proof" "0 1|1|exact|exact" "$code $(rating b.db)"

# A board that `rate` proves has no other search than the proof.
echo "{$row}" >in
run import - --db d.db
run rate --db d.db
same "proven by rate" "1|1|exact|exact" "$(rating d.db)"

# Bounds of a proof that is not finished are stored.
run generate 6x6 --seed bounds --count 4 --db e.db
quick=$(sqlite3 e.db "SELECT sum(lower) FROM rating")
run rate --db e.db --prove --nodes 500000
[ "$(sqlite3 e.db "SELECT sum(lower) FROM rating")" -gt "$quick" ] ||
    fail "no bound is stored"
[ "$(sqlite3 e.db "SELECT count(*) FROM rating AS r JOIN search AS s
    ON s.pk = r.lower_search WHERE s.budget = 500000")" -gt 0 ] ||
    fail "no bound has its search"

run rate --db a.db --nodes 0
same "no budget" 2 "$code"

# --- memory too small for tables (not under a sanitizer, which needs more) ---

run generate 5x5 --seed memory --count 2
cut -f 1 out >in
run import - --db c.db
same "two unrated boards" "2 0" "$(sqlite3 -separator " " c.db \
    "SELECT count(*), (SELECT count(*) FROM rating) FROM puzzle")"
before=$(sqlite3 c.db .dump)
# starved NAME ARGUMENT ...: the command runs out of memory and changes nothing.
starved() {
    starved_name=$1
    shift
    # shellcheck disable=SC3045 # see above
    (ulimit -v 40000 && exec "$LOYD" "$@") >out 2>err
    same "$starved_name: exit code" 3 $?
    has "$starved_name" err "out of memory"
    same "$starved_name: nothing changed" "$before" "$(sqlite3 c.db .dump)"
}
# shellcheck disable=SC3045 # where there is no such limit, nothing is tested
if (ulimit -v 40000 && ASAN_OPTIONS= "$LOYD" version) >/dev/null 2>&1; then
    starved "generate" generate 5x5 --seed memory --count 3 --db c.db
    starved "rate" rate --db c.db
    starved "rate --nodes" rate --db c.db --nodes 100
    starved "a sample" bands --sample 5x5 --count 100 --db c.db
    starved "solve" solve --layout "goal=1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/\
16 17 18 19 20/21 22 23 24 0" "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/\
16 17 18 19 20/21 0 22 23 24"
fi

finish
