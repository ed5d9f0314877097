/* SPDX-License-Identifier: MIT */
/* The files of a site on the disk, regardless of their contents. */
#include "site/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/array.h"
#include "site/marker.h"

#define LOCK_NAME ".loyd-lock"

/* Returns the path of a folder from the root, "" for the root. */
static const char *
path_of(const struct site_folder *folder, int in)
{
    static const char *const paths[SITE_RELEASE] = {
        [SITE_ROOT] = "",
        [SITE_DAILY] = "daily",
        [SITE_ARCHIVE] = "archive",
        [SITE_SHARED] = "loyd",
    };

    return in == SITE_RELEASE ? folder->release : paths[in];
}

/* Returns the descriptor of the folder that a folder is in, and its name
 * there. */
static int
parent_of(const struct site_folder *folder, int in, const char **name)
{
    const char *path = path_of(folder, in), *slash = strrchr(path, '/');

    *name = slash != NULL ? slash + 1 : path;
    return folder->fd[in == SITE_RELEASE ? SITE_SHARED : SITE_ROOT];
}

/* Reports errno for a file of the site. */
static loyd_err
failed(const struct site_folder *folder, int in, const char *name)
{
    char dir[WHY_QUOTE_BYTES];

    why_quote(folder->dir, strlen(folder->dir), dir);
    return why_errno(folder->why, "%s%s%s%s%s", dir,
                     in != SITE_ROOT ? "/" : "", path_of(folder, in),
                     name[0] != '\0' ? "/" : "", name);
}

/* --- files before they are renamed --- */

/* Writes and syncs a file under a temporary name. */
static loyd_err
make_file(struct site_folder *folder, int in, const char *name,
          const char *bytes, size_t len, struct temp *file)
{
    loyd_err err;

    if (temp_file_in(file, folder->fd[in], name, 0666) &&
        file_write_all(file->fd, bytes, len) && temp_settle(file))
        return LOYD_OK;
    err = failed(folder, in, name);
    temp_drop(file);
    return err;
}

loyd_err
site_folder_has_room(struct site_folder *folder, uint64_t bytes)
{
    struct statvfs disk;

    /* Some file systems do not know their size: writing will fail then. */
    if (fstatvfs(folder->fd[SITE_ROOT], &disk) != 0 || disk.f_blocks == 0 ||
        bytes < (uint64_t)disk.f_bavail * disk.f_frsize)
        return LOYD_OK;
    errno = ENOSPC;
    return failed(folder, SITE_ROOT, "");
}

/* Returns whether an interrupted publication left this file. */
static bool
is_left(const char *item)
{
    return item[0] == '.' && strstr(item, ".part-") != NULL &&
           temp_stem(item) > 0;
}

/* A file_name_fn; the context is the folder's descriptor. */
static bool
remove_left(void *context, const char *item)
{
    return !is_left(item) || unlinkat(*(int *)context, item, 0) == 0;
}

static loyd_err
tidy(struct site_folder *folder, int in)
{
    return file_names(folder->fd[in], remove_left, &folder->fd[in])
               ? LOYD_OK
               : failed(folder, in, "");
}

/* --- opening --- */

/* Opens a folder, creating it if it does not exist. */
static loyd_err
open_in(struct site_folder *folder, int in)
{
    const char *path;
    int at = parent_of(folder, in, &path);
    /* The site's folder may be a symbolic link; the folders in it may not. */
    int no_link = in == SITE_ROOT ? 0 : O_NOFOLLOW;

    if (in == SITE_ROOT) {
        at = AT_FDCWD;
        path = folder->dir;
    }
    if (mkdirat(at, path, 0777) == 0)
        folder->is_made[in] = true;
    else if (errno != EEXIST)
        return failed(folder, in, "");
    folder->fd[in] =
        openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | no_link);
    return folder->fd[in] != -1 ? LOYD_OK : failed(folder, in, "");
}

/*
 * Locks an empty file, which stays. A process that removes a new site again
 * removes this file too: a lock on a file without a name is worthless, so the
 * name must still lead to the locked file.
 */
static loyd_err
take_lock(struct site_folder *folder)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat held, named;
    char dir[WHY_QUOTE_BYTES];
    int root = folder->fd[SITE_ROOT];

    folder->lock = openat(root, LOCK_NAME,
                          O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (folder->lock == -1)
        return failed(folder, SITE_ROOT, LOCK_NAME);
    if (fcntl(folder->lock, F_SETLK, &lock) != 0) {
        if (errno != EAGAIN && errno != EACCES)
            return failed(folder, SITE_ROOT, LOCK_NAME);
    } else if (fstat(folder->lock, &held) != 0 ||
               fstatat(root, LOCK_NAME, &named, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT)
            return failed(folder, SITE_ROOT, LOCK_NAME);
    } else if (held.st_ino == named.st_ino && held.st_dev == named.st_dev) {
        return LOYD_OK;
    }
    close(folder->lock);
    folder->lock = -1;
    return why_set(folder->why, LOYD_E_BUSY,
                   "%s: another loyd is publishing into this folder",
                   why_quote(folder->dir, strlen(folder->dir), dir));
}

