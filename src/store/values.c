/* SPDX-License-Identifier: MIT */
/* The values of filters as conditions of SQL. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/slice.h"
#include "base/why.h"
#include "core/class.h"
#include "loyd/layout.h"
#include "base/utf8.h"
#include "store/filter.h"
#include "store/tables.h"

bool
value_is_prefix(const char *value, size_t *len)
{
    *len = strlen(value);
    if (*len == 0 || value[*len - 1] != '*')
        return false;
    --*len;
    return true;
}

/* Writes that a text has a beginning: as a range, which is not limited in
 * length and serves an index, or as a pattern. */
static void
put_beginning(struct sql *sql, const char *name, const char *value, size_t len,
              bool is_plain)
{
    struct text text = {.len = 0};

    for (size_t i = 0; i < len; i++)
        text_format(&text, is_plain && strchr("*?[", value[i]) ? "[%c]" : "%c",
                    value[i]);
    sql_put(sql, name);
    if (is_plain) {
        sql_put(sql, " GLOB ");
        text_char(&text, '*');
        sql_text(sql, text.is_lost ? "" : text.at);
    } else {
        text_put(&text, "");
        sql_put(sql, " BETWEEN ");
        sql_text(sql, text.at != NULL ? text.at : "");
        text_char(&text, '\xff'); /* after all bytes of UTF-8 */
        sql_put(sql, " AND ");
        sql_text(sql, text.is_lost ? "" : text.at);
    }
    sql->is_lost |= text.is_lost;
    text_free(&text);
}

static loyd_err
bad_value(enum field column, const char *value, const char *expected,
          loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    return why_set(why, LOYD_E_SYNTAX, "invalid %s '%s': expected %s",
                   field_info[column].name,
                   why_quote(value, strlen(value), quote), expected);
}

/* Reads a whole number, or a number with a point as it is written. */
static bool
read_number(enum field column, struct slice text, double *number)
{
    struct slice whole, rest = text;
    uint64_t n, decimals;

    if (field_info[column].kind != LOYD_FIELD_REAL) {
        if (slice_number(text, &n) != NUMBER_GOOD || n > INT64_MAX)
            return false;
        *number = (double)n;
        return true;
    }
    if (slice_cut(&rest, '.', &whole) &&
        (rest.len > 6 || slice_number(rest, &decimals) == NUMBER_NONE))
        return false;
    if (whole.len > 12 || slice_number(whole, &n) != NUMBER_GOOD)
        return false;
    *number = strtod(text.at, NULL); /* reads the point of the C locale */
    return true;
}

static loyd_err
put_number(struct sql *sql, enum field column, const char *name,
           const char *value, loyd_why *why)
{
    bool is_real = field_info[column].kind == LOYD_FIELD_REAL;
    struct slice high = slice_of(value), low;
    bool is_range = slice_cut_dots(&high, &low);
    bool has_low = low.len > 0, has_high = is_range && high.len > 0;
    double from = 0, to = 0;

    if ((!has_low && !has_high) ||
        (has_low && !read_number(column, low, &from)) ||
        (has_high && !read_number(column, high, &to)))
        return bad_value(column, value,
                         "a number, or a range such as 20..30 or 30..", why);
    if (has_low && has_high && (from > to || (is_real && from == to)))
        return why_set(why, LOYD_E_RANGE, "empty range of %s %s",
                       field_info[column].name, value);
    if (!is_range)
        text_format(&sql->text, "%s = %.*s", name, (int)low.len, low.at);
    else if (has_low && has_high && !is_real)
        text_format(&sql->text, "%s BETWEEN %.*s AND %.*s", name, (int)low.len,
                    low.at, (int)high.len, high.at);
    else {
        const char *less =
            !is_real ||
                    (field_info[column].values == VALUES_PERCENT && to == 100)
                ? "<="
                : "<";

        sql_put(sql, has_low && has_high ? "(" : "");
        if (has_low)
            text_format(&sql->text, "%s >= %.*s", name, (int)low.len, low.at);
        sql_put(sql, has_low && has_high ? " AND " : "");
        if (has_high)
            text_format(&sql->text, "%s %s %.*s", name, less, (int)high.len,
                        high.at);
        sql_put(sql, has_low && has_high ? ")" : "");
    }
    return LOYD_OK;
}

#define SIDES (LOYD_SIDE_MAX - LOYD_SIDE_MIN + 1)

/* A simplest name that a layout has, and in which sizes. */
struct layout_name {
    char text[LOYD_LAYOUT_TEXT];
    struct text sizes; /* as texts of SQL, each after ", " */
    unsigned n;        /* of the sizes */
};

/* Adds the simplest name of a layout in its size. */
static void
add_name(struct layout_name *names, size_t *n, const loyd_layout *layout)
{
    char text[LOYD_LAYOUT_TEXT], size[SIZE_TEXT];
    loyd_layout simplest;
    size_t i = 0;

    if (loyd_layout_name(&layout->goal, &simplest) != LOYD_OK)
        return;
    loyd_layout_print(&simplest, text);
    while (i < *n && strcmp(names[i].text, text) != 0)
        i++;
    if (i == *n)
        strcpy(names[(*n)++].text, text);
    text_format(&names[i].sizes, ", '%s'",
                size_print(layout->width, layout->height, size));
    names[i].n++;
}

/* Writes that the goal is that of a layout: its simplest name depends on the
 * size, as a snake of two rows is a spiral too. */
