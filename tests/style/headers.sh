#!/bin/sh
# Each public header compiles alone and included twice, as pedantic C11 with two
# compilers and as C++, and has no array whose size may grow.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
strict='-Iinclude -fsyntax-only -pedantic -Wall -Wextra -Wundef -Werror'
status=0

for header in include/loyd.h include/loyd/*.h; do
    name=${header#include/}
    text="#include \"$name\"
#include \"$name\""
    for cc in "${CC:-cc} -std=c11 -x c" "${CLANG:-clang} -std=c11 -x c" \
        "${CLANG:-clang} -std=c++11 -x c++"; do
        # shellcheck disable=SC2086 # the options are words
        echo "$text" | $cc $strict -Wstrict-prototypes - 2>&1 |
            grep -v 'valid for C/ObjC' >"$SCRATCH/said"
        [ ! -s "$SCRATCH/said" ] || {
            echo "$name, $cc:"
            cat "$SCRATCH/said"
            status=1
        }
    done
done

# Both attributes can be left out.
echo '#include "loyd.h"' |
    ${CC:-cc} -Iinclude -E -DLOYD_API= -DLOYD_NODISCARD= -x c - >"$SCRATCH/plain"
grep -q 'loyd_solve(' "$SCRATCH/plain" || status=1
if grep -n 'visibility\|warn_unused_result' "$SCRATCH/plain"; then
    echo "LOYD_API and LOYD_NODISCARD cannot be left out"
    status=1
fi

# A program that was compiled with fewer enumerators has a shorter array.
if grep -n '\[[A-Z_]*COUNT_\]' include/loyd/*.h; then
    echo "the size of an array is an enum's count: expected a fixed maximum"
    status=1
fi
exit $status
