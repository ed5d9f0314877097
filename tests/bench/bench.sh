#!/bin/sh
# Measures what the other programs here do not: graded answers, traits and games. No
# measurement passes or fails.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
PATH=$PWD/$build:$PATH
export PATH
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# seconds COMMAND: its wall-clock seconds, to the millisecond.
seconds() {
    from=$(date +%s%N)
    eval "$1" >/dev/null 2>"$dir/err" || { cat "$dir/err" >&2 && exit 1; }
    to=$(date +%s%N)
    echo $(((to - from) / 1000000)) | awk '{ printf "%.3f", $1 / 1000 }'
}

# per WHAT N COMMAND: N per second.
per() {
    s=$(seconds "$3")
    echo "$1|$2|$s" | awk -F'|' '{ s = $3 > 0 ? $3 : 0.001
        printf "%-44s %12.0f a second\n", $1, $2 / s }'
}

# each WHAT N COMMAND: milliseconds for each of N.
each() {
    s=$(seconds "$3")
    echo "$1|$2|$s" |
        awk -F'|' '{ printf "%-44s %12.2f ms each\n", $1, $3 * 1000 / $2 }'
}

sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1
loyd generate 4x4 --seed bench --count 100 >"$dir/100"

per "5x5 boards with drawn goals" 300000 \
    'loyd generate 5x5 --layout random --seed bench --count 300000'
loyd solve <"$dir/100" | cut -f 2 | paste "$dir/100" - >"$dir/answers"
for _ in $(seq 3000); do cat "$dir/answers"; done >"$dir/answers.many"
per "answers of 4x4 graded" 300000 \
    "loyd check --moves - <$dir/answers.many"

for size in 3x3 4x4; do
    loyd generate $size --seed bench --count 350 --db "$dir/c.db" >/dev/null
done
loyd generate 4x4 --seed traits --count 20000 --db "$dir/t.db" >/dev/null
per "traits of 4x4 without counts" 20000 \
    "loyd rate --db $dir/t.db --traits --no-counts"
per "traits of 4x4" 20000 "loyd rate --db $dir/t.db --traits"
python3 tests/cli/games.py make "$dir/c.db" 100000 20000 >"$dir/games"
per "games imported and checked" 100000 \
    "loyd play import $dir/games --db $dir/c.db"
per "games rated" 100000 "loyd play rate --db $dir/c.db"
each "verified again" 700 "loyd verify --db $dir/c.db"
