/* SPDX-License-Identifier: MIT */
/* Owns what a connection is allowed, before its first query. */
#include "store/query.h"

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
    {SQLITE_LIMIT_LENGTH, 1000000}, /* paths have 16 KB at the most */
    {SQLITE_LIMIT_SQL_LENGTH, 100000},  {SQLITE_LIMIT_COLUMN, 100},
    {SQLITE_LIMIT_EXPR_DEPTH, 20},      {SQLITE_LIMIT_COMPOUND_SELECT, 3},
    {SQLITE_LIMIT_VDBE_OP, 25000},      {SQLITE_LIMIT_FUNCTION_ARG, 8},
    {SQLITE_LIMIT_ATTACHED, 0},         {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50},
    {SQLITE_LIMIT_VARIABLE_NUMBER, 20}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
};

/*
 * Memory-mapped, a file that another process cuts short would end this one.
 * 64 MB of pages keep the upper levels of all trees of 10 million rows.
 */
static const char sql_settings[] = "PRAGMA mmap_size = 0;"
                                   "PRAGMA cell_size_check = ON;"
                                   "PRAGMA cache_size = -65536;";

/*
 * A file that is shorter than its header says is refused by SQLite as a whole,
 * unless schemas may be written; then it is read up to its end. For handles
 * that write nothing.
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
 * Loads the schema up to the first page of it that cannot be read. The
 * statement that meets that page fails; later ones see what came before it.
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

    for (size_t i = 0;
         rc == SQLITE_OK && i < sizeof(settings) / sizeof(settings[0]); i++)
        rc = sqlite3_db_config(db, settings[i].id, settings[i].value, NULL);
    if (rc == SQLITE_OK && bears_damage)
        rc = bear_damage(db);
    if (rc != SQLITE_OK)
        return db_error(db, rc, why);
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
        sqlite3_limit(db, limits[i].id, limits[i].value);
    if (!can_write) {
        loyd_err err = db_run(db, "PRAGMA query_only = ON", why);
        if (err != LOYD_OK)
            return err;
    }
    if (bears_damage) {
        loyd_err err = load_schema(db, why);
        if (err != LOYD_OK)
            return err;
    }
    return db_run(db, sql_settings, why);
}
