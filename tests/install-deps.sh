#!/bin/sh
# Installs the packages that a group of jobs needs and this machine does not
# have, with apt. Silent and fast if nothing is missing. With --check it only
# lists what is missing, with --list the packages and programs of the groups.
#
#   install-deps.sh [--check|--list] GROUP ...
#                   build, test, web, wasm, python, test-python, chroot,
#                   bench, cluster, coverage, valgrind or tidy
set -u

missing=
job=
case ${1:-} in
--*)
    job=$1
    shift
    ;;
esac

# need PACKAGE COMMAND ...: the package is missing if the command fails.
need() {
    package=$1
    shift
    if [ "$job" = --list ]; then
        [ "$1" = command ] && echo "$package $3" || echo "$package"
        return
    fi
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

# The first word of a command such as `ccache cc`.
first() {
    echo "${1%% *}"
}

has_headers() {
    [ -e /usr/include/stdio.h ] ||
        echo '#include <stdio.h>' | ${CC:-cc} -E - >/dev/null
}

# clang also needs the run-time library of its sanitizers.
has_clang_runtime() {
    ls "$(${CLANG:-clang} -print-resource-dir)"/lib/*/libclang_rt.fuzzer*
}

has_wasm_runtime() {
    ls "$(${CLANG:-clang} -print-resource-dir)"/lib/wasi/*-wasm32.a
}

# Also tries the system's Python, because the first in PATH may be another.
has_jsonschema() {
    python3 -c 'import jsonschema' || /usr/bin/python3 -c 'import jsonschema'
}

has_pandas() {
    python3 -c 'import pandas' || /usr/bin/python3 -c 'import pandas'
}

# True also on the machines for which Debian has no Chromium.
has_browser() {
    case $(uname -m) in
    x86_64 | i?86 | aarch64 | armv7l | ppc64le) ;;
    *) return 0 ;;
    esac
    command -v chromium || command -v chromium-browser ||
        command -v google-chrome-stable || command -v google-chrome
}

has_fonts() {
    [ -n "$(find /usr/share/fonts /usr/local/share/fonts -name '*.[ot]tf' \
        2>/dev/null | head -n 1)" ]
}

# Servers may not be in the path of users.
has() {
    PATH=$PATH:/usr/sbin:/sbin command -v "$1"
}

pkg() {
    "${PKG_CONFIG:-pkg-config}" --exists "$1"
}

group() {
    case $1 in
    build)
        need gcc command -v "$(first "${CC:-cc}")" # or any other C compiler
        need libc6-dev has_headers
        need pkg-config command -v "${PKG_CONFIG:-pkg-config}"
        need libsqlite3-dev pkg sqlite3         # the catalogue
        need libsodium-dev pkg libsodium        # BLAKE2b and ChaCha20
        need libjansson-dev pkg jansson         # reads JSON
        need zlib1g-dev pkg zlib                # .gz
        need libpng-dev pkg libpng              # pictures of days
        need libxxhash-dev pkg libxxhash        # checksums of tables
        ;;
    test)
        need libcmocka-dev pkg cmocka           # unit test framework
        need clang command -v "$(first "${CLANG:-clang}")" # fuzzing; a second compiler
        need libclang-rt-dev has_clang_runtime
        need python3 command -v python3         # the second implementation
        need sqlite3 command -v sqlite3         # reads our files without loyd
        need python3-jsonschema has_jsonschema  # checks our JSON by its schemas
        need python3-cffi /usr/bin/python3 -c 'import cffi' # reads our headers
        need python3-pandas has_pandas          # reads a catalogue as users do
        need minisign command -v minisign       # signs packs as users do
        need wasi-libc test -e /usr/include/wasm32-wasi/stdio.h # the web's headers
        need groff-base command -v groff        # formats our man page
        need zsh command -v zsh                 # parse our completions
        need fish command -v fish
        need tzdata test -e /usr/share/zoneinfo/Pacific/Kiritimati # for --tz
        ;;
    web)
        need nodejs command -v node             # reads packs without loyd; ajv
        need npm command -v npm                 # installs ajv, playwright, axe
        need chromium has_browser               # plays the pages
        need fonts-dejavu-core has_fonts        # without any, it draws no text
        ;;
    wasm)
        need clang command -v "$(first "${CLANG:-clang}")" # compiles for WebAssembly
        need lld command -v wasm-ld             # links it
        need wasi-libc test -e /usr/lib/wasm32-wasi/libc.a
        need libclang-rt-dev-wasm32 has_wasm_runtime # 64-bit divisions and the like
        ;;
    python)
        need python3-cffi /usr/bin/python3 -c 'import cffi'
        need python3-setuptools /usr/bin/python3 -c 'import setuptools'
        need python3-wheel /usr/bin/python3 -c 'import wheel'
        ;;
    test-python)
        need python3-numpy /usr/bin/python3 -c 'import numpy'
        need python3-pandas /usr/bin/python3 -c 'import pandas'
        need python3-matplotlib /usr/bin/python3 -c 'import matplotlib' # a plot
        need python3-pytest /usr/bin/python3 -c 'import pytest'
        need mypy /usr/bin/python3 -c 'import mypy'
        need python3-nbconvert /usr/bin/python3 -c 'import nbconvert' # the notebook
        need python3-ipykernel /usr/bin/python3 -c 'import ipykernel'
        ;;
    chroot)
        need debootstrap has debootstrap        # a new Debian in a folder
        ;;
    bench)
        need python3-numpy /usr/bin/python3 -c 'import numpy' # boards as arrays
        need sqlite3 command -v sqlite3         # loads the extension
        ;;
    cluster)
        need slurm-wlm has slurmctld            # runs jobs on namespaces
        need munge has munged                   # how its parts trust each other
        need iproute2 has ip                    # their network
        need parallel command -v parallel
        need python3-yaml /usr/bin/python3 -c 'import yaml' # the job of Kubernetes
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
        echo "install-deps.sh: unknown group '$1'" >&2
        exit 2
        ;;
    esac
}

for g in "$@"; do
    group "$g"
done
[ -n "$missing" ] || exit 0
missing=${missing# }

if [ "$job" = --check ]; then
    echo "loyd: missing packages: $missing: try 'make demo', which installs" \
        "them, or 'apt-get install $missing'" >&2
    exit 1
fi
if ! command -v apt-get >/dev/null; then
    echo "loyd: missing packages: $missing (names as in Debian): install them" \
        "first, this machine has no apt-get" >&2
    exit 1
fi

run=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "loyd: missing packages: $missing: run 'apt-get install $missing'" \
            "as root" >&2
        exit 1
    fi
    run=sudo
fi

echo "installing $missing ..."
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
# A new machine has no package lists yet. An unreachable third-party source is
# not an error, so only the exit code of the installation counts.
$run apt-get update >"$log" 2>&1
# shellcheck disable=SC2086 # one argument per package
if ! $run env DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends $missing >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "loyd: apt-get install $missing failed" >&2
    exit 1
fi
