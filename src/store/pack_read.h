/* SPDX-License-Identifier: MIT */
/* Reads the SQLite file of a pack, which is untrusted input. */
#ifndef LOYD_STORE_PACK_READ_H
#define LOYD_STORE_PACK_READ_H

#include "base/slice.h"
#include "store/watch.h"

struct pack_reader;
struct sqlite3;

#define PACK_READER_TEXT 200 /* bytes of a name or a licence */

/* The row of its table `pack`; "" is NULL there. */
struct pack_reader_head {
    uint32_t version;
    uint64_t puzzles;
    char pack_id[LOYD_ID_CHARS + 1];
    char digest[2 * LOYD_HASH_BYTES + 1]; /* "": a copy with deltas */
    char name[PACK_READER_TEXT + 1];
    char licence[PACK_READER_TEXT + 1];
    char since[LOYD_ID_CHARS + 1]; /* "": it continues no other pack */
};

/* A row of its table `goal`; borrowed. */
struct pack_reader_goal {
    uint32_t goal_no;
    uint32_t class_no; /* 0: none */
    loyd_board goal;
    const char *layout;
};

/*
 * Opens the file unchanged, for reading only, with SQLite's defences on; its
 * schema is compared with pack_db_sql before the first query; is_copy: an app
 * may have added tables. `w` is called meanwhile.
 * Errors: LOYD_E_FOREIGN, LOYD_E_NEWER (another version), LOYD_E_CORRUPT,
 * those of SQLite.
 */
loyd_err pack_reader_open(const char *path, bool is_copy,
                          const struct watch *w, struct pack_reader **made,
                          loyd_why *why);
void pack_reader_close(struct pack_reader **reader);

/* Reads the rows of a query of ours instead; `db` stays open. */
loyd_err pack_reader_query(struct sqlite3 *db, const char *sql,
                           struct pack_reader **made, loyd_why *why);

/* Returns whether the first 100 bytes are those of a pack's database. */
bool pack_reader_knows(const uint8_t *bytes, size_t len);

/* Reads the table `pack`. Errors: LOYD_E_CORRUPT if it does not have exactly
 * one valid row. */
loyd_err pack_reader_read_head(struct pack_reader *reader,
                               struct pack_reader_head *head, loyd_why *why);

/* Returns whether the database has paths, and how many numbers are neither
 * those of puzzles nor withdrawn. Errors: those of SQLite. */
loyd_err pack_reader_look(struct pack_reader *reader, bool *has_paths,
                          int64_t *missing, loyd_why *why);

/*
 * Runs SQLite's integrity check. Checks journal mode and page size in the
 * file's header or, if it is an app's copy, that there are no changes next to
 * it. Errors: LOYD_E_CORRUPT.
 */
loyd_err pack_reader_check_file(struct pack_reader *reader, bool is_copy,
                                loyd_why *why);

/*
 * Computes size and SHA-256 through the open file, so that they are those of
 * the rows read. If the file has more than `most` bytes, only its size is
 * valid.
 */
loyd_err pack_reader_sum(struct pack_reader *reader, uint64_t most,
                         uint64_t *bytes, uint8_t sha[LOYD_HASH_BYTES],
                         loyd_why *why);

/*
 * Call `each` with the goals or the tombstones, in order of their numbers, or
 * with the error of a row that is wrong. An error that it returns ends the
 * walk.
 */
typedef loyd_err (*pack_goal_fn)(void *context, loyd_err err,
                                 const struct pack_reader_goal *goal,
                                 loyd_why *why);
typedef loyd_err (*pack_tomb_fn)(void *context, loyd_err err, uint32_t number,
                                 const loyd_id *id, loyd_why *why);
loyd_err pack_reader_goals(struct pack_reader *reader, pack_goal_fn each,
                           void *context, loyd_why *why);
loyd_err pack_reader_tombs(struct pack_reader *reader, pack_tomb_fn each,
                           void *context, loyd_why *why);

/* Goes to the next row: of a pack to the next puzzle, in order of numbers, a
 * row of the view `puzzles`, of which nothing has been checked. */
loyd_err pack_reader_next(struct pack_reader *reader, bool *found,
                          loyd_why *why);

/* The number of columns of such a row, and the name of one of them, from 0. */
unsigned pack_reader_columns(const struct pack_reader *reader);
const char *pack_reader_column(const struct pack_reader *reader, unsigned i);

/*
 * Returns a value of the row as text, followed by a NUL: numbers with digits
 * or with three decimals, in `room`; NULL as no text. It is borrowed until the
 * next row.
 * Errors: LOYD_E_CORRUPT (bytes, or more decimals), those of SQLite.
 */
#define PACK_READER_ROOM 24
loyd_err pack_reader_value(struct pack_reader *reader, unsigned i,
                           char room[PACK_READER_ROOM], struct slice *value,
                           loyd_why *why);

#endif
