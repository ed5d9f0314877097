#!/bin/sh
# Injects a sample of the faults of `make test-fault`, the same each time.
set -u
cd "$(dirname "$0")/../.." || exit 1
if ! getconf GNU_LIBC_VERSION >/dev/null 2>&1; then
    echo "fault injection needs glibc"
    exit 77
fi
make -s "BUILD=$BUILD" "$BUILD/fault-shim.so" || exit 1
exec python3 tests/fault/fault.py --slice "$([ -n "${LOYD_LONG:-}" ] && echo 150 || echo 16)"
