/* SPDX-License-Identifier: MIT */
/*
 * Owns drawn goals. Their attempts are counted apart from those of the
 * start: one board has one goal.
 */
#include "generate/goal.h"

#include "core/cells.h"
#include "core/layout.h"
#include "generate/methods.h"

/* The missing label, 1..n. */
static bool
draw_missing(const uint8_t *key, uint64_t index, unsigned n, uint8_t *label)
{
    for (uint64_t a = 0; a < LOYD_ATTEMPTS_MAX; a++) {
        uint32_t drawn;
        struct stream words;
        stream_begin(&words, key, index, a, 1);
        if (stream_bounded(&words, n, &drawn)) {
            *label = (uint8_t)(drawn + 1);
            return true;
        }
    }
    return false;
}

/* Shuffles all cells but `kept`, an index or LOYD_BLANK_AUTO. */
static bool
shuffle_but(struct stream *words, loyd_board *goal, int kept)
{
    unsigned n = board_cells(goal), m = 0, at = 0, swaps;
    uint8_t item[LOYD_CELLS_MAX];

    for (unsigned c = 0; c < n; c++)
        if ((int)c != kept)
            item[m++] = goal->cell[c];
    if (!shuffle_items(words, item, m, &swaps))
        return false;
    for (unsigned c = 0; c < n; c++)
        if ((int)c != kept)
            goal->cell[c] = item[at++];
    return true;
}

bool
goal_draw(const loyd_layout *layout, const struct goal_keys *keys,
          uint64_t index, loyd_board *goal)
{
    unsigned n = (unsigned)layout->width * layout->height;
    loyd_layout base = *layout;

    if (layout->missing == LOYD_MISSING_RANDOM &&
        !draw_missing(keys->missing, index, n, &base.missing))
        return false;
    for (uint64_t a = 0; a < LOYD_ATTEMPTS_MAX; a++) {
        struct stream words;
        layout_goal(&base, goal);
        stream_begin(&words, keys->goal, index, a, n - 1);
        if (shuffle_but(&words, goal, layout->blank))
            return true;
    }
    return false;
}
