#!/bin/sh
# Tests that `verify` notices a wrong value in any field of any file of a pack:
# with LOYD_LONG every edit, otherwise some.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

n_checks=$((n_checks + 1))
of=60
[ -z "${LOYD_LONG:-}" ] || of=1
python3 "$here/pack_cells.py" "$LOYD" 0 $of >said 2>&1 ||
    fail "$(head -c 8000 said)"
tail -n 1 said

finish
