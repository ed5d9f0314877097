#!/bin/sh
# Installs into an empty DESTDIR and into a separate PREFIX, compiles the README's
# program with the installed .pc file, shared and static, runs both and the
# installed command, uninstalls, and checks that the user's files are left, and no
# other.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
dest=$SCRATCH/dest
LOYD=${LOYD:-${BUILD:-build}/loyd}
prefix=/opt/loyd
PKG_CONFIG_PATH=$dest$prefix/lib/pkgconfig
PKG_CONFIG_SYSROOT_DIR=$dest
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR

fail() {
    echo "$*"
    exit 1
}

# The build's pkg-config must not see the variables above.
job() {
    env -u PKG_CONFIG_PATH -u PKG_CONFIG_SYSROOT_DIR \
        make -s BUILD="${BUILD:-build}" DESTDIR="$dest" PREFIX=$prefix "$1"
}

job install || fail "make install failed"
header=$dest$prefix/include/loyd/error.h
version=$(sed -n 's/^#define LOYD_VERSION "\(.*\)"/\1/p' "$header")
[ "$(pkg-config --modversion loyd)" = "$version" ] ||
    fail "the .pc file has another version than the header"
[ "$("$dest$prefix/bin/loyd" version)" = "loyd $version" ] ||
    fail "the command has another version than the header"
number=$(sed -n 's/^#define LOYD_VERSION_NUMBER //p' "$header")
[ "$number" = "$(echo "$version" |
    awk -F '[.-]' '{ print 10000 * $1 + 100 * $2 + $3 }')" ] ||
    fail "LOYD_VERSION_NUMBER $number is not $version"
[ -e "$dest$prefix/lib/libloyd.so.${version%.*}" ] ||
    fail "no libloyd.so.${version%.*}"
grep -q "$dest" "$PKG_CONFIG_PATH/loyd.pc" && fail "the .pc file contains DESTDIR"

