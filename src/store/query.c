/* SPDX-License-Identifier: MIT */
/* Statements, SQLite's errors, and the limits of a connection. Independent of
 * the tables. */
#include "store/query.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "loyd/class.h"
#include "base/text.h"
#include "core/class.h"
#include "store/file.h"
#include "store/tables.h"

struct meaning {
    int rc;
    loyd_err err;
    const char *words; /* NULL: SQLite's own */
};

static const struct meaning meanings[] = {
    {SQLITE_IOERR_SHORT_READ, LOYD_E_CORRUPT, "the file is truncated"},
    {SQLITE_IOERR_CORRUPTFS, LOYD_E_CORRUPT, NULL},
    {SQLITE_IOERR_NOMEM, LOYD_E_NOMEM, NULL},
    {SQLITE_BUSY, LOYD_E_BUSY,
     "locked by another process (waited up to 5 seconds)"},
    {SQLITE_LOCKED, LOYD_E_BUSY, "in use by another call"},
    {SQLITE_FULL, LOYD_E_FULL, NULL},
    {SQLITE_NOMEM, LOYD_E_NOMEM, NULL},
    {SQLITE_READONLY_DBMOVED, LOYD_E_IO,
     "moved or removed, or its status cannot be read"},
    {SQLITE_READONLY, LOYD_E_IO, "not writable"},
    {SQLITE_CANTOPEN, LOYD_E_IO, "cannot open"},
    {SQLITE_PERM, LOYD_E_IO, NULL},
    {SQLITE_IOERR, LOYD_E_IO, NULL},
    {SQLITE_CORRUPT, LOYD_E_CORRUPT, NULL},
    {SQLITE_TOOBIG, LOYD_E_CORRUPT, "a value of more than a million bytes"},
    {SQLITE_NOTADB, LOYD_E_FOREIGN, "not an SQLite file"},
    {SQLITE_INTERRUPT, LOYD_E_CANCELLED, NULL},
};

static const struct meaning *
meaning_of(int rc)
{
    for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
        if (meanings[i].rc == rc)
            return &meanings[i];
    return NULL;
}

/* Returns the last errno of the file, of one that is attached, or of its
 * journal; 0: none. */
static int
last_errno(sqlite3 *db)
{
    static const char *const names[] = {"main", "s", "other"};
    sqlite3_file *journal = NULL;
    int cause = 0;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (sqlite3_file_control(db, names[i], SQLITE_FCNTL_LAST_ERRNO,
                                 &cause) == SQLITE_OK &&
            cause != 0)
            return cause;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER,
                             &journal) != SQLITE_OK ||
        journal == NULL || journal->pMethods == NULL ||
        journal->pMethods->xFileControl == NULL || /* a journal in memory */
        journal->pMethods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO,
                                        &cause) != SQLITE_OK)
        return 0;
    return cause;
}

loyd_err
db_disk_failed(int cause, loyd_why *why)
{
    errno = cause;
    return why_errno(why, "disk I/O error");
}

/* Returns whether an errno that nobody reported is a cause. Others are of
 * questions, such as whether there is a journal. */
static bool
is_telling(int cause)
{
    return cause == EIO || cause == ENOSPC || cause == EDQUOT ||
           cause == EROFS || cause == EFBIG || cause == EMFILE ||
           cause == ENFILE || cause == ENOMEM;
}

/* Returns the errno of an error; 0: unknown. `now` is the present errno. */
static int
system_cause(sqlite3 *db, int code, const char *path, int now)
{
    int cause = 0;

    switch (code & 0xff) {
    case SQLITE_CANTOPEN: /* of the last try, which creates no file */
        cause = sqlite3_system_errno(db);
        if (cause == ENOENT || cause == 0)
            cause = file_why_not(path);
        break;
    case SQLITE_READONLY:
        if (code != SQLITE_READONLY_DBMOVED)
            cause = file_why_not(path);
        break;
    case SQLITE_CORRUPT: /* what SQLite returns for an unreadable page */
        return last_errno(db);
    case SQLITE_IOERR:
        cause = last_errno(db);
        if (cause == 0)
            cause = sqlite3_system_errno(db);
        break;
    default:
        return 0;
    }
    /* SQLite forgets that of a journal, and of a file that it opened again in
     * another mode. */
    return cause == 0 && is_telling(now) ? now : cause;
}

