/* SPDX-License-Identifier: MIT */
/* The table band: the names of a catalogue's ranges of percentiles. */
#include <string.h>

#include "base/why.h"
#include "store/tables.h"

/* All rows: the schema allows no bound below 0. */
static const char sql_all[] =
    "SELECT low, name FROM band WHERE low >= 0 ORDER BY low";

static const char sql_clear[] = "DELETE FROM band";

static const char sql_add[] = "INSERT INTO band (low, name) VALUES (?1, ?2)";

/* Reads the current row of `q`; the previous band ends where it begins. */
static loyd_err
read_row(struct query *q, loyd_bands *bands, loyd_why *why)
{
    loyd_band *band = &bands->band[bands->n];
    int64_t low;

    if (bands->n == LOYD_BANDS_MAX)
        return why_set(why, LOYD_E_CORRUPT, "more than %d bands",
                       LOYD_BANDS_MAX);
    if (!column_int(q, 0, 0, LOYD_PERCENTILE_MAX - 1, &low) ||
        !column_string(q, 1, sizeof(band->name), band->name))
        return why_set(why, LOYD_E_CORRUPT,
                       "a band has an invalid name or bound");
    band->percentiles.low = (uint32_t)low;
    band->percentiles.high = LOYD_PERCENTILE_MAX;
    if (bands->n > 0)
        band[-1].percentiles.high = (uint32_t)low;
    bands->n++;
    return LOYD_OK;
}

loyd_err
loyd_store_bands(loyd_store *store, loyd_bands *bands, loyd_why *why)
{
    loyd_bands read = {0};
    struct query q;
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    query_begin(&q, store, STMT_BAND_ALL, sql_all, why);
    while (err == LOYD_OK && query_next(&q))
        err = read_row(&q, &read, why);
    err = query_end(&q, err);
    if (err != LOYD_OK)
        return err;
    if (loyd_bands_check(&read, why) != LOYD_OK)
        return LOYD_E_CORRUPT;
    *bands = read;
    return LOYD_OK;
}

loyd_err
loyd_store_set_bands(loyd_store *store, const loyd_bands *bands, loyd_why *why)
{
    struct query q;
    loyd_err err;

    WHY_GIVEN(why);
    err = loyd_bands_check(bands, why);
    if (err != LOYD_OK || (err = store_need_write(store, why)) != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_COUNT_, sql_clear, why);
    err = query_run(&q);
    for (unsigned i = 0; err == LOYD_OK && i < bands->n; i++) {
        query_begin(&q, store, STMT_COUNT_, sql_add, why);
        query_int(&q, 1, bands->band[i].percentiles.low);
        query_text(&q, 2, bands->band[i].name);
        err = query_run(&q);
    }
    return err == LOYD_OK ? distributions_band(store, why) : err;
}
