/* SPDX-License-Identifier: MIT */
/* The folder of a job: how it is opened, read and closed. */
#include "cluster/job.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/array.h"
#include "base/file.h"
#include "base/why.h"

#define JOB_MOST 100000

static const struct kind *const kinds[] = {&kind_generate, &kind_prove, NULL};

/* --- files --- */

loyd_err
job_read(int dir, const char *name, size_t most, struct text *text,
         bool *is_there, loyd_why *why)
{
    int fd = file_open_plain(dir, name);
    bool is_read;

    *is_there = fd != -1;
    if (fd == -1 && (errno == ENOENT || errno == ESTALE))
        return LOYD_OK;
    if (fd == -1 && (errno == ELOOP || errno == ENOTSUP || errno == ENXIO))
        return why_set(why, LOYD_E_CORRUPT, "not a regular file");
    if (fd == -1)
        return why_errno(why, "cannot open");
    is_read = file_read_text(fd, most, text);
    if (!is_read && errno == EFBIG)
        why_set(why, LOYD_E_CORRUPT, "damaged or incomplete");
    else if (!is_read && errno != ESTALE)
        why_errno(why, "cannot read");
    close(fd);
    if (is_read)
        return text->is_lost ? LOYD_E_NOMEM : LOYD_OK;
    *is_there = why->text[0] != '\0';
    return !*is_there ? LOYD_OK : errno == EFBIG ? LOYD_E_CORRUPT : LOYD_E_IO;
}

/* Ends a file that need not survive a crash. */
static bool
close_cheap(struct temp *file)
{
    int fd = file->fd;

    file->fd = -1;
    return close(fd) == 0;
}

bool
job_put(int dir, const char *name, const struct text *text, bool is_synced)
{
    struct temp file;
    bool is_done = temp_file_in(&file, dir, name, 0666) &&
                   file_write_all(file.fd, text->at, text->len) &&
                   (is_synced ? temp_settle(&file) : close_cheap(&file)) &&
                   temp_rename(&file) &&
                   (!is_synced || fsync(dir) == 0 || errno == EINVAL);

    temp_drop(&file);
    return is_done;
}

loyd_err
job_folder(const struct job *job, const char *name, int *fd, loyd_why *why)
{
    *fd = file_open_folder(job->fd, name);
    return *fd != -1 ? LOYD_OK : why_errno(why, "%s", name);
}

static loyd_err
open_all(struct job *job, loyd_why *why)
{
    struct text text = {0};
    bool is_there = false;
    loyd_err err;

    job->fd = open(job->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (job->fd == -1)
        return errno == ENOENT
                   ? why_set(why, LOYD_E_NOT_FOUND, "no such folder")
                   : why_errno(why, "cannot open");
    err = job_read(job->fd, "job", JOB_MOST, &text, &is_there, why);
    if (err == LOYD_OK && !is_there)
        err = why_set(why, LOYD_E_NOT_FOUND,
                      "no job in it: expected a folder that `loyd cluster "
                      "make` has written");
    else if (err != LOYD_OK)
        err = why_prefix(why, err, "job: ");
    if (err == LOYD_OK)
        err = plan_parse((struct slice){text.at, text.len}, &job->plan, why);
    if (err == LOYD_OK)
        job->stamp = XXH3_64bits(text.at, text.len);
    text_free(&text);
    if (err != LOYD_OK)
        return err;
    for (size_t i = 0; kinds[i] != NULL; i++)
        if (strcmp(kinds[i]->command, job->plan.kind) == 0)
            job->kind = kinds[i];
    job->tasks = calloc((size_t)job->plan.tasks, sizeof(*job->tasks));
    if (job->kind == NULL)
        return why_set(why, LOYD_E_CORRUPT, "job: an unknown kind");
    if (job->tasks == NULL)
        return LOYD_E_NOMEM;
    return job->kind->plan(job, why);
}

loyd_err
job_open(const char *dir, const loyd_listener *listener, struct job **out,
         loyd_why *why)
{
    struct job *job = calloc(1, sizeof(*job));
    loyd_err err;

    WHY_GIVEN(why);
    *out = NULL;
    if (job == NULL)
        return LOYD_E_NOMEM;
    *job = (struct job){.dir = dir, .fd = -1};
    if (listener != NULL)
        job->listener = *listener;
    err = open_all(job, why);
    if (err == LOYD_OK)
        *out = job;
    else
        job_close(&job);
    return err;
}

void
job_close(struct job **out)
{
    struct job *job = *out;

    if (job == NULL)
        return;
    *out = NULL;
    if (job->kind != NULL)
        job->kind->close(job);
    for (size_t i = 0; i < job->n_named; i++)
        free(job->named[i]);
    free(job->named);
    free(job->tasks);
    free(job->plan.owned);
    if (job->fd != -1)
        close(job->fd);
    free(job);
}

const struct plan *
job_plan(const struct job *job)
{
    return &job->plan;
}

/* --- reports --- */

bool
job_goes_on(const struct job *job, const loyd_progress *now)
{
    const loyd_listener *listener = &job->listener;

    return listener->progress == NULL ||
           listener->progress(listener->context, now);
}

loyd_err
job_tell(const struct job *job, const char *file, loyd_err err,
         const char *what)
{
    const loyd_listener *listener = &job->listener;
    const loyd_bad bad = {.file = file, .what = what, .err = err};

    return listener->bad == NULL || listener->bad(listener->context, &bad)
               ? LOYD_OK
               : LOYD_E_CANCELLED;
}

loyd_err
job_named(struct job *job, const char *path, loyd_err kind, const char *fault,
          const char *result, loyd_why *why)
{
    char text[LOYD_WHY_BYTES + 80];
    char *copy;

    for (size_t i = 0; i < job->n_named; i++)
        if (strcmp(job->named[i], path) == 0)
            return LOYD_OK;
    if (!ARRAY_ROOM(job->named, job->room_named, job->n_named + 1) ||
        (copy = malloc(strlen(path) + 1)) == NULL)
        return why_set(why, LOYD_E_NOMEM, "out of memory");
    job->named[job->n_named++] = strcpy(copy, path);
    snprintf(text, sizeof(text), "%s: %s", fault, result);
    return job_tell(job, path, kind, text);
}
