/* SPDX-License-Identifier: MIT */
/* The state of a running verification of a pack. */
#ifndef LOYD_VERIFY_PACK_H
#define LOYD_VERIFY_PACK_H

#include "loyd/filter.h"
#include "loyd/layout.h"
#include "loyd/pack.h"
#include "pack/read_rows.h"
#include "pack/series.h"
#include "store/watch.h"
#include "verify/field.h"
#include "verify/report.h"
#include "verify/stage.h"

struct pack_job {
    const char *path; /* the folder, or the database */
    int dir;          /* -1: only a database, without a pack around it */
    /* Of files that match the manifest; -1 for the others. */
    int fd[MANIFEST_FILES_MAX];
    const loyd_pack_options *options;
    struct report report;
    struct watch watch;
    struct manifest manifest;
    uint8_t manifest_sha[LOYD_HASH_BYTES];
    loyd_filter_builder *selection; /* of a first pack; NULL: none to check */
    struct series series;           /* n is 0 if ids.tsv is wrong */
    bool has_goals;     /* false: goals.tsv is wrong, which is reported */
    bool is_copy;       /* a database to which deltas were applied */
    loyd_store *store;  /* in memory, for the stage */
    struct stage stage; /* the rows of the witness, as a catalogue */
    const struct manifest_file *witness; /* the first file */
    bool has_witness;                    /* it is right */
    struct tally counts[COUNTS_];        /* of its rows */
    bool has_traits;                     /* or difficulties: a row of it */
    uint32_t *tombs; /* tombstones of the first file with a list of them */
    size_t n_tombs;
    bool has_tombs;
    loyd_pack_result result; /* without `bad` */
};

/* Returns whether it is only a database. */
static inline bool
is_alone(const struct pack_job *p)
{
    return p->dir == -1;
}

/* Handles an error in a file: reports a fault of the pack; an error of the
 * system ends the verification. */
void pack_job_error(struct pack_job *p, const char *where, loyd_err err,
                    const loyd_why *cause);

/* A puzzle file while it is read. */
struct file_job {
    struct pack_job *p;
    const struct manifest_file *entry;
    struct reading *rows;
    struct query query;  /* adds the rows, or walks over the witness's */
    bool knows[FIELDS_]; /* what can be compared with the witness */
    char words[64];      /* of a fault */
    char key[2][3 * LOYD_BOARD_TEXT]; /* the last goal that was found, and one
                                         to find, as texts */
    struct pack_goal_set goals;       /* of a database */
    char size[8];                     /* of the current row, as texts */
    char goal[LOYD_BOARD_TEXT];
    char layout[LOYD_LAYOUT_TEXT];
    size_t n;        /* rows read */
    uint32_t last;   /* the previous number */
    uint32_t *tombs; /* tombstones of this file */
    size_t n_tombs, tombs_room;
};

/* --- pack_head.c: everything before the puzzles --- */

/* Checks goals.tsv, ids.tsv and the manifest's numbers for the latter. */
void verify_tables(struct pack_job *p);

/*
 * Opens a puzzle file with the right hash and checks everything before its
 * puzzles: the description of its pack, goals, tombstones. Takes ownership of
 * the descriptor.
 */
loyd_err verify_open(struct file_job *f, int fd, loyd_why *why);

/* --- pack_rows.c, pack_judge.c: the puzzles --- */

/* Checks the puzzles of the i-th file of the manifest. */
void verify_file(struct pack_job *p, size_t i);

/* Judges the rows of the witness, and if none is wrong, what they say
 * together. `bad` faults were reported before its first row. */
loyd_err pack_judge(struct pack_job *p, uint64_t bad, loyd_why *why);

/* Solves some of the puzzles again. */
void verify_sample(struct pack_job *p);

#endif
