#!/bin/sh
# Each public header compiles alone and included twice, as pedantic C11 and as C++,
# all together also with another compiler, and none has an array whose size may grow.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
strict='-Iinclude -fsyntax-only -pedantic -Wall -Wextra -Wundef -Werror'
status=0

cd include || exit 1
mkdir "$SCRATCH/c" "$SCRATCH/plus"
for header in loyd.h loyd/*.h; do
    for twice in "$SCRATCH/c/${header##*/}.c" "$SCRATCH/plus/${header##*/}.cc"; do
        printf '#include "%s"\n#include "%s"\n' "$header" "$header" >"$twice"
    done
done
cd .. || exit 1
for cc in "${CC:-cc} -std=c11" "${CLANG:-clang} -std=c11" "${CLANG:-clang} -std=c++11"; do
    case $cc in
    *++11) files=plus/* ;;
    "${CC:-cc} "*) files=c/* ;;
    *) files=c/loyd.h.c ;; # with all others
    esac
    # shellcheck disable=SC2086 # the options are words, the files a pattern
    $cc $strict -Wstrict-prototypes "$SCRATCH"/$files 2>&1 |
        grep -v 'valid for C/ObjC' >"$SCRATCH/said"
    [ ! -s "$SCRATCH/said" ] || {
        echo "$cc:"
        cat "$SCRATCH/said"
        status=1
    }
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
