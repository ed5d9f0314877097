/* SPDX-License-Identifier: MIT */
/* `loyd channel`: creates, shows, lists and revises daily channels. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/days.h"
#include "cli/json.h"
#include "cli/lists.h"
#include "cli/schedule.h"
#include "cli/secret.h"
#include "cli/settings.h"

static struct {
    const char *schedule;
    const char *start; /* dates, as text */
    const char *first;
} opt;

static const struct option_row option_schedule = {
    "schedule", 0, "FILE",
    "schedule as JSON: a row for every day, seven rows, one per weekday, or "
    "the tiers of every day, each with title, size, layout and band or stm; "
    "also what channel show --json prints",
    OWN(schedule)};
static const struct option_row option_start = {
    "start", 0, "DATE", "first day of a new channel (default: today, in UTC)",
    OWN(start)};
static const struct option_row option_since = {
    "from", 0, "DATE",
    "first day of the revised schedule, later than all days in the ledger",
    OWN(first)};
static const struct option_row option_new_secret = {
    "secret",
    0,
    "FILE",
    "secret of a new channel, without which no one can know its boards. If "
    "the file does not exist, it is created with 32 random bytes. Keep a "
    "copy: without the secret the channel cannot be continued",
    SHARED(secret)};

option_table channel_options = {
    &option_db, &option_schedule, &option_start, &option_since,
    &option_new_secret, OPTIONS_OF_LISTS,
    NULL,
};

const char *const channel_rules[] = {
    "create,show,revise needs NAME",
    "--schedule,--from-catalogue needs create|revise",
    "--start,--secret needs create",
    "--from needs revise",
    "--tiers excludes selection",
    "--tiers,selection,--shuffle needs --from-catalogue",
    "--from-catalogue excludes --schedule",
    "--pick needs --limit",
    "create,revise needs --schedule=FILE|--from-catalogue",
    "revise needs --from=DATE",
    NULL,
};

/* --- what is printed --- */

static void
put_channel(struct jw *json, const loyd_channel *channel)
{
    jw_string(json, "channel", channel->name);
    json_date(json, "first_date", &channel->start);
    jw_boolean(json, "builtin", channel->is_builtin);
    if (channel->is_keyed)
        jw_string(json, "key_id", channel->key_id);
    jw_uint(json, "versions", channel->versions);
    jw_uint(json, "rows", channel->rows);
    if (channel->rows == 0)
        return;
    json_date(json, "last_date", &channel->last);
    json_hash(json, "head", channel->head);
}

/* Writes the settings of the site of a channel, if there are any. */
static int
put_site(const struct run *run, const char *channel, struct jw *json)
{
    loyd_site_settings s;
    bool is_kept;
    loyd_why why = {""};
    loyd_err err =
        loyd_site_settings_get(run->store, channel, &s, &is_kept, &why);

    for (const struct setting *row = settings_shown;
         err == LOYD_OK && is_kept && row->option != NULL; row++)
        jw_word(json, row->key, setting_text(row, &s));
    return report_job(run, err, &why);
}

/* Prints a channel with all versions of its schedule. Returns an exit code. */
static int
channel_print(const struct run *run, const char *name)
{
    loyd_channel channel;
    loyd_schedule schedule;
    loyd_why why = {""};
    struct jw *json;
    int code = channel_find(run, "channel", name, &channel);

    for (uint32_t v = 0; code == EXIT_DONE && v <= channel.versions; v++) {
        code = report_job(run,
                          loyd_channel_schedule(run->store, &channel,
                                                v > 0 ? v : channel.versions,
                                                &schedule, &why),
                          &why);
        if (code != EXIT_DONE)
            break;
        if (v > 0) {
            code = schedule.has_lists ? lists_print(run, &channel, &schedule)
                                      : schedule_print(&schedule);
            continue;
        }
        json = row_begin();
        put_channel(json, &channel);
        code = put_site(run, name, json);
        if (!schedule.has_lists && run->args.json)
            schedule_json(json, &schedule);
        row_end(json);
    }
    return code;
}

