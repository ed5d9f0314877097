# shellcheck shell=sh
# Tests I/O errors: the message names the file and the cause, and a row that
# cannot be read is not reported as wrong.
. "$(dirname "$0")/lib.sh"

run generate --db a.db 3x3 --seed s --count 60
same "a catalogue" 0 "$code"

# --- the catalogue, from its N-th read on ---

# reads_fail COMMAND ...: for each N up to the number of reads.
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
    same "$1, without an error" 0 "$code"
}

reads_fail verify a.db --solve 5 --pick p
has "verify" out "60 lengths found again, 5 puzzles solved again, 0 wrong"
reads_fail export --db a.db --out pack --format csv

# --- messages name the right file ---

sqlite3 a.db "UPDATE puzzle SET board = '1 2 3/4' WHERE id =
    (SELECT min(id) FROM puzzle)"
run export --db a.db --out p
same "a damaged row" 3 "$code"
has "a damaged row" err "loyd: a.db: puzzle "
: >file
refuses "a file as --out" 3 \
    "loyd: export: file: cannot open: Not a directory" \
    export --db a.db --out file
finish
