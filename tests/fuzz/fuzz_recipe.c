/* SPDX-License-Identifier: MIT */
/*
 * Recipe text: a parsed recipe prints as text that parses and prints the same.
 * A recipe that needs no secret and no search draws a valid board, or fails
 * only with the errors that its text explains.
 */
#include "fuzz.h"

#include <string.h>

#include "core/board.h"
#include "loyd/target.h"

/* Enough to try a draw, and fast. */
#define ATTEMPTS 4

static void
draw(const loyd_recipe *recipe)
{
    loyd_generator *generator = NULL;
    loyd_puzzle puzzle;
    loyd_err err;

    demand(loyd_generator_new(recipe, NULL, &generator, NULL) == LOYD_OK);
    err = loyd_generator_draw(generator, NULL, recipe->index, ATTEMPTS,
                              &puzzle, NULL, NULL);
    demand(err == LOYD_OK || err == LOYD_E_EXHAUSTED);
    if (err == LOYD_OK) {
        demand(loyd_board_check(&puzzle.start, NULL) == LOYD_OK);
        demand(loyd_board_check(&puzzle.goal, NULL) == LOYD_OK);
        demand(!board_equal(&puzzle.start, &puzzle.goal));
    }
    loyd_generator_free(&generator);
    demand(generator == NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static loyd_recipe recipe, again; /* large; overwritten by each call */
    char text[LOYD_RECIPE_TEXT], text2[LOYD_RECIPE_TEXT];
    loyd_why why;
    size_t len;

    if (loyd_recipe_parse((const char *)data, size, &recipe, &why) !=
        LOYD_OK) {
        demand(memchr(why.text, '\0', sizeof(why.text)) != NULL);
        return 0;
    }
    len = loyd_recipe_print(&recipe, text);
    demand(len < sizeof(text) && strlen(text) == len);
    demand(loyd_recipe_parse(text, len, &again, NULL) == LOYD_OK);
    demand(loyd_recipe_print(&again, text2) == len);
    demand(memcmp(text, text2, len) == 0);
    demand(again.index == recipe.index && again.method == recipe.method);
    demand(again.steps == recipe.steps && again.seed_len == recipe.seed_len);
    demand(memcmp(again.seed, recipe.seed, recipe.seed_len) == 0);
    demand(again.target == recipe.target);
    demand(again.target_low == recipe.target_low);
    demand(again.target_high == recipe.target_high);
    if (!recipe.is_keyed && recipe.target == LOYD_TARGET_NONE &&
        recipe.steps < 1000)
        draw(&recipe);
    return 0;
}
