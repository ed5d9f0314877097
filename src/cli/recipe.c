/* SPDX-License-Identifier: MIT */
/* Owns the way from the options of generate and audit to a generator. */
#include "cli/recipe.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/random.h>

#include "cli/catalogue.h"
#include "cli/secret.h"
#include "cli/solving.h"

/* --- bands --- */

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
class_find(const loyd_layout *layout, const char *where,
           const loyd_distribution **distribution)
{
    bool is_drawn = layout->path == LOYD_PATH_RANDOM;
    unsigned blank;

    if (is_drawn && layout->blank == LOYD_BLANK_AUTO)
        return refuse(where,
                      "the blank of a random goal may come to stand anywhere, "
                      "and a layout with blank=ROW.COL, or --stm, was "
                      "expected");
    blank =
        is_drawn ? (unsigned)layout->blank : loyd_board_blank(&layout->goal);
    *distribution =
        loyd_distribution_get(layout->width, layout->height, blank);
    if (*distribution != NULL)
        return EXIT_DONE;
    return refuse(
        where,
        "how lengths of %ux%u are distributed is not known, and up to %d "
        "cells were expected",
        layout->width, layout->height, LOYD_EXACT_CELLS);
}

/*
 * The target that --band means for the layout of the recipe. Returns an exit
 * code, after a complaint: both --band and --stm, no such band, a class whose
 * distribution is not known or not decided, a band that is empty there.
 */
static int
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
    if (run->args.stm.is_given)
        return refuse("generate",
                      "both --stm and --band, and one was expected");
    err = loyd_bands_find(&bands, run->args.band, &band, &why);
    if (err != LOYD_OK)
        return report_option("--band", err, &why);
    if ((code = class_find(&recipe->layout, "--band", &d)) != EXIT_DONE)
        return code;
    recipe->has_target = loyd_percentiles_lengths(
        &band->percentiles, d, &recipe->stm_low, &recipe->stm_high);
    if (recipe->has_target)
        return EXIT_DONE;
    loyd_percentiles_print(&band->percentiles, text);
    return deny(
        "--band",
        "no %ux%u board is %s: no length is at percentile %s of its class",
        recipe->layout.width, recipe->layout.height, band->name, text);
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

/*
 * Says how rare the target is where that matters. Returns an exit code, after
 * a complaint: no board is inside, or so few that --attempts is needed.
 */
static int
target_check(const struct run *run, const loyd_recipe *recipe)
{
    const char *where = run->args.band != NULL ? "--band" : "--stm";
    bool is_refused;
    loyd_rarity rarity;
    loyd_why why = {""};
    char words[128];
    struct text text = text_in(words, sizeof(words));
    unsigned n = (unsigned)recipe->layout.width * recipe->layout.height;
    loyd_err err;

    if (n > LOYD_EXACT_CELLS) {
        note_large(where, recipe);
        return EXIT_DONE;
    }
    err = loyd_target_rarity(recipe, &rarity, &why);
    if (err != LOYD_OK)
        return report(where, err, &why);
    /* A ball is enumerated: its boards cost the same, however rare. */
    if (recipe->method == LOYD_METHOD_BALL ||
        rarity.share * rare_from(recipe) >= 1)
        return EXIT_DONE;
    is_refused = rarity.share * RARE_REFUSED < 1 && run->args.attempts == 0;
    text_format(&text, "%s %ux%u board in ",
                rarity.is_bound ? "at most one" : "one", recipe->layout.width,
                recipe->layout.height);
    text_grouped(&text, (uint64_t)(1 / rarity.share + 0.5));
    text_format(&text, " takes %u..%u moves", recipe->stm_low,
                recipe->stm_high);
    if (!is_refused) {
        note(where, "%s: on average so many are drawn for each", words);
        return EXIT_DONE;
    }
    return fail(
        where,
        "%s, and a wider range was expected, or --attempts to try so many",
        words);
}

/* --- recipes --- */

#define SEED_LETTERS 16

/* 80 bits of the system's, as letters that are hard to mistake. */
static int
fresh_seed(const struct run *run, char seed[SEED_LETTERS + 1])
{
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint8_t bytes[SEED_LETTERS];

    if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
        return fail(run->command->name,
                    "%s, and randomness for a seed was expected",
                    strerror(errno));
    for (int i = 0; i < SEED_LETTERS; i++)
        seed[i] = letters[bytes[i] % 32];
    seed[SEED_LETTERS] = '\0';
    note(run->command->name, "no --seed, so a fresh one: --seed %s", seed);
    return EXIT_DONE;
}

