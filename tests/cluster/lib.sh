# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# For tests that need a cluster. faults.py starts real Slurm: a controller and
# three workers. Each worker is a machine with its own network, processes,
# mounts and name.

# in_namespaces COMMAND ...: runs it in new namespaces, in which $SCRATCH is in
# memory. It is process 1 there: when it ends, whatever ended it, the kernel ends
# all processes of the cluster; files, mounts and network vanish.
in_namespaces() {
    cd "$(dirname "$0")/../.." || exit 1
    [ "$(id -u)" = 0 ] || skip "only root can make network namespaces"
    new="unshare --net --mount --pid --uts --ipc --fork --kill-child"
    new="$new --mount-proc"
    $new ip link add type bridge >/dev/null 2>&1 ||
        skip "this machine does not allow namespaces or bridges"
    export LOYD="${LOYD:-$PWD/${BUILD:-build}/loyd}"
    : "${SCRATCH:=$(mktemp -d)}"
    export SCRATCH
    # shellcheck disable=SC2016 # expanded by the new shell
    exec $new sh -c 'mount -t tmpfs loyd-cluster "$SCRATCH" && exec "$@"' sh "$@"
}

# has COMMAND ...: ends the test if one is not installed.
has() {
    PATH=$PATH:/usr/sbin:/sbin
    for command in "$@"; do
        command -v "$command" >/dev/null || {
            echo "no $command: sh tests/install-deps.sh cluster installs it"
            exit 1
        }
    done
}

# in_cluster ARGUMENT ...: runs faults.py on a cluster of Slurm.
in_cluster() {
    has slurmctld slurmd munged ip
    in_namespaces python3 tests/cluster/faults.py "$@"
}

skip() {
    echo "$1"
    exit 77
}
