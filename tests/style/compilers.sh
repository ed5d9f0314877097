#!/bin/sh
# Two compilers: no warnings; a line for each file, the commands with V=1, nothing
# with -s; the same bytes in two folders; a static library with -flto. The same
# recipes give a catalogue with the same digest on one thread and on two; `make
# install` compiles nothing. The long tests build everything with both compilers,
# with and without optimisation, and each of these commands makes the same digest.
set -u
first=
BUILD=${BUILD:-build}
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
unset MAKEFLAGS MFLAGS CFLAGS CPPFLAGS LDFLAGS LDLIBS

fail() {
    echo "$*"
    exit 1
}

# fill COMMAND FILE THREADS: a small catalogue of many shapes and methods.
fill() {
    rm -f "$2"
    while read -r size layout method count; do
        "$1" generate "$size" --layout "$layout" --method "$method" \
            --count "$count" --seed compilers --db "$2" --threads "$3" \
            >/dev/null 2>"$2.log" || {
            cat "$2.log"
            return 1
        }
    done <<'END'
2x2 rows uniform 5
3x2 snake,missing=2 uniform 9
3x3 random,missing=random uniform 20
3x3 spiral walk:40 20
2x5 columns,blank=first jump:20 10
4x3 rows retry 10
4x4 spiral uniform 4
END
}

# same COMMAND THREADS ...: its catalogue has the digest that the first one had.
same() {
    command=$1
    shift
    for threads; do
        fill "$command" "$SCRATCH/c.db" "$threads" || fail "$command fails"
        digest=$("$command" digest --db "$SCRATCH/c.db") || exit 1
        echo "$command, threads $threads: $digest"
        [ "$digest" = "${first:=$digest}" ] || fail "the digests differ"
    done
}

[ ! -x "${LOYD:-}" ] || same "$LOYD" 1 2

# small COMPILER FLAGS FOLDER: a library of a few files, built in a new folder
# with a copy of the sources.
small() {
    mkdir -p "$3/src/web" "$3/tests/data"
    cp -r include Makefile "$3/"
    cp -r src/base "$3/src/"
    cp src/web/web.mk "$3/src/web/"
    cp tests/data/data.mk "$3/tests/data/"
    cp tests/install-deps.sh "$3/tests/"
    small_make "$1" "$2" "$3" -s
    [ ! -s "$SCRATCH/log" ] || fail "make -s prints: $(cat "$SCRATCH/log")"
}

# small_make COMPILER FLAGS FOLDER OPTION ...: what it prints is in a log.
small_make() {
    cc=$1 flags=$2 folder=$3
    shift 3
    make --no-print-directory -C "$folder" CC="$cc" CFLAGS="$flags" "$@" \
        lib_obj='build/obj/base/utf8.o build/obj/base/number.o' build/libloyd.a \
        >"$SCRATCH/log" 2>&1 || {
        cat "$SCRATCH/log"
        fail "$cc $flags does not compile"
    }
}

pairs="${CC:-cc}|-O1 -g -flto
${CLANG:-clang}|-O1 -g"
[ -z "${LOYD_LONG:-}" ] || pairs="$pairs
${CC:-cc}|-O1 -g
${CLANG:-clang}|-O1 -g -flto"
while IFS='|' read -r cc flags; do
    small "$cc" "$flags" "$SCRATCH/one"
    small "$cc" "$flags" "$SCRATCH/two"
    grep -q "$SCRATCH" "$SCRATCH/one/build/libloyd.a" &&
        fail "$cc $flags: the library contains its folder"
    cmp "$SCRATCH/one/build/libloyd.a" "$SCRATCH/two/build/libloyd.a" ||
        fail "$cc $flags: another folder gives other bytes"
    nm "$SCRATCH/one/build/libloyd.a" | grep -q ' t utf8_read$' ||
        fail "$cc $flags: no hidden utf8_read in the library"
    rm -rf "$SCRATCH/one" "$SCRATCH/two"
done <<END
$pairs
END

