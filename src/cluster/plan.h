/* SPDX-License-Identifier: MIT */
/* The text of the file `job`. */
#ifndef LOYD_CLUSTER_PLAN_H
#define LOYD_CLUSTER_PLAN_H

#include "base/slice.h"
#include "cluster/cluster.h"

/* Appends the text of a plan. Errors: LOYD_E_SYNTAX (a text of more than one
   line), LOYD_E_NOMEM. */
loyd_err plan_print(const struct plan *plan, struct text *text, loyd_why *why);

/*
 * Parses a text; the caller frees plan->owned, which is NULL on errors. A
 * parsed plan prints as the same text. Errors: LOYD_E_FOREIGN (also of another
 * release), LOYD_E_CORRUPT, LOYD_E_NOMEM.
 */
loyd_err plan_parse(struct slice text, struct plan *plan, loyd_why *why);

/* The last line of a text with a checksum of all that precedes it. */
void check_put(struct text *text, size_t from);
#define CHECK_BEGIN "check "

#endif
