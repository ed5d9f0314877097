#!/bin/sh
# Tests loyd channel: strict schedules, bands converted to fixed lengths, and
# secrets in files readable only by their owner.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

check "the built-in channel" 0 "daily${tab}2026-01-01${tab}-${tab}0${tab}-${tab}-" \
    "" channel list
run channel show daily
same "its schedule" "schedule_version=1 first_date=2026-01-01 weekday=sunday \
title=15-puzzle-random-goal size=4x4 layout=random,missing=random stm_low=50 \
stm_high=60" "$(sed -n 8p out | tr "$tab" ' ')"
same "its next schedule" "schedule_version=2 first_date=2027-01-01 weekday=sunday \
title=15-puzzle-spiral size=4x4 layout=spiral stm_low=45 stm_high=52" \
    "$(tail -n 1 out | tr "$tab" ' ')"

cat >kids.json <<'END'
{"tiers": [
  {"title": "easy", "size": "3x3", "band": "easy"},
  {"title": "medium", "size": "3", "layout": "snake", "band": "medium"},
  {"title": "far", "size": "4x2", "layout": "rows,missing=8", "stm": "20..25"}
]}
END
run channel create kids --db c.db --schedule kids.json --start 2026-02-27
same "create" 0 "$code"
cp out shown
check "show" 0 "$(cat shown)" "" channel show kids --db c.db
# row TIER: what is shown of a tier, from its title on.
row() {
    sed -n "s/.*${tab}tier=$1${tab}title=/title=/p" shown | tr "$tab" ' '
}
same "bands are lengths" "title=medium size=3x3 layout=snake stm_low=13 \
stm_high=19 band=medium" "$(row medium)"
same "layouts are canonical" "title=far size=4x2 layout=rows stm_low=20 \
stm_high=25" "$(row far)"
check "both channels" 0 "daily${tab}2026-01-01${tab}-${tab}0${tab}-${tab}-
kids${tab}2026-02-27${tab}-${tab}0${tab}-${tab}-" "" channel list --db c.db
refusals <<'END'
2 | channel create kids --db c.db --schedule kids.json | channel: 'kids' already exists
2 | channel create daily --db c.db --schedule kids.json | channel: 'daily' already exists
END

# A later change of a band of the catalogue does not change any day.
run bands --db c.db --set easy=0..50,medium=50..100
check "lengths stay fixed" 0 "$(cat shown)" "" channel show kids --db c.db
run daily 2026-03-01 --channel kids --db c.db --today 2026-03-01 --json
same "one puzzle per tier" "easy medium far" "$(python3 -c '
import json
days = [json.loads(line) for line in open("out")]
assert [d["day_no"] for d in days] == [3] * 3
assert days[0]["stm"] <= 12 and 13 <= days[1]["stm"] <= 19
print(*[d["tier"] for d in days])')"

# A new version begins after the ledger; earlier days stay.
cat >week.json <<'END'
{"week": [{"title": "mo", "size": "2x2", "stm": "3"},
  {"title": "tu", "size": "2x3", "stm": "1..21"},
  {"title": "we", "size": "3x2", "layout": "random", "stm": "5..9"},
  {"title": "th", "size": "2x2", "layout": "goal=3 1/4 0", "stm": "1..6"},
  {"title": "fr", "size": "2x2", "stm": "3..4"},
  {"title": "sa", "size": "4x2", "layout": "spiral", "stm": "10..30"},
  {"title": "su", "size": "2x2", "stm": "1"}]}
END
refuses "revise in the past" 2 "loyd: --from: 2026-03-01 is already in the \
ledger: expected a date after 2026-03-01" \
    channel revise kids --db c.db --from 2026-03-01 --schedule week.json
run channel revise kids --db c.db --from 2026-03-04 --schedule week.json
same "revise" 0 "$code"
refuses "versions must be in order" 2 "loyd: --from: 2026-03-04 is not after the \
start of version 2: expected a date after 2026-03-04" \
    channel revise kids --db c.db --from 2026-03-04 --schedule week.json