static loyd_err
put_layout(struct sql *sql, const char *name, const char *value, bool is_plain,
           loyd_why *why)
{
    struct layout_name *names = calloc(SIDES * SIDES, sizeof(names[0]));
    loyd_layout layout = {.is_drawn = false};
    size_t n = 0;

    if (names == NULL)
        return LOYD_E_NOMEM;
    for (unsigned w = LOYD_SIDE_MIN; w <= LOYD_SIDE_MAX; w++)
        for (unsigned h = LOYD_SIDE_MIN; h <= LOYD_SIDE_MAX; h++)
            if (loyd_layout_parse(value, strlen(value), (uint8_t)w,
                                  (uint8_t)h, &layout, NULL) == LOYD_OK &&
                !layout.is_drawn)
                add_name(names, &n, &layout);
    sql_put(sql, n > 1 ? "(" : "");
    for (size_t i = 0; i < n; i++) {
        text_format(&sql->text, "%s%s = ", i > 0 ? " OR " : "", name);
        sql_text(sql, names[i].text);
        if (names[i].n < SIDES * SIDES && strcmp(names[i].text, value) != 0)
            text_format(&sql->text, " AND %ssize IN (%s)",
                        is_plain ? "" : "+", names[i].sizes.at + 2);
        sql->is_lost |= names[i].sizes.is_lost;
        text_free(&names[i].sizes);
    }
    sql_put(sql, n > 1 ? ")" : "");
    free(names);
    if (n > 0)
        return LOYD_OK;
    /* The error in the largest size is the most useful. */
    return layout.is_drawn
               ? bad_value(FIELD_LAYOUT, value,
                           "a layout that is not drawn, or --recipe "
                           "'SIZE/LAYOUT~*'", why)
               : loyd_layout_parse(value, strlen(value), LOYD_SIDE_MAX,
                                   LOYD_SIDE_MAX, &layout, why);
}

/* Checks a text that must be one of a list of words. */
static loyd_err
check_word(enum field column, const char *value, loyd_why *why)
{
    struct slice words = slice_of(
                     field_values_info[field_info[column].values].pattern),
                 word;
    bool is_more = true;

    while (is_more) {
        is_more = slice_cut(&words, '|', &word);
        if (slice_is(word, value))
            return LOYD_OK;
    }
    return bad_value(column, value,
                     column == FIELD_STATUS ? "unrated, bounded or proven"
                                            : "bounded or proven",
                     why);
}

/* Checks a text, and writes a size, a class or a board as it is stored. */
static loyd_err
check_text(enum field column, const char *value, char text[LOYD_BOARD_TEXT],
           loyd_why *why)
{
    uint8_t width, height;
    loyd_board board;
    loyd_class cls;
    loyd_id first, last;
    size_t len = strlen(value);
    loyd_err err;

    switch (column) {
    case FIELD_SIZE:
        err = loyd_size_parse(value, len, &width, &height, why);
        if (err == LOYD_OK)
            size_print(width, height, text);
        return err;
    case FIELD_CLASS:
        err = class_parse(value, len, &cls, why);
        if (err == LOYD_OK)
            class_print(&cls, text);
        return err;
    case FIELD_BOARD:
    case FIELD_GOAL:
        err = loyd_board_parse(value, len, 0, 0, &board, why);
        if (err == LOYD_OK)
            loyd_board_print(&board, LOYD_FORM_ROWS, text);
        return err;
    case FIELD_STATUS:
    case FIELD_MTM_STATUS:
        return check_word(column, value, why);
    case FIELD_ID:
        err = loyd_id_parse(value, len, &first, &last, why);
        return err == LOYD_OK && len != LOYD_ID_CHARS
                   ? bad_value(column, value,
                               "16 characters, or a beginning and *", why)
                   : err;
    default:
        return LOYD_OK;
    }
}

static loyd_err
put_truth(struct sql *sql, enum field column, const char *name,
          const char *value, loyd_why *why)
{
    static const struct {
        const char *word;
        const char *is; /* NULL: anything */
    } words[] = {{"no", " = 0"},
                 {"yes", " = 1"},
                 {"0", " = 0"},
                 {"1", " = 1"},
                 {"any", NULL}};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(value, words[i].word) == 0) {
            if (words[i].is == NULL)
                sql_put(sql, "1");
            else
                text_format(&sql->text, "%s%s", name, words[i].is);
            return LOYD_OK;
        }
    return bad_value(column, value, "no, yes or any", why);
}

loyd_err
value_put(struct sql *sql, enum field column, const char *name,
          const char *value, bool is_plain, loyd_why *why)
{
    char stored[LOYD_BOARD_TEXT] = "";
    size_t len;
    loyd_err err = utf8_check(value, strlen(value), why);

    if (err != LOYD_OK)
        return err;
    switch (field_info[column].kind) {
    case LOYD_FIELD_WHOLE:
    case LOYD_FIELD_REAL:
        return put_number(sql, column, name, value, why);
    case LOYD_FIELD_TRUTH:
        return put_truth(sql, column, name, value, why);
    default:
        break;
    }
    if (value_is_prefix(value, &len)) {
        put_beginning(sql, name, value, len, is_plain);
        return LOYD_OK;
    }
    if (column == FIELD_LAYOUT)
        return put_layout(sql, name, value, is_plain, why);
    if ((err = check_text(column, value, stored, why)) != LOYD_OK)
        return err;
    text_format(&sql->text, "%s = ", name);
    sql_text(sql, stored[0] != '\0' ? stored : value);
    return LOYD_OK;
}
