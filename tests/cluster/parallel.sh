#!/bin/sh
# A job under GNU parallel over ssh, on three machines that are namespaces: one
# loses its power, one has a full scratch folder, and the third does the work of
# all. The digest is that of one machine.
set -u
# shellcheck disable=SC1091 # it is next to this file
. "${0%/*}/lib.sh"
if [ $# = 0 ]; then
    has parallel sshd ssh-keygen ip
    in_namespaces sh "$0" inside
fi

fail() {
    echo "$*"
    cat log/*
    exit 1
}
cd "$SCRATCH" || exit
mkdir log home disks disks/1 disks/2 disks/3 tables /run/sshd 2>/dev/null
export XDG_CACHE_HOME="$SCRATCH/tables"
"$LOYD" generate 4x4 --seed ssh --count 6000 --quiet --db one.db >/dev/null
"$LOYD" digest --db one.db >wanted
"$LOYD" cluster make job --tasks 30 -- generate 4x4 --seed ssh --count 6000
"$LOYD" cluster script job --engine parallel >script

# --- three machines ---

ip link set lo up
ip link add bridge type bridge
ip addr add 10.77.0.1/24 dev bridge
ip link set bridge up
ssh-keygen -q -t ed25519 -N '' -f id
ssh-keygen -q -t ed25519 -N '' -f hostkey
cat >sshd_config <<END
Port 22022
HostKey $SCRATCH/hostkey
AuthorizedKeysFile $SCRATCH/id.pub
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PidFile none
SetEnv XDG_CACHE_HOME=$XDG_CACHE_HOME TMPDIR=$SCRATCH/disks
END
cat >ssh_config <<END
Host 10.77.0.*
  Port 22022
  User root
  IdentityFile $SCRATCH/id
  UserKnownHostsFile $SCRATCH/known_hosts
  StrictHostKeyChecking accept-new
  ServerAliveInterval 1
  ServerAliveCountMax 2
  LogLevel ERROR
END
for i in 1 2 3; do
    size=100m
    [ $i != 2 ] || size=40k
    # shellcheck disable=SC2016 # expanded by the new shell
    unshare --net --uts --mount --pid --fork --kill-child --mount-proc sh -c '
        hostname "w$1" && mount -t tmpfs -o "size=$2" disk disks || exit
        until ip link show eth0 >/dev/null 2>&1; do sleep 0.05; done
        ip link set lo up && ip addr add "10.77.0.1$1/24" dev eth0 &&
            ip link set eth0 up && exec /usr/sbin/sshd -D -e -f sshd_config' \
        sh $i $size >log/w$i 2>&1 &
    child=
    while [ -z "$child" ]; do
        sleep 0.05
        child=$(cat /proc/$!/task/$!/children 2>/dev/null)
    done
    eval "machine_$i=${child% }"
    ip link add "w$i" type veth peer name eth0 netns "${child% }"
    ip link set "w$i" master bridge up
    for _ in 1 2 3 4 5 6 7 8 9; do
        ssh -F ssh_config 10.77.0.1$i true 2>/dev/null && break
        sleep 0.2
    done
done

# --- the job ---

export PARALLEL_SSH="ssh -F $SCRATCH/ssh_config" PARALLEL_HOME="$SCRATCH/home" LOYD
touch home/will-cite
sh script 10.77.0.11 10.77.0.12 10.77.0.13 >log/script 2>&1 &
script=$!
until [ "$("$LOYD" cluster status job | grep -c ^task)" -ge 2 ] &&
    "$LOYD" cluster status job | grep -q "${tab=$(printf '\t')}w3,"; do
    kill -0 $script 2>/dev/null || fail "the script has ended"
    sleep 0.05
done
# shellcheck disable=SC2154 # eval sets it
kill -KILL "$machine_3"
ip link del w3 2>/dev/null
began=$(date +%s)
wait $script || fail "the script: exit code $?"
echo "complete $(($(date +%s) - began)) s after a power cut"
grep -q "free\|full" log/script || fail "no message about the full folder"
"$LOYD" digest --db job/result.db | cmp - wanted || fail "another digest"
[ -z "$(ls job/claims)" ] || fail "claims are left"
