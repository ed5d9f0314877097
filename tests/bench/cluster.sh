#!/bin/sh
# The time of a job on a cluster of three workers, compared with that of one
# process with two threads. On a machine of two cores the work takes both.
set -u
# shellcheck disable=SC1091 # it is there
. "${0%/*}/../cluster/lib.sh"
in_cluster figures "${1:-3}"
