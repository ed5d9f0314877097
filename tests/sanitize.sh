#!/bin/sh
# Runs the unit tests and commands built in build-KIND under a sanitizer or
# valgrind. Fails if any of them left a report, even if the test passed.
#
#   sanitize.sh KIND [WORD ...]      asan, ubsan, tsan or valgrind
#
# The oracles use a part of their boards (LOYD_SHORT), with all of their checks.
set -u
cd "$(dirname "$0")/.." || exit 1

kind=$1
shift
BUILD=build-$kind
reports=$(pwd)/$BUILD/reports
rm -rf "$reports"
mkdir -p "$reports" || exit 1

# 99 is not an exit code of the command.
common=exitcode=99:log_path=$reports/report
case $kind in
asan)
    LOYD_SHORT=8
    ASAN_OPTIONS=$common:detect_stack_use_after_return=1
    UBSAN_OPTIONS=$common:print_stacktrace=1
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
    # The unit tests that start threads, and one test of each kind of command:
    # generating, rating, merging, proving, reading, publishing. The others run
    # the same threads for minutes; and in cli/stops ThreadSanitizer holds a
    # signal back while SQLite, which it does not see, loops endlessly.
    [ $# -gt 0 ] || set -- cli/generate_bulk cli/catalogue. cli/check. \
        cli/import. cli/merge cli/site_publish cli/import_salvage \
        cli/tables cli/pack_verify \
        $(grep -lwE 'threads|pthread_create' tests/unit/*.c |
            sed 's|^tests/||;s/\.c$//')
    ;;
valgrind)
    LOYD_SHORT=40
    WRAP="valgrind -q --error-exitcode=99 --leak-check=full
        --errors-for-leak-kinds=definite --show-leak-kinds=definite
        --log-file=$reports/report.%p"
    LOYD=$(pwd)/$BUILD/watched/loyd
    mkdir -p "$BUILD/watched"
    # shellcheck disable=SC2086 # words
    echo "#!/bin/sh
exec" $WRAP "$(pwd)/$BUILD/loyd" '"$@"' >"$LOYD"
    chmod +x "$LOYD"
    export WRAP LOYD
    # The other oracles and commands run the same code, and each start of a
    # command takes two seconds here.
    [ $# -gt 0 ] || set -- cli/check. cli/lines cli/pack_export \
        $(ls tests/unit/test_*.c | sed 's|^tests/||;s/\.c$//' | grep -vE \
            'test_oracle_(astar|korf|patterns|same|uniform)')
    ;;
*)
    echo "sanitize.sh: unknown kind '$kind'" >&2
    exit 2
    ;;
esac
export BUILD LOYD_SHORT
[ $# -gt 0 ] || set -- unit/ cli/

sh tests/run "$@"
status=$?
# A process that has read a secret cannot be traced, so LeakSanitizer fails at
# its end. A report of that alone does not count.
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
