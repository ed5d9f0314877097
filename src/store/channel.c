/* SPDX-License-Identifier: MIT */
/* The tables channel, schedule and schedule_row, and the tiers in list.
 * Built-in channels are not known here. */
#include <string.h>

#include "base/why.h"
#include "store/days.h"
#include "store/query.h"

enum {
    COL_NAME,
    COL_START,
    COL_KEY_ID,
    COL_DAYS,
    COL_LAST,
    COL_HEAD,
    COL_VERSIONS,
    COL_NEWEST,
    COL_NUMBER,
    COL_DATE,
    COL_HASH
};

/* A channel with the last row of its ledger, to compare the two. */
#define COLUMNS                                                               \
    "SELECT c.name, c.start, c.key_id, c.days, c.last, c.head,"               \
    " (SELECT count(*) FROM schedule AS s WHERE s.channel = c.name),"         \
    " (SELECT ifnull(max(s.version), 0) FROM schedule AS s"                   \
    " WHERE s.channel = c.name), l.number, l.date, l.hash"                    \
    " FROM channel AS c LEFT JOIN ledger AS l ON l.channel = c.name"          \
    " AND l.number = (SELECT max(m.number) FROM ledger AS m"                  \
    " WHERE m.channel = c.name)"

static const char sql_channel_get[] = COLUMNS " WHERE c.name = ?1";

static const char sql_channel_next[] =
    COLUMNS " WHERE c.name > ?1 ORDER BY c.name LIMIT 1";

static const char sql_channel_put[] =
    "INSERT INTO channel (name, start, key_id, days)"
    " VALUES (?1, ?2, ?3, 0)";

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
        loyd_date_days(&date) != loyd_date_days(&channel->last) ||
        !column_hash(q, COL_HASH, hash) ||
        memcmp(hash, channel->head, sizeof(hash)) != 0)
        return bad(channel->name,
                   "the ledger does not end with the channel's head", why);
    return LOYD_OK;
}

static loyd_err
read_channel(struct query *q, loyd_channel *out, loyd_why *why)
{
    loyd_channel read = {.is_builtin = out->is_builtin};
    int64_t newest;

    if (!column_string(q, COL_NAME, sizeof(read.name), read.name) ||
        !day_name_is_valid(read.name, strlen(read.name)))
        return why_set(why, LOYD_E_CORRUPT, "a channel has an invalid name");
    if (!column_date(q, COL_START, &read.start))
        return bad(read.name, "invalid start date", why);
    read.is_keyed = !column_is_null(q, COL_KEY_ID);
    if (read.is_keyed &&
        (!column_string(q, COL_KEY_ID, sizeof(read.key_id), read.key_id) ||
         strlen(read.key_id) != LOYD_KEYID_CHARS ||
         !day_name_is_valid(read.key_id, LOYD_KEYID_CHARS)))
        return bad(read.name, "invalid key id", why);
    if (!column_u32(q, COL_DAYS, 0, UINT32_MAX, &read.rows) ||
        (read.rows > 0 && (!column_date(q, COL_LAST, &read.last) ||
                           !column_hash(q, COL_HEAD, read.head))))
        return bad(read.name, "invalid ledger length, last date or head", why);
    if (!column_u32(q, COL_VERSIONS, 0, UINT32_MAX, &read.versions) ||
        !column_int(q, COL_NEWEST, read.versions, read.versions, &newest))
        return bad(read.name, "a schedule version is missing", why);
    *out = read;
    return check_end(q, out, why);
}

static loyd_err
get_channel(loyd_store *store, const char *sql, const char *name,
            loyd_channel *channel, bool *found, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql, why);
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
    char start[LOYD_DATE_TEXT];
    struct query q;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    loyd_date_print(&channel->start, start);
    query_begin(&q, store, STMT_COUNT_, sql_channel_put, why);
    query_text(&q, 1, channel->name);
    query_text(&q, 2, start);
    if (channel->is_keyed)
        query_text(&q, 3, channel->key_id);
    return query_run(&q);
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

