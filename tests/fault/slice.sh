#!/bin/sh
# A slice of what `make test-fault` injects: the same faults each time.
set -u
cd "$(dirname "$0")/../.." || exit 1
if ! getconf GNU_LIBC_VERSION >/dev/null 2>&1; then
    echo "faults are injected by a library for glibc"
    exit 77
fi
make -s "BUILD=$BUILD" "$BUILD/fault-shim.so" || exit 1
exec python3 tests/fault/fault.py --slice 500
