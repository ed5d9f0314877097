/* SPDX-License-Identifier: MIT */
/* The claims and ratings that a job has found to be wrong. */
#ifndef LOYD_CATALOGUE_WRONG_H
#define LOYD_CATALOGUE_WRONG_H

#include "loyd/listener.h"
#include "store/rows.h"

struct wrong;

/* All zero is empty. */
struct wrong_list {
    struct wrong *at;
    size_t n;
    size_t room;
};

/*
 * Adds the stored claim of a puzzle to the list if it is outside the rating.
 * Called before the rating is stored, which may remove the claim.
 * Errors: LOYD_E_NOMEM, those of SQLite.
 */
loyd_err wrong_settle(struct wrong_list *list, loyd_store *store,
                      const loyd_id *id, const loyd_rating *rating,
                      loyd_why *why);

/* Adds a rating that a solution contradicts; `fault` names the puzzle.
 * Errors: LOYD_E_NOMEM. */
loyd_err wrong_add(struct wrong_list *list, const char *fault);

/* Reports the list: claims as LOYD_E_CORRUPT, ratings as LOYD_E_RANGE. */
void wrong_tell(const struct wrong_list *list, const loyd_listener *listener);

void wrong_free(struct wrong_list *list);

#endif