count=$(sqlite3 c.db "SELECT count(*) FROM ledger")
refuses "several puzzles, one picture" 2 "loyd: --svg: the day has several puzzles: \
draw each by its id or recipe with 'loyd show'" \
    daily 2026-03-03 --channel kids --db c.db --today 2026-03-09 --svg day.svg
same "nothing is decided" "$count" "$(sqlite3 c.db "SELECT count(*) FROM ledger")"
[ ! -e day.svg ] || fail "a picture of one of several puzzles"
run daily 2026-03-09 --channel kids --db c.db --today 2026-03-09
same "across versions" 0 "$code"
sqlite3 c.db "SELECT date, tier, version, stm FROM ledger
    WHERE channel = 'kids' AND date > '2026-03-02'
    ORDER BY number" >rows
same "three tiers, then one puzzle per day" "2026-03-03|easy|1 2026-03-03|medium|1 \
2026-03-03|far|1 2026-03-04||2 2026-03-05||2 2026-03-06||2 2026-03-07||2 \
2026-03-08||2 2026-03-09||2" "$(sed 's/|[0-9]*$//' rows | tr '\n' ' ' |
    sed 's/ $//')"
same "the exact length" "2026-03-09||2|3" "$(tail -n 1 rows)"
refusals <<'END'
2 | channel revise daily --db c.db --from 2026-12-01 --schedule week.json | channel: 'daily' is built in and cannot be revised
1 | channel revise unknown --db c.db --from 2026-12-01 --schedule week.json | channel: no channel 'unknown'
1 | daily --channel unknown --db c.db | daily: no channel 'unknown'
END
run publish --channel unknown --db c.db --out unknown
same "a site of an unknown channel" "1 loyd: publish: no channel 'unknown'" \
    "$code $(cat err)"
[ ! -e unknown ] || fail "a site was created for an unknown channel"
check "an unknown channel without a catalogue" 1 "" "loyd: daily: no channel \
'kids': expected 'daily', the only one without a catalogue" \
    daily --channel kids
run verify c.db
same "verify" 0 "$code"

# --- as JSON, and back ---

# returns NAME FILE: what channel show prints is read back, byte for byte.
returns() {
    run channel create "$1" --db back.db --schedule "$2" --start 2026-01-01
    same "$1: created" 0 "$code"
    run channel show "$1" --db back.db --json
    cp out "$1.shown"
    sed -n '1s/.*"schedule":\(.*\)}$/\1/p' out >"$1.json"
    for file in "$1.shown" "$1.json"; do
        name=$(echo "again-$file" | tr . -)
        run channel create "$name" --db back.db --schedule "$file" \
            --start 2026-01-01
        same "$file: created" 0 "$code"
        run channel show "$name" --db back.db --json
        sed "s/\"channel\":\"$name\"/\"channel\":\"$1\"/" out >got
        same "$file: the same bytes" "" "$(diff "$1.shown" got 2>&1)"
    done
}

printf '%s' '{"every":{"title":"a","size":"3x3","layout":"rows","stm":"10..12"}}' \
    >every.json
printf '%s' '{"every":{"title":"b","size":"5x5","layout":"snake","band":"hard"}}' \
    >wide.json
for name in every wide kids week; do
    cp $name.json $name.given
    returns $name $name.given
done
for name in every wide; do
    same "$name: as given" "$(cat $name.given)" "$(cat $name.json)"
done
run daily 2026-01-09 --channel every --db back.db --today 2026-01-09 --json
same "one puzzle a day" "9 a" "$(python3 -c '
import json
day, = [json.loads(line) for line in open("out")]
assert 10 <= day["stm"] <= 12 and "tier" not in day
print(day["day_no"], day["title"])')"
run channel show daily --json
cp out daily.shown
returns mine daily.shown

# --- titles in any script ---

