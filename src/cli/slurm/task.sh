#!/bin/sh
# SPDX-License-Identifier: MIT
#SBATCH --requeue
#SBATCH --open-mode=append
# One task of the array. It does what is not finished yet, so a task may run
# again, or twice at once on different nodes.
# shellcheck disable=SC1091,SC2034 # job.sh uses these
set -u
. ./settings.sh
. ./job.sh
. ./work.sh

task=$SLURM_ARRAY_TASK_ID
slurm_id=${SLURM_ARRAY_JOB_ID}_$task
begin || died $?
run_task "$task" || died $?
