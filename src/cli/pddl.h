/* SPDX-License-Identifier: MIT */
/* Boards as problems for planners, in PDDL: typed STRIPS. */
#ifndef LOYD_CLI_PDDL_H
#define LOYD_CLI_PDDL_H

#include "base/file.h"
#include "cli/command.h"

/* A folder that is being written; it appears when it is complete. */
struct pddl_folder {
    const char *path;
    struct part part;
    uint64_t n; /* problems */
};

/* Begins the folder `path`, new or empty, with the file domain.pddl. Returns
   an exit code, after a message. */
int pddl_begin(struct pddl_folder *folder, const char *path);

/* Writes LENGTH-ID.pddl. Returns an exit code, after a message. */
int pddl_problem(struct pddl_folder *folder, const loyd_entry *entry);

/* Places the folder and prints its number of problems, or, unless `code` is
   EXIT_DONE, removes it. Returns an exit code. */
int pddl_end(struct pddl_folder *folder, int code);

#endif
