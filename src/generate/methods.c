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
    unsigned from = board_blank(board), swaps;

    if (!shuffle_items(words, board->cell, board_cells(board), &swaps))
        return false;
    unsigned to = board_blank(board);
    *is_odd = (swaps + cell_taxicab(from, to, board->width)) % 2 == 1;
    return true;
}

static bool
draw_uniform(struct stream *words, const loyd_recipe *recipe,
             loyd_board *board)
{
    bool is_odd;

    (void)recipe;
    if (!shuffle_board(words, board, &is_odd))
        return false;
    if (is_odd) {
        /* Swapping two tiles maps the odd boards one to one to the even. */
        unsigned blank = board_blank(board);
        unsigned a = blank == 0 ? 1 : 0, b = blank <= 1 ? 2 : 1;
        uint8_t label = board->cell[a];
        board->cell[a] = board->cell[b];
        board->cell[b] = label;
    }
    return true;
}

static bool
draw_retry(struct stream *words, const loyd_recipe *recipe, loyd_board *board)
{
    bool is_odd;

    (void)recipe;
    return shuffle_board(words, board, &is_odd) && !is_odd;
}

static bool
draw_shuffle(struct stream *words, const loyd_recipe *recipe,
             loyd_board *board)
{
    bool is_odd;

    (void)recipe;
    return shuffle_board(words, board, &is_odd);
}

