/* SPDX-License-Identifier: MIT */
/* The table band: the names of a catalogue's ranges of percentiles. */
#include <string.h>

#include "base/why.h"
#include "rate/band.h"
#include "store/tables.h"

#define ROW loyd_band
static const struct column columns[] = {
    {NUMBER(low, percentiles.low, 0, LOYD_PERCENTILE_MAX - 1)},
    {COLUMN(STRING, name, name)},
};

const struct table band_table = TABLE("band", columns, 1);

/* All rows: the schema allows no bound below 0. */
static const char sql_all[] =
    "SELECT %s FROM band WHERE low >= 0 ORDER BY low";

static const char sql_clear[] = "DELETE FROM band";

/* Reads the current row of `q`; the previous band ends where it begins. */
static loyd_err
read_row(struct query *q, loyd_bands *bands, loyd_why *why)
{
    loyd_band *band = &bands->band[bands->n];
    loyd_err err;

    if (bands->n == LOYD_BANDS_MAX)
        return why_set(why, LOYD_E_CORRUPT, "more than %d bands",
                       LOYD_BANDS_MAX);
    if ((err = columns_read(q, band)) != LOYD_OK)
        return err;
    band->percentiles.high = LOYD_PERCENTILE_MAX;
    if (bands->n > 0)
        band[-1].percentiles.high = band->percentiles.low;
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
    if (store == NULL) {
        *bands = *bands_default();
        return LOYD_OK;
    }
    query_columns(&q, store, STMT_BAND_ALL, sql_all, &band_table, why);
    while (err == LOYD_OK && query_next(&q))
        err = read_row(&q, &read, why);
    err = query_end(&q, err);
    if (err != LOYD_OK)
        return err;
    if (bands_check(&read, why) != LOYD_OK)
        return LOYD_E_CORRUPT;
    *bands = read;
    return LOYD_OK;
}

loyd_err
loyd_store_set_bands(loyd_store *store, const char *text, loyd_why *why)
{
    loyd_bands bands;
    struct query q;
    loyd_err err;

    WHY_GIVEN(why);
    err = bands_parse(text, strlen(text), &bands, why);
    if (err != LOYD_OK || (err = store_need_write(store, why)) != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_COUNT_, sql_clear, why);
    err = query_run(&q);
    for (unsigned i = 0; err == LOYD_OK && i < bands.n; i++)
        err = columns_put(store, STMT_COUNT_, &band_table, &bands.band[i], "",
                          why);
    return err == LOYD_OK ? distributions_band(store, why) : err;
}
