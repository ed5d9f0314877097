#!/bin/sh
# Runs the lines of docs/scale.md on real engines while parts of them fail:
# test.py, in namespaces of its own, of which it is process 1. When it ends,
# whatever ended it, the kernel ends all processes of the cluster, and its
# files, mounts and network vanish. Only root can do that.
set -u
cd "$(dirname "$0")/../.." || exit 1
new="unshare --net --mount --pid --uts --ipc --fork --kill-child --mount-proc"

[ "$(id -u)" = 0 ] || {
    echo "loyd: test-cluster: only root can make a network of namespaces"
    exit 1
}
sh tests/install-deps.sh cluster || exit
$new ip link add type bridge >/dev/null 2>&1 || {
    echo "loyd: test-cluster: this machine does not allow namespaces or bridges"
    exit 1
}
LOYD=${LOYD:-$PWD/${BUILD:-build}/loyd}
PATH=$PATH:/usr/sbin:/sbin
SCRATCH=$(mktemp -d)
export LOYD PATH SCRATCH
trap 'rmdir "$SCRATCH"' EXIT
# shellcheck disable=SC2016 # expanded by the new shell
$new sh -c 'mount -t tmpfs -o mode=755 loyd "$SCRATCH" && exec "$@"' sh \
    /usr/bin/python3 -B tests/cluster/test.py "$@"
