/* SPDX-License-Identifier: MIT */
/* `loyd channel`: creates, shows, lists and revises daily channels. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/why.h"
#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/days.h"
#include "cli/input.h"
#include "cli/json.h"
#include "cli/schedule.h"
#include "cli/secret.h"
#include "cli/settings.h"
#include "cli/signals.h"
#include "core/date.h"

static struct {
    const char *schedule;
    const char *titles;
    const char *start; /* dates, as text */
    const char *first;
} opt;

static const struct option_row option_table[] = {
    OPTION_DB,
    {"schedule", "FILE",
     "schedule as JSON: a row for every day, seven rows, one per weekday, or "
     "the tiers of every day, each with a title and size, layout and band or "
     "stm, or a selection of the catalogue; also what channel show --json "
     "prints", OWN(schedule)},
    {"titles", "FILE",
     "new titles as JSON: an object whose members are named like tiers or "
     "weekdays, or every. Past days get them too", OWN(titles)},
    {"start", "DATE", "first day of a new channel (default: today)",
     OWN(start)},
    {"from", "DATE",
     "first day of the revised schedule, later than all days in the ledger "
     "(default: the first such day)", OWN(first)},
    {"secret", "FILE",
     "secret of the channel, without which no one can know its boards. If the "
     "file of a new channel does not exist, it is created with 32 random "
     "bytes. Keep a copy: without the secret the channel cannot be continued",
     SHARED(secret)},
    OPTION_TZ, OPTIONS_OF_ROWS};

/* --- what is printed --- */

static void
put_channel(struct jw *json, const loyd_channel *channel)
{
    jw_string(json, "channel", channel->name);
    date_json(json, "first_date", &channel->start);
    jw_boolean(json, "builtin", channel->is_builtin);
    if (channel->is_keyed)
        json_hash(json, "key_hash", channel->key_hash);
    jw_uint(json, "versions", channel->versions);
    jw_uint(json, "rows", channel->rows);
    if (channel->rows == 0)
        return;
    date_json(json, "last_date", &channel->last);
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
            code = schedule_print(run, &channel, &schedule);
            continue;
        }
        json = row_begin();
        put_channel(json, &channel);
        code = put_site(run, name, json);
        if (code == EXIT_DONE && run->args.json)
            code = schedule_json(run, json, &channel, &schedule);
        row_end(json);
    }
    return code;
}

/* A file of JSON that an option names. */
struct json_file {
    const char *path;
    char text[LOYD_SCHEDULE_BYTES + 1]; /* a byte too many */
    size_t len;
};

/* Returns an exit code, after a message. */
static int
file_read(const char *path, struct json_file *file)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = -1;

    if (fd != -1)
        input_announce(fd, path, "JSON");
    if (fd != -1)
        got = read_fill_text(fd, file->text, sizeof(file->text));
    if (got < 0)
        fail_errno(path, fd != -1 ? "cannot read" : "cannot open");
    if (fd != -1)
        close(fd);
    file->path = path;
    file->len = got > 0 ? (size_t)got : 0;
    return got < 0 ? EXIT_BAD : EXIT_DONE;
}

/* Names what is wrong: the file, an option, or else the catalogue. */
static int
report_file(const struct run *run, const struct json_file *file, loyd_err err,
            const loyd_why *why)
{
    switch (err) {
    case LOYD_OK:
        return EXIT_DONE;
    case LOYD_E_DATE:
        return report_option("--from", err, why);
    case LOYD_E_SECRET:
        return report("channel", err, why);
    case LOYD_E_EMPTY:
        report(file->path, err, why);
        return EXIT_NO;
    case LOYD_E_FOREIGN:
    case LOYD_E_CORRUPT:
        return report_job(run, err, why);
    default:
        if (!why_is_of_row(err))
            return report_job(run, err, why);
        report(file->path, err, why);
        return EXIT_BAD;
    }
}

