#!/bin/sh
# Tests parts of a job that are killed, run again and twice at once, with files that
# are not theirs: nothing is lost or done again, and the digest is that of one process.
# shellcheck disable=SC1091,SC2012,SC2016,SC2046,SC2086,SC2154 # lib.sh sets; names
# have no spaces; sed and sh, not the shell; a command and its options
. "$(dirname "$0")/lib.sh"

digest() {
    "$LOYD" digest --db "$1"
}

# --- the makefile of docs/scale.md, after a part that was stopped ---

sed -n '/^```make$/,/^```$/{/^```/d;p;}' "$root/docs/scale.md" |
    sed 's/generate 4x4/generate 3x3/; s/--count 10000000/--count 100/; s/^N = 64$/N = 5/' >big.mk
mkdir bin
ln -s "$LOYD" bin/loyd
PATH=$tmp/bin:$PATH
run generate 3x3 --seed big --count 100 --db one.db
wanted=$(digest one.db)

# A part that was stopped in the middle has a catalogue, but is not done.
killed 30 generate 3x3 --seed big --count 100 --part 2/5 --threads 1 --db part2.db
same "killed" 137 "$code"
[ -e part2.db ] || fail "killed too early"
make -s -f big.mk -j 2 >out 2>err || fail "make: $(cat err)"
same "the digest of one machine" "$wanted" "$(digest big.db)"
same "five parts" "part1.done part2.done part3.done part4.done part5.done" \
    "$(echo part*.done)"
make -s -f big.mk >out 2>err
same "again: nothing is to be done" "" "$(cat out err)"

# --- only what is missing ---

kind='generate 4x3 --seed parts --count 1200'
mkdir again && cd again || exit 1
run $kind --db one.db
for at in 40 80 120; do
    killed $at $kind --part 1/2 --threads 1 --db part1.db
done
kept=$("$LOYD" find --db part1.db --total)
[ "$kept" -gt 0 ] || fail "what was stored before the kills is lost"
run $kind --part 1/2 --db part1.db
same "the rest" "600 recipes, $((600 - kept)) new puzzles, $kept skipped" \
    "$(cat out)"
cp part1.db before.db
run $kind --part 1/2 --db part1.db
same "a part that is done" "600 recipes, 0 new puzzles, 600 skipped" "$(cat out)"
cmp -s before.db part1.db || fail "a part that is done was written"
run $kind --part 2/2 --db part2.db

# The same for rate, whose parts have copies of one catalogue.
cp one.db all.db
sqlite3 all.db 'DELETE FROM rating; UPDATE puzzle SET stm = NULL'
for i in 1 2 3; do
    cp all.db rate$i.db
    killed 40 rate --part $i/3 --threads 1 --db rate$i.db
    same "rate: killed" 137 "$code"
    kept=$("$LOYD" find --db rate$i.db --status proven --total)
    run rate --part $i/3 --db rate$i.db
    new=$(sed 's/ .*//' out)
    same "rate: the rest of part $i" "$((kept + new))" \
        "$("$LOYD" find --db rate$i.db --status proven --total)"
    check "rate: part $i is done" 0 "0 puzzles rated" "" \
        rate --part $i/3 --db rate$i.db
done
run merge rate3.db rate1.db rate2.db rate3.db --db rated.db
same "rate: the digest of one process" "$(digest one.db)" "$(digest rated.db)"

# --- two processes at once on one file ---

for file in new.db part1.db; do
    for i in 1 2 3 4; do
        "$LOYD" $kind --part $(((i + 1) / 2))/2 --threads 1 --db $file >out.$i 2>&1 &
        eval "pid$i=$!"
    done
    for i in 1 2 3 4; do
        eval "wait \$pid$i" || fail "at once on $file: $(cat out.$i)"
    done
    same "at once on $file" "$(digest one.db)" "$(digest $file)"
done

# --- a file of another N, seed or layout: it keeps what it has ---

run $kind --part 2/3 --db mixed.db
run $kind --part 2/4 --db mixed.db
run $kind --part 3/4 --db mixed.db
run merge mixed.db before.db part2.db --db joined.db
same "parts of several N" "$(digest one.db)" "$(digest joined.db)"
cp part2.db both.db
run generate 4x3 --seed other --count 100 --db other.db
run generate 4x3 --seed other --count 100 --part 1/1 --db both.db
same "another seed" "100 recipes, 100 new puzzles" "$(cat out)"
run merge other.db part2.db --db joined2.db
same "another seed: nothing is lost" "$(digest joined2.db)" "$(digest both.db)"

