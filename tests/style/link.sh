#!/bin/sh
# The static library in a program that has names of its own like those inside
# libloyd, and jansson's archive: no name is there twice, and each side calls
# its own.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
build=${BUILD:-build}

cat >"$SCRATCH/program.c" <<'END_C'
#include <loyd.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* Whoever in the library called these would be found out. */
int utf8_read = 7;
int json_text(void);
int
json_text(void)
{
    return 8;
}

int
main(void)
{
    static const char text[] = "3x3/spiral~g1~a~0";
    json_t *half = json_real(0.5);
    loyd_recipe recipe;

    if (loyd_recipe_parse(text, strlen(text), &recipe, NULL) != LOYD_OK)
        return 1;
    printf("%d %d %.1f %s\n", utf8_read, json_text(), json_real_value(half),
           loyd_strerror(LOYD_OK));
    json_decref(half);
    return 0;
}
END_C
# Names that the library's own objects have, so that this program is a test.
nm --defined-only "$build/libloyd-internal.a" | grep -q ' T utf8_read$' || {
    echo "utf8_read is gone: take another hidden name"
    exit 1
}
needs=$(sed -n 's/^Requires.private: //p' loyd.pc.in)
# shellcheck disable=SC2086 # words
libs=$(pkg-config --libs ${needs%jansson*} ${needs#*jansson})
archive=$(pkg-config --variable=libdir jansson)/libjansson.a
[ -e "$archive" ] || {
    echo "no libjansson.a here"
    exit 77
}
# shellcheck disable=SC2086 # words
${CC:-cc} -std=c11 -Wall -Wextra -Iinclude $(pkg-config --cflags jansson) \
    -o "$SCRATCH/program" "$SCRATCH/program.c" "$build/libloyd.a" \
    -Wl,--whole-archive "$archive" -Wl,--no-whole-archive $libs \
    -pthread -lm || exit 1
"$SCRATCH/program" >"$SCRATCH/out" || exit 1
grep -q '^7 8 0\.5 ' "$SCRATCH/out" || { cat "$SCRATCH/out" && exit 1; }

# The command too, whose own names are not hidden from archives.
# shellcheck disable=SC2086 # words
${CC:-cc} -o "$SCRATCH/loyd" "$build"/obj/cli/*.o "$build"/obj/base/*.o \
    "$build/libloyd.a" -Wl,--whole-archive "$archive" \
    -Wl,--no-whole-archive $libs -pthread -lm || exit 1
"$SCRATCH/loyd" version >/dev/null
