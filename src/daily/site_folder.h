/* SPDX-License-Identifier: MIT */
/*
 * The folder of a site: one publisher at a time, and files that change
 * together. Everything is written beside its place first; only when all of
 * it is on the disk do the new names take the old ones' places.
 */
#ifndef LOYD_DAILY_SITE_FOLDER_H
#define LOYD_DAILY_SITE_FOLDER_H

#include "base/file.h"
#include "base/why.h"

/* The folders of a site: itself, "daily/" and "archive/". */
enum { SITE_ROOT = 0, SITE_DAILY, SITE_ARCHIVE, SITE_FOLDERS };

/*
 * When a file takes its place. Of one rank the file staged last is first:
 * days are staged as they pass, so that a day's link to the next never leads
 * nowhere.
 */
enum rank { RANK_DAY = 0, RANK_INDEX, RANK_MARKER, RANK_COUNT };

struct staged {
    struct part file;
    int in;
    enum rank rank;
    size_t number;
};

struct site_folder {
    const char *dir; /* borrowed */
    loyd_why *why;   /* of the call under way, borrowed */
    int fd[SITE_FOLDERS];
    int lock;
    bool is_made[SITE_FOLDERS]; /* by us; goes again where nothing is kept */
    bool is_new;                /* no site was there */
    bool is_kept;
    struct staged *staged;
    size_t n_staged;
    size_t staged_room;
};

/*
 * Opens the folder, making it where it is not there, and locks it. One that
 * is neither empty nor has a site's marker is refused; in an empty one the
 * marker is made, with `claim` in it. What a killed publisher left is removed.
 * Call site_folder_close whatever comes out.
 *
 * Errors: LOYD_E_FOREIGN, LOYD_E_BUSY (another publisher), LOYD_E_IO,
 * LOYD_E_FULL, LOYD_E_NOMEM.
 */
loyd_err site_folder_open(struct site_folder *folder, const char *dir,
                          const char *claim, loyd_why *why);

/* The whole of a file of the root, of `most` bytes at the most. Errors:
 * LOYD_E_CORRUPT (no plain file, or a longer one), LOYD_E_IO, LOYD_E_NOMEM. */
loyd_err site_folder_read(struct site_folder *folder, const char *name,
                          size_t most, struct text *text);

/*
 * Is there room for so many bytes more? Only asked, nothing stays: so that a
 * full disk is told before a day is decided. Errors: LOYD_E_FULL, LOYD_E_IO.
 */
loyd_err site_folder_has_room(struct site_folder *folder, uint64_t bytes);

/* Is this a plain file in daily/? */
bool site_folder_has_day(const struct site_folder *folder, const char *name);

/*
 * Writes a file beside its place, and onto the disk; nothing where the very
 * same stands there. A link in its place will be replaced, a folder is an
 * error. A name is staged once.
 */
loyd_err site_folder_stage(struct site_folder *folder, enum rank rank, int in,
                           const char *name, const struct text *text);

/* Gives all staged files their places. */
loyd_err site_folder_commit(struct site_folder *folder);

/* Unlocks. What was staged and not committed goes away. */
void site_folder_close(struct site_folder *folder);

#endif
