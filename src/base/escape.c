/* SPDX-License-Identifier: MIT */
/*
 * Escapes text; one table row per kind of output. A character is written
 * completely or not at all, so that a truncated result is still valid.
 */
#include <stdio.h>

#include "base/text.h"
#include "base/utf8.h"

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

/* Room for one escaped character and a NUL: "\xF0\x9F\x98\x80". */
#define PIECE_BYTES 24

/* One character, `code`, or if bytes is 0, one byte of invalid UTF-8. */
struct unit {
    const char *text;
    size_t bytes;
    uint32_t code;
};

/* After a piece that does not fit, to->len >= to->size, so none fits. */
static void
put(struct text *to, const char *piece, size_t len)
{
    if (to->is_fixed && (to->len >= to->size || len >= to->size - to->len))
        to->len += len;
    else
        text_bytes(to, piece, len);
}

static void
put_string(struct text *to, const char *piece)
{
    put(to, piece, strlen(piece));
}

static void
put_terminal(struct text *to, const struct unit *unit)
{
    size_t bytes = unit->bytes > 0 ? unit->bytes : 1;
    char piece[PIECE_BYTES];
    size_t len = 0;

    if (unit->bytes > 0 && !utf8_is_control(unit->code) &&
        !utf8_is_direction(unit->code) && unit->code != UTF8_MARK_CODE) {
        put(to, unit->text, unit->bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i++)
        len += (size_t)snprintf(piece + len, sizeof(piece) - len, "\\x%02x",
                                (unsigned)(uint8_t)unit->text[i]);
    put(to, piece, len);
}

static void
put_json(struct text *to, const struct unit *unit)
{
    static const char shorts[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    char piece[PIECE_BYTES];

    for (size_t i = 0; unit->bytes == 1 && i + 1 < sizeof(shorts); i += 2) {
        if (unit->code == (uint8_t)shorts[i]) {
            piece[0] = '\\';
            piece[1] = shorts[i + 1];
            put(to, piece, 2);
            return;
        }
    }
    if (unit->bytes == 0) {
        put_string(to, REPLACEMENT);
    } else if (utf8_is_control(unit->code)) {
        snprintf(piece, sizeof(piece), "\\u%04x", (unsigned)unit->code);
        put_string(to, piece);
    } else {
        put(to, unit->text, unit->bytes);
    }
}

/*
 * Control characters become U+FFFD, except tab and line ends: XML does not
 * allow them even as references, and HTML reads 80..9F as other characters
 * ([XML 1.0], 2.2; [HTML], 13.2.5.80). So do U+FFFE and U+FFFF.
 */
static void
put_xml(struct text *to, const struct unit *unit)
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
            put_string(to, entities[i].to);
            return;
        }
    }
    if (unit->bytes == 0 || utf8_is_control(unit->code) ||
        unit->code == 0xFFFE || unit->code == 0xFFFF)
        put_string(to, REPLACEMENT);
    else
        put(to, unit->text, unit->bytes);
}

/* Inside a field: tabs and line ends stay, quotes are doubled [RFC 4180]. */
static void
put_csv(struct text *to, const struct unit *unit)
{
    bool is_kept = unit->bytes == 1 &&
                   strchr("\t\n\r", unit->text[0]) != NULL &&
                   unit->text[0] != '\0';

    if (unit->bytes == 1 && unit->text[0] == '"')
        put_string(to, "\"\"");
    else if (unit->bytes == 0 || (utf8_is_control(unit->code) && !is_kept))
        put_string(to, REPLACEMENT);
    else
        put(to, unit->text, unit->bytes);
}

static void (*const put_unit[])(struct text *, const struct unit *) = {
    [TEXT_TERMINAL] = put_terminal,
    [TEXT_JSON] = put_json,
    [TEXT_XML] = put_xml,
    [TEXT_CSV] = put_csv,
};

static bool
holds_any(const char *text, size_t len, const char *set)
{
    for (; len > 0 && *set != '\0'; set++)
        if (memchr(text, *set, len) != NULL)
            return true;
    return false;
}

/* Returns the length of the leading ASCII that no kind escapes. */
static size_t
plain(const char *text, size_t len)
{
    static const bool is_escaped[0x7F] = {
        ['"'] = true, ['\\'] = true, ['\''] = true,
        ['&'] = true, ['<'] = true,  ['>'] = true};
    size_t n = 0;

    while (n < len && text[n] >= ' ' && text[n] < 0x7F &&
           !is_escaped[(uint8_t)text[n]])
        n++;
    return n;
}

void
text_escaped(struct text *text, enum text_escape kind, const char *bytes,
             size_t len)
{
    bool is_csv = kind == TEXT_CSV;
    bool is_quoted = is_csv && holds_any(bytes, len, ",\"\n\r");

    if (is_quoted)
        put_string(text, "\"");
    /* Spreadsheets would read such a field as a formula. */
    if (is_csv && len > 0 && holds_any(bytes, 1, "=+-@\t\r"))
        put_string(text, "'");
    for (size_t at = 0; at < len;) {
        struct unit unit = {bytes + at, 0, 0};
        size_t n = plain(bytes + at, len - at);

        text_bytes(text, bytes + at, n);
        if ((at += n) == len)
            break;
        unit.text = bytes + at;
        unit.bytes = utf8_read(unit.text, len - at, &unit.code);
        put_unit[kind](text, &unit);
        at += unit.bytes > 0 ? unit.bytes : 1;
    }
    if (is_quoted)
        put_string(text, "\"");
}

size_t
text_shown(const char *bytes, size_t len, char *out, size_t size)
{
    struct text to = text_in(out, size);

    text_escaped(&to, TEXT_TERMINAL, bytes, len);
    return to.len;
}

void
text_xml(struct text *text, const char *string)
{
    text_escaped(text, TEXT_XML, string, strlen(string));
}

void
text_json(struct text *text, const char *string)
{
    text_char(text, '"');
    text_escaped(text, TEXT_JSON, string, strlen(string));
    text_char(text, '"');
}
