#!/bin/sh
# The README is true: every command in a ```console block is run, in order and
# in one new folder, and must print what stands below it. With --write the
# README is written anew with what was printed.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
root=$(pwd)
PATH=$root/${BUILD:-build}:$PATH
export PATH

mkdir -p "$SCRATCH/readme"
cd "$SCRATCH/readme" || exit 1
ln -sf "$root/data" data

inside=
while IFS= read -r line <&3; do
    case $inside$line in
    '```console') inside=yes && echo "$line" ;;
    'yes```') inside= && echo "$line" ;;
    'yes$ '*)
        echo "$line"
        eval "${line#??}" 2>&1 </dev/null
        ;;
    yes*) ;; # printed by the command before
    *) printf '%s\n' "$line" ;;
    esac
done 3<"$root/README.md" >"$SCRATCH/README.md"

if [ "${1:-}" = --write ]; then
    cp "$SCRATCH/README.md" "$root/README.md"
    exit
fi
grep -q '^\$ loyd ' "$root/README.md" || { echo "no examples" && exit 1; }
diff "$root/README.md" "$SCRATCH/README.md" || {
    echo "< README.md, > what its commands print"
    exit 1
}
