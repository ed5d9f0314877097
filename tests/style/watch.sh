#!/bin/sh
# tests/watch.py stops a command that hangs, whether it sleeps or polls, but not
# one that works, itself or through a child in another session. Processes that a
# test left running are killed.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
[ -r /proc/self/stat ] || {
    echo "no /proc: only the limit of hours applies"
    exit 77
}
status=0

# watched CODE COMMAND ...: with an idle limit of a second.
watched() {
    want=$1
    shift
    python3 tests/watch.py -i 1 -c "$SCRATCH/cpu" "$@" >"$SCRATCH/said" 2>&1
    code=$?
    [ $code = "$want" ] || {
        echo "$*: exit code $code: expected $want"
        cat "$SCRATCH/said"
        status=1
    }
}

# said TEXT
said() {
    grep -qF -e "$1" "$SCRATCH/said" || {
        echo "'$1' is missing in:"
        cat "$SCRATCH/said"
        status=1
    }
}

# Uses N seconds of CPU, regardless of how long that takes.
cat >"$SCRATCH/work.py" <<'PY'
import sys, time
while time.process_time() < float(sys.argv[1]):
    pass
PY
work="python3 $SCRATCH/work.py"

watched 0 true
watched 3 sh -c 'exit 3'
watched 143 sh -c 'kill -TERM $$'
watched 127 /nowhere/a-command
watched 124 sleep 3600
said "no activity for 1 seconds"
said "sleep 3600"
watched 124 sh -c 'while :; do sleep 0.1; done'
# shellcheck disable=SC2086 # words
watched 0 $work 1.5
[ "$(cat "$SCRATCH/cpu")" -ge 1 ] || {
    echo "$(cat "$SCRATCH/cpu") CPU seconds counted: expected 1 or 2"
    status=1
}
watched 7 sh -c "setsid -w $work 1.5; exit 7"
watched 0 sh -c "echo; $work 1.5 | cat"

# A test that ignores signals, and one that leaves a child.
watched 124 sh -c 'trap "" TERM; while :; do sleep 0.1; done'
watched 0 sh -c "setsid sleep 3600 & echo \$! >$SCRATCH/pid"
kill -0 "$(cat "$SCRATCH/pid")" 2>/dev/null && {
    echo "a child was left running"
    status=1
}

# An endless loop is stopped only by the limit of MOST seconds.
python3 tests/watch.py -m 1 sh -c 'while :; do :; done' >"$SCRATCH/said" 2>&1
[ $? = 124 ] || { echo "an endless loop was not stopped" && status=1; }
said "more than 1 seconds"
exit $status
