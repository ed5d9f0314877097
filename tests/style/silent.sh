#!/bin/sh
# The library never prints, exits, reads the environment or a clock, or uses the
# system's random source: it does not reference these functions.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
archive=${1:-${BUILD:-build}/libloyd-internal.a}

cat >"$SCRATCH/never" <<'END'
abort
exit
_exit
quick_exit
printf
vprintf
puts
putchar
perror
stdout
stderr
stdin
getenv
secure_getenv
setenv
time
clock
clock_gettime
gettimeofday
localtime
gmtime
rand
srand
random
arc4random
getrandom
randombytes_buf
system
popen
fork
setlocale
END
# Fortified and versioned names are the same functions.
nm -u "$archive" | awk '/:$/ { file = $1 } NF == 2 { print file, $2 }' |
    sed -E 's/ (__)?(isoc99_)?([a-z0-9_]+)_chk$/ \3/' >"$SCRATCH/uses"
[ "$(wc -l <"$SCRATCH/uses")" -gt 20 ] || { echo "no symbols" && exit 1; }
awk 'NR == FNR { never[$1] = 1; next }
    $2 in never { print $1, $2; bad = 1 }
    END { exit bad }' "$SCRATCH/never" "$SCRATCH/uses"
