/* SPDX-License-Identifier: MIT */
/* A running import. */
#ifndef LOYD_VERIFY_IMPORT_H
#define LOYD_VERIFY_IMPORT_H

#include "pack/manifest_read.h"
#include "store/watch.h"
#include "verify/import_rows.h"
#include "verify/stage.h"

struct import_job {
    loyd_store *store;
    const loyd_import_options *options;
    const loyd_listener *listener;
    loyd_progress now;
    struct watch watch; /* calls that of the store, and the progress */
    const char *file;   /* that is being read, for messages */
    bool is_in_folder;  /* it is a file of the folder that was given */
    char named[MANIFEST_FILE_NAME_MAX +
               1]; /* of that file, for messages at the end */
    struct stage stage;
    struct fields fields;
    bool is_settled; /* the good rows are stored */
    loyd_import_result result;
};

/* import_read.c: adds the rows of a file, a folder or a catalogue. Errors that
 * are not of a row. */
loyd_err import_read(struct import_job *t, const char *path, loyd_why *why);

#endif
