/* SPDX-License-Identifier: MIT */
/* The proof of a pack at work. */
#ifndef LOYD_PACK_PROVING_H
#define LOYD_PACK_PROVING_H

#include "loyd/pack.h"
#include "pack/row.h"
#include "pack/series.h"
#include "pack/unpack.h"

/*
 * The rows of the first file that was read, in order of numbers: what the
 * others must tell as well. A record is RECORD_HEAD bytes, the goal's and the
 * start's cells, and the path's moves, two bits each.
 */
typedef struct book {
    uint8_t *bytes;
    size_t len;
    size_t room;
    size_t *at; /* of each record */
    size_t n;
    size_t n_room;
} book;

/* One of its rows; `path` is made anew by book_read and kept for the next. */
typedef struct book_row {
    uint32_t number;
    loyd_id id;
    loyd_puzzle puzzle;
    uint16_t stm; /* 0: not proven */
    uint16_t lower;
    uint16_t upper;
    bool has_path;
    loyd_moves path;
} book_row;

loyd_err book_add(book *b, const book_row *row);
loyd_err book_read(const book *b, size_t i, book_row *row);
void book_free(book *b);

/* The digest over its rows, in order of id; *twice: an id that is there
 * twice, from 1, 0: none. */
loyd_err book_digest(const book *b, bool has_solutions,
                     uint8_t digest[LOYD_HASH_BYTES], size_t *twice);

typedef struct proving {
    const char *path; /* of the folder */
    int dir;
    const loyd_pack_options *options;
    loyd_bad_fn bad;
    void *bad_context;
    loyd_progress_fn progress;
    void *context;
    loyd_progress now;
    loyd_why *why;
    loyd_err err;    /* that ends it */
    bool is_stopped; /* by loyd_bad_fn */
    unpack_manifest manifest;
    uint8_t manifest_sha[LOYD_HASH_BYTES];
    char *sums; /* SHA256SUMS; NULL: it cannot be read, which is reported */
    size_t sums_len;
    series series; /* of ids.tsv; n is 0 where that is wrong */
    book book;
    bool is_in_book; /* a file was read to its end */
    loyd_pack_result result;
} proving;

/* Something is wrong: in `where`, which may be NULL. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void
proving_report(proving *p, const char *where, const char *format, ...);

/* An error of a file: a fault of the pack, or one of the system, which ends
 * the proof. */
void proving_error(proving *p, const char *where, loyd_err err,
                   const loyd_why *part);

/* Another row; false: no more of them. */
bool proving_step(proving *p);

/* Each in a file of its own, on what is right until then. */
void prove_signatures(proving *p, const char *manifest, size_t len);
void prove_file(proving *p, const unpack_file *file);
void prove_sample(proving *p);

#endif
