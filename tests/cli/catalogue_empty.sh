#!/bin/sh
# Tests that a command that fails leaves no empty catalogue, and does not
# remove one that another process has opened in the meantime.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --seed a --count 50 --db a.db
cp a.db other.db
sqlite3 other.db "UPDATE puzzle SET board = '1 2 3/4'"
head -c 9000 a.db >cut.db

# leaves_none ARGUMENT ...: the command fails and leaves no file.
leaves_none() {
    run "$@" --db new.db
    same "$1 ${2:-}: fails" 3 "$code"
    same "$1 ${2:-}: leaves no file" "" "$(ls -d new.db* 2>/dev/null)"
    rm -f new.db*
}
leaves_none merge missing.db
leaves_none merge cut.db
leaves_none merge missing.db other.db cut.db
leaves_none import missing
leaves_none import cut.db --format db
leaves_none merge new.db
ln -s new.db link.db
leaves_none merge link.db new.db
echo "1 1/2 0" >bad.txt
leaves_none import bad.txt --skip-bad
run merge a.db --db a.db
same "a catalogue into itself" 0 "$code"
run import bad.txt --skip-bad --db a.db
same "no good row" "3 50" "$code $("$LOYD" find --db a.db --total)"
run merge missing.db a.db --db new.db
same "one of two parts" 3 "$code"
check "the catalogue is kept" 0 50 "" find --db new.db --total
rm -f new.db*

# A limit on file size, from the first page to the last row.
# shellcheck disable=SC3045 # skipped where there is no such limit
for blocks in 1 8 64 128; do
    (
        trap '' XFSZ
        ulimit -f $blocks 2>/dev/null || exit 3
        exec "$LOYD" generate 3x3 --seed b --count 20000 --db new.db
    ) >out 2>/dev/null
    same "$blocks blocks" 3 $?
    if [ -e new.db ] && run find --db new.db --total; then
        same "$blocks blocks: a catalogue that stays has puzzles" "0 yes" \
            "$code $([ "$(cat out)" != 0 ] && echo yes)"
    fi
    rm -f new.db*
done

if [ -r /proc/self/stat ]; then
    n_checks=$((n_checks + 1))
    python3 "$here/catalogue_empty.py" "$LOYD" >said 2>&1 || fail "$(cat said)"
fi

finish
