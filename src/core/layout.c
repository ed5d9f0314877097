/* SPDX-License-Identifier: MIT */
/* Owns the names of goals: their text, their canonical form. Paths: path.c */
#include "loyd/layout.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/slice.h"
#include "base/why.h"
#include "core/pair.h"
#include "core/path.h"
#include "loyd/text.h"

static const char *const path_names[LOYD_PATH_COUNT_] = {
    [LOYD_PATH_ROWS] = "rows",     [LOYD_PATH_COLUMNS] = "columns",
    [LOYD_PATH_SNAKE] = "snake",   [LOYD_PATH_SPIRAL] = "spiral",
    [LOYD_PATH_RANDOM] = "random", [LOYD_PATH_GOAL] = "goal",
};

static const char goal_prefix[] = "goal=";

/* A piece of the text. */
struct word {
    const char *text;
    size_t len;
};

static bool
is_word(struct word word, const char *name)
{
    return word.len == strlen(name) && memcmp(word.text, name, word.len) == 0;
}

/* Cuts off what stands before `mark`, or everything; *rest is behind it. */
static struct word
cut(struct word *rest, char mark)
{
    const char *at =
        rest->len > 0 ? memchr(rest->text, mark, rest->len) : NULL;
    struct word head = *rest;

    if (at == NULL) {
        rest->text += rest->len;
        rest->len = 0;
        return head;
    }
    head.len = (size_t)(at - rest->text);
    rest->text = at + 1;
    rest->len -= head.len + 1;
    return head;
}

/* In the order in which they are written. */
static const char *const option_names[] = {"missing", "blank"};
#define OPTIONS (sizeof(option_names) / sizeof(option_names[0]))

/* The place in option_names of NAME=VALUE, or OPTIONS. */
static size_t
option_of(struct word word)
{
    struct word name = cut(&word, '=');
    size_t i = 0;

    while (i < OPTIONS && !is_word(name, option_names[i]))
        i++;
    return i;
}

static loyd_err
read_path(struct word word, loyd_layout *layout, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    for (unsigned i = 0; i < LOYD_PATH_GOAL; i++) {
        if (is_word(word, path_names[i])) {
            layout->path = (loyd_path_kind)i;
            return LOYD_OK;
        }
    }
    if (is_word(word, path_names[LOYD_PATH_GOAL]))
        return why_set(why, LOYD_E_SYNTAX, "expected goal=BOARD");
    if (option_of(word) < OPTIONS)
        return why_set(why, LOYD_E_SYNTAX, "'%s' has no path: try rows,%s",
                       why_quote(word.text, word.len, quote), quote);
    return why_set(
        why, LOYD_E_SYNTAX, "unknown layout '%s': did you mean %s",
        why_quote(word.text, word.len, quote),
        nearest_name(word.text, word.len, path_names, LOYD_PATH_COUNT_));
}

/* In front of the particulars goes the option that they are about. */
static loyd_err
option_failed(const char *option, loyd_err err, const loyd_why *part,
              loyd_why *why)
{
    return why_set(why, err, "%s: %s", option, part->text);
}

static loyd_err
read_missing(struct word value, loyd_layout *layout, loyd_why *why)
{
    unsigned n = (unsigned)layout->width * layout->height;
    loyd_why part = {{0}};
    uint64_t label;

    if (is_word(value, "random")) {
        if (layout->path != LOYD_PATH_RANDOM)
            return why_set(why, LOYD_E_SYNTAX,
                           "missing=random: only random layouts take it");
        layout->missing = LOYD_MISSING_RANDOM;
        return LOYD_OK;
    }
    loyd_err err =
        loyd_number_parse(value.text, value.len, 1, n, &label, &part);
    if (err != LOYD_OK)
        return option_failed("missing", err, &part, why);
    layout->missing = (uint8_t)label;
    return LOYD_OK;
}

