/* SPDX-License-Identifier: MIT */
/*
 * Implements generators: keys, attempts and draws. The boards of g1 never
 * change; a better generator gets a new name.
 */
#include "generate/generator.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/board.h"
#include "core/day_hash.h"
#include "core/layout.h"
#include "generate/methods.h"
#include "generate/recipe.h"

static void
add_string(struct crypto_hash *hash, const char *text)
{
    crypto_hash_field(hash, text, strlen(text));
}

/*
 * The goal is hashed, not the layout's name, so that equal goals give equal
 * keys. A layout that draws its goals has no goal, and its name is hashed.
 */
static void
derive_key(const loyd_recipe *recipe, const uint8_t *secret,
           const char *purpose, uint8_t key[CRYPTO_KEY_BYTES])
{
    const loyd_layout *layout = &recipe->layout;
    const uint8_t size[2] = {layout->width, layout->height};
    bool is_drawn = layout->is_drawn;
    char method[METHOD_TEXT], name[LOYD_LAYOUT_TEXT];
    struct crypto_hash hash;

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
    bytes_wipe(&hash, sizeof(hash));
}

void
loyd_key_id(const uint8_t secret[LOYD_SECRET_BYTES],
            char text[LOYD_KEYID_CHARS + 1])
{
    uint8_t hash[LOYD_HASH_BYTES];

    secret_hash(secret, hash);
    bytes_base32(hash, LOYD_KEYID_CHARS, text);
}

static loyd_err
secret_check(const loyd_recipe *recipe, const uint8_t *secret, loyd_why *why)
{
    char id[LOYD_KEYID_CHARS + 1];
    char quote[WHY_QUOTE_BYTES];

    if (!recipe->is_keyed && secret == NULL)
        return LOYD_OK;
    if (!recipe->is_keyed)
        return why_set(why, LOYD_E_SECRET, "the recipe does not use a secret");
    why_quote(recipe->key_id, LOYD_KEYID_CHARS, quote);
    if (secret == NULL)
        return why_set(why, LOYD_E_SECRET, "the recipe needs secret '%s'",
                       quote);
    loyd_key_id(secret, id);
    if (memcmp(id, recipe->key_id, LOYD_KEYID_CHARS) != 0)
        return why_set(why, LOYD_E_SECRET, "wrong secret '%s': expected '%s'",
                       id, quote);
    return LOYD_OK;
}

loyd_err
loyd_generator_new(const loyd_recipe *recipe,
                   const uint8_t secret[LOYD_SECRET_BYTES],
                   loyd_generator **generator, loyd_why *why)
{
    loyd_err err;

    WHY_GIVEN(why);
    err = recipe_check(recipe, why);
    if (err == LOYD_OK)
        err = secret_check(recipe, secret, why);
    if (err != LOYD_OK)
        return err;
    loyd_generator *made = calloc(1, sizeof(*made));
    if (made == NULL)
        return LOYD_E_NOMEM;
    made->recipe = *recipe;
    made->draws =
        method_draws(recipe->method, recipe->steps,
                     (unsigned)recipe->layout.width * recipe->layout.height);
    made->is_packed = recipe->method == LOYD_METHOD_UNIFORM &&
                      !recipe->layout.is_drawn &&
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
    bytes_wipe(*generator, sizeof(**generator));
    free(*generator);
    *generator = NULL;
}

/* Draws the missing label, 1..n. */
static bool
draw_missing(const uint8_t *key, uint64_t index, unsigned n, uint8_t *label)
{
    for (uint64_t a = 0; a < LOYD_ATTEMPTS_MAX; a++) {
        uint32_t drawn;
        struct stream words;
        stream_begin(&words, key, index, a, 1);
        if (stream_bounded(&words, n, &drawn)) {
            *label = (uint8_t)(drawn + 1);
            return true;
        }
    }
    return false;
}

/* Shuffles all cells except `kept`, a cell or LOYD_BLANK_AUTO. */
static bool
shuffle_but(struct stream *words, loyd_board *goal, int kept)
{
    unsigned n = board_cells(goal), m = 0, at = 0, swaps;
    uint8_t item[LOYD_CELLS_MAX];

    for (unsigned c = 0; c < n; c++)
        if ((int)c != kept)
            item[m++] = goal->cell[c];
    if (!shuffle_items(words, item, m, &swaps))
        return false;
    for (unsigned c = 0; c < n; c++)
        if ((int)c != kept)
            goal->cell[c] = item[at++];
    return true;
}

