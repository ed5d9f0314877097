# shellcheck shell=sh
# Shared by the tests of the command: a test sources this file, calls `check`
# and similar functions, and ends with `finish`. Set: LOYD, the command.
set -u
LOYD=${LOYD:-$(pwd)/build/loyd}
case $LOYD in /*) ;; *) LOYD=$(pwd)/$LOYD ;; esac
if [ ! -x "$LOYD" ]; then
    echo "no command $LOYD"
    exit 1
fi
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC2034 # for tests
root=$(cd "$here/../.." && pwd)
tmp=$(mktemp -d "${SCRATCH:-${TMPDIR:-/tmp}}/cli.XXXX""XX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
cd "$tmp" || exit 1

# `publish` finds the package for browsers that `make web` has built next to the
# command; tests that want one say so.
build=${LOYD%/*}
if [ -e "$build/web/loyd" ]; then
    mkdir .bin && cp "$LOYD" .bin/loyd && LOYD=$tmp/.bin/loyd
fi

# Stops endless loops, in seconds of CPU; tests/watch.py stops endless waits.
# shellcheck disable=SC3045 # not set where there is no such limit
ulimit -t 1800 2>/dev/null

# Tests do not depend on the environment of the user.
unset LOYD_DB NO_COLOR POSIXLY_CORRECT
HOME=$tmp XDG_CACHE_HOME=${TABLES_OF_RUN:-$tmp/cache} LC_ALL=C TERM=dumb
export HOME XDG_CACHE_HOME LC_ALL TERM

bad=0
n_checks=0
# shellcheck disable=SC2034 # for tests
tab=$(printf '\t')
# shellcheck disable=SC2034
newline='
'

# fail TEXT: the test continues, and exits with 1.
fail() {
    bad=1
    printf '%s\n' "$*"
}

# run ARGUMENT ...: runs the command, with stdin from the file `in`, which is
# removed, if it exists. Sets code and writes the files out and err.
run() {
    if [ -e in ]; then
        "$LOYD" "$@" <in >out 2>err
        code=$?
        rm -f in
    else
        "$LOYD" "$@" </dev/null >out 2>err
        code=$?
    fi
}

# run_failing NAME ERRNO AT ARGUMENT ...: the same, but the AT-th open (0: all)
# of the file whose path ends in NAME fails, or, with FAIL_READ=N, all its
# reads from the N-th on.
run_failing() {
    shim=$tmp/fail_file.so
    [ -e "$shim" ] || ${CC:-cc} -shared -fPIC -o "$shim" \
        "$here/fail_file.c" -ldl || fail "fail_file.c does not compile"
    fail_name=$1 fail_errno=$2 fail_at=$3
    shift 3
    [ -e in ] || : >in
    env FAIL_NAME="$fail_name" FAIL_ERRNO="$fail_errno" FAIL_AT="$fail_at" \
        LD_PRELOAD="$shim" ASAN_OPTIONS=verify_asan_link_order=0 \
        "$LOYD" "$@" <in >out 2>err
    code=$?
    rm -f in
}

# killed AT ARGUMENT ...: the same as run, but killed before the AT-th call that
# changes a file or folder, locks or syncs.
killed() {
    [ -e "$tmp/kill_at.so" ] || ${CC:-cc} -shared -fPIC \
        -o "$tmp/kill_at.so" "$here/kill_at.c" -ldl ||
        fail "kill_at.c does not compile"
    at=$1
    shift
    KILL_AT=$at LD_PRELOAD="$tmp/kill_at.so" \
        ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
        "$LOYD" "$@" >out 2>err
    code=$?
}

# same NAME WANTED GOT: compares two texts.
same() {
    n_checks=$((n_checks + 1))
    [ "$2" = "$3" ] || fail "$1
  wanted: $2
  got:    $3"
}

# slurp FILE: sets slurped to $(cat FILE), without a process for a few lines: one
# takes as long as most commands.
# shellcheck disable=SC2094 # FILE is only read
slurp() {
    slurped='' slurped_n=0
    while IFS= read -r slurped_line || [ -n "$slurped_line" ]; do
        slurped=$slurped$slurped_line$newline slurped_n=$((slurped_n + 1))
        if [ $slurped_n = 50 ]; then
            slurped=$(command cat "$1")
            return
        fi
    done <"$1"
    while [ "$slurped" != "${slurped%"$newline"}" ]; do
        slurped=${slurped%"$newline"}
    done
}

# cat FILE: as the program, without a process for a few lines; cat with other
# arguments is the program.
cat() {
    if [ $# != 1 ] || [ ! -f "$1" ]; then
        command cat "$@"
        return
    fi
    {
        cat_n=0 cat_line=
        while [ $cat_n -lt 20 ] && IFS= read -r cat_line; do
            printf '%s\n' "$cat_line"
            cat_n=$((cat_n + 1)) cat_line=
        done
        printf '%s' "$cat_line"
        [ $cat_n -lt 20 ] || command cat
    } <"$1"
}

# check NAME CODE OUT ERR ARGUMENT ...: runs the command and compares its exit
# code, stdout and stderr, without trailing newlines.
check() {
    name=$1 want_code=$2 want_out=$3 want_err=$4
    shift 4
    run "$@"
    same "$name: exit code of loyd $*" "$want_code" "$code"
    slurp out
    same "$name: stdout of loyd $*" "$want_out" "$slurped"
    slurp err
    same "$name: stderr of loyd $*" "$want_err" "$slurped"
}

# refuses NAME CODE ERR ARGUMENT ...: the same, with empty stdout.
refuses() {
    name=$1 want_code=$2 want_err=$3
    shift 3
    check "$name" "$want_code" "" "$want_err" "$@"
}

# refusals: the same for each row `CODE | ARGUMENTS | MESSAGE` of stdin, with the
# arguments as a shell reads them and the message without "loyd: ". Lines that
# begin with # are comments.
refusals() {
    while IFS='|' read -r want_code arguments words; do
        case $want_code in '#'*) continue ;; esac
        eval "set -- $arguments"
        refuses "refusal" "${want_code% }" "loyd: ${words# }" "$@"
    done
}

# has NAME FILE TEXT: checks that the file contains the text.
has() {
    n_checks=$((n_checks + 1))
    if [ "$2" = err ] || [ "$2" = out ]; then
        slurp "$2"
        case $slurped in *"$3"*) return ;; esac
    elif grep -qF -e "$3" "$2"; then
        return
    fi
    fail "$1: no \"$3\" in
$(sed 's/^/  /' "$2")"
}

# part NAME: what follows has a separate folder and no catalogue yet.
part() {
    mkdir "$tmp/$1" && cd "$tmp/$1" || exit 1
    unset LOYD_DB
}

# long N M: prints N in the long tests, otherwise M.
long() {
    if [ -n "${LOYD_LONG:-}" ]; then echo "$1"; else echo "$2"; fi
}

lines() {
    {
        n_lines=0
        while [ $n_lines -lt 20 ] && IFS= read -r _; do
            n_lines=$((n_lines + 1))
        done
        [ $n_lines -lt 20 ] || n_lines=$((n_lines + $(wc -l)))
        echo $n_lines
    } <"$1" || echo 0
}

finish() {
    [ "$n_checks" -gt 0 ] || fail "no checks"
    [ $bad = 0 ] && echo "$n_checks checks"
    exit $bad
}
