#!/bin/sh
# Series of packs: apply.sql on random series, what a delta withdraws, revokes
# and restores, and the selection that it compares.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# --- deltas applied one after another give what a full export gives ---

export LOYD
same "random series, apply.sql: states that occurred" \
    "added barred changed gone kept revoked withdrawn" \
    "$(python3 "$here/pack_series.py" "$root/data/packs/apply.sql" 1 \
        $((50 / ${LOYD_SHORT:-1} + 1)) 2>&1)"

# --- what changes the state of a puzzle ---

run generate 3x3 --seed a --count 40 --db a.db
run export --db a.db -o v1 --used no --limit 10
ids() {
    awk -F '\t' -v s="$2" '$4 == s { print $2 }' "$1/ids.tsv"
}
count() {
    ids "$1" "$2" | grep -c .
}
# The marks of v1 are those of the same series.
run export --db a.db -o v2 --used no --limit 10 --replace --since v1
same "--used no withdraws no puzzle of its series" \
    "0 0 10 0 loyd: v2: nothing is new since v1" \
    "$code $(count v2 added) $(count v2 kept) $(count v2 withdrawn) $(cat err)"
run export --db a.db -o other --used no --limit 5 --pack-name Other
run export --db a.db -o v3 --used no --replace --since v2
same "but takes none of another" "0 25 10 0" \
    "$code $(count v3 added) $(count v3 kept) $(count v3 withdrawn)"
same "with a warning" "loyd: v3: selection differs from that of v2: limit was 10, is not set" \
    "$(cat err)"
cat v3/ids.tsv other/ids.tsv | cut -f 2 | sort | uniq -d >both
same "no puzzle in both series" puzzle_id "$(cat both)"

run export --db a.db -o grown --limit 3 --since v3 --grow
same "--grow" "0 0 35 0" \
    "$code $(count grown added) $(count grown kept) $(count grown withdrawn)"
run export --db a.db -o shrunk --limit 3 --replace --since v3
[ "$(count shrunk withdrawn)" -gt 30 ] || fail "nothing withdrawn"

one=$(ids v3 kept | sed -n 2p)
two=$(ids v3 kept | sed -n 5p)
check "--withdraw" 0 "0 puzzles in v4: version 4, 0 added, 0 changed, 2 withdrawn" "" \
    export --db a.db -o v4 --used no --replace --since v3 --withdraw "$one,$two"
same "two are revoked" "$(printf '%s\n' "$one" "$two" | sort)" \
    "$(ids v4 revoked | sort)"
run verify v4
same "verify" 0 "$code"
run export --db a.db -o v5 --used no --replace --since v4
same "they stay so" "2 0 33" "$(count v5 barred) $(count v5 added) $(count v5 kept)"
run export --db a.db -o v6 --replace --since v5 --limit 38
same "a limit does not count them" "38 2" \
    "$(($(count v6 added) + $(count v6 kept))) $(count v6 barred)"
echo "$one" | "$LOYD" export --db a.db -o v7 --used no --replace --since v5 \
    --restore - >out 2>err
same "--restore, from stdin" "1 1 $one" \
    "$(count v7 barred) $(count v7 added) $(ids v7 added)"
same "under the old number" "$(grep "$one" v1/ids.tsv v2/ids.tsv v3/ids.tsv |
    cut -f 1 | cut -d : -f 2 | sort -u)" "$(grep "$one" v7/ids.tsv | cut -f 1)"

# --- a number of new puzzles ---

run generate 3x3 --count 60 --seed months --db months.db
before=$(sqlite3 months.db 'SELECT count(*) FROM pack_use')
check "the first month" 0 "25 puzzles in m1" "" export --db months.db --out m1 \
    --add 25
run export --db months.db --out m2 --since m1 --add 25 --dry-run
same "what would be added" "25 0 25" "$(grep -c "^added$tab" out) \
$(grep -cvE "^(added|25 puzzles would be in m2)" out) $(sed -n \
    's/.* would be in m2: version 2, \([0-9]*\) added, .*/\1/p' out)"
same "nothing was written" "" "$(ls -d m2* 2>/dev/null)"
same "nothing was marked" "$((before + 25))" \
    "$(sqlite3 months.db 'SELECT count(*) FROM pack_use')"
grep "^added" out | cut -f 2,3 >wanted
check "the second month" 0 \
    "25 puzzles in m2: version 2, 25 added, 0 changed, 0 withdrawn" "" \
    export --db months.db --out m2 --since m1 --add 25
same "the same puzzles" "$(cat wanted)" \
    "$(awk -F '\t' '$4 == "added" { print $1 "\t" $2 }' m2/ids.tsv)"
run export --db months.db --out m3 --since m2 --add 25 --json
same "what is left" '1 10 loyd: export: 10 new puzzles: the selection has no more' \
    "$code $(sed -n 's/.*"added":\([0-9]*\),.*/\1/p' out) $(cat err)"
run export --db months.db --out m4 --since m3 --add 1 --no-mark
same "nothing" "1 0 loyd: export: 0 new puzzles: the selection has no more" \
    "$code $(count m4 added) $(cat err)"
