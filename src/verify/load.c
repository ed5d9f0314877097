/* SPDX-License-Identifier: MIT */
/* Verifies that other commands accept a channel, by their own functions. */
#include "verify/ledger.h"

#include "daily/channel.h"

struct load {
    loyd_store *store;
    loyd_channel channel;
    struct report *report;
    bool is_right; /* nothing was reported */
    loyd_why why;
};

static bool
goes_on(const struct load *load)
{
    return report_goes_on(load->report);
}

/* Reports what a function has refused; returns whether it has succeeded. */
static bool
accept(struct load *load, loyd_err err)
{
    if (err == LOYD_OK)
        return true;
    if (why_is_of_row(err))
        report_bad(load->report, NULL, "%s", why_words(&load->why, err));
    else
        report_end(load->report, err, &load->why);
    load->is_right = false;
    return false;
}

/* A stored row is as strict as a new one: its target can be drawn. */
static void
load_version(struct load *load, uint32_t version)
{
    const loyd_channel *channel = &load->channel;
    loyd_schedule schedule;
    loyd_err err;

    if (!accept(load, loyd_channel_schedule(load->store, channel, version,
                                            &schedule, &load->why)))
        return;
    err = schedule_resolve(load->store, &schedule, NULL, &load->why);
    if (err != LOYD_OK)
        why_prefix(&load->why, err,
                   "channel %s: schedule version %lu: ", channel->name,
                   (unsigned long)version);
    accept(load, err);
}

static void
load_versions(struct load *load, uint32_t n,
              void (*each)(struct load *load, uint32_t version))
{
    for (uint32_t v = 1; goes_on(load) && v <= n; v++) {
        each(load, v);
        report_step(load->report, 1);
    }
}

static void
load_lists(struct load *load, uint32_t version)
{
    loyd_schedule schedule;
    loyd_list list;

    if (!accept(load, loyd_channel_schedule(load->store, &load->channel,
                                            version, &schedule, &load->why)))
        return;
    for (unsigned i = 0; goes_on(load) && i < schedule.n; i++)
        if (schedule.row[i].is_listed)
            accept(load, loyd_list_get(load->store, &load->channel, version, i,
                                       &list, &load->why));
}

/* Lists depend on all versions. */
static void
load_schedules(struct load *load)
{
    const loyd_channel *channel = &load->channel;
    uint32_t n = channel->is_builtin ? 0 : channel->versions;
    struct timetable dates = {.store = load->store, .channel = channel};

    load_versions(load, n, load_version);
    if (!load->is_right || !goes_on(load) ||
        !accept(load, timetable_turn(&dates, &channel->start, &load->why)))
        return;
    load_versions(load, n, load_lists);
}

static void
load_site(struct load *load)
{
    const char *name = load->channel.name;
    loyd_site_settings settings;
    bool is_kept;
    loyd_err err;

    if (!accept(load, loyd_site_settings_get(load->store, name, &settings,
                                             &is_kept, &load->why)))
        return;
    err = site_settings_check(&settings, &load->why);
    if (err != LOYD_OK)
        why_prefix(&load->why, err, "channel %s: site options: ", name);
    accept(load, err);
}

void
verify_loads(loyd_store *store, const char *channel, bool is_reported,
             struct report *report)
{
    struct load load = {.store = store, .report = report, .is_right = true};
    loyd_err err = loyd_channel_get(store, channel, &load.channel, &load.why);

    if (err == LOYD_E_CORRUPT && is_reported)
        return;
    if (accept(&load, err))
        load_schedules(&load);
    if (err == LOYD_OK && goes_on(&load))
        load_site(&load);
}
