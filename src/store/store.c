/* SPDX-License-Identifier: MIT */
/* The handle of a catalogue: opening, closing, transactions. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "store/file.h"
#include "store/migrate.h"
#include "store/query.h"
#include "store/select.h"

#define WAL_MS 5000
#define OPEN_TRIES 10

/* Normally the last connection to close checkpoints the WAL; `leave` disables
 * this. */
static loyd_err
leave_wal(loyd_store *store, bool leave, loyd_why *why)
{
    int rc = sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE,
                               (int)leave, NULL);

    return rc == SQLITE_OK ? LOYD_OK : db_error(store->db, rc, why);
}

/*
 * Switches to write-ahead logging, which lets readers and a writer work at
 * the same time. The file stays in this mode. Only a process that is switching
 * as well causes a wait, for which SQLite does not use its busy handler.
 */
static loyd_err
use_wal(loyd_store *store, loyd_why *why)
{
    loyd_err err;

    for (int waited = 0;; waited += 50) {
        err = db_run(store->db, "PRAGMA journal_mode = WAL", why);
        if (err != LOYD_E_BUSY || waited >= WAL_MS ||
            !watch_goes_on(&store->watch))
            return err;
        sqlite3_sleep(50);
    }
}

static loyd_err
accept(loyd_store *store, loyd_store_mode mode, loyd_why *why)
{
    loyd_err err;

    if (mode == LOYD_STORE_READ)
        return schema_open(store->db, &schema_ours, mode, why);
    err = schema_open(store->db, &schema_ours, mode, why);
    if (err == LOYD_OK)
        err = leave_wal(store, false, why);
    /* Only now: until here the version numbers in the first page are valid. */
    if (err == LOYD_OK)
        err = use_wal(store, why);
    /* The process that created it may have removed it after a failed job. */
    if (err == LOYD_OK && store_is_gone(store))
        return why_set(why, LOYD_E_BUSY,
                       "removed by another process: try again");
    return err;
}

/* The purposes of opening a catalogue. */
enum purpose {
    TO_USE,
    TO_SALVAGE,    /* reads tables that may be damaged */
    TO_SALVAGE_CUT /* also if the file is truncated */
};

static bool
can_write(loyd_store_mode mode)
{
    return mode == LOYD_STORE_WRITE || mode == LOYD_STORE_CREATE;
}

static loyd_err
try_open(loyd_store *store, const char *path, loyd_store_mode mode,
         enum purpose to, const struct file_state *state, bool immutable,
         loyd_why *why)
{
    int flags = immutable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    loyd_err err;

    if (mode == LOYD_STORE_CREATE)
        flags |= SQLITE_OPEN_CREATE;
    if ((err = file_connect(path, flags, immutable, &store->watch, &store->db,
                            why)) != LOYD_OK)
        return err;
    /* errno still says why SQLite opened it again in this mode. */
    if (can_write(mode) && sqlite3_db_readonly(store->db, "main") == 1)
        return db_error(store->db, SQLITE_READONLY, why);
    if ((err = db_guard(store->db, can_write(mode), to == TO_SALVAGE_CUT,
                        why)) != LOYD_OK ||
        (err = leave_wal(store, state->has_wal, why)) != LOYD_OK)
        return err;
    store->can_write = can_write(mode);
    store->is_immutable = immutable;
    if (to != TO_USE)
        return schema_salvage(store->db, why);
    err = accept(store, mode, why);
    if (err == LOYD_OK)
        db_widen(store->db);
    return err;
}

/*
 * In WAL mode even reading creates a small file next to the catalogue. In a
 * read-only folder the file is opened as immutable instead, provided that its
 * -wal file is empty; no other process is expected to write there.
 */
static loyd_err
open_any(loyd_store *store, const char *path, loyd_store_mode mode,
         enum purpose to, const struct file_state *state, loyd_why *why)
{
    loyd_err err = try_open(store, path, mode, to, state, false, why);
    loyd_why none;