run verify m3
same "verify" 0 "$code"
# A puzzle that returns is not one of those that are wanted.
back=$(ids m2 kept | sed -n 2p)
run export --db months.db --out r3 --since m2 --add 1 --no-mark --withdraw "$back"
for n in 8 9 10; do
    run export --db months.db --out r$n --since r3 --add $n --restore "$back" \
        --no-mark
    echo "$code, $(count r$n added), $(ids r$n added | grep "$back"): $(cat err)"
done >said
same "restored in addition" "0, 9, $back: ${newline}0, 10, $back: ${newline}1, \
10, $back: loyd: export: 9 new puzzles: the selection has no more" "$(cat said)"
# A wrong filter withdraws nothing of what players have.
run export --db months.db --out m5 --since m3 --stm ..20
same "refused" 2 "$code"
has "it says how many" err "puzzles of the previous pack are no longer selected"
same "and writes nothing" "" "$(ls -d m5* 2>/dev/null)"
n=$(sqlite3 months.db 'SELECT count(*) FROM puzzle WHERE stm > 20')
run export --db months.db --out m5 --since m3 --stm ..20 --dry-run --json
same "which ones" "$n" "$(grep -c '"change":"withdrawn"' out)"
run export --db months.db --out m5 --since m3 --stm ..20 --replace
same "if that is wanted" "0 $n" "$code $(count m5 withdrawn)"
# What has been proven since is in it, selected or not.
cp months.db unproven.db
some=$(ids m3 kept | sed -n 3p)
sqlite3 unproven.db "UPDATE puzzle SET stm = NULL WHERE id = '$some';
    DELETE FROM rating WHERE puzzle = '$some'; DELETE FROM pack_use; DELETE FROM pack"
run export --db unproven.db --out u1 --no-mark --size 3x3
run rate --db unproven.db
for how in "--add 1" "--grow --stm 1..2"; do
    # shellcheck disable=SC2086 # words
    run export --db unproven.db --out u2 --no-mark --since u1 $how
    same "$how: a proof" "$some" "$(ids u2 changed)"
    rm -r u2
done

# --- refused, and nothing is written ---

before=$(sqlite3 a.db 'SELECT count(*) FROM pack_use')
unknown=0123456789abcdef
three=$(ids v5 kept | sed -n 1p)
while IFS='~' read -r name wanted words options; do
    # shellcheck disable=SC2086 # options are words
    run export --db a.db -o no $(eval "echo $options")
    same "$name: exit code" "$wanted" "$code"
    has "$name" err "$words"
    same "$name: nothing is there" "" "$(ls -d no no.part* 2>/dev/null)"
done <<'END'
not in the series~1~v5: puzzle 0123456789abcdef: not in the series~--since v5 --withdraw $three,$unknown
withdrawn already~1~already withdrawn~--since v5 --withdraw $one
given twice~2~~--since v3 --withdraw $one,$one
no id~2~~--since v3 --withdraw $one,
not whole~2~~--since v3 --withdraw 0123
not revoked~1~not revoked~--since v3 --restore $one
no number~2~loyd: --add: 0 is out of range: expected 1..9223372036854775807~--since v3 --add 0
twice~2~loyd: --add: given twice~--since v3 --add 1 --add 2
another name~2~name 'Mine': the previous pack is of the series 'puzzles'~--since v3 --pack-name Mine
no puzzle~1~loyd: export: no puzzles match~--stm 1..1
END
same "and nothing is marked" "$before" \
    "$(sqlite3 a.db 'SELECT count(*) FROM pack_use')"
run export --db a.db -o empty --replace --since v5 --stm 1..1 --no-mark
same "a delta may be empty" "0 0" "$code $(sed 1d empty/puzzles.csv | wc -l |
    tr -d ' ')"
run export --db a.db -o named --replace --since v3 --pack-name puzzles --no-mark
same "the same name again" 0 "$code"

# --- two packs that are compared belong to one series ---

run verify other --since v1
same "another series" "1 loyd: verify: packs of two series, 'puzzles' and 'Other'" \
    "$code $(cat err)"
run verify v3 --since v1
same "a later pack" 0 "$code"
run export --db a.db -o w1 --stm 1..20 --no-mark
run verify v2 --since w1
same "a series of the same name" \
    "1 loyd: verify: version 2 continues another version 1" "$code $(cat err)"

# --- the selection ---

same "v1's" '{"limit":10}' \
    "$(sed -n 's/^  "selection": \(.*\),$/\1/p' v1/manifest.json)"
run export --db a.db -o x1 --band hard,expert --size 3x3 --order stm --no-mark
same "all of it" '{"size":"3x3","band":["expert","hard"],"order":"stm"}' \
    "$(sed -n 's/^  "selection": \(.*\),$/\1/p' x1/manifest.json)"
run export --db a.db -o x2 --order stm --size 3x3 --band expert,hard \
    --replace --since x1 --no-mark
same "the same one, written otherwise" \
    "0 loyd: x2: nothing is new since x1" "$code $(cat err)"
run export --db a.db -o x3 --band hard --stm 20.. --size 3x3 --order stm \
    --replace --since x1 --no-mark
same "another one" "0 loyd: x3: selection differs from that of x1: \
band was [\"expert\",\"hard\"], is \"hard\"; stm was not set, is \"20..\"" \
    "$code $(cat err)"

finish
