/* SPDX-License-Identifier: MIT */
/* The file of a catalogue: checks before it is opened, opening, locking. */
#ifndef LOYD_STORE_FILE_H
#define LOYD_STORE_FILE_H

#include <sqlite3.h>

#include "store/watch.h"

struct file_state {
    bool is_there;
    bool is_empty;    /* 0 bytes */
    bool has_wal;     /* has a -wal file that is not empty */
    bool has_journal; /* has a -journal file */
};

/* Inspects the file and its journals without opening them. Errors: LOYD_E_IO
   (a folder, a device, ...). */
loyd_err file_look(const char *path, struct file_state *state, loyd_why *why);

/* Checks that a new file can be created in its folder. Errors: LOYD_E_IO,
   with the system's message, which SQLite does not keep. */
loyd_err file_can_be_made(const char *path, loyd_why *why);

/*
 * Checks that there is room for `bytes` beside the file of a connection, and
 * for `temporary` bytes where SQLite keeps temporary files. Errors:
 * LOYD_E_FULL, which says how much is needed and how much there is.
 */
loyd_err file_has_room(sqlite3 *db, int64_t bytes, int64_t temporary,
                       loyd_why *why);

/* Returns the size of a file with its -wal file; 0: there is none. */
int64_t file_bytes(const char *path);

/*
 * Locks the folder of a catalogue while the file is created, or removed after
 * a failed job; shared, while it is opened: a process that has opened a file
 * and not yet locked it would take the journals of the next file of that name
 * for its own, and delete them. Waits at most most_ms for other processes;
 * where there are no locks, or others keep theirs, the job runs without
 * one. The result is for file_unlock_folder.
 */
#define FOLDER_MS 1000 /* unless the file is being created */
int file_lock_folder(const char *path, bool is_shared, int most_ms,
                     const struct watch *w);
void file_unlock_folder(int fd);

/*
 * Returns a path as a URI, which the caller frees; NULL: out of memory. SQLite
 * may be built so that it takes every name for a URI, and ":memory:" is not a
 * file; in a URI every name is a file's. Without a path it is that of a
 * temporary file.
 */
#define FILE_IMMUTABLE "?immutable=1"
#define FILE_READ_ONLY "?mode=ro"
char *file_uri(const char *path, const char *how);

/*
 * Opens `path`, which may hold any characters; NULL is a temporary file.
 * `immutable` reads the file unchanged, without locks, journals or other
 * files. `w` is called until the database is closed. *db is written on errors
 * too; the caller closes it.
 */
loyd_err file_connect(const char *path, int flags, bool immutable,
                      const struct watch *w, sqlite3 **db, loyd_why *why);

/*
 * Returns the errno for which a file or its journals cannot be opened for
 * writing; 0: now they can. SQLite tries again in another mode and keeps
 * no errno of the first try. Opens no descriptor of the file: closing it would
 * release this process's locks.
 */
int file_why_not(const char *path);

/* Says which file beside a catalogue another user has left, so that it cannot
 * be opened, and what to do; "" if there is none. */
void file_left_beside(const char *path, loyd_why *why);

/*
 * Removes the file if it is empty. For a caller that has just created it
 * under file_lock_folder and could not open it.
 */
void file_remove_empty(const char *path);

/*
 * Refuses files of other programs and newer catalogues before SQLite opens
 * them normally and, for example, rolls back their journals.
 * Errors: LOYD_E_FOREIGN, LOYD_E_NEWER.
 */
loyd_err file_peek(const char *path, const struct file_state *state,
                   bool create, const struct watch *w, loyd_why *why);

/*
 * Read the file of a connection through SQLite's handle: its size, and n
 * bytes from `at` on. Errors: LOYD_E_IO, LOYD_E_CORRUPT (the file is
 * shorter).
 */
loyd_err file_size(sqlite3 *db, int64_t *bytes, loyd_why *why);
loyd_err file_read(sqlite3 *db, void *bytes, size_t n, int64_t at,
                   loyd_why *why);

#endif
