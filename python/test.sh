#!/bin/sh
# The tests of the Python module that python/build.sh has built: what its library
# needs, types, tests and the examples of docs/python.md. WRAP runs Python.
set -eu
cd "$(dirname "$0")/.."
LOYD=$(pwd)/${BUILD:-build}/loyd
LOYD_PAGE=$(pwd)/docs/python.md
XDG_CACHE_HOME=$(pwd)/${BUILD:-build}/cache
PYTHONDONTWRITEBYTECODE=1
export LOYD LOYD_PAGE XDG_CACHE_HOME PYTHONDONTWRITEBYTECODE
[ -x /usr/bin/python3 ] && python=/usr/bin/python3 || python=python3
cd "${BUILD:-build}/python/source"

# The loader of programs is part of libc.
needed=$(readelf -d ../site/loyd/_native.abi3.so | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' |
    grep -vE '^(libc|libm|libpthread|ld-linux[-a-z0-9_]*)\.so' || :)
[ -z "$needed" ] || { echo "_native.abi3.so needs $needed" && exit 1; }

$python -m mypy
# shellcheck disable=SC2086 # words
exec ${WRAP:-} $python -m pytest "$@"
