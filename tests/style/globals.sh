#!/bin/sh
# The library has no writable globals: no object in .data, .bss or their
# thread-local equivalents (constants that need relocation are allowed).
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
archive=${1:-${BUILD:-build}/libloyd-internal.a}

objdump -t "$archive" >"$SCRATCH/symbols" || exit 1
grep -q ' \.text' "$SCRATCH/symbols" || { echo "no symbols" && exit 1; }

# "ADDRESS FLAGS SECTION SIZE NAME"; the section and file symbols have no size.
awk '/file format/ { file = $1 }
    NF < 4 { next }
    ($(NF - 2) ~ /^\.(data|bss|tdata|tbss)/ || $(NF - 2) == "*COM*") &&
    $(NF - 2) !~ /^\.data\.rel\.ro/ && $(NF - 1) !~ /^0+$/ {
        print file ": " $NF " in " $(NF - 2); bad = 1
    }
    END { exit bad }' "$SCRATCH/symbols"
