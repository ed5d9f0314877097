/* SPDX-License-Identifier: MIT */
/* The facts of a board and its shortest solutions, for --facts and --all. */
#ifndef LOYD_CLI_FACTS_H
#define LOYD_CLI_FACTS_H

#include "cli/command.h"
#include "cli/json.h"

struct board_facts {
    loyd_facts facts;
    bool is_solvable;
    loyd_optimal optimal;
    char reason[64];    /* why the solutions are not counted */
    loyd_traits traits; /* stored ones, which are fields of the entry */
};

/*
 * Counts the facts of a puzzle, and if it is solvable its shortest solutions.
 * run->solver must be open if a search may be needed.
 *
 *   where  for messages
 *   stm    the proven optimum; 0: it is found first; LOYD_LENGTH_UNKNOWN: it
 *          is not proven, and nothing is searched
 *   paths  NULL, or receives the list of shortest solutions, which the caller
 *          closes; NULL if they are not counted
 *
 * Returns an exit code, after a message.
 */
int facts_find(const struct run *run, const char *where,
               const loyd_puzzle *puzzle, uint16_t stm,
               struct board_facts *facts, loyd_cursor **paths);

/* The members that facts_json writes, as a list of columns. */
#define FACTS                                                                 \
    "manhattan,linear_conflicts,inversions,tiles_home,solutions,"             \
    "solutions_capped,first_moves"

/* Sets --facts if --columns has one of them; before the rules are checked. */
void facts_imply(struct run *run);

/* The same for an entry, of which an optimum beyond 16 cells is not searched
 * for; run->solver must be open. */
int facts_of_entry(const struct run *run, const loyd_entry *entry,
                   struct board_facts *facts);

/* Writes two columns, each after a tab: the number of shortest solutions and
   their first moves; "-" if they are not counted. */
void facts_put_columns(const struct board_facts *facts, struct text *to);

/* Writes them as members of a row; what is not known is left out. */
void facts_json(struct jw *json, const struct board_facts *facts);

#endif
