/* SPDX-License-Identifier: MIT */
/* `loyd channel`: daily series, made, shown, listed and revised. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/catalogue.h"
#include "cli/channels.h"
#include "cli/command.h"
#include "cli/message.h"
#include "cli/secret.h"
#include "cli/signals.h"
#include "cli/site.h"
#include "cli/today.h"

static const struct option_row option_schedule = {
    .name = "schedule",
    .value = "FILE",
    .read = read_text,
    .at = OPTION_AT(schedule),
    .help = "its schedule as JSON: a week of seven rows, or tiers of every "
            "day, each with title, size, layout and band or stm",
};
static const struct option_row option_start = {
    .name = "start",
    .value = "DATE",
    .read = read_text,
    .at = OPTION_AT(start),
    .help = "create: its first day; today unless said",
};
static const struct option_row option_since = {
    .name = "from",
    .value = "DATE",
    .read = read_text,
    .at = OPTION_AT(since),
    .help = "revise: the day from which the new schedule is in force, behind "
            "all that the ledger has",
};
static const struct option_row option_new_secret = {
    .name = "secret",
    .value = "FILE",
    .read = read_text,
    .at = OPTION_AT(secret),
    .help = "create: draw its boards with this secret, so that nobody else "
            "knows them before; a file that is not there is made, with 32 "
            "random bytes. Whoever loses it cannot go on with the channel",
};

option_table channel_options = {
    &option_db,         &option_schedule, &option_start,
    &option_since,      &option_tz,       &option_today,
    &option_new_secret, &option_json,     NULL,
};

/* Reads a file of up to LOYD_SCHEDULE_BYTES; one more byte tells of more. */
static int
read_file(const char *path, char text[LOYD_SCHEDULE_BYTES + 1], size_t *len)
{
    ssize_t got = 1;
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    *len = 0;
    if (fd != -1 && fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        got = -1;
    }
    while (fd != -1 && got > 0 && *len <= LOYD_SCHEDULE_BYTES) {
        got = read(fd, text + *len, LOYD_SCHEDULE_BYTES + 1 - *len);
        if (got > 0)
            *len += (size_t)got;
        else if (got < 0 && errno == EINTR && !interrupted())
            got = 1;
    }
    if (fd == -1 || got < 0) {
        message(path, "%s, and a file with a schedule was expected",
                strerror(errno));
        if (fd != -1)
            close(fd);
        return EXIT_BAD;
    }
    close(fd);
    return EXIT_DONE;
}

static int
read_schedule(const struct run *run, loyd_schedule *schedule)
{
    char text[LOYD_SCHEDULE_BYTES + 1];
    const char *path = run->args.schedule;
    size_t len;
    loyd_why why = {""};
    loyd_err err;
    int code;

    if (path == NULL) {
        message("channel", "no schedule, and --schedule FILE was expected");
        return EXIT_COMMAND;
    }
    if ((code = read_file(path, text, &len)) != EXIT_DONE)
        return code;
    if ((err = loyd_schedule_parse(text, len, schedule, &why)) == LOYD_OK)
        return EXIT_DONE;
    complain(path, err, &why);
    return EXIT_BAD;
}

/* An error of the schedule is the file's, one of the store the catalogue's. */
static int
schedule_failed(const struct run *run, loyd_err err, const loyd_why *why)
{
    static const loyd_err of_schedule[] = {LOYD_E_NOT_FOUND, LOYD_E_UNSOLVABLE,
                                           LOYD_E_UNSUPPORTED, LOYD_E_RANGE};

    for (size_t i = 0; i < sizeof(of_schedule) / sizeof(of_schedule[0]); i++)
        if (err == of_schedule[i]) {
            complain(run->args.schedule, err, why);
            return EXIT_BAD;
        }
    if (err == LOYD_E_SYNTAX)
        return complain_option("channel", err, why);
    return complain(job_place(run, err), err, why);
}

/* What needs no catalogue is asked before one is made. */
static int
create_in(struct run *run, const char *name, const loyd_date *start,
          const loyd_schedule *schedule, const uint8_t *secret)
{
    loyd_why why = {""};
    loyd_err err;
    int code = catalogue_open(run, LOYD_STORE_CREATE);

    if (code != EXIT_DONE)
        return code;
    err = loyd_channel_create(run->store, name, start, schedule, secret, &why);
    return err == LOYD_OK ? EXIT_DONE : schedule_failed(run, err, &why);
}

/* Is the name free, and can the schedule be drawn? Nothing is written. */
static int
check_new(struct run *run, const char *name, const loyd_schedule *schedule)
{
    loyd_schedule resolved = *schedule;
    loyd_bands bands = *loyd_bands_default();
    loyd_channel there;
    loyd_why why = {""};
    loyd_err err = loyd_channel_name_check(name, &why);
    int code;

    if (err != LOYD_OK)
        return complain_option("channel", err, &why);
    if ((code = catalogue_look(run)) != EXIT_DONE)
        return code;
    if (run->store != NULL &&
        (err = loyd_store_bands(run->store, &bands, &why)) != LOYD_OK)
        return complain(run->db, err, &why);
    err = loyd_channel_get(run->store, name, &there, &why);
    loyd_store_close(&run->store);
    if (err == LOYD_OK) {
        message("channel", "%s is there already, and a new name was expected",
                name);
        return EXIT_COMMAND;
    }
    if (err != LOYD_E_NOT_FOUND)
        return complain(run->db, err, &why);
    err = loyd_schedule_resolve(&resolved, &bands, &why);
    return err == LOYD_OK ? EXIT_DONE : schedule_failed(run, err, &why);
}

