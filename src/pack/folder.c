/* SPDX-License-Identifier: MIT */
/* The folder of a pack, which has a temporary name until it is complete. */
#define _XOPEN_SOURCE 700 /* realpath */
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

/* A file_name_fn: stops at the first name. */
static bool
is_filled(void *context, const char *name)
{
    (void)name;
    *(bool *)context = true;
    return false;
}

/* Returns whether the open folder is the volume, in any revision. */
static bool
is_volume(int dir, const struct volume *of)
{
    struct manifest m = {.selection = NULL};
    struct text text = {.at = NULL};
    bool is_same = manifest_load(dir, &text, NULL) == LOYD_OK &&
                   manifest_parse(&text, &m, NULL) == LOYD_OK &&
                   of->pack[0] != '\0' && strcmp(m.pack, of->pack) == 0 &&
                   m.volume == of->volume;

    manifest_free(&m);
    text_free(&text);
    return is_same;
}

/* Returns LOYD_E_IO if the folder that will become the pack has files that
 * are not those of the volume; NULL: of no volume. */
static loyd_err
check_empty(struct pack_folder *f, const struct volume *of, loyd_why *why)
{
    int fd = open(f->wanted, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char shown[WHY_QUOTE_BYTES];
    bool has_files = false, is_read;

    if (fd == -1)
        return pack_failed(f->wanted, "", "cannot open", why);
    is_read = file_names(fd, is_filled, &has_files);
    f->is_full = has_files && of != NULL && is_volume(fd, of);
    close(fd);
    if (has_files && of != NULL && !f->is_full)
        return why_set(
            why, LOYD_E_IO,
            of->pack[0] == '\0'
                ? "%s: folder is not empty"
                : "%s: folder is not empty, and not volume %u of %s",
            why_quote(f->wanted, strlen(f->wanted), shown),
            (unsigned)of->volume, of->pack);
    return is_read || has_files
               ? LOYD_OK
               : pack_failed(f->wanted, "", "cannot read", why);
}

/* Finds the path to rename to, without links and trailing slashes, which
 * rename(2) would not follow or accept. */
static loyd_err
find_place(struct pack_folder *f, const struct volume *of, loyd_why *why)
{
    struct stat status;
    size_t len;

    if (stat(f->wanted, &status) == 0) {
        loyd_err err = check_empty(f, of, why);
        if (err != LOYD_OK)
            return err;
        f->place = realpath(f->wanted, NULL);
        return f->place != NULL
                   ? LOYD_OK
                   : pack_failed(f->wanted, "", "cannot open", why);
    }
    if (errno != ENOENT)
        return pack_failed(f->wanted, "", "cannot open", why);
    if ((f->place = strdup(f->wanted)) == NULL)
        return LOYD_E_NOMEM;
    for (len = strlen(f->place); len > 1 && f->place[len - 1] == '/'; len--)
        f->place[len - 1] = '\0';
    return LOYD_OK;
}

loyd_err
pack_folder_new(struct pack_folder *f, const struct pack *p, loyd_why *why)
{
    loyd_err err;

    f->wanted = p->options->dir;
    if ((err = find_place(f, &p->volume, why)) != LOYD_OK)
        return err;
    if ((f->made = calloc(1, sizeof(*f->made))) == NULL)
        return LOYD_E_NOMEM;
    if (!temp_folder(f->made, f->place, 0777))
        return errno == ENOMEM
                   ? LOYD_E_NOMEM
                   : pack_failed(f->wanted, "", "cannot create", why);
    f->dir = f->made->fd;
    return LOYD_OK;
}

struct pack_file *
pack_folder_file(struct pack_folder *f, const char *name, const char *format)
{
    struct pack_file *file = &f->files[f->n_files++];

    *file = (struct pack_file){.name = name, .format = format};
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
                struct pack_sum *sum, loyd_why *why)
{
    int fd = openat(f->dir, name, O_RDONLY | O_CLOEXEC);
    loyd_err err = LOYD_OK;

    if (fd == -1)
        return pack_failed(f->wanted, name, "cannot open", why);
    if (!pack_hash_file(fd, UINT64_MAX, NULL, &sum->bytes, sum->sha))
        err = pack_failed(f->wanted, name, "cannot read", why);
    close(fd);
    return err;
}

loyd_err
pack_folder_publish(struct pack_folder *f, loyd_why *why)
{
    char shown[WHY_QUOTE_BYTES];

    /* Atomic, and replaces an empty folder but not one with files. */
    if (f->is_full ? temp_swap(f->made) : temp_place(f->made))
        return LOYD_OK;
    if (errno != ENOTEMPTY && errno != EEXIST)
        return pack_failed(f->wanted, "", "cannot create", why);
    return why_set(why, LOYD_E_IO,
                   "%s: another process has written to the folder",
                   why_quote(f->wanted, strlen(f->wanted), shown));
}

loyd_err
pack_folder_number(struct pack_folder *f, int64_t pk, loyd_why *why)
{
    return temp_number(f->made, (uint64_t)pk)
               ? LOYD_OK
               : pack_failed(f->wanted, "", "cannot rename", why);
}

/* Context of `forget`. */
struct forgetting {
    loyd_store *store;
    loyd_why *why;
    loyd_err err;
};

/* A temp_left_fn: removes the volume of a leftover folder. */
static bool
forget(void *context, uint64_t n)
{
    struct forgetting *f = context;

    if (n <= INT64_MAX)
        f->err = volume_forget(f->store, (int64_t)n, f->why);
    return f->err == LOYD_OK;
}

loyd_err
pack_folder_forget(const char *dir, loyd_store *store, loyd_why *why)
{
    struct forgetting context = {store, why, LOYD_OK};
    struct pack_folder f = {.wanted = dir};
    loyd_err err = find_place(&f, NULL, why);

    if (err == LOYD_OK) {
        temp_left(f.place, forget, &context);
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
        temp_drop(f->made);
    free(f->made);
    free(f->place);
    *f = (struct pack_folder){.dir = -1};
}
