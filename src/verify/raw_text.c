/* SPDX-License-Identifier: MIT */
/* Reads stored texts for verification. */
#include "verify/raw_text.h"

#include "store/rows.h"

#define RUN_MAX 999

/* Reads a number without leading zeros; returns -1 if there is none. */
static int
number(const uint8_t **at, const uint8_t *end)
{
    const uint8_t *first = *at;
    int value = 0, digit;

    for (; *at < end && (digit = **at - '0') >= 0 && digit <= 9; ++*at)
        if ((value = 10 * value + digit) > RUN_MAX)
            return -1;
    return *at == first || (first[0] == '0' && *at - first > 1) ? -1 : value;
}

/* Returns whether each label is in 0..n and there once, and the blank too. */
static bool
is_board(const uint8_t *cells, unsigned n)
{
    unsigned times[256] = {0};
    unsigned n_different = 0;

    for (unsigned c = 0; c < n; c++) {
        if (cells[c] > n)
            return false;
        n_different += times[cells[c]]++ == 0;
    }
    return n_different == n && times[0] == 1;
}

bool
raw_board(const struct raw_value *text, loyd_board *board)
{
    const uint8_t *at = text->bytes, *end;
    unsigned n = 0, in_row = 0;

    if (text->kind != RAW_TEXT)
        return false;
    board->width = board->height = 0;
    for (end = at + text->len;; at++) {
        int label = number(&at, end);

        if (label < 0 || label > 255 || n == LOYD_CELLS_MAX)
            return false;
        board->cell[n++] = (uint8_t)label;
        in_row++;
        if (at < end && *at == ' ')
            continue;
        if (at < end && *at != '/')
            return false;
        if (board->height++ == 0)
            board->width = (uint8_t)in_row;
        if (in_row != board->width)
            return false;
        in_row = 0;
        if (at == end)
            break;
    }
    return board->width >= 2 && board->width <= 15 && board->height >= 2 &&
           board->height <= 15 && is_board(board->cell, n);
}

/* Returns the value of a base32 digit, which are 0..9 and a..z without i, l, o
 * and u; -1: none. */
static int
digit_value(uint8_t c)
{
    static const int8_t letters[] = {10, 11, 12, 13, 14, 15, 16, 17, -1,
                                     18, 19, -1, 20, 21, -1, 22, 23, 24,
                                     25, 26, -1, 27, 28, 29, 30, 31};

    if (c >= 'a' && c <= 'z')
        return letters[c - 'a'];
    return c >= '0' && c <= '9' ? c - '0' : -1;
}

bool
raw_id(const struct raw_value *text, uint8_t id[LOYD_ID_BYTES])
{
    unsigned bits = 0, n_bits = 0;

    if (text->kind != RAW_TEXT || text->len != LOYD_ID_CHARS)
        return false;
    for (unsigned i = 0; i < LOYD_ID_CHARS; i++) {
        int value = digit_value(text->bytes[i]);

        if (value < 0)
            return false;
        bits = bits << 5 | (unsigned)value;
        if ((n_bits += 5) >= 8)
            *id++ = (uint8_t)(bits >> (n_bits -= 8));
    }
    return true;
}

/* Returns the move of a letter; -1: none. */
static int
move_of(uint8_t letter)
{
    switch (letter) {
    case 'U':
        return 0;
    case 'R':
        return 1;
    case 'D':
        return 2;
    case 'L':
        return 3;
    default:
        return -1;
    }
}

bool
raw_path(const struct raw_value *text, loyd_moves *path)
{
    const uint8_t *at = text->bytes, *end;
    int last = -1, last_count = 0;

    path->n = 0;
    if (text->kind != RAW_TEXT)
        return false;
    for (end = at + text->len; at < end;) {
        int n = 1, move = move_of(*at++);

        if (move < 0)
            return false;
        if (at < end && *at >= '0' && *at <= '9' && (n = number(&at, end)) < 2)
            return false;
        if ((move == last && last_count != RUN_MAX) ||
            path->n + (size_t)n > PATH_MAX_MOVES)
            return false;
        for (int i = 0; i < n; i++)
            path->dir[path->n++] = (uint8_t)move;
        last = move;
        last_count = n;
    }
    return true;
}
