#!/bin/sh
# Links the static library into a program that defines names which also exist
# inside libloyd, and with jansson's archive: no symbol is duplicated, and each
# side calls its own functions.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
build=${BUILD:-build}

cat >"$SCRATCH/program.c" <<'END_C'
#include <loyd.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* A library that used these would change the output. */
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
# The library's objects must define the name, or this program tests nothing.
nm --defined-only "$build/libloyd-internal.a" | grep -q ' T utf8_read$' || {
    echo "the library has no utf8_read: use another hidden name here"
    exit 1
}
needs=$(sed -n 's/^Requires.private: //p' loyd.pc.in)
# shellcheck disable=SC2086 # words
libs=$(pkg-config --libs ${needs%jansson*} ${needs#*jansson})
archive=$(pkg-config --variable=libdir jansson)/libjansson.a
[ -e "$archive" ] || {
    echo "libjansson.a is not installed"
    exit 77
}
# shellcheck disable=SC2086 # words
${CC:-cc} -std=c11 -Wall -Wextra -Iinclude $(pkg-config --cflags jansson) \
    -o "$SCRATCH/program" "$SCRATCH/program.c" "$build/libloyd.a" \
    -Wl,--whole-archive "$archive" -Wl,--no-whole-archive $libs \
    -pthread -lm || exit 1
"$SCRATCH/program" >"$SCRATCH/out" || exit 1
grep -q '^7 8 0\.5 ' "$SCRATCH/out" || { cat "$SCRATCH/out" && exit 1; }

# The command too: its names are visible to archives.
# shellcheck disable=SC2086 # words
${CC:-cc} -o "$SCRATCH/loyd" "$build"/obj/cli/*.o "$build"/obj/lab/*.o \
    "$build/libloyd-internal.a" -Wl,--whole-archive "$archive" \
    -Wl,--no-whole-archive $libs -pthread -lm || exit 1
"$SCRATCH/loyd" version >/dev/null