static bool
draw_walk(struct stream *words, const loyd_recipe *recipe, loyd_board *board)
{
    unsigned blank = board_blank(board);

    for (unsigned i = 0; i < recipe->steps; i++) {
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
draw_jump(struct stream *words, const loyd_recipe *recipe, loyd_board *board)
{
    unsigned width = board->width, tiles = board_cells(board) - 1;
    unsigned blank = board_blank(board);

    for (unsigned i = 0; i < recipe->steps; i++) {
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
draw_ball(struct stream *words, const loyd_recipe *recipe, loyd_board *board)
{
    (void)words;
    (void)recipe;
    (void)board;
    return false;
}

/* The boards 80 moves from the goal rows of 4x4, which has its blank in the
 * last cell. */
#define FAR_SIDE 4u
#define FAR_CELLS 16u

static const uint8_t far_boards[][FAR_CELLS] = {
#include "far.inc"
};

#define N_FAR (sizeof(far_boards) / sizeof(far_boards[0]))

/* Returns where a cell is if the last one is moved to the corner `blank` by
 * reflections. */
static unsigned
reflected(unsigned cell, unsigned blank)
{
    unsigned x = cell % FAR_SIDE, y = cell / FAR_SIDE;

    if (blank % FAR_SIDE == 0)
        x = FAR_SIDE - 1 - x;
    if (blank / FAR_SIDE == 0)
        y = FAR_SIDE - 1 - y;
    return y * FAR_SIDE + x;
}

/* Takes a random step that does not take back the step `last`; 4: there was
 * none. */
static bool
step_on(struct stream *words, loyd_board *board, unsigned *blank,
        unsigned *last)
{
    unsigned dirs[4], n = 0;
    uint8_t from[4];
    uint32_t j;

    for (unsigned dir = 0; dir < 4; dir++) {
        uint8_t cell =
            cell_of_tile(board->width, board->height, *blank, (loyd_dir)dir);

        if (cell == CELL_NONE || (*last < 4 && dir == (*last + 2) % 4))
            continue;
        dirs[n] = dir;
        from[n++] = cell;
    }
    if (!stream_bounded(words, n, &j))
        return false;
    board_slide(board, from[j], *blank);
    *blank = from[j];
    *last = dirs[j];
    return true;
}

/*
 * Walks towards the goal from one of the boards that are farthest from it: 80
 * - L steps, L drawn from the target. The length of the result is L or
 * greater, by an even number, and at most 80.
 */
static bool
draw_far(struct stream *words, const loyd_recipe *recipe, loyd_board *board)
{
    loyd_board goal = *board;
    unsigned blank = board_blank(&goal), last = 4;
    uint32_t at, more;

    if (!stream_bounded(words, N_FAR, &at) ||
        !stream_bounded(
            words, (uint32_t)(recipe->target_high - recipe->target_low) + 1,
            &more))
        return false;
    for (unsigned c = 0; c < FAR_CELLS; c++) {
        uint8_t tile = far_boards[at][c];

        board->cell[reflected(c, blank)] =
            tile == 0 ? 0 : goal.cell[reflected(tile - 1u, blank)];
    }
    blank = board_blank(board);
    for (unsigned i = recipe->target_low + more; i < LOYD_FAR_HIGH; i++)
        if (!step_on(words, board, &blank, &last))
            return false;
    return true;
}

/* Words planned for a draw from a ball, where each pick takes two, and for one
 * from afar. */
#define BALL_WORDS 16
#define FAR_WORDS 32

static const struct method {
    const char *name;
    bool takes_steps; /* one draw per step */
    bool needs_target;
    unsigned words; /* 0: one draw per step or tile */
    bool (*draw)(struct stream *words, const loyd_recipe *recipe,
                 loyd_board *board);
} methods[LOYD_METHOD_COUNT_] = {
    [LOYD_METHOD_UNIFORM] = {"uniform", false, false, 0, draw_uniform},
    [LOYD_METHOD_RETRY] = {"retry", false, false, 0, draw_retry},
    [LOYD_METHOD_SHUFFLE] = {"shuffle", false, false, 0, draw_shuffle},
    [LOYD_METHOD_WALK] = {"walk", true, false, 0, draw_walk},
    [LOYD_METHOD_JUMP] = {"jump", true, false, 0, draw_jump},
    [LOYD_METHOD_BALL] = {"ball", false, true, BALL_WORDS, draw_ball},
    [LOYD_METHOD_FAR] = {"far", false, true, FAR_WORDS, draw_far},
};

size_t
method_print(loyd_method method, unsigned steps, char text[METHOD_TEXT])
{
    if (methods[method].takes_steps)
        return (size_t)snprintf(text, METHOD_TEXT, "%s:%u",
                                methods[method].name, steps);
    return (size_t)snprintf(text, METHOD_TEXT, "%s", methods[method].name);
}

unsigned
method_draws(loyd_method method, unsigned steps, unsigned n)
{
    if (methods[method].words > 0)
        return methods[method].words;
    return methods[method].takes_steps ? steps : n - 1;
}

bool
method_draw(const loyd_recipe *recipe, struct stream *words, loyd_board *board)
{
    return methods[recipe->method].draw(words, recipe, board);
}

static bool
is_corner(int cell)
{
    return cell == 0 || cell == FAR_SIDE - 1 || cell == FAR_CELLS - FAR_SIDE ||
           cell == FAR_CELLS - 1;
}

loyd_err
method_check(const loyd_recipe *recipe, loyd_why *why)
{
    const loyd_layout *layout = &recipe->layout;
    const char *name = methods[recipe->method].name;

    if (methods[recipe->method].needs_target &&
        recipe->target == LOYD_TARGET_NONE)
        return why_set(why, LOYD_E_SYNTAX,
                       "method %s needs a target: expected ,stm=A..B", name);
    if (recipe->method != LOYD_METHOD_FAR)
        return LOYD_OK;
    if (layout->width != FAR_SIDE || layout->height != FAR_SIDE ||
        !is_corner(layout->is_drawn ? layout->blank
                                    : (int)board_blank(&layout->goal)))
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "method far is for 4x4 and goals with the blank in a "
                       "corner");
    if (recipe->target != LOYD_TARGET_STM ||
        recipe->target_low < LOYD_FAR_LOW ||
        recipe->target_high > LOYD_FAR_HIGH)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "method far draws lengths from %d to %d: expected "
                       "stm=A..B",
                       LOYD_FAR_LOW, LOYD_FAR_HIGH);
    return LOYD_OK;
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
