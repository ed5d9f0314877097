#!/bin/sh
# Programs allocate the public structs. Their sizes must be those listed in
# tests/golden/abi_*.txt, for 64 and for 32 bits, and C++ must be able to set
# each to {0}.
#
# A changed size breaks compiled programs. Until 1.0 a size may change with a new
# minor version, which has another soname; from 1.0 on never: a new struct and a
# new function are added next to the old ones. `sh tests/style/abi.sh make`
# writes the lists again.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
status=0

structs=$(sed -n 's/^typedef struct \(loyd_[a-z_]*\) {$/\1/p' \
    include/loyd/*.h | sort)
soname=libloyd.so.$(sed -nE \
    's/^#define LOYD_VERSION "([0-9]*\.[0-9]*)\..*/\1/p' include/loyd/error.h)

# sizes TARGET: one line per struct. The cross compiler needs no system headers.
sizes() {
    {
        echo '#include "loyd.h"'
        for name in $structs; do
            echo "char size_${name}[sizeof($name)];"
        done
    } | ${CLANG:-clang} "--target=$1" -ffreestanding -std=c11 -Iinclude -S \
        -o - -x c - | sed -nE 's/.*\.size[[:space:]]+size_(loyd_[a-z_]+), /\1 /p' |
        sort
}

for target in x86_64-linux-gnu i386-linux-gnu; do
    golden=tests/golden/abi_${target%%-*}.txt
    { echo "$soname" && sizes "$target"; } >"$SCRATCH/now"
    [ "${1:-}" != make ] || cp "$SCRATCH/now" "$golden"
    if ! diff "$golden" "$SCRATCH/now" >"$SCRATCH/differs"; then
        echo "$golden: sizes of public structs, < before, > now:"
        cat "$SCRATCH/differs"
        head -n 1 "$golden" | grep -qx "$soname" &&
            echo "a struct changed but the soname did not: LOYD_VERSION" \
                "needs a new minor number"
        echo "then: sh tests/style/abi.sh make"
        status=1
    fi
    n=$(wc -l <"$SCRATCH/now")
    [ "$n" -gt 30 ] || { echo "only $n structs found" && status=1; }
done

{
    echo '#include "loyd.h"'
    echo 'int main() {'
    for name in $structs; do
        echo "    $name of_$name = {0}; (void)of_$name;"
    done
    echo '}'
} >"$SCRATCH/zero.cpp"
# shellcheck disable=SC2086 # CLANG may be a command and its options
${CLANG:-clang} -x c++ -std=c++17 -Wall -Wextra -Werror \
    -Wno-missing-field-initializers -Wno-missing-braces -Iinclude \
    -fsyntax-only "$SCRATCH/zero.cpp" >"$SCRATCH/said" 2>&1 || {
    echo "C++ cannot set a struct to {0}:"
    cat "$SCRATCH/said"
    status=1
}
[ $status = 0 ] && echo "$(echo "$structs" | wc -l) structs, $soname"
exit $status
