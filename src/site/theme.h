/* SPDX-License-Identifier: MIT */
/*
 * A publisher's own files: style, header, footer, picture, icon, sentences.
 * They are copied as they are into the folder of the release, and stay until
 * another folder is given or they are withdrawn.
 */
#ifndef LOYD_SITE_THEME_H
#define LOYD_SITE_THEME_H

#include "base/text.h"
#include "loyd/error.h"
#include "site/template.h"

enum { THEME_FILES = 8 };

/* The names in the release; header and footer are text there, since a page
 * that is opened alone has no policy. */
extern const char *const theme_names[THEME_FILES];

/* All zero is no theme. */
struct theme {
    struct text file[THEME_FILES];
    struct passage *passage; /* of sentences.json and of English; NULL: none */
    struct passages sentences;
    struct json_t *json; /* whose texts are borrowed */
};

/* Reads the folder that a publisher gives. Errors: LOYD_E_FOREIGN, with the
 * name of a file that is none of a theme or cannot be shown; LOYD_E_IO,
 * LOYD_E_NOMEM. */
loyd_err theme_open(struct theme *theme, const char *dir, loyd_why *why);

/* Reads what the folder of a release has, whose descriptor is `fd`. */
loyd_err theme_read(struct theme *theme, int fd, const char *dir,
                    loyd_why *why);

/* Removes from the folder of a release the files that the theme does not have.
 * Returns their number. */
unsigned theme_sweep(const struct theme *theme, int fd);

void theme_free(struct theme *theme);

#endif
