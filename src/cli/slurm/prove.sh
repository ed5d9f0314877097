# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # settings.sh and job.sh set these
# The work of this job. All tasks take parts of boards, bound by bound, until
# nothing is open; each bound that is searched is a file in proof/, where the
# next task continues.

# Code 1 says that a board has a wrong rating; then the others are proven.
run_task() {
    set -- --threads "$threads"
    [ "$memory" = 0 ] || set -- "$@" --memory "$memory"
    proven=0
    "$loyd" cluster prove --quiet "$@" . || proven=$?
    [ "$proven" -le 1 ] || return "$proven"
}

# Stores the proofs in the catalogue and writes digest.txt. Code 1 says that a
# claim was wrong; its proof is stored.
finish() {
    run_task || return
    joined=0
    "$loyd" cluster join --db "$catalogue" . || joined=$?
    [ "$joined" -le 1 ] || return "$joined"
    "$loyd" verify --quiet "$catalogue" &&
        "$loyd" digest --db "$catalogue" >"$work/digest" &&
        place "$work/digest" ./digest.txt || return
    rm -f .part.*
    cat digest.txt
    return "$joined"
}