enum {
    COL_SINCE,
    COL_TIERS,
    COL_PLACE,
    COL_TIER,
    COL_TITLE,
    COL_SIZE,
    COL_LAYOUT,
    COL_BAND,
    COL_TARGET,
    COL_LOW,
    COL_HIGH
};

static const char sql_schedule_get[] =
    "SELECT s.since, s.tiers, r.place, r.tier, r.title, r.size,"
    " r.layout, r.band, r.target, r.low, r.high FROM schedule AS s"
    " CROSS JOIN schedule_row AS r ON r.channel = s.channel"
    " AND r.version = s.version WHERE s.channel = ?1 AND s.version = ?2"
    " ORDER BY r.place";

/* The tiers of a version that has lists, as rows without boards. */
static const char sql_schedule_lists[] =
    "SELECT s.since, s.tiers, l.place, l.tier, l.title FROM schedule AS s"
    " CROSS JOIN list AS l ON l.channel = s.channel"
    " AND l.version = s.version WHERE s.channel = ?1 AND s.version = ?2"
    " ORDER BY l.place";

static const char sql_schedule_put[] =
    "INSERT INTO schedule (channel, version, since,"
    " tiers) VALUES (?1, ?2, ?3, ?4)";

static const char sql_schedule_put_row[] =
    "INSERT INTO schedule_row (channel, version, place, tier, title, size,"
    " layout, band, target, low, high)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";

#define WEEK 7

const char *
schedule_row_fault(const loyd_schedule_row *row)
{
    char text[LOYD_LAYOUT_TEXT];
    loyd_layout layout;

    if (!day_name_is_valid(row->title, strlen(row->title)))
        return "invalid title";
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

/* A tier is called by its name, so far. */
static const char *
tier_of(const loyd_schedule *schedule, const loyd_schedule_row *row)
{
    return schedule->has_tiers ? row->title : "";
}

/* Reads the row's values; returns false if one is out of its bounds. */
static bool
read_values(struct query *q, const loyd_schedule *schedule,
            loyd_schedule_row *row)
{
    int64_t at;
    loyd_size size;
    char target[4];

    memset(row, 0, sizeof(*row));
    if (!column_int(q, COL_PLACE, schedule->n, schedule->n, &at) ||
        !column_string(q, COL_TITLE, sizeof(row->title), row->title) ||
        !column_is(q, COL_TIER, tier_of(schedule, row)) ||
        !column_size(q, COL_SIZE, &size) ||
        !column_string(q, COL_LAYOUT, sizeof(row->layout), row->layout) ||
        !(column_is_null(q, COL_BAND) ||
          (column_string(q, COL_BAND, sizeof(row->band), row->band) &&
           row->band[0] != '\0')) ||
        !column_string(q, COL_TARGET, sizeof(target), target) ||
        !column_u16(q, COL_LOW, 1, UINT16_MAX, &row->low) ||
        !column_u16(q, COL_HIGH, row->low, UINT16_MAX, &row->high))
        return false;
    row->target = strcmp(target, loyd_target_name(LOYD_TARGET_MLC)) == 0
                      ? LOYD_TARGET_MLC
                      : LOYD_TARGET_STM;
    row->width = size.width;
    row->height = size.height;
    return true;
}

/* Reads the title of a list, which is the name of a tier or empty. */
static bool
read_title(struct query *q, const loyd_schedule *schedule,
           loyd_schedule_row *row)
{
    int64_t at;

    memset(row, 0, sizeof(*row));
    if (!column_int(q, COL_PLACE, schedule->n, schedule->n, &at) ||
        !column_string(q, COL_TITLE, sizeof(row->title), row->title) ||
        !column_is(q, COL_TIER, tier_of(schedule, row)))
        return false;
    return schedule->has_tiers
               ? day_name_is_valid(row->title, strlen(row->title))
               : schedule->n == 0 && row->title[0] == '\0';
}

static const char *
read_schedule_row(struct query *q, loyd_schedule *schedule)
{
    loyd_schedule_row *row = &schedule->row[schedule->n];
    int64_t tiers;

    if (schedule->n == LOYD_SCHEDULE_ROWS)
        return "too many rows";
    if (!column_date(q, COL_SINCE, &schedule->from) ||
        !column_int(q, COL_TIERS, 0, 1, &tiers))
        return "invalid date";
    schedule->has_tiers = tiers != 0;
    if (schedule->has_lists ? !read_title(q, schedule, row)
                            : !read_values(q, schedule, row))
        return "a row has an invalid value";
    for (unsigned i = 0; schedule->has_tiers && i < schedule->n; i++)
        if (strcmp(schedule->row[i].title, row->title) == 0)
            return "a tier appears twice";
    schedule->n++;
    return schedule->has_lists ? NULL : schedule_row_fault(row);
}

/* Reads the rows of one of the two kinds; *fault is NULL or what is wrong. */
static loyd_err
read_rows(loyd_store *store, const char *sql, const char *channel,
          loyd_schedule *schedule, const char **fault, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_COUNT_, sql, why);
    query_text(&q, 1, channel);
    query_int(&q, 2, schedule->version);
    while (*fault == NULL && query_next(&q))
        *fault = read_schedule_row(&q, schedule);
    return query_end(&q, LOYD_OK);
}

