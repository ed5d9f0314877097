#!/bin/sh
# Installs what a job needs and this machine lacks, with apt; quiet and fast
# where nothing is missing. With --check it only says what is missing.
#
#   install-deps.sh [--check] GROUP ...   build, test, web, coverage, valgrind or tidy
set -u

missing=

# need PACKAGE COMMAND ...: the package is missing where the command fails.
need() {
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

has_headers() {
    [ -e /usr/include/stdio.h ] ||
        echo '#include <stdio.h>' | "${CC:-cc}" -E - >/dev/null
}

# What clang needs beside itself: the run-time library of its sanitizers.
has_clang_runtime() {
    ls "$("${CLANG:-clang}" -print-resource-dir)"/lib/*/libclang_rt.fuzzer*
}

# Of the system's Python, for whichever stands first in PATH may be another.
has_jsonschema() {
    python3 -c 'import jsonschema' || /usr/bin/python3 -c 'import jsonschema'
}

pkg() {
    "${PKG_CONFIG:-pkg-config}" --exists "$1"
}

group() {
    case $1 in
    build)
        need gcc command -v "${CC:-cc}"         # any C compiler will do
        need libc6-dev has_headers
        need pkg-config command -v "${PKG_CONFIG:-pkg-config}"
        need libsqlite3-dev pkg sqlite3         # the catalogue
        need libsodium-dev pkg libsodium        # BLAKE2b and ChaCha20
        need libjansson-dev pkg jansson         # reads JSON
        need zlib1g-dev pkg zlib                # .gz
        need libxxhash-dev pkg libxxhash        # checksums of tables
        ;;
    test)
        need libcmocka-dev pkg cmocka           # the unit tests' frame
        need clang command -v "${CLANG:-clang}" # fuzzing; a second compiler
        need libclang-rt-dev has_clang_runtime
        need python3 command -v python3         # the second implementation
        need sqlite3 command -v sqlite3         # looks into files as others do
        need python3-jsonschema has_jsonschema  # judges our JSON by its schemas
        need minisign command -v minisign       # looks at our signatures
        need tzdata test -e /usr/share/zoneinfo/Pacific/Kiritimati # for --tz
        ;;
    web)
        need nodejs command -v node             # reads packs without loyd; ajv
        need npm command -v npm                 # brings ajv, which judges JSON
        ;;
    coverage)
        need gcovr command -v gcovr
        ;;
    valgrind)
        need valgrind command -v valgrind
        ;;
    tidy)
        need clang-format command -v clang-format
        need cppcheck command -v cppcheck
        need shellcheck command -v shellcheck
        ;;
    *)
        echo "loyd: install-deps.sh: no group \"$1\"" >&2
        exit 2
        ;;
    esac
}

check=
[ "${1:-}" != --check ] || { check=1 && shift; }
for g in "$@"; do
    group "$g"
done
[ -n "$missing" ] || exit 0
missing=${missing# }

if [ -n "$check" ]; then
    echo "loyd: missing: $missing (make demo installs them;" \
        "or: apt-get install $missing)" >&2
    exit 1
fi
if ! command -v apt-get >/dev/null; then
    echo "loyd: missing $missing (the names of Debian's packages):" \
        "please install, this machine has no apt-get" >&2
    exit 1
fi

run=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "loyd: missing $missing: please run, as root," \
            "apt-get install $missing" >&2
        exit 1
    fi
    run=sudo
fi

echo "installing $missing ..."
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
# The lists of a new machine are empty; an unreachable third source among
# them is no reason to stop, so that only the second result counts.
$run apt-get update >"$log" 2>&1
# shellcheck disable=SC2086 # one argument a package
if ! $run env DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends $missing >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "loyd: apt-get install $missing failed" >&2
    exit 1
fi
