#!/bin/sh
# Every command stops on request, whatever it reads.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

if [ ! -r /proc/self/status ]; then
    echo "skipped: no /proc to see what a process is doing"
    exit 77
fi
python3 "$here/stops.py" "$LOYD" || fail "not all stopped"
n_checks=1

finish