sixty=$(printf 'ü%.0s' $(seq 60))
tr -d '\n' >titles.json <<END
{"tiers":[{"tier":"easy","title":"Für <den> Anfang","size":"2x3",
"layout":"rows","stm":"5..9"},{"tier":"hard","title":"$sixty","size":"3x3",
"layout":"snake","stm":"12..15"},{"title":"plain","size":"2x2","layout":"rows",
"stm":"1..6"}]}
END
cp titles.json titles.given
returns titles titles.given
same "titles: as given" "$(cat titles.given)" "$(cat titles.json)"
run channel show titles --db back.db
has "a tier is called by its name" out "tier=easy${tab}title=Für <den> Anfang${tab}"
run publish --db back.db --out titled --channel titles --today 2026-01-02
same "publish" 0 "$code"
same "files with names and titles" "easy|Für <den> Anfang hard|$sixty \
plain|plain" "$(python3 -c '
import json
day = json.load(open("titled/daily/2026-01-02.json"))
print(*("%(tier)s|%(title)s" % puzzle for puzzle in day["puzzles"]))')"
for words in 'data-tier="easy"' 'Für &lt;den&gt; Anfang <span' "$sixty"; do
    has "the page" titled/daily/2026-01-02.html "$words"
done
has "the picture" titled/daily/2026-01-02.svg 'Für &lt;den&gt;'
rm -r titled
run verify --db back.db
same "verify of titles" 0 "$code"

# --- invalid schedules, for which no catalogue is created ---

row='"title": "a", "size": "3x3"'
while IFS='|' read -r json words; do
    printf '%s' "$json" >bad.json
    refuses "schedule $json" 3 "loyd: bad.json: $words" \
        channel create x --db none.db --schedule bad.json --start 2026-01-01
    [ ! -e none.db ] || fail "a catalogue was made for $json"
done <<END
{}|expected an object with 'every', 'week' or 'tiers' and nothing else
[]|expected an object with 'every', 'week' or 'tiers' and nothing else
{"tiers": [], "week": []}|expected an object with 'every', 'week' or 'tiers' and nothing else
{"months": []}|unknown key 'months': expected 'every', 'week' or 'tiers'
{"channel": "x"}|expected an object with 'every', 'week' or 'tiers' and nothing else
{"every": []}|every: not an object
{"every": {$row}}|every: missing band, stm, mtm, mlc or from
{"every": {$row, "stm": "32..40"}}|every: no 3x3 board takes 32..40 moves
{"week": {}}|'week' is not an array
{"week": []}|0 rows: expected 7, from monday to sunday
{"tiers": []}|0 tiers: expected 1..7
{"tiers": [1]}|tier 1: not an object
{"tiers": [{$row}]}|tier 1: missing band, stm, mtm, mlc or from
{"tiers": [{$row, "stm": "1..9", "band": "easy"}]}|tier 1: band and stm cannot be combined
{"tiers": [{$row, "stm": 5}]}|tier 1: 'stm' is not a string
{"tiers": [{$row, "stm": "5", "x": "1"}]}|tier 1: unknown key 'x': expected tier, title, size, layout, band, stm, mtm, mlc or from
{"tiers": [{"size": "3x3", "stm": "5"}]}|tier 1: missing title
{"tiers": [{"title": "a", "stm": "5"}]}|tier 1: missing size
{"tiers": [{"title": "A", "size": "3x3", "stm": "5"}]}|tier 1: title 'A' is not the name of a tier: expected a 'tier' of 1..32 characters of a-z 0-9 -
{"tiers": [{"tier": "A", $row, "stm": "5"}]}|tier 1: invalid tier 'A': expected 1..32 characters of a-z 0-9 -
{"tiers": [{"tier": "b", $row, "stm": "5"}, {"tier": "b", $row, "stm": "5"}]}|tier 2: tier 'b' appears twice
{"every": {"tier": "b", $row, "stm": "5"}}|every: 'tier' is only for rows of 'tiers'
{"every": {"title": " a", "size": "3x3", "stm": "5"}}|every: invalid title ' a': expected 1..60 characters, without spaces at the ends
{"every": {"title": "$(printf '%061d' 0)", "size": "3x3", "stm": "5"}}|every: invalid title '$(printf '%061d' 0)': expected 1..60 characters, without spaces at the ends
{"tiers": [{"title": "", "size": "3x3", "stm": "5"}]}|tier 1: empty title
{"tiers": [{"title": "a", "size": "5x4", "stm": "5"}]}|tier 1: stm is for sizes of at most 16 cells: expected mlc for 5x4
{"tiers": [{"title": "a", "size": "4x4", "mlc": "5"}]}|tier 1: mlc is for sizes of more than 16 cells: expected stm for 4x4
{"tiers": [{"title": "a", "size": "5x4", "mlc": "5", "band": "easy"}]}|tier 1: band and mlc cannot be combined
{"tiers": [{"title": "a", "size": "16x4", "mlc": "5"}]}|tier 1: invalid size '16x4': sides must be 2..15
{"tiers": [{"title": "a", "size": "5x5", "mlc": "1..2"}]}|tier 'a': none of a million 5x5 boards has mlc 1..2: expected a wider range
{"tiers": [{$row, "stm": "5"}, {$row, "stm": "6"}]}|tier 2: tier 'a' appears twice
{"tiers": [{$row, "stm": "32..40"}]}|tier 'a': no 3x3 board takes 32..40 moves
{"tiers": [{"title": "q", "size": "2x2", "band": "easy"}]}|tier 'q': no 2x2 board is easy: no length is at percentile 0..1 of its class
{"tiers": [{"title": "r", "size": "4x4", "stm": "80"}]}|tier 'r': fewer than one 4x4 board in a million takes 80 moves: expected a wider range
{"tiers": [{"title": "r", "size": "4x4", "mtm": "40"}]}|tier 1: mtm is for sizes of at most 12 cells: expected stm for 4x4
{"draw": 3, "tiers": [{$row, "stm": "5"}]}|invalid draw: expected 1 or 2
{"tiers": [{"title": "r", "size": "4x4", "layout": "random", "band": "easy"}]}|tier 'r': a band of random goals needs a fixed blank: expected blank=ROW.COL in the layout, or stm
END
printf '%s' '{"tiers": [{"title": "\u0000"}]}' >bad.json
refuses "a NUL" 3 "loyd: bad.json: line 1, column 29: \\u0000 is not allowed" \
    channel create x --db none.db --schedule bad.json
