/* SPDX-License-Identifier: MIT */
/* Owns the writing of a selection into a folder: whole files or none. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/why.h"
#include "loyd/export.h"

static size_t
json_line(const loyd_entry *entry, char *text, size_t size)
{
    return loyd_entry_json(entry, text, size);
}

static const struct format {
    loyd_export_format format;
    const char *name;
    const char *part; /* its name until it is whole */
    const char *(*head)(void);
    size_t (*line)(const loyd_entry *entry, char *text, size_t size);
} formats_known[] = {
    {LOYD_EXPORT_JSONL, "puzzles.jsonl", ".puzzles.jsonl.part", NULL,
     json_line},
    {LOYD_EXPORT_CSV, "puzzles.csv", ".puzzles.csv.part",
     loyd_entry_csv_head, loyd_entry_csv},
};

#define N_FORMATS (sizeof(formats_known) / sizeof(formats_known[0]))

struct job {
    const char *dir;
    int dir_fd;
    bool is_made;             /* the folder is ours */
    FILE *files[N_FORMATS];   /* open while they are written */
    bool has_part[N_FORMATS]; /* there under its first name */
    char *line;
    size_t line_size;
    loyd_why *why;
};

static loyd_err
failed(const struct job *job, const char *what, const char *name)
{
    int code = errno;
    char dir[WHY_QUOTE_BYTES];

    why_quote(job->dir, strlen(job->dir), dir);
    return why_set(job->why,
                   code == ENOSPC || code == EDQUOT ? LOYD_E_FULL : LOYD_E_IO,
                   "%s%s%s: %s: %s", dir, name[0] != '\0' ? "/" : "", name,
                   what, strerror(code));
}

/* LOYD_E_IO where something is in the folder. */
static loyd_err
check_empty(struct job *job)
{
    char dir[WHY_QUOTE_BYTES];
    bool is_empty = true;
    struct dirent *item;
    int fd = dup(job->dir_fd);
    DIR *list = fd != -1 ? fdopendir(fd) : NULL;

    if (list == NULL) {
        loyd_err err = failed(job, "cannot be read", "");
        if (fd != -1)
            close(fd);
        return err;
    }
    while ((item = readdir(list)) != NULL)
        if (strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0)
            is_empty = false;
    closedir(list);
    if (is_empty)
        return LOYD_OK;
    return why_set(job->why, LOYD_E_IO,
                   "%s: the folder is not empty, and a new or empty one was "
                   "expected",
                   why_quote(job->dir, strlen(job->dir), dir));
}

static loyd_err
open_folder(struct job *job)
{
    if (mkdir(job->dir, 0777) == 0)
        job->is_made = true;
    else if (errno != EEXIST)
        return failed(job, "cannot be made", "");
    job->dir_fd = open(job->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (job->dir_fd == -1)
        return failed(job, "cannot be opened", "");
    return check_empty(job);
}

static loyd_err
put_line(struct job *job, size_t i, const char *text)
{
    if (fputs(text, job->files[i]) == EOF || fputc('\n', job->files[i]) == EOF)
        return failed(job, "cannot be written", formats_known[i].name);
    return LOYD_OK;
}

static loyd_err
open_files(struct job *job, unsigned formats)
{
    for (size_t i = 0; i < N_FORMATS; i++) {
        const struct format *format = &formats_known[i];
        int fd;

        if ((formats & format->format) == 0)
            continue;
        fd = openat(job->dir_fd, format->part,
                    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd == -1)
            return failed(job, "cannot be made", format->name);
        job->has_part[i] = true;
        if ((job->files[i] = fdopen(fd, "w")) == NULL) {
            close(fd);
            return failed(job, "cannot be written", format->name);
        }
        if (format->head != NULL) {
            loyd_err err = put_line(job, i, format->head());
            if (err != LOYD_OK)
                return err;
        }
    }
    return LOYD_OK;
}

/* The line of an entry in a format, with room made for it. */
static loyd_err
make_line(struct job *job, const struct format *format,
          const loyd_entry *entry)
{
    size_t len = format->line(entry, job->line, job->line_size);

    if (len >= job->line_size) {
        char *grown = realloc(job->line, 2 * len + 1);
        if (grown == NULL)
            return LOYD_E_NOMEM;
        job->line = grown;
        job->line_size = 2 * len + 1;
        format->line(entry, job->line, job->line_size);
    }
    return LOYD_OK;
}

static loyd_err
write_rows(struct job *job, loyd_cursor *cursor, uint64_t *count)
{
    loyd_entry entry;
    bool found = true;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &entry, &found, job->why);
        if (err != LOYD_OK || !found)
            break;
        for (size_t i = 0; err == LOYD_OK && i < N_FORMATS; i++) {
            if (job->files[i] == NULL)
                continue;
            err = make_line(job, &formats_known[i], &entry);
            if (err == LOYD_OK)
                err = put_line(job, i, job->line);
        }
        ++*count;
    }
    return err;
}

/* On the disk under the first names; then all get their own. */
static loyd_err
finish(struct job *job)
{
    for (size_t i = 0; i < N_FORMATS; i++) {
        FILE *file = job->files[i];
        bool is_written;

        if (file == NULL)
            continue;
        is_written = fflush(file) == 0 && fsync(fileno(file)) == 0;
        if (!is_written)
            return failed(job, "cannot be written", formats_known[i].name);
        job->files[i] = NULL;
        if (fclose(file) != 0)
            return failed(job, "cannot be written", formats_known[i].name);
    }
    for (size_t i = 0; i < N_FORMATS; i++) {
        if (!job->has_part[i])
            continue;
        if (renameat(job->dir_fd, formats_known[i].part, job->dir_fd,
                     formats_known[i].name) != 0)
            return failed(job, "cannot be renamed", formats_known[i].name);
        job->has_part[i] = false;
    }
    if (fsync(job->dir_fd) != 0 && errno != EINVAL)
        return failed(job, "cannot be written", "");
    return LOYD_OK;
}

/* Closes everything; after an error nothing of it stays. */
static void
clean_up(struct job *job, loyd_err err)
{
    for (size_t i = 0; i < N_FORMATS; i++) {
        if (job->files[i] != NULL)
            fclose(job->files[i]);
        if (job->has_part[i])
            unlinkat(job->dir_fd, formats_known[i].part, 0);
    }
    if (job->dir_fd != -1)
        close(job->dir_fd);
    if (err != LOYD_OK && job->is_made)
        rmdir(job->dir); /* fails where a file of ours is whole: it stays */
    free(job->line);
}

loyd_err
loyd_export(loyd_store *store, const loyd_filter *filter, const char *dir,
            unsigned formats, uint64_t *count, loyd_why *why)
{
    struct job job = {.dir = dir, .dir_fd = -1, .why = why};
    loyd_cursor *cursor = NULL;
    uint64_t n = 0;
    loyd_err err;

    if (formats == 0 || (formats & ~(unsigned)(LOYD_EXPORT_JSONL |
                                               LOYD_EXPORT_CSV)) != 0)
        return why_set(why, LOYD_E_RANGE, "no such export format");
    if ((err = loyd_store_find(store, filter, &cursor, why)) != LOYD_OK)
        return err;
    if ((err = open_folder(&job)) != LOYD_OK ||
        (err = open_files(&job, formats)) != LOYD_OK ||
        (err = write_rows(&job, cursor, &n)) != LOYD_OK)
        goto fail;
    err = finish(&job);
    if (err == LOYD_OK && count != NULL)
        *count = n;
fail:
    loyd_cursor_close(&cursor);
    clean_up(&job, err);
    return err;
}
