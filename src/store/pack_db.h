/* SPDX-License-Identifier: MIT */
/*
 * The rows of a pack while it is made: the tables of its SQLite file, in a
 * private temporary database from which every file is written.
 */
#ifndef LOYD_STORE_PACK_DB_H
#define LOYD_STORE_PACK_DB_H

#include "store/fields.h"
#include "store/watch.h"

/* "LOYP", the application_id of a pack's database. */
#define PACK_DB_ID 0x4c4f5950
#define PACK_DB_VERSION 3 /* user_version */

/* Its tables, then what is made of them: the view and the index of ids, which
 * every format needs, and the other indices. */
#define PACK_DB_TABLES 4
#define PACK_DB_NEEDED 6
#define PACK_DB_STATEMENTS 8
extern const char *const pack_db_sql[PACK_DB_STATEMENTS];

/*
 * The rows of its view, as columns and tables. They have the names and the
 * values of a line of `find --json`, and NULL for what is absent there.
 */
#define PACK_DB_ROWS                                                          \
    "SELECT\n"                                                                \
    "    p.puzzle_id,\n"                                                      \
    "    p.size,\n"                                                           \
    "    g.layout,\n"                                                         \
    "    g.goal,\n"                                                           \
    "    p.board,\n"                                                          \
    "    CASE WHEN p.stm IS NOT NULL THEN 'proven'\n"                         \
    "        WHEN p.upper IS NOT NULL THEN 'bounded'\n"                       \
    "        ELSE 'unrated' END AS status,\n"                                 \
    "    p.lower,\n"                                                          \
    "    p.upper,\n"                                                          \
    "    p.stm,\n"                                                            \
    "    p.path,\n"                                                           \
    "    p.percentile,\n"                                                     \
    "    p.band,\n"                                                           \
    "    p.percentile_sample,\n"                                              \
    "    p.estimate,\n"                                                       \
    "    CASE WHEN p.estimate IS NOT NULL AND p.percentile IS NOT NULL\n"     \
    "        THEN 1 END AS estimated,\n"                                      \
    "    p.number,\n"                                                         \
    "    CASE WHEN p.mtm IS NOT NULL THEN 'proven'\n"                         \
    "        WHEN p.mtm_upper IS NOT NULL THEN 'bounded' END AS "             \
    "mtm_status,\n"                                                           \
    "    p.mtm_lower,\n"                                                      \
    "    p.mtm_upper,\n"                                                      \
    "    p.mtm,\n"                                                            \
    "    p.mtm_path,\n"                                                       \
    "    p.mtm_percentile,\n"                                                 \
    "    p.mtm_band,\n"                                                       \
    "    p.mtm_percentile_sample,\n"                                          \
    "    p.name\n"                                                            \
    "FROM puzzle AS p LEFT JOIN goal AS g ON g.goal_no = p.goal_no"

struct pack_db;

/* The row of its table `pack`. */
struct pack_db_head {
    uint32_t version;
    const char *pack_id;
    const char *name;
    const char *licence;
    const char *digest; /* hex */
    uint64_t puzzles;
    const char *since; /* the previous pack's id; NULL: none */
};

/* Creates the database of a pack of STM, or of MTM too. `w` is called while
 * it is used. Errors: those of SQLite, LOYD_E_NOMEM. */
loyd_err pack_db_new(const struct watch *w, bool has_mtm,
                     struct pack_db **made, loyd_why *why);
/* NULL is fine. */
void pack_db_drop(struct pack_db **db);

/* Returns whether the field is stored for each puzzle. */
bool pack_db_has(const struct pack_db *db, enum field field);
/* Set a field of the next puzzle; numbers have at most three decimals. */
void pack_db_set(struct pack_db *db, enum field field, const char *text);
void pack_db_set_path(struct pack_db *db, enum field field,
                      const loyd_moves *path);
/* Adds the puzzle of the fields that were set; the others are NULL. `place` is
 * that of its goal, from 1. */
loyd_err pack_db_add(struct pack_db *db, uint32_t place, loyd_why *why);

loyd_err pack_db_withdraw(struct pack_db *db, uint32_t number,
                          const loyd_id *id, loyd_why *why);
/* Adds the goal of a place with its number; class_no 0: none. */
loyd_err pack_db_goal(struct pack_db *db, uint32_t place, uint32_t goal_no,
                      uint32_t class_no, const loyd_board *goal,
                      const char *layout, loyd_why *why);
/* Ends the adding of puzzles and goals, builds the indices, and computes the
 * digest of the puzzles, and of the proven lengths with a path. */
loyd_err pack_db_sum(struct pack_db *db, uint8_t digest[LOYD_HASH_BYTES],
                     loyd_why *why);
loyd_err pack_db_head_put(struct pack_db *db, const struct pack_db_head *head,
                          loyd_why *why);

/* What is read of it, in the order in which it is written. */
enum pack_list {
    PACK_FIELDS, /* of each puzzle: the fields in their order */
    PACK_BRIEF,  /* of each puzzle: the members of puzzles.json */
    PACK_GOALS,
    PACK_LENGTHS, /* each proven length of a class */
    PACK_WITHDRAWN,
    PACK_LISTS_
};

/* Begins to read a list with the functions of pack_read.h. There are columns
 * of MTM only in a pack of MTM, and those of names only if there is a name. */
struct pack_reader;
loyd_err pack_db_list(struct pack_db *db, enum pack_list list,
                      struct pack_reader **rows, loyd_why *why);

/*
 * Writes the SQLite file of the pack, for apps, and syncs it; with one release
 * of SQLite the same rows give the same bytes. Nothing is added afterwards.
 */
loyd_err pack_db_write(struct pack_db *db, const char *path, loyd_why *why);

#endif
