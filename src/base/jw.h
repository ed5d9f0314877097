/* SPDX-License-Identifier: MIT */
/*
 * Writes JSON: commas, quotes, escapes and line ends are its own. The prefix
 * is jw_ and not json_, for that is jansson's, which may be linked statically.
 */
#ifndef LOYD_BASE_JW_H
#define LOYD_BASE_JW_H

#include "base/text.h"

/* How the members of an object or an array stand. */
enum jw_style {
    JW_TIGHT,  /* {"a":1,"b":2} */
    JW_SPACED, /* {"a": 1, "b": 2} */
    JW_LINES,  /* each on a line, indented by two a level; "a": 1 */
    JW_ROWS    /* each on a line, not indented; "a":1 */
};

#define JW_DEPTH 8 /* of objects and arrays in each other */

/*
 * A value under way: {.to = &text}. What is written goes to the end of the
 * text, which may be emptied at any time.
 */
struct jw {
    struct text *to;
    unsigned depth;
    struct jw_level {
        enum jw_style style;
        char end;
        bool has_members;
    } level[JW_DEPTH];
};

/*
 * All below write one member. `name` is that in the object around it, and
 * NULL in an array and of the outermost value.
 */
void jw_object(struct jw *jw, const char *name, enum jw_style style);
void jw_array(struct jw *jw, const char *name, enum jw_style style);
/* Ends the object or array that was begun last. */
void jw_close(struct jw *jw);

void jw_string(struct jw *jw, const char *name, const char *string);
/* A string of our own words and numbers: nothing is escaped. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void
jw_format(struct jw *jw, const char *name, const char *format, ...);
void jw_hex(struct jw *jw, const char *name, const uint8_t *bytes, size_t n);
void jw_uint(struct jw *jw, const char *name, uint64_t number);
/* A finite one, which is read back as the same. */
void jw_double(struct jw *jw, const char *name, double number);
void jw_boolean(struct jw *jw, const char *name, bool truth);
/* What is JSON already: a number with three decimals, for one. */
void jw_raw(struct jw *jw, const char *name, const char *json);

/* The members of object[0..len), which is a tight one, "{...}". */
void jw_members(struct jw *jw, const char *object, size_t len);

/* Begins a member whose value the caller puts into `to`. */
void jw_name(struct jw *jw, const char *name);

#endif
