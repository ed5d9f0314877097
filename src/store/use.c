/* SPDX-License-Identifier: MIT */
/* Whether and where puzzles are used, and marks by hand. */
#include <string.h>

#include "base/utf8.h"
#include "base/why.h"
#include "core/cursor.h"
#include "store/mark.h"
#include "store/tables.h"

#define NAME_BYTES_MAX 100

_Static_assert(LOYD_NOTE_MAX <= NAME_BYTES_MAX, "notes are read as names");

/* Of two marks the one with the earlier date stays; of one day, one with a
 * note, and of two notes the first in byte order. */
static const char sql_mark[] =
    "INSERT INTO mark (puzzle, pack, volume, number, withdrawn, date, note)"
    " VALUES (?1, '', 0, 0, 0, ?2, ?3)"
    " ON CONFLICT (puzzle, pack) DO UPDATE SET date = excluded.date,"
    " note = excluded.note"
    " WHERE (excluded.date, excluded.note = '', excluded.note)"
    " < (mark.date, mark.note = '', mark.note)";

static const char sql_is_marked[] =
    "SELECT 1 FROM mark WHERE puzzle = ?1 AND pack = ''";

static const char sql_unmark[] =
    "DELETE FROM mark WHERE puzzle = ?1 AND pack = '' RETURNING 1";

/* What cannot be taken back of a puzzle, as words. */
static const char sql_fixed[] =
    "SELECT printf('is a day of channel %s, %s: days are never taken back',"
    " channel, date) FROM (SELECT channel, date FROM ledger"
    " INDEXED BY ledger_puzzle WHERE puzzle = ?1 ORDER BY date, channel"
    " LIMIT 1) UNION ALL SELECT * FROM"
    " (SELECT printf('is in volume %d of pack %s: expected a puzzle that is"
    " marked by hand', volume, pack) FROM mark WHERE puzzle = ?1 AND pack <> "
    "''"
    " AND NOT EXISTS (SELECT 1 FROM mark WHERE puzzle = ?1 AND pack = '')"
    " ORDER BY pack LIMIT 1) LIMIT 1";

/* The uses of puzzles, as the columns of read_row. */
#define IN_PACKS                                                              \
    "SELECT m.puzzle, 0, v.date, m.pack, m.volume, NULL, m.number,"           \
    " m.withdrawn FROM mark AS m LEFT JOIN volume AS v USING (pack, volume)"  \
    " WHERE m.pack <> ''"
#define ON_DAYS                                                               \
    " UNION ALL SELECT l.puzzle, 1, l.date, l.channel, l.version, l.tier,"    \
    " 0, 0 FROM ledger AS l INDEXED BY ledger_puzzle"
#define BY_HAND                                                               \
    " UNION ALL SELECT m.puzzle, 2, m.date, m.note, 0, NULL, 0, 0"            \
    " FROM mark AS m WHERE m.pack = ''"
#define IN_ORDER " ORDER BY 1, 2, 3, 4, 5, 6"

/* By whether they are those of one puzzle, and of one pack. */
static const char *const sql_usages[2][2] = {
    {IN_PACKS ON_DAYS BY_HAND IN_ORDER,
     IN_PACKS " AND m.pack = ?2 ORDER BY m.number"},
    {IN_PACKS " AND m.puzzle = ?1" ON_DAYS " WHERE l.puzzle = ?1" BY_HAND
              " AND m.puzzle = ?1" IN_ORDER,
     IN_PACKS " AND m.puzzle = ?1 AND m.pack = ?2"},
};

static const enum stmt_id stmt_usages[2][2] = {
    {STMT_COUNT_, STMT_COUNT_}, {STMT_USE_OF_ONE, STMT_USE_IN_PACK}};

/* --- the list of uses --- */

struct usage_list {
    loyd_cursor head;
    loyd_store *store; /* NULL: no reading was begun */
    const loyd_id *ids;
    size_t n;         /* of ids; 1 for all puzzles */
    size_t at;        /* queries that were begun */
    const char *pack; /* its name; NULL: all uses */
    bool is_open;     /* the query is */
    struct query q;
    loyd_usage usage;
};

/* Reads a text of a row that is shown to people. */
static bool
read_name(struct query *q, int at, size_t least, const char **name)
{
    size_t len;

    return column_text(q, at, NAME_BYTES_MAX, name, &len) && len >= least &&
           utf8_check(*name, len, NULL) == LOYD_OK;
}

static bool
read_row(struct query *q, loyd_usage *row)
{
    int64_t kind;

    *row = (loyd_usage){.tier = ""};
    if (!column_id(q, 0, &row->id) ||
        !column_int(q, 1, 0, LOYD_USAGE_COUNT_ - 1, &kind))
        return false;
    row->kind = (loyd_usage_kind)kind;
    if (!column_date(q, 2, &row->date) ||
        !read_name(q, 3, row->kind != LOYD_USAGE_HAND, &row->name) ||
        !column_u32(q, 4, row->kind != LOYD_USAGE_HAND, UINT32_MAX,
                    &row->version))
        return false;
    if (row->kind == LOYD_USAGE_PACK)
        return column_u32(q, 6, 1, UINT32_MAX, &row->number) &&
               column_u32(q, 7, 0, UINT32_MAX, &row->withdrawn);
    return row->kind == LOYD_USAGE_HAND || read_name(q, 5, 0, &row->tier);
}

