/* SPDX-License-Identifier: MIT */
/* A pack in a folder: its manifest, and the ids and numbers of its puzzles. */
#ifndef LOYD_PACK_VOLUME_H
#define LOYD_PACK_VOLUME_H

#include "pack/manifest_read.h"
#include "store/mark.h"
#include "store/watch.h"

struct volume_file {
    struct manifest manifest;
    struct marked *puzzles; /* in the order of the file */
    size_t n;
};

/*
 * Reads the manifest and one of its files, whose hash is checked; the caller
 * frees it, also after errors. Errors: LOYD_E_NOT_FOUND, LOYD_E_FOREIGN,
 * LOYD_E_NEWER, LOYD_E_CORRUPT, LOYD_E_IO, LOYD_E_NOMEM, LOYD_E_CANCELLED.
 */
loyd_err volume_load(const char *dir, const struct watch *w,
                     struct volume_file *out, loyd_why *why);
void volume_free(struct volume_file *v);

/* Returns the preferred file of a manifest with this format, AUTO: any; NULL:
 * there is none. */
const struct manifest_file *volume_choose(const struct manifest *m,
                                          loyd_import_format only);

#endif
