/* SPDX-License-Identifier: MIT */
/* How channel show prints the rows of a schedule. */
#include "cli/schedule.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/json.h"

static const char *const weekdays[] = {"monday",   "tuesday", "wednesday",
                                       "thursday", "friday",  "saturday",
                                       "sunday"};

static bool
rows_are_same(const loyd_schedule_row *a, const loyd_schedule_row *b)
{
    return strcmp(a->tier, b->tier) == 0 && strcmp(a->title, b->title) == 0 &&
           a->width == b->width && a->height == b->height &&
           strcmp(a->layout, b->layout) == 0 &&
           strcmp(a->band, b->band) == 0 && a->low == b->low &&
           a->high == b->high;
}

static void
put_puzzle(struct jw *json, const loyd_schedule_row *row)
{
    jw_string(json, "title", row->title);
    json_size(json, row->width, row->height);
    jw_string(json, "layout", row->layout);
}

/* Writes a row as --schedule reads it. */
static void
put_row(struct jw *json, const char *name, const loyd_schedule_row *row)
{
    jw_object(json, name, JW_TIGHT);
    if (row->tier[0] != '\0' && strcmp(row->tier, row->title) != 0)
        jw_string(json, "tier", row->tier);
    put_puzzle(json, row);
    if (row->band[0] != '\0')
        jw_string(json, "band", row->band);
    else
        jw_format(json, row->target == LOYD_TARGET_MLC ? "mlc" : "stm",
                  "%u..%u", row->low, row->high);
    jw_close(json);
}

void
schedule_json(struct jw *json, const loyd_schedule *schedule)
{
    bool is_every = !schedule->has_tiers;

    for (unsigned i = 1; i < schedule->n; i++)
        is_every &= rows_are_same(&schedule->row[0], &schedule->row[i]);
    jw_object(json, "schedule", JW_TIGHT);
    if (is_every) {
        put_row(json, "every", &schedule->row[0]);
    } else {
        jw_array(json, schedule->has_tiers ? "tiers" : "week", JW_TIGHT);
        for (unsigned i = 0; i < schedule->n; i++)
            put_row(json, NULL, &schedule->row[i]);
        jw_close(json);
    }
    jw_close(json);
}

int
schedule_print(const loyd_schedule *schedule)
{
    for (unsigned i = 0; i < schedule->n; i++) {
        const loyd_schedule_row *row = &schedule->row[i];
        struct jw *json = row_begin();
        bool is_mlc;

        jw_uint(json, "schedule_version", schedule->version);
        json_date(json, "first_date", &schedule->from);
        if (schedule->has_tiers)
            jw_string(json, "tier", row->tier);
        else
            jw_string(json, "weekday", weekdays[i]);
        put_puzzle(json, row);
        is_mlc = row->target == LOYD_TARGET_MLC;
        jw_uint(json, is_mlc ? "mlc_low" : "stm_low", row->low);
        jw_uint(json, is_mlc ? "mlc_high" : "stm_high", row->high);
        jw_word(json, "band", row->band);
        row_end(json);
    }
    return EXIT_DONE;
}