static void
begin_puzzle(struct usage_list *list, loyd_why *why)
{
    bool is_one = list->ids != NULL, is_pack = list->pack != NULL;

    query_begin(&list->q, list->store, stmt_usages[is_one][is_pack],
                sql_usages[is_one][is_pack], why);
    if (is_one)
        query_id(&list->q, 1, &list->ids[list->at]);
    if (is_pack)
        query_text(&list->q, 2, list->pack);
    list->at++;
    list->is_open = true;
}

static loyd_err
next_usage(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct usage_list *list = (struct usage_list *)cursor;
    struct query *q = &list->q;

    for (;;) {
        if (!list->is_open && list->at == list->n)
            return LOYD_OK;
        if (!list->is_open)
            begin_puzzle(list, why);
        q->why = why;
        if (query_next(q))
            break;
        list->is_open = false;
        query_close(q);
        if (q->err != LOYD_OK)
            return query_err(q, LOYD_OK);
    }
    if (!read_row(q, &list->usage))
        return query_err(q, why_set(why, LOYD_E_CORRUPT,
                                    "invalid row in the uses of puzzles"));
    *found = true;
    return LOYD_OK;
}

static void
close_usages(loyd_cursor *cursor)
{
    struct usage_list *list = (struct usage_list *)cursor;

    if (list->is_open)
        query_close(&list->q);
    if (list->store != NULL)
        read_end(list->store);
}

static const struct cursor_kind usages = {sizeof(struct usage_list),
                                          next_usage, close_usages, false};

loyd_err
loyd_store_usages(loyd_store *store, const loyd_id *ids, size_t n,
                  const char *pack, loyd_cursor **cursor, loyd_why *why)
{
    struct usage_list *list = cursor_new(&usages);
    struct volume of;
    loyd_err err = LOYD_E_NOMEM;

    WHY_GIVEN(why);
    if (list == NULL || (err = read_begin(store, why)) != LOYD_OK)
        return cursor_opened(list, err, cursor);
    list->head.row.usage = &list->usage;
    list->store = store;
    list->ids = ids;
    list->n = ids != NULL ? n : 1;
    list->pack = pack;
    if (pack != NULL)
        err = pack_must(store, pack, &of, why);
    for (size_t i = 0; err == LOYD_OK && ids != NULL && i < n; i++)
        err = puzzle_need(store, &ids[i], "", why);
    return cursor_opened(list, err, cursor);
}

/* --- marks by hand --- */

loyd_err
loyd_store_mark(loyd_store *store, const loyd_id *id, const loyd_date *date,
                const char *note, bool *is_new, loyd_why *why)
{
    const char *words = note != NULL ? note : "";
    size_t len = strlen(words);
    char text[LOYD_DATE_TEXT];
    bool was_marked = false;
    struct query q;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = store_need_write(store, why)) != LOYD_OK)
        return err;
    if (len > LOYD_NOTE_MAX)
        return why_set(why, LOYD_E_RANGE, "note of %zu bytes: expected 0..%d",
                       len, LOYD_NOTE_MAX);
    if ((err = utf8_check_name(words, len, why)) != LOYD_OK ||
        (err = puzzle_need(store, id, "", why)) != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_HAND_USE_HAS, sql_is_marked, why);
    query_id(&q, 1, id);
    if ((err = query_has(&q, &was_marked)) != LOYD_OK)
        return err;
    loyd_date_print(date, text);
    query_begin(&q, store, STMT_HAND_USE_PUT, sql_mark, why);
    query_id(&q, 1, id);
    query_text(&q, 2, text);
    query_text(&q, 3, words);
    err = query_run(&q);
    if (err == LOYD_OK && is_new != NULL)
        *is_new = !was_marked;
    return err;
}

/* Returns LOYD_E_USED if the puzzle is a day of a channel, or only in
 * packs. */
static loyd_err
check_fixed(loyd_store *store, const loyd_id *id, loyd_why *why)
{
    char name[LOYD_ID_CHARS + 1];
    const char *words;
    size_t len;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_USE_DAY, sql_fixed, why);
    query_id(&q, 1, id);
    if (query_next(&q)) {
        loyd_id_print(id, name);
        err = column_text(&q, 0, LOYD_WHY_BYTES, &words, &len)
                  ? why_set(why, LOYD_E_USED, "puzzle '%s' %s", name, words)
                  : puzzle_bad(why, id, "invalid row in its uses");
    }
    return query_end(&q, err);
}

loyd_err
loyd_store_unmark(loyd_store *store, const loyd_id *id, bool *was_marked,
                  loyd_why *why)
{
    bool found = false;
    struct query q;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = store_need_write(store, why)) != LOYD_OK ||
        (err = puzzle_need(store, id, "", why)) != LOYD_OK ||
        (err = check_fixed(store, id, why)) != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_HAND_USE_DROP, sql_unmark, why);
    query_id(&q, 1, id);
    err = query_has(&q, &found);
    if (err == LOYD_OK && was_marked != NULL)
        *was_marked = found;
    return err;
}
