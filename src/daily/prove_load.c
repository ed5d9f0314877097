/* SPDX-License-Identifier: MIT */
/* Verifies that other commands accept a channel, by their own functions. */
#include "daily/prove_load.h"

#include "base/why.h"
#include "daily/promises.h"

struct load {
    loyd_store *store;
    loyd_channel channel;
    const struct load_judge *judge;
    bool is_right; /* nothing was reported */
    bool is_stopped;
    loyd_err err; /* not a problem of the channel */
    loyd_why *why;
};

static bool
goes_on(const struct load *load)
{
    return load->err == LOYD_OK && !load->is_stopped;
}

/* Reports what a function has refused; returns whether it has succeeded. */
static bool
take(struct load *load, loyd_err err)
{
    if (err == LOYD_OK)
        return true;
    if (!why_is_of_row(err))
        load->err = err;
    else
        load->is_stopped =
            !load->judge->bad(load->judge->context, why_words(load->why, err));
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

    if (!take(load, loyd_channel_schedule(load->store, channel, version,
                                          &schedule, load->why)) ||
        schedule.has_lists)
        return;
    err = loyd_schedule_resolve(load->store, &schedule, NULL, load->why);
    if (err != LOYD_OK)
        why_prefix(load->why, err,
                   "channel %s: schedule version %lu: ", channel->name,
                   (unsigned long)version);
    take(load, err);
}

static void
load_versions(struct load *load, uint32_t n,
              void (*each)(struct load *load, uint32_t version))
{
    for (uint32_t v = 1; goes_on(load) && v <= n; v++) {
        each(load, v);
        if (!load->judge->step(load->judge->context))
            load->is_stopped = true;
    }
}

static void
load_lists(struct load *load, uint32_t version)
{
    loyd_schedule schedule;
    loyd_list list;

    if (!take(load, loyd_channel_schedule(load->store, &load->channel, version,
                                          &schedule, load->why)) ||
        !schedule.has_lists)
        return;
    for (unsigned i = 0; goes_on(load) && i < schedule.n; i++) {
        loyd_err err = loyd_list_get(load->store, &load->channel, version, i,
                                     &list, load->why);

        if (err != LOYD_OK)
            why_prefix(load->why, err, "list of %s, version %lu, tier %u: ",
                       load->channel.name, (unsigned long)version, i + 1);
        take(load, err);
    }
}

/* Lists and commitments depend on all versions. */
static void
load_schedules(struct load *load)
{
    const loyd_channel *channel = &load->channel;
    uint32_t n = channel->is_builtin ? 0 : channel->versions;
    struct promises promises = {0};
    loyd_schedule first;

    load_versions(load, n, load_version);
    if (!load->is_right || !goes_on(load) ||
        !take(load,
              loyd_channel_schedule_on(load->store, channel, &channel->start,
                                       &first, load->why)))
        return;
    load_versions(load, n, load_lists);
    if (goes_on(load))
        take(load, promises_read(&promises, load->store, channel, load->why));
    promises_free(&promises);
}

static void
load_site(struct load *load)
{
    const char *name = load->channel.name;
    loyd_site_settings settings;
    bool is_kept;
    loyd_err err;

    if (!take(load, loyd_site_settings_get(load->store, name, &settings,
                                           &is_kept, load->why)))
        return;
    err = site_settings_check(&settings, load->why);
    if (err != LOYD_OK)
        why_prefix(load->why, err, "channel %s: site options: ", name);
    take(load, err);
}

loyd_err
load_prove(loyd_store *store, const char *channel, bool is_told,
           const struct load_judge *judge, loyd_why *why)
{
    struct load load = {
        .store = store, .judge = judge, .is_right = true, .why = why};
    loyd_err err = loyd_channel_get(store, channel, &load.channel, why);

    if (err == LOYD_E_CORRUPT && is_told)
        return LOYD_OK;
    if (take(&load, err))
        load_schedules(&load);
    if (err == LOYD_OK && goes_on(&load))
        load_site(&load);
    return load.err;
}