    if ((err != LOYD_E_IO && err != LOYD_E_FULL) || can_write(mode) ||
        state->has_journal ||
        (state->has_wal && file_can_be_made(path, &none) == LOYD_OK))
        return err;
    if (state->has_wal)
        return why_set(why, LOYD_E_IO,
                       "cannot read the -wal file: the folder is not "
                       "writable");
    sqlite3_close(store->db);
    store->db = NULL;
    return try_open(store, path, mode, to, state, true, why);
}

const struct watch *
store_watch(const loyd_store *store)
{
    return &store->watch;
}

void
store_hold(loyd_store *store, bool hold)
{
    store->watch.is_held = hold;
}

static loyd_err
open_held(const char *path, loyd_store_mode mode, enum purpose to,
          const struct watch *who, loyd_store **store, bool *is_gone,
          loyd_why *why)
{
    const struct watch asked = {.go_on = who->go_on, .context = who->context};
    struct file_state state;
    loyd_store *made;
    loyd_err err = file_look(path, &state, why);

    if (err != LOYD_OK)
        return err;
    if (!state.is_there && mode != LOYD_STORE_CREATE)
        return why_set(why, LOYD_E_NOT_FOUND, "no such file");
    if (!state.is_there && (err = file_can_be_made(path, why)) != LOYD_OK)
        return err;
    if (state.is_there)
        err = file_peek(path, &state, mode == LOYD_STORE_CREATE, &asked, why);
    /* A damaged file may still be readable once it is open. */
    if (err != LOYD_OK && (err != LOYD_E_CORRUPT || to == TO_USE))
        return err;
    if ((made = calloc(1, sizeof(*made))) == NULL)
        return LOYD_E_NOMEM;
    made->watch = asked;
    made->is_made = !state.is_there;
    if ((err = open_any(made, path, mode, to, &state, why)) != LOYD_OK ||
        (!state.is_there && (err = discard_prepare(made, why)) != LOYD_OK))
        goto fail;
    *store = made;
    return LOYD_OK;

fail:
    *is_gone = can_write(mode) && store_is_gone(made);
    store_discard_held(&made);
    if (!state.is_there)
        file_remove_empty(path);
    return err;
}

static loyd_err
open_locked(const char *path, loyd_store_mode mode, enum purpose to,
            const struct watch *who, loyd_store **store, bool *is_gone,
            loyd_why *why)
{
    struct file_state state;
    loyd_err err = file_look(path, &state, why);
    bool creates = mode == LOYD_STORE_CREATE, is_new;
    int folder = -1;

    if (err != LOYD_OK)
        return err;
    is_new = !state.is_there || state.is_empty;
    if (state.is_there || creates)
        folder = file_lock_folder(path, !creates, is_new ? BUSY_MS : FOLDER_MS,
                                  who);
    err = open_held(path, mode, to, who, store, is_gone, why);
    file_unlock_folder(folder);
    return err;
}

/* Tries again if the process that created the file has just removed it. */
static loyd_err
open_to(const char *path, loyd_store_mode mode, enum purpose to,
        const struct watch *who, loyd_store **store, loyd_why *why)
{
    bool is_gone;
    loyd_err err;
    int tries = 0;

    do {
        is_gone = false;
        err = open_locked(path, mode, to, who, store, &is_gone, why);
    } while (is_gone && err != LOYD_E_CANCELLED && ++tries < OPEN_TRIES);
    return err;
}

/* SQLite removes the file of a database without a name. */
static loyd_err
open_nameless(const struct watch *who, loyd_store **store, loyd_why *why)
{
    static const struct file_state none = {.is_there = false};
    loyd_store *made = calloc(1, sizeof(*made));
    loyd_err err;

    if (made == NULL)
        return LOYD_E_NOMEM;
    made->watch = *who;
    err = try_open(made, NULL, LOYD_STORE_CREATE, TO_USE, &none, false, why);
    if (err != LOYD_OK)
        loyd_store_close(&made);
    else
        *store = made;
    return err;
}

