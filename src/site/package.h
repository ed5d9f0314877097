/* SPDX-License-Identifier: MIT */
/*
 * The package for browsers that a site can carry: loyd's core as WebAssembly.
 * It comes from a folder that `make web` builds, or from the site itself.
 */
#ifndef LOYD_SITE_PACKAGE_H
#define LOYD_SITE_PACKAGE_H

#include "base/text.h"
#include "loyd/error.h"

/* Pages load the files from PACKAGE_LOADED on, up to PACKAGE_UNLOADED. */
enum { PACKAGE_LOADED = 1, PACKAGE_UNLOADED = 4, PACKAGE_FILES = 5 };
extern const char *const package_names[PACKAGE_FILES];

/* All zero is no package. */
struct package {
    struct text file[PACKAGE_FILES];
    bool is_there;
};

/*
 * Reads the files of a package in the folder `dir`, whose descriptor is `fd`,
 * and checks them: plain files of plausible sizes, this release of loyd, and
 * the sums in package.json. After an error the package is empty.
 * Errors: LOYD_E_NOT_FOUND (no package.json), LOYD_E_FOREIGN (not a package of
 * this release), LOYD_E_IO, LOYD_E_NOMEM.
 */
loyd_err package_read(struct package *package, int fd, const char *dir,
                      loyd_why *why);

/* The same as package_read for a folder that is opened by its path. */
loyd_err package_open(struct package *package, const char *dir, loyd_why *why);

/* Returns the size of all files. */
size_t package_bytes(const struct package *package);
void package_free(struct package *package);

#endif
