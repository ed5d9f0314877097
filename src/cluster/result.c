/* SPDX-License-Identifier: MIT */
/* Names and lists the results of `generate`. */
#include "cluster/result.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/why.h"

#define SUM_DIGITS 32

void
result_folder(uint64_t task, char name[FOLDER_NAME])
{
    snprintf(name, FOLDER_NAME, "results/%u",
             (unsigned)((task - 1) / GROUP_TASKS));
}

bool
result_parse(const struct job *job, const char *name, struct result *result)
{
    struct slice rest = slice_of(name), task, sum, copy, after;
    uint64_t number;
    size_t len = strlen(name);

    if (!slice_cut(&rest, '.', &task) || !slice_cut(&rest, '.', &sum) ||
        slice_number(task, &result->task) != NUMBER_GOOD ||
        result->task == 0 || result->task > job->plan.tasks ||
        sum.len != SUM_DIGITS)
        return false;
    after = rest;
    if (slice_cut(&after, '.', &copy) &&
        slice_number(copy, &number) == NUMBER_GOOD)
        rest = after;
    result->is_mark = slice_is(rest, "db" RESULT_BAD);
    if (result->is_mark)
        len -= sizeof(RESULT_BAD) - 1;
    if ((!result->is_mark && !slice_is(rest, "db")) || len >= RESULT_NAME)
        return false;
    memcpy(result->name, name, len);
    result->name[len] = '\0';
    return true;
}

void
result_path(const struct result *result, const char *end,
            char path[RESULT_PATH])
{
    char group[FOLDER_NAME];

    result_folder(result->task, group);
    snprintf(path, RESULT_PATH, "%s/%s%s", group, result->name, end);
}

/* A file_name_fn. */
static bool
add_result(void *context, const char *name)
{
    struct results *results = context;
    struct result result;

    if (!result_parse(results->job, name, &result))
        return true;
    if (!ARRAY_ROOM(results->at, results->room, results->n + 1)) {
        errno = ENOMEM;
        return false;
    }
    results->at[results->n++] = result;
    return true;
}

/* By task and name; a mark comes before the result. */
static int
by_task(const void *a, const void *b)
{
    const struct result *one = a, *other = b;
    int order = strcmp(one->name, other->name);

    if (one->task != other->task)
        return one->task < other->task ? -1 : 1;
    return order != 0 ? order : other->is_mark - one->is_mark;
}

static loyd_err
list_group(const struct job *job, uint64_t task, struct results *results,
           loyd_why *why)
{
    char name[FOLDER_NAME];
    loyd_err err;
    int fd;

    result_folder(task, name);
    if ((err = job_folder(job, name, &fd, why)) != LOYD_OK)
        return err;
    if (!file_names(fd, add_result, results))
        err = why_errno(why, "%s", name);
    close(fd);
    return err;
}

loyd_err
results_list(const struct job *job, uint64_t task, struct results *results,
             loyd_why *why)
{
    const struct result *mark = NULL;
    size_t n = 0;
    loyd_err err = LOYD_OK;

    *results = (struct results){.job = job};
    for (uint64_t one = task != 0 ? task : 1;
         err == LOYD_OK && one <= job->plan.tasks;
         one += task != 0 ? job->plan.tasks : GROUP_TASKS)
        err = list_group(job, one, results, why);
    ARRAY_SORT(results->at, results->n, by_task);
    for (size_t i = 0; i < results->n; i++) {
        const struct result *result = &results->at[i];

        if (result->is_mark)
            mark = result;
        else if (mark == NULL || strcmp(mark->name, result->name) != 0)
            results->at[n++] = *result;
    }
    results->n = n;
    return err;
}
