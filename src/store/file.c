/* SPDX-License-Identifier: MIT */
/* The file of a catalogue: before SQLite opens it, while it is open, and its
 * removal if it was created and stayed empty. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "store/file.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/file.h"
#include "base/why.h"
#include "store/migrate.h"
#include "store/query.h"

/* Reads the size of the file path + suffix; -1: no such file. */
static loyd_err
size_of(const char *path, const char *suffix, int64_t *size, loyd_why *why)
{
    struct stat status;
    size_t len = strlen(path);
    char *name = malloc(len + strlen(suffix) + 1);
    loyd_err err = LOYD_OK;

    if (name == NULL)
        return LOYD_E_NOMEM;
    memcpy(name, path, len);
    strcpy(name + len, suffix);
    if (stat(name, &status) == 0) {
        *size = status.st_size;
        if (S_ISDIR(status.st_mode))
            err = why_set(why, LOYD_E_IO, "is a folder");
        else if (!S_ISREG(status.st_mode))
            err = why_set(why, LOYD_E_IO, "not a regular file");
    } else if (errno == ENOENT) {
        *size = -1;
    } else {
        err = why_errno(why, "cannot open");
    }
    free(name);
    return err;
}

loyd_err
file_look(const char *path, struct file_state *state, loyd_why *why)
{
    int64_t size, wal, journal;
    loyd_err err = size_of(path, "", &size, why);

    if (err == LOYD_OK)
        err = size_of(path, "-wal", &wal, why);
    if (err == LOYD_OK)
        err = size_of(path, "-journal", &journal, why);
    if (err != LOYD_OK)
        return err;
    *state = (struct file_state){size >= 0, size == 0, wal > 0, journal >= 0};
    return LOYD_OK;
}

/* The caller frees the result; NULL: out of memory. */
static char *
folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t len = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char *folder = malloc(len + 2);

    if (folder == NULL)
        return NULL;
    memcpy(folder, path, len);
    strcpy(folder + len, ".");
    return folder;
}

loyd_err
file_can_be_made(const char *path, loyd_why *why)
{
    char *folder = folder_of(path);
    loyd_err err = LOYD_OK;

    if (folder == NULL)
        return LOYD_E_NOMEM;
    if (access(folder, W_OK | X_OK) != 0)
        err = why_errno(why, "cannot create");
    free(folder);
    return err;
}

#define MB 1000000 /* as messages have them */

/* Checks the room in the folder of a file. What cannot be asked is not
 * refused. */
static loyd_err
has_room(const char *path, int64_t bytes, const char *what, loyd_why *why)
{
    char *folder = folder_of(path);
    struct statvfs disk;
    int64_t there = INT64_MAX;

    if (folder != NULL && statvfs(folder, &disk) == 0 &&
        disk.f_bavail < (uint64_t)INT64_MAX / disk.f_frsize)
        there = (int64_t)(disk.f_bavail * disk.f_frsize);
    free(folder);
    return bytes <= there
               ? LOYD_OK
               : why_set(why, LOYD_E_FULL,
                         "not enough room%s: %.1f MB are needed, and %.1f MB "
                         "are free",
                         what, (double)bytes / MB, (double)there / MB);
}

static bool
is_same_disk(const char *path, const char *other)
{
    char *folder = folder_of(path), *second = folder_of(other);
    struct stat one, two;
    bool is_same = folder != NULL && second != NULL &&
                   stat(folder, &one) == 0 && stat(second, &two) == 0 &&
                   one.st_dev == two.st_dev;

    free(folder);
    free(second);
    return is_same;
}

loyd_err
file_has_room(sqlite3 *db, int64_t bytes, int64_t temporary, loyd_why *why)
{
    const char *path = sqlite3_db_filename(db, "main");
    char *name = NULL; /* of a temporary file */
    loyd_err err = LOYD_OK;

    if (path == NULL || path[0] == '\0')
        return LOYD_OK;
    (void)sqlite3_file_control(db, "main", SQLITE_FCNTL_TEMPFILENAME, &name);
    if (name != NULL && temporary > 0) {
        if (is_same_disk(path, name))
            bytes += temporary;
        else
            err = has_room(name, temporary,
                           " for temporary files, whose folder SQLITE_TMPDIR "
                           "sets",
                           why);
    }
    sqlite3_free(name);
    return err == LOYD_OK ? has_room(path, bytes, "", why) : err;
}

