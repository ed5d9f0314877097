#!/bin/sh
# Proofs that tasks of a cluster share, while workers, tasks and the controller
# die, and files are damaged or made twice, equal those of one machine.
set -u
# shellcheck disable=SC1091 # it is next to this file
. "${0%/*}/lib.sh"
in_cluster prove "$@"
