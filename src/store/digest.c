/* SPDX-License-Identifier: MIT */
/* The content digest of a catalogue or of the rows of a pack: its records in
 * bytewise order. */
#include "core/digest.h"

#include <string.h>

#include "base/why.h"
#include "store/days.h"
#include "store/tables.h"

/* The records of a catalogue. "mtm" is before "stm". The length of a text is
 * before the text, its low byte first. */
static const char *const records[DIGEST_RECORDS] = {
    [DIGEST_DAYS] = "SELECT DISTINCT hash FROM ledger ORDER BY hash",
    [DIGEST_PROVEN] = "SELECT puzzle, metric, upper, path FROM rating"
                      " WHERE lower = upper ORDER BY puzzle, metric",
    [DIGEST_PUZZLES] = "SELECT p.id, g.board, p.board FROM puzzle AS p"
                       " LEFT JOIN goal AS g ON g.pk = p.goal ORDER BY p.id",
    [DIGEST_RECIPES] =
        "SELECT r.puzzle, s.text || '~' || r.number AS t,"
        " s.bytes + 1 + length(r.number) AS n, r.number FROM series AS s"
        " CROSS JOIN recipe AS r ON r.series = s.pk"
        " ORDER BY n & 255, n >> 8, t",
};

/* A digest, and the goal of the last puzzle: many have the same. */
struct digesting {
    struct digest sum;
    char text[LOYD_BOARD_TEXT];
    loyd_board goal;
};

/* Adds the record of a row. */
typedef loyd_err (*row_fn)(struct digesting *d, struct query *q,
                           loyd_why *why);

static loyd_err
add_day(struct digesting *d, struct query *q, loyd_why *why)
{
    uint8_t hash[LOYD_HASH_BYTES];

    if (!column_hash(q, 0, hash))
        return why_set(why, LOYD_E_CORRUPT,
                       "a ledger row has an invalid hash");
    digest_day(&d->sum, hash);
    return LOYD_OK;
}

static loyd_err
add_proven(struct digesting *d, struct query *q, loyd_why *why)
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
    digest_proven_text(&d->sum, &id, metric, length, path);
    return LOYD_OK;
}

static loyd_err
add_puzzle(struct digesting *d, struct query *q, loyd_why *why)
{
    loyd_id id;
    loyd_size size;
    loyd_board start;

    if (!column_id(q, 0, &id))
        return why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid id");
    if ((d->text[0] == '\0' || !column_is(q, 1, d->text)) &&
        (!column_board(q, 1, NULL, &d->goal) ||
         !column_string(q, 1, sizeof(d->text), d->text)))
        return puzzle_bad(why, &id, "invalid goal");
    size = (loyd_size){d->goal.width, d->goal.height};
    if (!column_board(q, 2, &size, &start))
        return puzzle_bad(why, &id, "invalid board");
    digest_puzzle(&d->sum, &id, &d->goal, &start);
    return LOYD_OK;
}

static loyd_err
add_recipe(struct digesting *d, struct query *q, loyd_why *why)
{
    int64_t bytes, number;
    const char *text;
    size_t len;
    loyd_id id;

    if (!column_id(q, 0, &id))
        return why_set(why, LOYD_E_CORRUPT,
                       "a recipe has an invalid puzzle id");
    if (!column_text(q, 1, LOYD_RECIPE_TEXT - 1, &text, &len) ||
        !column_int(q, 2, (int64_t)len, (int64_t)len, &bytes) ||
        !column_int(q, 3, 0, LOYD_INDEX_MAX, &number))
        return puzzle_bad(why, &id, "invalid recipe");
    digest_recipe(&d->sum, text, &id);
    return LOYD_OK;
}

static const row_fn adds[DIGEST_RECORDS] = {add_day, add_proven, add_puzzle,
                                            add_recipe};

loyd_err
digest_rows(loyd_store *store, const char *const sql[DIGEST_RECORDS],
            uint8_t digest[LOYD_HASH_BYTES], loyd_why *why)
{
    struct digesting d = {.text = ""};
    struct query q;
    loyd_err err = LOYD_OK;

    digest_begin(&d.sum);
    for (size_t i = 0; err == LOYD_OK && i < DIGEST_RECORDS; i++) {
        if (sql[i] == NULL)
            continue;
        query_begin(&q, store, STMT_COUNT_, sql[i], why);
        while (err == LOYD_OK && query_next(&q))
            err = adds[i](&d, &q, why);
        err = query_end(&q, err);
    }
    if (err == LOYD_OK)
        digest_end(&d.sum, digest);
    return err;
}

loyd_err
loyd_store_digest(loyd_store *store, loyd_digest_kind kind,
                  uint8_t digest[LOYD_HASH_BYTES], loyd_why *why)
{
    const char *sql[DIGEST_RECORDS];
    loyd_why none;
    loyd_err err;

    WHY_GIVEN(why);
    if ((unsigned)kind > LOYD_DIGEST_PUZZLES)
        return why_set(why, LOYD_E_RANGE, "unknown kind %u", kind);
    memcpy(sql, records, sizeof(sql));
    if (kind == LOYD_DIGEST_PUZZLES)
        sql[DIGEST_DAYS] = sql[DIGEST_RECIPES] = NULL;
    if ((err = read_begin(store, why)) != LOYD_OK)
        return err;
    err = db_cache(store->db, DB_WALK_KIB, why);
    if (err == LOYD_OK)
        err = digest_rows(store, sql, digest, why);
    (void)db_cache(store->db, DB_CACHE_KIB, &none);
    read_end(store);
    return err;
}