/*
 * The attempts of the missing label and of the goal are counted separately
 * from those of the start, so that a board has one goal.
 */
loyd_err
generator_goal(const loyd_generator *generator, uint64_t index,
               loyd_board *goal)
{
    const loyd_layout *layout = &generator->recipe.layout;
    unsigned n = (unsigned)layout->width * layout->height;
    loyd_layout base = *layout;

    if (index > LOYD_INDEX_MAX)
        return LOYD_E_RANGE;
    if (!layout->is_drawn) {
        *goal = layout->goal;
        return LOYD_OK;
    }
    if (layout->missing == LOYD_MISSING_RANDOM &&
        !draw_missing(generator->missing_key, index, n, &base.missing))
        return LOYD_E_EXHAUSTED;
    for (uint64_t a = 0; a < LOYD_ATTEMPTS_MAX; a++) {
        struct stream words;

        layout_goal(&base, goal);
        if (layout->path != LOYD_PATH_RANDOM)
            return LOYD_OK;
        stream_begin(&words, generator->goal_key, index, a, n - 1);
        if (shuffle_but(&words, goal, layout->blank))
            return LOYD_OK;
    }
    return LOYD_E_EXHAUSTED;
}

static bool
start_of(const loyd_generator *generator, struct stream *words,
         const loyd_board *goal, loyd_board *start)
{
    const loyd_recipe *recipe = &generator->recipe;

    *start = *goal;
    return method_draw(recipe, words, start) && !board_equal(start, goal);
}

bool
generator_start(const loyd_generator *generator, uint64_t index,
                uint64_t attempt, const loyd_board *goal, loyd_board *start)
{
    struct stream words;

    stream_begin(&words, generator->start_key, index, attempt,
                 generator->draws);
    return start_of(generator, &words, goal, start);
}

loyd_err
generator_draw_check(const loyd_generator *generator, uint64_t *attempts,
                     loyd_why *why)
{
    if (generator->recipe.target != LOYD_TARGET_NONE)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "recipes with a target need a solver");
    if (*attempts > LOYD_ATTEMPTS_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "%" PRIu64 " attempts: expected at most %" PRIu64,
                       *attempts, LOYD_ATTEMPTS_MAX);
    if (*attempts == 0)
        *attempts = LOYD_ATTEMPTS_MAX;
    return LOYD_OK;
}

loyd_err
generator_first(const loyd_generator *generator, uint64_t index,
                uint64_t attempts, const uint8_t *made, loyd_puzzle *puzzle,
                loyd_why *why)
{
    loyd_err err = generator_goal(generator, index, &puzzle->goal);
    uint64_t a = 0;

    if (err != LOYD_OK)
        return why_set(why, err, "index %" PRIu64 ": %s", index,
                       loyd_strerror(err));
    if (made != NULL) {
        struct stream words;

        stream_begin_made(&words, made, generator->draws);
        if (start_of(generator, &words, &puzzle->goal, &puzzle->start))
            return LOYD_OK;
        a = 1;
    }
    for (; a < attempts; a++)
        if (generator_start(generator, index, a, &puzzle->goal,
                            &puzzle->start))
            return LOYD_OK;
    return why_set(why, LOYD_E_EXHAUSTED,
                   "index %" PRIu64 ": no board in %" PRIu64 " attempt%s",
                   index, attempts, attempts == 1 ? "" : "s");
}

loyd_err
generator_draw(const loyd_generator *generator, uint64_t index,
               uint64_t attempts, loyd_puzzle *puzzle, loyd_why *why)
{
    loyd_puzzle drawn;
    loyd_err err = generator_draw_check(generator, &attempts, why);

    if (err == LOYD_OK)
        err = generator_first(generator, index, attempts, NULL, &drawn, why);
    if (err == LOYD_OK)
        *puzzle = drawn;
    return err;
}

bool
generator_pick(const loyd_generator *generator, uint64_t index,
               uint64_t attempt, uint64_t m, uint64_t *picked)
{
    uint64_t excess = (0 - m) % m; /* 2^64 mod m */
    uint32_t first, second;
    struct stream words;

    stream_begin(&words, generator->start_key, index, attempt,
                 generator->draws);
    while (stream_word(&words, &first) && stream_word(&words, &second)) {
        uint64_t x = first | (uint64_t)second << 32;

        if (x <= UINT64_MAX - excess) {
            *picked = x % m;
            return true;
        }
    }
    return false;
}
