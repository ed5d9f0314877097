/* SPDX-License-Identifier: MIT */
/* Owns the reading of a folder's names. */
#define _DEFAULT_SOURCE /* d_type, which spares a look at each file */
#include "daily/listing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int
compare_names(const void *a, const void *b)
{
    const struct listed *one = a, *other = b;

    return strcmp(one->name, other->name);
}

static bool
is_file(int folder_fd, const struct dirent *item)
{
    struct stat status;

#ifdef DT_UNKNOWN
    if (item->d_type != DT_UNKNOWN)
        return item->d_type == DT_REG;
#endif
    return fstatat(folder_fd, item->d_name, &status, AT_SYMLINK_NOFOLLOW) ==
               0 &&
           S_ISREG(status.st_mode);
}

static bool
add(struct listing *listing, const char *name, bool is_plain)
{
    struct listed *listed;

    if (listing->n == listing->room) {
        size_t room = listing->room > 0 ? 2 * listing->room : 64;
        struct listed *grown = realloc(listing->at, room * sizeof(*grown));

        if (grown == NULL)
            return false;
        listing->at = grown;
        listing->room = room;
    }
    listed = &listing->at[listing->n];
    *listed = (struct listed){strdup(name), is_plain};
    if (listed->name == NULL)
        return false;
    listing->n++;
    return true;
}

loyd_err
listing_read(int folder_fd, struct listing *listing)
{
    int fd = openat(folder_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd != -1 ? fdopendir(fd) : NULL;
    loyd_err err = LOYD_OK;
    struct dirent *item;
    int code;

    if (dir == NULL) {
        code = errno;
        if (fd != -1)
            close(fd);
        errno = code;
        return LOYD_E_IO;
    }
    errno = 0;
    while (err == LOYD_OK && (item = readdir(dir)) != NULL) {
        if (strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0)
            err = add(listing, item->d_name, is_file(folder_fd, item))
                      ? LOYD_OK
                      : LOYD_E_NOMEM;
        errno = 0;
    }
    code = errno;
    closedir(dir);
    errno = code;
    if (err == LOYD_OK && code != 0)
        err = LOYD_E_IO;
    if (listing->n > 0)
        qsort(listing->at, listing->n, sizeof(*listing->at), compare_names);
    return err;
}

const struct listed *
listing_find(const struct listing *listing, const char *name)
{
    const struct listed like = {(char *)name, false};

    return listing->n > 0 ? bsearch(&like, listing->at, listing->n,
                                    sizeof(*listing->at), compare_names)
                          : NULL;
}

void
listing_free(struct listing *listing)
{
    for (size_t i = 0; i < listing->n; i++)
        free(listing->at[i].name);
    free(listing->at);
    memset(listing, 0, sizeof(*listing));
}
