#!/bin/sh
# SPDX-License-Identifier: MIT
# Submits the array of tasks, and the job that puts their results together.
# Options go to both: sh submit.sh --partition=long --time=24:00:00
# shellcheck disable=SC1091,SC2154 # settings.sh sets these
set -eu
CDPATH='' cd -- "$(dirname -- "$0")"
. ./settings.sh

mkdir -p log pieces proof
rm -f log/died.*
array=$(sbatch --parsable --job-name="$name" --array="1-$tasks" \
    --cpus-per-task="$threads" --output=log/%a.txt "$@" task.sh)
array=${array%%;*} # the name of the cluster may follow
echo "array $array"
merge=$(sbatch --parsable --job-name="$name-merge" \
    --dependency="afterok:$array" --kill-on-invalid-dep=yes \
    --cpus-per-task="$threads" --output=log/merge.txt "$@" merge.sh)
echo "merge ${merge%%;*}"