loyd_err
loyd_store_open(const char *path, loyd_store_mode mode,
                const loyd_listener *listener, loyd_store **store,
                loyd_why *why)
{
    struct watch asked = {.go_on = NULL};

    WHY_GIVEN(why);
    if ((unsigned)mode > LOYD_STORE_CREATE)
        return why_set(why, LOYD_E_RANGE, "unknown mode %u", mode);
    if (listener != NULL)
        asked = (struct watch){listener->go_on, listener->context, false};
    return path != NULL ? open_to(path, mode, TO_USE, &asked, store, why)
                        : open_nameless(&asked, store, why);
}

loyd_err
store_open_beside(const loyd_store *parent, const char *path,
                  loyd_store_mode mode, loyd_store **store, loyd_why *why)
{
    if (store_is_made_at(parent, path))
        return why_set(why, LOYD_E_NOT_FOUND, "no such file");
    return open_to(path, mode, TO_USE, &parent->watch, store, why);
}

loyd_err
store_attach(loyd_store *store, const char *name, const char *path,
             const loyd_store *other, loyd_why *why)
{
    const char *how = path == NULL          ? ""
                      : other->is_immutable ? FILE_IMMUTABLE
                                            : FILE_READ_ONLY;
    char *uri = file_uri(path, how), cache[60];
    struct query q;
    loyd_err err = LOYD_E_NOMEM;

    sqlite3_limit(store->db, SQLITE_LIMIT_ATTACHED, ++store->n_attached);
    if (uri != NULL) {
        query_begin(&q, store, STMT_COUNT_, "ATTACH ?1 AS ?2", why);
        query_text(&q, 1, uri);
        query_text(&q, 2, name);
        err = query_run(&q);
    }
    free(uri);
    /* References are looked up in random order. */
    snprintf(cache, sizeof(cache), "PRAGMA %s.cache_size = -16384", name);
    if (err == LOYD_OK)
        err = db_run(store->db, cache, why);
    /* `other` was read before, so that its first page is not damaged. */
    return err == LOYD_E_CORRUPT ? db_disk_failed(EIO, why) : err;
}

void
store_detach(loyd_store *store, const char *name)
{
    loyd_why none; /* it may not be attached */
    struct query q;

    query_begin(&q, store, STMT_COUNT_, "DETACH ?1", &none);
    query_text(&q, 1, name);
    (void)query_run(&q);
    sqlite3_limit(store->db, SQLITE_LIMIT_ATTACHED, --store->n_attached);
}

loyd_err
store_open_damaged(const loyd_store *parent, const char *path,
                   loyd_store **store, loyd_why *why)
{
    const struct watch *asked = &parent->watch;
    loyd_err err =
        open_to(path, LOYD_STORE_READ, TO_SALVAGE, asked, store, why);

    /* The defensive mode is given up only if nothing is readable with it. */
    return err == LOYD_E_CORRUPT ? open_to(path, LOYD_STORE_READ,
                                           TO_SALVAGE_CUT, asked, store, why)
                                 : err;
}

void
loyd_store_close(loyd_store **store)
{
    sqlite3_stmt *stmt;

    if (store == NULL || *store == NULL)
        return;
    loyd_store_rollback(*store);
    select_forget(*store);
    /* Those of cursors that are still open, too. */
    while ((*store)->db != NULL &&
           (stmt = sqlite3_next_stmt((*store)->db, NULL)) != NULL)
        sqlite3_finalize(stmt);
    sqlite3_close((*store)->db);
    samples_free(*store);
    free(*store);
    *store = NULL;
}

