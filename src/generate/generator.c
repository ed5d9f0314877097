/* SPDX-License-Identifier: MIT */
/*
 * Owns generators: keys, attempts, draws. What g1 draws never changes; a
 * better generator gets another name.
 */
#include "loyd/generate.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base32.h"
#include "core/cells.h"
#include "core/crypto.h"
#include "core/why.h"
#include "generate/goal.h"
#include "generate/methods.h"
#include "generate/recipe.h"
#include "generate/shuffle.h"

/* Immutable once made. */
struct loyd_generator {
    loyd_recipe recipe;
    unsigned draws; /* that an attempt is planned for */
    bool is_packed; /* many boards are drawn by `plan` */
    shuffle_plan plan;
    uint8_t start_key[CRYPTO_KEY_BYTES];
    uint8_t goal_key[CRYPTO_KEY_BYTES];    /* where the goal is drawn */
    uint8_t missing_key[CRYPTO_KEY_BYTES]; /* where it is, too */
};

static void
add_string(crypto_hash *hash, const char *text)
{
    crypto_hash_field(hash, text, strlen(text));
}

/* The goal itself is hashed, not its name, unless it has none of its own. */
static void
derive_key(const loyd_recipe *recipe, const uint8_t *secret,
           const char *purpose, uint8_t key[CRYPTO_KEY_BYTES])
{
    const loyd_layout *layout = &recipe->layout;
    const uint8_t size[2] = {layout->width, layout->height};
    bool is_drawn = layout->path == LOYD_PATH_RANDOM;
    char method[METHOD_TEXT], name[LOYD_LAYOUT_TEXT];
    crypto_hash hash;

    method_print(recipe->method, recipe->steps, method);
    crypto_hash_begin(&hash, secret);
    add_string(&hash, "loyd g1");
    add_string(&hash, purpose);
    crypto_hash_field(&hash, size, sizeof(size));
    crypto_hash_field(&hash, layout->goal.cell,
                      is_drawn ? 0 : board_cells(&layout->goal));
    add_string(&hash, method);
    crypto_hash_field(&hash, recipe->seed, recipe->seed_len);
    if (is_drawn) {
        loyd_layout_print(layout, name);
        add_string(&hash, name);
    }
    crypto_hash_end(&hash, key);
    crypto_wipe(&hash, sizeof(hash));
}

void
loyd_key_id(const uint8_t secret[LOYD_SECRET_BYTES],
            char text[LOYD_KEYID_CHARS + 1])
{
    uint8_t digest[CRYPTO_HASH_BYTES];
    crypto_hash hash;

    crypto_hash_begin(&hash, secret);
    add_string(&hash, "loyd key id");
    crypto_hash_end(&hash, digest);
    crypto_wipe(&hash, sizeof(hash));
    base32_print(digest, LOYD_KEYID_CHARS, text);
}

static loyd_err
secret_check(const loyd_recipe *recipe, const uint8_t *secret, loyd_why *why)
{
    char id[LOYD_KEYID_CHARS + 1];
    char quote[WHY_QUOTE_BYTES];

    if (!recipe->keyed && secret == NULL)
        return LOYD_OK;
    if (!recipe->keyed)
        return why_set(why, LOYD_E_SECRET, "the recipe names no secret");
    why_quote(recipe->key_id, LOYD_KEYID_CHARS, quote);
    if (secret == NULL)
        return why_set(why, LOYD_E_SECRET, "the secret '%s' is needed", quote);
    loyd_key_id(secret, id);
    if (memcmp(id, recipe->key_id, LOYD_KEYID_CHARS) != 0)
        return why_set(why, LOYD_E_SECRET, "the secret is '%s', expected '%s'",
                       id, quote);
    return LOYD_OK;
}

loyd_err
loyd_generator_new(const loyd_recipe *recipe,
                   const uint8_t secret[LOYD_SECRET_BYTES],
                   loyd_generator **generator, loyd_why *why)
{
    loyd_err err = recipe_check(recipe, why);

    if (err == LOYD_OK)
        err = secret_check(recipe, secret, why);
    if (err != LOYD_OK)
        return err;
    loyd_generator *made = calloc(1, sizeof(*made));
    if (made == NULL)
        return why_set(why, LOYD_E_NOMEM, "out of memory");
    made->recipe = *recipe;
    made->draws =
        method_draws(recipe->method, recipe->steps,
                     (unsigned)recipe->layout.width * recipe->layout.height);
    made->is_packed = recipe->method == LOYD_UNIFORM &&
                      recipe->layout.path != LOYD_PATH_RANDOM &&
                      board_cells(&recipe->layout.goal) <= SHUFFLE_CELLS_MAX;
    if (made->is_packed)
        shuffle_prepare(&recipe->layout.goal, &made->plan);
    derive_key(recipe, secret, "start", made->start_key);
    derive_key(recipe, secret, "goal", made->goal_key);
    derive_key(recipe, secret, "missing", made->missing_key);
    *generator = made;
    return LOYD_OK;
}

