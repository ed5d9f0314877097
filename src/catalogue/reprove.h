/* SPDX-License-Identifier: MIT */
/* A sample of a catalogue's ratings, solved again. */
#ifndef LOYD_CATALOGUE_REPROVE_H
#define LOYD_CATALOGUE_REPROVE_H

#include "loyd/catalogue.h"

/* Called with each rating that is wrong; returns false to stop. */
typedef bool (*reprove_fn)(void *context, const loyd_id *id,
                           const char *fault);

/*
 * Solves up to `n` rated puzzles that `seed` picks: first by a plain search,
 * and those that it gives up by the solver with small tables, forwards for
 * the path and from goal to start for the length, which takes the tables of
 * another class. *solved counts them; those beyond LOYD_EXACT_CELLS cells
 * are passed over.
 *
 * Errors: LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_SYSTEM, those of SQLite.
 */
loyd_err reprove(loyd_store *store, uint64_t n, const char *seed,
                 unsigned threads, loyd_progress_fn progress, void *context,
                 reprove_fn bad, void *bad_context, uint64_t *solved,
                 loyd_why *why);

#endif
