/* SPDX-License-Identifier: MIT */
/*
 * Parses, prints and names layouts, and builds their goals from paths over
 * the cells. A new path is a row of paths[]; those without a name are in
 * core/path.c.
 */
#include "core/layout.h"

#include <string.h>

#include "base/nearest.h"
#include "base/number.h"
#include "base/slice.h"
#include "base/text.h"
#include "base/why.h"
#include "core/board.h"
#include "core/path.h"

static void
rows(unsigned width, unsigned height, uint8_t *cells)
{
    for (unsigned k = 0; k < width * height; k++)
        cells[k] = (uint8_t)k;
}

static void
columns(unsigned width, unsigned height, uint8_t *cells)
{
    for (unsigned k = 0; k < width * height; k++)
        cells[k] = (uint8_t)(k % height * width + k / height);
}

static void
snake(unsigned width, unsigned height, uint8_t *cells)
{
    for (unsigned k = 0; k < width * height; k++) {
        unsigned y = k / width, x = k % width;
        cells[k] = (uint8_t)(y * width + (y % 2 == 0 ? x : width - 1 - x));
    }
}

/* Walks straight on, and turns right at a wall or a cell already visited. */
static void
spiral(unsigned width, unsigned height, uint8_t *cells)
{
    static const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};
    bool taken[LOYD_CELLS_MAX] = {false};
    int w = (int)width, h = (int)height, x = 0, y = 0, turn = 0;

    for (unsigned k = 0; k < width * height; k++) {
        cells[k] = (uint8_t)(y * w + x);
        taken[y * w + x] = true;
        int next_x = x + dx[turn], next_y = y + dy[turn];
        if (next_x < 0 || next_x >= w || next_y < 0 || next_y >= h ||
            taken[next_y * w + next_x])
            turn = (turn + 1) % 4;
        x += dx[turn];
        y += dy[turn];
    }
}

static const struct path {
    const char *name;
    /* Writes the n cells in the order of the path. */
    void (*cells)(unsigned width, unsigned height, uint8_t *cells);
} paths[LOYD_PATH_COUNT_] = {
    [LOYD_PATH_ROWS] = {"rows", rows},
    [LOYD_PATH_COLUMNS] = {"columns", columns},
    [LOYD_PATH_SNAKE] = {"snake", snake},
    [LOYD_PATH_SPIRAL] = {"spiral", spiral},
    [LOYD_PATH_RANDOM] = {"random", rows},
    [LOYD_PATH_GOAL] = {"goal", NULL},  /* given cell by cell */
    [LOYD_PATH_GIVEN] = {"path", NULL}, /* given step by step */
};

void
layout_cells(loyd_path_kind path, unsigned width, unsigned height,
             uint8_t cells[LOYD_CELLS_MAX])
{
    paths[path].cells(width, height, cells);
}

static void
cells_of(const loyd_layout *layout, uint8_t cells[LOYD_CELLS_MAX])
{
    if (layout->path == LOYD_PATH_GIVEN)
        memcpy(cells, layout->cells, sizeof(layout->cells));
    else
        layout_cells(layout->path, layout->width, layout->height, cells);
}

static bool
is_drawn(const loyd_layout *layout)
{
    return layout->path == LOYD_PATH_RANDOM ||
           (layout->path != LOYD_PATH_GOAL &&
            layout->missing == LOYD_MISSING_RANDOM);
}

void
layout_goal(const loyd_layout *layout, loyd_board *goal)
{
    unsigned n = (unsigned)layout->width * layout->height;
    uint8_t cells[LOYD_CELLS_MAX];

    cells_of(layout, cells);
    memset(goal, 0, sizeof(*goal));
    goal->width = layout->width;
    goal->height = layout->height;
    unsigned blank = layout->blank != LOYD_BLANK_AUTO
                         ? (unsigned)layout->blank
                         : cells[layout->missing - 1];
    unsigned label = 1;
    for (unsigned k = 0; k < n; k++) {
        if (cells[k] == blank)
            continue;
        if (label == layout->missing)
            label++;
        goal->cell[cells[k]] = (uint8_t)label++;
    }
}

