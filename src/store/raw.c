/* SPDX-License-Identifier: MIT */
/* Reads raw rows, for the verification of a catalogue. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "store/tables.h"
#include "store/raw.h"

/* A statement for each walk. */
static const char *const tables[RAW_COUNT_] = {
    [RAW_BOARDS] = "SELECT p.id, p.board, g.board FROM puzzle AS p"
                   " LEFT JOIN goal AS g ON g.pk = p.goal ORDER BY p.id",
    [RAW_PROVEN] = "SELECT puzzle, metric, upper, path FROM rating"
                   " WHERE lower = upper ORDER BY puzzle, metric",
    /* A length comes in little-endian order in the digest's records. */
    [RAW_TEXTS] = "SELECT CAST(s.text || '~' || r.number AS BLOB) AS t,"
                  " r.puzzle FROM recipe AS r JOIN series AS s"
                  " ON s.pk = r.series"
                  " ORDER BY length(t) & 255, length(t) >> 8, t",
    [RAW_HASHES] = "SELECT DISTINCT hash FROM ledger ORDER BY hash",
    [RAW_DISTRIBUTIONS] =
        "SELECT d.class, d.metric, d.measure, d.version, d.total, d.sample,"
        " d.longest, d.source, l.length, l.boards, l.below, l.band"
        " FROM distribution AS d LEFT JOIN distribution_length AS l"
        " ON l.distribution = d.pk"
        " ORDER BY d.class, d.metric, d.version, d.measure, l.length",
    [RAW_UNCOUNTED] =
        "SELECT g.class, w.column1, w.column2, EXISTS (SELECT 1"
        " FROM distribution AS d WHERE d.class = g.class"
        " AND d.measure <> 'optimum')"
        " FROM (SELECT class FROM goal UNION SELECT class"
        " FROM distribution WHERE measure <> 'optimum') AS g CROSS JOIN"
        " (VALUES ('stm', 'optimum'), ('mtm', 'optimum'),"
        " ('stm', 'estimate'), ('stm', 'mlc')) AS w"
        " WHERE NOT EXISTS (SELECT 1 FROM distribution AS d"
        " WHERE d.class = g.class AND d.metric = w.column1"
        " AND d.measure = w.column2)",
};

/* Returns false if memory runs out. */
static bool
value_of(sqlite3_stmt *stmt, int at, struct raw_value *value)
{
    *value = (struct raw_value){.kind = RAW_OTHER};
    switch (sqlite3_column_type(stmt, at)) {
    case SQLITE_NULL:
        value->kind = RAW_NULL;
        break;
    case SQLITE_INTEGER:
        value->kind = RAW_NUMBER;
        value->number = sqlite3_column_int64(stmt, at);
        break;
    case SQLITE_TEXT:
        value->kind = RAW_TEXT;
        value->bytes = sqlite3_column_text(stmt, at);
        value->len = (size_t)sqlite3_column_bytes(stmt, at);
        break;
    case SQLITE_BLOB:
        value->kind = RAW_BYTES;
        value->bytes = sqlite3_column_blob(stmt, at);
        value->len = (size_t)sqlite3_column_bytes(stmt, at);
        break;
    default:
        break;
    }
    /* The pointer may be NULL for an empty blob, but never for a text. */
    if (value->bytes != NULL)
        return true;
    value->len = 0;
    return (value->kind != RAW_TEXT && value->kind != RAW_BYTES) ||
           sqlite3_errcode(sqlite3_db_handle(stmt)) != SQLITE_NOMEM;
}

static bool
read_values(sqlite3_stmt *stmt, struct raw_value *values)
{
    int n = sqlite3_column_count(stmt);

    for (int i = 0; i < n && i < RAW_COLUMNS_MAX; i++)
        if (!value_of(stmt, i, &values[i]))
            return false;
    return true;
}

loyd_err
raw_each(loyd_store *store, enum raw_table table, raw_fn each, void *context,
         loyd_why *why)
{
    struct raw_value values[RAW_COLUMNS_MAX];
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, tables[table], why);
    while (query_next(&q)) {
        if (!read_values(q.stmt, values)) {
            err = why_set(why, LOYD_E_NOMEM, "out of memory");
            break;
        }
        if (!each(context, values))
            break;
    }
    return query_end(&q, err);
}
