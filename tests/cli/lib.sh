# shellcheck shell=sh
# What the tests of the command share. A test sources it, calls `check` and
# its kin, and ends with `finish`. Set: LOYD, the command.
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

# What goes round and round is stopped, in seconds of its own CPU; what waits
# for ever, by tests/watch.py.
# shellcheck disable=SC3045 # where there is no such limit, none is set
ulimit -t 1800 2>/dev/null

# Nothing of the person who runs the tests may change them.
unset LOYD_DB NO_COLOR POSIXLY_CORRECT
HOME=$tmp XDG_CACHE_HOME=$tmp/cache LC_ALL=C TERM=dumb
export HOME XDG_CACHE_HOME LC_ALL TERM

bad=0
n_checks=0
# shellcheck disable=SC2034 # for tests
tab=$(printf '\t')
# shellcheck disable=SC2034
newline='
'

# fail WHAT: the test goes on, and ends with 1.
fail() {
    bad=1
    printf '%s\n' "$*"
}

# run ARGUMENT ...: stdin from the file `in` if there is one, which is used
# up; leaves code, and the files out and err.
run() {
    [ -e in ] || : >in
    "$LOYD" "$@" <in >out 2>err
    code=$?
    rm -f in
}

# run_failing NAME ERRNO AT ARGUMENT ...: as run, where the file whose path
# ends in NAME cannot be opened the AT-th time (0: each time), or, with
# FAIL_READ=N, be read from the N-th read on.
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

# same NAME WANTED GOT
same() {
    n_checks=$((n_checks + 1))
    [ "$2" = "$3" ] || fail "$1
  wanted: $2
  got:    $3"
}

# check NAME CODE OUT ERR ARGUMENT ...: runs the command and compares all of
# what it came to. Ends of lines at the end do not count.
check() {
    name=$1 want_code=$2 want_out=$3 want_err=$4
    shift 4
    run "$@"
    same "$name: exit code of loyd $*" "$want_code" "$code"
    same "$name: stdout of loyd $*" "$want_out" "$(cat out)"
    same "$name: stderr of loyd $*" "$want_err" "$(cat err)"
}

# refuses NAME CODE ERR ARGUMENT ...: nothing on stdout.
refuses() {
    name=$1 want_code=$2 want_err=$3
    shift 3
    check "$name" "$want_code" "" "$want_err" "$@"
}

# has NAME FILE TEXT: the text stands in the file.
has() {
    n_checks=$((n_checks + 1))
    grep -qF -e "$3" "$2" || fail "$1: no \"$3\" in
$(sed 's/^/  /' "$2")"
}

lines() {
    wc -l <"$1" | tr -d ' '
}

finish() {
    [ "$n_checks" -gt 0 ] || fail "nothing was checked"
    [ $bad = 0 ] && echo "$n_checks checks"
    exit $bad
}
