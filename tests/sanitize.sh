#!/bin/sh
# Runs unit tests and commands built in build-KIND under what watches memory,
# and fails where any of them left a report, whatever the test made of it.
#
#   sanitize.sh KIND [WORD ...]      asan, ubsan, tsan or valgrind
#
# The oracles try a part of their boards (LOYD_SHORT), and all of their checks.
set -u
cd "$(dirname "$0")/.." || exit 1

kind=$1
shift
BUILD=build-$kind
reports=$(pwd)/$BUILD/reports
rm -rf "$reports"
mkdir -p "$reports" || exit 1

# 99: no exit code of the command's own.
common=exitcode=99:log_path=$reports/report
case $kind in
asan)
    LOYD_SHORT=8
    ASAN_OPTIONS=$common:detect_stack_use_after_return=1
    UBSAN_OPTIONS=print_stacktrace=1
    export ASAN_OPTIONS UBSAN_OPTIONS
    ;;
ubsan)
    LOYD_SHORT=4
    UBSAN_OPTIONS=$common:print_stacktrace=1
    export UBSAN_OPTIONS
    ;;
tsan)
    LOYD_SHORT=10
    TSAN_OPTIONS=$common:halt_on_error=1:second_deadlock_stack=1
    export TSAN_OPTIONS
    # Of the unit tests those that start threads, and of the commands one of
    # each kind: generating, rating, merging, proving, reading, publishing,
    # being stopped. The others run the same threads for minutes.
    [ $# -gt 0 ] || set -- cli/bulk cli/catalogue cli/check cli/claims \
        cli/import. cli/merge cli/publish. cli/salvage cli/stops cli/tables \
        cli/verify_pack $(grep -lwE 'threads|pthread_create' tests/unit/*.c |
            sed 's|^tests/||;s/\.c$//')
    ;;
valgrind)
    LOYD_SHORT=40
    WRAP="valgrind -q --error-exitcode=99 --leak-check=full
        --errors-for-leak-kinds=definite --log-file=$reports/report.%p"
    LOYD=$(pwd)/$BUILD/watched/loyd
    mkdir -p "$BUILD/watched"
    # shellcheck disable=SC2086 # words
    echo "#!/bin/sh
exec" $WRAP "$(pwd)/$BUILD/loyd" '"$@"' >"$LOYD"
    chmod +x "$LOYD"
    export WRAP LOYD
    ;;
*)
    echo "sanitize.sh: no kind \"$kind\"" >&2
    exit 2
    ;;
esac
export BUILD LOYD_SHORT
[ $# -gt 0 ] || set -- unit/ cli/

sh tests/run "$@"
status=$?
# A process that has read a secret cannot be traced, so that no leak can be
# looked for at its end; of that alone no report is made.
find "$reports" -type f -size +0 | while read -r report; do
    grep -q 'LeakSanitizer has encountered a fatal error' "$report" &&
        ! grep -qE 'ERROR: |runtime error: ' "$report" || echo "$report"
done >"$BUILD/reported"
[ -s "$BUILD/reported" ] || exit $status
while read -r report; do
    echo "$report:"
    sed 's/^/      /' "$report"
done <"$BUILD/reported" | head -n 400
echo "$(wc -l <"$BUILD/reported") reports"
exit 1
