/* SPDX-License-Identifier: MIT */
/* The state of a running verification of a pack. */
#ifndef LOYD_VERIFY_PACK_H
#define LOYD_VERIFY_PACK_H

#include "loyd/filter.h"
#include "loyd/pack.h"
#include "pack/read_rows.h"
#include "pack/series.h"
#include "store/watch.h"
#include "verify/facts.h"
#include "verify/report.h"

/* --- witness.c --- */

/*
 * The rows of the first file that was read, in order of numbers, to compare
 * the other files with. A record is RECORD_HEAD bytes, the cells of goal and
 * start, and for each metric the moves of the path in two bits each and the
 * name of the band.
 */
struct witness {
    uint8_t *bytes;
    size_t len;
    size_t room;
    size_t *at; /* offset of each record */
    size_t n;
    size_t n_room;
};

/* The percentiles that a band was seen with, in all classes. */
struct band_span {
    char name[LOYD_BAND_NAME];
    int32_t low;
    int32_t high;
};

/* A row of the witness, without a recipe. */
struct witness_row {
    struct puzzle_row row;
    struct standing standing[LOYD_METRICS]; /* the bands are borrowed from the
                                               witness */
};

loyd_err witness_add(struct witness *w, const struct puzzle_row *row,
                     const struct facts *facts);
/* Reads row i, reusing the memory of out's paths. */
loyd_err witness_read(const struct witness *w, size_t i,
                      struct witness_row *out);
void witness_free(struct witness *w);

/* Computes the digest over the rows. *twice receives 0, or the index from 1 of
 * a row whose id appears twice. */
loyd_err witness_digest(const struct witness *w, bool has_solutions,
                        bool has_mtm, uint8_t digest[LOYD_HASH_BYTES],
                        size_t *twice);

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
    bool has_goals; /* false: goals.tsv is wrong, which is reported */
    bool is_copy;   /* a database to which deltas were applied */
    struct witness witness;
    struct band_span bands[LOYD_BANDS_MAX]; /* of a pack or a delta */
    unsigned n_bands;
    bool has_witness; /* a file was read completely */
    uint32_t *tombs;  /* tombstones of the first file with a list of them */
    size_t n_tombs;
    bool has_tombs;
    struct plain_lengths *lengths; /* for searches in MTM */
    struct checker by;
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
    struct puzzle_row row;
    struct witness_row first; /* the same row of the witness */
    struct tally counts[COUNTS_];
    struct tally generators;    /* of its recipes */
    struct pack_goal_set goals; /* of a database */
    char size[8];               /* of the previous row, as text and as sides */
    uint8_t width, height;
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

/* --- pack_facts.c, pack_rows.c, pack_sample.c: the puzzles --- */

/* What a row says that was read into `row`. */
void pack_facts(const struct row_text *text, const struct puzzle_row *row,
                struct facts *facts);

/* Checks in the list (facts.h). */
const char *check_number(struct checker *by, struct facts *facts);
const char *check_fields(struct checker *by, struct facts *facts);
const char *check_goal(struct checker *by, struct facts *facts);
const char *check_metric(struct checker *by, struct facts *facts);
const char *check_drawn(struct checker *by, struct facts *facts);
const char *check_selection(struct checker *by, struct facts *facts);
const char *check_same_puzzle(struct checker *by, struct facts *facts);
const char *check_solution(struct checker *by, struct facts *facts,
                           loyd_metric metric);
const char *check_percentile(struct checker *by, struct facts *facts,
                             loyd_metric metric);
const char *check_band(struct checker *by, struct facts *facts,
                       loyd_metric metric);
const char *check_same_length(struct checker *by, struct facts *facts,
                              loyd_metric metric);

/* Reports bands whose percentiles contradict each other. */
void verify_bands(struct pack_job *p);

/* Checks the puzzles of the i-th file of the manifest. */
void verify_file(struct pack_job *p, size_t i);

/* Solves some of the puzzles again. */
void verify_sample(struct pack_job *p);

#endif
