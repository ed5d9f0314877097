/* SPDX-License-Identifier: MIT */
/* Files that a publisher gives: plain ones of a folder. */
#ifndef LOYD_SITE_GIVEN_H
#define LOYD_SITE_GIVEN_H

#include "base/text.h"
#include "loyd/error.h"

/* Reports a file of a folder, and returns LOYD_E_FOREIGN. */
loyd_err given_refuse(loyd_why *why, const char *dir, const char *name,
                      const char *problem);

/* Opens a folder. Errors: LOYD_E_IO. */
loyd_err given_open(const char *dir, int *fd, loyd_why *why);

/* Reads a file of an open folder. Errors: LOYD_E_NOT_FOUND, without a message;
 * LOYD_E_FOREIGN (no plain file, empty, or larger), LOYD_E_IO,
 * LOYD_E_NOMEM. */
loyd_err given_read(int fd, const char *dir, const char *name,
                    unsigned megabytes, struct text *text, loyd_why *why);

#endif
