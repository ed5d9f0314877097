/* SPDX-License-Identifier: MIT */
/*
 * The folder of a site: one publisher at a time, and files that change
 * together. Everything is written beside its place first; only when all of
 * it is on the disk do the new names take the old ones' places.
 */
#ifndef LOYD_DAILY_FOLDER_H
#define LOYD_DAILY_FOLDER_H

#include "base/text.h"
#include "daily/listing.h"

/* The folders of a site: itself, "daily/" and "archive/". */
enum { FOLDER_ROOT = 0, FOLDER_DAILY, FOLDER_ARCHIVE, FOLDER_COUNT };

/*
 * When a file takes its place. Of one rank the file staged last is first:
 * days are staged as they pass, so that a day's link to the next never leads
 * nowhere.
 */
enum rank { RANK_DAY = 0, RANK_INDEX, RANK_MARKER, RANK_COUNT };

struct staged {
    char *name; /* in its folder */
    int folder;
    enum rank rank;
    size_t number;
};

struct folder {
    const char *dir; /* borrowed */
    loyd_why *why;   /* of the call under way, borrowed */
    int fd[FOLDER_COUNT];
    int lock;
    bool is_made[FOLDER_COUNT]; /* by us; goes again where nothing is kept */
    bool is_new;                /* no site was there */
    bool is_kept;
    struct listing days; /* daily/ */
    struct staged *staged;
    size_t n_staged;
    size_t staged_room;
    size_t n_done;
};

/*
 * Opens the folder, making it where it is not there, and locks it. One that
 * is neither empty nor has the file `marker` is refused; in an empty one the
 * file is made, with `claim` in it. What a killed publisher left is removed.
 * Call folder_close whatever comes out.
 *
 * Errors: LOYD_E_FOREIGN, LOYD_E_BUSY (another publisher), LOYD_E_IO,
 * LOYD_E_FULL, LOYD_E_NOMEM.
 */
loyd_err folder_open(struct folder *folder, const char *dir,
                     const char *marker, const char *claim, loyd_why *why);

/* The whole of a file of the root, of `most` bytes at the most. */
loyd_err folder_read(struct folder *folder, const char *name, size_t most,
                     struct text *text);

/*
 * Is there room for so many bytes more? Only asked, nothing stays: so that a
 * full disk is told before a day is decided. Errors: LOYD_E_FULL, LOYD_E_IO.
 */
loyd_err folder_has_room(struct folder *folder, uint64_t bytes);

/* Was this a plain file in daily/ when the folder was opened? */
bool folder_has_day(const struct folder *folder, const char *name);

/*
 * Writes a file beside its place, and onto the disk; nothing where the very
 * same stands there. A link in its place will be replaced, a folder is an
 * error. A name is staged once.
 */
loyd_err folder_stage(struct folder *folder, enum rank rank, int in,
                      const char *name, const struct text *text);

/* Gives all staged files their places. */
loyd_err folder_commit(struct folder *folder);

/* Unlocks. What was staged and not committed goes away. */
void folder_close(struct folder *folder);

#endif
