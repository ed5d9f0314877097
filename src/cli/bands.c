/* SPDX-License-Identifier: MIT */
/* Owns how a band becomes a target, and when a target is too rare. */
#include "cli/bands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/message.h"

/*
 * Boards drawn for one inside: from the first number on it is noted, beyond
 * the last (half a day on 4x4) it takes --attempts. Boards that are too short
 * are mostly turned down unsearched; where the target lies above most boards
 * of a class without a whole table, each is searched: then the second counts.
 */
#define RARE_TOLD 1e5
#define RARE_SEARCHED 1e3
#define RARE_REFUSED 1e8
#define TABLE_CELLS 12
#define LARGE_MOVES 50 /* beyond LOYD_EXACT_CELLS: more may take very long */

int
bands_take(const struct run *run, loyd_bands *bands)
{
    loyd_why why = {""};
    loyd_err err;

    *bands = *loyd_bands_default();
    if (run->store == NULL)
        return EXIT_DONE;
    err = loyd_store_bands(run->store, bands, &why);
    return err == LOYD_OK ? EXIT_DONE : complain(run->db, err, &why);
}

int
class_find(const loyd_layout *layout, const char *where,
           const loyd_distribution **distribution)
{
    bool is_drawn = layout->path == LOYD_PATH_RANDOM;
    unsigned blank;

    if (is_drawn && layout->blank == LOYD_BLANK_AUTO) {
        message(where,
                "the blank of a random goal may come to stand anywhere, "
                "and a layout with blank=ROW.COL, or --stm, was "
                "expected");
        return EXIT_COMMAND;
    }
    blank =
        is_drawn ? (unsigned)layout->blank : loyd_board_blank(&layout->goal);
    *distribution =
        loyd_distribution_get(layout->width, layout->height, blank);
    if (*distribution != NULL)
        return EXIT_DONE;
    message(where,
            "how lengths of %ux%u are distributed is not known, and up to %d "
            "cells were expected",
            layout->width, layout->height, LOYD_EXACT_CELLS);
    return EXIT_COMMAND;
}

int
target_of_band(const struct run *run, loyd_recipe *recipe)
{
    const loyd_distribution *d;
    const loyd_band *band;
    char text[LOYD_PERCENTILES_TEXT];
    loyd_bands bands;
    loyd_why why = {""};
    int code = bands_take(run, &bands);
    loyd_err err;

    if (code != EXIT_DONE)
        return code;
    if (run->args.stm.is_given) {
        message("generate", "both --stm and --band, and one was expected");
        return EXIT_COMMAND;
    }
    err = loyd_bands_find(&bands, run->args.band, &band, &why);
    if (err != LOYD_OK)
        return complain_option("--band", err, &why);
    if ((code = class_find(&recipe->layout, "--band", &d)) != EXIT_DONE)
        return code;
    recipe->has_target = loyd_percentiles_lengths(
        &band->percentiles, d, &recipe->stm_low, &recipe->stm_high);
    if (recipe->has_target)
        return EXIT_DONE;
    loyd_percentiles_print(&band->percentiles, text);
    message("--band",
            "no %ux%u board is %s: no length is at percentile %s of its class",
            recipe->layout.width, recipe->layout.height, band->name, text);
    return EXIT_NO;
}

/* "2,995,088,733" */
static void
group_digits(uint64_t number, char out[32])
{
    char digits[24];
    size_t n = (size_t)snprintf(digits, sizeof(digits), "%" PRIu64, number);

    for (size_t i = 0; i < n; i++) {
        *out++ = digits[i];
        if (i + 1 < n && (n - i - 1) % 3 == 0)
            *out++ = ',';
    }
    *out = '\0';
}

/* From how many boards for one inside it is worth a note. */
static double
rare_from(const loyd_recipe *recipe)
{
    loyd_recipe below = *recipe;
    loyd_rarity rarity;

    if (recipe->layout.width * recipe->layout.height <= TABLE_CELLS ||
        recipe->stm_low < 2)
        return RARE_TOLD;
    below.stm_low = 1;
    below.stm_high = (uint16_t)(recipe->stm_low - 1);
    return loyd_target_rarity(&below, &rarity, NULL) == LOYD_OK &&
                   rarity.share > 0.5
               ? RARE_SEARCHED
               : RARE_TOLD;
}

/* Beyond the sizes whose boards have been counted. */
static void
note_large(const char *where, const loyd_recipe *recipe)
{
    if (recipe->stm_high > LARGE_MOVES)
        note(where,
             "how many %ux%u boards take %u..%u moves is not known: each one "
             "drawn is searched, which may take very long",
             recipe->layout.width, recipe->layout.height, recipe->stm_low,
             recipe->stm_high);
}

int
target_check(const struct run *run, const loyd_recipe *recipe)
{
    const char *where = run->args.band != NULL ? "--band" : "--stm";
    bool is_refused;
    loyd_rarity rarity;
    loyd_why why = {""};
    char one_in[32], text[128];
    unsigned n = (unsigned)recipe->layout.width * recipe->layout.height;
    loyd_err err;

    if (n > LOYD_EXACT_CELLS) {
        note_large(where, recipe);
        return EXIT_DONE;
    }
    err = loyd_target_rarity(recipe, &rarity, &why);
    if (err != LOYD_OK)
        return complain(where, err, &why);
    /* A ball is enumerated: its boards cost the same, however rare. */
    if (recipe->method == LOYD_METHOD_BALL ||
        rarity.share * rare_from(recipe) >= 1)
        return EXIT_DONE;
    is_refused = rarity.share * RARE_REFUSED < 1 && run->args.attempts == 0;
    group_digits((uint64_t)(1 / rarity.share + 0.5), one_in);
    snprintf(text, sizeof(text), "%s %ux%u board in %s takes %u..%u moves",
             rarity.is_bound ? "at most one" : "one", recipe->layout.width,
             recipe->layout.height, one_in, recipe->stm_low, recipe->stm_high);
    if (!is_refused) {
        note(where, "%s: on average so many are drawn for each", text);
        return EXIT_DONE;
    }
    message(where,
            "%s, and a wider range was expected, or --attempts to try so many",
            text);
    return EXIT_BAD;
}
