/* SPDX-License-Identifier: MIT */
/*
 * Computes the digest in a second way. A record begins with the length of its
 * name: those of days, with three letters, come first; the names of the others
 * have six letters and come in the order proven, puzzle, recipe.
 */
#include "verify/catalogue.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/crypto.h"
#include "store/query.h"

/* The columns are the fields, in a schema. */
static const char *const records[] = {
    [DIGEST_DAYS] = "SELECT DISTINCT 'day', hash FROM %sledger ORDER BY hash",
    [DIGEST_PROVEN] =
        "SELECT 'proven', id_bytes(puzzle), metric, le(upper, 2), path"
        " FROM %srating WHERE lower = upper ORDER BY puzzle, metric",
    [DIGEST_PUZZLES] =
        "SELECT 'puzzle', id_bytes(p.id), dims(g.board), cells(g.board),"
        " cells(p.board) FROM %spuzzle AS p LEFT JOIN %sgoal AS g"
        " ON g.pk = p.goal ORDER BY p.id",
    /* The length of a field comes first, in little-endian order. */
    [DIGEST_RECIPES] =
        "SELECT 'recipe', CAST(s.text || '~' || r.number AS BLOB) AS t,"
        " id_bytes(r.puzzle) FROM %srecipe AS r JOIN %sseries AS s"
        " ON s.pk = r.series ORDER BY length(t) & 255, length(t) >> 8, t",
};

loyd_err
digest_add(loyd_store *store, const char *schema, enum digest_record record,
           struct crypto_hash *hash, struct report *report, loyd_why *why)
{
    char *sql = sqlite3_mprintf(records[record], schema, schema);
    struct query q;

    if (sql == NULL)
        return LOYD_E_NOMEM;
    query_begin(&q, store, STMT_COUNT_, sql, why);
    while (report_goes_on(report) && query_next(&q)) {
        for (int i = 0; i < sqlite3_column_count(q.stmt); i++) {
            const void *bytes = sqlite3_column_blob(q.stmt, i);

            crypto_hash_field(hash, bytes,
                              (size_t)sqlite3_column_bytes(q.stmt, i));
        }
        report_step(report, 1024);
    }
    sqlite3_free(sql);
    return query_end(&q, LOYD_OK);
}

loyd_err
redigest(loyd_store *store, struct report *report, loyd_job_result *result,
         loyd_why *why)
{
    char text[2][BYTES_HEX(LOYD_HASH_BYTES)];
    uint8_t ours[LOYD_HASH_BYTES];
    struct crypto_hash hash;
    loyd_err err = LOYD_OK;

    crypto_hash_begin(&hash, NULL);
    for (enum digest_record i = 0; err == LOYD_OK && i < DIGEST_RECORDS; i++)
        err = digest_add(store, "main.", i, &hash, report, why);
    crypto_hash_end(&hash, ours);
    if (err == LOYD_OK && report_goes_on(report))
        err = loyd_store_digest(store, LOYD_DIGEST_ALL, result->digest, why);
    if (err != LOYD_OK || !report_goes_on(report))
        return err;
    result->has_digest = memcmp(result->digest, ours, sizeof(ours)) == 0;
    if (!result->has_digest)
        report_bad(report, NULL,
                   "digest: %s (computed by the store): expected %s",
                   bytes_hex(result->digest, LOYD_HASH_BYTES, text[0]),
                   bytes_hex(ours, LOYD_HASH_BYTES, text[1]));
    return LOYD_OK;
}
