#!/bin/sh
# The wheel in a new Debian 12 and 13 with only Python and cffi, CPython 3.11 and
# 3.13: it does there what it does here, without a warning.
#
#   chroot.sh [RELEASE ...]     default: bookworm trixie
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- bookworm trixie
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
    echo "chroot.sh: not run: needs root and debootstrap"
    exit 0
fi
python=$(command -v /usr/bin/python3 || command -v python3)
folder=$(mktemp -d "${SCRATCH:-/tmp}/loyd-wheel.XXXXXX")
trap 'rm -rf "$folder"' EXIT
"$python" -m zipfile -e "${BUILD:-build}"/python/*.whl "$folder/loyd"
cp python/tests/wheel.py "$folder/loyd"

# Without the modules and tables of this machine; a warning is an error.
alone="env -i HOME=$folder/home PATH=/usr/bin:/bin PYTHONDEVMODE=1
    PYTHONWARNINGS=error"

# shellcheck disable=SC2086 # words
$alone "$python" "$folder/loyd/wheel.py" >"$folder/here"
for release in "$@"; do
    debootstrap --variant=minbase --include=python3,python3-cffi-backend \
        "$release" "$folder/root" "${MIRROR:-http://deb.debian.org/debian}" \
        >"$folder/log" 2>&1 || { tail "$folder/log" && exit 1; }
    cp -r "$folder/loyd" "$folder/root/opt"
    # shellcheck disable=SC2086
    chroot "$folder/root" $alone python3 /opt/loyd/wheel.py \
        >"$folder/there" 2>&1 || { cat "$folder/there" && exit 1; }
    diff "$folder/here" "$folder/there"
    echo "$release, $(chroot "$folder/root" python3 --version):" \
        "$(wc -l <"$folder/there") lines as here"
    rm -rf "$folder/root"
done
