/* SPDX-License-Identifier: MIT */
/* The SQLite file of a pack, for apps: written once, in one pass. */
#ifndef LOYD_STORE_PACK_DB_H
#define LOYD_STORE_PACK_DB_H

#include "loyd/store.h"

/* "LOYP", the application_id of a pack's database. */
#define PACK_DB_ID 0x4c4f5950
#define PACK_DB_VERSION 3 /* user_version */

/* Its tables, then what is made of them: the view and the indices. */
#define PACK_DB_TABLES 4
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
    "    CASE WHEN p.claimed IS NOT NULL THEN 'claimed'\n"                    \
    "        WHEN p.stm IS NOT NULL THEN 'proven'\n"                          \
    "        WHEN p.upper IS NOT NULL THEN 'bounded'\n"                       \
    "        ELSE 'unrated' END AS status,\n"                                 \
    "    p.lower,\n"                                                          \
    "    p.upper,\n"                                                          \
    "    p.stm,\n"                                                            \
    "    p.path,\n"                                                           \
    "    p.percentile,\n"                                                     \
    "    p.band,\n"                                                           \
    "    p.percentile_sample,\n"                                              \
    "    p.claimed,\n"                                                        \
    "    p.estimate,\n"                                                       \
    "    CASE WHEN p.estimate IS NOT NULL AND p.percentile IS NOT NULL\n"     \
    "        THEN 1 END AS estimated,\n"                                      \
    "    p.number,\n"                                                         \
    "    CASE WHEN p.mtm_claimed IS NOT NULL THEN 'claimed'\n"                \
    "        WHEN p.mtm IS NOT NULL THEN 'proven'\n"                          \
    "        WHEN p.mtm_upper IS NOT NULL THEN 'bounded' END AS "             \
    "mtm_status,\n"                                                           \
    "    p.mtm_lower,\n"                                                      \
    "    p.mtm_upper,\n"                                                      \
    "    p.mtm,\n"                                                            \
    "    p.mtm_path,\n"                                                       \
    "    p.mtm_percentile,\n"                                                 \
    "    p.mtm_band,\n"                                                       \
    "    p.mtm_percentile_sample,\n"                                          \
    "    p.mtm_claimed,\n"                                                    \
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

/*
 * Creates a new file. If the job ends early, the file is useless, and the
 * caller removes it. Errors: those of SQLite, LOYD_E_NOMEM.
 */
loyd_err pack_db_new(const char *path, struct pack_db **made, loyd_why *why);
loyd_err pack_db_head_put(struct pack_db *file,
                          const struct pack_db_head *head, loyd_why *why);
/* Adds a goal; class_no 0: none. */
loyd_err pack_db_goal(struct pack_db *file, uint32_t goal_no,
                      uint32_t class_no, const loyd_board *goal,
                      const char *layout, loyd_why *why);

/* Returns the column of puzzles with this name; 0: there is none. */
int pack_db_column(const struct pack_db *file, const char *name);

/* Set a column of the next puzzle: text, a number with at most three decimals,
 * a path. */
void pack_db_set_text(struct pack_db *file, int column, const char *text);
void pack_db_set_number(struct pack_db *file, int column, const char *digits);
void pack_db_set_path(struct pack_db *file, int column,
                      const loyd_moves *path);
/* Adds the puzzle of the columns that were set; the others are NULL. Numbers
 * must ascend. */
loyd_err pack_db_add(struct pack_db *file, loyd_why *why);
loyd_err pack_db_withdraw(struct pack_db *file, uint32_t number,
                          const loyd_id *id, loyd_why *why);

/*
 * Builds the indices, vacuums and syncs the file; with one release of SQLite
 * the same rows give the same bytes. Sets the pointer to NULL.
 */
loyd_err pack_db_end(struct pack_db **file, loyd_why *why);

/* Closes the file unfinished. NULL is fine. */
void pack_db_drop(struct pack_db **file);

#endif