/* Returns whether the cause can have passed, since now there is none. */
static bool
can_pass(int code)
{
    return (code & 0xff) == SQLITE_CANTOPEN ||
           ((code & 0xff) == SQLITE_READONLY &&
            code != SQLITE_READONLY_DBMOVED);
}

bool
db_bears_damage(sqlite3 *db)
{
    int can = 0;

    return sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, -1, &can) ==
               SQLITE_OK &&
           can != 0;
}

loyd_err
db_error(sqlite3 *db, int rc, loyd_why *why)
{
    const char *path = db != NULL ? sqlite3_db_filename(db, "main") : NULL;

    return db_error_of(db, rc, path != NULL ? path : "", why);
}

/* Extended codes in the table take precedence over primary ones. */
loyd_err
db_error_of(sqlite3 *db, int rc, const char *path, loyd_why *why)
{
    int now = errno;
    int code = db != NULL ? sqlite3_extended_errcode(db) : rc;
    const struct meaning *meaning;
    const char *words;
    char shown[LOYD_WHY_BYTES];
    loyd_why left;
    loyd_err err, cause_err;
    int cause;

    if ((code & 0xff) != (rc & 0xff))
        code = rc;
    meaning = meaning_of(code);
    if (meaning == NULL)
        meaning = meaning_of(code & 0xff);
    words = meaning != NULL && meaning->words != NULL ? meaning->words
            : db != NULL                              ? sqlite3_errmsg(db)
                                                      : sqlite3_errstr(rc);
    /* The message may contain names from an untrusted schema. */
    text_shown(words, strlen(words), shown, sizeof(shown));
    err = meaning != NULL ? meaning->err : LOYD_E_DB;
    cause = db != NULL ? system_cause(db, code, path, now) : 0;
    if (cause == 0 && !can_pass(code))
        return why_set(why, err, "%s", shown);
    if (cause == 0) {
        file_left_beside(path, &left);
        return why_set(why, err, "%s: %s", shown,
                       left.text[0] != '\0' ? left.text
                                            : "temporary error: try again");
    }
    if (err == LOYD_E_CORRUPT && !db_bears_damage(db))
        return db_disk_failed(cause, why);
    errno = cause;
    cause_err = why_errno(why, "%s", shown);
    return err == LOYD_E_CORRUPT ? err : cause_err;
}

loyd_err
db_run(sqlite3 *db, const char *sql, loyd_why *why)
{
    int rc;

    errno = 0;
    rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    return rc == SQLITE_OK ? LOYD_OK : db_error(db, rc, why);
}

loyd_err
db_number(sqlite3 *db, const char *sql, int64_t *number, loyd_why *why)
{
    sqlite3_stmt *stmt = NULL;
    loyd_err err = LOYD_OK;
    int rc = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW)
        *number = sqlite3_column_int64(stmt, 0);
    else if (rc == SQLITE_DONE)
        err = why_set(why, LOYD_E_DB, "no result of %s", sql);
    else
        err = db_error(db, rc, why);
    sqlite3_finalize(stmt);
    return err;
}

void
query_note(struct query *q, int rc)
{
    if (rc == SQLITE_OK || q->err != LOYD_OK)
        return;
    q->err = db_error(q->store->db, rc, &q->words);
    q->store->has_failed = q->store->is_writing;
}

void
query_begin(struct query *q, loyd_store *store, enum stmt_id id,
            const char *sql, loyd_why *why)
{
    q->store = store;
    q->stmt = NULL;
    q->id = id;
    q->err = LOYD_OK;
    q->why = why;
    if (id != STMT_COUNT_ && store->is_used[id])
        q->id = STMT_COUNT_;
    if (q->id == STMT_COUNT_) {
        query_note(q, sqlite3_prepare_v2(store->db, sql, -1, &q->stmt, NULL));
        return;
    }
    if (store->stmt[id] == NULL)
        query_note(q, sqlite3_prepare_v3(store->db, sql, -1,
                                         SQLITE_PREPARE_PERSISTENT,
                                         &store->stmt[id], NULL));
    q->stmt = store->stmt[id];
    store->is_used[id] = true;
}