/* --- names --- */

static const char goal_prefix[] = "goal=", path_prefix[] = "path=";

/* In the order of the canonical text. */
static const char *const option_names[] = {"missing", "blank"};
#define OPTIONS (sizeof(option_names) / sizeof(option_names[0]))

/* Returns the index in option_names of NAME=VALUE, or OPTIONS. */
static size_t
option_of(struct slice word)
{
    struct slice name;
    size_t i = 0;

    slice_cut(&word, '=', &name);
    while (i < OPTIONS && !slice_is(name, option_names[i]))
        i++;
    return i;
}

static loyd_err
unknown_path(struct slice word, loyd_why *why)
{
    const char *names[LOYD_PATH_COUNT_], *near;
    char quote[WHY_QUOTE_BYTES];

    for (unsigned i = 0; i < LOYD_PATH_COUNT_; i++)
        names[i] = paths[i].name;
    why_quote(word.at, word.len, quote);
    if (slice_is(word, names[LOYD_PATH_GOAL]))
        return why_set(why, LOYD_E_SYNTAX,
                       "layout 'goal' needs a board: expected goal=BOARD");
    if (slice_is(word, names[LOYD_PATH_GIVEN]))
        return why_set(why, LOYD_E_SYNTAX,
                       "layout 'path' needs cells: expected "
                       "path=ROW.COL:MOVES");
    if (option_of(word) < OPTIONS)
        return why_set(why, LOYD_E_SYNTAX,
                       "layout '%s' has no path: try 'rows,%s'", quote, quote);
    near = nearest_name(word.at, word.len, names, LOYD_PATH_COUNT_);
    if (nearest_is_slip(word.len, nearest_distance(word.at, word.len, near)))
        return why_set(why, LOYD_E_SYNTAX, "unknown layout '%s': try '%s'",
                       quote, near);
    return why_set(why, LOYD_E_SYNTAX,
                   "unknown layout '%s': expected rows, columns, snake, "
                   "spiral, random, path=ROW.COL:MOVES or goal=BOARD",
                   quote);
}

/* Steps that are those of a path with a name get that name. */
static loyd_err
read_path(struct slice word, loyd_layout *layout, loyd_why *why)
{
    unsigned width = layout->width, height = layout->height;
    uint8_t named[LOYD_CELLS_MAX];
    struct slice steps = word;
    loyd_err err;

    if (!slice_skip(&steps, path_prefix)) {
        for (unsigned i = 0; i < LOYD_PATH_COUNT_; i++)
            if (paths[i].cells != NULL && slice_is(word, paths[i].name)) {
                layout->path = (loyd_path_kind)i;
                return LOYD_OK;
            }
        return unknown_path(word, why);
    }
    err = path_read(steps, width, height, layout->cells, why);
    layout->path = LOYD_PATH_GIVEN;
    for (unsigned i = 0; err == LOYD_OK && i < LOYD_PATH_RANDOM; i++) {
        layout_cells((loyd_path_kind)i, width, height, named);
        if (memcmp(named, layout->cells, (size_t)width * height) == 0) {
            memset(layout->cells, 0, sizeof(layout->cells));
            layout->path = (loyd_path_kind)i;
            break;
        }
    }
    return err;
}

static loyd_err
read_missing(struct slice value, loyd_layout *layout, loyd_why *why)
{
    unsigned n = (unsigned)layout->width * layout->height;
    uint64_t label;

    if (slice_is(value, "random")) {
        layout->missing = LOYD_MISSING_RANDOM;
        return LOYD_OK;
    }
    loyd_err err = number_parse(value.at, value.len, 1, n, &label, why);
    if (err != LOYD_OK)
        return why_prefix(why, err, "missing: ");
    layout->missing = (uint8_t)label;
    return LOYD_OK;
}

