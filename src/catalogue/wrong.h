/* SPDX-License-Identifier: MIT */
/* What a job has found to be wrong in the catalogue. */
#ifndef LOYD_CATALOGUE_WRONG_H
#define LOYD_CATALOGUE_WRONG_H

#include "loyd/listener.h"
#include "store/rows.h"

/* All zero is empty. */
struct wrong_list {
    char **at; /* faults: each names its puzzle */
    size_t n;
    size_t room;
};

/* Errors: LOYD_E_NOMEM. */
loyd_err wrong_add(struct wrong_list *list, const char *fault);

/* Reports the list as LOYD_E_RANGE. */
void wrong_tell(const struct wrong_list *list, const loyd_listener *listener);

void wrong_free(struct wrong_list *list);

#endif
