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

/* The text of a path has at most one letter per move. */
#define PATH_TEXT 65536

struct redigest_job {
    struct crypto_hash hash;
    redigest_fn each;
    void *context;
    bool is_stopped;
    bool is_wrong; /* a row differs from when it was verified */
    char path[PATH_TEXT];
};

static void
add_name(struct redigest_job *job, const char *name)
{
    crypto_hash_field(&job->hash, name, strlen(name));
}

/* Prints runs of equal moves as a letter and their number, at most 999. */
static size_t
print_path(const struct raw_value *path, size_t n, char *text)
{
    static const char letters[] = "URDL";
    size_t len = 0;

    for (size_t i = 0, run; i < n; i += run) {
        unsigned dir = path->bytes[i / 4] >> (6 - 2 * (i % 4)) & 3;

        for (run = 1; run < 999 && i + run < n; run++)
            if (((unsigned)path->bytes[(i + run) / 4] >>
                     (6 - 2 * ((i + run) % 4)) &
                 3U) != dir)
                break;
        text[len++] = letters[dir];
        if (run > 1)
            len += (size_t)snprintf(text + len, 4, "%u", (unsigned)run);
    }
    return len;
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

/* Adds a proven length with its path of n moves. */
static void
add_proven(struct redigest_job *job, const struct raw_value *id,
           const char *metric, unsigned length, const struct raw_value *path,
           size_t n)
{
    const uint8_t bytes[2] = {(uint8_t)(length & 0xff),
                              (uint8_t)(length >> 8)};

    job->is_wrong |= id->kind != RAW_BYTES || path->kind != RAW_BYTES ||
                     n == 0 || n >= PATH_TEXT || path->len != n / 4 + 1;
    if (job->is_wrong)
        return;
    add_name(job, "proven");
    crypto_hash_field(&job->hash, id->bytes, id->len);
    add_name(job, metric);
    crypto_hash_field(&job->hash, bytes, sizeof(bytes));
    crypto_hash_field(&job->hash, job->path, print_path(path, n, job->path));
}

/* The record of MTM comes before that of STM: the names are in this order. */
static bool
each_proven(void *context, const struct raw_value *values)
{
    struct redigest_job *job = context;
    const struct raw_value *id = &values[PUZZLE_ID];
    const struct raw_value *mtm = &values[PUZZLE_MTM];
    const struct raw_value *stm = &values[PUZZLE_STM];
    const struct raw_value *mtm_path = &values[PUZZLE_MTM_PATH];
    size_t n = 0; /* stays 0 if the path is malformed */

    if (mtm->kind == RAW_NUMBER && mtm->number < 65536) {
        (void)prove_path_moves(mtm_path, &n);
        add_proven(job, id, "mtm", (unsigned)mtm->number, mtm_path, n);
    }
    if (stm->kind == RAW_NUMBER)
        add_proven(job, id, "stm", (unsigned)stm->number, &values[PUZZLE_PATH],
                   (size_t)stm->number);
    return !job->is_wrong && step(job);
}

static bool
each_puzzle(void *context, const struct raw_value *values)
{
    struct redigest_job *job = context;
    uint8_t start[LOYD_CELLS_MAX];
    const uint8_t size[2] = {(uint8_t)values[PUZZLE_WIDTH].number,
                             (uint8_t)values[PUZZLE_HEIGHT].number};
    size_t n = (size_t)size[0] * size[1];

    job->is_wrong =
        values[PUZZLE_ID].kind != RAW_BYTES || n > LOYD_CELLS_MAX ||
        values[PUZZLE_CELLS].kind != RAW_BYTES ||
        values[PUZZLE_CELLS].len != n ||
        !prove_start(&values[PUZZLE_START], &values[PUZZLE_CELLS], n, start);
    if (job->is_wrong)
        return false;
    add_name(job, "puzzle");
    crypto_hash_field(&job->hash, values[PUZZLE_ID].bytes,
                      values[PUZZLE_ID].len);
    crypto_hash_field(&job->hash, size, sizeof(size));
    crypto_hash_field(&job->hash, values[PUZZLE_CELLS].bytes, n);
    crypto_hash_field(&job->hash, start, n);
    return step(job);
}

static bool
each_recipe(void *context, const struct raw_value *values)
{
    struct redigest_job *job = context;

    add_name(job, "recipe");
    crypto_hash_field(&job->hash, values[0].bytes, values[0].len);
    crypto_hash_field(&job->hash, values[1].bytes, values[1].len);
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