# --- a file that no part can use: named, and left as it is ---

cp before.db damaged.db
printf '%245760s' '' | dd of=damaged.db bs=4096 seek=4 conv=notrunc 2>/dev/null
cp before.db newer.db && sqlite3 newer.db 'PRAGMA user_version = 99'
mkfifo pipe.db
mkdir folder.db
ln -s loop.db loop.db
schema=$(sed -n 's/^PRAGMA user_version = \([0-9]*\);/\1/p' "$root/schema.sql")
while IFS='|' read -r file words; do
    as_before=$(ls -ld "$file" && { [ ! -f "$file" ] || cksum <"$file"; })
    for c in "$kind" rate; do
        refuses "$c: $file" 3 "loyd: $file: $words" $c --part 1/2 --db "$file"
    done
    run merge "$file" part2.db --db "with.$file"
    same "merge of $file" "3 loyd: $file: $words: catalogue not merged" \
        "$code $(cat err)"
    has "merge of $file: the other" out "1 catalogue merged, 600 new puzzles"
    same "$file is left as it is" "$as_before" \
        "$(ls -ld "$file" && { [ ! -f "$file" ] || cksum <"$file"; })"
done <<END
damaged.db|database disk image is malformed
newer.db|schema version 99: this loyd supports up to $schema
pipe.db|not a regular file
folder.db|is a folder
loop.db|cannot open: Too many levels of symbolic links
END
# A link is the file that it leads to.
ln -s part2.db link.db
run $kind --part 2/2 --db link.db
same "a link" "0 600 recipes, 0 new puzzles, 600 skipped" "$code $(cat out)"
[ -L link.db ] || fail "the link is gone"

# --- by another user, as whom root can run processes ---

# Another user may pass through the folders of this test.
mkdir "$tmp/killed" && cd "$tmp/killed" || exit 1
other=
note="by one user: only root can start processes of another"
if [ "$(id -u)" = 0 ]; then
    chmod 711 "${SCRATCH:-$tmp}" "$tmp"
    chgrp 65533 . && chmod 2775 .
    as_other='setpriv --reuid 65534 --regid 65533 --clear-groups'
    if $as_other sh -c '"$0" --version >from && rm from' "$LOYD" 2>why; then
        other=65534 note="by two users"
    else
        note="by one user: another cannot run it: $(cat why)"
    fi
fi
mkdir closed && cp ../again/before.db closed/old.db
chmod 444 closed/old.db && chmod 555 closed
if [ -n "$other" ] || [ "$(id -u)" != 0 ]; then
    for problem in 'new.db: cannot create' 'old.db: not writable'; do
        ${other:+$as_other} "$LOYD" $kind --part 2/2 --db closed/${problem%%:*} \
            >out 2>err
        same "a folder that is not ours" "3 loyd: closed/$problem: Permission denied" \
            "$? $(cat out err)"
    done
    same "the folder is as it was" old.db "$(ls -A closed)"
    cmp -s closed/old.db ../again/before.db || fail "closed/old.db was written"
fi
chmod 755 closed

# --- killed at random, by two users if possible ---

kind="generate 4x3 --seed killed --count $(long 120000 8000) --threads 1"
kills=$(long 30 3)
seed=$(date +%s)
n=8
run $kind --db one.db
for mask in 002 022 077; do
    (umask $mask && exec "$LOYD" generate 2x2 --seed x --db mask$mask.db) >out
done
same "the umask decides who may write" "-rw-rw-r-- -rw-r--r-- -rw-------" \
    "$(ls -l mask*.db | cut -c 1-10 | tr '\n' ' ' | sed 's/ $//')"
same "killed $note, seed $seed" "$kills" \
    "$(python3 "$here/parts.py" "$LOYD" $n "$kills" "$seed" "$other" $kind 2>&1 |
        tee by | cut -d ' ' -f 1)"
[ -z "$other" ] || [ "$kills" -lt 30 ] || [ "$(cut -d ' ' -f 2 by)" -gt 0 ] ||
    fail "no part went to another user, seed $seed"
run merge $(ls part*.db | sort -r) part1.db --db all.db
same "merged after kills" "0 $(digest one.db)" "$code $(digest all.db)"
run verify all.db
same "verified" 0 "$code"

echo "$kills kills $note"
finish
