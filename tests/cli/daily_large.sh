#!/bin/sh
# Days of more than 16 cells: ranges of mlc, ledgers without lengths, intervals
# that become tighter or proven without a change of any hash.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

head_of() {
    "$LOYD" channel list --db "$1" | grep "^$2$tab" | cut -f 6
}

# second FILE: the head of days in JSON, by the second implementation.
second() {
    PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/golden/ledger.py" head <"$1"
}

# --- bands become ranges of mlc ---

# The values of at least 1 whose percentile in the shipped sample is in the band.
cat >ranges.py <<'EOF2'
import sys
bands = (("easy", 0, 1), ("medium", 1, 25), ("hard", 25, 90),
         ("expert", 90, 100))
for line in open(sys.argv[1]):
    fields = line.rstrip("\n").split("\t")
    if line.startswith("#") or fields[5] != "mlc":
        continue
    size = fields[0].split("@")[0]
    if size not in sys.argv[2:]:
        continue
    count = {int(v): int(n) for v, n in
             (pair.split(":") for pair in fields[6].split())}
    total = sum(count.values())
    assert total == int(fields[4])
    for name, low, high in bands:
        inside = []
        for value in range(1, max(count) + 2):
            twice = sum(n * (2 if v < value else 1)
                        for v, n in count.items() if v <= value)
            # 100 * twice / (2 * total), without a fraction
            if low * total <= 50 * twice and (
                    50 * twice < high * total or high == 100):
                inside.append(value)
        if inside:
            assert inside == list(range(inside[0], inside[-1] + 1))
            last = 65534 if high == 100 else inside[-1]
            print(size, name, "mlc=%d..%d" % (inside[0], last))
EOF2
python3 ranges.py "$root/data/estimates.tsv" 5x4 5x5 6x4 10x10 >wanted
[ "$(lines wanted)" -gt 12 ] || fail "only $(lines wanted) ranges"
while read -r size band range; do
    echo "$size $band $("$LOYD" generate "$size" --band "$band" --seed x \
        --format recipe | sed 's/.*,\(mlc=[^~]*\)~.*/\1/')"
done <wanted >got
same "ranges of bands" "$(cat wanted)" "$(cat got)"
refuses "a class without a sample" 1 "loyd: --band: no sample of class \
5x5@1.1: make one with \`loyd bands --sample 5x5 --layout rows,blank=1.1 --db FILE\`" \
    generate 5x5 --layout rows,blank=1.1 --band hard --seed x

# The command of the message makes the sample, and the catalogue, of a new channel.
echo '{"every": {"title": "s", "size": "3x6", "layout": "spiral",
    "band": "hard"}}' >spiral.json
refuses "a schedule of a class without a sample" 3 "loyd: spiral.json: every: no \
sample of class 6x3@1.1: make one with \`loyd bands --sample 6x3 --layout \
rows,blank=1.1 --db FILE\`" \
    channel create spiral --db spiral.db --schedule spiral.json --start 2026-03-01
# shellcheck disable=SC2046 # words
check "the sample" 0 "100 boards of class 6x3@1.1 sampled" "" \
    $(sed 's/.*`loyd \(.*\) FILE`/\1/' err) spiral.db --count 100
run channel create spiral --db spiral.db --schedule spiral.json --start 2026-03-01
same "and with it" 0 "$code"
has "a range" out "band=hard"
refuses "goals of many classes" 2 "loyd: --band: the blank of a random goal is \
not fixed: try blank=ROW.COL in --layout, or --mlc" \
    generate 5x5 --layout random --band hard --seed x

# --- a channel ---

hard=$(sed -n 's/^5x4 hard mlc=//p' wanted)
cat >club.json <<'EOF2'
{"tiers": [
    {"title": "small", "size": "3x3", "stm": "20..24"},
    {"title": "large", "size": "5x4", "band": "hard"},
    {"title": "flat", "size": "6x3", "layout": "snake", "mlc": "24..30"}]}
