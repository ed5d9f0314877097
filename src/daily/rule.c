/* SPDX-License-Identifier: MIT */
/* What the rows of schedules draw: bands become ranges, and the boards that
 * can be counted have an order. */
#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/class.h"
#include "core/range.h"
#include "daily/channel.h"
#include "generate/recipe.h"
#include "rate/band.h"
#include "rate/lengths.h"
#include "solve/solver.h"

loyd_err
schedule_recipe(const loyd_schedule_row *row, loyd_recipe *recipe,
                loyd_why *why)
{
    loyd_recipe made = {.method = LOYD_METHOD_UNIFORM};
    loyd_err err =
        loyd_layout_parse(row->layout, strlen(row->layout), row->width,
                          row->height, &made.layout, why);

    if (err != LOYD_OK)
        return err;
    made.target = row->target;
    made.target_low = row->low;
    made.target_high = row->high;
    *recipe = made;
    return LOYD_OK;
}

/*
 * At least one board in this many must be inside the target: a day is drawn
 * by rejection, and a rarer target would take minutes every day.
 */
#define RARITY_MAX 1e6

/* Returns the kind of a band's range for a row's size: lengths or mlc. */
static loyd_target
target_of_size(const loyd_schedule_row *row)
{
    return row->width * row->height > LOYD_EXACT_CELLS ? LOYD_TARGET_MLC
                                                       : LOYD_TARGET_STM;
}

/* Finds the lengths of a band. False: there are none. */
static loyd_err
find_lengths(const loyd_class *cls, const loyd_band *band,
             loyd_schedule_row *row, bool *found, loyd_why *why)
{
    const loyd_distribution *d =
        distribution_find(LOYD_STM, cls->width, cls->height, cls->blank);

    if (d == NULL)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "the distribution of lengths of %ux%u is unknown",
                       row->width, row->height);
    row->target = LOYD_TARGET_STM;
    *found =
        loyd_percentiles_lengths(&band->percentiles, d, &row->low, &row->high);
    return LOYD_OK;
}

/* Finds the values of mlc of a band. */
static loyd_err
find_mlc(loyd_store *store, const loyd_class *cls, const loyd_band *band,
         loyd_schedule_row *row, bool *found, loyd_why *why)
{
    const loyd_sample *sample;
    char words[NO_SAMPLE_TEXT];
    loyd_err err =
        loyd_store_sample(store, cls, LOYD_EFFORT_VERSION, &sample, why);

    if (err != LOYD_OK)
        return err;
    if (sample == NULL) {
        class_no_sample(cls, words);
        return why_set(why, LOYD_E_UNSUPPORTED, "%s", words);
    }
    row->target = LOYD_TARGET_MLC;
    *found = loyd_percentiles_lengths(&band->percentiles, &sample->mlc,
                                      &row->low, &row->high);
    return LOYD_OK;
}

static loyd_err
freeze_band(loyd_store *store, loyd_schedule_row *row,
            const loyd_layout *layout, const loyd_bands *bands, loyd_why *why)
{
    bool is_drawn = layout->is_drawn, found = false;
    char text[PERCENTILES_TEXT];
    const loyd_band *band;
    loyd_class cls;
    loyd_err err = bands_find(bands, row->band, &band, why);

    if (err != LOYD_OK)
        return err;
    if (is_drawn && layout->blank == LOYD_BLANK_AUTO)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "a band of random goals needs a fixed blank: expected "
                       "blank=ROW.COL in the layout, or %s",
                       target_name(target_of_size(row)));
    cls = loyd_class_of(row->width, row->height,
                        is_drawn ? (unsigned)layout->blank
                                 : board_blank(&layout->goal));
    err = target_of_size(row) == LOYD_TARGET_MLC
              ? find_mlc(store, &cls, band, row, &found, why)
              : find_lengths(&cls, band, row, &found, why);
    if (err != LOYD_OK || found)
        return err;
    percentiles_print(&band->percentiles, text);
    return why_set(why, LOYD_E_UNSOLVABLE,
                   "no %ux%u board is %s: no %s is at percentile %s of "
                   "its class",
                   row->width, row->height, band->name,
                   row->target == LOYD_TARGET_MLC ? "mlc" : "length", text);
}

/*
 * Draws up to a million boards with a fixed seed, so that all machines agree:
 * how many boards have an mlc is not known.
 */
static loyd_err
check_drawn(const loyd_recipe *recipe, loyd_solver *solver, loyd_why *why)
{
    loyd_recipe trial = *recipe;
    loyd_generator *generator = NULL;
    loyd_puzzle puzzle;
    char range[RANGE_WORDS];
    loyd_err err;

    trial.seed_len =
        (uint16_t)snprintf(trial.seed, sizeof(trial.seed), "loyd rarity 1");
    err = loyd_generator_new(&trial, NULL, &generator, why);
    if (err == LOYD_OK)
        err = loyd_generator_draw(generator, solver, 0, (uint64_t)RARITY_MAX,
                               &puzzle, NULL, why);
    if (err == LOYD_E_EXHAUSTED)
        err = why_set(
            why, LOYD_E_RANGE,
            "none of a million %ux%u boards has mlc %s: expected a "
            "wider range",
            recipe->layout.width, recipe->layout.height,
            range_words(recipe->target_low, recipe->target_high, "", range));
    loyd_generator_free(&generator);
    return err;
}

