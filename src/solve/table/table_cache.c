/* SPDX-License-Identifier: MIT */
/* The folder of table files as a whole: its size, and which files go first. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file.h"
#include "solve/table/table_file.h"

#define NAME_BYTES 64

struct file {
    char name[NAME_BYTES];
    uint64_t bytes;
    struct timespec used; /* the time of modification; any value */
};

struct files {
    int dir;
    struct file *list;
    size_t n;
    size_t room;
};

static bool
is_table_file(const char *name)
{
    static const char begin[] = "tables-", end[] = ".loyd";
    size_t len = strlen(name);

    return len < NAME_BYTES && len > sizeof(end) &&
           strncmp(name, begin, sizeof(begin) - 1) == 0 &&
           strcmp(name + len - (sizeof(end) - 1), end) == 0;
}

/* A file_name_fn. */
static bool
add_file(void *context, const char *name)
{
    struct files *all = context;
    struct stat s;
    struct file *file;

    if (!is_table_file(name) ||
        fstatat(all->dir, name, &s, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(s.st_mode))
        return true;
    if (!ARRAY_ROOM(all->list, all->room, all->n + 1)) {
        errno = ENOMEM;
        return false;
    }
    file = &all->list[all->n++];
    strcpy(file->name, name);
    file->bytes = (uint64_t)s.st_size;
    file->used = s.st_mtim;
    return true;
}

/* Lists the table files. A folder that is not there has none. */
static bool
files_open(const char *dir, struct files *all)
{
    int error;

    *all = (struct files){
        .dir = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (all->dir == -1)
        return errno == ENOENT;
    if (file_names(all->dir, add_file, all))
        return true;
    error = errno;
    free(all->list);
    close(all->dir);
    errno = error;
    return false;
}

static void
files_close(struct files *all)
{
    free(all->list);
    if (all->dir != -1)
        close(all->dir);
}

/* The least recently used first. */
static int
by_use(const void *a, const void *b)
{
    const struct file *x = a, *y = b;

    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    if (x->used.tv_nsec != y->used.tv_nsec)
        return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Deletes a file unless a process uses it: that holds a shared lock. */
static bool
delete_unused(int dir, const char *name)
{
    int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    bool is_deleted = fd != -1 && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
                      unlinkat(dir, name, 0) == 0;

    if (fd != -1)
        close(fd);
    return is_deleted;
}

bool
table_cache_trim(const char *dir, uint64_t limit, uint64_t more,
                 const char *spared)
{
    const char *name = strrchr(spared, '/');
    struct files all;
    uint64_t sum = more;

    if (limit == 0)
        return true;
    if (more > limit)
        return false;
    if (!files_open(dir, &all))
        return true; /* writing says what is wrong with the folder */
    name = name != NULL ? name + 1 : spared;
    ARRAY_SORT(all.list, all.n, by_use);
    for (size_t i = 0; i < all.n; i++) /* the new file replaces an old one */
        if (more == 0 || strcmp(all.list[i].name, name) != 0)
            sum += all.list[i].bytes;
    for (size_t i = 0; i < all.n && sum > limit; i++)
        if (strcmp(all.list[i].name, name) != 0 &&
            delete_unused(all.dir, all.list[i].name))
            sum -= all.list[i].bytes;
    files_close(&all);
    return sum <= limit;
}
