#!/bin/sh
# Both libraries export exactly the functions that the public headers declare
# LOYD_API, and all names begin with loyd_.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
build=${BUILD:-build}

# Without comments, a declaration is the text between LOYD_API and ';', and its
# name is the first word before a parenthesis.
cat include/loyd.h include/loyd/*.h | grep -v '^#' | tr '\n' ' ' |
    sed 's|/\*|\n/*|g; s|\*/|*/\n|g' | sed 's|^/\*.*||' | tr '\n' ' ' |
    sed 's/;/;\n/g' | grep 'LOYD_API' | sed 's/.*LOYD_API//' |
    grep -oE '^[^(]*\(' | grep -v __attribute__ |
    sed -E 's/.*[ *]([A-Za-z_0-9]+) *\($/\1/' | sort >"$SCRATCH/declared"

status=0
for library in "$build/libloyd.so" "$build/libloyd.a"; do
    [ "$library" = "$build/libloyd.so" ] && dynamic=-D || dynamic=
    # shellcheck disable=SC2086 # may be empty
    nm $dynamic --extern-only --defined-only "$library" |
        awk 'NF == 3 { print $3 }' | sort >"$SCRATCH/exported"
    if ! diff "$SCRATCH/declared" "$SCRATCH/exported"; then
        echo "< declared LOYD_API in include/, > exported by $library"
        status=1
    fi
    if grep -v '^loyd_' "$SCRATCH/exported"; then
        echo "exported by $library without the prefix loyd_"
        status=1
    fi
done
n=$(wc -l <"$SCRATCH/declared")
[ "$n" -gt 40 ] || { echo "only $n declarations found" && status=1; }
[ $status = 0 ] && echo "$n functions"
exit $status
