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
#include "core/board.h"
#include "core/crypto.h"

struct redigest_job {
    struct crypto_hash hash;
    struct report *report;
    bool is_wrong; /* a row differs from when it was verified */
};

static void
add_name(struct redigest_job *job, const char *name)
{
    crypto_hash_field(&job->hash, name, strlen(name));
}

static bool
step(struct redigest_job *job)
{
    return report_step(job->report, 1024) && !job->is_wrong;
}

static bool
each_day(void *context, const struct raw_value *values)
{
    struct redigest_job *job = context;

    job->is_wrong =
        values[0].kind != RAW_BYTES || values[0].len != LOYD_HASH_BYTES;
    if (job->is_wrong)
        return false;
    add_name(job, "day");
    crypto_hash_field(&job->hash, values[0].bytes, values[0].len);
    return step(job);
}

/* The record of MTM comes before that of STM: the names are in this order. */
static bool
each_proven(void *context, const struct raw_value *values)
{
    enum { PUZZLE, METRIC, LENGTH, PATH };
    struct redigest_job *job = context;
    const struct raw_value *metric = &values[METRIC], *path = &values[PATH];
    uint8_t id[LOYD_ID_BYTES], length[2];

    job->is_wrong = !raw_id(&values[PUZZLE], id) || metric->kind != RAW_TEXT ||
                    path->kind != RAW_TEXT ||
                    !raw_is_number(&values[LENGTH], 1, 65534);
    if (job->is_wrong)
        return false;
    length[0] = (uint8_t)(values[LENGTH].number & 0xff);
    length[1] = (uint8_t)(values[LENGTH].number >> 8);
    add_name(job, "proven");
    crypto_hash_field(&job->hash, id, sizeof(id));
    crypto_hash_field(&job->hash, metric->bytes, metric->len);
    crypto_hash_field(&job->hash, length, sizeof(length));
    crypto_hash_field(&job->hash, path->bytes, path->len);
    return step(job);
}

static bool
each_puzzle(void *context, const struct raw_value *values)
{
    enum { ID, BOARD, GOAL };
    struct redigest_job *job = context;
    uint8_t id[LOYD_ID_BYTES], size[2];
    loyd_board start, goal;

    job->is_wrong = !raw_id(&values[ID], id) ||
                    !raw_board(&values[BOARD], &start) ||
                    !raw_board(&values[GOAL], &goal) ||
                    board_cells(&start) != board_cells(&goal);
    if (job->is_wrong)
        return false;
    size[0] = goal.width;
    size[1] = goal.height;
    add_name(job, "puzzle");
    crypto_hash_field(&job->hash, id, sizeof(id));
    crypto_hash_field(&job->hash, size, sizeof(size));
    crypto_hash_field(&job->hash, goal.cell, board_cells(&goal));
    crypto_hash_field(&job->hash, start.cell, board_cells(&start));
    return step(job);
}

static bool
each_recipe(void *context, const struct raw_value *values)
{
    struct redigest_job *job = context;
    uint8_t id[LOYD_ID_BYTES];

    job->is_wrong = !raw_id(&values[1], id);
    if (job->is_wrong)
        return false;
    add_name(job, "recipe");
    crypto_hash_field(&job->hash, values[0].bytes, values[0].len);
    crypto_hash_field(&job->hash, id, sizeof(id));
    return step(job);
}

static loyd_err
visit_rows(loyd_store *store, struct report *report,
           uint8_t digest[LOYD_HASH_BYTES], loyd_why *why)
{
    static const struct {
        enum raw_table table;
        raw_fn each;
    } walks[] = {
        {RAW_HASHES, each_day},
        {RAW_PROVEN, each_proven},
        {RAW_BOARDS, each_puzzle},
        {RAW_TEXTS, each_recipe},
    };
    struct redigest_job job = {.report = report};
    loyd_err err = LOYD_OK;

    crypto_hash_begin(&job.hash, NULL);
    for (size_t i = 0; err == LOYD_OK && report_goes_on(report) &&
                       i < sizeof(walks) / sizeof(walks[0]);
         i++) {
        err = raw_each(store, walks[i].table, walks[i].each, &job, why);
        if (err == LOYD_OK && job.is_wrong)
            err = why_set(why, LOYD_E_CORRUPT,
                          "a row changed while it was being verified");
    }
    if (err == LOYD_OK)
        crypto_hash_end(&job.hash, digest);
    return err;
}

/* Returns whether two digests are equal; reports it if not. */
static bool
compare(struct report *report, const uint8_t *one, const uint8_t *other,
        const char *what)
{
    char text[2][BYTES_HEX(LOYD_HASH_BYTES)];
    bool is_same = memcmp(one, other, LOYD_HASH_BYTES) == 0;

    if (!is_same)
        report_bad(report, NULL, "digest: %s%s: expected %s",
                   bytes_hex(one, LOYD_HASH_BYTES, text[0]), what,
                   bytes_hex(other, LOYD_HASH_BYTES, text[1]));
    return is_same;
}

loyd_err
redigest(loyd_store *store, const uint8_t *expected, struct report *report,
         loyd_job_result *result, loyd_why *why)
{
    uint8_t ours[LOYD_HASH_BYTES];
    loyd_err err = visit_rows(store, report, ours, why);

    if (err == LOYD_OK && report_goes_on(report))
        err = loyd_store_digest(store, LOYD_DIGEST_ALL, result->digest, why);
    if (err != LOYD_OK || !report_goes_on(report))
        return err;
    result->has_digest =
        compare(report, result->digest, ours, " (computed by the store)");
    if (result->has_digest && expected != NULL)
        compare(report, ours, expected, "");
    return LOYD_OK;
}
