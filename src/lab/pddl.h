/* SPDX-License-Identifier: MIT */
/*
 * Boards as problems for planners, in PDDL: typed STRIPS. The functions return
 * false and set errno.
 */
#ifndef LOYD_LAB_PDDL_H
#define LOYD_LAB_PDDL_H

#include "base/file.h"
#include "loyd.h"

/* A folder that is being written. The caller places or drops it. */
struct pddl_folder {
    struct temp temp;
    uint64_t n; /* problems */
};

/* Begins the folder `path`, new or empty, with the file domain.pddl. The
   caller drops it even after a failure. */
bool pddl_begin(struct pddl_folder *folder, const char *path);

/* Writes LENGTH-ID.pddl, with its recipe and the text of a shortest path. */
bool pddl_problem(struct pddl_folder *folder, const loyd_puzzle *puzzle,
                  unsigned stm, const char *recipe, const char *path);

#endif
