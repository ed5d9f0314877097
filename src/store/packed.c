/* SPDX-License-Identifier: MIT */
/*
 * The packed forms of starts, paths, classes, estimates and lengths in MTM,
 * which schemas 1 to 12 have. No SQLite, and no allocation except of moves.
 * Packed input comes from a file and is untrusted.
 */
#include "store/packed.h"

#include <string.h>

#include "core/board.h"
#include "core/class.h"
#include "core/moves.h"

/* Reads bytes from the front, at most 8 bits at a time. */
struct bits {
    const uint8_t *next;
    uint32_t word; /* its lowest n bits are not taken yet */
    unsigned n;
};

static unsigned
take_bits(struct bits *r, unsigned bits)
{
    if (r->n < bits) {
        r->word = r->word << 8 | *r->next++;
        r->n += 8;
    }
    r->n -= bits;
    return r->word >> r->n & ((1U << bits) - 1);
}

bool
start_unpack(const uint8_t *bytes, size_t len, const loyd_board *goal,
             loyd_board *start)
{
    unsigned n = board_cells(goal), bits = 1; /* of a cell, 0..n-1 */
    struct bits rest = {.next = bytes};
    bool seen[LOYD_CELLS_MAX] = {false};
    loyd_board made = {.width = goal->width, .height = goal->height};

    while (1U << bits < n)
        bits++;
    if (len != ((size_t)n * bits + 7) / 8)
        return false;
    for (unsigned c = 0; c < n; c++) {
        unsigned cell = take_bits(&rest, bits);
        if (cell >= n || seen[cell])
            return false;
        seen[cell] = true;
        made.cell[c] = goal->cell[cell];
    }
    if (take_bits(&rest, rest.n) != 0) /* after the last cell */
        return false;
    *start = made;
    return true;
}

loyd_err
path_unpack(const uint8_t *bytes, size_t len, loyd_moves *moves)
{
    unsigned last = len > 0 ? bytes[len - 1] : 0, rest = 0;
    loyd_err err;

    if (len > PATH_BYTES_MAX)
        return LOYD_E_CORRUPT;
    /* The lowest bit that is set is the end mark; it begins a pair. */
    while (rest < 4 && (last & 0xffU >> 2 * rest) != 0x80U >> 2 * rest)
        rest++;
    if (len == 0 || rest == 4)
        return LOYD_E_CORRUPT;
    moves->n = 0;
    if ((err = moves_reserve(moves, 4 * len)) != LOYD_OK)
        return err;
    for (size_t i = 0; i < 4 * (len - 1) + rest; i++)
        moves->dir[i] = bytes[i / 4] >> (6 - 2 * (i % 4)) & 3;
    moves->n = 4 * (len - 1) + rest;
    return LOYD_OK;
}

#define UNIT 65536 /* of what is added to a length */

bool
class_unpack(int64_t number, loyd_class *cls)
{
    loyd_class made = {(uint8_t)(number >> 16), (uint8_t)(number >> 8 & 255),
                       (uint8_t)(number & 255)};
    loyd_class least;

    if (number < 0 || number >= (LOYD_SIDE_MAX + 1) * UNIT ||
        size_check(made.width, made.height, NULL) != LOYD_OK ||
        made.blank >= made.width * made.height)
        return false;
    least = loyd_class_of(made.width, made.height, made.blank);
    if (!class_equal(&least, &made))
        return false;
    *cls = made;
    return true;
}

bool
estimate_unpack(int64_t number, uint16_t *version, uint16_t *length)
{
    if (number < UNIT || number / UNIT > UINT16_MAX || number % UNIT < 1 ||
        number % UNIT > PATH_MAX_MOVES)
        return false;
    *version = (uint16_t)(number / UNIT);
    *length = (uint16_t)(number % UNIT);
    return true;
}

bool
mtm_unpack(int64_t number, bool *is_proven, uint16_t *length)
{
    if (number < 1 || number / UNIT > 1 || number % UNIT < 1 ||
        number % UNIT > PATH_MAX_MOVES)
        return false;
    *is_proven = number < UNIT;
    *length = (uint16_t)(number % UNIT);
    return true;
}
