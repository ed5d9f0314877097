/* SPDX-License-Identifier: MIT */
/* The database of a pack, for phones: written once, from its first row on. */
#ifndef LOYD_STORE_PACK_DB_H
#define LOYD_STORE_PACK_DB_H

#include "loyd/store.h"

/* "LOYP": what application_id says in the database of a pack. */
#define PACK_DB_ID 0x4c4f5950
#define PACK_DB_VERSION 1 /* user_version */

/* All its tables and indices, statement by statement; NULL ends. */
extern const char *const pack_db_schema[];

struct pack_db;

/* What its table `pack` says. */
struct pack_db_head {
    uint32_t version;
    const char *pack_id;
    const char *name;
    const char *licence;
    const char *digest; /* hex */
    uint64_t puzzles;
    const char *since; /* the pack id before, or "" */
};

struct pack_db_puzzle {
    uint32_t number;
    uint32_t goal_no;
    const loyd_entry *entry;
    bool has_path; /* its solution too, where it is proven */
};

/*
 * A new file, in which nothing is kept if the job ends early: the caller
 * then removes it. Errors: those of SQLite, LOYD_E_NOMEM.
 */
loyd_err pack_db_new(const char *path, struct pack_db **made, loyd_why *why);
loyd_err pack_db_head_put(struct pack_db *file,
                          const struct pack_db_head *head, loyd_why *why);
loyd_err pack_db_goal(struct pack_db *file, uint32_t goal_no,
                      const loyd_board *goal, const char *layout,
                      loyd_why *why);
/* In ascending order of numbers. */
loyd_err pack_db_add(struct pack_db *file, const struct pack_db_puzzle *puzzle,
                     loyd_why *why);
loyd_err pack_db_withdraw(struct pack_db *file, uint32_t number,
                          const loyd_id *id, loyd_why *why);

/*
 * Indices, VACUUM, and the file on the disk; the same rows are then the same
 * bytes for one release of SQLite. Sets the pointer to NULL.
 */
loyd_err pack_db_end(struct pack_db **file, loyd_why *why);

/* Closes it as it is. NULL is fine. */
void pack_db_drop(struct pack_db **file);

#endif
