#!/bin/sh
# Every file, folder, function and make target that HACKING.md names exists, and
# its map names every part.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"

# The names in `backquotes`, one per line, without examples in blocks.
sed '/^```/,/^```/d' HACKING.md | tr '\n' ' ' | grep -oE '`[^`]+`' |
    tr -d '`' | sort -u >"$SCRATCH/named"

# is_path NAME: succeeds if NAME has the form of a file or folder of the tree.
is_path() {
    case $1 in
    *' '* | -* | *'<'* | *NAME* | *'*'* | */N | http*) return 1 ;;
    src/* | tests/* | docs/* | data/* | include/* | migrations/*) return 0 ;;
    *.c | *.h | *.sh | *.py | *.md | *.sql | *.txt) return 0 ;;
    esac
    return 1
}

# there NAME: looks in the root, in its main folders, and for the bare name.
there() {
    for place in . src include include/loyd tests tests/style data docs \
        python; do
        [ ! -e "$place/$1" ] || return 0
    done
    case $1 in
    */*) return 1 ;;
    esac
    [ -n "$(find src include tests data docs python -name "$1" | head -n 1)" ]
}

n=0
bad=$(while read -r name; do
    if is_path "$name"; then
        there "$name" || echo "HACKING.md: $name: no such file"
    fi
    case $name in
    *'()')
        grep -qE "(^|[ *])${name%??}\(" src/*/*.[ch] include/loyd/*.h ||
            echo "HACKING.md: $name: no such function"
        ;;
    'make '[a-z]*)
        target=${name#make }
        target=${target%% *}
        grep -qE "^([a-z-]+ )*$target( [a-z -]*)?:" Makefile src/*/*.mk tests/*/*.mk ||
            echo "HACKING.md: $name: no such make target"
        ;;
    esac
done <"$SCRATCH/named"
for part in src/*/; do
    part=$(basename "$part")
    grep -q "^| \`$part\`" HACKING.md || echo "HACKING.md: $part is missing in the map"
done)
n=$(while read -r name; do ! is_path "$name" || echo; done \
    <"$SCRATCH/named" | wc -l)
[ -z "$bad" ] || { echo "$bad" && exit 1; }
[ "$n" -gt 30 ] || { echo "only $n files named: is this the right file?" && exit 1; }
echo "$n files, $(grep -c '()$' "$SCRATCH/named") functions"