int64_t
file_bytes(const char *path)
{
    int64_t size, wal;
    loyd_why none;

    if (size_of(path, "", &size, &none) != LOYD_OK || size < 0)
        return 0;
    return size_of(path, "-wal", &wal, &none) == LOYD_OK && wal > 0
               ? size + wal
               : size;
}

int
file_lock_folder(const char *path, bool is_shared, int most_ms,
                 const struct watch *w)
{
    char *folder = folder_of(path);
    int how = (is_shared ? LOCK_SH : LOCK_EX) | LOCK_NB;
    int fd =
        folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    int n = 0;

    free(folder);
    while (fd != -1 && flock(fd, how) != 0 && errno == EWOULDBLOCK &&
           watch_wait(w, n, most_ms))
        n++;
    return fd;
}

void
file_unlock_folder(int fd)
{
    if (fd != -1)
        close(fd);
}

char *
file_uri(const char *path, const char *how)
{
    static const char hex[] = "0123456789ABCDEF";
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-";
    const char *prefix = path == NULL     ? "file:"
                         : path[0] == '/' ? "file://"
                                          : "file:./";
    const char *at = path != NULL ? path : "";
    char *uri = malloc(strlen(prefix) + 3 * strlen(at) + strlen(how) + 1);
    char *end;

    if (uri == NULL)
        return NULL;
    strcpy(uri, prefix);
    end = uri + strlen(uri);
    for (; *at != '\0'; at++) {
        unsigned char byte = (unsigned char)*at;
        if (strchr(plain, *at) != NULL) {
            *end++ = *at;
            continue;
        }
        *end++ = '%';
        *end++ = hex[byte >> 4];
        *end++ = hex[byte & 15];
    }
    strcpy(end, how);
    return uri;
}

/*
 * Creates a file with the permissions of the user's umask: SQLite never lets a
 * group write. One that exists is not opened: closing it would end the locks
 * that another connection of this process has on it.
 */
static void
make_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

    if (fd != -1)
        close(fd);
}

loyd_err
file_connect(const char *path, int flags, bool immutable,
             const struct watch *w, sqlite3 **db, loyd_why *why)
{
    char *uri = file_uri(path, immutable ? FILE_IMMUTABLE : "");
    int rc;

    if (uri == NULL)
        return LOYD_E_NOMEM;
    if (path != NULL && (flags & SQLITE_OPEN_CREATE) != 0)
        make_file(path);
    errno = 0;
    /* A store is used by one thread at a time: no mutex is needed. */
    rc = sqlite3_open_v2(uri, db,
                         flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    free(uri);
    if (rc != SQLITE_OK)
        return db_error_of(*db, rc, path != NULL ? path : "", why);
    watch_begin(*db, w);
    return LOYD_OK;
}

int
file_why_not(const char *path)
{
    struct temp p;

    if (access(path, F_OK) == 0 && access(path, R_OK | W_OK) != 0)
        return errno;
    if (!temp_file(&p, path, S_IRUSR | S_IWUSR))
        return errno;
    temp_drop(&p);
    return 0;
}

void
file_left_beside(const char *path, loyd_why *why)
{
    static const char *const suffixes[] = {"-shm", "-wal"};
    char name[4096], shown[WHY_QUOTE_BYTES], user[1024];
    const char *last = strrchr(path, '/');
    struct passwd entry, *known = NULL;
    size_t skip = last != NULL ? (size_t)(last + 1 - path) : 0;
    struct stat status;

    why->text[0] = '\0';
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
        int len = snprintf(name, sizeof(name), "%s%s", path, suffixes[i]);

        if (len >= (int)sizeof(name) || stat(name, &status) != 0 ||
            access(name, R_OK | W_OK) == 0)
            continue;
        (void)getpwuid_r(status.st_uid, &entry, user, sizeof(user), &known);
        (void)why_set(why, LOYD_E_IO,
                      "%s is of user %s (%lu), who can remove it and an empty "
                      "-wal file once no program has the catalogue open",
                      why_quote(name + skip, (size_t)len - skip, shown),
                      known != NULL ? known->pw_name : "?",
                      (unsigned long)status.st_uid);
        return;
    }
}

