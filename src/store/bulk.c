/* SPDX-License-Identifier: MIT */
/* Counts rows. */
#include "store/tables.h"

loyd_err
store_row_count(loyd_store *store, uint64_t *count, loyd_why *why)
{
    int64_t n = 0;
    struct sentry s;
    loyd_err err;

    sentry_begin(&s, store->db, &store->watch);
    err = db_number(store->db,
                    "SELECT (SELECT count(*) FROM puzzle)"
                    " + (SELECT count(*) FROM recipe)",
                    &n, why);
    sentry_end(&s);

    if (err == LOYD_OK)
        *count = (uint64_t)n;
    return err;
}
