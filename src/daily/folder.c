/* SPDX-License-Identifier: MIT */
/* Owns a site's files on the disk. What stands in them is not its matter. */
#include "daily/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/why.h"
#include "daily/listing.h"
#include "daily/part.h"

#define LOCK_NAME ".loyd-lock"

/* Makes a folder where it is not there, and opens it. */
static loyd_err
open_in(struct folder *folder, int in)
{
    int at = in == FOLDER_ROOT ? AT_FDCWD : folder->fd[FOLDER_ROOT];
    const char *path = in == FOLDER_ROOT ? folder->dir : folder_names[in];
    /* The site itself may be reached by a link, its parts may not. */
    int no_link = in == FOLDER_ROOT ? 0 : O_NOFOLLOW;

    if (mkdirat(at, path, 0777) == 0)
        folder->is_made[in] = true;
    else if (errno != EEXIST)
        return folder_failed(folder, in, "");
    folder->fd[in] =
        openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | no_link);
    return folder->fd[in] != -1 ? LOYD_OK : folder_failed(folder, in, "");
}

/*
 * The lock is on an empty file that stays. Whoever takes a new site away
 * again takes the file too: then the lock is on a file without a name, and
 * counts for nothing.
 */
static loyd_err
take_lock(struct folder *folder)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat held, named;
    char dir[WHY_QUOTE_BYTES];
    int root = folder->fd[FOLDER_ROOT];

    folder->lock = openat(root, LOCK_NAME,
                          O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (folder->lock == -1)
        return folder_failed(folder, FOLDER_ROOT, LOCK_NAME);
    if (fcntl(folder->lock, F_SETLK, &lock) != 0) {
        if (errno != EAGAIN && errno != EACCES)
            return folder_failed(folder, FOLDER_ROOT, LOCK_NAME);
    } else if (fstat(folder->lock, &held) != 0 ||
               fstatat(root, LOCK_NAME, &named, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT)
            return folder_failed(folder, FOLDER_ROOT, LOCK_NAME);
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
 * A new site's marker is there before anything else, so that what a kill
 * leaves is known as ours; on an old one it is tried whether one may write.
 */
static loyd_err
claim(struct folder *folder, const char *marker, const char *text)
{
    loyd_err err =
        folder_write_part(folder, FOLDER_ROOT, marker, text, strlen(text));
    char part[PART_BYTES];

    if (err != LOYD_OK)
        return err;
    if (folder->is_new)
        return folder_rename_part(folder, FOLDER_ROOT, marker);
    folder_part_name(marker, part);
    unlinkat(folder->fd[FOLDER_ROOT], part, 0);
    return LOYD_OK;
}

static bool
is_part(const char *name)
{
    size_t len = strlen(name);

    return len > 6 && name[0] == '.' && strcmp(name + len - 5, ".part") == 0;
}

/*
 * What hosts and people keep beside a site. These may be there before it, so
 * that a new site can go into a fresh repository; nothing of them is touched.
 */
static const char *const beside[] = {
    ".DS_Store",      ".git",         ".gitattributes", ".github",
    ".gitignore",     ".gitkeep",     ".gitlab-ci.yml", ".htaccess",
    ".nojekyll",      ".well-known",  "404.html",       "CNAME",
    "LICENSE",        "README",       "README.md",      "_headers",
    "_redirects",     "favicon.ico",  "humans.txt",     "robots.txt",
};

/* What stands in a folder and is neither that nor what a killed claim
 * leaves; NULL for nothing. */
static const char *
find_strange(const struct listing *listing, const char *marker)
{
    char part[PART_BYTES];

    folder_part_name(marker, part);
    for (size_t i = 0; i < listing->n; i++) {
        const char *name = listing->at[i].name;
        bool is_known =
            strcmp(name, LOCK_NAME) == 0 || strcmp(name, part) == 0;

        for (size_t k = 0; k < sizeof(beside) / sizeof(beside[0]); k++)
            is_known |= strcmp(name, beside[k]) == 0;
        if (!is_known)
            return name;
    }
    return NULL;
}

static loyd_err
list(struct folder *folder, int in, struct listing *listing)
{
    loyd_err err = listing_read(folder->fd[in], listing);

    return err == LOYD_E_IO ? folder_failed(folder, in, "") : err;
}

/* Lists a folder and removes what a killed publisher left in it. */
static loyd_err
tidy(struct folder *folder, int in, struct listing *listing)
{
    loyd_err err = list(folder, in, listing);

    for (size_t i = 0; err == LOYD_OK && i < listing->n; i++)
        if (is_part(listing->at[i].name) &&
            unlinkat(folder->fd[in], listing->at[i].name, 0) != 0)
            err = folder_failed(folder, in, listing->at[i].name);
    return err;
}

static loyd_err
open_root(struct folder *folder, const char *marker)
{
    struct listing listing = {0};
    char dir[WHY_QUOTE_BYTES], name[WHY_QUOTE_BYTES];
    const char *strange;
    loyd_err err;

    if ((err = open_in(folder, FOLDER_ROOT)) != LOYD_OK)
        return err;
    /* A stranger's folder gets not even a lock. */
    if ((err = list(folder, FOLDER_ROOT, &listing)) != LOYD_OK)
        return err;
    folder->is_new = listing_find(&listing, marker) == NULL;
    if (folder->is_new &&
        (strange = find_strange(&listing, marker)) != NULL)
        err = why_set(folder->why, LOYD_E_FOREIGN,
                      "%s: it holds '%s' and no site: expected a new folder",
                      why_quote(folder->dir, strlen(folder->dir), dir),
                      why_quote(strange, strlen(strange), name));
    listing_free(&listing);
    if (err != LOYD_OK || (err = take_lock(folder)) != LOYD_OK)
        return err;
    err = tidy(folder, FOLDER_ROOT, &listing);
    /* Somebody else may have begun it before the lock was ours. */
    folder->is_new = err == LOYD_OK && listing_find(&listing, marker) == NULL;
    listing_free(&listing);
    return err;
}

loyd_err
folder_open(struct folder *folder, const char *dir, const char *marker,
            const char *claim_text, loyd_why *why)
{
    struct listing listing = {0};
    loyd_err err;

    memset(folder, 0, sizeof(*folder));
    folder->dir = dir;
    folder->why = why;
    folder->lock = -1;
    for (int in = 0; in < FOLDER_COUNT; in++)
        folder->fd[in] = -1;
    if ((err = open_root(folder, marker)) != LOYD_OK ||
        (err = claim(folder, marker, claim_text)) != LOYD_OK)
        return err;
    for (int in = FOLDER_DAILY; in < FOLDER_COUNT; in++) {
        if ((err = open_in(folder, in)) != LOYD_OK)
            return err;
        err = tidy(folder, in, &listing);
        if (in == FOLDER_DAILY)
            folder->days = listing;
        else
            listing_free(&listing);
        if (err != LOYD_OK)
            return err;
        memset(&listing, 0, sizeof(listing));
    }
    return LOYD_OK;
}

bool
folder_has_day(const struct folder *folder, const char *name)
{
    const struct listed *listed = listing_find(&folder->days, name);

    return listed != NULL && listed->is_file;
}

/* A folder that we made, or found empty, is again as it was. */
static void
forget(struct folder *folder)
{
    int root = folder->fd[FOLDER_ROOT];

    for (int in = FOLDER_DAILY; in < FOLDER_COUNT; in++)
        if (folder->is_made[in])
            unlinkat(root, folder_names[in], AT_REMOVEDIR);
    if (folder->is_new && folder->lock != -1) {
        unlinkat(root, ".loyd-site", 0);
        unlinkat(root, LOCK_NAME, 0);
    }
    if (folder->is_made[FOLDER_ROOT])
        rmdir(folder->dir); /* fails where somebody else works in it */
}

void
folder_close(struct folder *folder)
{
    char part[PART_BYTES];

    for (size_t i = 0; i < folder->n_staged; i++) {
        if (i >= folder->n_done) {
            folder_part_name(folder->staged[i].name, part);
            unlinkat(folder->fd[folder->staged[i].folder], part, 0);
        }
        free(folder->staged[i].name);
    }
    free(folder->staged);
    listing_free(&folder->days);
    if (!folder->is_kept && folder->fd[FOLDER_ROOT] != -1)
        forget(folder);
    for (int in = 0; in < FOLDER_COUNT; in++)
        if (folder->fd[in] != -1)
            close(folder->fd[in]);
    if (folder->lock != -1)
        close(folder->lock);
    memset(folder, 0, sizeof(*folder));
}
