/* SPDX-License-Identifier: MIT */
/* The selection of a pack as its manifest keeps it, and how two differ. */
#ifndef LOYD_PACK_SELECTION_H
#define LOYD_PACK_SELECTION_H

#include "base/text.h"
#include "loyd/store.h"

/* Appends a filter without its use as JSON. The same selection gives the same
 * text. */
void selection_put(struct text *to, const loyd_filter *filter);

/* Writes to `words` how two selections differ, such as `band was ["easy"], is
 * ["hard"]`; "" if they are equal. Errors: LOYD_E_SYNTAX, LOYD_E_NOMEM. */
loyd_err selection_compare(const char *was, const char *is, loyd_why *words,
                           loyd_why *why);

#endif
