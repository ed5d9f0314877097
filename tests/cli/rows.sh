#!/bin/sh
# Every command that prints rows prints the same ones as JSON, as CSV, with
# --columns and on a terminal. The long tests include a sample that is made.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

LOYD_DB=a.db && export LOYD_DB
run generate 3x3 --count 70 --seed one --metric mtm --db "$LOYD_DB"
run generate 4x3 --count 5 --seed one --db "$LOYD_DB"
run generate 5x5 --count 3 --seed one --db "$LOYD_DB"
printf '{"board":"1 2 3/4 5 6/0 7 8","layout":"rows","name":"odd"}\n' >named
run import --db "$LOYD_DB" named
same "a puzzle with a name" 0 "$code"
cat >boards <<E
1 2 3/4 5 6/0 7 8
1 2 3/4 5 6/8 7 0
1 2 x
8 6 7/2 5 4/3 0 1
E
run used mark --db "$LOYD_DB" --note "a, \"b\"" "$("$LOYD" find --limit 1 | cut -f1)"
same "a mark" 0 "$code"
cat >odd.json <<'E'
{"tiers":[{"tier":"a","title":"a \"b\" \\, ü","size":"2x2","layout":"rows","stm":"1..6"},
{"tier":"b","title":"=1","size":"2x3","layout":"random","stm":"1..9"}]}
E
run channel create odd --schedule odd.json --start 2026-01-01 --db "$LOYD_DB"
echo '{"every": {"title": "w", "from": {"size": "5x5"}}}' >wide.json
run channel create wide --schedule wide.json --start 2026-01-01 \
    --db "$LOYD_DB"
same "a channel of bounded puzzles" 0 "$code"

# What is printed of each command in each form agrees.
cat >commands <<E
find
find --mtm 1.. --size 3x3
find --size 3x3,4x3 --limit 20 --order -percentile
stats --size 3x3
stats --by mtm_band,used --of mtm --size 3x3
bands --size 4x4
bands --size 3x3 --metric mtm
bands --size 5x5
tables
used list
channel list
show odd --facts
show --list-names
daily 2026-01-01 --today 2026-01-01
daily 2026-01-01 --today 2026-01-01 --channel odd --db "$LOYD_DB"
daily 2026-01-02 --today 2026-01-01 --future --channel wide --db "$LOYD_DB"
generate 3x3 --count 5 --seed two
< boards solve
< boards solve --length
< boards solve --facts
< boards solve --metric mtm
< boards solve --seconds 100
< boards check
< boards check --explain
solve --all "8 6 7/2 5 4/3 0 1"
E
[ -z "${LOYD_LONG:-}" ] || echo bands --sample 5x5 --count 100 --db s.db >>commands
same "rows" "$(lines commands) commands" \
    "$(python3 "$here/rows.py" "$LOYD" <commands 2>&1)"

# The text of a pipe has the columns too, with tabs.
check "chosen columns" 0 "4x3${tab}rows" "" \
    find --size 4x3 --limit 1 --columns size,layout

refusals <<'END'
2 | find --columns bord | --columns: unknown column 'bord': try 'board'
2 | solve --csv --metric mtm --columns board,solutions "1 2 3/4 5 6/0 7 8" | solve: --facts and --metric mtm cannot be combined
2 | find --columns stm,board,stm | --columns: stm is given twice
2 | stats --columns band | --columns: unknown column 'band': expected size, status, count, mean, least or greatest
2 | used mark --csv odd | used: --csv requires list
2 | generate 3x3 --csv --db b.db | generate: --csv and --db cannot be combined
END
check "facts as columns" 0 "solutions,first_moves
1,L" "" solve --csv --columns solutions,first_moves "1 2 3/4 5 6/0 7 8"
run find --json --csv
same "two forms" "2 loyd: find: --json and --csv cannot be combined" \
    "$code $(cat err)"
run find --columns "stm,"
same "an empty column" "2 loyd: --columns: unknown column '': expected" \
    "$code $(cut -d' ' -f1-6 err)"

# Without a catalogue stats counts all boards: those of 3x3 by length are OEIS
# A089473, without the goal.
unset LOYD_DB
run stats --size 3x3 --json
same "all boards of 3x3" "2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 \
4485 5638 9529 10878 16993 17110 23952 20224 24047 15578 14560 6274 3910 760 221 \
2" "$(sed 's/.*"count":\([0-9]*\).*/\1/' out | paste -sd ' ' -)"
refusals <<'END'
2 | stats | stats: missing --db FILE, or --size for the lengths of all boards of a size
2 | stats --size 3x3 --of detour | --of: expected stm or mtm, without a catalogue
1 | stats --size 5x5 | --size: the boards of 5x5 have not all been solved
END

finish
