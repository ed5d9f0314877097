# shellcheck shell=sh
# What a disk that fails comes to: the file is named, with the cause, and no
# row is called wrong that could not be read.
. "$(dirname "$0")/lib.sh"

run generate --db a.db 3x3 --seed s --count 60
same "a catalogue" 0 "$code"

# --- the catalogue, from its N-th read on ---

# reads_fail COMMAND ...: for each N, until all reads are before it.
reads_fail() {
    at=0
    while at=$((at + 1)) && [ $at -lt 400 ]; do
        FAIL_READ=$at && export FAIL_READ
        run_failing a.db 5 0 "$@"
        unset FAIL_READ
        [ "$code" != 0 ] || break
        same "$1, read $at: exit code" 3 "$code"
        same "$1, read $at: stdout" "" "$(cat out)"
        has "$1, read $at" err "loyd: a.db: "
        has "$1, read $at" err "Input/output error"
        rm -rf pack
    done
    [ "$at" -gt 10 ] || fail "$1: only $at reads"
    same "$1, in the end" 0 "$code"
}

reads_fail verify a.db --prove 5 --seed p
has "all of it" out "120 rows checked, 65 optima found again, 0 wrong"
reads_fail export --db a.db --out pack --format jsonl --no-mark

# --- which file is at fault ---

sqlite3 a.db "UPDATE puzzle SET start = x'00' WHERE id =
    (SELECT min(id) FROM puzzle)"
run export --db a.db --out p
same "a damaged row" 3 "$code"
has "a damaged row" err "loyd: a.db: puzzle "
: >file
refuses "a folder that is none" 3 \
    "loyd: export: file: cannot be opened: Not a directory" \
    export --db a.db --out file
refuses "no pack before" 3 "loyd: export: nowhere: No such file or directory" \
    export --db a.db --out p --since nowhere
finish
