/* SPDX-License-Identifier: MIT */
/* The rows that all files of a pack must agree on, packed into one buffer. */
#include "verify/pack.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bytes.h"
#include "core/board.h"
#include "core/digest.h"
#include "core/moves.h"

/* In each metric: whether proven, lower, upper, moves of the path,
 * percentile + 1, its sample, bytes of the band. */
#define KNOWN_HEAD (1 + 2 + 2 + 4 + 4 + 4 + 1)
/* Number, id, estimate, sides, metrics. */
#define RECORD_HEAD (4 + LOYD_ID_BYTES + 2 + 2 + LOYD_METRICS * KNOWN_HEAD)

static uint32_t
get(const uint8_t **at, unsigned bytes)
{
    *at += bytes;
    return (uint32_t)bytes_little(*at - bytes, bytes);
}

static uint8_t *
put_head(uint8_t *at, const loyd_known *known, const struct standing *standing)
{
    at = bytes_put_little(at, known->status == LOYD_STATUS_PROVEN, 1);
    at = bytes_put_little(at, known->rating.lower, 2);
    at = bytes_put_little(at, known->rating.upper, 2);
    at = bytes_put_little(at, known->path.n, 4);
    at = bytes_put_little(at, (uint64_t)(standing->percentile + 1), 4);
    at = bytes_put_little(at, standing->sample, 4);
    return bytes_put_little(at, standing->band.len, 1);
}

/* Packs the moves of a path and the name of a band, and returns the end. */
static uint8_t *
put_tail(uint8_t *at, const loyd_known *known, const struct standing *standing)
{
    const loyd_moves *path = &known->path;

    memset(at, 0, (path->n + 3) / 4);
    for (size_t i = 0; i < path->n; i++)
        at[i / 4] |= (uint8_t)(path->dir[i] << 2 * (i % 4));
    at += (path->n + 3) / 4;
    if (standing->band.len > 0)
        memcpy(at, standing->band.at, standing->band.len);
    return at + standing->band.len;
}

loyd_err
witness_add(struct witness *w, const struct puzzle_row *row,
            const struct facts *facts)
{
    const struct record *record = &row->record;
    const loyd_board *goal = &record->puzzle.goal;
    unsigned n = board_cells(goal);
    size_t bytes = RECORD_HEAD + 2 * (size_t)n;
    uint8_t *at;

    for (unsigned m = 0; m < LOYD_METRICS; m++)
        bytes +=
            (record->known[m].path.n + 3) / 4 + facts->in[m].standing.band.len;
    if (!ARRAY_ROOM(w->bytes, w->room, w->len + bytes) ||
        !ARRAY_ROOM(w->at, w->n_room, w->n + 1))
        return LOYD_E_NOMEM;
    at = w->bytes + w->len;
    at = bytes_put_little(at, row->number, 4);
    memcpy(at, record->id.byte, LOYD_ID_BYTES);
    at += LOYD_ID_BYTES;
    at = bytes_put_little(at, record->estimate, 2);
    at = bytes_put_little(at, goal->width, 1);
    at = bytes_put_little(at, goal->height, 1);
    for (unsigned m = 0; m < LOYD_METRICS; m++)
        at = put_head(at, &record->known[m], &facts->in[m].standing);
    memcpy(at, goal->cell, n);
    memcpy(at + n, record->puzzle.start.cell, n);
    at += 2 * (size_t)n;
    for (unsigned m = 0; m < LOYD_METRICS; m++)
        at = put_tail(at, &record->known[m], &facts->in[m].standing);
    w->at[w->n++] = w->len;
    w->len += bytes;
    return LOYD_OK;
}

static void
get_head(const uint8_t **at, loyd_known *known, struct standing *standing)
{
    known->status = get(at, 1) != 0 ? LOYD_STATUS_PROVEN : LOYD_STATUS_UNRATED;
    known->rating.lower = (uint16_t)get(at, 2);
    known->rating.upper = (uint16_t)get(at, 2);
    known->path.n = get(at, 4);
    standing->percentile = (int32_t)get(at, 4) - 1;
    standing->sample = get(at, 4);
    standing->band.len = get(at, 1);
}

/* Unpacks as many moves and bytes as get_head has found. */
static loyd_err
get_tail(const uint8_t **at, loyd_moves *path, struct standing *standing)
{
    size_t moves = path->n;
    loyd_err err;

    path->n = 0;
    if ((err = moves_reserve(path, moves)) != LOYD_OK)
        return err;
    path->n = moves;
    for (size_t k = 0; k < moves; k++)
        path->dir[k] = (*at)[k / 4] >> 2 * (k % 4) & 3;
    *at += (moves + 3) / 4;
    standing->band.at = (const char *)*at;
    *at += standing->band.len;
    return LOYD_OK;
}

