/* SPDX-License-Identifier: MIT */
/* Owns how channels and schedules are printed. */
#include "cli/channels.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/hex.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/out.h"
#include "cli/site.h"

static const char *const weekdays[] = {"monday",   "tuesday", "wednesday",
                                       "thursday", "friday",  "saturday",
                                       "sunday"};

static int
find(const struct run *run, const char *name, loyd_channel *channel)
{
    loyd_why why = {""};
    loyd_err err = loyd_channel_get(run->store, name, channel, &why);

    if (err == LOYD_OK)
        return EXIT_DONE;
    if (err == LOYD_E_SYNTAX)
        return complain_option("channel", err, &why);
    if (err == LOYD_E_NOT_FOUND) {
        complain("channel", err, &why);
        return EXIT_NO;
    }
    return complain(job_place(run, err), err, &why);
}

int
channel_must_be(const struct run *run, const char *name)
{
    loyd_channel channel;

    return find(run, name, &channel);
}

/* The fields of a channel, in an object that is not ended. */
static void
print_fields(struct json *json, const loyd_channel *channel)
{
    char date[LOYD_DATE_TEXT], head[HEX_TEXT];

    jw_begin(json);
    jw_text(json, "channel", channel->name);
    loyd_date_print(&channel->start, date);
    jw_text(json, "start", date);
    jw_bool(json, "builtin", channel->is_builtin);
    if (channel->is_keyed)
        jw_text(json, "key_id", channel->key_id);
    jw_number(json, "versions", channel->versions);
    jw_number(json, "rows", channel->rows);
    if (channel->rows == 0)
        return;
    loyd_date_print(&channel->last, date);
    jw_text(json, "last", date);
    jw_text(json, "head", hex_print(channel->head, head));
}

static void
print_row(const struct run *run, const loyd_schedule *schedule, unsigned at)
{
    const loyd_schedule_row *row = &schedule->row[at];

    if (run->args.json)
        return;
    if (!schedule->has_tiers)
        printf("  %-9s", weekdays[at]);
    printf("  %-9s  %ux%u  %s  %u..%u STM", row->title, row->width,
           row->height, row->layout, row->stm_low, row->stm_high);
    if (row->band[0] != '\0')
        printf("  (%s)", row->band);
    putchar('\n');
}

/* A line each: the version, its date and its row. */
static void
print_json_rows(const loyd_schedule *schedule)
{
    char date[LOYD_DATE_TEXT];
    struct json json;

    loyd_date_print(&schedule->from, date);
    for (unsigned i = 0; i < schedule->n; i++) {
        const loyd_schedule_row *row = &schedule->row[i];

        jw_begin(&json);
        jw_number(&json, "schedule_version", schedule->version);
        jw_text(&json, "from", date);
        if (schedule->has_tiers)
            jw_text(&json, "tier", row->title);
        else
            jw_text(&json, "weekday", weekdays[i]);
        jw_text(&json, "title", row->title);
        jw_size(&json, row->width, row->height);
        jw_text(&json, "layout", row->layout);
        jw_number(&json, "stm_low", row->stm_low);
        jw_number(&json, "stm_high", row->stm_high);
        if (row->band[0] != '\0')
            jw_text(&json, "band", row->band);
        jw_end(&json);
    }
}

static int
print_version(const struct run *run, const loyd_channel *channel,
              uint32_t version)
{
    char date[LOYD_DATE_TEXT];
    loyd_schedule schedule;
    loyd_why why = {""};
    loyd_err err =
        loyd_channel_schedule(run->store, channel, version, &schedule, &why);

    if (err != LOYD_OK)
        return complain(job_place(run, err), err, &why);
    if (run->args.json) {
        print_json_rows(&schedule);
        return EXIT_DONE;
    }
    loyd_date_print(&schedule.from, date);
    printf("\nschedule, version %" PRIu32 ", from %s%s\n", version, date,
           schedule.has_tiers ? ", tiers of every day" : "");
    for (unsigned i = 0; i < schedule.n; i++)
        print_row(run, &schedule, i);
    return EXIT_DONE;
}

static void
print_head(const struct run *run, const loyd_channel *channel)
{
    char start[LOYD_DATE_TEXT], last[LOYD_DATE_TEXT], head[HEX_TEXT];

    loyd_date_print(&channel->start, start);
    printf("%s%s%s\n\n  start    %s\n", paint(&run->screen, PAINT_BOLD),
           channel->name, paint(&run->screen, PAINT_OFF), start);
    if (channel->is_keyed)
        printf("  secret   %s\n", channel->key_id);
    if (channel->rows == 0) {
        puts("  ledger   empty");
        return;
    }
    loyd_date_print(&channel->last, last);
    fputs("  ledger   ", stdout);
    print_count(channel->rows, "row");
    printf(", up to %s\n  head     %s\n", last,
           hex_print(channel->head, head));
}

int
channel_print(const struct run *run, const char *name)
{
    loyd_channel channel;
    struct json json;
    int code = find(run, name, &channel);

    if (code != EXIT_DONE)
        return code;
    if (run->args.json) {
        print_fields(&json, &channel);
        code = site_print(run, name, &json);
        jw_end(&json);
    } else {
        print_head(run, &channel);
        code = site_print(run, name, NULL);
    }
    for (uint32_t v = 1; code == EXIT_DONE && v <= channel.versions; v++)
        code = print_version(run, &channel, v);
    return code;
}

/* A loyd_channel_fn. */
static bool
print_line(void *context, const loyd_channel *channel)
{
    const struct run *run = context;
    char start[LOYD_DATE_TEXT], last[LOYD_DATE_TEXT] = "-";
    char head[HEX_TEXT] = "-";
    struct json json;

    if (run->args.json) {
        print_fields(&json, channel);
        jw_end(&json);
        return true;
    }
    loyd_date_print(&channel->start, start);
    if (channel->rows > 0) {
        loyd_date_print(&channel->last, last);
        hex_print(channel->head, head);
    }
    printf("%s\t%s\t%s\t%" PRIu32 "\t%s\t%s\n", channel->name, start,
           channel->is_keyed ? channel->key_id : "-", channel->rows, last,
           head);
    return true;
}

int
channels_print(const struct run *run)
{
    loyd_why why = {""};
    loyd_err err =
        loyd_channel_each(run->store, print_line, (void *)run, &why);

    return err == LOYD_OK ? EXIT_DONE
                          : complain(job_place(run, err), err, &why);
}
