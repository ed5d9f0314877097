/* SPDX-License-Identifier: MIT */
/*
 * The digest of a catalogue of schema 12, from its packed rows, for comparison
 * with that of the upgraded one. It shares the packed forms with unpack.c, but
 * no SQL and no text.
 */
#include <string.h>

#include "core/board.h"
#include "core/digest.h"
#include "core/moves.h"
#include "store/packed.h"
#include "store/query.h"

static const char sql_days[] =
    "SELECT DISTINCT hash FROM ledger ORDER BY hash";

/* "mtm" is before "stm". */
static const char sql_proven[] =
    "SELECT puzzle, metric, upper, path FROM rating WHERE lower = upper"
    " ORDER BY puzzle, metric DESC";

static const char sql_puzzles[] =
    "SELECT p.id, p.start, g.width, g.height, g.cells FROM puzzle AS p"
    " LEFT JOIN goal AS g ON g.pk = p.goal ORDER BY p.id";

/* A length comes in little-endian order in the digest's records. */
static const char sql_recipes[] =
    "SELECT CAST(s.text || '~' || r.number AS BLOB) AS t, r.puzzle"
    " FROM recipe AS r CROSS JOIN series AS s ON s.pk = r.series"
    " ORDER BY length(t) & 255, length(t) >> 8, t";

struct walk {
    struct digest sum;
    loyd_moves moves;
    bool is_good;
};

static bool
packed_id(struct query *q, int at, loyd_id *id)
{
    const uint8_t *bytes;
    size_t len;

    if (!column_blob(q, at, LOYD_ID_BYTES, LOYD_ID_BYTES, &bytes, &len))
        return false;
    memcpy(id->byte, bytes, LOYD_ID_BYTES);
    return true;
}

/* Each adds the current row, or clears is_good. */
static loyd_err
add_day(struct walk *w, struct query *q)
{
    uint8_t hash[LOYD_HASH_BYTES];

    if ((w->is_good = column_hash(q, 0, hash)))
        digest_day(&w->sum, hash);
    return LOYD_OK;
}

static loyd_err
add_proven(struct walk *w, struct query *q)
{
    const uint8_t *path;
    size_t len;
    int64_t metric;
    uint16_t upper;
    loyd_id id;
    loyd_err err;

    w->is_good = packed_id(q, 0, &id) &&
                 column_int(q, 1, 1, LOYD_METRICS, &metric) &&
                 column_u16(q, 2, 1, PATH_MAX_MOVES, &upper) &&
                 column_blob(q, 3, 1, PATH_BYTES_MAX, &path, &len);
    if (!w->is_good)
        return LOYD_OK;
    err = path_unpack(path, len, &w->moves);
    if (err == LOYD_OK)
        return digest_proven(&w->sum, &id, (loyd_metric)(metric - 1), upper,
                             &w->moves);
    w->is_good = false;
    return err == LOYD_E_CORRUPT ? LOYD_OK : err;
}

static loyd_err
add_puzzle(struct walk *w, struct query *q)
{
    const uint8_t *bytes, *cells;
    size_t len, n;
    int64_t width, height;
    loyd_board goal = {0}, start;
    loyd_id id;

    w->is_good = packed_id(q, 0, &id) &&
                 column_int(q, 2, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &width) &&
                 column_int(q, 3, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &height) &&
                 column_blob(q, 4, (size_t)(width * height),
                             (size_t)(width * height), &cells, &n) &&
                 column_blob(q, 1, 1, LOYD_CELLS_MAX, &bytes, &len);
    if (!w->is_good)
        return LOYD_OK;
    goal.width = (uint8_t)width;
    goal.height = (uint8_t)height;
    memcpy(goal.cell, cells, n);
    w->is_good = loyd_board_check(&goal, NULL) == LOYD_OK &&
                 start_unpack(bytes, len, &goal, &start);
    if (w->is_good)
        digest_puzzle(&w->sum, &id, &goal, &start);
    return LOYD_OK;
}

static loyd_err
add_recipe(struct walk *w, struct query *q)
{
    char text[LOYD_RECIPE_TEXT];
    const uint8_t *bytes;
    size_t len;
    loyd_id id;

    w->is_good = column_blob(q, 0, 1, sizeof(text) - 1, &bytes, &len) &&
                 packed_id(q, 1, &id);
    if (!w->is_good)
        return LOYD_OK;
    memcpy(text, bytes, len);
    text[len] = '\0';
    digest_recipe(&w->sum, text, &id);
    return LOYD_OK;
}

/* The records in their order. */
static const struct part {
    const char *sql;
    loyd_err (*add)(struct walk *w, struct query *q);
} parts[] = {
    {sql_days, add_day},
    {sql_proven, add_proven},
    {sql_puzzles, add_puzzle},
    {sql_recipes, add_recipe},
};

loyd_err
packed_digest(loyd_store *store, uint8_t digest[LOYD_HASH_BYTES], bool *found,
              loyd_why *why)
{
    struct walk w = {.is_good = true};
    struct query q;
    loyd_err err = LOYD_OK;

    digest_begin(&w.sum);
    for (size_t i = 0; err == LOYD_OK && w.is_good &&
                       i < sizeof(parts) / sizeof(parts[0]); i++) {
        query_begin(&q, store, STMT_COUNT_, parts[i].sql, why);
        while (err == LOYD_OK && w.is_good && query_next(&q))
            err = parts[i].add(&w, &q);
        err = query_end(&q, err);
    }
    digest_end(&w.sum, digest);
    loyd_moves_free(&w.moves);
    *found = w.is_good;
    return err;
}
