#!/bin/sh
# Tests failed imports: nothing is left; a pack with missing rows is refused;
# the limit of a line is the same for `auto` and other formats; messages name
# the right file.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# gone NAME: there is no catalogue and no other file of it.
gone() {
    same "$1: no file is left" "" "$(ls -d new.db* 2>/dev/null)"
}

run generate 3x3 --seed bad --count 150 --db a.db
n=$(sqlite3 a.db 'SELECT count(*) FROM puzzle')
run export --db a.db --out pack

# --- no file is left ---

echo nonsense >bad
run import bad --db new.db
same "a bad row" 3 "$code"
gone "a bad row"
run import missing --db new.db
same "no such file" 3 "$code"
gone "no such file"
: >new.db
run import bad --db new.db
same "an existing empty file is kept" "3 new.db" \
    "$code $(ls new.db)"
rm -f new.db*
run import pack --db new.db
same "a catalogue with rows" 0 "$code"
run import bad --db new.db
run find --db new.db --total
same "is unchanged" "$n" "$(cat out)"
rm -f new.db*
# A new catalogue that another process has open is kept.
mkfifo feed ready
"$LOYD" import - --db new.db <feed >out 2>err &
pid=$!
exec 3>feed
python3 - 3>&- <<'END' &
import sqlite3, time
while True: # until it is made
    try:
        db = sqlite3.connect("file:new.db?mode=rw", uri=True)
        if db.execute("SELECT count(*) FROM puzzle").fetchone() == (0,):
            break
    except sqlite3.OperationalError:
        time.sleep(0.01)
db.execute("BEGIN")
db.execute("SELECT count(*) FROM puzzle").fetchall()
open("ready", "w").close()
open("ready").close()
END
other=$!
: <ready
echo nonsense >&3
exec 3>&-
wait $pid
same "an import while another process has it open" 3 $?
same "the catalogue is kept" new.db "$(ls new.db)"
: >ready
wait $other
rm -f new.db*

# --- a pack with fewer rows and a new manifest ---

# seal DIR: updates size and sum of every file in the manifest.
cat >seal.py <<'END'
import hashlib, json, os, sys
os.chdir(sys.argv[1])
manifest = json.load(open("manifest.json"))
for file in manifest["files"]:
    data = open(file["name"], "rb").read()
    file["bytes"] = len(data)
    file["sha256"] = hashlib.sha256(data).hexdigest()
json.dump(manifest, open("manifest.json", "w"))
END
for rows in 0 10; do
    for form in csv json sqlite; do
        rm -rf cut new.db*
        cp -r pack cut
        case $form in
        csv) head -n $((rows + 1)) pack/puzzles.csv >cut/puzzles.csv ;;
        json)
            python3 - $rows <<'END'
import sys
head, rest = open("pack/puzzles.json").read().split('"puzzles":[\n')
lines = rest.split("\n")[:-2][:int(sys.argv[1])]
open("cut/puzzles.json", "w").write(
    head + '"puzzles":[\n' +
    "".join(x.rstrip(",") + ",\n" for x in lines).rstrip(",\n") + "\n]}\n")
END
            ;;
        sqlite) sqlite3 cut/puzzles.sqlite "DELETE FROM puzzles
            WHERE number > $rows" ;;
        esac
        python3 seal.py cut
        run import cut --db new.db --format $form
        same "$rows rows of $form" "3 " "$code $(cat out)"
        has "$rows rows of $form" err "puzzles.$form: $rows puzzles: the \
manifest lists $n"
        gone "$rows rows of $form"
        run import cut --db new.db --format $form --skip-bad
        same "$rows rows of $form, the others" 3 "$code"
        # No row, no catalogue.
        run find --db new.db --total
        same "$rows rows of $form, the others" "${rows#0}" "$(cat out)"
    done
done
rm -f new.db*

# --- long lines ---

# row BYTES: prints a puzzle with an unknown field, which is named and ignored.
row() {
    python3 -c '
import sys
rest = "{\"board\":\"1 2/0 3\",\"goal\":\"1 2/3 0\",\"note\":\"\"}"
n = int(sys.argv[1]) - len(rest)
print(rest[:-2] + "x" * n + rest[-2:])' "$1"
}
for size in 100 65536 65537 900000 1048576; do
    for format in auto jsonl; do
        row $size >long
        check "a line of $size bytes, $format" 0 \
            "1 row imported, 1 new puzzle" \
            "loyd: import: long: 1 field ignored: unknown name 'note'" import long --db new.db --format $format
        rm -f new.db*
    done
done
row 1048577 >long
run import long --db new.db --format jsonl
same "a line that is too long" 3 "$code"
has "a line that is too long" err "line is longer than 1048576 bytes"

# --- messages name the right file ---

cp -r pack big
sqlite3 big/puzzles.sqlite "UPDATE puzzles SET path =
    CAST(zeroblob(2000000) AS TEXT) WHERE number = 3"
run import big/puzzles.sqlite --db new.db
same "a value that is too large" 3 "$code"
has "a value that is too large" err "loyd: big/puzzles.sqlite"
gone "a value that is too large"

finish
