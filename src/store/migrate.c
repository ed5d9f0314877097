/* SPDX-License-Identifier: MIT */
/* The schema: applies migrations, and compares a file's schema with them. */
#include "store/migrate.h"

#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/crypto.h"
#include "store/packed.h"
#include "store/tables.h"
#include "store/unpack.h"

#include "migrations.inc"

const struct migration_list migrations_ours = {
    migrations,
    (int)(sizeof(migrations) / sizeof(migrations[0])),
    schema_now,
    distributions_complete,
    upgrade_digest,
    false,
    "2695283e559823105aaa915fefcbf98d2e63e06d4ced1086e8a003ae3b5189f5"};

static loyd_err
apply_one(sqlite3 *db, const struct migration *migration, loyd_why *why)
{
    struct unpack rows;
    loyd_why cause = {{0}};
    loyd_err err = unpack_begin(&rows, db, UNPACK_MIGRATE, why);

    if (err == LOYD_OK &&
        (err = db_run(db, migration->sql, &cause)) != LOYD_OK)
        err = unpack_error(&rows, err, &cause);
    unpack_end(&rows);
    if (err == LOYD_E_CORRUPT) /* the file is to blame, not the migration */
        return why_set(why, err, "%s", cause.text);
    return err == LOYD_OK ? LOYD_OK
                          : why_set(why, err, "migration %s: %s",
                                    migration->name, why_words(&cause, err));
}

static loyd_err
apply(sqlite3 *db, const struct migration_list *list, int from, int to,
      loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (from == 0 && to == list->n && list->schema != NULL)
        return db_run(db, list->schema, why);
    for (int i = from; err == LOYD_OK && i < to; i++)
        err = apply_one(db, &list->at[i], why);
    return err;
}

/* A PRAGMA takes no bound values; the number is printed into the SQL. */
static loyd_err
set_pragma(sqlite3 *db, const char *name, int value, loyd_why *why)
{
    char sql[64];

    sqlite3_snprintf((int)sizeof(sql), sql, "PRAGMA %s = %d", name, value);
    return db_run(db, sql, why);
}

/* Without the tables of ANALYZE: only SQLite can create tables with these
 * names. ?1: nor the table of Android and that of its library Room. */
static const char sql_schema[] =
    "SELECT type || ' ' || name, tbl_name, sql FROM sqlite_schema"
    " WHERE name NOT GLOB 'sqlite_stat[1-4]' AND NOT (?1 AND type = 'table'"
    " AND name IN ('android_metadata', 'room_master_table'))"
    " ORDER BY type, name";

static bool
column_same(sqlite3_stmt *a, sqlite3_stmt *b, int at)
{
    const unsigned char *one = sqlite3_column_text(a, at);
    const unsigned char *other = sqlite3_column_text(b, at);

    if (one == NULL || other == NULL)
        return one == other;
    return strcmp((const char *)one, (const char *)other) == 0;
}

/* Names the difference. Both schemas ascend by type and name, so the lesser
 * name is the one that is missing or unknown. */
static loyd_err
differs(sqlite3_stmt *found, sqlite3_stmt *wanted, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    const char *name =
        found != NULL ? (const char *)sqlite3_column_text(found, 0) : NULL;
    const char *ours =
        wanted != NULL ? (const char *)sqlite3_column_text(wanted, 0) : NULL;
    bool is_missing = name == NULL || (ours != NULL && strcmp(ours, name) < 0);
    bool is_strange = !is_missing && (ours == NULL || strcmp(name, ours) < 0);

    if (is_missing)
        name = ours != NULL ? ours : "nameless";
    return why_set(why, LOYD_E_CORRUPT, "unexpected schema: '%s' %s",
                   why_quote(name, strlen(name), quote),
                   is_missing   ? "is missing"
                   : is_strange ? "is unknown"
                                : "is different");
}