/* Says of each row which ids it leaves out, and that it has fewer puzzles than
 * days in a year. */
static void
note_few(const char *channel, const loyd_schedule *schedule)
{
    const unsigned days = schedule->has_tiers || schedule->n == 1 ? 365 : 52;

    for (unsigned i = 0; i < schedule->n; i++) {
        const loyd_schedule_row *row = &schedule->row[i];
        char count[COUNTED_BYTES], used[COUNTED_BYTES + 16] = "";

        if (row->left_out > 0)
            note(channel,
                 "'%s' leaves out %s of its file: unknown, used, not proven, "
                 "or there before",
                 row->title, counted(row->left_out, "id", count));
        if (row->puzzles == 0 || row->puzzles >= days)
            continue;
        counted(row->puzzles, row->is_listed ? "puzzle" : "board", count);
        if (row->used > 0)
            snprintf(used, sizeof(used), ", %lu more are used",
                     (unsigned long)row->used);
        note(channel, "'%s' has %s for %u days a year%s", row->title, count,
             days, used);
    }
}

/* Checks that the name is free, and the schedule; writes nothing. */
static int
check_new(struct run *run, const char *name, const struct json_file *file)
{
    loyd_schedule schedule;
    loyd_channel there;
    loyd_why why = {""};
    int code = catalogue_look(run);
    loyd_err err;

    if (code != EXIT_DONE)
        return code;
    err = loyd_channel_get(run->store, name, &there, &why);
    if (err == LOYD_OK)
        return refuse("channel", "'%s' already exists", name);
    if (err == LOYD_E_SYNTAX)
        return report_option("channel", err, &why);
    if (err != LOYD_E_NOT_FOUND)
        return report(run->db, err, &why);
    err = loyd_schedule_check(run->store, file->text, file->len, &schedule,
                              &why);
    loyd_store_close(&run->store);
    return report_file(run, file, err, &why);
}

/* Ends a change with what the channel is now. */
static int
changed(struct run *run, const char *name)
{
    out_stored(run->db);
    return channel_print(run, name);
}

static int
create(struct run *run)
{
    const char *name = run->operands[1];
    struct json_file file;
    struct today today;
    loyd_schedule made;
    bool is_made = false;
    loyd_why why = {""};
    int code = file_read(opt.schedule, &file);

    if (code == EXIT_DONE)
        code = opt.start != NULL
                   ? date_read("--start", opt.start, &today.date)
                   : today_find(run, &today);
    if (code == EXIT_DONE)
        code = check_new(run, name, &file);
    if (code == EXIT_DONE)
        code = secret_is_outside(run);
    if (code == EXIT_DONE)
        code = secret_make(run, &is_made);
    if (code != EXIT_DONE)
        return code;
    code = catalogue_open(run, LOYD_STORE_CREATE);
    if (code == EXIT_DONE)
        code = report_file(run, &file,
                           loyd_channel_create(run->store, name, &today.date,
                                               file.text, file.len,
                                               run->secret, &made, &why),
                           &why);
    /* The secret is never removed: a commit that failed may still hold. */
    if (is_made)
        note(run->args.secret,
             code == EXIT_DONE
                 ? "new secret written: keep a copy elsewhere"
                 : "new secret written: run the same command again to use "
                   "it");
    if (code != EXIT_DONE)
        return code;
    note_few(name, &made);
    return changed(run, name);
}

