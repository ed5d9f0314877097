/* SPDX-License-Identifier: MIT */
/* Owns rows as they are in the file, for the proof of a catalogue. */
#include "store/inside.h"
#include "store/query.h"

static const char *const sqls[RAW_COUNT_] = {
    [RAW_FILE] = "PRAGMA integrity_check(100)",
    [RAW_KEYS] = "PRAGMA foreign_key_check",
    [RAW_GOALS] = "SELECT pk, width, height, cells, layout FROM goal"
                  " ORDER BY pk",
    [RAW_PUZZLES] =
        "SELECT p.id, p.class, p.start, p.stm, g.width, g.height, g.cells,"
        " g.layout, r.lower, r.upper, r.path FROM puzzle AS p"
        " LEFT JOIN goal AS g ON g.pk = p.goal"
        " LEFT JOIN rating AS r ON r.puzzle = p.id AND r.metric = 1"
        " ORDER BY p.id",
    [RAW_RATINGS] = "SELECT r.puzzle, r.metric, s.method, s.budget"
                    " FROM rating AS r LEFT JOIN search AS s"
                    " ON s.pk = r.search ORDER BY r.puzzle, r.metric",
    [RAW_RECIPES] = "SELECT s.pk, s.text, r.number, r.puzzle"
                    " FROM recipe AS r LEFT JOIN series AS s"
                    " ON s.pk = r.series ORDER BY r.series, r.number",
    /* The least byte of a length is told first, then the greater one. */
    [RAW_TEXTS] = "SELECT CAST(s.text || '~' || r.number AS BLOB) AS t,"
                  " r.puzzle FROM recipe AS r JOIN series AS s"
                  " ON s.pk = r.series"
                  " ORDER BY length(t) & 255, length(t) >> 8, t",
};

static raw_value
value_of(sqlite3_stmt *stmt, int at)
{
    raw_value value = {.kind = RAW_OTHER};

    switch (sqlite3_column_type(stmt, at)) {
    case SQLITE_NULL:
        value.kind = RAW_NULL;
        break;
    case SQLITE_INTEGER:
        value.kind = RAW_NUMBER;
        value.number = sqlite3_column_int64(stmt, at);
        break;
    case SQLITE_TEXT:
        value.kind = RAW_TEXT;
        value.bytes = sqlite3_column_text(stmt, at);
        value.len = (size_t)sqlite3_column_bytes(stmt, at);
        break;
    case SQLITE_BLOB:
        value.kind = RAW_BYTES;
        value.bytes = sqlite3_column_blob(stmt, at);
        value.len = (size_t)sqlite3_column_bytes(stmt, at);
        break;
    default:
        break;
    }
    /* Nothing of length 0, or no memory for it: nothing to be read. */
    if (value.bytes == NULL)
        value.len = 0;
    return value;
}

loyd_err
raw_each(loyd_store *store, raw_table table, raw_fn each, void *context,
         loyd_why *why)
{
    raw_value values[RAW_COLUMNS_MAX];
    query q;
    bool row;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sqls[table], why);
    while ((err = query_row(&q, &row)) == LOYD_OK && row) {
        int n = sqlite3_column_count(q.stmt);

        for (int i = 0; i < n && i < RAW_COLUMNS_MAX; i++)
            values[i] = value_of(q.stmt, i);
        if (!each(context, values))
            break;
    }
    query_end(&q);
    return err;
}

loyd_err
raw_count(loyd_store *store, uint64_t *count, loyd_why *why)
{
    int64_t n = 0;
    loyd_err err = db_number(store->db,
                             "SELECT (SELECT count(*) FROM puzzle)"
                             " + (SELECT count(*) FROM recipe)",
                             &n, why);

    if (err == LOYD_OK)
        *count = (uint64_t)n;
    return err;
}

loyd_err
raw_begin(loyd_store *store, loyd_why *why)
{
    return read_begin(store, why);
}

void
raw_end(loyd_store *store)
{
    read_end(store);
}