loyd_err
schedule_get(loyd_store *store, const char *channel, uint32_t version,
             loyd_schedule *schedule, loyd_why *why)
{
    loyd_schedule read = {.version = version};
    loyd_schedule lists = {.version = version, .has_lists = true};
    const char *fault = NULL;
    loyd_err err;

    err = read_rows(store, sql_schedule_get, channel, &read, &fault, why);
    if (err == LOYD_OK && fault == NULL)
        err =
            read_rows(store, sql_schedule_lists, channel, &lists, &fault, why);
    if (err != LOYD_OK)
        return err;
    if (fault == NULL && read.n > 0 && lists.n > 0)
        fault = "both rows and lists";
    if (read.n == 0)
        read = lists;
    if (fault == NULL && (read.n == 0 || (!read.has_lists && !read.has_tiers &&
                                          read.n != WEEK)))
        fault = "too few rows";
    if (fault != NULL)
        return why_set(why, LOYD_E_CORRUPT,
                       "channel %s: schedule version %lu: %s", channel,
                       (unsigned long)version, fault);
    *schedule = read;
    return LOYD_OK;
}

static loyd_err
put_schedule_row(loyd_store *store, const char *channel,
                 const loyd_schedule *schedule, unsigned place, loyd_why *why)
{
    const loyd_schedule_row *row = &schedule->row[place];
    char size[SIZE_TEXT];
    struct query q;

    query_begin(&q, store, STMT_COUNT_, sql_schedule_put_row, why);
    query_text(&q, 1, channel);
    query_int(&q, 2, schedule->version);
    query_int(&q, 3, place);
    query_text(&q, 4, tier_of(schedule, row));
    query_text(&q, 5, row->title);
    query_text(&q, 6, size_print(row->width, row->height, size));
    query_text(&q, 7, row->layout);
    if (row->band[0] != '\0')
        query_text(&q, 8, row->band);
    query_text(&q, 9, loyd_target_name(row->target));
    query_int(&q, 10, row->low);
    query_int(&q, 11, row->high);
    return query_run(&q);
}

loyd_err
schedule_put(loyd_store *store, const char *channel,
             const loyd_schedule *schedule, loyd_why *why)
{
    char since[LOYD_DATE_TEXT];
    struct query q;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    loyd_date_print(&schedule->from, since);
    query_begin(&q, store, STMT_COUNT_, sql_schedule_put, why);
    query_text(&q, 1, channel);
    query_int(&q, 2, schedule->version);
    query_text(&q, 3, since);
    query_int(&q, 4, schedule->has_tiers);
    err = query_run(&q);
    if (schedule->has_lists) /* stored by list_put */
        return err;
    for (unsigned i = 0; err == LOYD_OK && i < schedule->n; i++)
        err = put_schedule_row(store, channel, schedule, i, why);
    return err;
}