static int
revise(struct run *run)
{
    const char *name = run->operands[1];
    const char *path = opt.titles != NULL ? opt.titles : opt.schedule;
    struct json_file file;
    loyd_channel channel;
    loyd_schedule made = {.n = 0};
    loyd_date from;
    loyd_why why = {""};
    loyd_err err;
    int code = file_read(path, &file);

    if (code == EXIT_DONE && opt.first != NULL)
        code = date_read("--from", opt.first, &from);
    if (code == EXIT_DONE)
        code = secret_take(run);
    if (code == EXIT_DONE)
        code = channel_find(run, "channel", name, &channel);
    if (code != EXIT_DONE)
        return code;
    if (channel.is_builtin)
        return refuse("channel", "'%s' is built in and cannot be revised",
                      name);
    err = opt.titles != NULL
              ? loyd_channel_retitle(run->store, name, file.text, file.len,
                                     &why)
              : loyd_channel_revise(run->store, name,
                                    opt.first != NULL ? &from : NULL,
                                    file.text, file.len, run->secret, &made,
                                    &why);
    if ((code = report_file(run, &file, err, &why)) != EXIT_DONE)
        return code;
    note_few(name, &made);
    return changed(run, name);
}

static int
show(struct run *run)
{
    return channel_print(run, run->operands[1]);
}

static int
print_channel(void *context, const loyd_row *row)
{
    struct jw *json = row_begin();

    (void)context;
    put_channel(json, row->channel);
    row_end(json);
    return EXIT_DONE;
}

static int
list(struct run *run)
{
    loyd_cursor *cursor = NULL;
    loyd_why why = {""};
    loyd_err err = loyd_channel_list(run->store, &cursor, &why);

    return cursor_each(run, err, cursor, &why, print_channel, NULL);
}

#define COLUMNS                                                               \
    "channel,builtin,key_hash,first_date,versions,rows,last_date,head,"       \
    "base_url,title,tz,solution,hints,schedule_version,tier,weekday,size,"    \
    "layout,stm_low,stm_high,mtm_low,mtm_high,mlc_low,mlc_high,band,puzzles," \
    "list_digest,selection"

static const struct action actions[] = {
    {"create", create, NAMES_STORE, COLUMNS, NULL},
    {"show", show, TAKES_STORE, COLUMNS, NULL},
    {"list", list, TAKES_STORE, COLUMNS,
     "channel,first_date,key_hash,rows,last_date,head"},
    {"revise", revise, WRITES_STORE, COLUMNS, NULL},
    {.name = NULL},
};

const struct command command_channel = {
    "channel", "ACTION [NAME]", "create, show, list or revise daily channels",
    "create NAME: creates a channel with a first day, a schedule and "
    "optionally a secret. Bands become lengths now and stay fixed, and "
    "puzzles of the catalogue are selected now. Says which rows have fewer "
    "puzzles than days in a year.\n"
    "\n"
    "show NAME: prints a line for the channel, with the head of its ledger, "
    "and one for each row of its schedules. Fields are NAME=VALUE, separated "
    "by tabs; create and revise print the same. With --json the first line "
    "has the schedule, as --schedule reads it.\n"
    "\n"
    "list: prints one line per channel, with fields separated by tabs: name, "
    "first day, hash of the secret, rows of the ledger, last day, head.\n"
    "\n"
    "revise NAME: replaces the schedule from a later day on, or with "
    "--titles the titles of all days. Puzzles that lists of the channel gave "
    "to earlier days are left out.\n"
    "\n"
    "The channel daily always exists.",
    actions, option_table, 1, 2,
    .examples =
        "loyd channel create kids --db my.db --schedule kids.json --secret "
        "kids.key\n"
        "loyd channel create club --db my.db --schedule club.json --tz "
        "Europe/Berlin\n"
        "loyd channel show daily\n"
        "loyd channel list --db puzzles.db --json\n"
        "loyd channel revise kids --db my.db --from 2027-01-01 --schedule "
        "2.json\n",
    .rules =
        "create,show,revise needs NAME\n"
        "list excludes NAME\n"
        "--schedule,--secret needs create|revise\n"
        "--start,--tz needs create\n"
        "--from,--titles needs revise\n"
        "--titles excludes --schedule,--from,--secret\n"
        "create needs --schedule=FILE\n"
        "revise needs --schedule=FILE|--titles=FILE\n"
        "--start excludes --tz\n"};
