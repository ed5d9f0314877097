/* SPDX-License-Identifier: MIT */
/* Files that are read whole, and files that are whole or not there: written
   beside their places, synced, renamed. Every function that can fail returns
   false, or -1, and leaves errno. */
#ifndef LOYD_BASE_FILE_H
#define LOYD_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/text.h"

/*
 * Opens a plain file in the folder to read it. ELOOP: it is a link, ENOTSUP:
 * neither link nor file.
 */
int file_open_plain(int dir, const char *name);

/* Reads up to `size` bytes: less of them only at the end of the file. */
ssize_t file_fill(int fd, void *bytes, size_t size);

/* Puts all that is left of the file; EFBIG: more than `most` bytes. */
bool file_read_text(int fd, size_t most, struct text *text);

/*
 * Calls `each` with every name in an open folder but "." and "..", in any
 * order. False where the folder cannot be read, and as soon as `each` is:
 * errno is then its own.
 */
typedef bool (*file_name_fn)(void *context, const char *name);
bool file_names(int dir, file_name_fn each, void *context);

/* Writes all of it, however often write(2) stops short. */
bool file_write_all(int fd, const void *bytes, size_t len);

/*
 * A file or folder in the making. Until it is placed it stands beside its
 * place as NAME.part, or NAME.part-2 and on where others are making the same,
 * and its maker holds a lock (flock) on it. What a killed maker left has no
 * lock: beginning a part removes all such leavings of the same NAME.
 *
 * Where the file system has no locks, nothing is ever taken for a leaving.
 */
struct part {
    int dir;        /* the folder that holds it */
    int fd;         /* the file, to be read and written, or the folder */
    char *name;     /* its name in `dir` once it is placed */
    char *made;     /* its name until then */
    bool is_folder;
    bool is_guest;  /* of part_file_in: `dir` is the caller's */
};

/*
 * Begins the file or folder that is to stand at `path`, with `mode` less the
 * umask. Symbolic links at the temporary name are never followed. EINVAL
 * where the path is empty or ends in a slash.
 */
bool part_file(struct part *p, const char *path, mode_t mode);
bool part_folder(struct part *p, const char *path, mode_t mode);

/*
 * Begins a file in an open folder, which stays the caller's: for many files
 * of one folder, whose leavings the caller has removed, and where no other
 * maker is at work. It is hidden, .NAME.part: such folders are shown to
 * others as they stand.
 */
bool part_file_in(struct part *p, int dir, const char *name, mode_t mode);

/*
 * Syncs a file of an open folder and closes it, so that many can wait; its
 * lock is gone with that. part_rename then gives it its place: what it was
 * renamed to lasts when the caller has synced the folder. part_drop ends it.
 */
bool part_settle(struct part *p);
bool part_rename(struct part *p);

/* How long NAME is where `item` is called as a part of NAME is; 0: it is no
   part's name. */
size_t part_stem(const char *item);

/*
 * Syncs what was made and renames it to its place, in one step; then syncs
 * the folder that holds it. Replaces a file by a file, and an empty folder by
 * a folder. Ends the part on success; after a failure part_drop does.
 */
bool part_place(struct part *p);

/* The same for a file, but fails with EEXIST where anything has the name. */
bool part_place_new(struct part *p);

/*
 * Renames what is being made to NAME.part-N, by which another run knows it
 * after a kill; n from PART_NUMBER_MIN on, which no other part has.
 */
#define PART_NUMBER_MIN (UINT64_C(1) << 32)
bool part_number(struct part *p, uint64_t n);

/*
 * Calls `each` for what killed makers of `path` left under such a number.
 * False as soon as `each` is; errno is then its own.
 */
typedef bool (*part_left_fn)(void *context, uint64_t n);
bool part_left(const char *path, part_left_fn each, void *context);

/* Removes what was not placed (of a folder, also the files in it), and keeps
   errno. Copes with a part that was placed or could not be begun. */
void part_drop(struct part *p);

#endif
