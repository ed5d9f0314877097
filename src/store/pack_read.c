/* SPDX-License-Identifier: MIT */
/* Reads the SQLite file of a pack. */
#include "store/pack_read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/why.h"
#include "core/crypto.h"
#include "store/file.h"
#include "store/migrate.h"
#include "store/pack_db.h"
#include "store/query.h"

#define TEXT_MAX 100000 /* bytes of a path */
#define HEADER_BYTES 100
#define HEADER_PAGE 16   /* offset of the page size, big-endian */
#define HEADER_WRITES 18 /* 1: rollback journal, 2: WAL */
#define HEADER_READS 19
#define HEADER_ID 68 /* application_id, big-endian */
#define PAGE_BYTES 4096
#define SUM_BYTES 65536 /* read at once */

static const char sql_check[] = "PRAGMA integrity_check(1)";

struct pack_reader {
    loyd_store store; /* only for its queries, not a catalogue */
    bool is_borrowed; /* its database */
    struct query rows;
};

bool
pack_reader_knows(const uint8_t *bytes, size_t len)
{
    static const uint8_t id[4] = {'L', 'O', 'Y', 'P'};

    return len >= HEADER_BYTES && memcmp(bytes, "SQLite format 3", 16) == 0 &&
           memcmp(bytes + HEADER_ID, id, sizeof(id)) == 0;
}

/* Checks that it is the database of a pack in the present form. */
static loyd_err
check_version(sqlite3 *db, loyd_why *why)
{
    int64_t application, version = 0;
    loyd_err err = db_number(db, "PRAGMA application_id", &application, why);

    if (err == LOYD_OK)
        err = db_number(db, "PRAGMA user_version", &version, why);
    if (err != LOYD_OK)
        return err;
    if (application != PACK_DB_ID)
        return why_set(why, LOYD_E_FOREIGN, "not the database of a loyd pack");
    return version == PACK_DB_VERSION
               ? LOYD_OK
               : why_set(why, LOYD_E_NEWER,
                         "unknown schema version %lld: expected %d",
                         (long long)version, PACK_DB_VERSION);
}

static loyd_err
check_schema(sqlite3 *db, bool is_copy, loyd_why *why)
{
    const struct schema schema = {
        .sql = pack_db_sql, .n = PACK_DB_STATEMENTS, .is_of_app = is_copy};
    loyd_err err = check_version(db, why);

    return err == LOYD_OK ? schema_check(db, &schema, why) : err;
}

loyd_err
pack_reader_select(struct pack_reader *reader, const char *sql, loyd_why *why)
{
    if (reader->rows.store != NULL)
        query_close(&reader->rows);
    query_begin(&reader->rows, &reader->store, STMT_COUNT_, sql, why);
    return query_err(&reader->rows, LOYD_OK);
}

loyd_err
pack_reader_open(const char *path, bool is_copy, const struct watch *w,
                 struct pack_reader **made, loyd_why *why)
{
    struct pack_reader *reader = calloc(1, sizeof(*reader));
    loyd_err err;

    if (reader == NULL)
        return LOYD_E_NOMEM;
    reader->store.watch = *w;
    /* Immutable: journals next to the file are not part of the pack. */
    if ((err = file_connect(path, SQLITE_OPEN_READONLY, true,
                            &reader->store.watch, &reader->store.db, why)) !=
            LOYD_OK ||
        (err = db_guard(reader->store.db, false, false, why)) != LOYD_OK ||
        (err = check_schema(reader->store.db, is_copy, why)) != LOYD_OK)
        pack_reader_close(&reader);
    *made = reader;
    return err;
}

loyd_err
pack_reader_query(sqlite3 *db, const char *sql, struct pack_reader **made,
                  loyd_why *why)
{
    struct pack_reader *reader = calloc(1, sizeof(*reader));
    loyd_err err;

    if (reader == NULL)
        return LOYD_E_NOMEM;
    reader->store.db = db;
    reader->is_borrowed = true;
    if ((err = pack_reader_select(reader, sql, why)) != LOYD_OK)
        pack_reader_close(&reader);
    *made = reader;
    return err;
}

