/* SPDX-License-Identifier: MIT */
/* Reads the SQLite file of a pack, which is untrusted input. */
#ifndef LOYD_STORE_PACK_READ_H
#define LOYD_STORE_PACK_READ_H

#include "base/slice.h"
#include "store/watch.h"

struct pack_reader;

#define PACK_READER_TEXT 200 /* bytes of a name or a licence */

/* The row of its table `pack`. */
struct pack_reader_head {
    uint32_t version;
    uint64_t puzzles;
    char pack_id[LOYD_ID_CHARS + 1];
    char digest[2 * LOYD_HASH_BYTES + 1];
    char name[PACK_READER_TEXT + 1];
    char licence[PACK_READER_TEXT + 1];
    char since[LOYD_ID_CHARS + 1]; /* "": it continues no other pack */
};

/* What is stored in one metric. Slices are valid until the next row. */
struct pack_reader_length {
    uint16_t proven; /* each 0: none */
    uint16_t lower;
    uint16_t upper;
    int32_t percentile; /* thousandths of a percent, -1: none */
    struct slice band;  /* empty: none */
    struct slice path;  /* NULL: none */
};

/* A puzzle; only the types and ranges of its values have been checked. */
struct pack_reader_row {
    uint32_t number;
    loyd_id id;
    loyd_puzzle puzzle;  /* labels as stored, not checked */
    struct slice layout; /* of its goal, as text */
    struct pack_reader_length stm;
    struct pack_reader_length mtm;
};

/*
 * Opens the file unchanged, for reading only, with SQLite's defences on; its
 * schema is compared with pack_db_schemas before the first query. `w` is
 * called meanwhile.
 * Errors: LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err pack_reader_open(const char *path, const struct watch *w,
                          struct pack_reader **made, loyd_why *why);
void pack_reader_close(struct pack_reader **reader);

/* Returns whether the file has the tables of what is known in MTM. */
bool pack_reader_has_mtm(const struct pack_reader *reader);

/* Returns whether the first 100 bytes are those of a pack's database. */
bool pack_reader_knows(const uint8_t *bytes, size_t len);

/* Reads the table `pack`. Errors: LOYD_E_CORRUPT if it does not have exactly
 * one valid row. */
loyd_err pack_reader_read_head(struct pack_reader *reader,
                               struct pack_reader_head *head, loyd_why *why);

/*
 * Checks journal mode and page size in the file's header, runs SQLite's
 * integrity check, and looks for solutions and tombstones that contradict the
 * puzzles. Errors: LOYD_E_CORRUPT.
 */
loyd_err pack_reader_check_file(struct pack_reader *reader, loyd_why *why);

/*
 * Computes size and SHA-256 through the open file, so that they are those of
 * the rows read. If the file has more than `most` bytes, only its size is
 * valid.
 */
loyd_err pack_reader_sum(struct pack_reader *reader, uint64_t most,
                         uint64_t *bytes, uint8_t sha[LOYD_HASH_BYTES],
                         loyd_why *why);

/* Call `each` with the goals or the tombstones, in order of their numbers. An
 * error that it returns ends the walk. */
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
 * Reads the next puzzle, in order of numbers. LOYD_E_CORRUPT with *is_row:
 * this row is wrong; the next call continues after it.
 */
loyd_err pack_reader_next(struct pack_reader *reader,
                          struct pack_reader_row *row, bool *found,
                          bool *is_row, loyd_why *why);

#endif
