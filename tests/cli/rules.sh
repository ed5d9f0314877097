#!/bin/sh
# The rules between options, operands and actions: each is broken once.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# A command line, and its message.
cat >table <<'END'
solve --layout rows --goal x~--layout and --goal cannot be combined
check --layout rows --goal x~--layout and --goal cannot be combined
import boards --layout rows --goal x~--layout and --goal cannot be combined
find --json --csv~--json and --csv cannot be combined
solve --json --csv~--json and --csv cannot be combined
stats --json --csv~--json and --csv cannot be combined
help --completion bash --all~--completion and --all cannot be combined
help --completion bash --json~--completion and --json cannot be combined
find --pick x~--pick requires --limit
export --pick x~--pick requires --limit or --count
verify --pick x~--pick requires --solve
find --pick x -n 1 --after 0000000000000000~--pick and --after cannot be combined
find --pick x -n 1 --order stm~--pick and --order cannot be combined
find --in - --not-in -~--in - and --not-in - cannot be combined
stats --in - --not-in -~--in - and --not-in - cannot be combined
bands --layout rows~--layout requires --size or --sample
bands --sample 3x3 --size 3x3~--sample and --size cannot be combined
bands --sample 3x3 --set a=0..100~--sample and --set cannot be combined
bands --sample 3x3~--sample requires --db FILE
bands --count 200~--count requires --sample
bands --seed x~--seed requires --sample
channel create~create requires NAME
channel show~show requires NAME
channel revise~revise requires NAME
channel list x~list and NAME cannot be combined
channel list --schedule x.db~--schedule requires create or revise
channel list --titles x.json~--titles requires revise
channel create kids --titles x.json --schedule y.json~--titles requires revise
channel revise kids --tz UTC~--tz requires create
channel list --start 2030-01-01~--start requires create
channel list --secret x.db~--secret requires create or revise
channel list --from 2030-01-01~--from requires revise
channel create kids~create requires --schedule FILE
channel create kids --schedule x.json --start 2030-01-01 --tz UTC~--start and --tz cannot be combined
channel revise kids~revise requires --schedule FILE or --titles FILE
channel revise kids --schedule x.json --titles y.json~--titles and --schedule cannot be combined
channel revise kids --from 2030-01-01 --titles y.json~--titles and --from cannot be combined
channel revise kids --secret k --titles y.json~--titles and --secret cannot be combined
check --optimal~--optimal requires --moves
check --blank~--blank requires --moves
check --metric mtm~--metric requires --moves
path invert --metric mtm U~--metric requires shorten
path invert --nodes 5 U~--nodes requires shorten
path invert --seconds 1 U~--seconds requires shorten
path shorten --nodes 5 --seconds 1 U~--nodes and --seconds cannot be combined
path apply --form words U~--form and apply cannot be combined
check x --moves -~--moves - and BOARD cannot be combined
check --rows --moves -~--moves - and --rows cannot be combined
play check x --metric mtm~--metric requires analyse
play check~check requires RECORD
play analyse~analyse requires RECORD
play analyse x --csv~--csv requires check, list or players
play analyse x --columns ms~--columns requires check, list or players
play rate --player x~--player requires list or stats
play rate --puzzle x~--puzzle requires list or stats
play import~import requires FILE
play list x~list and RECORD cannot be combined
play stats x~stats and RECORD cannot be combined
play rate x~rate and RECORD cannot be combined
play players x~players and RECORD cannot be combined
play analyse x --db a.db~--db and analyse cannot be combined
play check x --db a.db~--db and check cannot be combined
daily --tz UTC --today 2030-01-01~--tz and --today cannot be combined
export --volume 2~--volume requires --pack-name
export --withdraw 00~--withdraw requires --pack-name
export --today 2026-01-01~--today requires --pack-name
export --count 3 --limit 3~--count and --limit cannot be combined
export~missing --out DIR
find --sql --json~--sql and --json cannot be combined
find --sql --csv~--sql and --csv cannot be combined
find --sql --total~--sql and --total cannot be combined
generate 3x3 --csv --db a.db~--csv and --db cannot be combined
generate 3x3 --csv --format board~--csv and --format cannot be combined
generate 3x3 --csv --format recipe~--csv and --format cannot be combined
generate 3x3 --csv --format sgt~--csv and --format cannot be combined
generate 3x3 --csv --format scramble~--csv and --format cannot be combined
tables list --goal-blank 0.0~--goal-blank requires --size
used mark --csv x --db a.db~--csv requires list
used mark --columns kind x --db a.db~--columns requires list
find --sql --columns stm~--sql and --columns cannot be combined
find --total --csv~--total and --csv cannot be combined
find --total --columns stm~--total and --columns cannot be combined
generate 3x3 --stm 1..2 --mtm 1..2~--stm and --mtm cannot be combined
generate 3x3 --stm 1..2 --mlc 1..2~--stm and --mlc cannot be combined
generate 3x3 --stm 1..2 --band hard~--stm and --band cannot be combined
generate 3x3 --mtm 1..2 --mlc 1..2~--mtm and --mlc cannot be combined
generate 3x3 --mtm 1..2 --band hard~--mtm and --band cannot be combined
generate 3x3 --mlc 1..2 --band hard~--mlc and --band cannot be combined
generate 3x3 --effort good~--effort requires --db
generate 3x3 --metric mtm~--metric requires --db
generate 3x3 --part 1/2~--part requires --seed
generate 3x3 --format recipe --db x.db~--format and --db cannot be combined
generate 3x3 --json --format board~--json and --format cannot be combined
generate 3x3 --json --format recipe~--json and --format cannot be combined
generate 3x3 --json --format sgt~--json and --format cannot be combined
generate 3x3 --json --format scramble~--json and --format cannot be combined
import --check --skip-bad boards~--check and --skip-bad cannot be combined
publish --print-sentences --out x~--print-sentences and --out cannot be combined
publish --print-sentences --db x~--print-sentences and --db cannot be combined
publish --print-sentences --theme x~--print-sentences and --theme cannot be combined
publish~missing --out DIR or --print-sentences
rate --nodes 9 --effort good~--nodes and --effort cannot be combined
rate --prove --effort good~--prove and --effort cannot be combined
rate --memory 1M~--memory requires --prove
rate --share 1/2~--share requires --work
rate --work w~--work requires --prove
rate --prove --work w --nodes 9~--work and --nodes cannot be combined
rate --prove --work w --metric mtm~--work and --metric mtm cannot be combined
rate --prove --work w --part 1/2~--work and --part cannot be combined
rate --traits --effort good~--traits and --effort cannot be combined
rate --traits --nodes 9~--traits and --nodes cannot be combined
rate --traits --prove~--traits and --prove cannot be combined
rate --traits --metric mtm~--traits and --metric mtm cannot be combined
rate --no-counts~--no-counts requires --traits
rate --prove --memory 1M --nodes 9~--memory and --nodes cannot be combined
show x --list-names~--list-names and ID cannot be combined
show --animate loyd-14-15~--animate requires --svg
daily --animate~--animate requires --svg
solve --algorithm dfs --svg f~--svg and --algorithm cannot be combined
solve --animate~--animate requires --svg
solve --animate --svg f --length~--length and --animate cannot be combined
show~missing ID, RECIPE, NAME, BOARD or --list-names
solve --limit 9~--limit requires --all
solve --length --all~--length and --all cannot be combined
solve --length --algorithm dfs~--length and --algorithm cannot be combined
solve --algorithm dfs --all~--algorithm and --all cannot be combined
solve --algorithm dfs --facts~--algorithm and --facts cannot be combined
solve --seconds 1 --all~--seconds and --all cannot be combined
solve --seconds 1 --facts~--seconds and --facts cannot be combined
solve --all --metric mtm~--all and --metric mtm cannot be combined
solve --facts --metric mtm~--facts and --metric mtm cannot be combined
solve --algorithm dfs --prove~--algorithm and --prove cannot be combined
solve --algorithm dfs --effort good~--algorithm and --effort cannot be combined
solve --algorithm dfs --seconds 1~--algorithm and --seconds cannot be combined
solve --effort good --prove~--effort and --prove cannot be combined
solve --effort good --nodes 9~--effort and --nodes cannot be combined
solve --memory 1M~--memory requires --prove or --algorithm
solve --prove --memory 1M --nodes 9~--memory and --nodes cannot be combined
solve --depth 9~--depth requires --algorithm
used list --note x~--note requires mark
used list --today 2030-01-01~--today requires mark
used mark --note x --pack p~--note and --pack cannot be combined
used mark x --pack p~ID and --pack cannot be combined
used unmark x --pack p~ID and --pack cannot be combined
used mark~mark requires ID or --pack PACK
used unmark~unmark requires ID or --pack PACK
verify x --db x.db~FILE and --db cannot be combined
END

