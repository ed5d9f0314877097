#!/bin/sh
# A catalogue made on a cluster while workers, tasks and the controller die,
# and files are damaged or made twice, equals that of one machine.
set -u
# shellcheck disable=SC1091 # it is next to this file
. "${0%/*}/lib.sh"
in_cluster generate "$@"