void
file_remove_empty(const char *path)
{
    char *name = realpath(path, NULL); /* the file, not a link to it */
    struct stat status;

    if (name != NULL && stat(name, &status) == 0 && status.st_size == 0 &&
        S_ISREG(status.st_mode))
        unlink(name);
    free(name);
}

/* Judges the header. Rolling back a journal may restore a catalogue or an
 * empty file, so that a file with a journal passes. */
static loyd_err
judge(sqlite3 *db, bool has_journal, bool create, loyd_why *why)
{
    int64_t version, objects = 0;
    loyd_err err = schema_numbers(db, &schema_ours, &version, why);

    if (err == LOYD_OK && version == 0 && !has_journal &&
        (db_number(db, "SELECT count(*) FROM sqlite_schema", &objects, why) !=
             LOYD_OK ||
         objects > 0))
        return why_set(why, LOYD_E_FOREIGN, NOT_OURS);
    if (err == LOYD_OK && version == 0 && !has_journal && !create)
        return why_set(why, LOYD_E_FOREIGN, NOT_YET_OURS);
    return has_journal && err != LOYD_E_FOREIGN ? LOYD_OK : err;
}

loyd_err
file_peek(const char *path, const struct file_state *state, bool create,
          const struct watch *w, loyd_why *why)
{
    sqlite3 *db = NULL;
    loyd_err err;

    if (state->is_empty)
        return create ? LOYD_OK
                      : why_set(why, LOYD_E_FOREIGN,
                                "not a loyd catalogue: empty file");
    err = file_connect(path, SQLITE_OPEN_READONLY, true, w, &db, why);
    if (err == LOYD_OK)
        err = judge(db, state->has_journal, create, why);
    sqlite3_close(db);
    /* After a full disk, part of the data may still be in the -wal file. */
    if (err == LOYD_E_CORRUPT && state->has_wal)
        err = LOYD_OK;
    return err;
}

static sqlite3_file *
handle_of(sqlite3 *db)
{
    sqlite3_file *file = NULL;

    return sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER,
                                &file) == SQLITE_OK &&
                   file != NULL && file->pMethods != NULL
               ? file
               : NULL;
}

loyd_err
file_size(sqlite3 *db, int64_t *bytes, loyd_why *why)
{
    sqlite3_file *file = handle_of(db);
    sqlite3_int64 size = 0;
    int rc =
        file != NULL ? file->pMethods->xFileSize(file, &size) : SQLITE_IOERR;

    *bytes = size;
    return rc == SQLITE_OK ? LOYD_OK
                           : why_prefix(why, db_error(db, rc, why),
                                        "cannot read the file's size: ");
}

loyd_err
file_read(sqlite3 *db, void *bytes, size_t n, int64_t at, loyd_why *why)
{
    sqlite3_file *file = handle_of(db);
    int rc = file != NULL ? file->pMethods->xRead(file, bytes, (int)n, at)
                          : SQLITE_IOERR;

    if (rc == SQLITE_IOERR_SHORT_READ)
        return why_set(why, LOYD_E_CORRUPT, "the file is truncated");
    return rc == SQLITE_OK
               ? LOYD_OK
               : why_prefix(why, db_error(db, rc, why), "cannot read: ");
}

static const char sql_version[] = "PRAGMA data_version";

static const char sql_is_made[] = "SELECT count(*) FROM sqlite_schema";

static const char sql_is_filled[] =
    "SELECT EXISTS (SELECT 1 FROM puzzle) OR EXISTS (SELECT 1 FROM series)"
    " OR EXISTS (SELECT 1 FROM channel)";

loyd_err
discard_prepare(loyd_store *store, loyd_why *why)
{
    return db_number(store->db, sql_version, &store->version_made, why);
}

