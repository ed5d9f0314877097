/* SPDX-License-Identifier: MIT */
/* Owns the tables schedule and schedule_row: the versions of schedules. */
#include <string.h>

#include "base/why.h"
#include "store/days.h"
#include "store/query.h"

enum {
    COL_SINCE,
    COL_TIERS,
    COL_PLACE,
    COL_TITLE,
    COL_WIDTH,
    COL_HEIGHT,
    COL_LAYOUT,
    COL_BAND,
    COL_LOW,
    COL_HIGH
};

static const char sql_get[] =
    "SELECT s.since, s.tiers, r.place, r.title, r.width, r.height, r.layout,"
    " r.band, r.stm_low, r.stm_high FROM schedule AS s"
    " CROSS JOIN schedule_row AS r ON r.channel = s.channel"
    " AND r.version = s.version WHERE s.channel = ?1 AND s.version = ?2"
    " ORDER BY r.place";

static const char sql_put[] = "INSERT INTO schedule (channel, version, since,"
                              " tiers) VALUES (?1, ?2, ?3, ?4)";

static const char sql_put_row[] =
    "INSERT INTO schedule_row (channel, version, place, title, width, height,"
    " layout, band, stm_low, stm_high)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";

#define WEEK 7

const char *
schedule_row_fault(const loyd_schedule_row *row)
{
    char text[LOYD_LAYOUT_TEXT];
    loyd_layout layout;

    if (!day_name_is_valid(row->title, strlen(row->title)))
        return "its title is none";
    if (row->width < 2 || row->height < 2 ||
        row->width * row->height > LOYD_EXACT_CELLS)
        return "its size is out of range";
    if (loyd_layout_parse(row->layout, strlen(row->layout), row->width,
                          row->height, &layout, NULL) != LOYD_OK)
        return "its layout is none";
    loyd_layout_print(&layout, text);
    if (strcmp(text, row->layout) != 0)
        return "its layout is not in canonical form";
    if (row->band[0] != '\0' &&
        !day_name_is_valid(row->band, strlen(row->band)))
        return "its band has no name";
    if (row->stm_low < 1 || row->stm_high < row->stm_low)
        return "its lengths are out of range";
    return NULL;
}

/* Nothing is written outside of `row` whatever stands in the file. */
static bool
read_values(struct query *q, unsigned place, loyd_schedule_row *row)
{
    int64_t at, width, height;

    memset(row, 0, sizeof(*row));
    if (!column_int(q, COL_PLACE, place, place, &at) ||
        !column_string(q, COL_TITLE, sizeof(row->title), row->title) ||
        !column_int(q, COL_WIDTH, 2, LOYD_EXACT_CELLS, &width) ||
        !column_int(q, COL_HEIGHT, 2, LOYD_EXACT_CELLS, &height) ||
        !column_string(q, COL_LAYOUT, sizeof(row->layout), row->layout) ||
        !(column_is_null(q, COL_BAND) ||
          (column_string(q, COL_BAND, sizeof(row->band), row->band) &&
           row->band[0] != '\0')) ||
        !column_u16(q, COL_LOW, 1, UINT16_MAX, &row->stm_low) ||
        !column_u16(q, COL_HIGH, row->stm_low, UINT16_MAX, &row->stm_high))
        return false;
    row->width = (uint8_t)width;
    row->height = (uint8_t)height;
    return true;
}

static const char *
read_row(struct query *q, loyd_schedule *schedule)
{
    loyd_schedule_row *row = &schedule->row[schedule->n];
    int64_t tiers;

    if (schedule->n == LOYD_SCHEDULE_ROWS)
        return "it has too many rows";
    if (!column_date(q, COL_SINCE, &schedule->from) ||
        !column_int(q, COL_TIERS, 0, 1, &tiers))
        return "its date is none";
    schedule->has_tiers = tiers != 0;
    if (!read_values(q, schedule->n, row))
        return "a row has a value that it cannot have";
    for (unsigned i = 0; schedule->has_tiers && i < schedule->n; i++)
        if (strcmp(schedule->row[i].title, row->title) == 0)
            return "it has a tier twice";
    schedule->n++;
    return schedule_row_fault(row);
}

loyd_err
schedule_get(loyd_store *store, const char *channel, uint32_t version,
             loyd_schedule *schedule, loyd_why *why)
{
    loyd_schedule read = {.version = version};
    const char *fault = NULL;
    struct query q;
    loyd_err err;

    query_begin(&q, store, STMT_COUNT_, sql_get, why);
    query_text(&q, 1, channel);
    query_int(&q, 2, version);
    while (fault == NULL && query_next(&q))
        fault = read_row(&q, &read);
    if ((err = query_end(&q, LOYD_OK)) != LOYD_OK)
        return err;
    if (fault == NULL && (read.n == 0 || (!read.has_tiers && read.n != WEEK)))
        fault = "it has too few rows";
    if (fault != NULL)
        return why_set(why, LOYD_E_CORRUPT,
                       "channel %s: schedule version %lu: %s", channel,
                       (unsigned long)version, fault);
    *schedule = read;
    return LOYD_OK;
}

static loyd_err
put_row(loyd_store *store, const char *channel, uint32_t version,
        unsigned place, const loyd_schedule_row *row, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_COUNT_, sql_put_row, why);
    query_text(&q, 1, channel);
    query_int(&q, 2, version);
    query_int(&q, 3, place);
    query_text(&q, 4, row->title);
    query_int(&q, 5, row->width);
    query_int(&q, 6, row->height);
    query_text(&q, 7, row->layout);
    if (row->band[0] != '\0')
        query_text(&q, 8, row->band);
    query_int(&q, 9, row->stm_low);
    query_int(&q, 10, row->stm_high);
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
    query_begin(&q, store, STMT_COUNT_, sql_put, why);
    query_text(&q, 1, channel);
    query_int(&q, 2, schedule->version);
    query_text(&q, 3, since);
    query_int(&q, 4, schedule->has_tiers);
    err = query_run(&q);
    for (unsigned i = 0; err == LOYD_OK && i < schedule->n; i++)
        err = put_row(store, channel, schedule->version, i, &schedule->row[i],
                      why);
    return err;
}
