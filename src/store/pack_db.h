/* SPDX-License-Identifier: MIT */
/*
 * The rows of a pack while it is made: the tables of its SQLite file, in a
 * private temporary database from which every file is written.
 */
#ifndef LOYD_STORE_PACK_DB_H
#define LOYD_STORE_PACK_DB_H

#include "loyd/store.h"
#include "store/mark.h"
#include "store/watch.h"

/* "LOYP", the application_id of a pack's database. */
#define PACK_DB_ID 0x4c4f5950
#define PACK_DB_VERSION 4 /* user_version */

/* The columns of the view `puzzles` that a pack has. */
#define PACK_COLUMNS                                                          \
    "puzzle_id,size,layout,goal,board,lower,upper,stm,path,percentile,band,"  \
    "percentile_sample,estimate,mtm_lower,mtm_upper,mtm,mtm_path,"            \
    "mtm_percentile,mtm_band,mtm_percentile_sample,name,solutions,"           \
    "first_moves,detour,linear_conflicts,inversions,tiles_home,turns,forced," \
    "row_moves,difficulty,difficulty_error,games"

/* Its tables, then the index, which is made once they are filled. */
#define PACK_DB_TABLES 3
#define PACK_DB_STATEMENTS 4
extern const char *const pack_db_sql[PACK_DB_STATEMENTS];

/* What is read of it, in the order in which files have it. Of each list the
 * statement that reads it. */
enum pack_list {
    PACK_HEAD,
    PACK_GOALS,
    PACK_PUZZLES, /* without their goals */
    PACK_FIELDS,  /* puzzles with their goals */
    PACK_LISTS_
};
extern const char *const pack_list_sql[PACK_LISTS_];

struct pack_db;

/* Creates the database. `w` is called while it is used. Errors: those of
 * SQLite, LOYD_E_NOMEM. */
loyd_err pack_db_new(const struct watch *w, struct pack_db **made,
                     loyd_why *why);
/* NULL is fine. */
void pack_db_drop(struct pack_db **db);

/* Adds a puzzle of PACK_COLUMNS; without has_paths its solutions are left
 * out, and a proven length is not repeated as its own bounds. */
loyd_err pack_db_add(struct pack_db *db, uint32_t number,
                     const loyd_cells *puzzle, bool has_paths, loyd_why *why);

/* Stores what the database says of its pack. */
loyd_err pack_db_head(struct pack_db *db, const struct volume *of,
                      loyd_why *why);

/* Computes the digest of the puzzles, and of the proven lengths with a
 * path. */
loyd_err pack_db_sum(struct pack_db *db, uint8_t digest[LOYD_HASH_BYTES],
                     loyd_why *why);

/* Begins to read the rows of a statement, with the functions of
 * pack_read.h. */
struct pack_reader;
loyd_err pack_db_read(struct pack_db *db, const char *sql,
                      struct pack_reader **rows, loyd_why *why);

/*
 * Writes the SQLite file of the pack, for apps, and syncs it; with one release
 * of SQLite the same rows give the same bytes. Nothing is added afterwards.
 */
loyd_err pack_db_write(struct pack_db *db, const char *path, loyd_why *why);

#endif
