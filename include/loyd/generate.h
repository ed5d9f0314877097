/* SPDX-License-Identifier: MIT */
/* Generator g1: seeded boards, each reached at once by its index. */
#ifndef LOYD_GENERATE_H
#define LOYD_GENERATE_H

#include "loyd/layout.h"
#include "loyd/puzzle.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_SEED_MAX 1024
#define LOYD_SECRET_BYTES 32
#define LOYD_KEYID_CHARS 8
#define LOYD_INDEX_MAX 281474976710655 /* 2^48 - 1 */
#define LOYD_STEPS_MAX 65535
#define LOYD_ATTEMPTS_MAX 4294967296   /* 2^32 */
#define LOYD_STM_MAX 65535

/* Room for any recipe's text, its closing NUL included. */
#define LOYD_RECIPE_TEXT (LOYD_LAYOUT_TEXT + LOYD_SEED_MAX + 128)

typedef enum loyd_method {
    LOYD_METHOD_UNIFORM = 0, /* every solvable state but the goal, equally
                                likely */
    LOYD_METHOD_RETRY = 1,   /* the same by brute force: drawn again until
                                solvable */
    LOYD_METHOD_SHUFFLE = 2, /* no repair: half of them cannot be solved */
    LOYD_METHOD_WALK = 3,    /* `steps` legal moves; not uniform */
    LOYD_METHOD_JUMP = 4,    /* `steps` blank jumps; not uniform */
    LOYD_METHOD_BALL = 5,    /* uniform inside its target, which is
                                enumerated */
    LOYD_METHOD_COUNT_
} loyd_method;

/*
 * What makes one board, for ever: size and layout, method, target, secret,
 * seed and index (what takes a recipe and an index beside it uses the latter).
 * Text form: SIZE/LAYOUT~GEN~SEED~INDEX, e.g.
 * "4x4/snake~g1~monday~17".
 */
typedef struct loyd_recipe {
    loyd_layout layout;
    loyd_method method;
    uint16_t steps;    /* of LOYD_METHOD_WALK and LOYD_METHOD_JUMP, 1..65535;
                          otherwise 0 */
    bool has_target;   /* only starts whose optimum is in stm_low..stm_high */
    uint16_t stm_low;
    uint16_t stm_high;
    bool is_keyed;     /* drawn with a secret, named by key_id */
    char key_id[LOYD_KEYID_CHARS + 1];
    uint16_t seed_len; /* bytes of UTF-8, 0..LOYD_SEED_MAX */
    char seed[LOYD_SEED_MAX + 1];
    uint64_t index;    /* 0..LOYD_INDEX_MAX */
} loyd_recipe;

/*
 * Reads a method, "uniform", "walk:150".
 * Errors: LOYD_E_SYNTAX, LOYD_E_RANGE.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_method_parse(const char *text, size_t len, loyd_method *method,
                  uint16_t *steps, loyd_why *why);

/*
 * Reads a recipe; its layout comes out canonical.
 *
 * O(len), safe from any thread. Errors: those of loyd_size_parse,
 * loyd_layout_parse, loyd_method_parse and loyd_text_check, and those of a
 * number: LOYD_E_SYNTAX, LOYD_E_RANGE.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_recipe_parse(const char *text, size_t len, loyd_recipe *recipe,
                  loyd_why *why);

/*
 * Writes the canonical text into text[LOYD_RECIPE_TEXT], NUL at the end,
 * and returns its length.
 */
LOYD_API size_t
loyd_recipe_print(const loyd_recipe *recipe, char text[LOYD_RECIPE_TEXT]);

/* The name of a secret: 8 characters of Crockford base32, and a NUL. */
LOYD_API void
loyd_key_id(const uint8_t secret[LOYD_SECRET_BYTES],
            char text[LOYD_KEYID_CHARS + 1]);

/*
 * A generator: everything of a recipe but its index, its key derived.
 * Immutable: one may be used from many threads at once.
 */
typedef struct loyd_generator loyd_generator;

/*
 * Prepares the boards of `recipe` (its index is not used).
 *
 *   secret     32 bytes where recipe->is_keyed, otherwise NULL.
 *   generator  to be freed with loyd_generator_free.
 *
 * Errors: LOYD_E_SECRET (missing, or not the one the recipe names),
 * LOYD_E_RANGE, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_generator_new(const loyd_recipe *recipe,
                   const uint8_t secret[LOYD_SECRET_BYTES],
                   loyd_generator **generator, loyd_why *why);

/* Wipes the key, frees, and sets the pointer to NULL. NULL is fine. */
LOYD_API void loyd_generator_free(loyd_generator **generator);

/* The recipe that the generator was made of. Borrowed. */
LOYD_API const loyd_recipe *
loyd_generator_recipe(const loyd_generator *generator);

/*
 * Draws board `index`: the first attempt that is not void. Recipes with a
 * target need a solver: loyd_target_draw.
 *
 *   attempts  how many at the most, 1..LOYD_ATTEMPTS_MAX; 0 for the latter.
 *
 * Errors: LOYD_E_RANGE, LOYD_E_EXHAUSTED, LOYD_E_UNSUPPORTED (has a target).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_generator_draw(const loyd_generator *generator, uint64_t index,
                    uint64_t attempts, loyd_puzzle *puzzle, loyd_why *why);

/*
 * Draws boards from .. from+n-1, each the one that loyd_generator_draw gives,
 * as bare labels: of a million boards one wants the cells and no more.
 *
 *   attempts  as above, for each board.
 *   starts    room for n * width * height bytes: the starts' cells, board
 *             after board. On an error they are anything.
 *   goals     the same for the goals, or NULL: but for `random` layouts they
 *             are all the layout's.
 *
 * O(n * width * height), no allocation. `uniform` boards of up to 16 cells
 * are drawn side by side, in a fifth of the time that they take singly; runs
 * of a hundred boards and more are worth it.
 * Errors: those of loyd_generator_draw; the sentence names the index.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_generator_draw_many(const loyd_generator *generator, uint64_t from,
                         size_t n, uint64_t attempts, uint8_t *starts,
                         uint8_t *goals, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