/* ROW.COL, both from 0. */
static loyd_err
read_cell(struct word value, loyd_layout *layout, loyd_why *why)
{
    struct word rest = value;
    char quote[WHY_QUOTE_BYTES];
    loyd_why part = {{0}};
    uint64_t row, column;

    if (value.len == 0 || memchr(value.text, '.', value.len) == NULL)
        return why_set(why, LOYD_E_SYNTAX,
                       "blank=%s: expected first, last or ROW.COL",
                       why_quote(value.text, value.len, quote));
    struct word head = cut(&rest, '.');
    loyd_err err = loyd_number_parse(head.text, head.len, 0,
                                     layout->height - 1U, &row, &part);
    if (err != LOYD_OK)
        return option_failed("row of the blank", err, &part, why);
    err = loyd_number_parse(rest.text, rest.len, 0, layout->width - 1U,
                            &column, &part);
    if (err != LOYD_OK)
        return option_failed("column of the blank", err, &part, why);
    layout->blank = (int16_t)(row * layout->width + column);
    return LOYD_OK;
}

static loyd_err
read_blank(struct word value, loyd_layout *layout, loyd_why *why)
{
    unsigned n = (unsigned)layout->width * layout->height;
    uint8_t cells[LOYD_CELLS_MAX];

    path_cells(layout->path, layout->width, layout->height, cells);
    if (is_word(value, "first"))
        layout->blank = cells[0];
    else if (is_word(value, "last"))
        layout->blank = cells[n - 1];
    else
        return read_cell(value, layout, why);
    return LOYD_OK;
}

/* As option_names. */
static loyd_err (*const read_option[])(struct word, loyd_layout *,
                                       loyd_why *) = {read_missing,
                                                      read_blank};

/* Reads what follows the path: option after option, each behind the last. */
static loyd_err
read_options(struct word rest, loyd_layout *layout, loyd_why *why)
{
    const char *const end = rest.text + rest.len;
    char quote[WHY_QUOTE_BYTES];
    size_t next = 0; /* options before it are no longer allowed */
    bool is_more = true;

    while (is_more) {
        struct word word = cut(&rest, ',');
        struct word value = word;
        struct word name = cut(&value, '=');
        size_t i = option_of(word);
        is_more = word.text + word.len < end;
        if (i == OPTIONS)
            return why_set(
                why, LOYD_E_SYNTAX,
                "unknown layout option '%s': did you mean %s=",
                why_quote(name.text, name.len, quote),
                nearest_name(name.text, name.len, option_names, OPTIONS));
        if (i + 1 == next)
            return why_set(why, LOYD_E_SYNTAX, "%s= twice", option_names[i]);
        if (i < next)
            return why_set(why, LOYD_E_SYNTAX,
                           "%s= goes before %s=", option_names[i],
                           option_names[next - 1]);
        loyd_err err = read_option[i](value, layout, why);
        if (err != LOYD_OK)
            return err;
        next = i + 1;
    }
    return LOYD_OK;
}

/*
 * Drops the option that changes nothing, and makes the goal. A goal that is
 * drawn keeps `blank=`: the draw then leaves that cell alone.
 */
static void
complete(loyd_layout *layout)
{
    uint8_t cells[LOYD_CELLS_MAX];

    memset(&layout->goal, 0, sizeof(layout->goal));
    if (layout->path == LOYD_PATH_RANDOM)
        return;
    path_cells(layout->path, layout->width, layout->height, cells);
    if (layout->blank == cells[layout->missing - 1])
        layout->blank = LOYD_BLANK_AUTO;
    path_goal(layout, &layout->goal);
}

static void
begin(loyd_layout *layout, uint8_t width, uint8_t height)
{
    memset(layout, 0, sizeof(*layout));
    layout->width = width;
    layout->height = height;
    layout->missing = (uint8_t)(width * height);
    layout->blank = LOYD_BLANK_AUTO;
}

loyd_err
loyd_layout_of_goal(const loyd_board *goal, loyd_layout *layout)
{
    loyd_err err = loyd_board_check(goal, NULL);

    if (err != LOYD_OK)
        return err;
    begin(layout, goal->width, goal->height);
    layout->path = LOYD_PATH_GOAL;
    layout->missing = (uint8_t)board_missing(goal);
    layout->goal = *goal;
    return LOYD_OK;
}

