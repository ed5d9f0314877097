/* SPDX-License-Identifier: MIT */
/* Owns the reading of a folder's names. */
#include "daily/listing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int
compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
add(struct listing *listing, const char *name)
{
    if (listing->n == listing->room) {
        size_t room = listing->room > 0 ? 2 * listing->room : 64;
        char **grown = realloc(listing->name, room * sizeof(*grown));

        if (grown == NULL)
            return false;
        listing->name = grown;
        listing->room = room;
    }
    if ((listing->name[listing->n] = strdup(name)) == NULL)
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
            err = add(listing, item->d_name) ? LOYD_OK : LOYD_E_NOMEM;
        errno = 0;
    }
    code = errno;
    closedir(dir);
    errno = code;
    if (err == LOYD_OK && code != 0)
        err = LOYD_E_IO;
    if (listing->n > 0)
        qsort(listing->name, listing->n, sizeof(*listing->name),
              compare_names);
    return err;
}

bool
listing_has(const struct listing *listing, const char *name)
{
    return listing->n > 0 &&
           bsearch(&name, listing->name, listing->n, sizeof(*listing->name),
                   compare_names) != NULL;
}

void
listing_free(struct listing *listing)
{
    for (size_t i = 0; i < listing->n; i++)
        free(listing->name[i]);
    free(listing->name);
    memset(listing, 0, sizeof(*listing));
}