static loyd_err
check_rarity(const loyd_recipe *recipe, loyd_why *why)
{
    char moves[RANGE_WORDS];
    loyd_rarity rarity;
    loyd_err err = loyd_target_rarity(recipe, &rarity, why);

    if (err != LOYD_OK || rarity.share * RARITY_MAX >= 1)
        return err;
    return why_set(
        why, LOYD_E_RANGE,
        "fewer than one %ux%u board in a million takes %s: "
        "expected a wider range",
        recipe->layout.width, recipe->layout.height,
        range_words(recipe->target_low, recipe->target_high, "move", moves));
}

/* Finds the boards of a rule whose days take them in an order. */
static loyd_err
find_boards(const loyd_recipe *rule, loyd_solver *solver,
            const struct ball **ball, loyd_why *why)
{
    char moves[RANGE_WORDS];
    loyd_err err = solver_ball(solver, &rule->layout.goal, rule->target_low,
                               rule->target_high, ball);

    if (err != LOYD_OK || (*ball)->n > 0)
        return err;
    return why_set(
        why, LOYD_E_UNSOLVABLE, "no %ux%u board takes %s", rule->layout.width,
        rule->layout.height,
        range_words(rule->target_low, rule->target_high, "move", moves));
}

/* Checks a row whose range is known. If the goal is drawn, every class that it
 * can have needs such boards. */
static loyd_err
check_target(unsigned draw, loyd_schedule_row *row, loyd_recipe *recipe,
             loyd_solver *solver, loyd_why *why)
{
    const struct ball *ball;
    loyd_err err;

    if (recipe->target == LOYD_TARGET_MLC)
        return check_drawn(recipe, solver, why);
    if (draw > 1 && rule_is_counted(recipe)) {
        if ((err = find_boards(recipe, solver, &ball, why)) == LOYD_OK)
            row->puzzles = (uint32_t)ball->n;
        return err;
    }
    if (!recipe->layout.is_drawn || recipe->layout.blank != LOYD_BLANK_AUTO)
        return check_rarity(recipe, why);
    err = LOYD_OK;
    for (int cell = 0; err == LOYD_OK && cell < row->width * row->height;
         cell++) {
        recipe->layout.blank = (int16_t)cell;
        err = check_rarity(recipe, why);
    }
    return err;
}

static loyd_err
resolve_row(loyd_store *store, unsigned draw, loyd_schedule_row *row,
            const loyd_bands *bands, loyd_solver *solver, loyd_why *why)
{
    loyd_recipe recipe;
    loyd_err err = schedule_recipe(row, &recipe, why);

    if (err == LOYD_OK && row->target == LOYD_TARGET_NONE &&
        (err = freeze_band(store, row, &recipe.layout, bands, why)) == LOYD_OK)
        err = schedule_recipe(row, &recipe, why);
    return err == LOYD_OK ? check_target(draw, row, &recipe, solver, why)
                          : err;
}

loyd_err
schedule_resolve(loyd_store *store, loyd_schedule *schedule,
                 const loyd_bands *bands, loyd_why *why)
{
    static const loyd_solver_options defaults = {.threads = 1};
    loyd_solver *solver = NULL;
    loyd_err err = loyd_solver_new(&defaults, &solver);

    for (unsigned i = 0; err == LOYD_OK && i < schedule->n; i++) {
        loyd_schedule_row *row = &schedule->row[i];

        if (row->is_listed)
            continue;
        err = resolve_row(store, schedule->draw, row, bands, solver, why);
        if (err != LOYD_OK)
            row_prefix(why, err, schedule, i);
    }
    loyd_solver_free(&solver);
    return err;
}

/* --- the order of boards --- */

#define COUNTED_CELLS 10

bool
rule_is_counted(const loyd_recipe *rule)
{
    const loyd_layout *layout = &rule->layout;

    return rule->target == LOYD_TARGET_STM && !layout->is_drawn &&
           (layout->width * layout->height <= COUNTED_CELLS ||
            rule->target_high <= target_near(layout));
}

loyd_err
rule_board(const loyd_recipe *rule, const char *channel, const uint8_t *secret,
           uint64_t k, loyd_solver *solver, loyd_puzzle *puzzle, loyd_why *why)
{
    loyd_recipe plain = *rule; /* without seed and key */
    char text[LOYD_RECIPE_TEXT];
    const struct ball *ball;
    uint32_t n;
    loyd_err err = find_boards(rule, solver, &ball, why);

    if (err != LOYD_OK)
        return err;
    n = (uint32_t)ball->n;
    plain.seed_len = 0;
    plain.is_keyed = false;
    loyd_recipe_print(&plain, text);
    puzzle->goal = rule->layout.goal;
    ball_board(ball, order_place(secret, channel, text, n, (uint32_t)(k % n)),
               &puzzle->start);
    return LOYD_OK;
}
