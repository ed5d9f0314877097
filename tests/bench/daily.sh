#!/bin/sh
# Measures the daily puzzle on this machine now: one day in a new process, for each
# weekday; days in a running process; a year into a ledger. No measurement passes
# or fails. The solver's tables are not read from a cache.
set -eu
cd "$(dirname "$0")/../.."
loyd=$PWD/${BUILD:-build}/loyd
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
HOME=$dir XDG_CACHE_HOME=$dir/none
export HOME XDG_CACHE_HOME

# seconds COMMAND ...: its wall-clock seconds, to the millisecond.
seconds() {
    from=$(date +%s%N)
    "$@" >/dev/null
    to=$(date +%s%N)
    echo $(((to - from) / 1000000)) | awk '{ printf "%.3f", $1 / 1000 }'
}

# worst DAY: the slowest of ten weeks of a weekday, each in a new process.
worst() {
    most=0
    for week in 0 1 2 3 4 5 6 7 8 9; do
        day=$(date -u -d "2026-01-05 + $((7 * week + $1)) days" +%F)
        s=$(seconds "$loyd" daily "$day" --future)
        most=$(echo "$most $s" | awk '{ print ($1 > $2) ? $1 : $2 }')
    done
    echo "$most"
}

k=0
for name in Monday Tuesday Wednesday Thursday Friday Saturday Sunday; do
    printf '%-44s %9.3f s at most\n' "a $name from nothing, of ten" \
        "$(worst $k)"
    k=$((k + 1))
done
s=$(seconds "$loyd" daily 2026-12-31 --today 2026-12-31 --db "$dir/year.db")
printf '%-44s %9.3f s\n' "a year decided, rated and in the ledger" "$s"
echo "$s" | awk '{ printf "%-44s %9.1f ms\n", "  a day of it, in one process",
    $1 * 1000 / 365 }'
printf '%-44s %9.3f s\n' "a day that is in the ledger" \
    "$(seconds "$loyd" daily 2026-06-30 --today 2026-12-31 --db "$dir/year.db")"
s=$(seconds "$loyd" daily 2045-12-31 --today 2045-12-31 --db "$dir/year.db")
printf '%-44s %9.3f s\n' "19 years more" "$s"
printf '%-44s %9.3f s\n' "the next day, after 20 years" \
    "$(seconds "$loyd" daily 2046-01-01 --today 2046-01-01 --db "$dir/year.db")"
printf '%-44s %9.3f s\n' "the digest of all" \
    "$(seconds "$loyd" digest --db "$dir/year.db")"