void
pack_reader_close(struct pack_reader **reader)
{
    if (*reader == NULL)
        return;
    if ((*reader)->rows.store != NULL)
        query_close(&(*reader)->rows);
    if (!(*reader)->is_borrowed)
        sqlite3_close((*reader)->store.db);
    free(*reader);
    *reader = NULL;
}

/* Phones open files with a rollback journal and 4096-byte pages read-only. */
static loyd_err
check_header(const struct pack_reader *reader, loyd_why *why)
{
    uint8_t head[HEADER_BYTES];
    loyd_err err = file_read(reader->store.db, head, sizeof(head), 0, why);

    if (err != LOYD_OK)
        return err;
    if (head[HEADER_WRITES] != 1 || head[HEADER_READS] != 1)
        return why_set(why, LOYD_E_CORRUPT,
                       "in WAL mode: expected a rollback journal");
    if (head[HEADER_PAGE] != PAGE_BYTES >> 8 || head[HEADER_PAGE + 1] != 0)
        return why_set(why, LOYD_E_CORRUPT,
                       "wrong page size: expected %d bytes", PAGE_BYTES);
    return LOYD_OK;
}

loyd_err
pack_reader_sum(struct pack_reader *reader, uint64_t most, uint64_t *bytes,
                uint8_t sha[LOYD_HASH_BYTES], loyd_why *why)
{
    uint8_t *part = malloc(SUM_BYTES);
    int64_t size = 0;
    struct crypto_sha256 sum;
    loyd_err err =
        part != NULL ? file_size(reader->store.db, &size, why) : LOYD_E_NOMEM;

    *bytes = (uint64_t)size;
    crypto_sha256_begin(&sum);
    for (int64_t at = 0; err == LOYD_OK && at < size && *bytes <= most;
         at += SUM_BYTES) {
        size_t n = size - at < SUM_BYTES ? (size_t)(size - at) : SUM_BYTES;

        err = file_read(reader->store.db, part, n, at, why);
        if (err == LOYD_OK)
            crypto_sha256_add(&sum, part, n);
    }
    crypto_sha256_end(&sum, sha);
    free(part);
    return err;
}

loyd_err
pack_reader_check_file(struct pack_reader *reader, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    const char *words;
    size_t len;
    struct query q;
    loyd_err err = check_header(reader, why);

    if (err != LOYD_OK)
        return err;
    query_begin(&q, &reader->store, STMT_COUNT_, sql_check, why);
    if (!query_next_long(&q) ||
        !column_text(&q, 0, LOYD_WHY_BYTES, &words, &len))
        err = why_set(why, LOYD_E_CORRUPT, "damaged pages");
    else if (strcmp(words, "ok") != 0)
        err = why_set(why, LOYD_E_CORRUPT, "SQLite reports: %s",
                      why_quote(words, len, quote));
    return query_end(&q, err);
}

loyd_err
pack_reader_next(struct pack_reader *reader, bool *found, loyd_why *why)
{
    reader->rows.why = why;
    return query_row(&reader->rows, found);
}

unsigned
pack_reader_columns(const struct pack_reader *reader)
{
    return (unsigned)sqlite3_column_count(reader->rows.stmt);
}

const char *
pack_reader_column(const struct pack_reader *reader, unsigned i)
{
    return sqlite3_column_name(reader->rows.stmt, (int)i);
}

loyd_err
pack_reader_value(struct pack_reader *reader, unsigned i, struct slice *value,
                  loyd_why *why)
{
    struct query *q = &reader->rows;
    int column = (int)i;
    const char *text;

    *value = (struct slice){NULL, 0};
    if (sqlite3_column_type(q->stmt, column) == SQLITE_NULL)
        return LOYD_OK;
    if (sqlite3_column_type(q->stmt, column) != SQLITE_BLOB &&
        (text = (const char *)sqlite3_column_text(q->stmt, column)) != NULL) {
        *value = (struct slice){text,
                                (size_t)sqlite3_column_bytes(q->stmt, column)};
        if (value->len <= TEXT_MAX && memchr(text, 0, value->len) == NULL)
            return LOYD_OK;
    }
    return query_err(q, why_set(why, LOYD_E_CORRUPT, "%s: invalid value",
                                pack_reader_column(reader, i)));
}
