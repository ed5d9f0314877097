/* SPDX-License-Identifier: MIT */
/* Owns the packed forms of starts and paths. No SQLite, no allocation but of
 * moves. What is unpacked comes from a file, and may be anything. */
#include <string.h>

#include "core/cells.h"
#include "store/rows.h"

/* The fewest bits that hold a cell's number, 0..n-1. */
static unsigned
bits_of(unsigned n)
{
    unsigned bits = 1;

    while (1U << bits < n)
        bits++;
    return bits;
}

static void
set_bits(uint8_t *bytes, size_t at, unsigned bits, unsigned value)
{
    for (unsigned i = 0; i < bits; i++, at++)
        if (value >> (bits - 1 - i) & 1U)
            bytes[at / 8] |= (uint8_t)(0x80U >> at % 8);
}

static unsigned
get_bits(const uint8_t *bytes, size_t at, unsigned bits)
{
    unsigned value = 0;

    for (unsigned i = 0; i < bits; i++, at++)
        value = value << 1 | (bytes[at / 8] >> (7 - at % 8) & 1U);
    return value;
}

size_t
start_pack(const loyd_puzzle *puzzle, uint8_t out[LOYD_CELLS_MAX])
{
    unsigned n = board_cells(&puzzle->goal), bits = bits_of(n);
    uint8_t cell_of[LOYD_CELLS_MAX + 1] = {0}; /* a label's cell in the goal */

    for (unsigned c = 0; c < n; c++)
        cell_of[puzzle->goal.cell[c]] = (uint8_t)c;
    memset(out, 0, LOYD_CELLS_MAX);
    for (unsigned c = 0; c < n; c++)
        set_bits(out, (size_t)c * bits, bits, cell_of[puzzle->start.cell[c]]);
    return ((size_t)n * bits + 7) / 8;
}

bool
start_unpack(const uint8_t *bytes, size_t len, const loyd_board *goal,
             loyd_board *start)
{
    unsigned n = board_cells(goal), bits = bits_of(n);
    size_t used = (size_t)n * bits;
    bool seen[LOYD_CELLS_MAX] = {false};
    loyd_board made = {.width = goal->width, .height = goal->height};

    if (len != (used + 7) / 8 ||
        get_bits(bytes, used, (unsigned)(8 * len - used)) != 0)
        return false;
    for (unsigned c = 0; c < n; c++) {
        unsigned cell = get_bits(bytes, (size_t)c * bits, bits);
        if (cell >= n || seen[cell])
            return false;
        seen[cell] = true;
        made.cell[c] = goal->cell[cell];
    }
    *start = made;
    return true;
}

size_t
path_pack(const loyd_moves *moves, uint8_t *out)
{
    size_t len = moves->n / 4 + 1;

    memset(out, 0, len);
    for (size_t i = 0; i < moves->n; i++)
        out[i / 4] |= (uint8_t)((unsigned)moves->dir[i] << (6 - 2 * (i % 4)));
    /* The mark behind the last move, so that its end is known. */
    out[len - 1] |= (uint8_t)(0x80U >> 2 * (moves->n % 4));
    return len;
}

loyd_err
path_unpack(const uint8_t *bytes, size_t len, loyd_moves *moves)
{
    unsigned last = len > 0 ? bytes[len - 1] : 0, rest = 0;

    if (len > PATH_BYTES_MAX)
        return LOYD_E_CORRUPT;
    /* The lowest bit that is set is the mark; it begins a pair. */
    while (rest < 4 && (last & 0xffU >> 2 * rest) != 0x80U >> 2 * rest)
        rest++;
    if (len == 0 || rest == 4)
        return LOYD_E_CORRUPT;
    moves->n = 0;
    for (size_t i = 0; i < 4 * (len - 1) + rest; i++) {
        loyd_err err = loyd_moves_push(
            moves, (loyd_dir)(bytes[i / 4] >> (6 - 2 * (i % 4)) & 3));
        if (err != LOYD_OK)
            return err;
    }
    return LOYD_OK;
}