/* Names the file of the schedule for its errors, the catalogue for others. */
static int
report_schedule(const struct run *run, loyd_err err, const loyd_why *why)
{
    static const loyd_err of_schedule[] = {LOYD_E_NOT_FOUND, LOYD_E_UNSOLVABLE,
                                           LOYD_E_UNSUPPORTED, LOYD_E_RANGE};

    const char *file = lists_are_wanted() ? lists_file() : opt.schedule;

    for (size_t i = 0; i < sizeof(of_schedule) / sizeof(of_schedule[0]); i++)
        if (err == of_schedule[i] && file != NULL) {
            report(file, err, why);
            return EXIT_BAD;
        }
    return err == LOYD_E_SYNTAX ? report_option("channel", err, why)
                                : report_job(run, err, why);
}

/* What a version is made of: a schedule, or selections. */
struct source {
    loyd_schedule schedule;
    struct tiers lists;
};

/* Reads the source. Selections need the catalogue, which must exist. */
static int
source_read(struct run *run, struct source *source)
{
    char text[LOYD_SCHEDULE_BYTES + 1]; /* a byte too many */
    const char *path = opt.schedule;
    size_t len;
    loyd_why why = {""};
    loyd_err err;
    int code;

    memset(source, 0, sizeof(*source));
    if (lists_are_wanted()) {
        code = catalogue_open(run, LOYD_STORE_WRITE);
        return code == EXIT_DONE ? tiers_read(run, &source->lists) : code;
    }
    if ((code = json_file_read(path, text, &len)) != EXIT_DONE)
        return code;
    err = loyd_schedule_parse(text, len, &source->schedule, &why);
    return report(path, err, &why) == EXIT_DONE ? EXIT_DONE : EXIT_BAD;
}

static const loyd_source *
library_source(const struct source *source, loyd_source *puzzles)
{
    *puzzles = (loyd_source){
        .schedule = lists_are_wanted() ? NULL : &source->schedule,
        .tiers = source->lists.at,
        .n_tiers = source->lists.n,
        .seed = source->lists.seed,
    };
    return puzzles;
}

/* Called after all checks, since it may create the catalogue. */
static int
create_in(struct run *run, const char *name, const loyd_date *start,
          const struct source *source)
{
    loyd_source puzzles;
    loyd_why why = {""};
    loyd_err err;
    int code = run->store == NULL ? catalogue_open(run, LOYD_STORE_CREATE)
                                  : EXIT_DONE;

    if (code != EXIT_DONE)
        return code;
    err = loyd_channel_create(run->store, name, start,
                              library_source(source, &puzzles), run->secret,
                              &why);
    return report_schedule(run, err, &why);
}

/* Checks that the schedule can be drawn, or that the selections have puzzles;
   writes nothing. */
static int
check_source(struct run *run, const char *name, const struct source *source)
{
    loyd_schedule resolved = source->schedule;
    uint32_t counts[LOYD_SCHEDULE_ROWS];
    loyd_bands bands;
    loyd_why why = {""};
    loyd_err err;
    int code;

    if (lists_are_wanted()) {
        if (run->args.secret == NULL) /* nothing is made before the lists */
            return EXIT_DONE;
        err = loyd_tiers_count(run->store, name, source->lists.at,
                               source->lists.n, counts, &why);
    } else {
        if ((code = bands_take(run, &bands)) != EXIT_DONE)
            return code;
        err = loyd_schedule_resolve(run->store, &resolved, &bands, &why);
    }
    return report_schedule(run, err, &why);
}

/* Checks that the name is free, and the source; writes nothing. */
static int
check_new(struct run *run, const char *name, const struct source *source)
{
    loyd_channel there;
    loyd_why why = {""};
    loyd_err err = loyd_channel_name_check(name, &why);
    int code;

    if (err != LOYD_OK)
        return report_option("channel", err, &why);
    if (run->store == NULL && (code = catalogue_look(run)) != EXIT_DONE)
        return code;
    err = loyd_channel_get(run->store, name, &there, &why);
    if (err == LOYD_OK)
        return refuse("channel", "'%s' already exists", name);
    if (err != LOYD_E_NOT_FOUND)
        return report(run->db, err, &why);
    code = check_source(run, name, source);
    if (!lists_are_wanted())
        loyd_store_close(&run->store);
    return code;
}

