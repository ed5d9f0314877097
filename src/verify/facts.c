/* SPDX-License-Identifier: MIT */
/*
 * The checks of rows of any source. They share the hash function with the code
 * that writes these rows, and nothing else.
 */
#include "verify/facts.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/board.h"
#include "core/crypto.h"

bool
facts_board(const loyd_puzzle *puzzle, struct plain_board *board)
{
    const loyd_board *start = &puzzle->start, *goal = &puzzle->goal;
    unsigned at[256];

    if (start->width != goal->width || start->height != goal->height)
        return false;
    for (unsigned i = 0; i < 256; i++)
        at[i] = LOYD_CELLS_MAX;
    for (unsigned c = 0; c < board_cells(goal); c++)
        at[goal->cell[c]] = c;
    board->width = start->width;
    board->height = start->height;
    for (unsigned c = 0; c < board_cells(goal); c++) {
        if (at[start->cell[c]] == LOYD_CELLS_MAX)
            return false;
        board->home[c] = (uint8_t)at[start->cell[c]];
        if (start->cell[c] == 0)
            board->blank = c;
    }
    return true;
}

bool
is_odd_board(const struct plain_board *board)
{
    unsigned w = board->width, from = board->blank, to = board->home[from];

    return (from % w + from / w + to % w + to / w) % 2 != 0;
}

/* Compares the permutation's sign, by its cycles, with the parity of the
 * distance between the blanks. */
const char *
parity_fault(const struct plain_board *board)
{
    unsigned n = board->width * board->height, n_cycles = 0;
    bool is_seen[LOYD_CELLS_MAX] = {false};

    for (unsigned c = 0; c < n; c++) {
        n_cycles += !is_seen[c];
        for (unsigned at = c; !is_seen[at]; at = board->home[at])
            is_seen[at] = true;
    }
    if (n_cycles == n)
        return "start and goal are equal";
    return (n - n_cycles) % 2 == is_odd_board(board)
               ? NULL
               : "unsolvable: start and goal differ in parity";
}

void
facts_id(const loyd_puzzle *puzzle, loyd_id *id)
{
    unsigned n = board_cells(&puzzle->goal);
    const uint8_t size[2] = {puzzle->goal.width, puzzle->goal.height};
    uint8_t digest[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, "loyd puzzle 1", 13);
    crypto_hash_field(&hash, size, 2);
    crypto_hash_field(&hash, puzzle->goal.cell, n);
    crypto_hash_field(&hash, puzzle->start.cell, n);
    crypto_hash_end(&hash, digest);
    memcpy(id->byte, digest, LOYD_ID_BYTES);
}

/* Finds the least cell of the blank under all rotations and reflections that
 * leave the longer side horizontal, by trying them all. */
const char *
facts_class(const loyd_board *goal, char text[CLASS_BYTES])
{
    unsigned least = UINT_MAX, width = 0, height = 0, blank = 0;

    while (goal->cell[blank] != 0)
        blank++;
    for (unsigned way = 0; way < 8; way++) {
        unsigned x = blank % goal->width, y = blank / goal->width;
        unsigned w = goal->width, h = goal->height;

        if (way & 1)
            x = w - 1 - x;
        if (way & 2)
            y = h - 1 - y;
        if (way & 4) {
            unsigned old = x;
            x = y;
            y = old;
            w = goal->height;
            h = goal->width;
        }
        if (w < h)
            continue;
        width = w;
        height = h;
        if (y * w + x < least)
            least = y * w + x;
    }
    snprintf(text, CLASS_BYTES, "%ux%u@%u.%u", width, height, least / width,
             least % width);
    return text;
}

unsigned
path_slides(const loyd_moves *path)
{
    unsigned n = path->n > 0;

    for (size_t i = 1; i < path->n; i++)
        n += path->dir[i] != path->dir[i - 1];
    return n;
}

/* Replays a path; returns what is wrong with where it leads, or NULL. A
 * shortest one never takes a move back, in either metric. */
static const char *
replay(const loyd_puzzle *puzzle, const struct plain_board *board,
       const loyd_moves *path, bool is_shortest)
{
    unsigned w = board->width, h = board->height, last = 4;
    unsigned blank = board->blank;
    uint8_t cell[LOYD_CELLS_MAX];

    memcpy(cell, puzzle->start.cell, w * h);
    for (size_t i = 0; i < path->n; i++) {
        unsigned move = path->dir[i], from = tile_beside(w, h, blank, move);

        if (is_shortest && (move ^ 2) == last)
            return "a proven path takes a move back";
        if (from == w * h)
            return "the path leaves the board";
        cell[blank] = cell[from];
        cell[from] = 0;
        blank = from;
        last = move;
    }
    return memcmp(cell, puzzle->goal.cell, w * h) == 0
               ? NULL
               : "the path does not end at the goal";
}

/* Lengths in MTM may have any parity. */
const char *
rating_fault(const loyd_puzzle *puzzle, const struct plain_board *board,
             const struct length_facts *of)
{
    const loyd_moves *path = &of->path;
    size_t length = of->metric == LOYD_MTM ? path_slides(path) : path->n;

    if (of->metric == LOYD_STM && of->upper % 2 != is_odd_board(board))
        return "rating of the wrong parity";
    if (path->n == 0)
        return NULL;
    return length == of->upper
               ? replay(puzzle, board, path, of->lower == of->upper)
               : PATH_LENGTH_FAULT;
}

const char *
optimum_fault(const struct length_facts *of, unsigned lower, unsigned upper,
              const loyd_moves *path, loyd_why *words)
{
    if (upper < of->lower || lower > of->upper) {
        bool is_below = upper < of->lower;

        why_set(words, LOYD_E_CORRUPT,
                "the optimum is %s the rating's %s bound: %u, not %u",
                is_below ? "below" : "above", is_below ? "lower" : "upper",
                is_below ? upper : lower, is_below ? of->lower : of->upper);
        return words->text;
    }
    return of->lower == of->upper && of->path.n > 0 && path->n > 0 &&
                   (path->n != of->path.n ||
                    memcmp(path->dir, of->path.dir, path->n) != 0)
               ? "the path is not the canonical one"
               : NULL;
}
