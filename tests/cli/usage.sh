#!/bin/sh
# The command line: what is rejected, with which messages, and the help.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# --- help ---

run help
same "help" 0 "$code"
cp out list
run
same "loyd alone" 0 "$code"
same "loyd alone is help" "$(cat list)" "$(cat out)"
run --help
same "--help is help" "$(cat list)" "$(cat out)"
run -h
same "-h is help" "$(cat list)" "$(cat out)"
run generate -qh
same "letters in one word" "$("$LOYD" help generate)" "$(cat out)"
check "-V" 0 "$("$LOYD" version)" "" -V
check "--version" 0 "$("$LOYD" version)" "" --version
same "version" "loyd $(sed -n 's/^#define LOYD_VERSION "\(.*\)"/\1/p' \
    "$root/include/loyd/error.h")" \
    "$("$LOYD" version)"
same "form of the version" 1 \
    "$("$LOYD" version | grep -cxE 'loyd [0-9]+\.[0-9]+\.[0-9]+(-dev)?')"

commands=$(sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' list)
same "the commands, those of every day first" "generate solve find daily publish \
export check show rate stats bands verify import merge channel used path play digest tables \
help version" "$(echo "$commands" | tr '\n' ' ' | sed 's/ $//')"
run generate 3x3 --seed x --count 3 --db env.db
echo '1 2 3/4 5 6/7 0 8' >boards
python3 "$here/usage.py" "$LOYD" >said
same "commands in usage.py" "commands: $(echo "$commands" | paste -s -d ' ' -)" \
    "$(sed '$d' said)"
n=$(sed -n 's/^options: //p' said)
[ "${n:-0}" -gt 220 ] || fail "only $n options"
run help find --all
sed -nE 's/^      --([a-z-]+) ?(VALUE|A\.\.B)$/\1/p
    s/^      --([a-z-]+) (VALUE|A\.\.B) .*/\1/p' out | tr - _ >columns
same "the columns" "$(sqlite3 :memory: ".read $root/schema.sql" \
    "SELECT name FROM pragma_table_info('puzzles')" | sort)" "$(sort columns)"

# An option has one metavariable, or none, in all commands, and one letter.
"$LOYD" help --json >help.json
python3 -c 'import json
for command in json.load(open("help.json"))["commands"]:
    for row in command["options"]:
        print(row["name"], row.get("letter", ""), row.get("value", ""), sep="~")' \
    >options
same "options in JSON" "$n" "$(lines options)"
# A column is one whatever another command calls so.
grep -v '~VALUE$' options | sort -u | awk -F '~' '
    $1 == name { print name ": " value " and " $3 ", " letter " and " $2 }
    { name = $1; letter = $2; value = $3 }
    $2 != "" && $2 in names { print $2 ": " names[$2] " and " $1 }
    $2 != "" { names[$2] = $1 }' >found
same "options with two meanings" "" "$(cat found)"

same "lines of help beyond 79 columns" "" "$(grep -E '^.{80}' list)"

# The examples in the help that need no catalogue run.
for c in generate check solve show daily tables; do
    "$LOYD" help $c --all | sed -n '/^examples/,$s/^  \(loyd .*\)/\1/p' |
        grep -v -e '--db' -e '<' -e 1000000 -e build -e '--effort' >examples
    while read -r example; do
        n_checks=$((n_checks + 1))
        (
            mkdir -p bin && ln -sf "$LOYD" bin/loyd
            PATH=$tmp/bin:$PATH
            eval "$example"
        ) >out 2>err </dev/null
        code=$?
        [ $code -le 1 ] || fail "$example: exit $code, $(cat err)"
    done <examples
done

# --- options follow the command ---

run help solve
check "-q and --help" 0 "$(cat out)" "" solve -q --help
check "--help before the command" 0 "$(cat out)" "" --help solve
refusals <<'END'
2 | -q | missing COMMAND before '-q': try 'loyd help'
2 | --db my.db find | missing COMMAND before '--db': try 'loyd help'
2 | find --db | find: --db needs FILE
2 | generate 4x4 --difficulty hard | generate: unknown option '--difficulty': try '--band'
2 | digest --count 3 | digest: unknown option '--count': try 'loyd help digest'
END

# --- unknown commands and options ---

check "an unknown command in JSON" 2 \
    "{\"status\":\"error\",\"error\":\"'fnd' is not a command: try 'find'\"}" \
    "loyd: 'fnd' is not a command: try 'find'" fnd --json
check "no command in JSON" 2 \
    "{\"status\":\"error\",\"error\":\"missing COMMAND before '--json': try 'loyd help'\"}" \
    "loyd: missing COMMAND before '--json': try 'loyd help'" --json

check "an unknown command for help in JSON" 2 \
    "{\"status\":\"error\",\"error\":\"'fnd' is not a command: try 'find'\"}" \
    "loyd: 'fnd' is not a command: try 'find'" help fnd --json
run version --json
same "the version in JSON" "{\"version\":\"$("$LOYD" version | cut -c 6-)\"}" \
    "$(cat out)"
run --version --json
same "the option in JSON" "0 {" "$code $(cut -c 1 out)"
run help --json
same "the commands in JSON" "$commands" \
    "$(python3 -c 'import json, sys
print("\n".join(c["name"] for c in json.load(sys.stdin)["commands"]))' <out)"
check "the help of a command in JSON" 0 "$("$LOYD" help digest --json)" "" \
    digest --json --help

refusals <<'END'
2 | slove | 'slove' is not a command: try 'solve'
2 | frobnicate | 'frobnicate' is not a command: try 'loyd help'
2 | gen 4x4 | 'gen' is not a command: try 'generate'
2 | help shwo | 'shwo' is not a command: try 'show'
2 | '' | '' is not a command: try 'loyd help'
END
refuses "control characters come out escaped" \
    2 "loyd: '\\x1b[31m' is not a command: try 'loyd help'" \
    "$(printf '\033[31m')"
refusals <<'END'
2 | generate 4x4 --cuont 3 | generate: unknown option '--cuont': try '--count'
2 | generate 4x4 --coun 3 | generate: unknown option '--coun': try '--count'
2 | version --csv | version: unknown option '--csv': try 'loyd help version'
2 | solve -x | solve: unknown option '-x': try 'loyd help solve'
2 | generate 4x4 --count | generate: --count needs N
2 | check --json=yes | check: --json takes no value
2 | generate 4x4 --count 2 --count=3 | --count: given twice
2 | stats --channel x | stats: unknown option '--channel': try 'loyd help stats'
2 | generate | generate: missing SIZE
2 | generate 4x4 5x5 | generate: unexpected argument '5x5'
2 | digest --db y x | digest: unexpected argument 'x'
2 | find my.db | find: unexpected argument 'my.db': try --db my.db
2 | solve --metric xtm | --metric: unknown value 'xtm': try 'stm'
2 | generate 4x4 --format xml | --format: unknown value 'xml': expected board, recipe, sgt or scramble
2 | export --format csv,xml --db x --out y | --format: unknown value 'xml': expected csv, json or sqlite
END
run tables frob
same "an unknown subcommand" 2 "$code"
has "the message lists the actions" err "unknown action 'frob': expected list, build"
refusals <<'END'
2 | tables buld | tables: unknown action 'buld': try 'build'
2 | channel crate kids | channel: unknown action 'crate': try 'create'
2 | find --order stmm --db x | --order: unknown order 'stmm': try 'stm'
2 | generate 3x3 --seed --count 3 | generate: --seed needs TEXT: try '--seed=--count' if --count is the value
END
run generate 3x3 --seed=--count
same "it may be the value" 0 "$code"
run find --order -stm --db none.db
has "a value may begin with a dash" err "none.db: no such file"
refusals <<'END'
2 | generate 4x4 --layout missing=3 | --layout: layout 'missing=3' has no path: try 'rows,missing=3'
2 | generate 4X4 | generate: invalid size '4X4': expected WxH with a lower-case x, such as 4x4
2 | generate 4x4 --stm 20-30 | --stm: range '20-30': try 20..30
2 | generate 4x4 --stm 20:30 | --stm: range '20:30': try 20..30
2 | generate 4x4 --stm 20.. | --stm: range '20..' has no end: expected A..B
END
for option in --stm --mtm --mlc; do
    refuses "a list of $option" 2 "loyd: $option: '20..30,40..50' is a list: \
expected one range A..B" generate 4x4 $option 20..30,40..50
done

# --- boards in other notations ---

check "labels without spaces" 3 error "loyd: argument 1: rows have one label: \
expected spaces between labels" check 123/456/780
for c in check solve; do
    refuses "a board without quotes" 2 "loyd: $c: 9 arguments, which are \
labels: quote the board, as in \"1 2 3/4 5 6/7 8 0\"" $c 1 2 3 4 5 6 7 8 0
done
refuses "rows without quotes" 2 "loyd: check: 7 arguments, which are labels: \
quote the board, as in \"1 2 3/4 5 6/7 8 0\"" check 1 2 3/4 5 6/7 8 0

: >1.boards
check "a file where a board should be" 3 error "loyd: argument 1: '1.boards' is a file, not a board: try 'loyd solve < 1.boards'" solve 1.boards
check "a sign that follows 9 in ASCII is no label" 3 error "loyd: argument 1: \
invalid label '<' in row 4, column 1" check '1 2 3 4/5 6 7 8/9 ; < =/> ? 0 @'

# --- malformed values ---

for goal in nope '1 2 2/3 0 4' '1 2 3' ''; do
    run solve --goal "$goal" 3x3:1,2,3,4,5,6,7,,8
    same "--goal '$goal'" 2 "$code"
done
for option in "--base-url foo" "--channel A" "--tz Mars"; do
    # shellcheck disable=SC2086 # an option and its value
    run publish --db env.db --out site $option
    same "publish $option" 2 "$code"
done
for option in --pack-name= --licence= "--pack-name=$(printf %0101d 0)"; do
    run export --db env.db --out pack "$option"
    same "export $option" 2 "$code"
done
rm -f env.db*

refuses "tables of a size without any" 0 \
    "loyd: tables: nothing to list for 9x9" tables list --size 9x9

# --- stderr ---

run generate 3x3 --quiet
same "--quiet: a fresh seed" "1 line, 0 of messages" \
    "$(lines out) line, $(lines err) of messages"
run generate 3x3
has "without it" err "new seed: --seed"
run check -q x
has "errors stay" err "loyd: argument 1: "

# --- numbers are strict ---

for n in 0 -1 +1 01 1.5 1e3 0x10 '' ' 1' 281474976710657 \
    99999999999999999999999999 ten; do
    run generate 2x2 --seed x --count "$n"
    same "--count '$n'" 2 "$code"
    has "--count '$n'" err "loyd: --count: "
    same "--count '$n' prints nothing" 0 "$(lines out)"
done
for r in 5..4 ..5 5.. 5...6 5-6 a 65536; do
    run generate 3x3 --seed x --stm "$r"
    same "--stm '$r'" 2 "$code"
    has "--stm '$r'" err "loyd: --stm: "
done
for s in 1x4 4x16 4x 4X4 x4 4x4x4 04x4 '' 16; do
    run generate "$s" --seed x
    same "size '$s'" 2 "$code"
    has "size '$s'" err "loyd: generate: "
done
refuses "indices end" \
    2 "loyd: generate: --first-index and --count exceed the last index, \
281474976710655" \
    generate 2x2 --first-index 281474976710655 --count 2 --seed x
run generate 2x2 --first-index 281474976710655 --seed x
same "the last index" 0 "$code"

# --- commands that need a catalogue ---

for c in find digest 'export --out x' 'show 00'; do
    # shellcheck disable=SC2086 # a command and its options
    refuses "$c without a catalogue" 2 "loyd: ${c%% *}: missing --db FILE or \$LOYD_DB" $c
done
refuses "stats without a catalogue" 2 "loyd: stats: missing --db FILE, or --size for the \
lengths of all boards of a size" stats
refuses "verify without a catalogue" 2 "loyd: verify: missing FILE, --db FILE or \$LOYD_DB" verify
LOYD_DB= && export LOYD_DB
refuses "an empty LOYD_DB" 2 "loyd: find: missing --db FILE or \$LOYD_DB" find

# Only commands that do not write use LOYD_DB.
run generate 2x2 --seed x --count 3 --db env.db
echo '{"tiers": [{"title": "t", "size": "2x2", "stm": "3"}]}' >tiers.json
for c in rate 'merge env.db' 'import env.db' 'publish --out site' \
    'export --out pack --pack-name p' 'channel create x --schedule tiers.json' \
    'channel revise daily --schedule tiers.json --from 2030-01-01' \
    'bands --set a=0..100'; do
    unset LOYD_DB
    # shellcheck disable=SC2086 # a command and its options
    refuses "$c without --db" 2 "loyd: ${c%% *}: missing --db \
FILE" $c
    LOYD_DB=env.db && export LOYD_DB
    # shellcheck disable=SC2086
    refuses "$c with \$LOYD_DB alone" 2 "loyd: ${c%% *}: missing --db FILE: \$LOYD_DB is only for commands that do not write" $c
done
LOYD_DB=none.db
check "generate prints" 0 "$(env -u LOYD_DB "$LOYD" generate 2x2 --seed x)" \
    "" generate 2x2 --seed x
run daily 2026-01-05 --json
same "daily without --db ignores \$LOYD_DB" 0 "$code"
[ ! -e none.db ] || fail "daily created the catalogue of \$LOYD_DB"
LOYD_DB=env.db
cksum env.db >before
run daily 2026-01-05
cksum env.db >after
cmp -s before after || fail "daily wrote into the catalogue of \$LOYD_DB"
for c in 'find' stats digest verify 'show 3x3/rows~g1~x~1' 'channel list' \
    bands 'export --out pack'; do
    # shellcheck disable=SC2086
    run $c
    same "$c takes \$LOYD_DB" 0 "$code"
done
unset LOYD_DB

finish
