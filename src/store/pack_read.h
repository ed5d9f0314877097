/* SPDX-License-Identifier: MIT */
/* The database of a pack, read as what it is: a stranger's file. */
#ifndef LOYD_STORE_PACK_READ_H
#define LOYD_STORE_PACK_READ_H

#include "base/slice.h"
#include "store/watch.h"

struct pack_reader;

#define PACK_READER_TEXT 200 /* bytes of a name or a licence */

/* What its table `pack` says. */
struct pack_reader_head {
    uint32_t version;
    uint64_t puzzles;
    char pack_id[LOYD_ID_CHARS + 1];
    char digest[2 * LOYD_HASH_BYTES + 1];
    char name[PACK_READER_TEXT + 1];
    char licence[PACK_READER_TEXT + 1];
    char since[LOYD_ID_CHARS + 1]; /* "": it stands on no other pack */
};

/* A puzzle; of the values only types and ranges have been looked at. */
struct pack_reader_row {
    uint32_t number;
    loyd_id id;
    loyd_puzzle puzzle; /* labels as bytes, whatever they are */
    uint16_t stm;       /* each 0: none */
    uint16_t lower;
    uint16_t upper;
    struct slice path;   /* NULL: none; these borrowed until the next row */
    struct slice layout; /* of its goal, as text */
    struct slice band;   /* empty: none */
    int32_t percentile; /* thousandths of a percent, -1: none */
};

/*
 * Opens the file as it stands, for reading only, with defences up; its schema
 * is compared with ours before the first query; `w` is asked meanwhile.
 * Errors: LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err pack_reader_open(const char *path, const struct watch *w,
                          struct pack_reader **made, loyd_why *why);
void pack_reader_close(struct pack_reader **reader);

/* Is that the beginning of a pack's database, by its first 100 bytes? */
bool pack_reader_knows(const uint8_t *bytes, size_t len);

/* Errors: LOYD_E_CORRUPT where the table has not one such row. */
loyd_err pack_reader_read_head(struct pack_reader *reader,
                               struct pack_reader_head *head, loyd_why *why);

/*
 * The form of the file, as its header has it, and SQLite's own check of pages
 * and indices. Errors: LOYD_E_CORRUPT.
 */
loyd_err pack_reader_check_file(struct pack_reader *reader, loyd_why *why);

/*
 * Size and SHA-256 of the very file that is open: what is read next is what
 * was summed up. Stops behind `most` bytes.
 */
loyd_err pack_reader_sum(struct pack_reader *reader, uint64_t most,
                         uint64_t *bytes, uint8_t sha[LOYD_HASH_BYTES],
                         loyd_why *why);

/* Its goals and its tombstones, in order of their numbers. An error that the
 * callback returns ends them. */
typedef loyd_err (*pack_goal_fn)(void *context, uint32_t goal_no,
                                 const loyd_board *goal, const char *layout,
                                 loyd_why *why);
typedef loyd_err (*pack_tomb_fn)(void *context, uint32_t number,
                                 const loyd_id *id, loyd_why *why);
loyd_err pack_reader_goals(struct pack_reader *reader, pack_goal_fn each,
                           void *context, loyd_why *why);
loyd_err pack_reader_tombs(struct pack_reader *reader, pack_tomb_fn each,
                           void *context, loyd_why *why);

/*
 * The next puzzle, in order of numbers. LOYD_E_CORRUPT with *is_row: of this
 * row; the next call goes on behind it.
 */
loyd_err pack_reader_next(struct pack_reader *reader,
                          struct pack_reader_row *row, bool *found,
                          bool *is_row, loyd_why *why);

#endif
