/* SPDX-License-Identifier: MIT */
/* Merges many catalogues into one, as a tree. */
#include "cluster/merge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/array.h"
#include "base/why.h"

#define TOGETHER 64 /* catalogues that one merge reads at once */

void
paths_free(struct paths *paths)
{
    for (size_t i = 0; i < paths->n; i++)
        free(paths->at[i]);
    free(paths->at);
}

loyd_err
paths_add(struct paths *paths, const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);

    if (path == NULL || !ARRAY_ROOM(paths->at, paths->room, paths->n + 1)) {
        free(path);
        return LOYD_E_NOMEM;
    }
    snprintf(path, size, "%s/%s", folder, name);
    paths->at[paths->n++] = path;
    return LOYD_OK;
}

static uint64_t
bytes_of(const struct paths *paths)
{
    struct stat status;
    uint64_t bytes = 0;

    for (size_t i = 0; i < paths->n; i++)
        if (stat(paths->at[i], &status) == 0)
            bytes += (uint64_t)status.st_size;
    return bytes;
}

/* Has the disk of a file or a folder room for n more bytes? */
static loyd_err
check_room(const char *path, uint64_t bytes, loyd_why *why)
{
    struct statvfs disk;
    uint64_t room;

    if (statvfs(path, &disk) != 0)
        return LOYD_OK; /* writing will tell */
    room = (uint64_t)disk.f_bavail * disk.f_frsize;
    return room >= bytes ? LOYD_OK
                         : why_set(why, LOYD_E_FULL,
                                   "%s: %" PRIu64 " MB are free: expected "
                                   "%" PRIu64 " MB for the join",
                                   path, room / 1000000, bytes / 1000000 + 1);
}

static bool
show_merge(void *context, const loyd_progress *now)
{
    const struct joining *j = context;

    return job_goes_on(j->job, now);
}

static loyd_err
merge(struct joining *j, loyd_store *store, char **paths, size_t n,
      loyd_why *why)
{
    const loyd_listener listener = {
        .progress = show_merge, .bad = j->refused, .context = j};
    loyd_job_result counts = {0};
    loyd_err err = loyd_catalogue_merge(store, (const char *const *)paths, n,
                                        &listener, &counts, why);

    j->result = counts;
    if (j->failed == LOYD_OK)
        return err;
    *why = j->why;
    return j->failed;
}

/* Merges groups of files into one file each in the scratch folder; the files
   of an earlier level are removed. */
static loyd_err
merge_level(struct joining *j, struct paths *paths, const char *folder,
            unsigned level, loyd_why *why)
{
    struct paths merged = {0};
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < paths->n; i += TOGETHER) {
        size_t n = paths->n - i < TOGETHER ? paths->n - i : TOGETHER;
        loyd_store *store = NULL;
        char name[40];

        snprintf(name, sizeof(name), "%u.%zu", level, i / TOGETHER);
        err = paths_add(&merged, folder, name);
        if (err == LOYD_OK)
            err = loyd_store_open(merged.at[merged.n - 1], LOYD_STORE_CREATE,
                                  &j->job->listener, &store, why);
        if (err == LOYD_OK)
            err = merge(j, store, &paths->at[i], n, why);
        loyd_store_close(&store);
        for (size_t k = i; level > 0 && k < i + n; k++)
            unlink(paths->at[k]);
    }
    paths_free(paths);
    *paths = merged;
    return err;
}

loyd_err
merge_tree(struct joining *j, struct paths *paths, loyd_bad_fn refused,
           loyd_why *why)
{
    struct temp folder = {.fd = -1};
    char *scratch = NULL;
    uint64_t bytes = bytes_of(paths);
    loyd_err err = check_room(j->db, bytes, why);

    j->refused = refused;
    if (err == LOYD_OK && paths->n > TOGETHER)
        err = check_room(j->scratch, bytes, why);
    if (err == LOYD_OK && paths->n > TOGETHER)
        err = job_scratch(j->job, j->scratch, &folder, &scratch, why);
    for (unsigned level = 0; err == LOYD_OK && paths->n > TOGETHER; level++)
        err = merge_level(j, paths, scratch, level, why);
    if (err == LOYD_OK && j->missing == 0)
        err = merge(j, j->store, paths->at, paths->n, why);
    if (scratch != NULL)
        temp_drop(&folder);
    free(scratch);
    return err;
}
