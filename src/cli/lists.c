/* SPDX-License-Identifier: MIT */
/* The options of channels whose puzzles come from the catalogue. */
#include "cli/lists.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cli/catalogue.h"
#include "cli/json.h"
#include "cli/input.h"
#include "cli/signals.h"

static struct {
    bool from_catalogue;
    const char *tiers;
    const char *shuffle;
} opt;

const struct option_row option_from_catalogue = {
    "from-catalogue", 0, NULL,
    "take the puzzles of the channel from the catalogue: the proven ones that "
    "the filters below or --tiers select now; where all sizes have more than "
    "16 cells, the rated ones",
    OWN(from_catalogue)};

const struct option_row option_tiers = {
    "tiers", 0, "FILE",
    "with --from-catalogue: tiers as JSON, each with a title and a selection",
    OWN(tiers)};

const struct option_row option_list_shuffle = {
    "shuffle",
    0,
    "TEXT",
    "with --from-catalogue: seed of the order of the puzzles (default: empty)",
    OWN(shuffle)};

bool
lists_are_wanted(void)
{
    return opt.from_catalogue;
}

const char *
lists_file(void)
{
    return opt.tiers;
}

int
lists_check(void)
{
    return seed_check("--shuffle", opt.shuffle);
}

int
json_file_read(const char *path, char *text, size_t *len)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = -1;

    if (fd != -1)
        input_announce(fd, path, "JSON");
    if (fd != -1)
        got = read_fill_text(fd, text, LOYD_SCHEDULE_BYTES + 1);
    if (got < 0)
        message(path, fd != -1 ? "cannot read: %s" : "cannot open: %s",
                strerror(errno));
    if (fd != -1)
        close(fd);
    if (got < 0)
        return EXIT_BAD;
    *len = (size_t)got;
    return EXIT_DONE;
}

int
tiers_read(const struct run *run, struct tiers *tiers)
{
    char text[LOYD_SCHEDULE_BYTES + 1];
    size_t len;
    loyd_why why = {""};
    int code;

    *tiers =
        (struct tiers){.n = 1, .seed = opt.shuffle != NULL ? opt.shuffle : ""};
    tiers->at = &tiers->option;
    if (opt.tiers == NULL)
        return filter_make(run, &tiers->values, &tiers->option.filter);
    if ((code = json_file_read(opt.tiers, text, &len)) != EXIT_DONE)
        return code;
    code = report(opt.tiers, loyd_tiers_parse(text, len, &tiers->file, &why),
                  &why);
    if (code != EXIT_DONE)
        return EXIT_BAD;
    tiers->at = tiers->file->tier;
    tiers->n = tiers->file->n;
    return EXIT_DONE;
}

void
tiers_free(struct tiers *tiers)
{
    loyd_tiers_free(&tiers->file);
    filter_lists_free(&tiers->values);
}

static void
print_row(const loyd_schedule *schedule, const loyd_list *list, bool is_newest)
{
    struct jw *json = row_begin();

    jw_uint(json, "schedule_version", schedule->version);
    json_date(json, "first_date", &schedule->from);
    if (schedule->has_tiers) {
        jw_string(json, "tier", list->tier);
        jw_string(json, "title", list->title);
    }
    jw_uint(json, "puzzles", list->puzzles);
    if (is_newest) {
        jw_uint(json, "days_left", list->days_left);
        jw_boolean(json, "days_left_exact", !list->is_least);
    }
    json_hash(json, "list_digest", list->digest);
    jw_word(json, "seed", list->seed);
    jw_raw(json, "selection", list->selection);
    row_end(json);
}

int
lists_print(const struct run *run, const loyd_channel *channel,
            const loyd_schedule *schedule)
{
    bool is_newest = schedule->version == channel->versions;

    for (unsigned i = 0; i < schedule->n; i++) {
        loyd_list list;
        loyd_why why = {""};
        loyd_err err = loyd_list_get(run->store, channel, schedule->version, i,
                                     &list, &why);

        if (err != LOYD_OK)
            return report_job(run, err, &why);
        print_row(schedule, &list, is_newest);
    }
    return EXIT_DONE;
}