/* Compares two schemas; `why` names the first difference. */
static loyd_err
compare(sqlite3 *db, sqlite3_stmt *found, sqlite3_stmt *wanted, loyd_why *why)
{
    for (;;) {
        int rc = sqlite3_step(found);
        int rc_wanted = sqlite3_step(wanted);

        if (rc != SQLITE_ROW && rc != SQLITE_DONE)
            return db_error(db, rc, why);
        if (rc_wanted != SQLITE_ROW && rc_wanted != SQLITE_DONE)
            return db_error(sqlite3_db_handle(wanted), rc_wanted, why);
        if (rc == SQLITE_DONE && rc_wanted == SQLITE_DONE)
            return LOYD_OK;
        if (rc == SQLITE_ROW && rc_wanted == SQLITE_ROW &&
            column_same(found, wanted, 0) && column_same(found, wanted, 1) &&
            column_same(found, wanted, 2))
            continue;
        return differs(rc == SQLITE_ROW ? found : NULL,
                       rc_wanted == SQLITE_ROW ? wanted : NULL, why);
    }
}

/* In another encoding the same names would have other lengths in bytes. */
static loyd_err
encoding_check(sqlite3 *db, loyd_why *why)
{
    sqlite3_stmt *stmt = NULL;
    const unsigned char *name = NULL;
    loyd_err err = LOYD_OK;
    int rc = sqlite3_prepare_v2(db, "PRAGMA encoding", -1, &stmt, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW)
        name = sqlite3_column_text(stmt, 0);
    else
        err = db_error(db, rc, why);
    if (name != NULL && strcmp((const char *)name, "UTF-8") != 0)
        err = why_set(why, LOYD_E_CORRUPT, "text encoding %s: expected UTF-8",
                      (const char *)name);
    sqlite3_finalize(stmt);
    return err;
}