EOF2
# A fixed secret: whether a board is proven with few nodes depends on it.
(umask 077 && printf '%064d\n' 1 >club.secret)
run channel create club --db c.db --schedule club.json --start 2026-03-01 \
    --secret club.secret
same "a channel" 0 "$code"
has "the band's range" out "title=large${tab}size=5x4${tab}layout=rows${tab}mlc_low=\
${hard%%..*}${tab}mlc_high=${hard##*..}${tab}band=hard"
same "a row of mlc as JSON" "\"mlc_low\":24,\"mlc_high\":30" \
    "$("$LOYD" channel show club --db c.db --json |
        grep -o '"mlc_low":24,"mlc_high":30')"
run daily 2026-03-02 --db c.db --channel club --secret club.secret \
    --today 2026-03-02
same "two days" 0 "$code"
has "bounds" out "  bounds   "
head=$(head_of c.db club)
for date in 2026-03-01 2026-03-02; do
    "$LOYD" daily "$date" --db c.db --channel club --secret club.secret \
        --today 2026-03-02 --json
done >days
same "the chain of the second implementation" "$head" "$(second days)"
same "lengths of the ledger" "small|1 large|0 flat|0" \
    "$(sqlite3 c.db "SELECT tier, stm IS NOT NULL FROM ledger
        WHERE date = '2026-03-01' ORDER BY number" | paste -s -d ' ')"
same "estimates" 4 "$(sqlite3 c.db "SELECT count(*) FROM puzzle
    WHERE estimate = upper OR estimate = stm")"
run verify --db c.db --secret club.secret --head "$head"
same "verified" 0 "$code"

# A day is the same without a ledger, and on another machine.
"$LOYD" channel create club --db other.db --schedule club.json \
    --start 2026-03-01 --secret club.secret >/dev/null
"$LOYD" daily 2026-03-02 --db other.db --channel club --secret club.secret \
    --today 2026-03-02 --future --json >future
same "the same boards" "$(grep 2026-03-02 days | grep -o '"puzzle_id":"[^"]*"')" \
    "$(grep -o '"puzzle_id":"[^"]*"' future)"
run daily 2026-03-02 --db other.db --channel club --secret club.secret \
    --today 2026-03-02
same "the same head" "$head" "$(head_of other.db club)"

# --- a site ---

run publish --db c.db --channel club --secret club.secret --out site \
    --today 2026-03-02
same "a site" 0 "$code"
sed -n '/^```python$/,/^```$/{/^```/d;p;}' "$root/docs/publishing.md" >check.py
same "the reader's check" "$head" "$(python3 check.py site)"
has "a page" site/daily/2026-03-01.html "<dt>Best known solution</dt>"
has "which is not proven" site/daily/2026-03-01.html 'data-proven="false"'
has "a page of 3x3" site/daily/2026-03-01.html "<dt>Shortest solution</dt>"
has "the feed" site/feed.xml "5 × 4, best known solution: "
for file in site/daily/2026-03-01.json site/daily/2026-03-02.json; do
    printf 'fits\twhole\t%s\t%s\n' "$root/data/schemas/day.schema.json" "$file"
done >cases
printf 'fits\twhole\t%s\t%s\n' "$root/data/schemas/index.schema.json" \
    site/daily/index.json >>cases
"$LOYD" channel show club --db c.db --json >shown
printf 'fits\tlines\t%s\t%s\n' "$root/data/schemas/channel.schema.json" shown \
    >>cases
printf 'fits\twhole\t%s\t%s\n' "$root/data/schemas/schedule.schema.json" \
    club.json >>cases
python3 "$root/tests/judge.py" --cases cases >judged 2>&1 || fail "$(cat judged)"

# --- a proof changes no hash, and an unproven part no proof ---

cp c.db proven.db
run rate --prove --nodes 200000 --db proven.db
same "proofs" 0 "$code"
[ "$(sqlite3 proven.db "SELECT count(*) FROM ledger JOIN puzzle
    ON id = ledger.puzzle WHERE tier = 'flat' AND puzzle.stm > 0")" -gt 0 ] ||
    fail "no board of 6x3 was proven"
