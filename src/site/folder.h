/* SPDX-License-Identifier: MIT */
/*
 * The folder of a site: one publisher at a time, and files that change
 * together. All files are first written under temporary names; when all of
 * them are on the disk, they are renamed.
 */
#ifndef LOYD_SITE_FOLDER_H
#define LOYD_SITE_FOLDER_H

#include "base/file.h"
#include "base/why.h"

/* The folders of a site: its root, "daily/", "archive/", "loyd/", and in this
 * one that of a release, "loyd/RELEASE/". */
enum {
    SITE_ROOT = 0,
    SITE_DAILY,
    SITE_ARCHIVE,
    SITE_SHARED,
    SITE_RELEASE,
    SITE_FOLDERS
};

/* The name of a release is the beginning of a hash, in hexadecimal. */
#define RELEASE_CHARS 16
#define SITE_RELEASE_PATH (sizeof("loyd/") + RELEASE_CHARS)

struct staged {
    struct temp file;
    int in;
    int rank;
};

struct site_folder {
    const char *dir; /* borrowed */
    loyd_why *why;   /* of the current call, borrowed */
    int fd[SITE_FOLDERS];            /* -1: not open */
    char release[SITE_RELEASE_PATH]; /* the path of SITE_RELEASE */
    int lock;
    bool is_made[SITE_FOLDERS]; /* created by us; removed if nothing is
                                   committed */
    bool is_new;                /* the folder was not a site */
    bool is_kept;               /* site_folder_commit was called */
    struct staged *staged;
    size_t n_staged;
    size_t staged_room;
};

/*
 * Opens the folder, creating it if it does not exist, and locks it. A folder
 * without a site's marker that contains unexpected files is refused; in a new
 * one the marker is created with the text `claim`. Leftover files of an
 * interrupted publication are removed. Call site_folder_close also after an
 * error.
 *
 * Errors: LOYD_E_FOREIGN, LOYD_E_BUSY (another process is publishing),
 * LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM.
 */
loyd_err site_folder_open(struct site_folder *folder, const char *dir,
                          const char *claim, loyd_why *why);

/*
 * Checks that there is room for that number of bytes, so that a full disk is
 * reported before a day is decided. Nothing stays reserved. Errors:
 * LOYD_E_FULL, LOYD_E_IO.
 */
loyd_err site_folder_has_room(struct site_folder *folder, uint64_t bytes);

/*
 * Writes and syncs a file under a temporary name, or does nothing if the file
 * exists with the same contents. On commit files are renamed in this order,
 * and are on the disk before those of another rank; a link in a file's place
 * is replaced; a folder in its place is an error. A path must be staged only
 * once.
 */
loyd_err site_folder_stage(struct site_folder *folder, int rank,
                           const char *path, const struct text *text);

/* Opens the folder of a release, creating it if it does not exist. */
loyd_err site_folder_open_release(struct site_folder *folder,
                                  const char *release);

/* Renames all staged files to their final names. */
loyd_err site_folder_commit(struct site_folder *folder);

/* Unlocks and frees. Staged files that were not committed are removed. All
 * zero is closed. */
void site_folder_close(struct site_folder *folder);

#endif
