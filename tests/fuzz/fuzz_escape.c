/* SPDX-License-Identifier: MIT */
/*
 * Escaping: for any input the output is safe for its destination, has the
 * length that was returned, and is truncated at a whole character.
 */
#include "fuzz.h"

#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

/* A quoted field: quotes inside are doubled. */
static void
quoted(const char *out, size_t len)
{
    demand(len > 1 && out[0] == '"' && out[len - 1] == '"');
    for (size_t i = 1; i < len - 1; i++)
        if (out[i] == '"') {
            i++;
            demand(i < len - 1 && out[i] == '"');
        }
}

static void
harmless(enum text_escape kind, const char *out, size_t len)
{
    switch (kind) {
    case TEXT_TERMINAL:
        demand(utf8_check(out, len, NULL) == LOYD_OK);
        break;
    case TEXT_JSON:
        for (size_t i = 0; i < len; i++) {
            demand((unsigned char)out[i] >= 0x20 && out[i] != '"');
            if (out[i] == '\\') { /* with the next character */
                i++;
                demand(i < len && strchr("\"\\/bfnrtu", out[i]) != NULL);
            }
        }
        break;
    case TEXT_XML:
        demand(strpbrk(out, "<>\"") == NULL);
        for (const char *c = strchr(out, '&'); c; c = strchr(c + 1, '&'))
            demand(strchr(c, ';') != NULL);
        break;
    case TEXT_CSV:
        demand(len == 0 || strchr("=+-@\t\r", out[0]) == NULL);
        if (strpbrk(out, ",\"\r\n") != NULL)
            quoted(out, len);
        break;
    case TEXT_ESCAPES:
        break;
    }
}

static size_t
escape(enum text_escape kind, const char *in, size_t len, char *out,
       size_t size)
{
    struct text to = text_in(out, size);

    text_escaped(&to, kind, in, len);
    return to.len;
}

static void
check(enum text_escape kind, const char *text, size_t len)
{
    size_t whole = escape(kind, text, len, NULL, 0);
    size_t part = whole / 2 + 1;
    char *out = malloc(whole + 1), *cut = malloc(part);

    if (out == NULL || cut == NULL)
        abort();
    demand(escape(kind, text, len, out, whole + 1) == whole);
    demand(strlen(out) == whole);
    harmless(kind, out, whole);
    demand(escape(kind, text, len, cut, part) == whole);
    demand(strlen(cut) < part && strncmp(out, cut, strlen(cut)) == 0);
    free(out);
    free(cut);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int kind = 0; kind < TEXT_ESCAPES; kind++)
        check((enum text_escape)kind, (const char *)data, size);
    return 0;
}