static loyd_err
read_blank(struct slice value, loyd_layout *layout, loyd_why *why)
{
    unsigned n = (unsigned)layout->width * layout->height;
    uint8_t cells[LOYD_CELLS_MAX], cell;
    char quote[WHY_QUOTE_BYTES];
    loyd_err err = LOYD_OK;

    cells_of(layout, cells);
    if (slice_is(value, "first"))
        cell = cells[0];
    else if (slice_is(value, "last"))
        cell = cells[n - 1];
    else if (memchr(value.at, '.', value.len) != NULL)
        err = path_read_cell(value, layout->width, layout->height, "the blank",
                             &cell, why);
    else
        err = why_set(why, LOYD_E_SYNTAX,
                      "invalid blank '%s': expected first, last or ROW.COL",
                      why_quote(value.at, value.len, quote));
    if (err == LOYD_OK)
        layout->blank = cell;
    return err;
}

/* In the order of option_names. */
static loyd_err (*const read_option[])(struct slice, loyd_layout *,
                                       loyd_why *) = {read_missing,
                                                      read_blank};

/* Reads the options, which must be in the order of option_names. */
static loyd_err
read_options(struct slice rest, loyd_layout *layout, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    size_t next = 0; /* the first option that is still allowed */
    bool is_more = true;

    while (is_more) {
        struct slice value, name;
        size_t i;

        is_more = slice_cut(&rest, ',', &value);
        i = option_of(value);
        slice_cut(&value, '=', &name);
        if (i == OPTIONS)
            return why_set(
                why, LOYD_E_SYNTAX, "unknown layout option '%s': try '%s='",
                why_quote(name.at, name.len, quote),
                nearest_name(name.at, name.len, option_names, OPTIONS));
        if (i + 1 == next)
            return why_set(why, LOYD_E_SYNTAX, "%s= appears twice",
                           option_names[i]);
        if (i < next)
            return why_set(why, LOYD_E_SYNTAX,
                           "%s= must come before %s=", option_names[i],
                           option_names[next - 1]);
        loyd_err err = read_option[i](value, layout, why);
        if (err != LOYD_OK)
            return err;
        next = i + 1;
    }
    return LOYD_OK;
}

/*
 * Drops a redundant `blank=` and builds the goal. If the goal is drawn,
 * `blank=` is never redundant: it fixes the cell of the blank.
 */
static void
complete(loyd_layout *layout)
{
    uint8_t cells[LOYD_CELLS_MAX];

    memset(&layout->goal, 0, sizeof(layout->goal));
    layout->is_drawn = is_drawn(layout);
    if (layout->is_drawn)
        return;
    cells_of(layout, cells);
    if (layout->blank == cells[layout->missing - 1])
        layout->blank = LOYD_BLANK_AUTO;
    layout_goal(layout, &layout->goal);
}

static void
begin_layout(loyd_layout *layout, uint8_t width, uint8_t height)
{
    memset(layout, 0, sizeof(*layout));
    layout->width = width;
    layout->height = height;
    layout->missing = (uint8_t)(width * height);
    layout->blank = LOYD_BLANK_AUTO;
}

loyd_err
layout_of_goal(const loyd_board *goal, loyd_layout *layout)
{
    loyd_err err = loyd_board_check(goal, NULL);

    if (err != LOYD_OK)
        return err;
    begin_layout(layout, goal->width, goal->height);
    layout->path = LOYD_PATH_GOAL;
    layout->missing = (uint8_t)board_missing(goal);
    layout->goal = *goal;
    return LOYD_OK;
}

loyd_err
layout_has_goal(const loyd_layout *layout, loyd_why *why)
{
    return !layout->is_drawn
               ? LOYD_OK
               : why_set(why, LOYD_E_UNSUPPORTED,
                         "%s has no fixed goal: expected another layout",
                         layout->path == LOYD_PATH_RANDOM ? "random"
                                                          : "missing=random");
}

/* Layouts are a format: of the forms in which boards are read they have rows
 * and Tatham's, with numbers without leading zeros. */
