/* SPDX-License-Identifier: MIT */
/* The generator g1: boards drawn from a seed, each directly by its index. */
#ifndef LOYD_GENERATE_H
#define LOYD_GENERATE_H

#include "loyd/layout.h"
#include "loyd/puzzle.h"
#include "loyd/class.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_SEED_MAX 1024
#define LOYD_SECRET_BYTES 32
#define LOYD_KEYID_CHARS 8
#define LOYD_INDEX_MAX 281474976710655 /* 2^48 - 1 */
#define LOYD_STEPS_MAX 65535
#define LOYD_ATTEMPTS_MAX 4294967296   /* 2^32 */

/* Room for any recipe's text, including its NUL. */
#define LOYD_RECIPE_TEXT (LOYD_LAYOUT_TEXT + LOYD_SEED_MAX + 128)

typedef enum loyd_method {
    LOYD_METHOD_UNIFORM = 0, /* every solvable state but the goal, equally
                                likely */
    LOYD_METHOD_RETRY = 1,   /* the same by brute force: drawn again until
                                solvable */
    LOYD_METHOD_SHUFFLE = 2, /* plain shuffle: half of the boards cannot be
                                solved */
    LOYD_METHOD_WALK = 3,    /* `steps` random single steps; not uniform */
    LOYD_METHOD_JUMP = 4,    /* `steps` jumps of the blank; not uniform */
    LOYD_METHOD_BALL = 5,    /* uniform over the boards of its target, which
                                are enumerated */
    LOYD_METHOD_FAR = 6,     /* on 4x4, walks from the boards that are
                                farthest from the goal; not uniform */
    LOYD_METHOD_COUNT_
} loyd_method;

/* The lengths of targets of LOYD_METHOD_FAR. */
#define LOYD_FAR_LOW 60
#define LOYD_FAR_HIGH 80

/* The condition that a recipe sets for its starts. */
typedef enum loyd_target {
    LOYD_TARGET_NONE = 0,
    LOYD_TARGET_STM = 1, /* an optimal length in target_low..target_high */
    LOYD_TARGET_MLC = 2, /* such a value of manhattan + 2 * linear_conflicts
                            of loyd_facts: on more than LOYD_EXACT_CELLS
                            cells, with LOYD_METHOD_UNIFORM */
    LOYD_TARGET_MTM = 3, /* an optimal length in MTM: on up to 12 cells, with
                            any method but LOYD_METHOD_BALL */
    LOYD_TARGET_COUNT_
} loyd_target;

/*
 * A recipe determines one board forever: size and layout, method, target,
 * secret, seed and index. A function that takes a recipe and an index ignores
 * the recipe's own index. Text form: SIZE/LAYOUT~GEN~SEED~INDEX, such as
 * "4x4/snake~g1~monday~17".
 */
typedef struct loyd_recipe {
    loyd_layout layout;
    loyd_method method;
    uint16_t steps;    /* of LOYD_METHOD_WALK and LOYD_METHOD_JUMP, 1..65535;
                          otherwise 0 */
    loyd_target target;
    uint16_t target_low;
    uint16_t target_high;
    bool is_keyed;     /* drawn with the secret that key_id identifies */
    char key_id[LOYD_KEYID_CHARS + 1];
    uint16_t seed_len; /* bytes of UTF-8, 0..LOYD_SEED_MAX */
    char seed[LOYD_SEED_MAX + 1];
    uint64_t index;    /* 0..LOYD_INDEX_MAX */
} loyd_recipe;

/*
 * Parses a method, such as "uniform" or "walk:150".
 * Errors: LOYD_E_SYNTAX, LOYD_E_RANGE.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_method_parse(const char *text, size_t len, loyd_method *method,
                  uint16_t *steps, loyd_why *why);

/*
 * Parses a recipe. The resulting layout is canonical.
 *
 * O(len), safe from any thread. Errors: LOYD_E_UNSUPPORTED (an unknown
 * generator), LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_SYNTAX,
 * LOYD_E_RANGE, LOYD_E_ENCODING.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_recipe_parse(const char *text, size_t len, loyd_recipe *recipe,
                  loyd_why *why);

/*
 * Writes the canonical text into text[LOYD_RECIPE_TEXT], with a NUL, and
 * returns its length.
 */
LOYD_API size_t
loyd_recipe_print(const loyd_recipe *recipe, char text[LOYD_RECIPE_TEXT]);

/* Writes the id of a secret: 8 characters of Crockford base32, and a NUL. */
LOYD_API void
loyd_key_id(const uint8_t secret[LOYD_SECRET_BYTES],
            char text[LOYD_KEYID_CHARS + 1]);

/*
 * A generator: a recipe without its index, and the keys derived from it. It
 * is immutable and may be used by several threads at once.
 */
typedef struct loyd_generator loyd_generator;

/*
 * Creates a generator for the boards of `recipe`, whose index is ignored.
 *
 *   secret     32 bytes if recipe->is_keyed, otherwise NULL.
 *   generator  the caller frees it with loyd_generator_free.
 *
 * Errors: LOYD_E_SECRET (missing, not the one that the recipe names, or given
 * for a recipe without a secret), LOYD_E_NOMEM, LOYD_E_RANGE, LOYD_E_SHAPE,
 * LOYD_E_SIZE, LOYD_E_LABEL, LOYD_E_SYNTAX, LOYD_E_ENCODING,
 * LOYD_E_UNSUPPORTED.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_generator_new(const loyd_recipe *recipe,
                   const uint8_t secret[LOYD_SECRET_BYTES],
                   loyd_generator **generator, loyd_why *why);

/*
 * Wipes the keys, frees the generator and sets the pointer to NULL. NULL is
 * allowed.
 */
LOYD_API void loyd_generator_free(loyd_generator **generator);

/*
 * Draws boards from..from+n-1, the same as loyd_generator_draw, but writes
 * only their labels.
 *
 *   attempts  maximum number of attempts at each board, as for
 *             loyd_generator_draw.
 *   starts    room for n * width * height bytes: the cells of the starts, one
 *             board after another. Undefined after an error.
 *   goals     the same for the goals, or NULL. Unless the layout draws its
 *             goals, all are the layout's goal.
 *
 * O(n * width * height), no allocation. `uniform` boards of up to 16 cells
 * are drawn in parallel lanes, in a fifth of the time of single draws; this
 * pays off from about a hundred boards per call.
 * Errors: LOYD_E_RANGE, LOYD_E_EXHAUSTED, LOYD_E_UNSUPPORTED; `why` names the
 * index.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_generator_draw_many(const loyd_generator *generator, uint64_t from,
                         size_t n, uint64_t attempts, uint8_t *starts,
                         uint8_t *goals, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
