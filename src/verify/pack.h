/* SPDX-License-Identifier: MIT */
/* The state of a running verification of a pack. */
#ifndef LOYD_VERIFY_PACK_H
#define LOYD_VERIFY_PACK_H

#include "loyd/store.h"
#include "loyd/pack.h"
#include "pack/read_rows.h"
#include "store/watch.h"
#include "verify/field.h"
#include "verify/report.h"
#include "verify/stage.h"

struct pack_job {
    const char *path; /* the folder */
    int dir;
    /* Of files that match the manifest; -1 for the others. */
    int fd[MANIFEST_FILES_MAX];
    const loyd_pack_options *options;
    struct report report;
    struct watch watch;
    struct manifest manifest;
    struct slice text; /* of the manifest; NULL: there is none */
    uint8_t manifest_sha[LOYD_HASH_BYTES];
    loyd_filter_builder *selection; /* NULL: none to check */
    loyd_store *store;              /* in memory, for the stage */
    struct stage stage; /* the rows of the witness, as a catalogue */
    const struct manifest_file *file;    /* that is being read */
    const struct manifest_file *witness; /* the first file */
    bool has_witness;                    /* it is right */
    loyd_pack_result result;             /* without `bad` */
};

/* Handles an error in a file: reports a fault of the pack; an error of the
 * system ends the verification. */
void pack_job_error(struct pack_job *p, const char *where, loyd_err err,
                    const loyd_why *cause);

/* --- pack_file.c --- */

/* Checks the i-th file of the manifest: judges its puzzles, if it is the
 * first, or compares them with those of the first. */
void verify_file(struct pack_job *p, size_t i);

/* --- pack_judge.c --- */

/* Runs the statements of a heading of pack.sql and reports what they find. */
loyd_err pack_run(struct pack_job *p, const char *heading, loyd_why *why);

/* Compares the puzzles of the file, in `other`, with those of the witness. */
loyd_err pack_compare(struct pack_job *p, loyd_why *why);

/* Judges the rows of the witness, and if none is wrong, what they say
 * together. `bad` faults were reported before its first row. */
loyd_err pack_judge(struct pack_job *p, uint64_t bad, loyd_why *why);

/* Solves some of the puzzles again. */
void verify_sample(struct pack_job *p);

#endif
