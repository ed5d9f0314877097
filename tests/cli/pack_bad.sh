#!/bin/sh
# Packs under adverse conditions: hostile texts, a foreign earlier pack,
# concurrent jobs, a kill, disks of any size.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# --- hostile texts in every file of a pack ---

# shellcheck disable=SC2016,SC1003 # no expansion is wanted
nasty='="><script>$(touch pwned)</script>'"'"'); DROP TABLE puzzle;--`touch pwned`,"~/\%s%n'
LOYD_DB=a.db && export LOYD_DB
run generate 3x3 --seed "$nasty" --count 20 --db a.db
run generate 3x3 --seed plain --count 200 --db a.db
run export --db "$LOYD_DB" --out hostile --pack-name "$nasty" --licence "$nasty" --shuffle "$nasty"
same "a hostile name" 0 "$code"
run find --total
n=$(cat out)
same "a hostile name, read by others" "$n" \
    "$(python3 "$here/pack.py" hostile 2>&1 | tail -n 1)"
python3 - "$nasty" <<'END' || fail "the name is another one"
import csv, json, sqlite3, sys
nasty = sys.argv[1]
m = json.load(open("hostile/manifest.json"))
p = json.load(open("hostile/puzzles.json"))
row = sqlite3.connect("hostile/puzzles.sqlite").execute(
    "SELECT name, licence FROM pack").fetchone()
assert (m["name"], m["licence"]) == (p["name"], p["licence"]) == row == (
    nasty, nasty)
recipes = {e["recipe"] for e in csv.DictReader(open("hostile/puzzles.csv"))}
assert "3x3/rows~g1~%s~0" % nasty in recipes
END
same "it is marked under that name" "$nasty" \
    "$(sqlite3 a.db 'SELECT DISTINCT name FROM pack')"
esc=$(printf '\033')
for option in pack-name licence shuffle; do
    run export --db "$LOYD_DB" --out no --$option "x${esc}[2J"
    same "--$option with an escape" 2 "$code"
    LC_ALL=C grep -q "$esc" err && fail "--$option: an escape came out raw"
done
run export --db "$LOYD_DB" --out "out${esc}[2J" --format csv
same "a folder with an escape" 0 "$code"
LC_ALL=C grep -q "$esc" out && fail "an escape came out raw"
bidi=$(printf '\342\200\256')
for option in pack-name licence; do
    run export --db "$LOYD_DB" --out no --$option "x${bidi}gpj.exe"
    same "--$option with a mark of direction" 2 "$code"
    has "--$option with a mark of direction" err "U+202E"
done
run generate 3x3 --seed "$bidi" --count 1 --format recipe
same "a seed with a mark of direction is a seed" 0 "$code"
run show 3x3/rows~g1~"$bidi"~0
LC_ALL=C grep -q "$bidi" out err && fail "a mark of direction came out raw"
run find --db "no$bidi"
LC_ALL=C grep -q "$bidi" out err && fail "a mark of direction came out raw"
for option in pack-name:101 licence:201; do
    run export --db "$LOYD_DB" --out no --${option%:*} "$(printf '%0*d' "${option#*:}" 0)"
    same "a ${option%:*} of ${option#*:} bytes" 2 "$code"
done

# --- a foreign earlier pack ---

run export --db "$LOYD_DB" --out v1 --recipe '3x3/rows~g1~plain~*' --pack-name Series
# since NAME WORDS COMMAND ...: COMMAND alters the earlier pack.
since() {
    what=$1 words=$2
    shift 2
    rm -rf before && cp -r v1 before
    (cd before && "$@") || fail "$what: could not forge"
    run export --db "$LOYD_DB" --out no --replace --since before
    same "$what" 3 "$code"
    has "$what" err "$words"
    run verify before --since v1
    [ "$code" = 3 ] || fail "verify, $what: exit $code"
    [ ! -e no ] || fail "$what: an incomplete folder is left"
}
forge() {
    sed "$1" manifest.json >m && mv m manifest.json
}
since "no manifest" "No such file" rm manifest.json
since "an empty one" "invalid JSON at byte " sh -c ': >manifest.json'
since "a cut one" ": premature end" sh -c 'head -c 300 ../v1/manifest.json \
    >manifest.json'
since "a list" "not the manifest of a loyd pack" sh -c 'echo "[]" >manifest.json'
since "another program's" "not the manifest of a loyd pack" forge 's/loyd pack/pack/'
since "another format" "before/manifest.json: unknown format version 3: expected 2" \
    forge 's/"format_version": 2/"format_version": 3/'
since "no version" "invalid version, puzzles or " \
    forge 's/"version": 1,/"version": -1,/'
since "a version that is text" "invalid version, puzzles or " \
    forge 's/"version": 1,/"version": "1",/'
since "no id" "invalid pack_id" forge 's/"pack_id": ".*"/"pack_id": "u"/'
since "a name with an escape" "invalid name" \
    forge 's/"Series"/"\\u001b[2J"/'
since "no selection" "selection: expected an object" \
    forge 's/"selection": {.*}/"selection": "x"/'
since "no digest" "invalid digest" forge 's/"digest": "../"digest": "/'
since "a field twice" "duplicate object key" forge 's/"version": 1,/&&/'
since "no goals" "manifest.json: does not list goals.tsv" forge '/goals.tsv/d'
since "no ids" "manifest.json: does not list ids.tsv" forge '/ids.tsv/d'
since "no sum" "no size or SHA-256 of ids.tsv" \
    forge 's/\("ids.tsv".*"sha256": "\)[0-9a-f]/\1x/'
since "another sum" "size or SHA-256 does not match the manifest" \
    forge 's/\("ids.tsv".*"sha256": "\)..../\10000/'
since "a bit flipped" "size or SHA-256 does not match the manifest" \
    sh -c 'tr a b <../v1/ids.tsv >ids.tsv'
since "a link" "ids.tsv: is a link" sh -c 'mv ids.tsv x && ln -s x ids.tsv'
since "a manifest that is a link" "manifest.json: is a link" \
    sh -c 'mv manifest.json x && ln -s x manifest.json'
since "a pipe" "not a regular file" sh -c 'rm manifest.json &&
    mkfifo manifest.json'
since "twenty million brackets" "larger than 16777216 bytes" sh -c 'head -c 20000000 /dev/zero |
    tr "\0" "[" >manifest.json'
since "nine hundred thousand brackets" "JSON has more than 200000 brackets" sh -c \
    'head -c 900000 /dev/zero | tr "\0" "[" >manifest.json'

# A table with other content and a matching checksum.
since_table() {
    what=$2 words=$3
    since "$what" "$words" sh -c "$4 <../v1/$1 >$1
        sed \"/$1/s/[0-9a-f]\{64\}/\$(
        sha256sum <$1 | cut -d ' ' -f 1)/
        /$1/s/\(bytes.: \)[0-9]*/\1\$((\$(wc -c <$1)))/\" \
        ../v1/manifest.json >manifest.json"
}
since_ids() {
    since_table ids.tsv "$@"
}
since_table goals.tsv "a goal of another number" \
    "goals.tsv:2: goal 7: goals are not numbered 1, 2, 3" 'sed 2s/^1/7/'