/* Returns whether there are no tables, or no rows in them. */
static bool
is_empty(sqlite3 *db)
{
    loyd_why none;
    int64_t is_made, is_filled;

    return db_number(db, sql_is_made, &is_made, &none) == LOYD_OK &&
           (is_made == 0 ||
            (db_number(db, sql_is_filled, &is_filled, &none) == LOYD_OK &&
             is_filled == 0));
}

/* Returns whether this store created the file and nothing was committed. */
static bool
is_untouched(const loyd_store *store)
{
    loyd_why none;
    int64_t version;

    return store->is_made && !store->has_committed &&
           (store->version_made == 0 ||
            (db_number(store->db, sql_version, &version, &none) == LOYD_OK &&
             version == store->version_made)) &&
           is_empty(store->db);
}

static bool
has_moved(const loyd_store *store)
{
    int moved = 0;

    return sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED,
                                &moved) == SQLITE_OK &&
           moved != 0;
}

static bool
is_at(const loyd_store *store, const char *path)
{
    struct stat there, own;

    return stat(path, &there) == 0 &&
           stat(sqlite3_db_filename(store->db, "main"), &own) == 0 &&
           there.st_dev == own.st_dev && there.st_ino == own.st_ino;
}

const char *
store_path_of(const loyd_store *store, const char *path)
{
    return is_at(store, path) ? sqlite3_db_filename(store->db, "main") : path;
}

bool
store_is_made_at(const loyd_store *store, const char *path)
{
    return store->is_made && !store->has_committed && is_at(store, path);
}

/* SQLite regards a file whose stat fails as moved; an I/O error does not mean
 * that the file was removed. */
bool
store_is_gone(const loyd_store *store)
{
    struct stat now;
    const char *path =
        store->db != NULL ? sqlite3_db_filename(store->db, "main") : NULL;

    return path != NULL && path[0] != '\0' && has_moved(store) &&
           (stat(path, &now) == 0 || errno == ENOENT) && has_moved(store);
}

/*
 * Locks out all other processes. Leaving WAL succeeds only for the sole user
 * of the file, and removes the -wal and -shm files; no other process begins
 * anything under the exclusive lock that follows. The lock needs no journal on
 * the disk, which may be full.
 */
static bool
lock_alone(loyd_store *store)
{
    loyd_why none;
    (void)sqlite3_busy_timeout(store->db, 0);
    return db_run(store->db, "PRAGMA journal_mode = DELETE", &none) ==
               LOYD_OK &&
           db_run(store->db, "PRAGMA journal_mode = MEMORY", &none) ==
               LOYD_OK &&
           db_run(store->db, "BEGIN EXCLUSIVE", &none) == LOYD_OK;
}

void
loyd_store_discard(loyd_store **store_at)
{
    const char *path =
        store_at != NULL && *store_at != NULL && (*store_at)->is_made
            ? sqlite3_db_filename((*store_at)->db, "main")
            : NULL;
    static const struct watch nobody = {.go_on = NULL};
    int folder =
        path != NULL ? file_lock_folder(path, false, FOLDER_MS, &nobody) : -1;

    store_discard_held(store_at);
    file_unlock_folder(folder);
}

void
store_discard_held(loyd_store **store_at)
{
    loyd_why none;
    loyd_store *store = store_at != NULL ? *store_at : NULL;
    const char *path;

    if (store == NULL)
        return;
    loyd_store_rollback(store);
    if (store->db != NULL && sqlite3_get_autocommit(store->db) == 0)
        (void)db_run(store->db, "ROLLBACK", &none);
    for (size_t i = 0; i < STMT_COUNT_; i++) {
        sqlite3_finalize(store->stmt[i]);
        store->stmt[i] = NULL;
    }
    path = store->db != NULL ? sqlite3_db_filename(store->db, "main") : NULL;
    /* Checked again under the lock: the file may have changed, or another one
       may have taken its place. */
    if (path != NULL && is_untouched(store) && lock_alone(store) &&
        is_untouched(store) && !store_is_gone(store))
        unlink(path);
    loyd_store_close(store_at);
}
