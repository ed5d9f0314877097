/* SPDX-License-Identifier: MIT */
/*
 * The content digest of a catalogue: its records in bytewise order, as the
 * indices return them, in constant memory. Puzzles and ratings come in the
 * order of their ids. Recipes come in the order of the length of their texts,
 * whose low byte precedes the high byte, and then of the texts.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/digest.h"
#include "store/days.h"
#include "store/tables.h"

#define DIGITS_MAX 15 /* of an index, at most 2^48 - 1 */

static const char sql_days[] =
    "SELECT DISTINCT hash FROM ledger ORDER BY hash";

/* "mtm" is before "stm". */
static const char sql_proven[] =
    "SELECT puzzle, metric, upper, path FROM rating WHERE lower = upper"
    " ORDER BY puzzle, metric";

static const char sql_puzzles[] =
    "SELECT id, goal, board FROM puzzle ORDER BY id";

static const char sql_lengths[] = "SELECT DISTINCT bytes FROM series";

/* The recipes whose series have one length and whose indices have one number
 * of digits, in the order of the recipes' texts. */
static const char sql_recipes[] =
    "SELECT %s, s.text FROM series AS s"
    " CROSS JOIN recipe ON recipe.series = s.pk"
    " WHERE s.bytes = ?1 AND recipe.number BETWEEN ?2 AND ?3"
    " ORDER BY s.text, recipe.number";

/* Adds the record of a row. */
typedef loyd_err (*row_fn)(struct digest *sum, struct query *q, loyd_why *why);

static loyd_err
add_rows(loyd_store *store, const char *sql, row_fn add, struct digest *sum,
         loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql, why);
    while (err == LOYD_OK && query_next(&q))
        err = add(sum, &q, why);
    return query_end(&q, err);
}

static loyd_err
add_day(struct digest *sum, struct query *q, loyd_why *why)
{
    uint8_t hash[LOYD_HASH_BYTES];

    if (!column_hash(q, 0, hash))
        return why_set(why, LOYD_E_CORRUPT,
                       "a ledger row has an invalid hash");
    digest_day(sum, hash);
    return LOYD_OK;
}

static loyd_err
add_proven(struct digest *sum, struct query *q, loyd_why *why)
{
    loyd_metric metric;
    uint16_t length;
    const char *path;
    size_t len;
    loyd_id id;

    if (!column_id(q, 0, &id))
        return why_set(why, LOYD_E_CORRUPT,
                       "a rating has an invalid puzzle id");
    if (!column_metric(q, 1, &metric) ||
        !column_u16(q, 2, 1, PATH_MAX_MOVES, &length) ||
        !column_text(q, 3, PATH_TEXT_MAX, &path, &len))
        return puzzle_bad(why, &id, "invalid rating");
    digest_proven_text(sum, &id, metric, length, path);
    return LOYD_OK;
}

static loyd_err
add_puzzle(struct digest *sum, struct query *q, loyd_why *why)
{
    const struct goal_row *goal;
    int64_t pk;
    loyd_id id;
    loyd_size size;
    loyd_board start;
    loyd_err err;

    if (!column_id(q, 0, &id) || !column_int(q, 1, 1, INT64_MAX, &pk))
        return why_set(why, LOYD_E_CORRUPT,
                       "a puzzle has an invalid id or goal");
    if ((err = goal_get(q->store, pk, &goal, why)) != LOYD_OK)
        return err;
    size = (loyd_size){goal->board.width, goal->board.height};
    if (!column_board(q, 2, &size, &start))
        return puzzle_bad(why, &id, "invalid board");
    digest_puzzle(sum, &id, &goal->board, &start);
    return LOYD_OK;
}

/* A sorted walk over the recipes whose texts have one length and whose
 * indices have one number of digits. */
struct source {
    struct query q;
    bool is_open;
    bool has_row;
    size_t bytes;   /* of the texts of series */
    int64_t series; /* the one whose text is in `text`; 0: none yet */
    size_t series_len;
    char text[LOYD_RECIPE_TEXT];
    loyd_id id;
};

struct sources {
    struct source at[DIGITS_MAX];
    bool has_length[LOYD_RECIPE_TEXT]; /* of any series, in bytes */
};

/* Takes the text of a series for its recipes. */
static loyd_err
take_series(struct source *source, int64_t series, loyd_why *why)
{
    const char *text;

    if (!column_text(&source->q, 3, LOYD_RECIPE_TEXT - 2 - DIGITS_MAX, &text,
                     &source->series_len) ||
        source->series_len != source->bytes)
        return why_set(why, LOYD_E_CORRUPT, "series %" PRId64 ": invalid text",
                       series);
    memcpy(source->text, text, source->series_len + 1);
    source->series = series;
    return LOYD_OK;
}

