#!/bin/sh
# A site on a full or read-only disk: the visible site stays complete and
# unchanged, and once there is space the same command continues. The disk is a
# small tmpfs in a separate mount namespace.
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
mount -t tmpfs -o size=1m none disk || exit 1
trap 'umount "$tmp/disk"; rm -rf "$tmp"' EXIT

# publish DB DIR TODAY
publish() {
    run publish --db "$1" --out "$2" --today "$3" --future
}

twin() {
    n_checks=$((n_checks + 1))
    diff -r "$2" "$3" >differ 2>&1 || fail "$1: $(head -n 5 differ)"
}

publish days.db before 2026-01-10
publish days.db after 2026-01-10
publish days.db after 2026-01-11
same "sites that fit" 0 "$code"

# --- a new site ---

mount -o remount,size=200k none disk
publish days.db disk/site 2026-01-11
same "a new site that does not fit" 3 "$code"
has "a new site that does not fit" err "disk/site"
has "a new site that does not fit" err "No space left on device"
same "a new site that does not fit leaves no file" "" "$(find disk -mindepth 1)"
mkdir disk/site
publish days.db disk/site 2026-01-11
same "a new site in an empty folder" 3 "$code"
same "the empty folder is kept" "disk/site" "$(find disk -mindepth 1)"

# --- one more day, with more and more free space ---

mount -o remount,size=20m none disk
rmdir disk/site
cp -r before disk/site
used=$(du -k -s disk | cut -f 1)
n_full=0
for room in 0 4 8 12 16 20 24 28 32 40 48 56 64 80 100 150; do
    mount -o remount,size=$((used + room))k none disk
    publish days.db disk/site 2026-01-11
    [ "$code" = 3 ] || break
    n_full=$((n_full + 1))
    same "$room k free: exit code" 3 "$code"
    has "$room k free" err "No space left on device"
    twin "$room k free: the site is unchanged" before disk/site
done
[ "$n_full" -gt 5 ] || fail "only $n_full times full"
same "enough free space" 0 "$code"
twin "enough free space" after disk/site

# --- a day that is not yet decided ---

run publish --db short.db --out short --today 2026-01-10 --future
sqlite3 short.db .dump >short.sql
n_full=0
for room in 0 8 32 64 128 200 280 400 1000; do
    rm -rf disk/site
    mount -o remount,size=20m none disk
    cp -r before disk/site
    mount -o remount,size=$((used + room))k none disk
    publish short.db disk/site 2026-01-11
    [ "$code" = 3 ] || break
    n_full=$((n_full + 1))
    same "$room k free" 3 "$code"
    has "$room k free" err "No space left on device"
    twin "$room k free: the site is unchanged" before disk/site
    same "$room k free: the ledger is unchanged" "$(cat short.sql)" \
        "$(sqlite3 short.db .dump)"
done
[ "$n_full" -gt 3 ] || fail "only $n_full times full"
same "enough free space" 0 "$code"
twin "enough free space" after disk/site
rm -rf disk/site
mount -o remount,size=100k none disk
publish short.db disk/site 2026-02-01
same "a new site and days to decide" 3 "$code"
same "no file of a new site is left" "" "$(find disk -mindepth 1)"
run channel show daily --db short.db --json
has "no day is appended" out '"last_date":"2026-01-11"'

# --- the catalogue's disk is full: no day, no site ---

mount -o remount,size=20m none disk
cp days.db disk/
dd if=/dev/zero of=disk/filler bs=1k count=20000 2>/dev/null
cp -r after site
publish disk/days.db site 2026-02-10
same "no space for the ledger" 3 "$code"
same "the message names the catalogue" "loyd: disk/days.db" \
    "$(sed 's/\(loyd: [^:]*\):.*/\1/' err)"
twin "no space for the ledger" after site
rm disk/filler
run verify disk/days.db
same "the catalogue is valid" 0 "$code"
publish disk/days.db site 2026-02-10
same "enough free space again" 0 "$code"

# --- a read-only disk ---

cp -r before disk/site
mount -o remount,ro none disk
publish days.db disk/site 2026-01-11
same "an old site on it" 3 "$code"
has "an old site on it" err "Read-only file system"
publish days.db disk/new 2026-01-11
same "a new site on it" 3 "$code"
has "a new site on it" err "Read-only file system"
twin "the site is unchanged" before disk/site
rm -rf site
publish disk/days.db site 2026-02-10
same "a ledger on it, which has all days" 3 "$code"
[ ! -e site ] || fail "a site of a ledger that cannot be written"

finish