static int
take_seed(const char *seed, loyd_recipe *recipe)
{
    size_t len = strlen(seed);
    loyd_why why = {""};
    loyd_err err;

    if (len > LOYD_SEED_MAX)
        return refuse("--seed", "%zu bytes, and at most %d were expected", len,
                      LOYD_SEED_MAX);
    if ((err = loyd_text_check(seed, len, &why)) != LOYD_OK)
        return report_option("--seed", err, &why);
    memcpy(recipe->seed, seed, len + 1);
    recipe->seed_len = (uint16_t)len;
    return EXIT_DONE;
}

/* Before a catalogue is made: what it could never take is not begun. */
static int
check_cells(const struct run *run, unsigned width, unsigned height)
{
    if (run->db == NULL || width * height <= LOYD_EXACT_CELLS)
        return EXIT_DONE;
    return refuse(run->command->name,
                  "%ux%u has %u cells, and for a catalogue up to %d "
                  "were expected",
                  width, height, width * height, LOYD_EXACT_CELLS);
}

/* SIZE, --layout, --method, --stm and --band: all of the recipe but seed and
 * key. */
static int
take_kind(const struct run *run, loyd_recipe *recipe)
{
    const struct args *args = &run->args;
    const char *layout = args->layout != NULL ? args->layout : "rows";
    const char *method = args->method != NULL ? args->method : "uniform";
    const char *size = run->operands[0];
    uint8_t width, height;
    loyd_why why = {""};
    loyd_err err;

    err = loyd_size_parse(size, strlen(size), &width, &height, &why);
    if (err != LOYD_OK)
        return report_option(run->command->name, err, &why);
    err = loyd_layout_parse(layout, strlen(layout), width, height,
                            &recipe->layout, &why);
    if (err != LOYD_OK)
        return report_option("--layout", err, &why);
    err = loyd_method_parse(method, strlen(method), &recipe->method,
                            &recipe->steps, &why);
    if (err != LOYD_OK)
        return report_option("--method", err, &why);
    if (args->count - 1 > LOYD_INDEX_MAX - args->from)
        return refuse(run->command->name,
                      "indices beyond %" PRIu64 ", and --from and "
                      "--count below it were expected",
                      LOYD_INDEX_MAX);
    return check_cells(run, width, height);
}

/*
 * Unless --method says it: the best for the target. What is not uniform is
 * told, for nobody asked for it.
 */
static int
choose_method(const struct run *run, loyd_recipe *recipe)
{
    if (recipe->method == LOYD_METHOD_BALL && !recipe->has_target)
        return refuse("--method",
                      "ball needs a target, and --stm was expected");
    if (run->args.method != NULL || !recipe->has_target)
        return EXIT_DONE;
    loyd_target_method(recipe);
    if (recipe->method == LOYD_METHOD_WALK)
        note("generate",
             "%ux%u has more than %d cells: boards of --method walk:%u, "
             "each proven to be inside the target, not equally likely",
             recipe->layout.width, recipe->layout.height, LOYD_EXACT_CELLS,
             recipe->steps);
    return EXIT_DONE;
}

static int
take_target(const struct run *run, loyd_recipe *recipe)
{
    const struct args *args = &run->args;
    int code = EXIT_DONE;

    recipe->has_target = args->stm.is_given;
    recipe->stm_low = args->stm.low;
    recipe->stm_high = args->stm.high;
    if (args->band != NULL)
        code = target_of_band(run, recipe);
    if (code == EXIT_DONE)
        code = choose_method(run, recipe);
    if (code == EXIT_DONE && recipe->has_target)
        code = target_check(run, recipe);
    return code;
}

int
recipe_prepare(struct run *run, loyd_recipe *recipe,
               loyd_generator **generator)
{
    char drawn[SEED_LETTERS + 1];
    const char *seed = run->args.seed;
    int code;

    memset(recipe, 0, sizeof(*recipe));
    recipe->index = run->args.from;
    recipe->is_keyed = run->args.secret != NULL;
    if ((code = take_kind(run, recipe)) != EXIT_DONE ||
        (code = take_target(run, recipe)) != EXIT_DONE ||
        (code = secret_take(run)) != EXIT_DONE)
        return code;
    if (seed == NULL && (code = fresh_seed(run, drawn)) == EXIT_DONE)
        seed = drawn;
    if (code == EXIT_DONE)
        code = take_seed(seed, recipe);
    if (code != EXIT_DONE)
        return code;
    if (recipe->is_keyed)
        loyd_key_id(run->secret, recipe->key_id);
    return generator_start(run, recipe, generator);
}
