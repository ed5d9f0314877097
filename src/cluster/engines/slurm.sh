#!/bin/sh
#SBATCH --requeue
#SBATCH --open-mode=append
# @COMMAND@
# `sh FILE` submits an array of tasks, and a job after them that joins what they
# have found into @DB@. In TASK_OPTIONS and JOIN_OPTIONS are more options of
# sbatch for each: TASK_OPTIONS="--time=4:00:00 --partition=day" sh FILE
# Needed on nodes: @SCRATCH@ MB in $TMPDIR for a task, @JOIN_SCRATCH@ MB for the join;
# loyd in the path, or $LOYD.
# shellcheck disable=SC2086 # options are words
set -u
dir=@DIR@
db=@DB@
run() {
    "${LOYD:-loyd}" cluster run --quiet --threads @THREADS@ "$dir"
}
join() {
    "${LOYD:-loyd}" cluster join --quiet --db "$db" "$dir"
}
case ${1:-submit} in
submit)
    mkdir -p "$dir/log"
    id=$(sbatch --parsable --job-name=@NAME@ --array=0-@LAST@ --cpus-per-task=@THREADS@ \
        --mem=@MEMORY@M@TMP@ --output="$dir/log/%a.txt" ${TASK_OPTIONS-} "$0" run) || exit
    echo "tasks ${id%%;*}"
    id=$(sbatch --parsable --job-name=@NAME@-join --dependency="afterany:${id%%;*}" \
        --cpus-per-task=@THREADS@ --mem=@JOIN_MEMORY@M@JOIN_TMP@ --output="$dir/log/join.txt" \
        ${JOIN_OPTIONS-} "$0" join) || exit
    echo "join ${id%%;*}"
    ;;
run) # Others do the work of a task that dies; Slurm starts it at most 3 times again.
    run || {
        code=$?
        [ $code -lt 3 ] || [ "${SLURM_RESTART_COUNT:-0}" -ge 3 ] ||
            scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
        exit $code
    }
    ;;
join) run; join || { [ $? -ge 3 ] && run && join; } ;;
esac