static int
create(struct run *run, const char *name)
{
    uint8_t secret[LOYD_SECRET_BYTES] = {0};
    const char *path = run->args.secret;
    loyd_schedule schedule;
    struct today today;
    bool is_made = false;
    int code = read_schedule(run, &schedule);

    if (code == EXIT_DONE)
        code = run->args.start != NULL
                   ? date_read("--start", run->args.start, &today.date)
                   : today_find(run, &today);
    if (code == EXIT_DONE)
        code = check_new(run, name, &schedule);
    if (code == EXIT_DONE && path != NULL)
        code = secret_make(path, secret, &is_made);
    if (code != EXIT_DONE)
        return code;
    code = create_in(run, name, &today.date, &schedule,
                     path != NULL ? secret : NULL);
    secret_wipe(secret);
    /* A commit that failed may yet hold: the secret is never taken back. */
    if (is_made)
        note(path, code == EXIT_DONE
                       ? "a new secret; keep a copy of it elsewhere"
                       : "the new secret is kept: run the same command "
                         "again to use it");
    return code == EXIT_DONE ? channel_print(run, name) : code;
}

/* A publisher should not learn from readers that promises were broken. */
static int
tell_of_promises(struct run *run, const char *name, const loyd_date *from)
{
    char first[LOYD_DATE_TEXT], last[LOYD_DATE_TEXT];
    struct site_broken broken;
    int code = site_broken(run, name, from, &broken);

    if (code != EXIT_DONE || broken.n == 0)
        return code;
    loyd_date_print(&broken.first, first);
    loyd_date_print(&broken.last, last);
    message(name,
            "%" PRIu32 " published commitments are broken, %s to %s: the "
            "version of the schedule is part of a commitment",
            broken.n, first, last);
    return EXIT_DONE;
}

static int
revise(struct run *run, const char *name)
{
    loyd_schedule schedule;
    loyd_date from;
    loyd_why why = {""};
    loyd_err err;
    int code = read_schedule(run, &schedule);

    if (code == EXIT_DONE && run->args.since == NULL) {
        message("channel", "no date, and --from DATE was expected");
        code = EXIT_COMMAND;
    }
    if (code == EXIT_DONE)
        code = date_read("--from", run->args.since, &from);
    if (code == EXIT_DONE)
        code = catalogue_open(run, LOYD_STORE_WRITE);
    if (code != EXIT_DONE)
        return code;
    if ((code = channel_must_be(run, name)) != EXIT_DONE)
        return code;
    err = loyd_channel_revise(run->store, name, &from, &schedule, &why);
    if (err == LOYD_E_DATE)
        return complain_option("--from", err, &why);
    if (err != LOYD_OK)
        return schedule_failed(run, err, &why);
    code = tell_of_promises(run, name, &from);
    return code == EXIT_DONE ? channel_print(run, name) : code;
}

static int
open_to_read(struct run *run)
{
    catalogue_by_environment(run);
    return run->db != NULL ? catalogue_open(run, LOYD_STORE_READ) : EXIT_DONE;
}

static int
show(struct run *run, const char *name)
{
    int code = open_to_read(run);

    return code == EXIT_DONE ? channel_print(run, name) : code;
}

static int
list(struct run *run, const char *name)
{
    int code = open_to_read(run);

    (void)name;
    return code == EXIT_DONE ? channels_print(run) : code;
}

static const struct action {
    const char *name;
    int (*run)(struct run *run, const char *name);
    bool has_name;
    bool needs_db;
} actions[] = {
    {"create", create, true, true},
    {"show", show, true, false},
    {"list", list, false, false},
    {"revise", revise, true, true},
};

static int
check_operands(const struct run *run, const struct action *action)
{
    char shown[QUOTED_BYTES];

    if (action->has_name && run->n_operands < 2) {
        message("channel", "%s: no NAME, and one was expected", action->name);
        return EXIT_COMMAND;
    }
    if (!action->has_name && run->n_operands > 1) {
        message("channel",
                "'%s' is one argument too many, and list alone was expected",
                quoted(run->operands[1], shown));
        return EXIT_COMMAND;
    }
    if (action->needs_db && run->db == NULL)
        return catalogue_missing(run, false);
    return EXIT_DONE;
}

const char *const channel_actions[] = {"create", "show", "list", "revise",
                                       NULL};

int
cmd_channel(struct run *run)
{
    const char *word = run->operands[0];

    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
        if (strcmp(actions[i].name, word) == 0) {
            int code = check_operands(run, &actions[i]);

            return code == EXIT_DONE
                       ? actions[i].run(run, run->n_operands > 1
                                                 ? run->operands[1]
                                                 : NULL)
                       : code;
        }
    return action_unknown(run->command, word);
}
