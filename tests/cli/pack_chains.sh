#!/bin/sh
# Four chains of ten deltas each, applied by code that was written from
# docs/packs.md alone, give what full exports give. With LOYD_WEB, as in
# `make test-web`, node applies them too.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

export LOYD
[ -n "${LOYD_WEB:-}" ] || echo "LOYD_WEB is not set: only Python applies deltas"
# shellcheck disable=SC2086 # no word without LOYD_WEB
python3 "$here/pack_chains.py" ${LOYD_WEB:+node} >out 2>&1 || fail "exit code $?"
cat out
[ "$(tail -n 1 out)" = "44 of 44 states" ] || fail "not all states are right"
exit "$bad"