loyd_err
schema_sum(sqlite3 *db, uint8_t sum[LOYD_HASH_BYTES], loyd_why *why)
{
    sqlite3_stmt *rows = NULL;
    struct crypto_hash hash;
    int rc = sqlite3_prepare_v2(db, sql_schema, -1, &rows, NULL);

    crypto_hash_begin(&hash, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_int(rows, 1, false); /* is_of_app */
    while (rc == SQLITE_OK && (rc = sqlite3_step(rows)) == SQLITE_ROW) {
        for (int i = 0; i < 3; i++) {
            const void *text = sqlite3_column_text(rows, i);

            crypto_hash_field(&hash, text != NULL ? text : "",
                              (size_t)sqlite3_column_bytes(rows, i));
        }
        rc = SQLITE_OK;
    }
    sqlite3_finalize(rows);
    crypto_hash_end(&hash, sum);
    return rc == SQLITE_DONE ? LOYD_OK : db_error(db, rc, why);
}

/* Is the schema that of version n, by its hash? false: perhaps. */
static bool
has_sum(sqlite3 *db, const struct migration_list *list, int version)
{
    char hex[BYTES_HEX(LOYD_HASH_BYTES)];
    uint8_t sum[LOYD_HASH_BYTES];
    loyd_why none;

    return version == list->n && list->sum != NULL &&
           schema_sum(db, sum, &none) == LOYD_OK &&
           strcmp(bytes_hex(sum, LOYD_HASH_BYTES, hex), list->sum) == 0;
}

loyd_err
schema_check(sqlite3 *db, const struct migration_list *list, int version,
             loyd_why *why)
{
    sqlite3 *model = NULL;
    sqlite3_stmt *found = NULL, *wanted = NULL;
    loyd_err err = encoding_check(db, why);
    int rc;

    if (err != LOYD_OK || has_sum(db, list, version))
        return err;
    rc = sqlite3_open_v2(":memory:", &model,
                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, NULL);
    if (rc != SQLITE_OK) {
        err = db_error(model, rc, why);
        goto done;
    }
    if ((err = apply(model, list, 0, version, why)) != LOYD_OK)
        goto done;
    rc = sqlite3_prepare_v2(model, sql_schema, -1, &wanted, NULL);
    if (rc != SQLITE_OK) {
        err = db_error(model, rc, why);
        goto done;
    }
    rc = sqlite3_prepare_v2(db, sql_schema, -1, &found, NULL);
    if (rc != SQLITE_OK)
        err = db_error(db, rc, why);
    else if ((rc = sqlite3_bind_int(found, 1, list->is_of_app)) != SQLITE_OK)
        err = db_error(db, rc, why);
    else
        err = compare(db, found, wanted, why);
done:
    sqlite3_finalize(found);
    sqlite3_finalize(wanted);
    sqlite3_close(model);
    return err;
}

/* Checks application_id and user_version. *version is 0 if both are 0, as in
 * an empty database. */
static loyd_err
look_at_numbers(sqlite3 *db, const struct migration_list *list,
                int64_t *version, loyd_why *why)
{
    int64_t application;
    loyd_err err = db_number(db, "PRAGMA application_id", &application, why);

    if (err == LOYD_OK)
        err = db_number(db, "PRAGMA user_version", version, why);
    if (err != LOYD_OK || (application == 0 && *version == 0))
        return err;
    if (application != APPLICATION_ID)
        return why_set(why, LOYD_E_FOREIGN, NOT_OURS);
    if (*version > list->n)
        return why_set(why, LOYD_E_NEWER, TOO_NEW, (long long)*version,
                       list->n);
    if (*version < 1)
        return why_set(why, LOYD_E_CORRUPT,
                       "schema version %lld: expected 1..%d",
                       (long long)*version, list->n);
    return LOYD_OK;
}

/* The tables that salvage reads: is it required, and is it a plain table
 * rather than a view or a virtual table? */
static const char sql_salvage[] =
    "SELECT name IN ('puzzle', 'goal'), type = 'table' AND rootpage > 0"
    " FROM sqlite_schema WHERE name IN ('puzzle', 'goal', 'rating', 'recipe',"
    " 'series') ORDER BY rowid";

/* If a page of the schema is unreadable and the handle tolerates damage,
 * SQLite returns the tables before it, and those are checked. */
static loyd_err
look_for_tables(sqlite3 *db, loyd_why *why)
{
    int n_plain = 0, n_strange = 0, rc;
    sqlite3_stmt *rows = NULL;
    loyd_err err = LOYD_OK;

    rc = sqlite3_prepare_v2(db, sql_salvage, -1, &rows, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(rows)) == SQLITE_ROW) {
        bool is_plain = sqlite3_column_int(rows, 1) != 0;

        n_plain += is_plain && sqlite3_column_int(rows, 0) != 0;
        n_strange += !is_plain;
        rc = SQLITE_OK;
    }
    if (rc != SQLITE_DONE)
        err = db_error(db, rc, why);
    sqlite3_finalize(rows);
    if (err == LOYD_E_CORRUPT && db_bears_damage(db))
        err = LOYD_OK;
    if (err == LOYD_OK && (n_plain != 2 || n_strange != 0))
        err = why_set(why, LOYD_E_CORRUPT,
                      "a table is missing, or is not a plain table");
    return err;
}

loyd_err
schema_salvage(sqlite3 *db, const struct migration_list *list, loyd_why *why)
{
    int64_t version;
    loyd_err err = look_at_numbers(db, list, &version, why);

    if (err == LOYD_OK && version == 0)
        return why_set(why, LOYD_E_FOREIGN, NOT_YET_OURS);
    if (err == LOYD_OK)
        err = encoding_check(db, why);
    return err == LOYD_OK ? look_for_tables(db, why) : err;
}

loyd_err
schema_look(sqlite3 *db, const struct migration_list *list,
            enum file_kind *kind, loyd_why *why)
{
    int64_t version, objects;
    loyd_err err =
        db_number(db, "SELECT count(*) FROM sqlite_schema", &objects, why);

    if (err == LOYD_OK)
        err = look_at_numbers(db, list, &version, why);
    if (err != LOYD_OK)
        return err;
    if (version == 0 && objects == 0) {
        *kind = FILE_BLANK;
        return LOYD_OK;
    }
    if (version == 0)
        return why_set(why, LOYD_E_FOREIGN, NOT_OURS);
    if ((err = schema_check(db, list, (int)version, why)) != LOYD_OK)
        return err;
    *kind = version < list->n ? FILE_OLDER : FILE_OURS;
    return LOYD_OK;
}