void
loyd_generator_free(loyd_generator **generator)
{
    if (generator == NULL || *generator == NULL)
        return;
    crypto_wipe(*generator, sizeof(**generator));
    free(*generator);
    *generator = NULL;
}

const loyd_recipe *
loyd_generator_recipe(const loyd_generator *generator)
{
    return &generator->recipe;
}

/* The goal of board `index`, which is drawn once where it is drawn. */
static loyd_err
make_goal(const loyd_generator *generator, uint64_t index, loyd_board *goal)
{
    const loyd_layout *layout = &generator->recipe.layout;
    const goal_keys keys = {generator->goal_key, generator->missing_key};

    if (index > LOYD_INDEX_MAX)
        return LOYD_E_RANGE;
    if (layout->path != LOYD_PATH_RANDOM)
        *goal = layout->goal;
    else if (!goal_draw(layout, &keys, index, goal))
        return LOYD_E_EXHAUSTED;
    return LOYD_OK;
}

/* A start of `goal`, or false where the attempt is void. */
static bool
start_of(const loyd_generator *generator, stream *words,
         const loyd_board *goal, loyd_board *start)
{
    const loyd_recipe *recipe = &generator->recipe;

    *start = *goal;
    return method_draw(recipe->method, recipe->steps, words, start) &&
           !loyd_board_equal(start, goal);
}

static bool
make_start(const loyd_generator *generator, uint64_t index, uint64_t attempt,
           const loyd_board *goal, loyd_board *start)
{
    stream words;

    stream_begin(&words, generator->start_key, index, attempt,
                 generator->draws);
    return start_of(generator, &words, goal, start);
}

loyd_err
loyd_generator_attempt(const loyd_generator *generator, uint64_t index,
                       uint64_t attempt, loyd_puzzle *puzzle, bool *is_void)
{
    loyd_board goal, start;
    loyd_err err;

    if (attempt >= LOYD_ATTEMPTS_MAX)
        return LOYD_E_RANGE;
    if ((err = make_goal(generator, index, &goal)) != LOYD_OK)
        return err;
    *is_void = !make_start(generator, index, attempt, &goal, &start);
    puzzle->goal = goal;
    if (!*is_void)
        puzzle->start = start;
    return LOYD_OK;
}

/* Can boards be drawn so, without a solver? *attempts may be 0 for all. */
static loyd_err
draw_check(const loyd_generator *generator, uint64_t *attempts, loyd_why *why)
{
    if (generator->recipe.has_target)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "a recipe with a target needs a solver");
    if (*attempts > LOYD_ATTEMPTS_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "%" PRIu64 " attempts, expected %" PRIu64
                       " at the most",
                       *attempts, LOYD_ATTEMPTS_MAX);
    if (*attempts == 0)
        *attempts = LOYD_ATTEMPTS_MAX;
    return LOYD_OK;
}

/*
 * The first start that is not void. `made` holds the keystream of attempt 0,
 * or is NULL.
 */
static loyd_err
first_start(const loyd_generator *generator, uint64_t index, uint64_t attempts,
            const uint8_t *made, loyd_puzzle *puzzle, loyd_why *why)
{
    loyd_err err = make_goal(generator, index, &puzzle->goal);
    uint64_t a = 0;

    if (err != LOYD_OK)
        return why_set(why, err, "index %" PRIu64 ": %s", index,
                       loyd_strerror(err));
    if (made != NULL) {
        stream words;

        stream_begin_made(&words, made, generator->draws);
        if (start_of(generator, &words, &puzzle->goal, &puzzle->start))
            return LOYD_OK;
        a = 1;
    }
    for (; a < attempts; a++)
        if (make_start(generator, index, a, &puzzle->goal, &puzzle->start))
            return LOYD_OK;
    return why_set(why, LOYD_E_EXHAUSTED,
                   "index %" PRIu64 ": no board in %" PRIu64 " attempts",
                   index, attempts);
}

loyd_err
loyd_generator_draw(const loyd_generator *generator, uint64_t index,
                    uint64_t attempts, loyd_puzzle *puzzle, loyd_why *why)
{
    loyd_puzzle drawn;
    loyd_err err = draw_check(generator, &attempts, why);

    if (err == LOYD_OK)
        err = first_start(generator, index, attempts, NULL, &drawn, why);
    if (err == LOYD_OK)
        *puzzle = drawn;
    return err;
}