/*
 * Creates the marker of a new site before anything else, so that leftovers of
 * an interrupted process are recognised. In an old site, only checks that
 * files can be written.
 */
static loyd_err
claim(struct site_folder *folder, const char *text)
{
    struct temp file;
    loyd_err err = make_file(folder, SITE_ROOT, MARKER_NAME, text,
                             strlen(text), &file);

    if (err != LOYD_OK)
        return err;
    if (folder->is_new ? !temp_rename(&file) : !temp_remove(&file))
        err = failed(folder, SITE_ROOT, MARKER_NAME);
    temp_drop(&file);
    return err;
}

/*
 * Files that hosts and people keep next to a site. A folder for a new site may
 * contain them, for example a new repository. They are never changed.
 */
static const char *const beside[] = {
    ".DS_Store",      ".git",         ".gitattributes", ".github",
    ".gitignore",     ".gitkeep",     ".gitlab-ci.yml", ".htaccess",
    ".nojekyll",      ".well-known",  "404.html",       "CNAME",
    "LICENSE",        "README",       "README.md",      "_headers",
    "_redirects",     "favicon.ico",  "humans.txt",     "robots.txt",
};

/* A file_name_fn. Finds the first file, in byte order, that is neither in this
 * list nor left by an interrupted claim. */
static bool
find_strange(void *context, const char *item)
{
    char *first = context;
    size_t stem = temp_stem(item);

    if (strcmp(item, LOCK_NAME) == 0 ||
        (stem == strlen("." MARKER_NAME) &&
         memcmp(item, "." MARKER_NAME, stem) == 0))
        return true;
    for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++)
        if (strcmp(item, beside[i]) == 0)
            return true;
    if (first[0] == '\0' || strcmp(item, first) < 0)
        snprintf(first, NAME_MAX + 1, "%s", item);
    return true;
}

/* Refuses a folder with other files, before even the lock is created. */
static loyd_err
check_strange(struct site_folder *folder)
{
    char first[NAME_MAX + 1] = "";
    char dir[WHY_QUOTE_BYTES], name[WHY_QUOTE_BYTES];

    if (!file_names(folder->fd[SITE_ROOT], find_strange, first))
        return failed(folder, SITE_ROOT, "");
    if (first[0] == '\0')
        return LOYD_OK;
    return why_set(folder->why, LOYD_E_FOREIGN,
                   "%s: not a site, but contains '%s': expected a new folder",
                   why_quote(folder->dir, strlen(folder->dir), dir),
                   why_quote(first, strlen(first), name));
}

