#!/bin/sh
# Builds the Python module, its source distribution and its wheel, for make python:
# into $BUILD/python, and the contents of the wheel into site/ there.
set -eu
cd "$(dirname "$0")/.."
root=$(pwd)
out=$root/${BUILD:-build}/python
LOYD_INCLUDE=$root/include
LOYD_LIBRARY=$root/${BUILD:-build}/libloyd.a
export LOYD_INCLUDE LOYD_LIBRARY

# Debian's Python, which has Debian's cffi.
[ -x /usr/bin/python3 ] && python=/usr/bin/python3 || python=python3

rm -rf "$out"
mkdir -p "$out"
cp -r python "$out/source"
cd "$out/source"
rm -rf build loyd/*.so loyd/__pycache__
$python -W ignore setup.py -q build_ext --inplace

# The tag of the wheel states the glibc that it needs.
glibc=$(objdump -T loyd/_native.abi3.so | grep -o 'GLIBC_2\.[0-9]*' | sort -uV |
    tail -n 1 | tr . _)
$python -W ignore setup.py -q sdist -d .. bdist_wheel -d .. \
    --plat-name "manylinux_${glibc#GLIBC_}_$(uname -m)"
$python -m zipfile -e ../*.whl ../site
cd ..
ls ./*.whl ./*.tar.gz
