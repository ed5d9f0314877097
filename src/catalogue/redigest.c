/* SPDX-License-Identifier: MIT */
/*
 * Computes the digest in a second way. A record begins with the length of its
 * name: those of days, with three letters, come first; the names of the others
 * have six letters and come in the order proven, puzzle, recipe.
 */
#include "catalogue/prove.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/crypto.h"

struct redigest_job {
    struct crypto_hash hash;
    redigest_fn each;
    void *context;
    bool is_stopped;
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
    job->is_stopped = job->each != NULL && !job->each(job->context);
    return !job->is_stopped && !job->is_wrong;
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

/* Adds a proven length, if it is one, with its path. */
static void
add_proven(struct redigest_job *job, const struct raw_value *id,
           const char *metric, const struct raw_value *length,
           const struct raw_value *path)
{
    uint8_t bytes[2], key[LOYD_ID_BYTES];

    if (length->kind == RAW_NULL || job->is_wrong)
        return;
    job->is_wrong = !raw_id(id, key) || !raw_is_number(length, 1, 65534) ||
                    path->kind != RAW_TEXT;
    if (job->is_wrong)
        return;
    bytes[0] = (uint8_t)(length->number & 0xff);
    bytes[1] = (uint8_t)(length->number >> 8);
    add_name(job, "proven");
    crypto_hash_field(&job->hash, key, sizeof(key));
    add_name(job, metric);
    crypto_hash_field(&job->hash, bytes, sizeof(bytes));
    crypto_hash_field(&job->hash, path->bytes, path->len);
}

/* The record of MTM comes before that of STM: the names are in this order. */
static bool
each_proven(void *context, const struct raw_value *values)
{
    struct redigest_job *job = context;
    const struct raw_value *id = &values[PUZZLE_ID];

    add_proven(job, id, "mtm", &values[PUZZLE_MTM], &values[PUZZLE_MTM_PATH]);
    add_proven(job, id, "stm", &values[PUZZLE_STM], &values[PUZZLE_PATH]);
    return !job->is_wrong && step(job);
}

static bool
each_puzzle(void *context, const struct raw_value *values)
{
    struct redigest_job *job = context;
    uint8_t id[LOYD_ID_BYTES], size[2];
    struct flat start, goal;

    job->is_wrong = !raw_id(&values[PUZZLE_ID], id) ||
                    !raw_board(&values[PUZZLE_BOARD], &start) ||
                    !raw_board(&values[PUZZLE_GOAL], &goal) ||
                    start.n != goal.n;
    if (job->is_wrong)
        return false;
    size[0] = (uint8_t)goal.width;
    size[1] = (uint8_t)goal.height;
    add_name(job, "puzzle");
    crypto_hash_field(&job->hash, id, sizeof(id));
    crypto_hash_field(&job->hash, size, sizeof(size));
    crypto_hash_field(&job->hash, goal.cell, goal.n);
    crypto_hash_field(&job->hash, start.cell, start.n);
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
take(loyd_store *store, redigest_fn each, void *context,
     uint8_t digest[LOYD_HASH_BYTES], loyd_why *why)
{
    static const struct {
        enum raw_table table;
        raw_fn each;
    } walks[] = {
        {RAW_HASHES, each_day},
        {RAW_PUZZLES, each_proven},
        {RAW_PUZZLES, each_puzzle},
        {RAW_TEXTS, each_recipe},
    };
    struct redigest_job job = {.each = each, .context = context};
    loyd_err err = LOYD_OK;

    crypto_hash_begin(&job.hash, NULL);
    for (size_t i = 0; err == LOYD_OK && !job.is_stopped &&
                       i < sizeof(walks) / sizeof(walks[0]);
         i++) {
        err = raw_each(store, walks[i].table, NULL, walks[i].each, &job, why);
        if (err == LOYD_OK && job.is_wrong)
            err = why_set(why, LOYD_E_CORRUPT,
                          "a row changed while it was being verified");
    }
    if (err == LOYD_OK && job.is_stopped)
        err = why_set(why, LOYD_E_CANCELLED, "stopped");
    if (err == LOYD_OK)
        crypto_hash_end(&job.hash, digest);
    return err;
}

static void
compare(const uint8_t *one, const uint8_t *other, const char *what,
        char fault[LOYD_WHY_BYTES])
{
    char text[2][BYTES_HEX(LOYD_HASH_BYTES)];

    if (memcmp(one, other, LOYD_HASH_BYTES) == 0)
        return;
    snprintf(fault, LOYD_WHY_BYTES, "%s%s: expected %s",
             bytes_hex(one, LOYD_HASH_BYTES, text[0]), what,
             bytes_hex(other, LOYD_HASH_BYTES, text[1]));
}

loyd_err
redigest(loyd_store *store, const uint8_t *expected, redigest_fn each,
         void *context, char fault[LOYD_WHY_BYTES], loyd_why *why)
{
    uint8_t ours[LOYD_HASH_BYTES], theirs[LOYD_HASH_BYTES];
    loyd_err err = take(store, each, context, ours, why);

    if (err == LOYD_OK)
        err = loyd_store_digest(store, LOYD_DIGEST_ALL, theirs, why);
    if (err != LOYD_OK)
        return err;
    fault[0] = '\0';
    if (expected != NULL)
        compare(ours, expected, "", fault);
    compare(theirs, ours, " (computed by the store)", fault);
    return LOYD_OK;
}