loyd_err
loyd_store_checkpoint(loyd_store *store, loyd_why *why)
{
    int rc;

    WHY_GIVEN(why);
    if (!store->can_write)
        return LOYD_OK;
    rc = sqlite3_wal_checkpoint_v2(store->db, "main",
                                   SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    /* Others that read or write do it later. */
    if (rc == SQLITE_OK || rc == SQLITE_BUSY || rc == SQLITE_LOCKED)
        return LOYD_OK;
    return why_prefix(why, db_error(store->db, rc, why),
                      "all is stored, but partly in the -wal file: keep both "
                      "files, make room, and run a command that writes: ");
}

static loyd_err
begin_transaction(loyd_store *store, const char *sql, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    /* A reader may have failed to end its transaction, e.g. without memory. */
    if (sqlite3_get_autocommit(store->db) == 0)
        err = db_run(store->db, "COMMIT", why);
    return err == LOYD_OK ? db_run(store->db, sql, why) : err;
}

loyd_err
loyd_store_begin(loyd_store *store, loyd_why *why)
{
    loyd_err err;

    WHY_GIVEN(why);
    if (!store->can_write)
        return why_set(why, LOYD_E_IO, "opened for reading only");
    if (store->is_writing || store->is_reading)
        return why_set(why, LOYD_E_DB,
                       store->is_writing ? "a transaction is already open"
                                         : "a query is still open");
    err = begin_transaction(store, "BEGIN IMMEDIATE", why);
    store->is_writing = err == LOYD_OK;
    store->has_failed = false;
    return err;
}

loyd_err
loyd_store_commit(loyd_store *store, loyd_why *why)
{
    loyd_err err;

    WHY_GIVEN(why);
    err = store_need_write(store, why);
    if (err == LOYD_OK)
        err = db_run(store->db, "COMMIT", why);
    if (err == LOYD_OK || err == LOYD_E_IO)
        store->has_committed = true;
    if (err == LOYD_OK)
        store->is_writing = false;
    return err;
}

void
loyd_store_rollback(loyd_store *store)
{
    loyd_why none;

    if (!store->is_writing)
        return;
    /* After some errors, e.g. a full disk, SQLite has already rolled back. */
    if (sqlite3_get_autocommit(store->db) == 0)
        (void)db_run(store->db, "ROLLBACK", &none);
    store->is_writing = false;
    store_forget(store);
}

loyd_err
store_end(loyd_store *store, loyd_err err, loyd_why *why)
{
    if (err == LOYD_OK)
        err = loyd_store_commit(store, why);
    if (err != LOYD_OK)
        loyd_store_rollback(store);
    return err;
}

loyd_err
store_need_write(const loyd_store *store, loyd_why *why)
{
    if (!store->is_writing)
        return why_set(why, LOYD_E_DB, "no transaction is open");
    /* Whether or not SQLite has rolled back, half a job is never stored. */
    if (store->has_failed || sqlite3_get_autocommit(store->db) != 0)
        return why_set(why, LOYD_E_DB, "the transaction has failed");
    return LOYD_OK;
}

void
store_forget(loyd_store *store)
{
    for (size_t i = 0; i < GOALS_KEPT; i++)
        store->goals[i].pk = 0;
    for (size_t i = 0; i < SEARCHES_KEPT; i++)
        store->searches[i].pk = 0;
    samples_forget(store);
    store->series = 0;
}

loyd_err
read_begin(loyd_store *store, loyd_why *why)
{
    if (store->n_readers == 0 && !store->is_writing) {
        loyd_err err = begin_transaction(store, "BEGIN", why);
        if (err != LOYD_OK)
            return err;
        store->is_reading = true;
    }
    store->n_readers++;
    return LOYD_OK;
}

void
read_end(loyd_store *store)
{
    loyd_why none;

    if (--store->n_readers > 0 || !store->is_reading)
        return;
    store->is_reading = false;
    if (sqlite3_get_autocommit(store->db) == 0)
        (void)db_run(store->db, "COMMIT", &none);
}
