#!/bin/sh
# Tests a full and a read-only disk: nothing is lost or left incomplete, and
# with free space again the same command continues. The disk is a small tmpfs
# in a separate mount namespace.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
if [ -z "${OWN_MOUNTS:-}" ]; then
    OWN_MOUNTS=1 && export OWN_MOUNTS
    for how in -m -rm; do
        # shellcheck disable=SC2016 # the inner shell expands
        why=$(unshare $how sh -c 'd=$(mktemp -d) && mount -t tmpfs none "$d" &&
            umount "$d"; s=$?; rmdir "$d"; exit $s' 2>&1) &&
            exec unshare $how sh "$0"
    done
    echo "no separate mounts: $why" | tr '\n' ' '
    exit 77
fi
. "$(dirname "$0")/lib.sh"

mkdir disk
# Without `none` a remount names the uid too, which this namespace may not know.
mount -t tmpfs -o size=400k none disk || exit 1
trap 'umount "$tmp/disk"; rm -rf "$tmp"' EXIT

# --- a catalogue on a full disk ---

kind='generate 4x2 --layout snake --seed disk'
# shellcheck disable=SC2086 # a command and its options, here and below
run $kind --count 20000 --db disk/full.db
same "the disk is full" 3 "$code"
same "message" "loyd: disk/full.db: database or disk is full" "$(cat err)"
same "no output" 0 "$(lines out)"
run find --db disk/full.db --total
same "the catalogue can be read" 0 "$code"
kept=$(cat out)
[ "${kept:-0}" -gt 0 ] || fail "no row was kept"
run verify disk/full.db
same "verify of the kept rows" 0 "$code"

# With more space, the same command continues, with the result of one run.
mount -o remount,size=20m none disk
run find --db disk/full.db --total
same "kept rows" "$kept" "$(cat out)"
run $kind --count 3000 --db disk/full.db
same "continues" 0 "$code"
run $kind --count 3000 --db whole.db
run digest --db whole.db
cp out digest
check "same result as one run" 0 "$(cat digest)" "" digest \
    --db disk/full.db
run verify disk/full.db
same "verified" 0 "$code"

# --- room for the -wal file, but not for its pages ---

# Of some of these counts the rows fit once, and not twice.
for count in 300 400 500 600 700; do
    umount disk
    mount -t tmpfs -o size=560k none disk
    # shellcheck disable=SC2086
    run $kind --count $count --db disk/twice.db
    grep -q "all is stored, but" err && break
done
same "rows in the -wal file" 3 "$code"
has "rows in the -wal file" err "loyd: disk/twice.db: all is stored, but partly \
in the -wal file: keep both files, make room, and run a command that writes: \
database or disk is full"
[ -s disk/twice.db-wal ] || fail "no -wal file is left"
mount -o remount,size=20m none disk
run rate --db disk/twice.db
same "a command that writes" 0 "$code"
[ ! -e disk/twice.db-wal ] || fail "a -wal file is left"
# shellcheck disable=SC2086
run $kind --count $count --db once.db
run digest --db once.db
cp out once
check "nothing is lost" 0 "$(cat once)" "" digest --db disk/twice.db

# --- a merge asks for room before it writes ---

umount disk
mount -t tmpfs -o size=1500k none disk
for i in 1 2 3; do
    # shellcheck disable=SC2086
    run $kind --count 3000 --part $i/3 --db part.$i.db
done
run merge --db disk/merged.db part.1.db
same "the first part fits" 0 "$code"
run digest --db disk/merged.db
cp out first
run merge --db disk/merged.db part.2.db part.3.db part.1.db
same "a merge without room" 3 "$code"
grep -qE "^loyd: disk/merged\.db: not enough room: 3\.[0-9] MB are needed, \
and 1\.[0-9] MB are free$" err || fail "a merge without room: $(cat err)"
SQLITE_TMPDIR=$tmp/disk && export SQLITE_TMPDIR
run merge --db whole.db part.2.db part.3.db part.1.db
unset SQLITE_TMPDIR
has "no room for temporary files" err "loyd: whole.db: not enough room for \
temporary files, whose folder SQLITE_TMPDIR sets: 1."
check "the first part is kept" 0 "$(cat first)" "" digest \
    --db disk/merged.db
run verify disk/merged.db
same "and verified" 0 "$code"
mount -o remount,size=20m none disk
run merge --db disk/merged.db part.2.db part.3.db part.1.db
same "the same command continues" 0 "$code"
check "same result as one machine" 0 "$(cat digest)" "" digest \
    --db disk/merged.db

# --- a ledger on a full disk ---

umount disk
mount -t tmpfs -o size=400k none disk
printf '{"tiers": [{"title": "t", "size": "2x2", "stm": "1..6"}]}' >one.json
for db in disk/days.db days.db; do
    run channel create mine --db $db --schedule one.json --start 2020-01-01
    same "a channel" 0 "$code"
done
run daily 2028-12-31 --channel mine --db disk/days.db --today 2028-12-31
same "a ledger on a full disk" 3 "$code"
same "message" "loyd: disk/days.db: database or disk is full" "$(cat err)"
same "no day is printed" 0 "$(lines out)"
run verify disk/days.db
same "complete days, verified" 0 "$code"
run channel list --db disk/days.db
[ "$(grep ^mine out | cut -f 4)" -gt 0 ] || fail "no day was kept"
run channel create none --db disk/new.db --schedule none.json
[ ! -e disk/new.db ] || fail "a catalogue was created without a channel"
mount -o remount,size=20m none disk
run daily 2028-12-31 --channel mine --db disk/days.db --today 2028-12-31
same "the same command continues" 0 "$code"
cp out days
run daily 2028-12-31 --channel mine --db days.db --today 2028-12-31
same "same result as one run" "$(cat days)" "$(cat out)"
umount disk
mount -t tmpfs -o size=8k none disk
dd if=/dev/zero of=disk/filler bs=1k count=20 2>/dev/null
run channel create mine --db mine.db --schedule one.json --secret disk/secret
same "a secret on a full disk" 3 "$code"
has "a secret on a full disk" err "loyd: disk/secret: cannot write new secret: No space left on device"
[ ! -e disk/secret ] || fail "a partial secret was left"
[ ! -e mine.db ] || fail "a channel was created without its secret"

# --- an import on a full disk ---

run find --db whole.db --json
cp out rows.jsonl
umount disk
mount -t tmpfs -o size=400k none disk
head -n 20 rows.jsonl >few.jsonl
run import few.jsonl --db disk/new.db
same "an import that fits" 0 "$code"
run digest --db disk/new.db
cp out first
run import rows.jsonl --db disk/new.db --skip-bad
same "an import on a full disk" 3 "$code"
same "message" "loyd: disk/new.db: database or disk is full" "$(cat err)"
check "no row is stored" 0 "$(cat first)" "" digest --db disk/new.db
mount -o remount,size=20m none disk
run import rows.jsonl --db disk/new.db
same "with more space it is" 0 "$code"

# --- exports, pictures, and stdout ---

umount disk
mount -t tmpfs -o size=100k none disk
run export --db whole.db --out disk/pack
same "an export that does not fit" 3 "$code"
has "an export that does not fit" err "No space left on device"
same "no file is left" "" "$(find disk -mindepth 1)"
dd if=/dev/zero of=disk/filler bs=1k count=200 2>/dev/null
run show 15x15/rows~g1~x~0 --svg disk/board.svg
same "a picture that does not fit" 3 "$code"
has "a picture that does not fit" err \
    "loyd: disk/board.svg: cannot write: No space left on device"
same "no file is left" "disk/filler" "$(find disk -type f)"
"$LOYD" generate 4x4 --count 1000 --seed x >disk/filler.2 2>err
same "stdout that does not fit" 3 $?
same "stdout that does not fit" \
    "loyd: stdout: No space left on device: not all results were written" \
    "$(cat err)"

# --- a read-only disk ---

umount disk
mount -t tmpfs -o size=20m none disk
cp whole.db disk/
# A catalogue whose last rows are in its -wal file, as after a kill.
python3 - <<'END'
import shutil
import sqlite3

shutil.copy("whole.db", "open.db")
db = sqlite3.connect("open.db", isolation_level=None)
db.execute("PRAGMA journal_mode = WAL")
db.execute("INSERT INTO band VALUES (500, 'early')")
for suffix in "", "-wal":
    shutil.copy("open.db" + suffix, "disk/waiting.db" + suffix)
END
mount -o remount,ro none disk
run merge --db merged.db disk/waiting.db disk/whole.db
same "a -wal file on it" 3 "$code"
same "a -wal file on it" "loyd: disk/waiting.db: cannot read the -wal file: \
the folder is not writable: catalogue not merged" "$(cat err)"
check "the other one is merged" 0 "$(cat digest)" "" digest --db merged.db
run generate 2x2 --seed x --db disk/new.db
same "a new catalogue on it" 3 "$code"
has "a new catalogue on it" err "loyd: disk/new.db: "
run generate 2x2 --seed x --db disk/whole.db
same "more rows in an existing one" 3 "$code"
has "more rows in an existing one" err "loyd: disk/whole.db: "
run rate --db disk/whole.db
same "rate" 3 "$code"
run find --db whole.db --total
check "find only reads" 0 "$(cat out)" "" find --db disk/whole.db --total
same "a program without loyd" "$(cat out)" "$(sqlite3 \
    'file:disk/whole.db?immutable=1' 'SELECT count(*) FROM puzzles')"
check "digest only reads" 0 "$(cat digest)" "" digest \
    --db disk/whole.db
run verify disk/whole.db
same "verify only reads" 0 "$code"
run export --db whole.db --out disk/pack
same "an export to a read-only disk" 3 "$code"
has "an export to a read-only disk" err "Read-only file system"
run show 3x3/rows~g1~x~0 --svg disk/board.svg
same "a picture on a read-only disk" 3 "$code"
has "a picture on a read-only disk" err "Read-only file system"

finish
