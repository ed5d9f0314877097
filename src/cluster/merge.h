/* SPDX-License-Identifier: MIT */
/* Merges the results of a job. */
#ifndef LOYD_CLUSTER_MERGE_H
#define LOYD_CLUSTER_MERGE_H

#include "cluster/job.h"

/* The paths of catalogues. */
struct paths {
    char **at;
    size_t n;
    size_t room;
};

void paths_free(struct paths *paths);

/* Adds FOLDER/NAME. Errors: LOYD_E_NOMEM. */
loyd_err paths_add(struct paths *paths, const char *folder, const char *name);

/*
 * Merges catalogues into that of a join, 64 at a time; of more than 64 the
 * merged ones are files in the scratch folder, which are merged in turn. Free
 * space is checked first. `refused` receives those that contradict others;
 * then nothing is stored if it adds to j->missing.
 */
loyd_err merge_tree(struct joining *j, struct paths *paths,
                    loyd_bad_fn refused, loyd_why *why);

#endif
