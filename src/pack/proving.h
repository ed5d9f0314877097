/* SPDX-License-Identifier: MIT */
/* The proof of a pack at work. */
#ifndef LOYD_PACK_PROVING_H
#define LOYD_PACK_PROVING_H

#include "loyd/pack.h"
#include "pack/reading.h"
#include "pack/series.h"
#include "pack/unpack.h"
#include "store/watch.h"

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
    uint16_t claimed;
    int32_t percentile; /* thousandths of a percent, -1: none */
    uint32_t band;      /* as the manifest counts them, from 1; 0: none */
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
    int fd[UNPACK_FILES_MAX]; /* of files that are as the manifest says; -1 */
    const loyd_pack_options *options;
    loyd_bad_fn bad;
    void *bad_context;
    loyd_progress_fn progress;
    void *context;
    loyd_progress now;
    watch watch;
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
    uint32_t *tombs; /* numbers of tombstones, of the first file with them */
    size_t n_tombs;
    bool has_tombs;
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

/* A file while it is read. */
typedef struct proving_file {
    proving *p;
    const unpack_file *told;
    reading *text; /* this one or the other */
    pack_reader *database;
    puzzle_row row;
    book_row held; /* of the book, beside it */
    tally counts[COUNTS_];
    char size[8]; /* of the row before, and its text */
    uint8_t width, height;
    size_t n;        /* rows read */
    uint32_t last;   /* the number before */
    uint32_t live;   /* of ids.tsv: the number looked at last */
    uint32_t *tombs; /* that it has */
    size_t n_tombs, tombs_room;
    uint8_t *path; /* packed */
    size_t path_room;
} proving_file;

/*
 * Opens a file of puzzles whose sum is right, and proves what it says before
 * them: of which pack it is, goals, tombstones. Uses up its descriptor.
 */
loyd_err prove_open(proving_file *f, int fd, loyd_why *why);

/* What a row says beside its puzzle. */
typedef struct row_facts {
    const char *layout; /* of its goal; NULL: it has no name */
    size_t layout_len;
    const char *status; /* NULL: not said */
    size_t status_len;
    const char *band; /* NULL: none */
    size_t band_len;
    int32_t percentile;    /* thousandths of a percent, -1: none */
    bool lacks_percentile; /* its class is known, and its length is not */
} row_facts;

row_facts facts_of_text(const row_text *text);
row_facts facts_of_row(const pack_reader_row *from);

/* What is wrong with where its length stands, NULL: nothing. */
const char *facts_prove(const proving_file *f, const row_facts *facts);

/* Counts a row; and after the last one: are the manifest's counts these? */
void facts_count(proving_file *f, const row_facts *facts);
void facts_prove_counts(const proving_file *f);

/* ids.tsv, and what the manifest counts of it. */
void prove_ids(proving *p);

/* A tombstone of a file, a pack_tomb_fn; and after the last one. */
loyd_err prove_tomb(void *file, uint32_t number, const loyd_id *id,
                    loyd_why *why);
loyd_err prove_tombs_end(proving_file *f, loyd_why *why);

/* Each in a file of its own, on what is right until then. */
void prove_signatures(proving *p, const char *manifest, size_t len);
void prove_file(proving *p, size_t i);
void prove_sample(proving *p);

#endif
