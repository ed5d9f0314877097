/* SPDX-License-Identifier: MIT */
/* Recipes and draws that must succeed. Tests only. */
#ifndef DRAWS_H
#define DRAWS_H

#include "core.h"

/* 00 01 .. 1f, the secret of the formats' example. */
static const uint8_t secret[LOYD_SECRET_BYTES] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

static inline loyd_recipe
recipe_of(const char *text)
{
    loyd_why why = {{0}};
    loyd_recipe recipe;

    if (loyd_recipe_parse(text, strlen(text), &recipe, &why) != LOYD_OK)
        fail_msg("%s: %s", text, why.text);
    return recipe;
}

static inline loyd_generator *
generator_of(const char *text)
{
    loyd_recipe recipe = recipe_of(text);
    loyd_generator *generator = NULL;

    assert_int_equal(loyd_generator_new(&recipe,
                                        recipe.is_keyed ? secret : NULL,
                                        &generator, NULL),
                     LOYD_OK);
    return generator;
}

static inline loyd_puzzle
draw(const loyd_generator *generator, uint64_t index)
{
    loyd_puzzle puzzle;

    assert_int_equal(
        loyd_generator_draw(generator, NULL, index, 0, &puzzle, NULL, NULL),
        LOYD_OK);
    return puzzle;
}

#endif
