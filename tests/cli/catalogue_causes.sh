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

# --- files of another user beside the catalogue ---

# As two users, who have to reach the command and its libraries.
if [ "$(id -u)" = 0 ] && setpriv --reuid 65534 --regid 65534 --clear-groups \
    "$LOYD" --version >out 2>err; then
    chmod 711 "${SCRATCH:-$tmp}" "$tmp"
    mkdir shared && chmod 1777 shared && run generate --db b.db 3x3 --seed s
    cp b.db shared/b.db && chown 65533 shared/b.db
    as() {
        user=$1
        shift
        setpriv --reuid "$user" --regid "$user" --clear-groups "$LOYD" "$@" \
            >out 2>err
    }
    as 65534 export --db b.db --out shared/p --pack-name p --count 1
    has "a volume" err "loyd: b.db: not writable: Permission denied: without \
--pack-name, the catalogue is only read"
    as 65534 find --db shared/b.db
    same "a reader" 1 "$(lines out)"
    same "what it leaves" 65534 "$(stat -c %u shared/b.db-shm)"
    as 65533 rate --db shared/b.db
    same "the owner" 3 $?
    has "the owner" err "not writable: b.db-shm is of user nobody (65534), who can remove it"
fi
finish
