/* SPDX-License-Identifier: MIT */
/* Creates files and folders under temporary names. */
#define _GNU_SOURCE /* renameat2 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

#define SUFFIX ".part"
#define NUMBER_CHARS 22 /* room for "-" and a number */
#define HOST_CHARS 16   /* of the name of this host: its last ones */
#define RANDOM_CHARS 8
#define TAG_CHARS (HOST_CHARS + NUMBER_CHARS + 2 + RANDOM_CHARS)
#define DIGITS "0123456789"
#define HOST_LETTERS \
    DIGITS "-_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/* Returns whether `fd` is the file or folder that has the name in `dir`. */
static bool
is_named(int dir, const char *name, int fd)
{
    struct stat here, there;

    return fstat(fd, &here) == 0 &&
           fstatat(dir, name, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

/* Returns how many bytes before `len` are in `letters`. */
static size_t
tail(const char *item, size_t len, const char *letters)
{
    size_t n = 0;

    while (n < len && item[len - 1 - n] != '\0' &&
           strchr(letters, item[len - 1 - n]) != NULL)
        n++;
    return n;
}

/* Matches NAME.part-HOST-PID-RANDOM. A host has no dots. Returns the length
   of NAME, or 0. */
static size_t
tagged_stem(const char *item, size_t *host_len)
{
    static const char begin[] = "part-";
    size_t len = strlen(item), n;

    if (len <= RANDOM_CHARS ||
        tail(item, len, DIGITS "abcdef") != RANDOM_CHARS)
        return 0;
    len -= RANDOM_CHARS + 1;
    if (item[len] != '-' || (n = tail(item, len, DIGITS)) == 0 || n == len)
        return 0;
    len -= n + 1;
    n = tail(item, len, HOST_LETTERS);
    if (item[len] != '-' || n < sizeof(begin) || n + 1 >= len ||
        item[len - n - 1] != '.' ||
        memcmp(item + len - n, begin, sizeof(begin) - 1) != 0)
        return 0;
    *host_len = n - (sizeof(begin) - 1);
    return len - n - 1;
}

/* Matches NAME.part and NAME.part-N. */
static size_t
numbered_stem(const char *item)
{
    size_t len = strlen(item), digits = tail(item, len, DIGITS);

    if (digits > 0 && digits < len && item[len - 1 - digits] == '-')
        len -= digits + 1;
    if (len <= strlen(SUFFIX) ||
        memcmp(item + len - strlen(SUFFIX), SUFFIX, strlen(SUFFIX)) != 0)
        return 0;
    return len - strlen(SUFFIX);
}

size_t
temp_stem(const char *item)
{
    size_t host_len, stem = tagged_stem(item, &host_len);

    return stem > 0 ? stem : numbered_stem(item);
}

/* Writes what a temporary name has of this host. */
static void
host_put(char host[HOST_CHARS + 1])
{
    char name[256] = "";
    size_t len;

    if (gethostname(name, sizeof(name) - 1) != 0 || name[0] == '\0')
        strcpy(name, "host");
    name[sizeof(name) - 1] = '\0';
    len = strcspn(name, ".");
    name[len] = '\0';
    for (char *c = name; *c != '\0'; c++)
        if (strchr(HOST_LETTERS, *c) == NULL)
            *c = '_';
    strcpy(host, name + (len > HOST_CHARS ? len - HOST_CHARS : 0));
}

/* Returns whether the file may have been made on this host: its name has no
 * host, or this one. */
static bool
is_of_host(const char *item)
{
    size_t host_len, stem = tagged_stem(item, &host_len);
    char host[HOST_CHARS + 1];

    host_put(host);
    return stem == 0 || (strlen(host) == host_len &&
                         memcmp(item + stem + sizeof(SUFFIX), host,
                                host_len) == 0);
}

/*
 * Opens and locks what a killed process left. Returns -1 if another process
 * holds its lock, that is, is still writing it.
 */
static int
open_left(int dir, const char *name)
{
    struct stat status;
    int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (fd == -1)
        return -1;
    if (fstat(fd, &status) == 0 &&
        (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) &&
        flock(fd, LOCK_EX | LOCK_NB) == 0 && is_named(dir, name, fd))
        return fd;
    close(fd);
    return -1;
}

struct leftovers {
    int dir;
    const char *name;
    temp_left_fn each;
    void *context;
    bool goes_on;
};

/* A file_name_fn. */
static bool
each_left(void *context, const char *item)
{
    struct leftovers *of = context;
    size_t stem = temp_stem(item);
    const char *number;
    int left;

    if (stem == 0 || stem != strlen(of->name) ||
        memcmp(item, of->name, stem) != 0 || !is_of_host(item) ||
        (left = open_left(of->dir, item)) == -1)
        return true;
    number = item + stem + sizeof(SUFFIX);
    if (of->each == NULL)
        (void)file_remove(of->dir, item);
    else if (numbered_stem(item) > 0 && number[-1] == '-' &&
             strtoull(number, NULL, 10) >= TEMP_NUMBER_MIN)
        of->goes_on = of->each(of->context, strtoull(number, NULL, 10));
    file_close(left);
    return of->goes_on;
}

/* Calls `each` for every leftover of the name; NULL: removes them. */
static bool
walk_left(int dir, const char *name, temp_left_fn each, void *context)
{
    struct leftovers of = {dir, name, each, context, true};

    (void)file_names(dir, each_left, &of);
    return of.goes_on;
}

/* Returns -1 on errors; after EEXIST or ENOENT, another name may work. */
static int
make_one(int dir, const char *name, bool is_folder, mode_t mode)
{
    int fd, code;

    if (!is_folder)
        return openat(dir, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (mkdirat(dir, name, mode) != 0)
        return -1;
    fd = file_open_folder(dir, name);
    if (fd == -1) {
        code = errno;
        unlinkat(dir, name, AT_REMOVEDIR);
        errno = code;
    }
    return fd;
}

/* Before it is locked, another process may remove it as a leftover. */
static bool
lock(const struct temp *p)
{
    if (flock(p->fd, LOCK_EX | LOCK_NB) != 0)
        return errno != EWOULDBLOCK; /* otherwise locks are unsupported */
    return is_named(p->dir, p->made, p->fd);
}

/*
 * Hosts and containers may have the same name, and processes on them the same
 * number: mixes the 16 random bytes that the kernel gives each process. Half
 * of them guard its stack, so they are not to be guessed from the result.
 */
static uint32_t
mark_of_process(void)
{
    const void *bytes = (const void *)(uintptr_t)getauxval(AT_RANDOM);
    uint64_t random[2] = {0, 0}, mixed;

    if (bytes != NULL)
        memcpy(random, bytes, sizeof(random));
    mixed = (random[0] ^ random[0] >> 31) * UINT64_C(0x9e3779b97f4a7c15) +
            (random[1] ^ random[1] >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(mixed >> 32);
}

static bool
make(struct temp *p, mode_t mode)
{
    size_t room = 1 + strlen(p->name) + sizeof(SUFFIX) + TAG_CHARS;
    char host[HOST_CHARS + 1];

    if ((p->made = malloc(room)) == NULL)
        return false;
    host_put(host);
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(p->made, room, "%s%s" SUFFIX "-%s-%ld-%0*" PRIx32,
                 p->is_guest ? "." : "", p->name, host, (long)getpid(),
                 RANDOM_CHARS, mark_of_process() + i);
        p->fd = make_one(p->dir, p->made, p->is_folder, mode);
        if (p->fd != -1 && lock(p))
            return true;
        if (p->fd == -1 && errno != EEXIST && errno != ENOENT)
            break;
        if (p->fd != -1) /* unless another process has removed it */
            (void)file_remove(p->dir, p->made);
        file_close(p->fd);
        p->fd = -1;
    }
    free(p->made);
    p->made = NULL;
    return false;
}

/* Splits a path: opens its folder and stores the name in it. */
static bool
open_place(struct temp *p, const char *path)
{
    char *folder = strdup(path), *slash;
    size_t len = strlen(path);

    if (folder == NULL)
        return false;
    while (p->is_folder && len > 1 && folder[len - 1] == '/')
        folder[--len] = '\0';
    slash = strrchr(folder, '/');
    errno = EINVAL; /* if there is no name */
    if (len > 0 && folder[len - 1] != '/' &&
        (p->name = strdup(slash != NULL ? slash + 1 : folder)) != NULL) {
        if (slash != NULL)
            slash[slash == folder] = '\0';
        p->dir = open(slash != NULL ? folder : ".",
                      O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    free(folder);
    return p->dir != -1;
}

static bool
make_temp(struct temp *p, const char *path, bool is_folder, mode_t mode)
{
    *p = (struct temp){.dir = -1, .fd = -1, .is_folder = is_folder};
    if (open_place(p, path)) {
        walk_left(p->dir, p->name, NULL, NULL);
        if (make(p, mode))
            return true;
    }
    temp_drop(p);
    return false;
}

bool
temp_file(struct temp *p, const char *path, mode_t mode)
{
    return make_temp(p, path, false, mode);
}

bool
temp_folder(struct temp *p, const char *path, mode_t mode)
{
    return make_temp(p, path, true, mode);
}

bool
temp_file_in(struct temp *p, int dir, const char *name, mode_t mode)
{
    *p = (struct temp){.dir = dir, .fd = -1, .is_guest = true};
    if ((p->name = strdup(name)) != NULL && make(p, mode))
        return true;
    temp_drop(p);
    return false;
}

bool
temp_settle(struct temp *p)
{
    int fd = p->fd;

    if (fsync(fd) != 0)
        return false;
    p->fd = -1;
    return close(fd) == 0;
}

bool
temp_rename(struct temp *p)
{
    if (renameat(p->dir, p->made, p->dir, p->name) != 0)
        return false;
    free(p->made);
    p->made = NULL;
    return true;
}

/* Some file systems cannot sync a folder (EINVAL). */
static bool
sync_folder(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL;
}

bool
temp_number(struct temp *p, uint64_t n)
{
    size_t room = strlen(p->name) + sizeof(SUFFIX) + NUMBER_CHARS;
    char *name = malloc(room);

    if (name == NULL)
        return false;
    snprintf(name, room, "%s" SUFFIX "-%" PRIu64, p->name, n);
    if (renameat(p->dir, p->made, p->dir, name) != 0) {
        int code = errno;

        free(name);
        errno = code;
        return false;
    }
    free(p->made);
    p->made = name;
    /* Durable before the pack of this number is committed. */
    return sync_folder(p->dir);
}

bool
temp_left(const char *path, temp_left_fn each, void *context)
{
    struct temp p = {.dir = -1, .fd = -1};
    bool goes_on =
        !open_place(&p, path) || walk_left(p.dir, p.name, each, context);

    temp_drop(&p);
    return goes_on;
}

static bool
sync_made(const struct temp *p)
{
    return p->is_folder ? sync_folder(p->fd) : fsync(p->fd) == 0;
}

/* It has its final name; syncs the folder, so that it is durable. */
static bool
placed(struct temp *p)
{
    bool is_synced = sync_folder(p->dir);

    if (p->is_folder && !is_synced) {
        strcpy(p->made, p->name); /* its present name, which is shorter */
        return false;
    }
    free(p->made);
    p->made = NULL;
    if (is_synced)
        temp_drop(p);
    return is_synced;
}

bool
temp_place(struct temp *p)
{
    return sync_made(p) && renameat(p->dir, p->made, p->dir, p->name) == 0 &&
           placed(p);
}

bool
temp_swap(struct temp *p)
{
    return sync_made(p) &&
           renameat2(p->dir, p->made, p->dir, p->name, RENAME_EXCHANGE) == 0 &&
           file_remove(p->dir, p->made) && placed(p);
}

bool
temp_place_new(struct temp *p)
{
    return sync_made(p) && linkat(p->dir, p->made, p->dir, p->name, 0) == 0 &&
           unlinkat(p->dir, p->made, 0) == 0 && placed(p);
}

bool
temp_remove(struct temp *p)
{
    if (p->made != NULL && !file_remove(p->dir, p->made))
        return false;
    free(p->made);
    p->made = NULL;
    temp_drop(p);
    return true;
}

void
temp_drop(struct temp *p)
{
    int code = errno;

    if (p->made != NULL)
        (void)file_remove(p->dir, p->made);
    if (p->name != NULL) { /* a zeroed one has no descriptors */
        file_close(p->fd);
        if (!p->is_guest)
            file_close(p->dir);
    }
    free(p->made);
    free(p->name);
    *p = (struct temp){.dir = -1, .fd = -1};
    errno = code;
}
