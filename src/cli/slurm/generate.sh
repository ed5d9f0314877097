# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # settings.sh and job.sh set these
# The work of this job. A piece is a shard of the boards; it is finished when
# pieces/PIECE.SUM.db exists, where SUM is of its bytes: a damaged file is
# noticed.

is_finished() {
    for file in pieces/"$1".*.db; do
        [ -e "$file" ] || return 1
        [ "$file" != "pieces/$1.$(sum_of "$file").db" ] || return 0
        echo "$file is damaged: it is made again"
        rm -f "$file"
    done
    return 1
}

make_piece() {
    rm -f "$work"/db*
    draw --quiet --shard "$1/$pieces" --db "$work/db" >/dev/null &&
        place "$work/db" "pieces/$1.$(sum_of "$work/db").db"
}

# run_task TASK: makes every piece whose number is TASK, TASK + tasks, ...
run_task() {
    piece=$1
    while [ "$piece" -le "$pieces" ]; do
        is_finished "$piece" || make_piece "$piece" || return
        piece=$((piece + tasks))
    done
}

# Writes result.db and digest.txt.
finish() {
    tasks=1
    run_task 1 || return
    rm -f "$work"/db*
    "$loyd" merge --quiet --db "$work/db" pieces/*.db &&
        "$loyd" verify --quiet "$work/db" &&
        "$loyd" digest --db "$work/db" >"$work/digest" &&
        place "$work/db" ./result.db &&
        place "$work/digest" ./digest.txt || return
    rm -f pieces/.part.* .part.*
    cat digest.txt
}