static loyd_err
read_record(const uint8_t *at, struct witness_row *out)
{
    struct record *record = &out->row.record;
    loyd_board *goal = &record->puzzle.goal, *start = &record->puzzle.start;
    unsigned n;
    loyd_err err = LOYD_OK;

    memset(&record->puzzle, 0, sizeof(record->puzzle));
    out->row.number = get(&at, 4);
    memcpy(record->id.byte, at, LOYD_ID_BYTES);
    at += LOYD_ID_BYTES;
    record->estimate = (uint16_t)get(&at, 2);
    goal->width = start->width = (uint8_t)get(&at, 1);
    goal->height = start->height = (uint8_t)get(&at, 1);
    for (unsigned m = 0; m < LOYD_METRICS; m++)
        get_head(&at, &record->known[m], &out->standing[m]);
    n = board_cells(goal);
    memcpy(goal->cell, at, n);
    memcpy(start->cell, at + n, n);
    at += 2 * (size_t)n;
    for (unsigned m = 0; err == LOYD_OK && m < LOYD_METRICS; m++)
        err = get_tail(&at, &record->known[m].path, &out->standing[m]);
    return err;
}

loyd_err
witness_read(const struct witness *w, size_t i, struct witness_row *out)
{
    return read_record(w->bytes + w->at[i], out);
}

void
witness_free(struct witness *w)
{
    free(w->bytes);
    free(w->at);
    memset(w, 0, sizeof(*w));
}

static int
by_id(const void *a, const void *b)
{
    const uint8_t *const *one = a, *const *other = b;

    return memcmp(*one, *other, LOYD_ID_BYTES);
}

/* Returns pointers to the ids of all records, sorted by id; the caller frees
 * the list. */
static const uint8_t **
sort(const struct witness *w)
{
    const uint8_t **ids = malloc((w->n + 1) * sizeof(*ids));

    for (size_t i = 0; ids != NULL && i < w->n; i++)
        ids[i] = w->bytes + w->at[i] + 4;
    if (ids != NULL)
        ARRAY_SORT(ids, w->n, by_id);
    return ids;
}

/* Adds the proven length of a row in a metric to the digest. */
static loyd_err
add_proven(const struct record *record, loyd_metric metric, struct digest *sum)
{
    const loyd_known *known = &record->known[metric];
    uint16_t length = known_proven(known);

    return length != 0 && known->path.n > 0
               ? digest_proven(sum, &record->id, metric, length, &known->path)
               : LOYD_OK;
}

/* Adds the `proven` or the `puzzle` records to the digest. */
static loyd_err
add_all(const struct witness *w, const uint8_t **ids, bool is_proven,
        bool has_mtm, struct digest *sum)
{
    struct witness_row row = {.row = {.number = 0}};
    const struct record *record = &row.row.record;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < w->n; i++) {
        if ((err = read_record(ids[i] - 4, &row)) != LOYD_OK)
            break;
        if (!is_proven)
            digest_puzzle(sum, &record->id, &record->puzzle.goal,
                          &record->puzzle.start);
        if (is_proven && has_mtm) /* "mtm" sorts before "stm" */
            err = add_proven(record, LOYD_MTM, sum);
        if (is_proven && err == LOYD_OK)
            err = add_proven(record, LOYD_STM, sum);
    }
    row_free(&row.row);
    return err;
}

loyd_err
witness_digest(const struct witness *w, bool has_solutions, bool has_mtm,
               uint8_t digest[LOYD_HASH_BYTES], size_t *twice)
{
    const uint8_t **ids = sort(w);
    struct digest sum;
    loyd_err err = ids != NULL ? LOYD_OK : LOYD_E_NOMEM;

    *twice = 0;
    for (size_t i = 1; err == LOYD_OK && i < w->n && *twice == 0; i++)
        if (memcmp(ids[i - 1], ids[i], LOYD_ID_BYTES) == 0)
            for (size_t k = 0; k < w->n; k++)
                if (w->bytes + w->at[k] + 4 == ids[i])
                    *twice = k + 1;
    if (err == LOYD_OK) {
        digest_begin(&sum);
        if (has_solutions)
            err = add_all(w, ids, true, has_mtm, &sum);
        if (err == LOYD_OK)
            err = add_all(w, ids, false, has_mtm, &sum);
        digest_end(&sum, digest);
    }
    free(ids);
    return err;
}
