#!/bin/sh
# Tests that `verify` notices a wrong value in any column of a catalogue, and
# that other commands accept what it accepts.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

n_checks=$((n_checks + 1))
python3 "$here/catalogue_cells.py" "$LOYD" >said 2>&1 || fail "$(head -c 8000 said)"
tail -n 1 said

finish
