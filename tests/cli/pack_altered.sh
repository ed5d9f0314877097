#!/bin/sh
# The files of a pack are compared with each other: packs that were altered and
# sealed again are detected, change by change.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --layout snake --seed one --count 200 --db my.db
run generate 3x3 --layout rows --seed two --count 60 --db my.db
run generate 5x2 --seed three --count 30 --db my.db
run generate 7x2 --layout 'rows,blank=0.1' --seed four --count 9 --db my.db
echo '{"board":"2 1 3/4 5 6/8 7 0","stm":18}' >claim.jsonl
run import claim.jsonl --db my.db
LOYD_DB=my.db && export LOYD_DB
run export --db "$LOYD_DB" --out v1 --stm 1..24 --pack-name Series
run export --db "$LOYD_DB" --out v2 --stm 20..90 --replace --since v1
same "a delta" 0 "$code"
run export --db "$LOYD_DB" --out packed --stm 20..90 --replace --since v1 --gzip
same "a compressed one" 0 "$code"
run export --db "$LOYD_DB" --out claims --limit 1 --status claimed
same "one of claims" 0 "$code"
run generate 2x4 --seed m --count 5 --db slides.db --metric mtm
run export --db slides.db --out slides --metric mtm
same "one of both metrics" 0 "$code"
for state in added kept withdrawn; do
    grep -q "$state\$" v2/ids.tsv || fail "nothing is $state in the delta"
done

python3 "$here/pack_altered.py" list >names
[ "$(lines names)" -gt 50 ] || fail "too few changes"
while IFS=$tab read -r name words; do
    case $name in gzip:*) pack=packed ;; claims:*) pack=claims ;;
    mtm:*) pack=slides ;; *) pack=v2 ;; esac
    python3 "$here/pack_altered.py" $pack bad "$name" ||
        fail "$name: it cannot be made"
    run verify bad
    if [ -z "$words" ]; then
        same "sealed again without a change: $(cat out)" 0 "$code"
        continue
    fi
    same "$name: exit code" 1 "$code"
    has "$name" out "$words"
    grep -q "^wrong$tab" out || fail "$name: no line says so"
    same "$name: the numbers of the last line" "" "$(tail -n 1 out | sed -nE \
        's/^([0-9]+) .* ([0-9]+) of ([0-9]+) opt.*/\1 \2 \3/p' |
        awk '$2 > $3 || $3 > 2 * $1')"
done <names

# A series continues, however many goals it has.
python3 "$here/pack_altered.py" v2 many "goals.tsv: 100,001 goals more"
run export --db "$LOYD_DB" --out v3 --stm 18..90 --grow --since many
same "a series of many goals: $(cat err)" 0 "$code"
same "its goals" "$(cat many/goals.tsv)" \
    "$(head -n "$(lines many/goals.tsv)" v3/goals.tsv)"
[ "$(lines v3/goals.tsv)" -gt 100001 ] || fail "a series lost goals"
same "it is read by others" 0 "$(python3 "$here/pack.py" v3 >out 2>&1; echo $?)"
run verify v3 --since many
same "it is verified with its previous pack: $(cat err)" 0 "$code"
run verify many --since v1
same "goals of no puzzle, with the pack before" 1 "$code"
has "goals of no puzzle" out "is the goal of no puzzle"
python3 "$here/pack_altered.py" packed bad nothing
run verify bad
same "a compressed one, sealed again" 0 "$code"

finish
