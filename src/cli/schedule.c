/* SPDX-License-Identifier: MIT */
/* How channel show prints the rows of a schedule. */
#include "cli/schedule.h"

#include <stdio.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/json.h"
#include "core/date.h"

static void
put_puzzle(struct jw *json, const loyd_schedule_row *row)
{
    json_size(json, row->width, row->height);
    jw_string(json, "layout", row->layout);
}

/* The names of a range, and of its ends. */
static const char *const target_words[][3] = {
    [LOYD_TARGET_STM] = {"stm", "stm_low", "stm_high"},
    [LOYD_TARGET_MTM] = {"mtm", "mtm_low", "mtm_high"},
    [LOYD_TARGET_MLC] = {"mlc", "mlc_low", "mlc_high"},
};

/* Writes a row as --schedule reads it; `list` is NULL if it has none. */
static void
put_row(struct jw *json, const char *name, const loyd_schedule_row *row,
        const loyd_list *list)
{
    jw_object(json, name, JW_TIGHT);
    if (row->tier[0] != '\0' && strcmp(row->tier, row->title) != 0)
        jw_string(json, "tier", row->tier);
    jw_string(json, "title", row->title);
    if (list != NULL)
        jw_raw(json, "from", list->selection);
    else
        put_puzzle(json, row);
    if (list == NULL && row->band[0] != '\0')
        jw_string(json, "band", row->band);
    else if (list == NULL)
        jw_format(json, target_words[row->target][0], "%u..%u", row->low,
                  row->high);
    jw_close(json);
}

/* Reads the list of a row, if it has one. */
static int
list_of(const struct run *run, const loyd_channel *channel,
        const loyd_schedule *schedule, unsigned at, loyd_list *list)
{
    loyd_why why = {""};

    if (!schedule->row[at].is_listed)
        return EXIT_DONE;
    return report_job(
        run,
        loyd_list_get(run->store, channel, schedule->version, at, list, &why),
        &why);
}

int
schedule_json(const struct run *run, struct jw *json,
              const loyd_channel *channel, const loyd_schedule *schedule)
{
    bool is_every = !schedule->has_tiers && schedule->n == 1;
    int code = EXIT_DONE;
    loyd_list list;

    jw_object(json, "schedule", JW_TIGHT);
    if (schedule->draw == 1)
        jw_uint(json, "draw", 1);
    if (!is_every)
        jw_array(json, schedule->has_tiers ? "tiers" : "week", JW_TIGHT);
    for (unsigned i = 0; code == EXIT_DONE && i < schedule->n; i++) {
        code = list_of(run, channel, schedule, i, &list);
        put_row(json, is_every ? "every" : NULL, &schedule->row[i],
                schedule->row[i].is_listed ? &list : NULL);
    }
    if (!is_every)
        jw_close(json);
    jw_close(json);
    return code;
}

int
schedule_print(const struct run *run, const loyd_channel *channel,
               const loyd_schedule *schedule)
{
    for (unsigned i = 0; i < schedule->n; i++) {
        const loyd_schedule_row *row = &schedule->row[i];
        loyd_list list;
        int code = list_of(run, channel, schedule, i, &list);
        struct jw *json;

        if (code != EXIT_DONE)
            return code;
        json = row_begin();
        jw_uint(json, "schedule_version", schedule->version);
        date_json(json, "first_date", &schedule->from);
        if (schedule->has_tiers)
            jw_string(json, "tier", row->tier);
        else
            jw_string(json, "weekday",
                      schedule->n == 1 ? "every" : weekday_names[i]);
        jw_string(json, "title", row->title);
        if (row->is_listed) {
            jw_uint(json, "puzzles", list.puzzles);
            json_hash(json, "list_digest", list.digest);
            jw_raw(json, "selection", list.selection);
        } else {
            put_puzzle(json, row);
            jw_uint(json, target_words[row->target][1], row->low);
            jw_uint(json, target_words[row->target][2], row->high);
            jw_word(json, "band", row->band);
        }
        row_end(json);
    }
    return EXIT_DONE;
}
