/* SPDX-License-Identifier: MIT */
/*
 * The results of `generate`: catalogues named TASK.SUM.db, or TASK.SUM.COPY.db
 * if there is a bad file of that name which cannot be removed; RESULT_BAD
 * after the name marks that one. They are in folders of a number of tasks
 * each, so that those of one task are found among few, and those of all in few
 * folders.
 */
#ifndef LOYD_CLUSTER_RESULT_H
#define LOYD_CLUSTER_RESULT_H

#include "cluster/job.h"

#define GROUP_TASKS 1000
#define RESULT_NAME 72
#define RESULT_PATH (FOLDER_NAME + RESULT_NAME + 8)
#define RESULT_BAD ".bad"

struct result {
    uint64_t task;
    bool is_mark;
    char name[RESULT_NAME]; /* without RESULT_BAD */
};

/* Writes the name of the folder of a task. */
void result_folder(uint64_t task, char name[FOLDER_NAME]);

/* Parses the name of a result or a mark; false for any other. */
bool result_parse(const struct job *job, const char *name,
                  struct result *result);

/* Writes the path of a result, or with RESULT_BAD that of its mark. */
void result_path(const struct result *result, const char *end,
                 char path[RESULT_PATH]);

struct results {
    const struct job *job;
    struct result *at;
    size_t n;
    size_t room;
};

/* Lists the results of a task, and of others of its folder; 0: of all. Those
   that are marked as bad are left out. The caller frees results->at. */
loyd_err results_list(const struct job *job, uint64_t task,
                      struct results *results, loyd_why *why);

#endif