static loyd_err
source_next(struct source *source, loyd_why *why)
{
    struct recipe_row row;
    loyd_err err = query_row(&source->q, &source->has_row);

    if (err != LOYD_OK || !source->has_row ||
        (err = columns_read(&source->q, &row)) != LOYD_OK)
        return err;
    source->id = row.puzzle;
    if (row.series != source->series &&
        (err = take_series(source, row.series, why)) != LOYD_OK)
        return err;
    snprintf(source->text + source->series_len,
             sizeof(source->text) - source->series_len, "~%" PRIu64,
             row.number);
    return LOYD_OK;
}

static loyd_err
source_open(struct source *source, loyd_store *store, size_t series_bytes,
            unsigned digits, loyd_why *why)
{
    uint64_t first = 1;

    for (unsigned i = 1; i < digits; i++)
        first *= 10;
    query_columns(&source->q, store, STMT_COUNT_, sql_recipes, &recipe_table,
                  why);
    query_int(&source->q, 1, (int64_t)series_bytes);
    query_int(&source->q, 2, digits > 1 ? (int64_t)first : 0);
    query_int(&source->q, 3, (int64_t)(10 * first - 1));
    source->is_open = true;
    source->bytes = series_bytes;
    source->series = 0;
    return source_next(source, why);
}

/* Adds all texts of a length, always the least of the sources' next. */
static loyd_err
merge(struct sources *sources, struct digest *sum, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        struct source *least = NULL;
        for (unsigned i = 0; i < DIGITS_MAX; i++) {
            struct source *source = &sources->at[i];
            if (source->is_open && source->has_row &&
                (least == NULL || strcmp(source->text, least->text) < 0))
                least = source;
        }
        if (least == NULL)
            break;
        digest_recipe(sum, least->text, &least->id);
        err = source_next(least, why);
    }
    return err;
}

static loyd_err
add_length(loyd_store *store, struct sources *sources, size_t len,
           struct digest *sum, loyd_why *why)
{
    bool is_any = false;
    loyd_err err = LOYD_OK;

    for (unsigned digits = 1; err == LOYD_OK && digits <= DIGITS_MAX; digits++)
        if (len > digits + 1 && sources->has_length[len - digits - 1]) {
            is_any = true;
            err = source_open(&sources->at[digits - 1], store,
                              len - digits - 1, digits, why);
        }
    if (err == LOYD_OK && is_any)
        err = merge(sources, sum, why);
    for (unsigned i = 0; i < DIGITS_MAX; i++)
        if (sources->at[i].is_open) {
            query_close(&sources->at[i].q);
            sources->at[i].is_open = false;
        }
    return err;
}

static loyd_err
find_lengths(loyd_store *store, struct sources *sources, loyd_why *why)
{
    struct query q;
    int64_t bytes;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_lengths, why);
    while (err == LOYD_OK && query_next(&q)) {
        if (column_int(&q, 0, 1, LOYD_RECIPE_TEXT - 1, &bytes))
            sources->has_length[bytes] = true;
        else
            err =
                why_set(why, LOYD_E_CORRUPT, "a series has an invalid length");
    }
    return query_end(&q, err);
}

static loyd_err
add_recipes(loyd_store *store, struct digest *sum, loyd_why *why)
{
    struct sources *sources = calloc(1, sizeof(*sources));
    loyd_err err;

    if (sources == NULL)
        return LOYD_E_NOMEM;
    err = find_lengths(store, sources, why);
    for (size_t low = 0; err == LOYD_OK && low < 256; low++)
        for (size_t len = low; err == LOYD_OK && len < LOYD_RECIPE_TEXT;
             len += 256)
            err = add_length(store, sources, len, sum, why);
    free(sources);
    return err;
}

loyd_err
loyd_store_digest(loyd_store *store, loyd_digest_kind kind,
                  uint8_t digest[LOYD_HASH_BYTES], loyd_why *why)
{
    struct digest sum;
    loyd_why none;
    loyd_err err;

    WHY_GIVEN(why);
    if ((unsigned)kind > LOYD_DIGEST_PUZZLES)
        return why_set(why, LOYD_E_RANGE, "unknown kind %u", kind);
    err = read_begin(store, why);
    if (err != LOYD_OK)
        return err;
    digest_begin(&sum);
    if ((err = db_cache(store->db, DB_WALK_KIB, why)) != LOYD_OK)
        goto fail;
    if (kind == LOYD_DIGEST_ALL &&
        (err = add_rows(store, sql_days, add_day, &sum, why)) != LOYD_OK)
        goto fail;
    if ((err = add_rows(store, sql_proven, add_proven, &sum, why)) !=
            LOYD_OK ||
        (err = add_rows(store, sql_puzzles, add_puzzle, &sum, why)) != LOYD_OK)
        goto fail;
    if (kind == LOYD_DIGEST_ALL &&
        (err = add_recipes(store, &sum, why)) != LOYD_OK)
        goto fail;
    digest_end(&sum, digest);
fail:
    (void)db_cache(store->db, DB_CACHE_KIB, &none);
    read_end(store);
    return err;
}