static int
create_from(struct run *run, const char *name, const struct source *source)
{
    struct today today;
    bool is_made = false;
    int code = opt.start != NULL ? date_read("--start", opt.start, &today.date)
                                 : today_find(run, &today);

    if (code == EXIT_DONE)
        code = check_new(run, name, source);
    if (code == EXIT_DONE)
        code = secret_is_outside(run);
    if (code == EXIT_DONE)
        code = secret_make(run, &is_made);
    if (code != EXIT_DONE)
        return code;
    code = create_in(run, name, &today.date, source);
    /* The secret is never removed: a commit that failed may still hold. */
    if (is_made)
        note(run->args.secret,
             code == EXIT_DONE
                 ? "new secret written: keep a copy elsewhere"
                 : "new secret written: run the same command again to use "
                   "it");
    if (code != EXIT_DONE)
        return code;
    out_stored(run->db, "channel %s", name);
    return channel_print(run, name);
}

/* Calls `act` with what the options name as the source. */
static int
with_source(struct run *run, const char *name,
            int (*act)(struct run *run, const char *name,
                       const struct source *source))
{
    struct source source;
    int code = source_read(run, &source);

    if (code == EXIT_DONE)
        code = act(run, name, &source);
    tiers_free(&source.lists);
    return code;
}

static int
create(struct run *run, const char *name)
{
    return with_source(run, name, create_from);
}

static int
revise_from(struct run *run, const char *name, const struct source *source)
{
    loyd_channel channel;
    loyd_source puzzles;
    loyd_date from;
    loyd_why why = {""};
    loyd_err err;
    int code;

    if ((code = date_read("--from", opt.first, &from)) != EXIT_DONE ||
        (run->store == NULL &&
         (code = catalogue_open(run, LOYD_STORE_WRITE)) != EXIT_DONE) ||
        (code = channel_find(run, "channel", name, &channel)) != EXIT_DONE)
        return code;
    err = loyd_channel_revise(run->store, name, &from,
                              library_source(source, &puzzles), &why);
    code = err == LOYD_E_DATE ? report_option("--from", err, &why)
                              : report_schedule(run, err, &why);
    if (code != EXIT_DONE)
        return code;
    out_stored(run->db, "channel %s", name);
    return channel_print(run, name);
}

static int
revise(struct run *run, const char *name)
{
    return with_source(run, name, revise_from);
}

static int
show(struct run *run, const char *name)
{
    int code = catalogue_open_to_read(run);

    return code == EXIT_DONE ? channel_print(run, name) : code;
}

static int
list(struct run *run, const char *name)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    struct jw *json;
    loyd_why why = {""};
    loyd_err err;
    int code = catalogue_open_to_read(run);

    (void)name;
    if (code != EXIT_DONE)
        return code;
    err = loyd_channel_list(run->store, &cursor, &why);
    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &row, &why);
        if (err != LOYD_OK || row == NULL)
            break;
        json = row_begin();
        put_channel(json, row->channel);
        row_end(json);
    }
    loyd_cursor_close(&cursor);
    return report_job(run, err, &why);
}

static const char *const list_columns[] = {
    "channel", "first_date", "key_id", "rows", "last_date", "head", NULL};

/* In the order of channel_actions. */
static const struct action {
    int (*run)(struct run *run, const char *name);
    bool has_name;
    bool needs_db;
    const char *const *text; /* columns; NULL: all */
} actions[] = {
    {create, true, true, NULL},
    {show, true, false, NULL},
    {list, false, false, list_columns},
    {revise, true, true, NULL},
};

const char *const channel_actions[] = {"create", "show", "list", "revise",
                                       NULL};

const char *const channel_columns[] = {
    "channel", "builtin", "key_id", "first_date", "versions", "rows",
    "last_date", "head", "base_url", "title", "tz", "solution", "hints",
    "schedule_version", "tier", "weekday", "size", "layout", "stm_low",
    "stm_high", "mlc_low", "mlc_high", "band", "puzzles", "days_left",
    "days_left_exact", "list_digest", "seed", "selection", NULL};

int
cmd_channel(struct run *run)
{
    const struct action *action = &actions[run->action];
    int code;

    if (!action->has_name && run->n_operands > 1)
        return refuse_extra("channel", run->operands[1]);
    if (action->needs_db && run->db == NULL)
        return catalogue_missing(run, false);
    code = lists_check();
    if (code == EXIT_DONE && action->text != NULL)
        rows_show(action->text);
    return code == EXIT_DONE ? action->run(run, run->operands[1]) : code;
}
