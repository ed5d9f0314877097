/* SPDX-License-Identifier: MIT */
/* The tables channel, schedule and schedule_row. Built-in channels are not
 * known here. */
#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "core/date.h"
#include "store/days.h"
#include "store/query.h"

struct channel_row {
    loyd_channel channel;
    bool has_last;
    bool has_head;
};

#define ROW struct channel_row
static const struct column channel_columns[] = {
    {STRING(name, channel.name, 1, day_name_is_valid)},
    {COLUMN(DATE, start, channel.start)},
    {COLUMN(HASH, key_hash, channel.key_hash), MAY_LACK(channel.is_keyed)},
    {NUMBER(days, channel.rows, 0, UINT32_MAX)},
    {COLUMN(DATE, last, channel.last), MAY_LACK(has_last)},
    {COLUMN(HASH, head, channel.head), MAY_LACK(has_head)},
};

const struct table channel_table = TABLE("channel", channel_columns, 1);

/* A channel with the last row of its ledger, to compare the two. */
enum { COL_VERSIONS = 6, COL_NEWEST, COL_NUMBER, COL_DATE, COL_HASH };

_Static_assert(COL_VERSIONS ==
                   sizeof(channel_columns) / sizeof(channel_columns[0]),
               "the columns of a query");

#define COLUMNS                                                               \
    "SELECT %s,"                                                              \
    " (SELECT count(*) FROM schedule AS s WHERE s.channel = channel.name),"   \
    " (SELECT ifnull(max(s.version), 0) FROM schedule AS s"                   \
    " WHERE s.channel = channel.name), l.number, l.date, l.hash"              \
    " FROM channel LEFT JOIN ledger AS l ON l.channel = channel.name"         \
    " AND l.number = (SELECT max(m.number) FROM ledger AS m"                  \
    " WHERE m.channel = channel.name)"

static const char sql_channel_get[] = COLUMNS " WHERE channel.name = ?1";

static const char sql_channel_next[] =
    COLUMNS " WHERE channel.name > ?1 ORDER BY channel.name LIMIT 1";

static const char sql_channel_grow[] =
    "UPDATE channel SET days = ?2, last = ?3,"
    " head = ?4 WHERE name = ?1";

static loyd_err
bad(const char *name, const char *what, loyd_why *why)
{
    return why_set(why, LOYD_E_CORRUPT, "channel %s: %s", name, what);
}

/* Compares the channel's record of its ledger with the ledger's last row. */
static loyd_err
check_end(struct query *q, const loyd_channel *channel, loyd_why *why)
{
    uint8_t hash[LOYD_HASH_BYTES];
    int64_t number = 0;
    loyd_date date;

    if (!column_is_null(q, COL_NUMBER) &&
        !column_int(q, COL_NUMBER, 1, UINT32_MAX, &number))
        return bad(channel->name, "a ledger row has an invalid number", why);
    if (number != channel->rows)
        return why_set(why, LOYD_E_CORRUPT,
                       "channel %s: the ledger ends at row %lld: expected %lu",
                       channel->name, (long long)number,
                       (unsigned long)channel->rows);
    if (number == 0)
        return LOYD_OK;
    if (!column_date(q, COL_DATE, &date) ||
        date_days(&date) != date_days(&channel->last) ||
        !column_hash(q, COL_HASH, hash) ||
        memcmp(hash, channel->head, sizeof(hash)) != 0)
        return bad(channel->name,
                   "the ledger does not end with the channel's head", why);
    return LOYD_OK;
}

static loyd_err
read_channel(struct query *q, loyd_channel *out, loyd_why *why)
{
    struct channel_row row = {.channel.is_builtin = out->is_builtin};
    loyd_channel *read = &row.channel;
    int64_t newest;
    loyd_err err = columns_read(q, &row);

    if (err != LOYD_OK)
        return err;
    if (read->rows > 0 && !(row.has_last && row.has_head))
        return columns_bad(q, row.has_last ? "head" : "last");
    if (!column_u32(q, COL_VERSIONS, 0, UINT32_MAX, &read->versions) ||
        !column_int(q, COL_NEWEST, read->versions, read->versions, &newest))
        return bad(read->name, "a schedule version is missing", why);
    *out = *read;
    return check_end(q, out, why);
}

static loyd_err
get_channel(loyd_store *store, const char *sql, const char *name,
            loyd_channel *channel, bool *found, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_columns(&q, store, STMT_COUNT_, sql, &channel_table, why);
    query_text(&q, 1, name);
    if ((*found = query_next(&q)))
        err = read_channel(&q, channel, why);
    return query_end(&q, err);
}

loyd_err
channel_get(loyd_store *store, const char *name, loyd_channel *channel,
            bool *found, loyd_why *why)
{
    return get_channel(store, sql_channel_get, name, channel, found, why);
}