# The first C block of the README is a complete program.
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^```c$/,/^```$/{/^```/d;p;}' README.md >"$SCRATCH/program.c"
[ -s "$SCRATCH/program.c" ] || fail "no program in README.md"

# -l:libloyd.a: only libloyd is static, its dependencies are not.
# shellcheck disable=SC2046 # flags are words
${CC:-cc} -std=c11 -Wall -Wextra -Werror $(pkg-config --cflags loyd) \
    -o "$SCRATCH/static" "$SCRATCH/program.c" \
    $(pkg-config --static --libs loyd | sed 's/-lloyd/-l:libloyd.a/') ||
    fail "the README's program does not compile (static)"
"$SCRATCH/static" >"$SCRATCH/static.out" ||
    fail "the README's program fails (static)"
[ -s "$SCRATCH/static.out" ] || fail "the README's program prints nothing"
objdump -p "$SCRATCH/static" | grep -q 'NEEDED *libloyd' &&
    fail "the static program needs the shared library"

# The same as C++, which needs nothing of a C++ library.
# shellcheck disable=SC2046 # flags are words
${CLANG:-clang} -x c++ -std=c++11 -Wall -Werror $(pkg-config --cflags loyd) \
    -c -o "$SCRATCH/plus.o" "$SCRATCH/program.c" &&
    ${CC:-cc} -o "$SCRATCH/plus" "$SCRATCH/plus.o" \
        $(pkg-config --static --libs loyd | sed 's/-lloyd/-l:libloyd.a/') ||
    fail "the README's program does not compile as C++"
"$SCRATCH/plus" | cmp - "$SCRATCH/static.out" || exit 1

# The examples, as C and C++, with the part of the library that they name.
make_pack() {
    "$LOYD" generate 3x3 --seed pack --count 3 --db "$SCRATCH/few.db" &&
        "$LOYD" rate --db "$SCRATCH/few.db" &&
        "$LOYD" export --db "$SCRATCH/few.db" --out "$SCRATCH/pack"
}
for example in docs/examples/*.c; do
    name=${example##*/}
    libs=$(sed -n 's/.*pkg-config --cflags --libs \(.*\))$/\1/p' "$example")
    # shellcheck disable=SC2046,SC2086 # flags are words
    for compiler in "${CC:-cc} -std=c11 -Wall -Wextra -Wconversion" \
        "${CLANG:-clang} -x c++ -std=c++11 -Wall"; do
        $compiler -Werror -D_POSIX_C_SOURCE=200809L \
            $(pkg-config --cflags $libs) -c -o "$SCRATCH/$name.o" "$example" &&
            ${CC:-cc} -o "$SCRATCH/$name.run" "$SCRATCH/$name.o" \
                -Wl,-rpath,"$dest$prefix/lib" $(pkg-config --libs $libs) ||
            fail "$example does not compile with $compiler"
    done
    objdump -p "$SCRATCH/$name.run" | grep -q 'NEEDED *libloyd-core.so' ||
        fail "$example does not need libloyd-core"
done
"$SCRATCH/batch.c.run" >"$SCRATCH/lengths" && "$LOYD" generate 4x3 --layout spiral \
    --seed batch --count 1000 | "$LOYD" solve --layout spiral --length >"$SCRATCH/other" &&
    sort -n "$SCRATCH/other" | uniq -c | awk '{ print $2, $1 }' |
    cmp - "$SCRATCH/lengths" || fail "batch.c counts other lengths"
[ "$("$SCRATCH/storage.c.run" "$SCRATCH/boards")" = "20 puzzles verified" ] ||
    fail "storage.c does not verify its file"
[ "$(cut -f 1,4,5 "$SCRATCH/boards" | head -n 1)" = \
    "h1f4b2weysm03fc4	57	79.131" ] || fail "storage.c has another first board"
[ "$(printf '%s\n' '1 2 3/4 5 6/8 0 7' '8 6 7/2 5 4/3 0 1' |
    "$SCRATCH/deadline.c.run" 600000)" = "no path from start to goal: the goal \
cannot be reached from the start
31" ] || fail "deadline.c has other answers"
make_pack >/dev/null 2>&1 || fail "no pack for pack.c"
[ "$("$SCRATCH/pack.c.run" "$SCRATCH/pack/puzzles.sqlite")" = \
    "3 solutions are right, 0 wrong" ] || fail "pack.c does not read a pack"

"$dest$prefix/bin/loyd" version >/dev/null || fail "the installed loyd fails"

man=$dest$prefix/share/man/man1/loyd.1
for command in $("$LOYD" help | sed -n '/^commands/,/^$/p' | awk '/^  [a-z]/{print $1}')
do
    grep -qi "^.SH loyd $command\$" "$man" || fail "no $command in the man page"
done

mine="$dest$prefix/include/loyd/mine.h
$dest$prefix/share/loyd/web/mine"
mkdir -p "$dest$prefix/share/loyd/web"
for file in $mine; do
    : >"$file"
done
job uninstall >/dev/null || fail "make uninstall failed"
left=$(find "$dest" ! -type d | sort)
[ "$left" = "$mine" ] || fail "left are $left: expected $mine"

job install || fail "make install failed"
# shellcheck disable=SC2086 # names
rm -f $mine
job uninstall >/dev/null || fail "make uninstall failed"
left=$(find "$dest" ! -type d)
[ -z "$left" ] || fail "not removed: $left"
for folder in include/loyd share/loyd; do
    [ ! -d "$dest$prefix/$folder" ] || fail "not removed: $folder/"
done

for place in PREFIX="$SCRATCH/a b" DESTDIR="$SCRATCH/a b"; do
    for goal in install uninstall; do
        make -s BUILD="${BUILD:-build}" DESTDIR= "$place" $goal \
            >"$SCRATCH/said" 2>&1 && fail "make $goal $place is not refused"
        grep -qF "loyd: ${place%%=*}: '$SCRATCH/a b' has a space" \
            "$SCRATCH/said" || fail "make $goal $place: $(cat "$SCRATCH/said")"
    done
done
[ ! -e "$SCRATCH/a" ] && [ ! -e "$SCRATCH/a b" ] || fail "a part was installed"

# A folder that the loader does not search, with the commands of
# docs/operations.md.
unset PKG_CONFIG_SYSROOT_DIR LD_LIBRARY_PATH LD_RUN_PATH
dest=
prefix=$SCRATCH/own
job install >"$SCRATCH/said" || fail "make install PREFIX=$prefix failed"
grep -qF -e "-Wl,-rpath,$prefix/lib" "$SCRATCH/said" ||
    fail "no note about the loader: $(cat "$SCRATCH/said")"
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^export PKG_CONFIG_PATH/,/^```$/{/^```/d;p;}' docs/operations.md \
    >"$SCRATCH/compile"
cp "$SCRATCH/program.c" "$SCRATCH/example.c"
(cd "$SCRATCH" && PREFIX=$prefix && . ./compile && ./a.out >shared.out) ||
    fail "the README's program does not compile, or fails (shared)"
cmp "$SCRATCH/shared.out" "$SCRATCH/static.out" || exit 1
objdump -p "$SCRATCH/a.out" | grep -qE 'NEEDED +libloyd\.so\.[0-9]+(\.[0-9]+)?$' ||
    fail "the program does not need the soname"
