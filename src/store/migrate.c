/* SPDX-License-Identifier: MIT */
/* The schema: applies migrations, and compares a file's schema with what they
 * make. */
#include "store/migrate.h"

#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/crypto.h"
#include "store/query.h"

static const char catalogue[] = {
#include "0001_catalogue.inc"
    0};

static const char *const migrations[] = {catalogue};

const struct schema schema_ours = {
    migrations, (int)(sizeof(migrations) / sizeof(migrations[0])), false,
    "011e8997246b1e1bf88954e8db22bf26e1ac31ca6f12e57a370545524b42f494"};

/* Runs the statements from..to-1. */
static loyd_err
apply(sqlite3 *db, const struct schema *schema, int from, int to,
      loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (int i = from; err == LOYD_OK && i < to; i++)
        err = db_run(db, schema->sql[i], why);
    return err;
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

/* Is the schema the expected one, by its hash? false: perhaps. */
static bool
has_sum(sqlite3 *db, const struct schema *schema)
{
    char hex[BYTES_HEX(LOYD_HASH_BYTES)];
    uint8_t sum[LOYD_HASH_BYTES];
    loyd_why none;

    return schema->sum != NULL && schema_sum(db, sum, &none) == LOYD_OK &&
           strcmp(bytes_hex(sum, LOYD_HASH_BYTES, hex), schema->sum) == 0;
}

loyd_err
schema_check(sqlite3 *db, const struct schema *schema, loyd_why *why)
{
    sqlite3 *model = NULL;
    sqlite3_stmt *found = NULL, *wanted = NULL;
    loyd_err err = encoding_check(db, why);
    int rc;

    if (err != LOYD_OK || has_sum(db, schema))
        return err;
    rc = sqlite3_open_v2(":memory:", &model,
                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, NULL);
    if (rc != SQLITE_OK) {
        err = db_error(model, rc, why);
        goto done;
    }
    if ((err = apply(model, schema, 0, schema->n, why)) != LOYD_OK)
        goto done;
    rc = sqlite3_prepare_v2(model, sql_schema, -1, &wanted, NULL);
    if (rc != SQLITE_OK) {
        err = db_error(model, rc, why);
        goto done;
    }
    rc = sqlite3_prepare_v2(db, sql_schema, -1, &found, NULL);
    if (rc != SQLITE_OK)
        err = db_error(db, rc, why);
    else if ((rc = sqlite3_bind_int(found, 1, schema->is_of_app)) != SQLITE_OK)
        err = db_error(db, rc, why);
    else
        err = compare(db, found, wanted, why);
done:
    sqlite3_finalize(found);
    sqlite3_finalize(wanted);
    sqlite3_close(model);
    return err;
}

loyd_err
schema_numbers(sqlite3 *db, const struct schema *schema, int64_t *version,
               loyd_why *why)
{
    int64_t application;
    loyd_err err = db_number(db, "PRAGMA application_id", &application, why);

    if (err == LOYD_OK)
        err = db_number(db, "PRAGMA user_version", version, why);
    if (err != LOYD_OK || (application == 0 && *version == 0))
        return err;
    if (application != APPLICATION_ID)
        return why_set(why, LOYD_E_FOREIGN, NOT_OURS);
    if (*version > schema->n)
        return why_set(why, LOYD_E_NEWER, TOO_NEW, (long long)*version,
                       schema->n);
    if (*version < 1)
        return why_set(why, LOYD_E_CORRUPT,
                       "schema version %lld: expected 1..%d",
                       (long long)*version, schema->n);
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
schema_salvage(sqlite3 *db, loyd_why *why)
{
    int64_t version;
    loyd_err err = schema_numbers(db, &schema_ours, &version, why);

    if (err == LOYD_OK && version == 0)
        return why_set(why, LOYD_E_FOREIGN, NOT_YET_OURS);
    if (err == LOYD_OK)
        err = encoding_check(db, why);
    return err == LOYD_OK ? look_for_tables(db, why) : err;
}

/* Identifies a file: *version is 0 if it is empty, otherwise it is a catalogue
 * with the tables of that version. */
static loyd_err
look(sqlite3 *db, const struct schema *schema, int64_t *version, loyd_why *why)
{
    struct schema found = *schema;
    int64_t objects;
    loyd_err err =
        db_number(db, "SELECT count(*) FROM sqlite_schema", &objects, why);

    if (err == LOYD_OK)
        err = schema_numbers(db, schema, version, why);
    if (err != LOYD_OK)
        return err;
    if (*version == 0)
        return objects == 0 ? LOYD_OK : why_set(why, LOYD_E_FOREIGN, NOT_OURS);
    if (*version < schema->n) {
        found.n = (int)*version;
        found.sum = NULL;
    }
    return schema_check(db, &found, why);
}

/* Every reference must have its row, since migrations run without this check.
 */
static loyd_err
check_references(sqlite3 *db, loyd_why *why)
{
    int64_t n;
    loyd_err err = db_number(
        db, "SELECT count(*) FROM pragma_foreign_key_check", &n, why);

    return err != LOYD_OK || n == 0
               ? err
               : why_set(why, LOYD_E_CORRUPT, "%lld rows refer to no row",
                         (long long)n);
}

/* Identifies the file again: another process may have been faster. */
static loyd_err
apply_missing(sqlite3 *db, const struct schema *schema, loyd_why *why)
{
    int64_t version;
    loyd_err err = look(db, schema, &version, why);

    if (err != LOYD_OK || version == schema->n)
        return err;
    err = apply(db, schema, (int)version, schema->n, why);
    if (err == LOYD_OK)
        err = check_references(db, why);
    return err != LOYD_OK && version > 0
               ? why_prefix(why, err, "cannot be upgraded: ")
               : err;
}

static loyd_err
migrate(sqlite3 *db, const struct schema *schema, loyd_why *why)
{
    loyd_why none;
    int was_on = 1;
    loyd_err err;

    /* With this check, a table that others refer to could not be made anew.
     * Inside a transaction it cannot be switched off. */
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, -1, &was_on);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, 0, NULL);
    err = db_run(db, "BEGIN IMMEDIATE", why);
    if (err == LOYD_OK) {
        err = apply_missing(db, schema, why);
        if (err == LOYD_OK)
            err = db_run(db, "COMMIT", why);
        if (err != LOYD_OK) /* the first error is the one to report */
            (void)db_run(db, "ROLLBACK", &none);
    }
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, was_on, NULL);
    return err;
}

loyd_err
schema_open(sqlite3 *db, const struct schema *schema, loyd_store_mode mode,
            loyd_why *why)
{
    int64_t version;
    loyd_err err = look(db, schema, &version, why);

    if (err != LOYD_OK || version == schema->n)
        return err;
    if (version == 0 && mode != LOYD_STORE_CREATE)
        return why_set(why, LOYD_E_FOREIGN, NOT_YET_OURS);
    if (mode == LOYD_STORE_READ)
        return why_set(why, LOYD_E_DB,
                       "schema version %lld: any command that writes, such as "
                       "'loyd rate', upgrades it to %d",
                       (long long)version, schema->n);
    return migrate(db, schema, why);
}
