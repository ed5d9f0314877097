/* SPDX-License-Identifier: MIT */
/*
 * Owns the common form of twins. Each cell is told where its label belongs,
 * which no relabelling changes; of the turns and mirrors that bring the
 * goal's blank to its class's cell, the one that makes the least of it.
 */
#include "store/twin.h"

#include <string.h>

#include "core/board.h"
#include "core/crypto.h"
#include "loyd/class.h"

enum { MIRROR_X = 1, MIRROR_Y = 2, SWAP = 4, WAYS = 8 };

/* Where a cell goes: mirrored, then rows and columns swapped. */
static unsigned
turned(unsigned way, const loyd_board *board, unsigned cell)
{
    unsigned x = cell % board->width, y = cell / board->width;

    if (way & MIRROR_X)
        x = board->width - 1U - x;
    if (way & MIRROR_Y)
        y = board->height - 1U - y;
    return way & SWAP ? x * board->height + y : y * board->width + x;
}

static bool
is_allowed(unsigned way, const loyd_board *goal, const loyd_class *cls,
           unsigned blank)
{
    unsigned width = way & SWAP ? goal->height : goal->width;

    return width == cls->width && turned(way, goal, blank) == cls->blank;
}

loyd_id
twin_id(const loyd_puzzle *puzzle)
{
    static const char purpose[] = "loyd twin";
    const loyd_board *goal = &puzzle->goal;
    unsigned n = board_cells(goal), blank = loyd_board_blank(goal);
    loyd_class cls = loyd_class_of(goal->width, goal->height, blank);
    const uint8_t head[3] = {cls.width, cls.height, cls.blank};
    uint8_t home[LOYD_CELLS_MAX + 1] = {0}, form[LOYD_CELLS_MAX];
    uint8_t least[LOYD_CELLS_MAX], digest[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;
    loyd_id id;

    for (unsigned c = 0; c < n; c++)
        home[goal->cell[c]] = (uint8_t)c;
    memset(least, UINT8_MAX, sizeof(least));
    for (unsigned way = 0; way < WAYS; way++) {
        if (!is_allowed(way, goal, &cls, blank))
            continue;
        for (unsigned c = 0; c < n; c++)
            form[turned(way, goal, c)] =
                (uint8_t)turned(way, goal, home[puzzle->start.cell[c]]);
        if (memcmp(form, least, n) < 0)
            memcpy(least, form, n);
    }
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, purpose, sizeof(purpose) - 1);
    crypto_hash_field(&hash, head, sizeof(head));
    crypto_hash_field(&hash, least, n);
    crypto_hash_end(&hash, digest);
    memcpy(id.byte, digest, LOYD_ID_BYTES);
    return id;
}