loyd_err
channel_next(loyd_store *store, const char *after, loyd_channel *channel,
             bool *found, loyd_why *why)
{
    return get_channel(store, sql_channel_next, after, channel, found, why);
}

loyd_err
channel_put(loyd_store *store, const loyd_channel *channel, loyd_why *why)
{
    struct channel_row row = {.channel = *channel};
    loyd_err err = store_need_write(store, why);

    row.channel.rows = 0;
    return err == LOYD_OK
               ? columns_put(store, STMT_COUNT_, &channel_table, &row, "", why)
               : err;
}

loyd_err
channel_grow(loyd_store *store, const loyd_channel *channel, loyd_why *why)
{
    char last[LOYD_DATE_TEXT];
    struct query q;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    loyd_date_print(&channel->last, last);
    query_begin(&q, store, STMT_COUNT_, sql_channel_grow, why);
    query_text(&q, 1, channel->name);
    query_int(&q, 2, channel->rows);
    query_text(&q, 3, last);
    query_blob(&q, 4, channel->head, sizeof(channel->head));
    return query_run(&q);
}

struct version_row {
    char channel[LOYD_CHANNEL_NAME];
    loyd_schedule schedule;
};

#undef ROW
#define ROW struct version_row
static const struct column version_columns[] = {
    {COLUMN(STRING, channel, channel)},
    {NUMBER(version, schedule.version, 1, UINT32_MAX)},
    {COLUMN(DATE, since, schedule.from)},
    {NUMBER(tiers, schedule.has_tiers, 0, 1)},
    {NUMBER(draw, schedule.draw, 1, 2)},
};

const struct table schedule_table = TABLE("schedule", version_columns, 2);

struct place_row {
    char channel[LOYD_CHANNEL_NAME];
    uint32_t version;
    unsigned place;
    bool has_rule; /* it has no list */
    loyd_size size;
    loyd_schedule_row row;
};

static const char *const targets[] = {[LOYD_TARGET_STM] = "stm",
                                      [LOYD_TARGET_MTM] = "mtm",
                                      [LOYD_TARGET_MLC] = "mlc"};

#define TARGET_LAST (sizeof(targets) / sizeof(targets[0]) - 1)

#undef ROW
#define ROW struct place_row
static const struct column place_columns[] = {
    {COLUMN(STRING, channel, channel)},
    {NUMBER(version, version, 1, UINT32_MAX)},
    {NUMBER(place, place, 0, LOYD_SCHEDULE_ROWS - 1)},
    {COLUMN(STRING, tier, row.tier)},
    {COLUMN(STRING, title, row.title)},
    {COLUMN(SIZE, size, size), MAY_LACK(has_rule)},
    {COLUMN(STRING, layout, row.layout), MAY_LACK(has_rule)},
    {STRING(band, row.band, 1, NULL), .may_be_null = true},
    {WORD(target, row.target, targets, TARGET_LAST), MAY_LACK(has_rule)},
    {NUMBER(low, row.low, 1, UINT16_MAX), MAY_LACK(has_rule)},
    {NUMBER(high, row.high, 1, UINT16_MAX), MAY_LACK(has_rule)},
};

const struct table schedule_row_table =
    TABLE("schedule_row", place_columns, 3);

static const char sql_places[] =
    "SELECT %s FROM schedule_row"
    " WHERE channel = ?1 AND version = ?2 ORDER BY place";

static const char sql_retitle[] =
    "UPDATE schedule_row AS r SET title = ?5 WHERE channel = ?1"
    " AND iif(tier <> '', tier = ?2, place = ?3 AND ?4 = (SELECT count(*)"
    " FROM schedule_row AS s WHERE s.channel = r.channel"
    " AND s.version = r.version))";

#define WEEK 7

/*
 * Checks a row: names, size, layout in canonical form, range of lengths.
 * Returns NULL, or what is wrong: static text.
 */
static const char *
schedule_row_fault(const loyd_schedule_row *row)
{
    char text[LOYD_LAYOUT_TEXT];
    loyd_layout layout;

    if (day_title_check(row->title, strlen(row->title), NULL) != LOYD_OK)
        return "invalid title";
    if (row->is_listed)
        return NULL;
    if (row->width < 2 || row->width > LOYD_SIDE_MAX || row->height < 2 ||
        row->height > LOYD_SIDE_MAX)
        return "size out of range";
    if ((row->target == LOYD_TARGET_MLC) !=
        (row->width * row->height > LOYD_EXACT_CELLS))
        return "invalid target for this size";
    if (loyd_layout_parse(row->layout, strlen(row->layout), row->width,
                          row->height, &layout, NULL) != LOYD_OK)
        return "invalid layout";
    loyd_layout_print(&layout, text);
    if (strcmp(text, row->layout) != 0)
        return "layout not in canonical form";
    if (row->band[0] != '\0' &&
        !day_name_is_valid(row->band, strlen(row->band)))
        return "invalid band name";
    if (row->low < 1 || row->high < row->low)
        return "range reversed";
    return NULL;
}

