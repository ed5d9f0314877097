/* SPDX-License-Identifier: MIT */
/* The catalogue's file before and while SQLite opens it. */
#ifndef LOYD_STORE_FILE_H
#define LOYD_STORE_FILE_H

#include <sqlite3.h>

#include "store/watch.h"

struct file_state {
    bool is_there;
    bool is_empty;    /* no byte in it */
    bool has_wal;     /* a -wal file that is not empty */
    bool has_journal; /* a -journal file */
};

/* Looks at the names only. Errors: LOYD_E_IO (a folder, a device, ...). */
loyd_err file_look(const char *path, struct file_state *state, loyd_why *why);

/* Is there a folder for a new file? Errors: LOYD_E_IO, with the system's
   words, which SQLite does not keep. */
loyd_err file_can_be_made(const char *path, loyd_why *why);

/*
 * Whoever makes a catalogue, or takes one away that was made in vain, holds
 * its folder meanwhile: a file that is removed under somebody's hands would
 * share the names of its journals with the next one. -1: without a lock.
 */
int file_lock_folder(const char *path);
void file_unlock_folder(int fd);

/*
 * Opens `path`, whatever characters are in it. With `immutable` the file is
 * read as it stands, without locks and without files beside it.
 * `w` is asked until it is closed. *db is written on errors too, to be closed.
 */
loyd_err file_connect(const char *path, int flags, bool immutable,
                      const struct watch *w, sqlite3 **db, loyd_why *why);

/*
 * Refuses what a first glance shows to be a stranger's or a newer one's,
 * before SQLite opens it in earnest and, say, rolls back its journal.
 * Errors: LOYD_E_FOREIGN, LOYD_E_NEWER.
 */
loyd_err file_peek(const char *path, const struct file_state *state,
                   bool create, const struct watch *w, loyd_why *why);

/*
 * The file of a connection, read as SQLite has it open: its size, and n bytes
 * from `at` on. Errors: LOYD_E_IO, LOYD_E_CORRUPT (it ends before).
 */
loyd_err file_size(sqlite3 *db, int64_t *bytes, loyd_why *why);
loyd_err file_read(sqlite3 *db, void *bytes, size_t n, int64_t at,
                   loyd_why *why);

#endif
