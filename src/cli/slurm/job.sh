# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154 # settings.sh sets name
# Functions of this job, read by task.sh and merge.sh, which set task and
# slurm_id. The working folder is that of the job, which all nodes share.

host=$(uname -n)
job=${SLURM_ARRAY_JOB_ID:-${SLURM_JOB_ID:-0}}
loyd=${LOYD:-loyd}
scratch=${LOYD_SCRATCH:-${TMPDIR:-/tmp}} # on the node itself
export XDG_CACHE_HOME="${LOYD_NODE_CACHE:-$scratch/loyd-$(id -u)}"

# died CODE: Slurm starts the tasks of a lost node again, but a task that dies
# alone only fails. It asks to be started again, at most 3 times. A mistake in
# the command line (codes 1 and 2) would be the same again.
died() {
    echo "$(date) $task on $host: exit code $1" |
        tee -a "log/died.$task" || exit "$1" # it would not be counted
    if [ "$1" -lt 3 ] || [ "$(wc -l <"log/died.$task")" -gt 3 ]; then
        exit "$1"
    fi
    for _ in 1 2 3 4 5 6 7 8 9; do
        scontrol requeue "$slurm_id" && sleep 60 # until Slurm ends it
        sleep 5                                  # or does not answer
    done
    exit "$1"
}

# Removes what tasks of this job that died on this node have left.
sweep() {
    for lock in "$scratch/$name.$host".*/lock; do
        [ ! -e "$lock" ] || flock -n "$lock" rm -rf "${lock%/lock}" || :
    done
}

# Sets work to a new folder on this node. Its lock is held for as long as the
# task lives; a folder that another task has swept meanwhile is made again. The
# lock is made and opened in one step: between two it could be swept.
begin() {
    sweep
    while :; do
        work=$(mktemp -d "$scratch/$name.$host.$job.XXXXXX") &&
            command exec 9>"$work/lock" || return 3
        flock 9
        [ ! -e "$work/lock" ] || break
    done
    trap 'rm -rf "$work"' EXIT
    trap 'exit 143' HUP INT TERM
    ready_tables
}

# The first task of a node builds the solver's tables in files; the others
# wait, and then share them. Without files each task builds its own.
ready_tables() {
    [ -d "$XDG_CACHE_HOME" ] || mkdir -m 700 "$XDG_CACHE_HOME" || :
    if [ -O "$XDG_CACHE_HOME" ]; then
        (flock 8 && build_tables >/dev/null) 8<"$XDG_CACHE_HOME" && return
    fi
    echo "$host: no files of tables in $XDG_CACHE_HOME"
}

sum_of() {
    sha256sum <"$1" | cut -c 1-16
}

# place FILE NAME: copies a file to the shared folder under a name that no
# other task uses, and renames it when all of it is on the disk.
place() {
    part=$(mktemp "${2%/*}/.part.$host.$job.XXXXXX") || return 3
    if cp "$1" "$part" && chmod "=rw" "$part" && sync "$part" &&
        mv -f "$part" "$2" && sync "${2%/*}"; then
        return
    fi
    rm -f "$part"
    return 3
}