loyd_err
loyd_layout_parse(const char *text, size_t len, uint8_t width, uint8_t height,
                  loyd_layout *layout, loyd_why *why)
{
    const size_t prefix = sizeof(goal_prefix) - 1;
    struct word rest = {text, len};
    loyd_layout read;
    loyd_board goal;
    loyd_err err = size_check(width, height, why);

    if (err != LOYD_OK)
        return err;
    if (len >= prefix && memcmp(text, goal_prefix, prefix) == 0) {
        err = loyd_board_parse(text + prefix, len - prefix, width, height,
                               &goal, why);
        return err != LOYD_OK ? err : loyd_layout_of_goal(&goal, layout);
    }
    begin(&read, width, height);
    struct word path = cut(&rest, ',');
    err = read_path(path, &read, why);
    if (err == LOYD_OK && path.len < len)
        err = read_options(rest, &read, why);
    if (err != LOYD_OK)
        return err;
    complete(&read);
    *layout = read;
    return LOYD_OK;
}

/* Appends ",blank=..." to text[], which has room; returns the bytes. */
static size_t
print_blank(const loyd_layout *layout, char *text, size_t room)
{
    unsigned n = (unsigned)layout->width * layout->height;
    uint8_t cells[LOYD_CELLS_MAX];

    path_cells(layout->path, layout->width, layout->height, cells);
    if (layout->blank == cells[0])
        return (size_t)snprintf(text, room, ",blank=first");
    if (layout->blank == cells[n - 1])
        return (size_t)snprintf(text, room, ",blank=last");
    return (size_t)snprintf(text, room, ",blank=%d.%d",
                            layout->blank / layout->width,
                            layout->blank % layout->width);
}

size_t
loyd_layout_print(const loyd_layout *layout, char text[LOYD_LAYOUT_TEXT])
{
    unsigned n = (unsigned)layout->width * layout->height;
    size_t len;

    if (layout->path == LOYD_PATH_GOAL) {
        memcpy(text, goal_prefix, sizeof(goal_prefix) - 1);
        return sizeof(goal_prefix) - 1 +
               loyd_board_print(&layout->goal, LOYD_FORM_ROWS,
                                text + sizeof(goal_prefix) - 1);
    }
    len = (size_t)snprintf(text, LOYD_LAYOUT_TEXT, "%s",
                           path_names[layout->path]);
    if (layout->missing == LOYD_MISSING_RANDOM)
        len += (size_t)snprintf(text + len, LOYD_LAYOUT_TEXT - len,
                                ",missing=random");
    else if (layout->missing != n)
        len += (size_t)snprintf(text + len, LOYD_LAYOUT_TEXT - len,
                                ",missing=%u", layout->missing);
    if (layout->blank != LOYD_BLANK_AUTO)
        len += print_blank(layout, text + len, LOYD_LAYOUT_TEXT - len);
    return len;
}

loyd_err
loyd_layout_name(const loyd_board *goal, loyd_layout *layout)
{
    loyd_layout best;
    loyd_err err = loyd_layout_of_goal(goal, &best);

    if (err != LOYD_OK)
        return err;
    /*
     * The goal's own label and blank leave one candidate a path, and the
     * missing label is told by all or none: only `blank=` makes a difference.
     */
    for (unsigned i = LOYD_PATH_ROWS; i <= LOYD_PATH_SPIRAL; i++) {
        loyd_layout candidate;
        begin(&candidate, goal->width, goal->height);
        candidate.path = (loyd_path_kind)i;
        candidate.missing = best.missing;
        candidate.blank = (int16_t)loyd_board_blank(goal);
        complete(&candidate);
        if (loyd_board_equal(&candidate.goal, goal) &&
            (best.path == LOYD_PATH_GOAL ||
             (best.blank != LOYD_BLANK_AUTO &&
              candidate.blank == LOYD_BLANK_AUTO)))
            best = candidate;
    }
    *layout = best;
    return LOYD_OK;
}
