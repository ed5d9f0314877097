/* SPDX-License-Identifier: MIT */
/* Owns the rows of a pack under proof, packed into one piece of memory. */
#include <stdlib.h>
#include <string.h>

#include "core/cells.h"
#include "core/records.h"
#include "core/replay.h"
#include "pack/proving.h"

/* number, id, stm, lower, upper, claimed, percentile + 1, band, sides, moves
 * of the path + 1 */
#define RECORD_HEAD (4 + LOYD_ID_BYTES + 2 + 2 + 2 + 2 + 4 + 4 + 2 + 4)

static uint8_t *
put(uint8_t *at, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        *at++ = (uint8_t)(number >> 8 * i);
    return at;
}

static uint32_t
take(const uint8_t **at, unsigned bytes)
{
    uint32_t number = 0;

    for (unsigned i = 0; i < bytes; i++)
        number |= (uint32_t) * (*at)++ << 8 * i;
    return number;
}

static bool
grow(struct witness *b, size_t bytes)
{
    if (b->len + bytes > b->room) {
        size_t room = b->room + b->room / 2 + bytes + 4096;
        uint8_t *grown = realloc(b->bytes, room);

        if (grown == NULL)
            return false;
        b->bytes = grown;
        b->room = room;
    }
    if (b->n == b->n_room) {
        size_t room = b->n_room + b->n_room / 2 + 1024;
        size_t *grown = realloc(b->at, room * sizeof(*grown));

        if (grown == NULL)
            return false;
        b->at = grown;
        b->n_room = room;
    }
    return true;
}

loyd_err
witness_add(struct witness *b, const struct witness_row *row)
{
    unsigned n = board_cells(&row->puzzle.goal);
    size_t moves = row->has_path ? row->path.n : 0;
    size_t bytes = RECORD_HEAD + 2 * (size_t)n + (moves + 3) / 4;
    uint8_t *at;

    if (!grow(b, bytes))
        return LOYD_E_NOMEM;
    at = b->bytes + b->len;
    at = put(at, row->number, 4);
    memcpy(at, row->id.byte, LOYD_ID_BYTES);
    at += LOYD_ID_BYTES;
    at = put(at, row->stm, 2);
    at = put(at, row->lower, 2);
    at = put(at, row->upper, 2);
    at = put(at, row->claimed, 2);
    at = put(at, (uint64_t)(row->percentile + 1), 4);
    at = put(at, row->band, 4);
    at = put(at, row->puzzle.goal.width, 1);
    at = put(at, row->puzzle.goal.height, 1);
    at = put(at, row->has_path ? moves + 1 : 0, 4);
    memcpy(at, row->puzzle.goal.cell, n);
    memcpy(at + n, row->puzzle.start.cell, n);
    at += 2 * (size_t)n;
    memset(at, 0, (moves + 3) / 4);
    for (size_t i = 0; i < moves; i++)
        at[i / 4] |= (uint8_t)(row->path.dir[i] << 2 * (i % 4));
    b->at[b->n++] = b->len;
    b->len += bytes;
    return LOYD_OK;
}

loyd_err
witness_read(const struct witness *b, size_t i, struct witness_row *row)
{
    const uint8_t *at = b->bytes + b->at[i];
    loyd_board *goal = &row->puzzle.goal, *start = &row->puzzle.start;
    size_t moves;
    unsigned n;
    loyd_err err;

    memset(&row->puzzle, 0, sizeof(row->puzzle));
    row->number = take(&at, 4);
    memcpy(row->id.byte, at, LOYD_ID_BYTES);
    at += LOYD_ID_BYTES;
    row->stm = (uint16_t)take(&at, 2);
    row->lower = (uint16_t)take(&at, 2);
    row->upper = (uint16_t)take(&at, 2);
    row->claimed = (uint16_t)take(&at, 2);
    row->percentile = (int32_t)take(&at, 4) - 1;
    row->band = take(&at, 4);
    goal->width = start->width = (uint8_t)take(&at, 1);
    goal->height = start->height = (uint8_t)take(&at, 1);
    moves = take(&at, 4);
    n = board_cells(goal);
    memcpy(goal->cell, at, n);
    memcpy(start->cell, at + n, n);
    at += 2 * (size_t)n;
    row->has_path = moves > 0;
    moves -= row->has_path;
    if ((err = moves_reserve(&row->path, moves)) != LOYD_OK)
        return err;
    row->path.n = moves;
    for (size_t k = 0; k < moves; k++)
        row->path.dir[k] = at[k / 4] >> 2 * (k % 4) & 3;
    return LOYD_OK;
}

void
witness_free(struct witness *b)
{
    free(b->bytes);
    free(b->at);
    memset(b, 0, sizeof(*b));
}

static int
by_id(const void *a, const void *b)
{
    const uint8_t *const *one = a, *const *other = b;

    return memcmp(*one, *other, LOYD_ID_BYTES);
}

/* Where the ids stand, sorted; to be freed. */
static const uint8_t **
sort(const struct witness *b)
{
    const uint8_t **ids = malloc((b->n + 1) * sizeof(*ids));

    for (size_t i = 0; ids != NULL && i < b->n; i++)
        ids[i] = b->bytes + b->at[i] + 4;
    if (ids != NULL)
        qsort(ids, b->n, sizeof(*ids), by_id);
    return ids;
}

static loyd_err
add_proven(struct records *sum, const struct witness_row *row)
{
    char *text = malloc(loyd_moves_text_bytes(&row->path));

    if (text == NULL)
        return LOYD_E_NOMEM;
    records_proven(sum, &row->id, row->stm, text,
                   loyd_moves_print(&row->path, text));
    free(text);
    return LOYD_OK;
}

/* What is proven, then puzzles, as the bytes of both names are ordered. */
static loyd_err
add_all(const struct witness *b, const uint8_t **ids, bool is_proven,
        struct records *sum)
{
    struct witness one = {.bytes = b->bytes};
    struct witness_row row = {.path = {0}};
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < b->n; i++) {
        size_t at = (size_t)(ids[i] - 4 - b->bytes);

        one.at = &at;
        if ((err = witness_read(&one, 0, &row)) != LOYD_OK)
            break;
        if (!is_proven)
            records_puzzle(sum, &row.id, &row.puzzle.goal, &row.puzzle.start);
        else if (row.stm != 0 && row.has_path)
            err = add_proven(sum, &row);
    }
    loyd_moves_free(&row.path);
    return err;
}

loyd_err
witness_digest(const struct witness *b, bool has_solutions,
               uint8_t digest[LOYD_HASH_BYTES], size_t *twice)
{
    const uint8_t **ids = sort(b);
    struct records sum;
    loyd_err err = ids != NULL ? LOYD_OK : LOYD_E_NOMEM;

    *twice = 0;
    for (size_t i = 1; err == LOYD_OK && i < b->n && *twice == 0; i++)
        if (memcmp(ids[i - 1], ids[i], LOYD_ID_BYTES) == 0)
            for (size_t k = 0; k < b->n; k++)
                if (b->bytes + b->at[k] + 4 == ids[i])
                    *twice = k + 1;
    if (err == LOYD_OK) {
        records_begin(&sum);
        if (has_solutions)
            err = add_all(b, ids, true, &sum);
        if (err == LOYD_OK)
            err = add_all(b, ids, false, &sum);
        records_end(&sum, digest);
    }
    free(ids);
    return err;
}
