/* SPDX-License-Identifier: MIT */
/*
 * Reading whole files, and creating files and folders atomically: they are
 * written under a temporary name in the same folder, synced and renamed.
 * Every function that can fail returns false or -1 and sets errno.
 */
#ifndef LOYD_BASE_FILE_H
#define LOYD_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/text.h"

/* --- file.c --- */

/* Closes it unless it is -1; errno stays. */
void file_close(int fd);

/* Opens a folder in the folder for reading; no symbolic link is followed. */
int file_open_folder(int dir, const char *name);

/* Removes a file, or a folder with all that is in it. */
bool file_remove(int dir, const char *name);

/*
 * Opens a regular file in the folder for reading. Errors: ELOOP if it is a
 * symbolic link, ENOTSUP if it is neither a link nor a regular file.
 */
int file_open_plain(int dir, const char *name);

/*
 * Appends such a file to `text`. Errors: those of file_open_plain, EFBIG as in
 * file_read_text.
 */
bool file_read_plain(int dir, const char *name, size_t most,
                     struct text *text);

/* Reads `size` bytes, or fewer at the end of the file; returns the number. */
ssize_t file_fill(int fd, void *bytes, size_t size);

/*
 * Appends the rest of the file to `text`. Errors: EFBIG if it is more than
 * `most` bytes.
 */
bool file_read_text(int fd, size_t most, struct text *text);

/*
 * Calls `each` with every name in an open folder except "." and "..", in any
 * order, until it returns false. Returns false if the folder cannot be read
 * or `each` returned false, with the errno that `each` set.
 */
typedef bool (*file_name_fn)(void *context, const char *name);
bool file_names(int dir, file_name_fn each, void *context);

/* The same with the names of regular files only. */
bool file_plain_names(int dir, file_name_fn each, void *context);

/* Writes all bytes, repeating short writes. */
bool file_write_all(int fd, const void *bytes, size_t len);

/* --- temp.c --- */

/*
 * A temporary file or folder. Until it is placed it is called
 * NAME.part-HOST-PID-RANDOM, in the same folder, so that no other process
 * writes to it or renames it, on no host that shares the folder. The process
 * that writes it holds a lock (flock) on it. What a killed process left is not
 * locked, and is removed when another temporary file of the same NAME and host
 * is begun. Files of other hosts stay: their locks may be invisible here.
 *
 * On file systems without locks nothing counts as left.
 */
struct temp {
    int dir;        /* the folder that contains it */
    int fd;         /* the file, open for reading and writing, or the folder */
    char *name;     /* its final name in `dir` */
    char *made;     /* its temporary name; NULL: not to be removed */
    bool is_folder;
    bool is_guest; /* by temp_file_in: the caller closes `dir` */
};

/*
 * Begins a file or folder that will be placed at `path`, with `mode` minus
 * the umask. A symbolic link at the temporary name is never followed. Slashes
 * at the end of a folder's path are ignored. Errors: EINVAL if the path is
 * empty, or that of a file ends in a slash.
 */
bool temp_file(struct temp *p, const char *path, mode_t mode);
bool temp_folder(struct temp *p, const char *path, mode_t mode);

/*
 * Begins a file in an open folder, which the caller closes: for many files of
 * one folder in which the caller has removed what killed processes left. The
 * temporary name is hidden, .NAME.part-HOST-PID-RANDOM, because such folders
 * may be served while they are written.
 */
bool temp_file_in(struct temp *p, int dir, const char *name, mode_t mode);

/*
 * temp_settle syncs and closes a file of an open folder, so that many can be
 * kept without descriptors; this releases its lock. temp_rename then
 * gives it its final name, which is durable once the caller has synced the
 * folder. temp_drop ends it.
 */
bool temp_settle(struct temp *p);
bool temp_rename(struct temp *p);

/* Returns the length of NAME if `item` is a temporary name of NAME, or 0.
   Those of earlier releases are NAME.part and NAME.part-N. */
size_t temp_stem(const char *item);

/*
 * Syncs the file or folder, renames it atomically to its final name, and syncs
 * the folder that contains it. A file replaces a file; a folder replaces an
 * empty folder. Ends it on success; after a failure the caller calls
 * temp_drop. If only the last sync fails, a file keeps its final name, and
 * temp_drop removes a folder.
 */
bool temp_place(struct temp *p);

/* Like temp_place, for a folder that takes the place of one with files, which
 * is removed. */
bool temp_swap(struct temp *p);

/* Like temp_place, for a file; fails with EEXIST if the name exists. */
bool temp_place_new(struct temp *p);

/*
 * Renames it to NAME.part-N, so that a later run can identify it if
 * this process is killed. n is at least TEMP_NUMBER_MIN; unlike any of an
 * earlier release.
 */
#define TEMP_NUMBER_MIN (UINT64_C(1) << 32)
bool temp_number(struct temp *p, uint64_t n);

/*
 * Calls `each` with the number of every such name of `path` that a killed
 * process left, until it returns false. Returns false if `each` returned
 * false, with the errno that `each` set.
 */
typedef bool (*temp_left_fn)(void *context, uint64_t n);
bool temp_left(const char *path, temp_left_fn each, void *context);

/*
 * Ends it and removes it if it was not placed, a folder with all that is in
 * it. Keeps errno. Accepts one that was placed or could not be begun.
 */
void temp_drop(struct temp *p);

/*
 * Removes and ends one that was only a trial; after a failure the caller
 * calls temp_drop, which tries again.
 */
bool temp_remove(struct temp *p);

#endif