while IFS='~' read -r line message; do
    # shellcheck disable=SC2086 # words
    run $line
    same "$line" "2 loyd: ${line%% *}: $message" "$code $(cat err)"
done <table

# With --json, the refusal is an object too.
check "in JSON" 2 '{"status":"error","error":"--json and --csv cannot be '\
'combined","where":"find"}' "loyd: find: --json and --csv cannot be combined" \
    find --csv --json
run find --pick x --help
same "no rule keeps one from the help" 0 "$code"

# No rule of the sources is missing in the table.
awk '
    FNR == NR { table[++n] = " " $0 " "; next }
    match($0, /"[^" ]* (needs|excludes) [^" ]*\\n"/) {
        command = FILENAME
        gsub(/.*\/(cmd_)?|\.c$/, "", command)
        split(substr($0, RSTART + 1, RLENGTH - 4), rule, " ")
        check(rule[1], rule[2], rule[3])
    }
    function shown(word) {
        sub(/.*\+/, "", word)
        sub(/=/, " ", word)
        return word
    }
    function find(text, i) {
        n_rules++
        for (i = 1; i <= n; i++)
            if (index(table[i], text) > 0 && (command == "rules" ||
                match(table[i], "^ " command "[ ~]")))
                return
        print command ": " text
    }
    function check(subjects, verb, words, n_s, n_w, s, w, i, j) {
        n_s = split(subjects, s, ",")
        n_w = verb == "needs" ? 1 : split(words, w, ",")
        for (i = 1; i <= n_s; i++)
            for (j = 1; j <= n_w; j++)
                if (s[i] == command)
                    find("~missing ")
                else if (s[i] == "selection" || w[j] == "selection")
                    continue
                else if (verb == "needs")
                    find("~" shown(s[i]) " requires ")
                else
                    find("~" shown(s[i]) " and " shown(w[j]) " cannot")
    }
    END { if (n_rules < 100) print "only " n_rules " rules" }
' table "$root"/src/cli/*.c >missing
same "rules that are not in the table" "" "$(cat missing)"

finish