# What is printed without -s, and with V=1, which compiles nothing else.
small "${CC:-cc}" -O1 "$SCRATCH/one"
rm -r "$SCRATCH/one/build/obj" "$SCRATCH/one/build/libloyd.a"
small_make "${CC:-cc}" -O1 "$SCRATCH/one" -j2
[ "$(sort "$SCRATCH/log" | tr '\n' ' ')" = "AR build/libloyd.a \
CC src/base/number.c CC src/base/utf8.c " ] ||
    fail "make prints: $(cat "$SCRATCH/log")"
cp "$SCRATCH/one/build/libloyd.a" "$SCRATCH/quiet.a"
rm -r "$SCRATCH/one/build/obj" "$SCRATCH/one/build/libloyd.a"
small_make "${CC:-cc}" -O1 "$SCRATCH/one" V=1
grep -q -- '-std=c11.* -c -o build/obj/base/utf8.o src/base/utf8.c 2>' \
    "$SCRATCH/log" || fail "V=1 prints no command: $(cat "$SCRATCH/log")"
cmp "$SCRATCH/one/build/libloyd.a" "$SCRATCH/quiet.a" || exit 1
echo 'int unused(int a) { int b; return a; }' >>"$SCRATCH/one/src/base/utf8.c"
small_make "${CC:-cc}" -O1 "$SCRATCH/one"
grep -q 'warning: unused variable' "$SCRATCH/log" || fail "no warning"
rm -r "$SCRATCH/one" "$SCRATCH/quiet.a"

# make_quiet COMPILER FLAGS GOALS: prints nothing, not even a warning.
make_quiet() {
    # shellcheck disable=SC2086 # words
    make -s BUILD="$dir" CC="$1" CFLAGS="$2" WERROR=1 $3 \
        >"$SCRATCH/log" 2>&1 || {
        cat "$SCRATCH/log"
        fail "$1 $2 does not compile"
    }
    [ ! -s "$SCRATCH/log" ] || {
        cat "$SCRATCH/log"
        fail "$1 $2 prints warnings"
    }
}

# all_of COMPILER LEVEL: builds everything, and makes the catalogue with it.
all_of() {
    dir=$SCRATCH/$(basename "$1" | tr ' ' _)$2
    # The tests are only parsed: warnings need no more.
    make_quiet "$1" "$2" "all $([ "$2" != -O0 ] || echo unit-warnings)"
    XDG_CACHE_HOME=$dir/cache # separate tables for each compiler
    export XDG_CACHE_HOME
    same "$dir/loyd" 1 2
    rm -rf "$dir"
}

# The warnings of the build, which for the fuzzers is clang's.
find "$BUILD/obj" "$BUILD/test" "$BUILD/fuzz/obj" -name '*.said' -size +0 >"$SCRATCH/said"
[ ! -s "$SCRATCH/said" ] || {
    xargs cat <"$SCRATCH/said"
    fail "the build has warnings"
}
[ -e "$BUILD/obj/base/utf8.o.said" ] || fail "no warnings are kept"

if [ -n "${LOYD_LONG:-}" ]; then
    for level in -O0 -O3; do
        all_of "${CC:-cc}" $level
        all_of "${CLANG:-clang}" $level
    done
fi

# With other flags, as when root does not set those of the build.
dir=$SCRATCH/built
mkdir "$dir"
cp -p "$BUILD"/libloyd[.-]* "$BUILD"/loyd* "$BUILD/flags" "$dir/"
touch "$SCRATCH/began"
make -s BUILD="$dir" CC=false DESTDIR="$SCRATCH/dest" install \
    >"$SCRATCH/log" 2>&1 || {
    cat "$SCRATCH/log"
    fail "make install fails"
}
again=$(find "$dir" -newer "$SCRATCH/began" -type f)
[ -z "$again" ] || fail "make install builds again: $again"
cmp "$dir/loyd" "$SCRATCH/dest/usr/local/bin/loyd" || exit 1
[ ${#first} = 64 ] || fail "no digest"