static bool
is_there(const struct site_folder *folder, int in, const char *name,
         mode_t *kind)
{
    struct stat status;

    if (fstatat(folder->fd[in], name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    *kind = status.st_mode & S_IFMT;
    return true;
}

static loyd_err
find_marker(struct site_folder *folder)
{
    mode_t kind;
    bool is_found = is_there(folder, SITE_ROOT, MARKER_NAME, &kind);

    if (!is_found && errno != ENOENT)
        return failed(folder, SITE_ROOT, MARKER_NAME);
    folder->is_new = !is_found;
    return LOYD_OK;
}

static loyd_err
open_root(struct site_folder *folder)
{
    loyd_err err;

    if ((err = open_in(folder, SITE_ROOT)) != LOYD_OK ||
        (err = find_marker(folder)) != LOYD_OK ||
        (folder->is_new && (err = check_strange(folder)) != LOYD_OK) ||
        (err = take_lock(folder)) != LOYD_OK ||
        (err = tidy(folder, SITE_ROOT)) != LOYD_OK)
        return err;
    /* Another process may have created it before we had the lock. */
    return find_marker(folder);
}

static loyd_err
open_below(struct site_folder *folder, int in)
{
    loyd_err err = open_in(folder, in);

    return err == LOYD_OK ? tidy(folder, in) : err;
}

loyd_err
site_folder_open(struct site_folder *folder, const char *dir,
                 const char *claim_text, loyd_why *why)
{
    loyd_err err;

    memset(folder, 0, sizeof(*folder));
    folder->dir = dir;
    folder->why = why;
    folder->lock = -1;
    for (int in = 0; in < SITE_FOLDERS; in++)
        folder->fd[in] = -1;
    if ((err = open_root(folder)) != LOYD_OK)
        return err;
    err = claim(folder, claim_text);
    for (int in = SITE_DAILY; err == LOYD_OK && in <= SITE_SHARED; in++)
        err = open_below(folder, in);
    return err;
}

loyd_err
site_folder_open_release(struct site_folder *folder, const char *release)
{
    snprintf(folder->release, sizeof(folder->release), "loyd/%s", release);
    return open_below(folder, SITE_RELEASE);
}

/* --- files --- */

static bool
has_same(const struct site_folder *folder, int in, const char *name,
         const struct text *text)
{
    struct text old = {0};
    bool is_same = file_read_plain(folder->fd[in], name, text->len, &old) &&
                   old.len == text->len &&
                   (old.len == 0 || memcmp(old.at, text->at, old.len) == 0);

    text_free(&old);
    return is_same;
}

/* Returns the folder that a path is in, and its name there. */
static int
folder_of(const struct site_folder *folder, const char *path,
          const char **name)
{
    const char *slash = strrchr(path, '/');
    size_t len = slash != NULL ? (size_t)(slash - path) : 0;
    int in = SITE_ROOT;

    *name = slash != NULL ? slash + 1 : path;
    while (in < SITE_RELEASE &&
           (strncmp(path_of(folder, in), path, len) != 0 ||
            path_of(folder, in)[len] != '\0'))
        in++;
    return in;
}

loyd_err
site_folder_stage(struct site_folder *folder, int rank, const char *path,
                  const struct text *text)
{
    struct staged *file;
    const char *name;
    int in = folder_of(folder, path, &name);
    mode_t kind;
    loyd_err err;

    if (text->is_lost || text->at == NULL)
        return LOYD_E_NOMEM;
    if (has_same(folder, in, name, text))
        return LOYD_OK;
    if (is_there(folder, in, name, &kind) && kind == S_IFDIR) {
        errno = EISDIR;
        return failed(folder, in, name);
    }
    if (!ARRAY_ROOM(folder->staged, folder->staged_room,
                    folder->n_staged + 1))
        return LOYD_E_NOMEM;
    file = &folder->staged[folder->n_staged];
    *file = (struct staged){.in = in, .rank = rank};
    err = make_file(folder, in, name, text->at, text->len, &file->file);
    if (err == LOYD_OK)
        folder->n_staged++;
    return err;
}

/* Makes renamed files durable. Some file systems cannot sync folders and
 * return EINVAL. */
static loyd_err
sync_folders(struct site_folder *folder)
{
    for (int in = SITE_FOLDERS - 1; in >= SITE_ROOT; in--)
        if (folder->fd[in] != -1 && fsync(folder->fd[in]) != 0 &&
            errno != EINVAL)
            return failed(folder, in, "");
    return LOYD_OK;
}

loyd_err
site_folder_commit(struct site_folder *folder)
{
    loyd_err err;

    folder->is_kept = true;
    if (folder->n_staged == 0)
        return LOYD_OK;
    for (size_t i = 0; i < folder->n_staged; i++) {
        struct staged *file = &folder->staged[i];

        /* Targets of links reach the disk before the links. */
        if (i > 0 && file[-1].rank != file->rank &&
            (err = sync_folders(folder)) != LOYD_OK)
            return err;
        if (!temp_rename(&file->file))
            return failed(folder, file->in, file->file.name);
    }
    return sync_folders(folder);
}

/* Restores a folder that we created or that was not a site. */
static void
forget(struct site_folder *folder)
{
    int root = folder->fd[SITE_ROOT];

    for (int in = SITE_FOLDERS - 1; in > SITE_ROOT; in--)
        if (folder->is_made[in]) {
            const char *name;
            int at = parent_of(folder, in, &name);

            unlinkat(at, name, AT_REMOVEDIR);
        }
    if (folder->is_new && folder->lock != -1) {
        unlinkat(root, MARKER_NAME, 0);
        unlinkat(root, LOCK_NAME, 0);
    }
    if (folder->is_made[SITE_ROOT])
        rmdir(folder->dir); /* fails if another process has created files */
}

void
site_folder_close(struct site_folder *folder)
{
    if (folder->dir == NULL)
        return;
    for (size_t i = 0; i < folder->n_staged; i++)
        temp_drop(&folder->staged[i].file);
    free(folder->staged);
    if (!folder->is_kept && folder->fd[SITE_ROOT] != -1)
        forget(folder);
    for (int in = 0; in < SITE_FOLDERS; in++)
        if (folder->fd[in] != -1)
            close(folder->fd[in]);
    if (folder->lock != -1)
        close(folder->lock);
    memset(folder, 0, sizeof(*folder));
}