since_table goals.tsv "a goal with another layout" \
    "goal 1: cells do not match the layout" 'sed s/rows/spiral/'
since_table goals.tsv "an invalid goal" "before/goals.tsv:2: tile 1 appears twice" \
    "sed 's/1 2/1 1/'"
since_ids "another heading" "unexpected heading" 'sed 1s/state/x/'
since_ids "no heading" "unexpected heading" 'sed 1d'
since_ids "a gap" "ids.tsv:5: expected number" 'sed 5d'
since_ids "an id twice" "an id appears twice" \
    'awk -F "\t" -v OFS="\t" "NR == 3 { i = \$2 } NR == 9 { \$2 = i } 1"'
since_ids "no state" "ids.tsv:7: expected number" 'sed 7s/added/lost/'
since_ids "a length of 0" "ids.tsv:7: expected number" \
    'awk -F "\t" -v OFS="\t" "NR == 7 { \$3 = 0 } 1"'
since_ids "cut in a line" ": expected number, puzzle_id, stm and state" 'head -c 1000'
since_ids "a line without an end" ": expected number, puzzle_id, stm and state" \
    "sed '8s/added/'\$(printf '%0999d' 0)'/'"
since_ids "nothing" "truncated or damaged" 'head -c 0'

# --- concurrent jobs and a kill ---

run export --db "$LOYD_DB" --out twice --format csv --no-mark
cp -r twice wanted && rm -r twice
for i in 1 2 3 4 5 6; do
    "$LOYD" export --db "$LOYD_DB" --out twice --format csv --no-mark >said.$i 2>&1 &
done
wait
same "one of six at once" 1 "$(grep -c 'puzzles in' said.? | grep -c ':1')"
same "the pack is complete" "" "$(diff -r wanted twice)"
same "the others report why" 5 "$(cat said.? |
    grep -cE 'not empty|has written|cannot ')"
[ -z "$(ls -d twice.part* 2>/dev/null)" ] || fail "left: $(ls -d twice.part*)"

run generate 4x3 --seed many --count 30000 --db many.db
for wait in 0.05 0.1 0.2 0.4; do
    rm -rf killed killed.part*
    "$LOYD" export --db many.db --out killed >/dev/null 2>&1 &
    pid=$!
    sleep $wait
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    n_checks=$((n_checks + 1))
    if [ -e killed ]; then
        (cd killed && sha256sum -c --quiet SHA256SUMS) || fail "half a pack"
        same "marked" 30000 "$(sqlite3 many.db 'SELECT count(*) FROM
            pack_use')"
    else
        same "not marked" 0 "$(sqlite3 many.db 'SELECT count(*) FROM pack')"
    fi
done
run export --db many.db --out killed.2
same "an export next to leftovers of a kill" 0 "$code"
run verify --db many.db
same "the catalogue is valid" 0 "$code"

# SIGINT: a message, and no leftover files.
rm -rf stopped
"$LOYD" export --db many.db --out stopped --no-mark >out 2>err &
pid=$!
sleep 0.2
kill -INT $pid 2>/dev/null
wait $pid
code=$?
case $code in
0) [ -e stopped/SHA256SUMS ] || fail "exit code 0 without a pack" ;;
3) [ -z "$(ls -d stopped* 2>/dev/null)" ] || fail "an interrupt left files" ;;
*) fail "interrupted: exit $code" ;;
esac
n_checks=$((n_checks + 1))

finish
