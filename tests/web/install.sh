#!/bin/sh
# `make install` installs the package for browsers where `make web` has built
# it, the installed command publishes it without an option, and `make uninstall`
# removes it.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
if [ ! -e "$BUILD/web/loyd/loyd.wasm" ]; then
    echo "no package: make test-web builds it first"
    exit 77
fi
cd "${root:?}" || exit 1
set -e
make -s install BUILD="${BUILD#"$root"/}" DESTDIR="$SCRATCH/root" PREFIX=/usr \
    >"$SCRATCH/said" 2>&1 || { cat "$SCRATCH/said"; exit 1; }
cd "$SCRATCH"
root/usr/bin/loyd publish --db a.db --out site --today 2026-01-02 >said
grep -q 'with the package' said || { cat said; exit 1; }
for name in loyd.js worker.js loyd.wasm loyd.d.ts package.json; do
    cmp "$BUILD/web/loyd/$name" site/loyd/*/"$name"
done
cd "$root"
make -s uninstall BUILD="${BUILD#"$root"/}" DESTDIR="$SCRATCH/root" PREFIX=/usr
[ -z "$(find "$SCRATCH/root" ! -type d)" ]
[ ! -e "$SCRATCH/root/usr/share/loyd" ]
