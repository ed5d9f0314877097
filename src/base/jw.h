/* SPDX-License-Identifier: MIT */
/*
 * A JSON writer, which adds commas, quotes, escapes and line ends. The prefix
 * is jw_ because json_ is that of jansson, which may be linked statically.
 */
#ifndef LOYD_BASE_JW_H
#define LOYD_BASE_JW_H

#include "base/text.h"

/* The layout of the members of an object or array. */
enum jw_style {
    JW_TIGHT,  /* {"a":1,"b":2} */
    JW_SPACED, /* {"a": 1, "b": 2} */
    JW_LINES,  /* one per line, indented by two per level; "a": 1 */
    JW_ROWS    /* one per line, not indented; "a":1 */
};

#define JW_DEPTH 8 /* maximum depth of objects and arrays */

/*
 * The members of an object as cells of a row: their values follow one another
 * in the text, and each ends where the next begins. Arrays and objects are
 * JSON there too.
 */
#define JW_CELLS 80 /* maximum number of members */
struct jw_cells {
    bool is_plain; /* texts have neither quotes nor escapes */
    unsigned n;
    struct jw_cell {
        const char *name; /* borrowed */
        size_t at;        /* where the value begins */
    } cell[JW_CELLS];
};

/*
 * A writer, initialised as {.to = &text}. It appends to the text, which the
 * caller may empty at any time.
 */
struct jw {
    struct text *to;
    struct jw_cells *cells; /* NULL: the members are written as an object */
    unsigned depth;
    struct jw_level {
        enum jw_style style;
        char end;
        bool has_members;
    } level[JW_DEPTH];
};

/*
 * The functions below write one member. `name` is its name in an object, or
 * NULL in an array and for the outermost value.
 */
void jw_object(struct jw *jw, const char *name, enum jw_style style);
void jw_array(struct jw *jw, const char *name, enum jw_style style);
/* Ends the innermost open object or array. */
void jw_close(struct jw *jw);
/* Begins a row of cells instead of an object, empties the text, and forgets
 * the last row. */
void jw_row(struct jw *jw);

/* Returns whether the next member is a cell in which texts have neither quotes
 * nor escapes. */
bool jw_is_plain(const struct jw *jw);
/* Writes the quote before or after a text, unless it is such a cell. */
void jw_quote(struct jw *jw);

void jw_string(struct jw *jw, const char *name, const char *string);
/* The same; omits an empty string. */
void jw_word(struct jw *jw, const char *name, const char *word);
/* Writes a formatted string that needs no escaping. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void
jw_format(struct jw *jw, const char *name, const char *format, ...);
void jw_hex(struct jw *jw, const char *name, const uint8_t *bytes, size_t n);
void jw_uint(struct jw *jw, const char *name, uint64_t number);
/* Writes 1 or 0, as in CSV and in SQL. */
void jw_boolean(struct jw *jw, const char *name, bool truth);
/* Writes text that is already JSON, such as a number with three decimals. */
void jw_raw(struct jw *jw, const char *name, const char *json);

/* Begins a member whose value the caller appends to the text. */
void jw_name(struct jw *jw, const char *name);

#endif
