/* SPDX-License-Identifier: MIT */
/* The SQLite file of a pack, for apps: written once, in one pass. */
#ifndef LOYD_STORE_PACK_DB_H
#define LOYD_STORE_PACK_DB_H

#include "loyd/store.h"

/* "LOYP", the application_id of a pack's database. */
#define PACK_DB_ID 0x4c4f5950
#define PACK_DB_VERSION 2 /* user_version */

#define PACK_DB_STATEMENTS 12

struct pack_db_schema {
    int n_tables;
    int n; /* statements: tables, then indices */
    const char *sql[PACK_DB_STATEMENTS];
};

/* Without and with what is known in MTM, which has additional tables and the
 * same version, so that readers of the others can read it. */
extern const struct pack_db_schema pack_db_schemas[2];

struct pack_db;

/* The row of its table `pack`. */
struct pack_db_head {
    uint32_t version;
    const char *pack_id;
    const char *name;
    const char *licence;
    const char *digest; /* hex */
    uint64_t puzzles;
    const char *since; /* the previous pack's id, or "" */
};

struct pack_db_puzzle {
    uint32_t number;
    uint32_t goal_no;
    const loyd_entry *entry;
    bool no_path; /* leave the solutions out */
};

/*
 * Creates a new file; `has_mtm`: with what is known in MTM. If the job ends
 * early, the file is useless, and the caller removes it. Errors: those of
 * SQLite, LOYD_E_NOMEM.
 */
loyd_err pack_db_new(const char *path, bool has_mtm, struct pack_db **made,
                     loyd_why *why);
loyd_err pack_db_head_put(struct pack_db *file,
                          const struct pack_db_head *head, loyd_why *why);
loyd_err pack_db_goal(struct pack_db *file, uint32_t goal_no,
                      const loyd_board *goal, const char *layout,
                      loyd_why *why);
/* Adds a puzzle; numbers must ascend. */
loyd_err pack_db_add(struct pack_db *file, const struct pack_db_puzzle *puzzle,
                     loyd_why *why);
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
