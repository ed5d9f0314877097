# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # settings.sh and job.sh set these
# The work of this job. A piece is a shard of the boards; it is finished when
# pieces/PIECE.SUM.db exists, where SUM is of its bytes: a damaged file is
# noticed.

# Nodes with other releases of SQLite may have made other bytes of the same
# rows; all files that exist are merged, so each must be good.
is_finished() {
    is_missing=1
    for file in pieces/"$1".*.db; do
        [ -e "$file" ] || continue
        if [ "$file" = "pieces/$1.$(sum_of "$file").db" ]; then
            is_missing=0
        else
            echo "$file is damaged: it is removed"
            rm -f "$file"
        fi
    done
    return $is_missing
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
