/* SPDX-License-Identifier: MIT */
/* Owns how bands of a schedule become lengths, once and for all. */
#include <string.h>

#include "core/why.h"
#include "daily/channel.h"
#include "loyd/distribution.h"

/*
 * One board in so many has to be inside at least: a day is drawn by
 * rejection, and a rarer target would take it minutes, every day.
 */
#define RARITY_MAX 1e6

static loyd_err
freeze_band(loyd_schedule_row *row, const loyd_recipe *recipe,
            const loyd_bands *bands, loyd_why *why)
{
    const loyd_layout *layout = &recipe->layout;
    bool is_drawn = layout->path == LOYD_PATH_RANDOM;
    char text[LOYD_PERCENTILES_TEXT];
    const loyd_distribution *d;
    const loyd_band *band;
    loyd_err err = loyd_bands_find(bands, row->band, &band, why);

    if (err != LOYD_OK)
        return err;
    if (is_drawn && layout->blank == LOYD_BLANK_AUTO)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "the blank of a random goal may come to stand "
                       "anywhere, and a layout with blank=ROW.COL, or stm, "
                       "was expected");
    d = loyd_distribution_get(row->width, row->height,
                              is_drawn ? (unsigned)layout->blank
                                       : loyd_board_blank(&layout->goal));
    if (d == NULL)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "how lengths of %ux%u are distributed is not known",
                       row->width, row->height);
    if (loyd_percentiles_lengths(&band->percentiles, d, &row->stm_low,
                                 &row->stm_high))
        return LOYD_OK;
    loyd_percentiles_print(&band->percentiles, text);
    return why_set(why, LOYD_E_UNSOLVABLE,
                   "no %ux%u board is %s: no length is at percentile %s of "
                   "its class",
                   row->width, row->height, band->name, text);
}

static loyd_err
check_rarity(const loyd_recipe *recipe, loyd_why *why)
{
    loyd_rarity rarity;
    loyd_err err = loyd_target_rarity(recipe, &rarity, why);

    if (err != LOYD_OK || rarity.share * RARITY_MAX >= 1)
        return err;
    return why_set(why, LOYD_E_RANGE,
                   "fewer than one %ux%u board in a million takes %u..%u "
                   "moves, and a wider range was expected",
                   recipe->layout.width, recipe->layout.height,
                   recipe->stm_low, recipe->stm_high);
}

/* Drawn goals: there has to be a board for each that may be drawn. */
static loyd_err
check_target(const loyd_schedule_row *row, loyd_why *why)
{
    loyd_recipe recipe;
    loyd_err err = schedule_recipe(row, &recipe, why);

    if (err != LOYD_OK)
        return err;
    if (recipe.layout.path != LOYD_PATH_RANDOM ||
        recipe.layout.blank != LOYD_BLANK_AUTO)
        return check_rarity(&recipe, why);
    for (int cell = 0; err == LOYD_OK && cell < row->width * row->height;
         cell++) {
        recipe.layout.blank = (int16_t)cell;
        err = check_rarity(&recipe, why);
    }
    return err;
}

static loyd_err
resolve_row(loyd_schedule_row *row, const loyd_bands *bands, loyd_why *why)
{
    loyd_recipe recipe;
    loyd_err err = schedule_recipe(row, &recipe, why);

    if (err == LOYD_OK && row->stm_high == 0)
        err = freeze_band(row, &recipe, bands, why);
    return err == LOYD_OK ? check_target(row, why) : err;
}

loyd_err
loyd_schedule_resolve(loyd_schedule *schedule, const loyd_bands *bands,
                      loyd_why *why)
{
    loyd_schedule made = *schedule;
    char name[ROW_NAME_BYTES];

    for (unsigned i = 0; i < made.n; i++) {
        loyd_why part = {{0}};
        loyd_err err = resolve_row(&made.row[i], bands, &part);

        if (err != LOYD_OK)
            return why_set(
                why, err, "%s: %.*s", schedule_row_name(&made, i, name),
                LOYD_WHY_BYTES - ROW_NAME_BYTES,
                part.text[0] != '\0' ? part.text : loyd_strerror(err));
    }
    *schedule = made;
    return LOYD_OK;
}