printf '%s' '{"ti\u0000ers": []}' >bad.json
refuses "a NUL in a key" 3 \
    "loyd: bad.json: line 1, column 14: \\u0000 is not allowed" \
    channel create x --db none.db --schedule bad.json
for json in '{"tiers": [{"title": "a", "title": "b"}]}' '{"tiers": ' '' \
    '{"tiers": []} x'; do
    printf '%s' "$json" >bad.json
    run channel create x --db none.db --schedule bad.json
    same "$json" 3 "$code"
    has "$json: where" err "loyd: bad.json: line "
done
printf '{"tiers": [{"title": "a\033[31m", "size": "3x3", "stm": "5"}]}' \
    >bad.json
run channel create x --db none.db --schedule bad.json
same "control characters" 3 "$code"
same "are escaped" "" "$(tr -d '[:print:]\n' <err)"
head -c 65537 /dev/zero | tr '\0' ' ' >bad.json
refusals <<'END'
3 | channel create x --db none.db --schedule bad.json | bad.json: larger than 65536 bytes
3 | channel create x --db none.db --schedule gone.json | gone.json: cannot open: No such file or directory
3 | channel create x --db none.db --schedule . | .: cannot read: Is a directory
2 | channel create 'A b' --db none.db --schedule kids.json | channel: invalid name 'A b': expected 1..32 characters of a-z 0-9 -
END
printf '{"tiers": [{"title": "a", "size": "3x3", "band": "expert"}]}' \
    >bad.json
refuses "an unknown band" 3 "loyd: bad.json: tier 'a': unknown band 'expert': \
try 'loyd bands'" \
    channel create k2 --db c.db --schedule bad.json
[ ! -e none.db ] || fail "a catalogue was created"
refuses "no action" 2 "loyd: channel: unknown action 'make': expected \
create, show, list or revise" channel make
refuses "no catalogue" 2 "loyd: channel: missing --db FILE" channel create x --schedule kids.json

