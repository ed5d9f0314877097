#!/bin/sh
# SPDX-License-Identifier: MIT
#SBATCH --requeue
#SBATCH --open-mode=append
# Runs after all tasks: does again what is missing or damaged, puts the results
# together, verifies them and writes the digest.
# shellcheck disable=SC1091,SC2034 # job.sh uses these
set -u
. ./settings.sh
. ./job.sh
. ./work.sh

task=merge
slurm_id=$SLURM_JOB_ID
begin || died $?
finish || died $?
