/* SPDX-License-Identifier: MIT */
/*
 * Owns loyd_escape: one table row a destination. A character is written
 * whole or not at all, so that a cut result is still valid.
 */
#include <stdio.h>
#include <string.h>

#include "core/utf8.h"
#include "loyd/text.h"

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

/* Room for one character escaped, its NUL included: "\xF0\x9F\x98\x80". */
#define PIECE_BYTES 24

struct sink {
    char *out;
    size_t size;
    size_t len; /* of the whole result */
};

/* One character: `code` where bytes > 0, otherwise one byte that is none. */
struct unit {
    const char *text;
    size_t bytes;
    uint32_t code;
};

/* Once a piece does not fit, `len` says that no later one does. */
static void
put(struct sink *sink, const char *text, size_t len)
{
    if (sink->len + len < sink->size) {
        memcpy(sink->out + sink->len, text, len);
        sink->out[sink->len + len] = '\0';
    }
    sink->len += len;
}

static void
put_string(struct sink *sink, const char *text)
{
    put(sink, text, strlen(text));
}

static void
put_terminal(struct sink *sink, const struct unit *unit)
{
    size_t bytes = unit->bytes > 0 ? unit->bytes : 1;
    char piece[PIECE_BYTES];
    size_t len = 0;

    if (unit->bytes > 0 && !utf8_is_control(unit->code) &&
        !utf8_is_direction(unit->code)) {
        put(sink, unit->text, unit->bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i++)
        len += (size_t)snprintf(piece + len, sizeof(piece) - len, "\\x%02x",
                                (unsigned)(uint8_t)unit->text[i]);
    put(sink, piece, len);
}

static void
put_json(struct sink *sink, const struct unit *unit)
{
    static const char shorts[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    char piece[PIECE_BYTES];

    for (size_t i = 0; unit->bytes == 1 && i + 1 < sizeof(shorts); i += 2) {
        if (unit->code == (uint8_t)shorts[i]) {
            piece[0] = '\\';
            piece[1] = shorts[i + 1];
            put(sink, piece, 2);
            return;
        }
    }
    if (unit->bytes == 0) {
        put_string(sink, REPLACEMENT);
    } else if (utf8_is_control(unit->code)) {
        snprintf(piece, sizeof(piece), "\\u%04x", (unsigned)unit->code);
        put_string(sink, piece);
    } else {
        put(sink, unit->text, unit->bytes);
    }
}

/*
 * Control characters other than tab and line ends are not XML, not even as
 * references, and HTML reads 80..9F as something else ([XML 1.0], 2.2; [HTML],
 * 13.2.5.80): they become U+FFFD, as do U+FFFE and U+FFFF.
 */
static void
put_xml(struct sink *sink, const struct unit *unit)
{
    static const struct {
        char from;
        char to[7];
    } entities[] = {
        {'&', "&amp;"},  {'<', "&lt;"},  {'>', "&gt;"},   {'"', "&quot;"},
        {'\'', "&#39;"}, {'\t', "&#9;"}, {'\n', "&#10;"}, {'\r', "&#13;"},
    };

    for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++) {
        if (unit->bytes == 1 && unit->text[0] == entities[i].from) {
            put_string(sink, entities[i].to);
            return;
        }
    }
    if (unit->bytes == 0 || utf8_is_control(unit->code) ||
        unit->code == 0xFFFE || unit->code == 0xFFFF)
        put_string(sink, REPLACEMENT);
    else
        put(sink, unit->text, unit->bytes);
}

/* Inside a field: tab and line ends stay, a quote is doubled. [RFC 4180] */
static void
put_csv(struct sink *sink, const struct unit *unit)
{
    bool is_kept = unit->bytes == 1 &&
                   strchr("\t\n\r", unit->text[0]) != NULL &&
                   unit->text[0] != '\0';

    if (unit->bytes == 1 && unit->text[0] == '"')
        put_string(sink, "\"\"");
    else if (unit->bytes == 0 || (utf8_is_control(unit->code) && !is_kept))
        put_string(sink, REPLACEMENT);
    else
        put(sink, unit->text, unit->bytes);
}

static void (*const put_unit[LOYD_ESCAPE_COUNT_])(struct sink *,
                                                  const struct unit *) = {
    [LOYD_ESCAPE_TERMINAL] = put_terminal,
    [LOYD_ESCAPE_JSON] = put_json,
    [LOYD_ESCAPE_XML] = put_xml,
    [LOYD_ESCAPE_CSV] = put_csv,
};

static bool
holds_any(const char *text, size_t len, const char *set)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] != '\0' && strchr(set, text[i]) != NULL)
            return true;
    return false;
}

size_t
loyd_escape(loyd_escape_kind kind, const char *text, size_t len, char *out,
            size_t size)
{
    struct sink sink = {out, size, 0};
    bool is_csv = kind == LOYD_ESCAPE_CSV;
    bool is_quoted = is_csv && holds_any(text, len, ",\"\n\r");

    if (size > 0)
        out[0] = '\0';
    if (is_quoted)
        put_string(&sink, "\"");
    /* Spreadsheets take these for the beginning of a formula. */
    if (is_csv && len > 0 && holds_any(text, 1, "=+-@\t\r"))
        put_string(&sink, "'");
    for (size_t at = 0; at < len;) {
        struct unit unit = {text + at, 0, 0};
        unit.bytes = utf8_read(text + at, len - at, &unit.code);
        put_unit[kind](&sink, &unit);
        at += unit.bytes > 0 ? unit.bytes : 1;
    }
    if (is_quoted)
        put_string(&sink, "\"");
    return sink.len;
}