static bool
is_strict(struct slice text)
{
    bool in_number = false, is_zero = false;

    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        bool is_digit = c >= '0' && c <= '9';

        if (is_digit ? is_zero : c == '\0' || strchr(" \t/,:x", c) == NULL)
            return false;
        is_zero = c == '0' && !in_number;
        in_number = is_digit;
    }
    return true;
}

loyd_err
loyd_layout_parse(const char *text, size_t len, uint8_t width, uint8_t height,
                  loyd_layout *layout, loyd_why *why)
{
    struct slice rest = {text, len}, path;
    loyd_layout read;
    loyd_board goal;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = size_check(width, height, why)) != LOYD_OK)
        return err;
    if (slice_skip(&rest, goal_prefix)) {
        err = loyd_board_parse(rest.at, rest.len, width, height, &goal, why);
        if (err == LOYD_OK && !is_strict(rest))
            err = why_set(why, LOYD_E_SYNTAX,
                          "invalid goal: expected rows, such as 1 2/3 0");
        return err != LOYD_OK ? err : layout_of_goal(&goal, layout);
    }
    begin_layout(&read, width, height);
    bool has_options = slice_cut(&rest, ',', &path);
    err = read_path(path, &read, why);
    if (err == LOYD_OK && has_options)
        err = read_options(rest, &read, why);
    if (err != LOYD_OK)
        return err;
    complete(&read);
    *layout = read;
    return LOYD_OK;
}

size_t
loyd_layout_print(const loyd_layout *layout, char text[LOYD_LAYOUT_TEXT])
{
    struct text to = text_in(text, LOYD_LAYOUT_TEXT);
    int n = layout->width * layout->height;
    uint8_t cells[LOYD_CELLS_MAX];
    char board[LOYD_BOARD_TEXT];

    if (layout->path == LOYD_PATH_GOAL) {
        loyd_board_print(&layout->goal, LOYD_FORM_ROWS, board);
        text_put(&to, goal_prefix);
        text_put(&to, board);
        return to.len;
    }
    text_put(&to, paths[layout->path].name);
    if (layout->path == LOYD_PATH_GIVEN) {
        text_char(&to, '=');
        path_print(layout->cells, layout->width, layout->height, &to);
    }
    if (layout->missing == LOYD_MISSING_RANDOM)
        text_put(&to, ",missing=random");
    else if (layout->missing != n)
        text_format(&to, ",missing=%u", layout->missing);
    if (layout->blank == LOYD_BLANK_AUTO)
        return to.len;
    cells_of(layout, cells);
    if (layout->blank == cells[0])
        text_put(&to, ",blank=first");
    else if (layout->blank == cells[n - 1])
        text_put(&to, ",blank=last");
    else
        text_format(&to, ",blank=%d.%d", layout->blank / layout->width,
                    layout->blank % layout->width);
    return to.len;
}

loyd_err
loyd_layout_name(const loyd_board *goal, loyd_layout *layout)
{
    loyd_layout best;
    loyd_err err = layout_of_goal(goal, &best);

    if (err != LOYD_OK)
        return err;
    /*
     * The goal's missing label and blank leave one candidate per path. Either
     * all candidates need `missing=` or none, so only `blank=` decides which
     * has the fewest options. The list of these paths never grows, so a goal
     * keeps its name.
     */
    for (unsigned i = 0; i < LOYD_PATH_RANDOM; i++) {
        loyd_layout candidate;

        begin_layout(&candidate, goal->width, goal->height);
        candidate.path = (loyd_path_kind)i;
        candidate.missing = best.missing;
        candidate.blank = (int16_t)board_blank(goal);
        complete(&candidate);
        if (board_equal(&candidate.goal, goal) &&
            (best.path == LOYD_PATH_GOAL ||
             (best.blank != LOYD_BLANK_AUTO &&
              candidate.blank == LOYD_BLANK_AUTO)))
            best = candidate;
    }
    *layout = best;
    return LOYD_OK;
}
