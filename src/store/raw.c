/* SPDX-License-Identifier: MIT */
/* Reads raw rows, for the verification of a catalogue. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "store/tables.h"
#include "store/raw.h"

/* A statement for a whole table, in three parts; the middle one is the column
 * by which shards divide it. */
static const struct raw_rows {
    const char *select;
    const char *id; /* NULL: no such column; belongs to the first shard */
    const char *order;
} tables[RAW_COUNT_] = {
    [RAW_FILE] = {"PRAGMA integrity_check(100)", NULL, ""},
    /* The PRAGMA would seek the puzzle of each recipe and rating in another
     * order than theirs. Keys of other tables that these and puzzles have are
     * checked with their rows. */
    [RAW_KEYS] =
        {"SELECT k.\"table\", k.parent FROM sqlite_schema AS t,"
         " pragma_foreign_key_check(t.name) AS k WHERE t.type = 'table'"
         " AND t.name NOT IN ('puzzle', 'recipe', 'rating')"
         " UNION ALL SELECT 'recipe', 'puzzle' FROM recipe AS c"
         " INDEXED BY recipe_puzzle"
         " WHERE NOT EXISTS (SELECT 1 FROM puzzle WHERE id = c.puzzle)"
         " UNION ALL SELECT 'rating', 'puzzle' FROM rating AS c"
         " WHERE NOT EXISTS (SELECT 1 FROM puzzle WHERE id = c.puzzle)",
         NULL, ""},
    [RAW_GOALS] = {"SELECT pk, size, class, layout, board FROM goal", NULL,
                   " ORDER BY pk"},
    [RAW_PUZZLES] =
        {"SELECT p.id, p.class, p.board, g.size, g.board, g.layout,"
         " p.estimate, p.estimate_version,"
         " p.stm, p.upper, r.lower, r.upper, r.path,"
         " p.mtm, p.mtm_upper, m.lower, m.upper, m.path"
         " FROM puzzle AS p"
         " LEFT JOIN goal AS g ON g.pk = p.goal"
         " LEFT JOIN rating AS r ON r.puzzle = p.id AND r.metric = 'stm'"
         " LEFT JOIN rating AS m ON m.puzzle = p.id AND m.metric = 'mtm'",
         "p.id", " ORDER BY p.id"},
    [RAW_BOARDS] = {"SELECT p.id, p.board, g.board FROM puzzle AS p"
                    " LEFT JOIN goal AS g ON g.pk = p.goal",
                    NULL, " ORDER BY p.id"},
    [RAW_PROVEN] = {"SELECT puzzle, metric, upper, path FROM rating"
                    " WHERE lower = upper",
                    NULL, " ORDER BY puzzle, metric"},
    [RAW_RATINGS] = {"SELECT r.puzzle, r.metric, s.method, s.budget,"
                     " iif(r.lower_search IS NULL, s.method, l.method),"
                     " iif(r.lower_search IS NULL, s.budget, l.budget)"
                     " FROM rating AS r LEFT JOIN search AS s"
                     " ON s.pk = r.search LEFT JOIN search AS l"
                     " ON l.pk = r.lower_search",
                     "r.puzzle", " ORDER BY r.puzzle, r.metric"},
    [RAW_RECIPES] = {"SELECT s.pk, s.text, r.number, r.puzzle"
                     " FROM recipe AS r LEFT JOIN series AS s"
                     " ON s.pk = r.series",
                     "r.puzzle", " ORDER BY r.series, r.number"},
    /* A length comes in little-endian order in the digest's records. */
    [RAW_TEXTS] = {"SELECT CAST(s.text || '~' || r.number AS BLOB) AS t,"
                   " r.puzzle FROM recipe AS r JOIN series AS s"
                   " ON s.pk = r.series",
                   NULL, " ORDER BY length(t) & 255, length(t) >> 8, t"},
    [RAW_HASHES] = {"SELECT DISTINCT hash FROM ledger", NULL,
                    " ORDER BY hash"},
    [RAW_CHANNELS] = {"SELECT name, start, key_id, days, last, head"
                      " FROM channel",
                      NULL, " ORDER BY name"},
    [RAW_LEDGERS] = {"SELECT l.channel, l.number, l.date, l.tier, l.version,"
                     " l.stm, l.nonce, l.hash, p.id, p.board, p.stm, g.board,"
                     " r.upper FROM ledger AS l"
                     " LEFT JOIN puzzle AS p ON p.id = l.puzzle"
                     " LEFT JOIN goal AS g ON g.pk = p.goal"
                     " LEFT JOIN rating AS r ON r.puzzle = l.puzzle"
                     " AND r.metric = 'stm'",
                     NULL, " ORDER BY l.channel, l.number"},
    [RAW_CLAIMS] = {"SELECT c.puzzle, c.metric, c.length, p.board,"
                    " p.stm, p.mtm, g.board FROM claim AS c"
                    " LEFT JOIN puzzle AS p ON p.id = c.puzzle"
                    " LEFT JOIN goal AS g ON g.pk = p.goal",
                    "c.puzzle", " ORDER BY c.puzzle, c.metric"},
    [RAW_PACKS] = {"SELECT pk, pack_id, name, version, date FROM pack", NULL,
                   " ORDER BY pk"},
    [RAW_MARKS] = {"SELECT puzzle, date, note FROM hand_use", "puzzle",
                   " ORDER BY puzzle"},
    [RAW_NAMES] = {"SELECT puzzle, name FROM name", "puzzle",
                   " ORDER BY puzzle"},
    [RAW_TRAITS] = {"SELECT t.*, p.board, p.stm, g.board, r.path"
                    " FROM trait AS t LEFT JOIN puzzle AS p"
                    " ON p.id = t.puzzle LEFT JOIN goal AS g ON g.pk = p.goal"
                    " LEFT JOIN rating AS r ON r.puzzle = p.id"
                    " AND r.metric = 'stm'",
                    "t.puzzle", " ORDER BY t.puzzle"},
    [RAW_GAMES] = {"SELECT m.*, p.board, p.stm, g.board FROM game AS m"
                   " LEFT JOIN puzzle AS p ON p.id = m.puzzle"
                   " LEFT JOIN goal AS g ON g.pk = p.goal",
                   "m.puzzle", " ORDER BY m.pk"},
    [RAW_DIFFICULTIES] = {"SELECT d.*, m.n FROM difficulty AS d"
                          " LEFT JOIN (SELECT puzzle, count(*) AS n FROM game"
                          " GROUP BY puzzle) AS m ON m.puzzle = d.puzzle",
                          "d.puzzle", " ORDER BY d.puzzle"},
    [RAW_ABILITIES] = {"SELECT a.*, m.n FROM ability AS a"
                       " LEFT JOIN (SELECT player, count(*) AS n FROM game"
                       " GROUP BY player) AS m ON m.player = a.player",
                       NULL, " ORDER BY a.player"},
    [RAW_LISTS] = {"SELECT pk, channel, version, place, title, puzzles,"
                   " digest FROM list",
                   NULL, " ORDER BY pk"},
    [RAW_LISTED] = {"SELECT l.list, l.puzzle, coalesce(p.stm, (SELECT r.upper"
                    " FROM goal AS g JOIN rating AS r ON r.puzzle = p.id"
                    " AND r.metric = 'stm' WHERE g.pk = p.goal"
                    " AND " GOAL_IS_WIDE ")) FROM list_puzzle AS l"
                    " LEFT JOIN puzzle AS p ON p.id = l.puzzle",
                    NULL, " ORDER BY l.list, l.puzzle"},
    [RAW_DISTRIBUTIONS] =
        {"SELECT d.class, d.metric, d.measure, d.version, d.total, d.sample,"
         " d.longest, d.source, l.length, l.boards, l.below, l.band"
         " FROM distribution AS d LEFT JOIN distribution_length AS l"
         " ON l.distribution = d.pk",
         NULL, " ORDER BY d.class, d.metric, d.version, d.measure, l.length"},
    [RAW_UNCOUNTED] =
        {"SELECT g.class, w.column1, w.column2, EXISTS (SELECT 1"
         " FROM distribution AS d WHERE d.class = g.class"
         " AND d.measure <> 'optimum')"
         " FROM (SELECT class FROM goal UNION SELECT class"
         " FROM distribution WHERE measure <> 'optimum') AS g CROSS JOIN"
         " (VALUES ('stm', 'optimum'), ('mtm', 'optimum'),"
         " ('stm', 'estimate'), ('stm', 'mlc')) AS w"
         " WHERE NOT EXISTS (SELECT 1 FROM distribution AS d"
         " WHERE d.class = g.class AND d.metric = w.column1"
         " AND d.measure = w.column2)",
         NULL, ""},
};