same "a proof adds no length" 4 \
    "$(sqlite3 proven.db "SELECT count(*) FROM ledger WHERE stm IS NULL")"
same "the head after proofs" "$head" "$(head_of proven.db club)"
run daily 2026-03-03 --db proven.db --channel club --secret club.secret \
    --today 2026-03-03
same "the ledger continues" 0 "$code"
run verify --db proven.db --secret club.secret --head "$head"
same "verified after proofs" 0 "$code"
run merge proven.db --db other.db
same "merged" 0 "$code"
same "the longer ledger" "$(head_of proven.db club)" "$(head_of other.db club)"
run digest --db proven.db
cp out digest
check "the same digest" 0 "$(cat digest)" "" digest --db other.db
run publish --db other.db --channel club --secret club.secret --out again \
    --today 2026-03-02
same "a site of proven boards" "$head" "$(python3 check.py again)"

# --- damage ---

# damaged NAME SQL TEXT: a command that reads the ledger and verify report it.
damaged() {
    cp c.db bad.db
    sqlite3 bad.db ".dbconfig enable_trigger off" "$2" >/dev/null ||
        fail "$1: sqlite3"
    run daily 2026-03-01 --db bad.db --channel club --secret club.secret \
        --today 2026-03-02
    same "$1: daily" 3 "$code"
    has "$1: daily" err "$3"
    run verify --db bad.db
    same "$1: verify" 1 "$code"
}

damaged "a length beyond 16 cells" \
    "UPDATE ledger SET stm = 99 WHERE tier = 'large'" \
    "the length is not the puzzle's proven length"
damaged "no length up to 16 cells" \
    "UPDATE ledger SET stm = NULL WHERE tier = 'small'" \
    "the length is not the puzzle's proven length"
damaged "no rating" "DELETE FROM rating WHERE puzzle IN
    (SELECT puzzle FROM ledger WHERE tier = 'large');
    UPDATE puzzle SET upper = NULL WHERE id IN
    (SELECT puzzle FROM ledger WHERE tier = 'large')" "its puzzle is not rated"
damaged "another range" "UPDATE schedule_row SET low = 1, high = 2
    WHERE title = 'flat'" "the puzzle is outside the schedule's range"
cp c.db bad.db
sqlite3 bad.db "UPDATE schedule_row SET target = 'stm' WHERE title = 'flat'" \
    2>err && fail "an invalid target for the size was stored"

# --- days from a catalogue ---

"$LOYD" generate 5x4 --mlc 50..60 --seed list --count 6 --db l.db >/dev/null
"$LOYD" generate 3x3 --seed list --count 9 --db l.db >/dev/null
cat >tiers.json <<'EOF2'
{"tiers": [
    {"title": "large", "from": {"size": "5x4"}},
    {"title": "small", "from": {"size": "3x3"}}]}
EOF2
run channel create lists --db l.db --schedule tiers.json \
    --start 2026-03-01
same "lists" 0 "$code"
same "puzzles of the lists" "6 9" \
    "$(sqlite3 l.db "SELECT puzzles FROM list ORDER BY place" | paste -s -d ' ')"
run daily 2026-03-03 --db l.db --channel lists --today 2026-03-03
same "days from lists" 0 "$code"
for date in 2026-03-01 2026-03-02 2026-03-03; do
    "$LOYD" daily "$date" --db l.db --channel lists --today 2026-03-03 --json
done >days 2>/dev/null
same "their chain" "$(head_of l.db lists)" "$(second days)"
run verify --db l.db
same "lists verified" 0 "$code"
sqlite3 l.db "UPDATE puzzle SET upper = NULL WHERE upper IS NOT NULL;
    DELETE FROM rating WHERE puzzle IN (SELECT id FROM puzzle
    WHERE stm IS NULL)"
echo '{"every": {"title": "n", "from": {"size": "5x4"}}}' >none.json
refuses "unrated puzzles" 1 "loyd: none.json: every: no puzzle matches that is \
proven or, beyond 16 cells, rated; 0 more are used, 0 taken by this channel" \
    channel create none --db l.db --schedule none.json --start 2026-03-01
finish
