/* SPDX-License-Identifier: MIT */
/* A running import. */
#ifndef LOYD_VERIFY_IMPORT_H
#define LOYD_VERIFY_IMPORT_H

#include "pack/manifest_read.h"
#include "base/why.h"
#include "store/watch.h"
#include "loyd/import.h"
#include "verify/field.h"
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
    struct loader to;
    int64_t row;       /* the last one, good or bad */
    bool is_catalogue; /* a puzzle may have several rows, for its recipes */
    uint64_t ignored;  /* fields of no meaning */
    char first_ignored[WHY_QUOTE_BYTES];
    loyd_store *damaged; /* the catalogue that is read */
    int64_t wreck_bytes; /* of its file */
    bool is_settled;     /* the good rows are stored */
    loyd_import_result result;
};

/* Runs the sections of import.sql with this heading. */
loyd_err import_sections(struct import_job *t, const char *words,
                         loyd_why *why);

/* Adds a row, with boards and paths as they are stored. */
loyd_err import_add(struct import_job *t, const struct row_text *row,
                    loyd_why *why);

/* Adds a fault, after the rows so far. */
loyd_err import_add_bad(struct import_job *t, uint64_t line, loyd_err err,
                        const char *what, loyd_why *why);

/* import_read.c: adds the rows of a file, a folder or a catalogue. Errors that
 * are not of a row. */
loyd_err import_read(struct import_job *t, const char *path, loyd_why *why);

/* Adds a fault to the list, unless the error is not of the row. */
loyd_err import_refuse(struct import_job *t, uint64_t line, loyd_err err,
                       const loyd_why *part, loyd_why *why);

/* Counts a row. */
loyd_err import_step(struct import_job *t, loyd_why *why);

/*
 * Turns an error of the source, which may be a database, into one that is not
 * taken for the catalogue's. Callers name the path that was given, so a file
 * in a folder is named here.
 */
loyd_err import_source(const struct import_job *t, loyd_err err,
                       loyd_why *part);

/* salvage.c: the same for a catalogue, which may be damaged. */
loyd_err import_catalogue(struct import_job *t, const char *path,
                          loyd_why *why);

#endif
