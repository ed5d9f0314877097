/* SPDX-License-Identifier: MIT */
/* Implements the methods of g1, whose results never change. */
#include "generate/methods.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/number.h"
#include "base/slice.h"
#include "base/why.h"
#include "core/board.h"
#include "loyd/text.h"

bool
shuffle_items(struct stream *words, uint8_t *item, unsigned n, unsigned *swaps)
{
    *swaps = 0;
    for (unsigned c = n - 1; c >= 1; c--) {
        uint32_t j;
        if (!stream_bounded(words, c + 1, &j))
            return false;
        uint8_t label = item[c];
        item[c] = item[j];
        item[j] = label;
        *swaps += j != c;
    }
    return true;
}

/* Shuffles a goal; *is_odd: no moves lead from the result to the goal. */
static bool
shuffle_board(struct stream *words, loyd_board *board, bool *is_odd)
{
    unsigned from = loyd_board_blank(board), swaps;

    if (!shuffle_items(words, board->cell, board_cells(board), &swaps))
        return false;
    unsigned to = loyd_board_blank(board);
    *is_odd = (swaps + cell_taxicab(from, to, board->width)) % 2 == 1;
    return true;
}

static bool
draw_uniform(struct stream *words, unsigned steps, loyd_board *board)
{
    bool is_odd;

    (void)steps;
    if (!shuffle_board(words, board, &is_odd))
        return false;
    if (is_odd) {
        /* Swapping two tiles maps the odd boards one to one to the even. */
        unsigned blank = loyd_board_blank(board);
        unsigned a = blank == 0 ? 1 : 0, b = blank <= 1 ? 2 : 1;
        uint8_t label = board->cell[a];
        board->cell[a] = board->cell[b];
        board->cell[b] = label;
    }
    return true;
}

static bool
draw_retry(struct stream *words, unsigned steps, loyd_board *board)
{
    bool is_odd;

    (void)steps;
    return shuffle_board(words, board, &is_odd) && !is_odd;
}

static bool
draw_shuffle(struct stream *words, unsigned steps, loyd_board *board)
{
    bool is_odd;

    (void)steps;
    return shuffle_board(words, board, &is_odd);
}

static bool
draw_walk(struct stream *words, unsigned steps, loyd_board *board)
{
    unsigned blank = loyd_board_blank(board);

    for (; steps > 0; steps--) {
        uint32_t dir;
        if (!stream_bounded(words, 4, &dir))
            return false;
        uint8_t from =
            cell_of_tile(board->width, board->height, blank, (loyd_dir)dir);
        if (from == CELL_NONE)
            continue;
        board_slide(board, from, blank);
        blank = from;
    }
    return true;
}

/* Slides the blank along a row or column to `target`, `step` at a time. */
static unsigned
slide(loyd_board *board, unsigned blank, unsigned target, int step)
{
    while (blank != target) {
        unsigned next = (unsigned)((int)blank + step);
        board_slide(board, next, blank);
        blank = next;
    }
    return blank;
}

static bool
draw_jump(struct stream *words, unsigned steps, loyd_board *board)
{
    unsigned width = board->width, tiles = board_cells(board) - 1;
    unsigned blank = loyd_board_blank(board);

    for (; steps > 0; steps--) {
        uint32_t tile;
        if (!stream_bounded(words, tiles, &tile))
            return false;
        unsigned target = tile < blank ? tile : tile + 1;
        unsigned corner = target / width * width + blank % width;
        blank = slide(board, blank, corner,
                      corner > blank ? (int)width : -(int)width);
        blank = slide(board, blank, target, target > blank ? 1 : -1);
    }
    return true;
}

/* Always void: the solver enumerates balls; see generator_pick. */
static bool
draw_ball(struct stream *words, unsigned steps, loyd_board *board)
{
    (void)words;
    (void)steps;
    (void)board;
    return false;
}

/* Words planned for a draw from a ball; each pick takes two. */
#define BALL_WORDS 16

static const struct method {
    const char *name;
    bool takes_steps; /* one draw per step; otherwise one per tile */
    bool (*draw)(struct stream *words, unsigned steps, loyd_board *board);
} methods[LOYD_METHOD_COUNT_] = {
    [LOYD_METHOD_UNIFORM] = {"uniform", false, draw_uniform},
    [LOYD_METHOD_RETRY] = {"retry", false, draw_retry},
    [LOYD_METHOD_SHUFFLE] = {"shuffle", false, draw_shuffle},
    [LOYD_METHOD_WALK] = {"walk", true, draw_walk},
    [LOYD_METHOD_JUMP] = {"jump", true, draw_jump},
    [LOYD_METHOD_BALL] = {"ball", false, draw_ball},
};

size_t
method_print(loyd_method method, unsigned steps, char text[METHOD_TEXT])
{
    if (methods[method].takes_steps)
        return (size_t)snprintf(text, METHOD_TEXT, "%s:%u",
                                methods[method].name, steps);
    return (size_t)snprintf(text, METHOD_TEXT, "%s", methods[method].name);
}

bool
method_takes_steps(loyd_method method)
{
    return methods[method].takes_steps;
}

unsigned
method_draws(loyd_method method, unsigned steps, unsigned n)
{
    if (method == LOYD_METHOD_BALL)
        return BALL_WORDS;
    return methods[method].takes_steps ? steps : n - 1;
}

bool
method_draw(loyd_method method, unsigned steps, struct stream *words,
            loyd_board *board)
{
    return methods[method].draw(words, steps, board);
}

static loyd_err
unknown_method(struct slice name, loyd_why *why)
{
    const char *names[LOYD_METHOD_COUNT_];
    char quote[WHY_QUOTE_BYTES];

    for (size_t i = 0; i < LOYD_METHOD_COUNT_; i++)
        names[i] = methods[i].name;
    return why_set(
        why, LOYD_E_SYNTAX, "unknown method '%s': try '%s'",
        why_quote(name.at, name.len, quote),
        nearest_name(name.at, name.len, names, LOYD_METHOD_COUNT_));
}

loyd_err
loyd_method_parse(const char *text, size_t len, loyd_method *method,
                  uint16_t *steps, loyd_why *why)
{
    struct slice steps_text = {text, len}, name;
    bool has_steps = slice_cut(&steps_text, ':', &name);
    const struct method *found = NULL;
    uint64_t number = 0;

    WHY_GIVEN(why);
    for (unsigned i = 0; found == NULL && i < LOYD_METHOD_COUNT_; i++)
        if (slice_is(name, methods[i].name))
            found = &methods[i];
    if (found == NULL)
        return unknown_method(name, why);
    if (found->takes_steps && !has_steps)
        return why_set(why, LOYD_E_SYNTAX,
                       "method %s needs a number of steps: expected %s:1..%d",
                       found->name, found->name, LOYD_STEPS_MAX);
    if (!found->takes_steps && has_steps)
        return why_set(why, LOYD_E_SYNTAX,
                       "method %s takes no number of steps", found->name);
    if (has_steps) {
        loyd_err err = number_parse(steps_text.at, steps_text.len, 1,
                                    LOYD_STEPS_MAX, &number, why);
        if (err != LOYD_OK)
            return why_prefix(why, err, "steps of %s: ", found->name);
    }
    *method = (loyd_method)(found - methods);
    *steps = (uint16_t)number;
    return LOYD_OK;
}