/* Checks that a row is the next one, and its tier. */
static loyd_err
check_place(struct query *q, const loyd_schedule *schedule, unsigned place)
{
    const char *tier = schedule->row[schedule->n].tier;

    if (place != schedule->n)
        return columns_bad(q, "place");
    return (schedule->has_tiers ? day_name_is_valid(tier, strlen(tier))
                                : tier[0] == '\0')
               ? LOYD_OK
               : columns_bad(q, "tier");
}

/* Reads the next row of a schedule. */
static loyd_err
read_place(struct query *q, loyd_schedule *schedule)
{
    loyd_schedule_row *row = &schedule->row[schedule->n];
    struct place_row read = {.place = 0};
    loyd_err err = columns_read(q, &read);

    if (err != LOYD_OK)
        return err;
    *row = read.row;
    row->is_listed = !read.has_rule;
    row->width = read.size.width;
    row->height = read.size.height;
    return check_place(q, schedule, read.place);
}

static loyd_err
wrong(const char *channel, const loyd_schedule *schedule, const char *fault,
      loyd_why *why)
{
    return why_set(why, LOYD_E_CORRUPT, "channel %s: schedule version %lu: %s",
                   channel, (unsigned long)schedule->version, fault);
}

static loyd_err
read_row(struct query *q, const char *channel, loyd_schedule *schedule,
         loyd_why *why)
{
    loyd_schedule_row *row = &schedule->row[schedule->n];
    const char *fault = NULL;
    loyd_err err;

    if (schedule->n == LOYD_SCHEDULE_ROWS)
        return wrong(channel, schedule, "too many rows", why);
    if ((err = read_place(q, schedule)) != LOYD_OK)
        return err;
    for (unsigned i = 0; schedule->has_tiers && i < schedule->n; i++)
        if (strcmp(schedule->row[i].tier, row->tier) == 0)
            fault = "a tier appears twice";
    schedule->n++;
    if (fault == NULL)
        fault = schedule_row_fault(row);
    return fault == NULL ? LOYD_OK : wrong(channel, schedule, fault, why);
}

loyd_err
schedule_get(loyd_store *store, const char *channel, uint32_t version,
             loyd_schedule *schedule, loyd_why *why)
{
    struct version_row row = {.schedule.version = version};
    loyd_schedule *read = &row.schedule;
    struct query q;
    bool found;
    loyd_err err;

    snprintf(row.channel, sizeof(row.channel), "%s", channel);
    err = columns_find(store, STMT_COUNT_, &schedule_table, &row, &found, why);
    if (err != LOYD_OK)
        return err;
    query_columns(&q, store, STMT_COUNT_, sql_places, &schedule_row_table,
                  why);
    query_text(&q, 1, channel);
    query_int(&q, 2, version);
    while (err == LOYD_OK && found && query_next(&q))
        err = read_row(&q, channel, read, why);
    if ((err = query_end(&q, err)) != LOYD_OK)
        return err;
    if (read->n == 0 || (!read->has_tiers && read->n != 1 && read->n != WEEK))
        return wrong(channel, read, "too few rows", why);
    *schedule = *read;
    return LOYD_OK;
}

loyd_err
schedule_retitle(loyd_store *store, const char *channel, const char *tier,
                 unsigned place, unsigned n, const char *title, bool *found,
                 loyd_why *why)
{
    struct query q;
    loyd_err err;

    query_begin(&q, store, STMT_COUNT_, sql_retitle, why);
    query_text(&q, 1, channel);
    query_text(&q, 2, tier);
    query_int(&q, 3, place);
    query_int(&q, 4, n);
    query_text(&q, 5, title);
    err = query_run(&q);
    *found = err == LOYD_OK && sqlite3_changes(store->db) > 0;
    return err;
}

/* Returns what is stored of a row. */
static struct place_row
place_of(const loyd_schedule *schedule, unsigned place)
{
    const loyd_schedule_row *row = &schedule->row[place];

    return (struct place_row){.version = schedule->version,
                              .place = place,
                              .has_rule = !row->is_listed,
                              .size = {row->width, row->height},
                              .row = *row};
}

loyd_err
schedule_put(loyd_store *store, const char *channel,
             const loyd_schedule *schedule, loyd_why *why)
{
    struct version_row row = {.schedule = *schedule};
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    snprintf(row.channel, sizeof(row.channel), "%s", channel);
    err = columns_put(store, STMT_COUNT_, &schedule_table, &row, "", why);
    for (unsigned i = 0; err == LOYD_OK && i < schedule->n; i++) {
        struct place_row place = place_of(schedule, i);

        snprintf(place.channel, sizeof(place.channel), "%s", channel);
        err = columns_put(store, STMT_COUNT_, &schedule_row_table, &place, "",
                          why);
    }
    return err;
}