#define SQL_BYTES 800

/*
 * A value that is not a blob, such as a number, sorts before or after all ids:
 * with open ends every row belongs to a shard.
 */
static void
write_sql(const struct raw_rows *table, const struct raw_range *range,
          char sql[SQL_BYTES])
{
    char where[64] = "";

    if (range != NULL && table->id != NULL)
        sqlite3_snprintf((int)sizeof(where), where,
                         range->is_first  ? " WHERE %s <= ?2"
                         : range->is_last ? " WHERE %s >= ?1"
                                          : " WHERE %s BETWEEN ?1 AND ?2",
                         table->id);
    sqlite3_snprintf(SQL_BYTES, sql, "%s%s%s", table->select, where,
                     table->order);
}

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

/* SQLite's integrity check continues if it has no memory for a page; its
 * message then contains that error's code. */
static bool
lacks_memory(const char *words)
{
    static const char mark[] = "error code";

    while ((words = strstr(words, mark)) != NULL) {
        long code;

        words += sizeof(mark) - 1;
        code = strtol(words + strspn(words, " ="), NULL, 10);
        if (code == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM)
            return true;
    }
    return false;
}

loyd_err
raw_each(loyd_store *store, enum raw_table table,
         const struct raw_range *range, raw_fn each, void *context,
         loyd_why *why)
{
    const struct raw_rows *from = &tables[table];
    char sql[SQL_BYTES];
    struct raw_value values[RAW_COLUMNS_MAX];
    bool (*next)(struct query *) =
        table == RAW_FILE ? query_next_long : query_next;
    struct query q;
    loyd_err err = LOYD_OK;

    if (range != NULL && range->is_first && range->is_last)
        range = NULL;
    if (range != NULL && from->id == NULL && !range->is_first)
        return LOYD_OK;
    write_sql(from, range, sql);
    query_begin(&q, store, STMT_COUNT_, sql, why);
    if (range != NULL && from->id != NULL && !range->is_first)
        query_id(&q, 1, &range->first);
    if (range != NULL && from->id != NULL && !range->is_last)
        query_id(&q, 2, &range->last);
    while (next(&q)) {
        if (!read_values(q.stmt, values) ||
            (table == RAW_FILE && values[0].bytes != NULL &&
             lacks_memory((const char *)values[0].bytes))) {
            err = why_set(why, LOYD_E_NOMEM, "out of memory");
            break;
        }
        if (!each(context, values))
            break;
    }
    return query_end(&q, err);
}
