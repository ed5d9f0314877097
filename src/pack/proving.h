/* SPDX-License-Identifier: MIT */
/* The proof of a pack at work. */
#ifndef LOYD_PACK_PROVING_H
#define LOYD_PACK_PROVING_H

#include "loyd/pack.h"
#include "pack/ids.h"
#include "pack/manifest_read.h"
#include "pack/read_rows.h"
#include "store/watch.h"

/* --- proving.c: what the steps of a proof share --- */

/*
 * The rows of the first file that was read, in order of numbers: what the
 * others must tell as well. A record is RECORD_HEAD bytes, the goal's and the
 * start's cells, and the path's moves, two bits each.
 */
struct witness {
    uint8_t *bytes;
    size_t len;
    size_t room;
    size_t *at; /* of each record */
    size_t n;
    size_t n_room;
};

/* One of its rows; it has no recipe. */
struct witness_row {
    struct puzzle_row row;
    int32_t percentile; /* thousandths of a percent, -1: none */
    uint32_t band;      /* as the manifest counts them, from 1; 0: none */
};

loyd_err witness_add(struct witness *w, const struct puzzle_row *row,
                     int32_t percentile, uint32_t band);
/* The path's memory is used again. */
loyd_err witness_read(const struct witness *w, size_t i,
                      struct witness_row *out);
void witness_free(struct witness *w);

/* The digest over its rows, in order of id; *twice: an id that is there
 * twice, from 1, 0: none. */
loyd_err witness_digest(const struct witness *w, bool has_solutions,
                        uint8_t digest[LOYD_HASH_BYTES], size_t *twice);

struct proving {
    const char *path; /* of the folder */
    int dir;
    /* Of files that are as the manifest says; otherwise -1. */
    int fd[MANIFEST_FILES_MAX];
    const loyd_pack_options *options;
    const loyd_listener *listener;
    loyd_progress now;
    struct watch watch;
    loyd_why *why;
    loyd_err err;    /* that ends it */
    bool is_stopped; /* by loyd_bad_fn */
    struct manifest manifest;
    uint8_t manifest_sha[LOYD_HASH_BYTES];
    struct text sums; /* SHA256SUMS, which is compared and signed */
    bool has_sums;    /* false: it cannot be read, which is reported */
    struct ids ids; /* n is 0 where ids.tsv is wrong */
    struct witness witness;
    bool has_witness; /* a file was read to its end */
    uint32_t *tombs;  /* numbers of tombstones, of the first file with them */
    size_t n_tombs;
    bool has_tombs;
    loyd_pack_result result;
};

/* Something is wrong: in `where`, which may be NULL. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void
proving_report(struct proving *p, const char *where, const char *format, ...);

/* The same of a line of that file. */
void proving_report_row(struct proving *p, const char *where, uint64_t line,
                        const char *what);

/* An error of a file: a fault of the pack, or one of the system, which ends
 * the proof. */
void proving_error(struct proving *p, const char *where, loyd_err err,
                   const loyd_why *part);

/* Nothing has ended it. */
bool proving_goes_on(const struct proving *p);

/* Another row; false: no more of them. */
bool proving_step(struct proving *p);

/* A file while it is read. */
struct proving_file {
    struct proving *p;
    const struct manifest_file *told;
    struct reading *rows;
    struct puzzle_row row;
    struct witness_row held; /* of the witness, beside it */
    struct tally counts[COUNTS_];
    char size[8]; /* of the row before, and its text */
    uint8_t width, height;
    size_t n;        /* rows read */
    uint32_t last;   /* the number before */
    uint32_t live;   /* of ids.tsv: the number looked at last */
    uint32_t *tombs; /* that it has */
    size_t n_tombs, tombs_room;
    uint8_t *path; /* packed */
    size_t path_room;
};

/* --- prove_head.c: what a pack says of itself --- */

/* ids.tsv, and what the manifest counts of it. */
void prove_ids(struct proving *p);

/*
 * Opens a file of puzzles whose sum is right, and proves what it says before
 * them: of which pack it is, goals, tombstones. Uses up its descriptor.
 */
loyd_err prove_open(struct proving_file *f, int fd, loyd_why *why);

/* --- prove_rows.c, prove_sample.c: its puzzles --- */

/* Those of the i-th file of the manifest. */
void prove_file(struct proving *p, size_t i);

/* Some of them, solved again. */
void prove_sample(struct proving *p);

#endif
