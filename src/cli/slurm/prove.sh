# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # settings.sh and job.sh set these
# The work of this job. All tasks take parts of boards, bound by bound, until
# nothing is open; each bound that is searched is a file in proof/, where the
# next task continues.

run_task() {
    "$loyd" cluster prove --quiet --threads "$threads" .
}

# Stores the proofs in the catalogue and writes digest.txt.
finish() {
    run_task &&
        "$loyd" cluster join --db "$catalogue" . &&
        "$loyd" verify --quiet "$catalogue" &&
        "$loyd" digest --db "$catalogue" >"$work/digest" &&
        place "$work/digest" ./digest.txt || return
    rm -f .part.*
    cat digest.txt
}