/*
 * Consecutive boards whose first attempts read one piece of keystream, which
 * costs a third of as many pieces of a block each.
 */
#define RUN_BLOCKS 128

static_assert(RUN_BLOCKS % SHUFFLE_LANES == 0, "whole groups");

struct run {
    const loyd_generator *generator;
    uint64_t from;
    uint64_t attempts;
    size_t n;
    uint8_t *starts; /* n boards, their cells one after the other */
    uint8_t *goals;  /* the same, or NULL */
};

/* One after the other; only those marked in `again`, where it is given. */
static loyd_err
draw_singly(const struct run *run, const uint8_t *blocks, size_t each,
            const uint8_t *again, loyd_why *why)
{
    loyd_puzzle puzzle;

    for (size_t i = 0; i < run->n; i++) {
        if (again != NULL && again[i] == 0)
            continue;
        const uint8_t *made = blocks != NULL ? blocks + i * each : NULL;
        loyd_err err = first_start(run->generator, run->from + i,
                                   run->attempts, made, &puzzle, why);

        if (err != LOYD_OK)
            return err;
        size_t n = board_cells(&puzzle.goal);
        memcpy(run->starts + i * n, puzzle.start.cell, n);
        if (run->goals != NULL)
            memcpy(run->goals + i * n, puzzle.goal.cell, n);
    }
    return LOYD_OK;
}

/*
 * Uniform boards of one block each: shuffled side by side. The last few go
 * through a buffer, for they come in whole groups.
 */
static loyd_err
draw_packed(const struct run *run, const uint8_t *blocks, loyd_why *why)
{
    const shuffle_plan *plan = &run->generator->plan;
    const uint8_t *goal = run->generator->recipe.layout.goal.cell;
    uint8_t last[SHUFFLE_LANES * SHUFFLE_CELLS_MAX];
    uint8_t again[RUN_BLOCKS];
    size_t n = plan->n;
    size_t direct = (run->n - 1) / SHUFFLE_LANES * SHUFFLE_LANES;

    shuffle_many(plan, blocks, direct, run->starts, again);
    shuffle_many(plan, blocks + direct * CRYPTO_BLOCK_BYTES, SHUFFLE_LANES,
                 last, again + direct);
    memcpy(run->starts + direct * n, last, (run->n - direct) * n);
    for (size_t i = 0; run->goals != NULL && i < run->n; i++)
        memcpy(run->goals + i * n, goal, n);
    return memchr(again, 1, run->n) != NULL
               ? draw_singly(run, blocks, CRYPTO_BLOCK_BYTES, again, why)
               : LOYD_OK;
}

static loyd_err
draw_run(const struct run *run, size_t blocks_each, loyd_why *why)
{
    const loyd_generator *generator = run->generator;
    uint8_t blocks[RUN_BLOCKS * CRYPTO_BLOCK_BYTES];

    crypto_chacha20(generator->start_key, 0, run->from * blocks_each, blocks,
                    run->n * blocks_each);
    if (generator->is_packed)
        return draw_packed(run, blocks, why);
    return draw_singly(run, blocks, blocks_each * CRYPTO_BLOCK_BYTES, NULL,
                       why);
}

loyd_err
loyd_generator_draw_many(const loyd_generator *generator, uint64_t from,
                         size_t n, uint64_t attempts, uint8_t *starts,
                         uint8_t *goals, loyd_why *why)
{
    const loyd_layout *layout = &generator->recipe.layout;
    size_t cells = (size_t)layout->width * layout->height;
    size_t each = stream_blocks(generator->draws);
    size_t most = each <= RUN_BLOCKS ? RUN_BLOCKS / each : 1;
    loyd_err err = draw_check(generator, &attempts, why);

    if (err == LOYD_OK &&
        (from > LOYD_INDEX_MAX || n > LOYD_INDEX_MAX - from + 1))
        err = why_set(why, LOYD_E_RANGE,
                      "%zu boards from index %" PRIu64
                      " on: an index is at most 2^48-1",
                      n, from);
    for (size_t done = 0; err == LOYD_OK && done < n;) {
        struct run run = {
            .generator = generator,
            .from = from + done,
            .attempts = attempts,
            .n = n - done < most ? n - done : most,
            .starts = starts + done * cells,
            .goals = goals != NULL ? goals + done * cells : NULL,
        };

        err = each <= RUN_BLOCKS ? draw_run(&run, each, why)
                                 : draw_singly(&run, NULL, 0, NULL, why);
        done += run.n;
    }
    return err;
}
