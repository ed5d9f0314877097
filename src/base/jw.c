/* SPDX-License-Identifier: MIT */
/* Writes JSON. */
#include "base/jw.h"

#include <stdio.h>

/* Writes a line end and the indentation of the next line, by style. */
static void
put_line(struct jw *jw, const struct jw_level *level, unsigned depth)
{
    static const char blanks[2 * JW_DEPTH + 1] = "                ";

    if (level->style == JW_LINES || level->style == JW_ROWS)
        text_char(jw->to, '\n');
    if (level->style == JW_LINES)
        text_bytes(jw->to, blanks, 2 * (size_t)depth);
}

/* Members of the row itself are cells, values in them are not. */
static bool
is_cell(const struct jw *jw)
{
    return jw->cells != NULL && jw->depth == 0;
}

void
jw_row(struct jw *jw)
{
    jw->depth = 0;
    jw->cells->n = 0;
    text_clear(jw->to);
}

void
jw_name(struct jw *jw, const char *name)
{
    struct jw_level *level;

    if (is_cell(jw)) {
        if (jw->cells->n == JW_CELLS)
            jw->to->is_lost = true;
        else
            jw->cells->cell[jw->cells->n++] =
                (struct jw_cell){name, jw->to->len};
        return;
    }
    if (jw->depth == 0)
        return;
    level = &jw->level[jw->depth - 1];
    if (level->has_members)
        text_put(jw->to, level->style == JW_SPACED ? ", " : ",");
    level->has_members = true;
    put_line(jw, level, jw->depth);
    if (name == NULL)
        return;
    text_json(jw->to, name);
    text_put(jw->to, level->style == JW_TIGHT || level->style == JW_ROWS
                         ? ":"
                         : ": ");
}

static void
begin_container(struct jw *jw, const char *name, enum jw_style style,
                const char *ends)
{
    jw_name(jw, name);
    text_char(jw->to, ends[0]);
    jw->level[jw->depth++] = (struct jw_level){style, ends[1], false};
}

void
jw_object(struct jw *jw, const char *name, enum jw_style style)
{
    begin_container(jw, name, style, "{}");
}

void
jw_array(struct jw *jw, const char *name, enum jw_style style)
{
    begin_container(jw, name, style, "[]");
}

void
jw_close(struct jw *jw)
{
    const struct jw_level *level = &jw->level[--jw->depth];

    put_line(jw, level, jw->depth);
    text_char(jw->to, level->end);
}

bool
jw_is_plain(const struct jw *jw)
{
    return is_cell(jw) && jw->cells->is_plain;
}

void
jw_string(struct jw *jw, const char *name, const char *string)
{
    jw_name(jw, name);
    if (jw_is_plain(jw))
        text_put(jw->to, string);
    else
        text_json(jw->to, string);
}

void
jw_word(struct jw *jw, const char *name, const char *word)
{
    if (word[0] != '\0')
        jw_string(jw, name, word);
}

void
jw_quote(struct jw *jw)
{
    if (!jw_is_plain(jw))
        text_char(jw->to, '"');
}

void
jw_format(struct jw *jw, const char *name, const char *format, ...)
{
    va_list args;

    jw_name(jw, name);
    jw_quote(jw);
    va_start(args, format);
    text_vformat(jw->to, format, args);
    va_end(args);
    jw_quote(jw);
}

void
jw_hex(struct jw *jw, const char *name, const uint8_t *bytes, size_t n)
{
    jw_name(jw, name);
    jw_quote(jw);
    text_hex(jw->to, bytes, n);
    jw_quote(jw);
}

void
jw_uint(struct jw *jw, const char *name, uint64_t number)
{
    jw_name(jw, name);
    text_number(jw->to, number);
}

void
jw_boolean(struct jw *jw, const char *name, bool truth)
{
    jw_raw(jw, name, truth ? "1" : "0");
}

void
jw_raw(struct jw *jw, const char *name, const char *json)
{
    jw_name(jw, name);
    text_put(jw->to, json);
}