# --- secrets ---

run channel create open --db s.db --schedule kids.json --start 2026-02-27
run channel create shut --db s.db --schedule kids.json --start 2026-02-27 \
    --secret new.secret
same "a new secret" 0 "$code"
same "its message" "loyd: new.secret: new secret written: keep a copy elsewhere" \
    "$(cat err)"
same "its mode" 600 "$(stat -c %a new.secret)"
same "its format" 1 "$(grep -cxE '[0-9a-f]{64}' new.secret)"
cp new.secret kept
run channel create other --db s.db --schedule kids.json --start 2026-02-27 \
    --secret new.secret
same "an existing secret is used" 0 "$code"
cmp -s kept new.secret || fail "the secret was overwritten"
run channel create shut --db s.db --schedule kids.json --secret unused
[ ! -e unused ] || fail "a secret was created without a channel"
# A new secret is never removed, since a failed commit may still hold. The
# same command uses it.
run channel create late --db none/l.db --schedule kids.json \
    --start 2026-02-27 --secret late.secret
same "no catalogue" 3 "$code"
has "no catalogue" \
    err "loyd: late.secret: new secret written: run the same command again to \
use it"
cp late.secret late.copy
mkdir none
run channel create late --db none/l.db --schedule kids.json \
    --start 2026-02-27 --secret late.secret
same "run again" 0 "$code"
cmp late.secret late.copy || fail "another secret"
run daily 2026-02-27 --channel late --db none/l.db --secret late.copy \
    --today 2026-02-27
same "is the secret of the channel" 0 "$code"

# After a kill at any point, the same command continues, and all files are
# complete.
n_secrets=0
for at in $(seq 1 "$(long 1 3)" 30) $(seq 35 "$(long 10 20)" 400); do
    rm -rf killed && mkdir killed
    killed "$at" channel create k --db killed/k.db --schedule kids.json \
        --start 2026-02-27 --secret killed/secret
    last=$code
    [ $code != 0 ] || break
    if [ -e killed/secret ]; then
        n_secrets=$((n_secrets + 1))
        same "kill $at: a whole secret" 1 \
            "$(grep -cxE '[0-9a-f]{64}' killed/secret)"
    fi
    run channel create k --db killed/k.db --schedule kids.json \
        --start 2026-02-27 --secret killed/secret
    case $code in
    0) ;;
    2) has "kill $at" err "'k' already exists" ;;
    *) fail "kill $at: exit $code: $(cat err)" ;;
    esac
    run daily 2026-02-27 --channel k --db killed/k.db --secret killed/secret \
        --today 2026-02-27
    same "kill $at: its secret" 0 "$code"
    same "kill $at: leftovers" "secret" "$(ls killed | grep -v k.db)"
done
same "the last one was not killed" 0 "$last"
[ $n_secrets -gt 5 ] && [ $((at - n_secrets)) -gt 5 ] ||
    fail "$at kills, $n_secrets of them after the secret was written"

printf '%064d\n' 7 >wrong
chmod 600 wrong
ln -s readable link
mkfifo pipe
cp new.secret readable
chmod 640 readable
mkdir folder
: >empty
chmod 600 empty
cp s.db before.db
while IFS='|' read -r file words; do
    refuses "secret $file" 3 "loyd: $words" daily 2026-02-27 --channel shut \
        --db s.db --secret "$file" --today 2026-02-27
done <<END
link|link: secret is readable by others: expected mode 600 or 400
readable|readable: secret is readable by others: expected mode 600 or 400
folder|folder: cannot read secret: Is a directory
empty|empty: not a secret: expected 64 hex digits
/dev/null|/dev/null: cannot read secret: not a file or pipe
gone|gone: cannot read secret: No such file or directory
END

