#!/bin/sh
# ROUNDS jobs (default: 2) with faults at random moments. SEED is the seed of
# the first; a round that fails is repeated with its seed.
set -u
# shellcheck disable=SC1091 # it is next to this file
. "${0%/*}/lib.sh"
in_cluster rounds "${ROUNDS:-2}"
