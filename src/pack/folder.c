/* SPDX-License-Identifier: MIT */
/* Owns the folder of a pack: another name until it is whole. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/why.h"
#include "pack/manifest_read.h"
#include "pack/pack.h"
#include "store/pack_use.h"

/* LOYD_E_IO where something is in the folder that is to become the pack. */
static loyd_err
check_empty(const struct pack_folder *f, loyd_why *why)
{
    char shown[WHY_QUOTE_BYTES];
    bool is_empty = true;
    struct dirent *item;
    DIR *list = opendir(f->wanted);

    if (list == NULL)
        return pack_failed(f->wanted, "", "cannot be opened", why);
    while ((item = readdir(list)) != NULL)
        if (strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0)
            is_empty = false;
    closedir(list);
    if (is_empty)
        return LOYD_OK;
    return why_set(why, LOYD_E_IO,
                   "%s: the folder is not empty, and a new or empty one was "
                   "expected",
                   why_quote(f->wanted, strlen(f->wanted), shown));
}

/* The path to be renamed to: links and slashes at its end would be in the
 * way. What is not there yet cannot have links. */
static loyd_err
find_place(struct pack_folder *f, loyd_why *why)
{
    struct stat status;
    size_t len;

    if (stat(f->wanted, &status) == 0) {
        loyd_err err = check_empty(f, why);
        if (err != LOYD_OK)
            return err;
        f->place = realpath(f->wanted, NULL);
        return f->place != NULL
                   ? LOYD_OK
                   : pack_failed(f->wanted, "", "cannot be opened", why);
    }
    if (errno != ENOENT)
        return pack_failed(f->wanted, "", "cannot be opened", why);
    if ((f->place = strdup(f->wanted)) == NULL)
        return LOYD_E_NOMEM;
    for (len = strlen(f->place); len > 1 && f->place[len - 1] == '/'; len--)
        f->place[len - 1] = '\0';
    return LOYD_OK;
}

loyd_err
pack_folder_new(struct pack_folder *f, const char *dir, loyd_why *why)
{
    loyd_err err;

    f->wanted = dir;
    if ((err = find_place(f, why)) != LOYD_OK)
        return err;
    if ((f->made = calloc(1, sizeof(*f->made))) == NULL)
        return LOYD_E_NOMEM;
    if (!part_folder(f->made, f->place, 0777))
        return errno == ENOMEM
                   ? LOYD_E_NOMEM
                   : pack_failed(f->wanted, "", "cannot be made", why);
    f->dir = f->made->fd;
    return LOYD_OK;
}

struct pack_file *
pack_folder_file(struct pack_folder *f, const char *name, const char *format,
                 bool is_gzip)
{
    struct pack_file *file = &f->files[f->n_files++];
    const char *suffix = is_gzip ? ".gz" : "";

    snprintf(file->name, sizeof(file->name), "%s%s", name, suffix);
    snprintf(file->format, sizeof(file->format), "%s%s", format, suffix);
    return file;
}

char *
pack_folder_path(const struct pack_folder *f, const char *name)
{
    size_t before = strlen(f->place) - strlen(f->made->name);
    size_t bytes = before + strlen(f->made->made) + strlen(name) + 2;
    char *path = malloc(bytes);

    if (path != NULL)
        snprintf(path, bytes, "%.*s%s/%s", (int)before, f->place,
                 f->made->made, name);
    return path;
}

loyd_err
pack_folder_sum(const struct pack_folder *f, const char *name,
                struct sink_sum *sum, loyd_why *why)
{
    int fd = openat(f->dir, name, O_RDONLY | O_CLOEXEC);
    loyd_err err = LOYD_OK;

    if (fd == -1)
        return pack_failed(f->wanted, name, "cannot be opened", why);
    if (!pack_hash_file(fd, UINT64_MAX, NULL, &sum->bytes, sum->sha))
        err = pack_failed(f->wanted, name, "cannot be read", why);
    close(fd);
    memcpy(sum->sha_plain, sum->sha, sizeof(sum->sha));
    return err;
}

/* Of a folder that has its name, and may not keep it. */
static void
take_back(const struct pack_folder *f)
{
    int code = errno, fd = openat(f->dir, ".", O_RDONLY | O_CLOEXEC);
    DIR *list = fd != -1 ? fdopendir(fd) : NULL;
    struct dirent *item;

    while (list != NULL && (item = readdir(list)) != NULL)
        if (strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0)
            unlinkat(f->dir, item->d_name, 0);
    if (list != NULL)
        closedir(list);
    else if (fd != -1)
        close(fd);
    rmdir(f->place);
    errno = code;
}

loyd_err
pack_folder_publish(struct pack_folder *f, loyd_why *why)
{
    char shown[WHY_QUOTE_BYTES];

    /* Onto an empty folder too, in one step; not onto one that is filled. */
    if (part_place(f->made))
        return LOYD_OK;
    if (f->made->made == NULL)
        take_back(f); /* nobody knows whether the name lasts */
    if (errno != ENOTEMPTY && errno != EEXIST)
        return pack_failed(f->wanted, "", "cannot be made", why);
    return why_set(why, LOYD_E_IO,
                   "%s: another process has filled the folder meanwhile",
                   why_quote(f->wanted, strlen(f->wanted), shown));
}

loyd_err
pack_folder_number(struct pack_folder *f, int64_t pk, loyd_why *why)
{
    return part_number(f->made, (uint64_t)pk)
               ? LOYD_OK
               : pack_failed(f->wanted, "", "cannot be renamed", why);
}

/* What pack_folder_forget hands to each leaving. */
struct forgetting {
    loyd_store *store;
    loyd_why *why;
    loyd_err err;
};

static bool
forget(void *context, uint64_t n)
{
    struct forgetting *f = context;

    if (n <= INT64_MAX)
        f->err = pack_use_forget(f->store, (int64_t)n, f->why);
    return f->err == LOYD_OK;
}

loyd_err
pack_folder_forget(const char *dir, loyd_store *store, loyd_why *why)
{
    struct forgetting context = {store, why, LOYD_OK};
    struct pack_folder f = {.wanted = dir};
    loyd_err err = find_place(&f, why);

    if (err == LOYD_OK) {
        part_left(f.place, forget, &context);
        err = context.err;
    }
    free(f.place);
    return err;
}

void
pack_folder_leave(struct pack_folder *f)
{
    free(f->made->made);
    f->made->made = NULL;
}

void
pack_folder_end(struct pack_folder *f)
{
    if (f->made != NULL)
        part_drop(f->made);
    free(f->made);
    free(f->place);
    *f = (struct pack_folder){.dir = -1};
}
