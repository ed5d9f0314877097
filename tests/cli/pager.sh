#!/bin/sh
# Help on a terminal goes through $PAGER and fits the width; the most used group
# of options comes first.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# shown COLUMNS ARGUMENT ...: what the terminal shows is in `out`.
shown() {
    columns=$1
    shift
    python3 "$here/pager.py" "$columns" "$LOYD" "$@" >out
    same "exit code of $*" 0 $?
}

mkdir bin
printf '#!/bin/sh\necho "$*" >asked\ncat >read\n' >bin/less
cp bin/less bin/mine
chmod +x bin/*
PATH=$tmp/bin:$PATH

# $PAGER reads all of it, and nothing else is shown.
for arguments in help "help find" "find --help" "-h"; do
    PAGER="$tmp/bin/mine -a b" && export PAGER
    rm -f read
    # shellcheck disable=SC2086 # words
    shown 80 $arguments
    same "only the pager" "" "$(cat out)"
    same "arguments of the pager" "-a b" "$(cat asked)"
    # shellcheck disable=SC2086 # words
    "$LOYD" $arguments >plain
    cmp -s read plain || fail "$arguments: $(diff read plain)"
done

# Without $PAGER it is less.
unset PAGER
rm -f read
shown 80 help find
same "less" "-FRX" "$(cat asked)"
[ -s read ] || fail "less read nothing"

# None: empty, cat, no less, a pager that is not there or ends early.
"$LOYD" help find >plain
for PAGER in "" cat; do
    export PAGER
    rm -f read
    shown 80 help find
    cmp -s out plain || fail "PAGER='$PAGER': $(diff out plain)"
done
PAGER=$tmp/bin/absent
shown 80 help find
grep -v absent out | cmp -s - plain || fail "absent: $(diff out plain)"
printf 'not a program' >bin/broken
PAGER=$tmp/bin/broken
shown 80 help find
tail -n "$(wc -l <plain)" out | cmp -s - plain || fail "broken: $(cat out)"
unset PAGER
rm bin/less
mkdir only
(
    python=$(command -v python3)
    PATH=$tmp/only
    "$python" "$here/pager.py" 80 "$LOYD" help find >out
)
cmp -s out plain || fail "no less: $(diff out plain)"
PAGER=: && export PAGER
shown 80 help find
same "a pager that does not read" "" "$(cat out)"

# Into a file or a pipe it is never run; nor is it for --json.
PAGER=$tmp/bin/mine && export PAGER
rm -f read
"$LOYD" help find | cmp -s - plain || fail "piped"
shown 80 help --json
[ ! -e read ] || fail "a pager was run"

# Lines fit the terminal, for any width.
PAGER=
for columns in 60 80 100 300; do
    shown "$columns" help find
    same "no line beyond $columns columns" "" \
        "$(sed '/^examples/,$d' out | awk -v n="$columns" 'length($0) >= n || length($0) > 99')"
done

# first COMMAND: the heading of its first group.
first() {
    "$LOYD" help "$1" | grep -m 1 '^options'
}
same "generate" "options: boards" "$(first generate)"
same "find" "options: selection" "$(first find)"
same "export" "options: output" "$(first export)"
same "publish" "options: output" "$(first publish)"
same "rate" "options: search" "$(first rate)"
for command in generate solve find stats rate channel publish export; do
    same "$command: each group once" "" \
        "$("$LOYD" help $command | grep '^options' | sort | uniq -d)"
    "$LOYD" help $command | grep '^options' | tail -n 1 | grep -q common ||
        fail "$command: common options are not last"
done

finish
