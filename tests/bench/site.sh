#!/bin/sh
# Measures days and their sites on this machine now: days from nothing, a channel
# published from nothing and with a ledger, and one more day on a site of 20 years.
# No measurement passes or fails.
set -eu
cd "$(dirname "$0")/../.."
PATH=$PWD/${BUILD:-build}:$PATH
export PATH
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
XDG_CACHE_HOME=$dir/cache # without tables of previous runs
export XDG_CACHE_HOME

# took WHAT COMMAND ...
took() {
    what=$1
    shift
    from=$(date +%s%N)
    "$@" >/dev/null 2>"$dir/err" || { cat "$dir/err" >&2 && exit 1; }
    to=$(date +%s%N)
    echo $(((to - from) / 1000000)) |
        awk -v what="$what" '{ printf "%-44s %12.3f s\n", what, $1 / 1000 }'
}

# publish DB DIR TODAY ...
publish() {
    db=$1 out=$2 today=$3
    shift 3
    loyd publish --db "$dir/$db" --out "$dir/$out" --today "$today" --future "$@"
}

# A weekday in a new process, without tables: the slowest of ten weeks.
day=5
for what in Monday Tuesday Wednesday Thursday Friday Saturday Sunday; do
    for week in 0 1 2 3 4 5 6 7 8 9; do
        took "a $what from nothing, of ten" env XDG_CACHE_HOME="$dir/none" loyd daily \
            "$(date -u -d "2026-01-$day + $week weeks" +%F)" --future
        rm -rf "$dir/none"
    done | sort -k 7 -n | tail -n 1
    day=$((day + 1))
done
took "a year decided and published" publish a.db a 2026-12-31
took "a day that is in the ledger" loyd daily 2026-06-30 --today 2026-12-31 \
    --db "$dir/a.db"
took "a year published, days in the ledger" publish a.db b 2026-12-31
took "the same again" publish a.db b 2026-12-31
cat >"$dir/club.json" <<'END'
{"week": [
    {"title": "a", "size": "4x4", "layout": "rows", "stm": "50..55"},
    {"title": "b", "size": "4x4", "layout": "snake", "stm": "50..55"},
    {"title": "c", "size": "4x4", "layout": "rows", "stm": "45..50"},
    {"title": "d", "size": "4x4", "layout": "rows", "stm": "40..45"},
    {"title": "e", "size": "4x4", "layout": "rows", "stm": "50..55"},
    {"title": "f", "size": "4x4", "layout": "spiral", "band": "hard"},
    {"title": "g", "size": "4x4", "layout": "rows", "stm": "55..60"}]}
END
took "a channel made" loyd channel create club --db "$dir/a.db" \
    --schedule "$dir/club.json" --start 2026-12-01 --secret "$dir/secret"
took "a week of 4x4" publish a.db c 2026-12-07 \
    --channel club --secret "$dir/secret"
took "a day more" publish a.db c 2026-12-08 \
    --channel club --secret "$dir/secret"
took "10 years decided and published" publish a.db b 2035-12-30
cp -r "$dir/b" "$dir/kept" && cp "$dir/a.db" "$dir/kept.db"
for _ in 1 2 3 4 5; do
    rm -rf "$dir/b" && cp -r "$dir/kept" "$dir/b"
    cp "$dir/kept.db" "$dir/a.db" && sync && touch "$dir/before"
    took "a day" publish a.db b 2035-12-31
done >"$dir/times"
sed 's/ s$//' "$dir/times" | awk '{ print $NF }' | sort -n | sed -n 3p | awk '{
    printf "%-44s %12.3f s\n", "a day more on a site of 10 years, of five", $1 }'
printf '%-44s %12s\n' "  files that it wrote" \
    "$(find "$dir/b" -type f -newer "$dir/before" | wc -l)"
took "20 years decided and published" publish a.db b 2045-12-31
took "a day more on a site of 20 years" publish a.db b 2046-01-01
took "20 years published, days in the ledger" publish a.db d 2046-01-01
took "the digest of 20 years" loyd digest --db "$dir/a.db"