# Secrets mounted by Kubernetes, from a pipe, and with DOS line ends.
for form in linked crlf bare; do
    case $form in
    linked) mkdir -p data && cp new.secret data/secret && ln -s data/secret linked ;;
    crlf) sed 's/$/\r/' new.secret >crlf ;;
    bare) tr -d '\n' <new.secret >bare ;;
    esac
    chmod 600 $form
    run daily 2026-02-27 --channel shut --db s.db --secret $form \
        --today 2026-02-27
    same "secret $form" "0 " "$code $(cat err)"
    cp before.db s.db
done
cat new.secret | "$LOYD" daily 2026-02-27 --channel shut --db s.db \
    --secret /dev/stdin --today 2026-02-27 >out 2>err
same "a secret on stdin" 0 $?
cp before.db s.db
sed 's/.$//' new.secret >pipe &
refuses "half a secret in a pipe" 3 "loyd: pipe: not a secret: expected 64 \
hex digits" daily 2026-02-27 --channel shut --db s.db --secret pipe \
    --today 2026-02-27
run daily 2026-02-27 --channel shut --db s.db --secret wrong \
    --today 2026-02-27
same "a wrong secret" 3 "$code"
has "a wrong secret" err "' for channel shut: expected '"
refuses "no secret" 3 "loyd: daily: channel shut needs its secret" \
    daily 2026-02-27 --channel shut --db s.db --today 2026-02-27
refuses "a secret for a channel without one" 3 "loyd: daily: channel open has no secret, \
but one was given" daily 2026-02-27 --channel open --db s.db \
    --secret new.secret --today 2026-02-27
same "no change" "$(sqlite3 before.db .dump | cksum)" \
    "$(sqlite3 s.db .dump | cksum)"

# Boards cannot be drawn without the secret, which is in no file of loyd.
run daily 2026-02-28 --channel shut --db s.db --secret new.secret \
    --today 2026-02-28 --json
same "with the secret" 0 "$code"
cp out shut.days
run daily 2026-02-28 --channel open --db s.db --today 2026-02-28 --json
same "boards differ from those without a secret" 0 "$(grep -cF "$(python3 -c '
import json
print(json.loads(open("shut.days").readline())["board"])')" out)"
check "the past needs no secret" 0 "$(cat shut.days)" "" daily 2026-02-28 \
    --channel shut --db s.db --today 2026-03-05 --json
secret=$(cat new.secret)
raw=$(printf '%s' "$secret" | sed 's/../\\x&/g')
for file in s.db s.db-wal out shut.days; do
    [ -e "$file" ] || continue
    same "no secret in $file" 0 "$(grep -c "$secret" "$file")"
    same "no secret in $file" 0 "$(LC_ALL=C grep -caP "$raw" "$file")"
done

# The secret is neither in a core dump nor in `ps`, checked while it runs.
if [ -r /proc/self/limits ]; then
    printf '{"tiers": [{"title": "t", "size": "4x4", "stm": "50..60"}]}' \
        >slow.json
    run channel create slow --db slow.db --schedule slow.json \
        --start 1900-01-01 --secret new.secret
    (ulimit -c "$(ulimit -H -c)" && exec "$LOYD" daily 2026-01-01 --channel slow \
        --db slow.db --secret new.secret >/dev/null 2>&1) &
    pid=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.3
        limit=$(sed -n 's/^Max core file size *\([^ ]*\).*/\1/p' \
            /proc/$pid/limits)
        [ "$limit" != 0 ] || break
    done
    same "no core dump" 0 "$limit"
    # /proc files of a process that is not dumpable belong to root.
    [ "$(id -u)" = 0 ] || same "none by a pipe either" 0 "$(stat -c %u /proc/$pid/environ)"
    same "not in the arguments" 0 \
        "$(tr '\0' '\n' </proc/$pid/cmdline | grep -c "$secret")"
    kill -ABRT $pid
    wait $pid 2>/dev/null
    same "no core file" "" "$(find . -name 'core*')"
fi

run verify s.db
has "rows not checked without the secret" out ", 6 not checked without the secret, 0 "
run verify s.db --secret new.secret
has "rows drawn again with the secret" out ", 12 drawn again; "
has "and all are checked" out " lengths found again, 0 wrong"
run verify s.db --secret wrong
same "a secret of another channel" 3 "$code"

finish
