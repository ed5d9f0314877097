#!/bin/sh
# The programs at the end of docs/python.md run with an installed loyd, and cffi
# knows every function of the API. The others are run by make test-python.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
build=${BUILD:-build}
usr=$SCRATCH/usr

fail() {
    echo "$*"
    exit 1
}

make -s BUILD="$build" PREFIX="$usr" install >"$SCRATCH/said" 2>&1 ||
    fail "make install failed: $(cat "$SCRATCH/said")"
PKG_CONFIG_PATH=$usr/lib/pkgconfig
LD_LIBRARY_PATH=$usr/lib
export PKG_CONFIG_PATH LD_LIBRARY_PATH

# Debian's Python, which has Debian's cffi.
[ -x /usr/bin/python3 ] && python=/usr/bin/python3 || python=python3

# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^## The headers alone/,${/^```python$/,/^```$/{/^```/d;p;}}' docs/python.md >"$SCRATCH/page.py"
cat >>"$SCRATCH/page.py" <<'END'

print(sum(name.startswith("loyd_") for name in dir(loyd)))
try:
    board("1 2/3 3")
except ValueError as error:
    print(error)
END
$python "$SCRATCH/page.py" >"$SCRATCH/out" || fail "docs/python.md fails"
n=$(nm -D --defined-only "$usr/lib/libloyd.so" | grep -c ' T loyd_')
version=$("$usr/bin/loyd" version)
printf '%s True True\n%s\ntile 3 appears twice\n' "${version#loyd }" "$n" |
    diff - "$SCRATCH/out" || fail "docs/python.md prints something else"
echo "$n functions"
