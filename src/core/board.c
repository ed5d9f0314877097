/* SPDX-License-Identifier: MIT */
/* Checks sizes and boards, and makes single moves. Text: board_text.c. */
#include "loyd/board.h"

#include <inttypes.h>
#include <string.h>

#include "base/slice.h"
#include "base/why.h"
#include "core/board.h"

loyd_err
size_check(uint64_t width, uint64_t height, loyd_why *why)
{
    if (width >= LOYD_SIDE_MIN && width <= LOYD_SIDE_MAX &&
        height >= LOYD_SIDE_MIN && height <= LOYD_SIDE_MAX)
        return LOYD_OK;
    return why_set(why, LOYD_E_SIZE,
                   "invalid size '%" PRIu64 "x%" PRIu64
                   "': sides must be %d..%d",
                   width, height, LOYD_SIDE_MIN, LOYD_SIDE_MAX);
}

/* Reads one side. A number that overflows becomes UINT64_MAX. */
static bool
read_side(struct slice text, uint64_t *number)
{
    enum number_form form = slice_number(text, number);

    if (form == NUMBER_LARGE)
        *number = UINT64_MAX;
    return form == NUMBER_GOOD || form == NUMBER_LARGE;
}

loyd_err
loyd_size_parse(const char *text, size_t len, uint8_t *width, uint8_t *height,
                loyd_why *why)
{
    struct slice second = {text, len}, first;
    bool is_square = !slice_cut(&second, 'x', &first);
    uint64_t w = 0, h = 0;
    char quote[WHY_QUOTE_BYTES];

    WHY_GIVEN(why);
    if (!read_side(first, &w) || !read_side(is_square ? first : second, &h))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid size '%s': expected WxH%s, such as 4x4",
                       why_quote(text, len, quote),
                       len > 0 && memchr(text, 'X', len) != NULL
                           ? " with a lower-case x"
                           : "");
    if (size_check(w, h, why) != LOYD_OK)
        return why_set(
            why, LOYD_E_SIZE, "invalid size '%s': sides must be %d..%d",
            why_quote(text, len, quote), LOYD_SIDE_MIN, LOYD_SIDE_MAX);
    *width = (uint8_t)w;
    *height = (uint8_t)h;
    return LOYD_OK;
}

loyd_err
loyd_board_check(const loyd_board *board, loyd_why *why)
{
    uint64_t seen[LOYD_CELLS_MAX / 64 + 1] = {0}; /* one bit per label */
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = size_check(board->width, board->height, why)) != LOYD_OK)
        return err;
    unsigned n = board_cells(board);
    for (unsigned c = 0; c < n; c++) {
        unsigned label = board->cell[c];
        uint64_t bit = UINT64_C(1) << label % 64;
        if (label > n)
            return why_set(why, LOYD_E_LABEL,
                           "label %u is out of range: expected 0..%u", label,
                           n);
        if ((seen[label / 64] & bit) != 0)
            return label == 0 ? why_set(why, LOYD_E_LABEL, "two blanks")
                              : why_set(why, LOYD_E_LABEL,
                                        "tile %u appears twice", label);
        seen[label / 64] |= bit;
    }
    if ((seen[0] & 1) == 0)
        return why_set(why, LOYD_E_LABEL, "no blank");
    return LOYD_OK;
}

bool
board_equal(const loyd_board *a, const loyd_board *b)
{
    return a->width == b->width && a->height == b->height &&
           memcmp(a->cell, b->cell, board_cells(a)) == 0;
}

unsigned
board_blank(const loyd_board *board)
{
    const uint8_t *blank = memchr(board->cell, 0, board_cells(board));

    return blank != NULL ? (unsigned)(blank - board->cell) : 0;
}

unsigned
board_missing(const loyd_board *board)
{
    unsigned n = board_cells(board), missing = n * (n + 1) / 2;

    for (unsigned c = 0; c < n; c++)
        missing -= board->cell[c];
    return missing;
}

unsigned
cell_taxicab(unsigned a, unsigned b, unsigned width)
{
    unsigned ax = a % width, ay = a / width;
    unsigned bx = b % width, by = b / width;

    return (ax > bx ? ax - bx : bx - ax) + (ay > by ? ay - by : by - ay);
}

bool
loyd_board_move(loyd_board *board, loyd_dir dir)
{
    unsigned blank = board_blank(board);
    uint8_t from = cell_of_tile(board->width, board->height, blank, dir);

    if (from == CELL_NONE)
        return false;
    board_slide(board, from, blank);
    return true;
}

loyd_err
pair_check(const loyd_board *start, const loyd_board *goal, loyd_why *why)
{
    loyd_err err = loyd_board_check(start, why);

    if (err != LOYD_OK)
        return why_prefix(why, err, "start: ");
    if ((err = loyd_board_check(goal, why)) != LOYD_OK)
        return why_prefix(why, err, "goal: ");
    if (start->width != goal->width || start->height != goal->height)
        return why_set(why, LOYD_E_SHAPE, "start is %ux%u but goal is %ux%u",
                       start->width, start->height, goal->width, goal->height);
    unsigned in_goal = board_missing(start), in_start = board_missing(goal);
    if (in_start != in_goal)
        return why_set(why, LOYD_E_LABELS,
                       "tile %u is only in the start and tile %u only in the "
                       "goal",
                       in_start, in_goal);
    return LOYD_OK;
}
