#!/bin/sh
# libloyd exports exactly the functions that the public headers declare LOYD_API,
# libloyd-core those that loyd.h declares with LOYD_CORE, and all names begin with
# loyd_.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
build=${BUILD:-build}

# A declaration is the text between LOYD_API and ';', and its name is the first
# word before a parenthesis.
declared() {
    ${CC:-cc} -E -P -Iinclude -DLOYD_API=LOYD_API -DLOYD_NODISCARD= "$@" \
        include/loyd.h | tr '\n' ' ' | sed 's/;/;\n/g' |
        sed -nE 's/.*LOYD_API ([^(]*[ *])?([A-Za-z_0-9]+) *\(.*/\2/p' | sort
}

status=0
for library in libloyd.so libloyd.a libloyd-core.so libloyd-core.a; do
    case $library in
    *-core*) declared -DLOYD_CORE ;;
    *) declared ;;
    esac >"$SCRATCH/declared"
    n=$(wc -l <"$SCRATCH/declared")
    [ "$n" -gt 40 ] || { echo "only $n declarations found" && status=1; }
    [ "${library%.so}" = "$library" ] && dynamic= || dynamic=-D
    # shellcheck disable=SC2086 # may be empty
    nm $dynamic --extern-only --defined-only "$build/$library" |
        awk 'NF == 3 { print $3 }' | sort >"$SCRATCH/exported"
    if ! diff "$SCRATCH/declared" "$SCRATCH/exported"; then
        echo "< declared LOYD_API in include/, > exported by $library"
        status=1
    fi
    if grep -v '^loyd_' "$SCRATCH/exported"; then
        echo "exported by $library without the prefix loyd_"
        status=1
    fi
    echo "$library: $n functions"
done
if objdump -p "$build/libloyd-core.so" | grep -E 'NEEDED.*(sqlite|jansson|libz|png)'
then
    echo "libloyd-core needs more than libsodium and xxHash"
    status=1
fi
exit $status
