/* SPDX-License-Identifier: MIT */
/* The names in a folder. */
#ifndef LOYD_DAILY_LISTING_H
#define LOYD_DAILY_LISTING_H

#include <stddef.h>

#include "loyd/error.h"

/* All zero is empty. Sorted bytewise, without "." and "..". */
struct listing {
    char **name;
    size_t n;
    size_t room;
};

/* Fills an empty one. Errors: LOYD_E_IO (errno says what), LOYD_E_NOMEM. */
loyd_err listing_read(int folder_fd, struct listing *listing);
bool listing_has(const struct listing *listing, const char *name);
void listing_free(struct listing *listing);

#endif
