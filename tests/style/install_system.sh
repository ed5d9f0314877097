#!/bin/sh
# Runs `make install` as root in a namespace with its own /usr/local and /etc. The
# README's program must then compile and run without options for folders.
set -u
unset MAKEFLAGS MFLAGS
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"

fail() {
    echo "$*"
    exit 1
}

if [ "${1:-}" != inside ]; then
    [ "$(id -u)" = 0 ] && as=-m || as=-rm
    unshare $as mount -t tmpfs none /usr/local 2>"$SCRATCH/said" || {
        echo "no separate mounts: $(cat "$SCRATCH/said")"
        exit 77
    }
    SCRATCH=$SCRATCH exec unshare $as sh "$0" inside
fi

mount -t tmpfs none /usr/local || exit 1
cp -a /etc "$SCRATCH/etc" && mount --bind "$SCRATCH/etc" /etc || exit 1
mkdir -p "$SCRATCH/cache" && mount --bind "$SCRATCH/cache" /var/cache || exit 1
mkdir -p /var/cache/ldconfig
unset LD_LIBRARY_PATH LD_RUN_PATH PKG_CONFIG_PATH LIBRARY_PATH CPATH
# The folders of ldconfig are not in the path of every user.
PATH=/usr/local/bin:$PATH:/usr/sbin:/sbin
ldconfig
ldconfig -p | grep libloyd && fail "a libloyd is installed already"

make -s BUILD="${BUILD:-build}" DESTDIR= install >"$SCRATCH/said" 2>&1 ||
    fail "make install fails: $(cat "$SCRATCH/said")"
[ ! -s "$SCRATCH/said" ] || fail "make install prints: $(cat "$SCRATCH/said")"
[ "$(command -v loyd)" = /usr/local/bin/loyd ] || fail "no loyd in PATH"
loyd version >/dev/null || fail "the installed loyd fails"

# The README's program and the command that compiles it, unchanged.
sed -n '/^```c$/,/^```$/{/^```/d;p;}' README.md >"$SCRATCH/example.c"
grep -m 1 '^cc example.c ' README.md >"$SCRATCH/compile" ||
    fail "README.md has no command that compiles example.c"
cd "$SCRATCH" || exit 1
. ./compile || fail "the README's program does not compile"
./a.out >out || fail "the README's program does not run"
grep -q ' takes [0-9]* moves$' out || fail "it prints: $(cat out)"

cd - >/dev/null || exit 1
make -s BUILD="${BUILD:-build}" DESTDIR= uninstall >/dev/null ||
    fail "make uninstall fails"
left=$(find /usr/local ! -type d)
[ -z "$left" ] || fail "not removed: $left"
ldconfig -p | grep libloyd && fail "the loader still lists libloyd"
exit 0