void
query_int(struct query *q, int at, int64_t value)
{
    if (q->err == LOYD_OK)
        query_note(q, sqlite3_bind_int64(q->stmt, at, value));
}

void
query_blob(struct query *q, int at, const void *bytes, size_t len)
{
    if (q->err == LOYD_OK)
        query_note(
            q, sqlite3_bind_blob64(q->stmt, at, bytes, len, SQLITE_STATIC));
}

void
query_text(struct query *q, int at, const char *text)
{
    if (q->err == LOYD_OK)
        query_note(q, sqlite3_bind_text64(q->stmt, at, text, strlen(text),
                                          SQLITE_STATIC, SQLITE_UTF8));
}

/* Binds a text that ends with the call. */
static void
bind_copy(struct query *q, int at, const char *text, size_t len)
{
    if (q->err == LOYD_OK)
        query_note(q, sqlite3_bind_text64(q->stmt, at, text, len,
                                          SQLITE_TRANSIENT, SQLITE_UTF8));
}

void
query_copy(struct query *q, int at, const char *text)
{
    bind_copy(q, at, text, strlen(text));
}

void
query_id(struct query *q, int at, const loyd_id *id)
{
    char text[LOYD_ID_CHARS + 1];

    loyd_id_print(id, text);
    bind_copy(q, at, text, LOYD_ID_CHARS);
}

void
query_class(struct query *q, int at, int64_t class)
{
    const loyd_class cls = class_of_number(class);
    char text[CLASS_TEXT];

    bind_copy(q, at, text, class_print(&cls, text));
}

void
query_metric(struct query *q, int at, loyd_metric metric)
{
    query_text(q, at, metric_name(metric));
}

void
query_moves(struct query *q, int at, const loyd_moves *moves)
{
    char *text = sqlite3_malloc64(moves_text_room(moves));

    if (text == NULL)
        query_note(q, SQLITE_NOMEM);
    else if (q->err == LOYD_OK)
        query_note(q, sqlite3_bind_text64(q->stmt, at, text,
                                          moves_print(moves, text),
                                          sqlite3_free, SQLITE_UTF8));
    else
        sqlite3_free(text);
}

bool
query_next(struct query *q)
{
    int rc;

    if (q->err != LOYD_OK)
        return false;
    errno = 0;
    rc = sqlite3_step(q->stmt);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        query_note(q, rc);
    return rc == SQLITE_ROW;
}

bool
query_next_long(struct query *q)
{
    struct sentry s;
    bool is_row;
    int cause;

    sentry_begin(&s, q->store->db, &q->store->watch);
    is_row = query_next(q);
    sentry_end(&s);
    /* SQLite's integrity check reports an unreadable page as damaged. */
    if (q->err == LOYD_OK && (cause = last_errno(q->store->db)) != 0)
        q->err = db_disk_failed(cause, &q->words);
    return is_row && q->err == LOYD_OK;
}

loyd_err
query_err(const struct query *q, loyd_err err)
{
    if (q->err == LOYD_OK)
        return err;
    *q->why = q->words;
    return q->err;
}

loyd_err
query_row(struct query *q, bool *row)
{
    *row = query_next(q);
    return query_err(q, LOYD_OK);
}

void
query_again(struct query *q)
{
    if (q->stmt != NULL)
        sqlite3_reset(q->stmt); /* returns the last step's code again */
}

void
query_close(struct query *q)
{
    if (q->id == STMT_COUNT_) {
        sqlite3_finalize(q->stmt);
    } else {
        query_again(q);
        if (q->stmt != NULL)
            sqlite3_clear_bindings(q->stmt);
        q->store->is_used[q->id] = false;
    }
    q->stmt = NULL;
}

loyd_err
query_end(struct query *q, loyd_err err)
{
    query_close(q);
    return query_err(q, err);
}

loyd_err
query_put(struct query *q)
{
    (void)query_next(q);
    query_again(q);
    if (q->stmt != NULL)
        sqlite3_clear_bindings(q->stmt);
    return query_err(q, LOYD_OK);
}

loyd_err
query_run(struct query *q)
{
    (void)query_next(q);
    return query_end(q, LOYD_OK);
}

loyd_err
query_has(struct query *q, bool *yes)
{
    *yes = query_next(q);
    return query_end(q, LOYD_OK);
}