/* Applies the migrations; the digest is taken from packed rows. */
static loyd_err
convert(sqlite3 *db, const struct migration_list *list, int from,
        uint8_t digest[LOYD_HASH_BYTES], bool *found, loyd_why *why)
{
    int middle = from < PACKED_LAST ? PACKED_LAST : from;
    loyd_err err;

    if (list->digest == NULL)
        return apply(db, list, from, list->n, why);
    err = apply(db, list, from, middle, why);
    if (err == LOYD_OK)
        err = list->digest(db, middle, digest, found, why);
    return err == LOYD_OK ? apply(db, list, middle, list->n, why) : err;
}

/* Checks references and digest; that of the new rows checks them too. */
static loyd_err
check_result(sqlite3 *db, const struct migration_list *list,
             const uint8_t *before, bool found_before, loyd_why *why)
{
    uint8_t after[LOYD_HASH_BYTES];
    bool found;
    loyd_err err = upgrade_check_keys(db, why);

    if (err != LOYD_OK || list->digest == NULL)
        return err;
    if ((err = list->digest(db, list->n, after, &found, why)) != LOYD_OK)
        return err;
    return found_before && memcmp(before, after, sizeof(after)) == 0
               ? LOYD_OK
               : why_set(why, LOYD_E_CORRUPT, "the digest would change");
}

static loyd_err
upgrade(sqlite3 *db, const struct migration_list *list, int from,
        struct upgraded *made, loyd_why *why)
{
    bool found = false;
    loyd_err err = upgrade_has_room(db, why);

    made->from = from;
    if (err == LOYD_OK)
        err = convert(db, list, from, made->digest, &found, why);
    if (err == LOYD_OK && list->complete != NULL)
        err = list->complete(db, why);
    if (err == LOYD_OK)
        err = check_result(db, list, made->digest, found, why);
    return err == LOYD_E_CORRUPT
               ? why_prefix(why, err, "cannot be upgraded: ")
               : err;
}

/* Upgrades an older file, or makes the tables of an empty one. */
static loyd_err
bring_to(sqlite3 *db, const struct migration_list *list, enum file_kind kind,
         struct upgraded *made, loyd_why *why)
{
    int64_t version = 0;
    loyd_err err = db_number(db, "PRAGMA user_version", &version, why);

    if (err == LOYD_OK)
        err = kind == FILE_OLDER ? upgrade(db, list, (int)version, made, why)
                                 : apply(db, list, 0, list->n, why);
    /* Tables and version numbers change together. */
    if (err == LOYD_OK)
        err = set_pragma(db, "application_id", APPLICATION_ID, why);
    return err == LOYD_OK ? set_pragma(db, "user_version", list->n, why) : err;
}

static loyd_err
migrate(sqlite3 *db, const struct migration_list *list, bool create,
        struct upgraded *made, loyd_why *why)
{
    struct upgraded news = {0};
    loyd_why none;
    enum file_kind kind;
    loyd_err err = db_run(db, "BEGIN IMMEDIATE", why);

    if (err != LOYD_OK)
        return err;
    if ((err = schema_look(db, list, &kind, why)) != LOYD_OK)
        goto fail;
    if (kind == FILE_BLANK && !create) {
        err = why_set(why, LOYD_E_FOREIGN, NOT_YET_OURS);
        goto fail;
    }
    if ((kind != FILE_OURS &&
         (err = bring_to(db, list, kind, &news, why)) != LOYD_OK) ||
        (err = db_run(db, "COMMIT", why)) != LOYD_OK)
        goto fail;
    if (made != NULL && kind == FILE_OLDER)
        *made = news;
    return LOYD_OK;

fail:
    db_run(db, "ROLLBACK", &none);
    return err;
}

loyd_err
schema_migrate(sqlite3 *db, const struct migration_list *list, bool create,
               struct upgraded *made, loyd_why *why)
{
    int was_on = 1;
    loyd_err err;

    /* Tables are dropped and made again; all keys are checked at the end. It
       has no effect inside a transaction. */
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, -1, &was_on);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, 0, NULL);
    err = migrate(db, list, create, made, why);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, was_on, NULL);
    return err;
}
