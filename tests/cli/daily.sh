#!/bin/sh
# Tests loyd daily: the date decides everything, and future days are hidden.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# The first week of the channel is released: these boards never change. They
# agree with the second implementation, tests/golden. (--future is for
# machines whose clock is years slow.)
cat >released <<'END'
2026-01-01 1 rfcbgfzag8y04q77 45 4x4/rows~g1,stm=40..47~daily/2026-01-01~0
2026-01-02 2 frkzp9gpx1qpk3my 47 4x4/snake~g1,stm=45..52~daily/2026-01-02~0
2026-01-03 3 jp3843ndyf0pdmwg 53 4x4/spiral~g1,stm=53..60~daily/2026-01-03~0
2026-01-04 4 xstenf0mch1c324n 51 4x4/random,missing=random~g1,stm=50..60~daily/2026-01-04~0
2026-01-05 5 s14x90zsyfk22d4g 16 3x3/rows~g1,stm=10..17~daily/2026-01-05~0
2026-01-06 6 jg6nnz175zm4w8bx 22 3x3/snake~g1,stm=18..22~daily/2026-01-06~0
2026-01-07 7 xp5kysrkp6x49c28 25 4x3/rows~g1,stm=25..32~daily/2026-01-07~0
END
while read -r date day_no id stm recipe; do
    run daily "$date" --future --json
    same "daily $date" 0 "$code"
    cat out >>days
    run show "$recipe" --json
    has "the recipe of $date draws the same board" out "\"puzzle_id\":\"$id\""
done <released
# fields NAME ...: those of the lines of `days`, with tabs between them.
fields() {
    python3 -c '
import json, sys
for line in open("days"):
    e = json.loads(line)
    print(*(e[name] for name in sys.argv[1:]), sep="\t")' "$@"
}
same "released days" "$(cat released)" \
    "$(fields date day_no puzzle_id stm recipe | tr "$tab" ' ')"
fields board goal >in
run solve
same "their lengths agree with solve" "$(cut -d ' ' -f 4 released)" "$(cut -f 1 out)"

# Some days of the week are near or small enough for the second implementation, whose
# lengths come from plain searches.
rm days
for date in 2026-02-09 2026-02-10 2026-08-24 2027-08-27; do
    run daily "$date" --future --json
    same "daily $date" 0 "$code"
    cat out >>days
done
same "boards of the second implementation" "$(fields board goal puzzle_id)" \
    "$(fields recipe | PYTHONDONTWRITEBYTECODE=1 python3 \
        "$root/tests/golden/g1.py" draw -)"

check "a day as text" 0 "Monday 2026-01-05, day 5: 8-puzzle

  +---+---+---+      +---+---+---+
  | 2 | 3 | 4 |      | 1 | 2 | 3 |
  +---+---+---+      +---+---+---+
  | 5 |   | 1 |  ->  | 4 | 5 | 6 |
  +---+---+---+      +---+---+---+
  | 7 | 8 | 6 |      | 7 | 8 |   |
  +---+---+---+      +---+---+---+

  id       s14x90zsyfk22d4g
  recipe   3x3/rows~g1,stm=10..17~daily/2026-01-05~0
  optimum  16 STM" "" daily 2026-01-05 --future

# Without a date, it is today in UTC, regardless of the local time zone.
today=$(date -u +%F)
for zone in UTC0 AAA-14 BBB12; do
    TZ=$zone
    export TZ
    run daily --json
    same "today in $zone" 0 "$code"
    if [ "$today" = "$(date -u +%F)" ]; then # not just past midnight
        has "today in $zone" out "{\"date\":\"$today\","
    else
        today=$(date -u +%F)
    fi
done
LOYD_TODAY=2026-01-05
export LOYD_TODAY
run daily --json
has "\$TZ does not change today" out "\"$(date -u +%F)\""
unset TZ LOYD_TODAY

# Days that are refused.
next=$(python3 -c '
import datetime
today = datetime.datetime.now(datetime.timezone.utc).date()
print(today + datetime.timedelta(days=2))')
run daily "$next"
same "a future day" 2 "$code"
same "a future day prints no board" 0 "$(lines out)"
has "a future day" err "loyd: daily: $next is in the future (today is "
run daily "$next" --future
same "a future day with --future" 0 "$code"
run daily 9999-12-31 --future --json
same "the last day" 0 "$code"
refuses "before the first day" 2 "loyd: daily: 2025-12-31 is before the \
channel's first day, 2026-01-01" daily 2025-12-31
for date in 2026-02-29 2026-04-31 2100-02-29 2026-00-01 2026-13-01 2026-01-00 0000-01-01; do
    refuses "no such day" 2 "loyd: daily: invalid date '$date': no such day" daily $date
done
for date in 2026-1-1 2026-01-011 20260101 yesterday '' 2026/01/01 1.1.2026; do
    refuses "invalid date" 2 "loyd: daily: invalid date '$date': expected \
YYYY-MM-DD" daily "$date"
done
refuses "a date far in the future" 2 \
    "loyd: daily: invalid date '10000-01-01': expected YYYY-MM-DD" \
    daily 10000-01-01 --future

finish