struct setting {
    int id;
    int value;
};

/* As sqlite.org/security.html advises for files from outside. */
static const struct setting settings[] = {
    {SQLITE_DBCONFIG_DEFENSIVE, 1},
    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    {SQLITE_DBCONFIG_ENABLE_FKEY, 1},
    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
    {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    {SQLITE_DBCONFIG_DQS_DML, 0},
    {SQLITE_DBCONFIG_DQS_DDL, 0},
};

static const struct setting limits[] = {
    {SQLITE_LIMIT_LENGTH, 1000000}, /* paths have at most 16 KB */
    {SQLITE_LIMIT_SQL_LENGTH, 100000},  {SQLITE_LIMIT_COLUMN, 100},
    {SQLITE_LIMIT_EXPR_DEPTH, 20},      {SQLITE_LIMIT_COMPOUND_SELECT, 3},
    {SQLITE_LIMIT_VDBE_OP, 25000},      {SQLITE_LIMIT_FUNCTION_ARG, 8},
    {SQLITE_LIMIT_ATTACHED, 0},         {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50},
    {SQLITE_LIMIT_VARIABLE_NUMBER, 20}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
};

/* Once the schema is ours: our own statements list the classes and
 * sizes of bands, and have lists of ids as values. */
static const struct setting wide_limits[] = {
    {SQLITE_LIMIT_LENGTH, 100000000},  {SQLITE_LIMIT_SQL_LENGTH, 100000000},
    {SQLITE_LIMIT_EXPR_DEPTH, 1000},   {SQLITE_LIMIT_COMPOUND_SELECT, 10},
    {SQLITE_LIMIT_VDBE_OP, 100000000}, {SQLITE_LIMIT_VARIABLE_NUMBER, 30000},
};

void
db_widen(sqlite3 *db)
{
    for (size_t i = 0; i < sizeof(wide_limits) / sizeof(wide_limits[0]); i++)
        sqlite3_limit(db, wide_limits[i].id, wide_limits[i].value);
    /* The views use functions such as json_object. */
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, NULL);
}

/* No memory mapping: a mapped file that another process truncates would kill
 * this one. */
static const char sql_settings[] = "PRAGMA mmap_size = 0;"
                                   "PRAGMA cell_size_check = ON;";

loyd_err
db_cache(sqlite3 *db, unsigned kib, loyd_why *why)
{
    char sql[40];

    snprintf(sql, sizeof(sql), "PRAGMA cache_size = -%u", kib);
    return db_run(db, sql, why);
}

/*
 * SQLite refuses a file that is shorter than its header says, unless schemas
 * are writable; then it reads the file up to its end. For handles that do not
 * write.
 */
static int
bear_damage(sqlite3 *db)
{
    int rc = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);

    return rc == SQLITE_OK ? sqlite3_db_config(
                                 db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, NULL)
                           : rc;
}

/*
 * Loads the schema up to its first unreadable page. The statement that meets
 * the page fails; later ones see the tables before it.
 */
static loyd_err
load_schema(sqlite3 *db, loyd_why *why)
{
    loyd_err err = db_run(db, "SELECT 1 FROM sqlite_schema LIMIT 0", why);

    return err == LOYD_E_CORRUPT ? LOYD_OK : err;
}

loyd_err
db_guard(sqlite3 *db, bool can_write, bool bears_damage, loyd_why *why)
{
    int rc = sqlite3_extended_result_codes(db, 0);
    loyd_err err = LOYD_OK;

    for (size_t i = 0;
         rc == SQLITE_OK && i < sizeof(settings) / sizeof(settings[0]); i++)
        rc = sqlite3_db_config(db, settings[i].id, settings[i].value, NULL);
    if (rc == SQLITE_OK && bears_damage)
        rc = bear_damage(db);
    if (rc != SQLITE_OK)
        return db_error(db, rc, why);
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
        sqlite3_limit(db, limits[i].id, limits[i].value);
    if (!can_write)
        err = db_run(db, "PRAGMA query_only = ON", why);
    if (err == LOYD_OK && bears_damage)
        err = load_schema(db, why);
    if (err == LOYD_OK)
        err = db_run(db, sql_settings, why);
    return err == LOYD_OK ? db_cache(db, DB_CACHE_KIB, why) : err;
}
