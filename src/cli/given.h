/* SPDX-License-Identifier: MIT */
/* Files that a publisher gives to a site. */
#ifndef LOYD_CLI_GIVEN_H
#define LOYD_CLI_GIVEN_H

#include "base/text.h"
#include "cli/options.h"
#include "loyd.h"

/* Reads a file of at most `most` bytes; returns an exit code. */
int given_read(const char *path, size_t most, struct text *text);

extern const struct option_row option_picture;
extern const struct option_row option_css;
extern const struct option_row option_header;
extern const struct option_row option_footer;

/*
 * Adds the files of these options to those of a site. `made` holds their bytes
 * and is freed by the caller, after the site. Returns an exit code.
 */
int given_take(struct text made[LOYD_SITE_FILES], loyd_site_options *options);

#endif
