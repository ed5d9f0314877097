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

#include "core/why.h"
#include "pack/pack.h"

#define NAMES_TRIED 100

/* LOYD_E_IO where something is in the folder that is to become the pack. */
static loyd_err
check_empty(const pack_folder *f, loyd_why *why)
{
    char shown[WHY_QUOTE_BYTES];
    bool is_empty = true;
    struct dirent *item;
    DIR *list = opendir(f->wanted);

    if (list == NULL)
        return file_failed(f->wanted, "", "cannot be opened", why);
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
find_place(pack_folder *f, loyd_why *why)
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
                   : file_failed(f->wanted, "", "cannot be opened", why);
    }
    if (errno != ENOENT)
        return file_failed(f->wanted, "", "cannot be opened", why);
    if ((f->place = strdup(f->wanted)) == NULL)
        return LOYD_E_NOMEM;
    for (len = strlen(f->place); len > 1 && f->place[len - 1] == '/'; len--)
        f->place[len - 1] = '\0';
    return LOYD_OK;
}

/* "DIR.part", or with a number where another job works on the same. */
static loyd_err
make_folder(pack_folder *f, loyd_why *why)
{
    size_t bytes = strlen(f->place) + 16;
    char *name = malloc(bytes);

    if (name == NULL)
        return LOYD_E_NOMEM;
    for (int i = 0; i < NAMES_TRIED; i++) {
        if (i == 0)
            snprintf(name, bytes, "%s.part", f->place);
        else
            snprintf(name, bytes, "%s.part-%d", f->place, i);
        if (mkdir(name, 0777) == 0) {
            f->made = name;
            return LOYD_OK;
        }
        if (errno != EEXIST)
            break;
    }
    free(name);
    return file_failed(f->wanted, "", "cannot be made", why);
}

loyd_err
folder_new(pack_folder *f, const char *dir, loyd_why *why)
{
    loyd_err err;

    f->wanted = dir;
    f->dir = -1;
    if ((err = find_place(f, why)) != LOYD_OK ||
        (err = make_folder(f, why)) != LOYD_OK)
        return err;
    f->dir = open(f->made, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return f->dir != -1 ? LOYD_OK
                        : file_failed(dir, "", "cannot be opened", why);
}

char *
folder_path(const pack_folder *f, const char *name)
{
    size_t bytes = strlen(f->made) + strlen(name) + 2;
    char *path = malloc(bytes);

    if (path != NULL)
        snprintf(path, bytes, "%s/%s", f->made, name);
    return path;
}

loyd_err
folder_sum(const pack_folder *f, const char *name, sink_sum *sum,
           loyd_why *why)
{
    uint8_t bytes[65536];
    crypto_sha256 sha;
    ssize_t n;
    int fd = openat(f->dir, name, O_RDONLY | O_CLOEXEC);

    if (fd == -1)
        return file_failed(f->wanted, name, "cannot be opened", why);
    crypto_sha256_begin(&sha);
    sum->bytes = 0;
    while ((n = read(fd, bytes, sizeof(bytes))) > 0 ||
           (n < 0 && errno == EINTR)) {
        if (n < 0)
            continue;
        crypto_sha256_add(&sha, bytes, (size_t)n);
        sum->bytes += (uint64_t)n;
    }
    if (n < 0) {
        loyd_err err = file_failed(f->wanted, name, "cannot be read", why);
        close(fd);
        return err;
    }
    close(fd);
    crypto_sha256_end(&sha, sum->sha);
    memcpy(sum->sha_plain, sum->sha, sizeof(sum->sha));
    return LOYD_OK;
}

/* Makes the new name last, where the file system can. */
static void
sync_parent(const pack_folder *f)
{
    char *parent = strdup(f->place);
    char *slash = parent != NULL ? strrchr(parent, '/') : NULL;
    int fd;

    if (slash != NULL)
        slash[slash == parent ? 1 : 0] = '\0';
    fd = open(slash != NULL ? parent : ".", O_RDONLY | O_CLOEXEC);
    if (fd != -1) {
        fsync(fd);
        close(fd);
    }
    free(parent);
}

loyd_err
folder_publish(pack_folder *f, loyd_why *why)
{
    char shown[WHY_QUOTE_BYTES];

    if (fsync(f->dir) != 0 && errno != EINVAL)
        return file_failed(f->wanted, "", "cannot be written", why);
    /* Onto an empty folder too, in one step; not onto one that is filled. */
    if (rename(f->made, f->place) != 0) {
        if (errno != ENOTEMPTY && errno != EEXIST)
            return file_failed(f->wanted, "", "cannot be renamed", why);
        return why_set(why, LOYD_E_IO,
                       "%s: somebody has filled the folder meanwhile",
                       why_quote(f->wanted, strlen(f->wanted), shown));
    }
    free(f->made);
    f->made = NULL;
    sync_parent(f);
    return LOYD_OK;
}

/* All files of the folder; there are no folders in it. */
static void
remove_files(const pack_folder *f)
{
    int fd = openat(f->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = fd != -1 ? fdopendir(fd) : NULL;
    struct dirent *item;

    if (list == NULL) {
        if (fd != -1)
            close(fd);
        return;
    }
    while ((item = readdir(list)) != NULL)
        if (strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0)
            unlinkat(f->dir, item->d_name, 0);
    closedir(list);
}

void
folder_take_back(pack_folder *f)
{
    remove_files(f);
    rmdir(f->place);
}

void
folder_end(pack_folder *f)
{
    if (f->made != NULL) {
        if (f->dir != -1)
            remove_files(f);
        rmdir(f->made);
    }
    if (f->dir != -1)
        close(f->dir);
    free(f->made);
    free(f->place);
    memset(f, 0, sizeof(*f));
    f->dir = -1;
}
