/* SPDX-License-Identifier: MIT */
/* The names in a folder. */
#ifndef LOYD_DAILY_LISTING_H
#define LOYD_DAILY_LISTING_H

#include <stdbool.h>
#include <stddef.h>

#include "loyd/error.h"

struct listed {
    char *name;
    bool is_file; /* a plain file: no folder, link or device */
};

/* All zero is empty. Sorted bytewise, without "." and "..". */
struct listing {
    struct listed *at;
    size_t n;
    size_t room;
};

/* Fills an empty one. Errors: LOYD_E_IO (errno says what), LOYD_E_NOMEM. */
loyd_err listing_read(int folder_fd, struct listing *listing);

/* The one of a name, or NULL. */
const struct listed *listing_find(const struct listing *listing,
                                  const char *name);
void listing_free(struct listing *listing);

#endif
