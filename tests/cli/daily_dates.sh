#!/bin/sh
# Tests today's date: a clock set by the test, time zones, daylight saving
# time, leap days, ends of years, and the last day, 9999-12-31.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# The clock of the command: FAKE_TIME, seconds since 1970 in UTC.
cat >clock.c <<'END'
#include <stdlib.h>
#include <time.h>
time_t
time(time_t *now)
{
    time_t said = (time_t)atoll(getenv("FAKE_TIME"));

    if (now != NULL)
        *now = said;
    return said;
}
END
${CC:-cc} -shared -fPIC -o clock.so clock.c || exit 1

# at SECONDS ARGUMENT ...: sets said to the first date of `daily --json`.
at() {
    FAKE_TIME=$1
    shift
    said=$(FAKE_TIME=$FAKE_TIME LD_PRELOAD="$tmp/clock.so" \
        ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
        "$LOYD" daily --json "$@" 2>err)
    code=$?
    said=$(printf '%s' "$said" | sed 's/^{"date":"\([^"]*\)".*/\1/')
}

# seconds: prints an instant in UTC as seconds
instant() {
    date -u -d "$1" +%s
}

# Each line: an instant in UTC, a zone, the date there. Daylight saving time,
# leap days, ends of years, zones east and west of UTC.
while read -r day clock zone date; do
    at "$(instant "$day $clock")" --tz "$zone"
    same "$day $clock in $zone" "$date" "$said"
done <<END
2026-01-01 00:00:00 UTC 2026-01-01
2026-01-01 23:59:59 UTC 2026-01-01
2026-12-31 23:59:59 UTC 2026-12-31
2027-01-01 00:00:00 UTC 2027-01-01
2028-02-28 23:59:59 UTC 2028-02-28
2028-02-29 00:00:00 UTC 2028-02-29
2028-02-29 23:59:59 UTC 2028-02-29
2028-03-01 00:00:00 UTC 2028-03-01
2027-02-28 23:59:59 UTC 2027-02-28
2027-03-01 00:00:00 UTC 2027-03-01
2100-02-28 23:59:59 UTC 2100-02-28
2100-03-01 00:00:00 UTC 2100-03-01
2026-12-31 22:59:59 Europe/Berlin 2026-12-31
2026-12-31 23:00:00 Europe/Berlin 2027-01-01
2026-03-28 22:59:59 Europe/Berlin 2026-03-28
2026-03-28 23:00:00 Europe/Berlin 2026-03-29
2026-03-29 21:59:59 Europe/Berlin 2026-03-29
2026-03-29 22:00:00 Europe/Berlin 2026-03-30
2026-10-24 21:59:59 Europe/Berlin 2026-10-24
2026-10-24 22:00:00 Europe/Berlin 2026-10-25
2026-10-25 22:59:59 Europe/Berlin 2026-10-25
2026-10-25 23:00:00 Europe/Berlin 2026-10-26
2026-06-30 09:59:59 Pacific/Kiritimati 2026-06-30
2026-06-30 10:00:00 Pacific/Kiritimati 2026-07-01
2026-07-01 10:59:59 Pacific/Pago_Pago 2026-06-30
2026-07-01 11:00:00 Pacific/Pago_Pago 2026-07-01
2028-02-29 23:00:00 America/New_York 2028-02-29
2028-03-01 04:59:59 America/New_York 2028-02-29
2028-03-01 05:00:00 America/New_York 2028-03-01
2026-02-01 18:14:59 Asia/Kathmandu 2026-02-01
2026-02-01 18:15:00 Asia/Kathmandu 2026-02-02
END

# The last day, and the day after it, which is refused; $TZ is ignored.
at 253402300799
same "the last second" "9999-12-31" "$said"
at 253402300799 --tz Pacific/Kiritimati
same "after the last day" 3 "$code"
has "after the last day" err \
    "loyd: daily: the clock's date is out of range: expected the years 1 to 9999"
at 253402300800
same "after the last day, UTC" 3 "$code"
TZ=Pacific/Kiritimati
export TZ
at "$(instant '2026-06-30 20:00')"
same "\$TZ does not change today" "2026-06-30" "$said"
unset TZ
at "$(instant '2025-12-31 12:00')"
same "before the channel" 2 "$code"

# The clock decides which days may be shown.
at "$(instant '2026-06-30 20:00')" 2026-07-01
same "tomorrow" 2 "$code"
has "tomorrow" err "2026-07-01 is in the future (today is 2026-06-30, UTC)"
at "$(instant '2026-06-30 20:00')" 2026-07-01 --tz Pacific/Kiritimati
same "is today in another zone" "2026-07-01" "$said"
at "$(instant '2026-06-30 20:00')" 2026-07-02 --tz Pacific/Kiritimati
has "and its tomorrow is refused" err "(today is 2026-07-01, Pacific/Kiritimati)"

# Unknown zones.
printf 'TZif' >zone
for zone in Nowhere Europe Europe/ ../../../etc/passwd /etc/localtime '' UTC+5 \
    'Europe/Berlin ' :Europe/Berlin posixrules/.. zone.tab "$tmp/zone"; do
    run daily --tz "$zone" --future
    same "zone '$zone'" 2 "$code"
    has "zone '$zone'" err "loyd: --tz: unknown time zone '$zone' (not in "
    same "zone '$zone' prints nothing" 0 "$(lines out)"
done
# A malformed file, of which libc would make UTC.
head -c 800 /usr/share/zoneinfo/Europe/Berlin >Cut
for zone in zone Cut; do
    TZDIR=. && export TZDIR
    run daily --tz $zone
    unset TZDIR
    same "a malformed zone" 2 "$code"
    has "a malformed zone" err "loyd: --tz: unknown time zone '$zone' (not in .)"
done
refuses "invalid date" 2 "loyd: --today: invalid date '2026-02-29': no such \
day" daily --today 2026-02-29

# A ledger across a leap day and the end of a year, and up to the last day.
cat >one.json <<'END'
{"tiers": [{"title": "t", "size": "2x2", "stm": "1..6"}]}
END
run channel create leap --db c.db --schedule one.json --start 2027-12-30
run daily --channel leap --db c.db --today 2028-03-02 --json
same "across a leap day" "64 64" "$(python3 -c '
import json
print(json.loads(open("out").readline())["day_no"])') $(sqlite3 c.db \
    "SELECT count(*) FROM ledger WHERE channel = 'leap'")"
same "the leap day is in the ledger" 62 "$(sqlite3 c.db \
    "SELECT number - 1 FROM ledger WHERE date = '2028-03-01'")"
run channel create end --db c.db --schedule one.json --start 9999-12-30
run daily 9999-12-31 --channel end --db c.db --today 9999-12-31
same "the last day" 0 "$code"
run daily 9999-12-31 --channel end --db c.db --today 9999-12-31
same "the last day again" 0 "$code"
run channel create first --db c.db --schedule one.json --start 0001-01-01
run daily --channel first --db c.db --today 0001-01-03
same "the first days" 0 "$code"
run verify c.db
same "verify" 0 "$code"

finish
