/* SPDX-License-Identifier: MIT */
/* Merges channels and their ledgers; a ledger stays a single chain. */
#include "catalogue/merge_days.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"

struct pair {
    loyd_store *to;
    loyd_store *from;
    loyd_channel ours;
    loyd_channel theirs;
    bool is_fault; /* the error is the fault of `from` */
    loyd_why *why;
};

static loyd_err
contradicts(struct pair *p, const char *what)
{
    p->is_fault = true;
    return why_set(p->why, LOYD_E_CORRUPT, "channel %s: %s", p->theirs.name,
                   what);
}

/* Returns whether the channel has decided days on or after the version's
 * first date. */
static bool
is_passed(const loyd_channel *channel, const loyd_schedule *version)
{
    return channel->rows > 0 &&
           loyd_date_days(&channel->last) >= loyd_date_days(&version->from);
}

/* Compares the lists of a version that both have. Theirs must have the number
 * and digest that they state, since the puzzles are compared by them. */
static loyd_err
compare_lists(struct pair *p, const loyd_schedule *schedule)
{
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < schedule->n; i++) {
        loyd_list ours, theirs;
        loyd_id *ids = NULL;
        int64_t pk;

        p->is_fault = true;
        err = list_get(p->from, p->theirs.name, schedule->version, i, &theirs,
                       &pk, p->why);
        if (err == LOYD_OK)
            err =
                list_read(p->from, p->theirs.name, &theirs, pk, &ids, p->why);
        free(ids);
        if (err != LOYD_OK)
            break;
        p->is_fault = false;
        err = list_get(p->to, p->ours.name, schedule->version, i, &ours, &pk,
                       p->why);
        if (err == LOYD_OK && !list_same(&ours, &theirs))
            err = contradicts(p, "different list of puzzles");
    }
    return err;
}

static loyd_err
merge_version(struct pair *p, uint32_t version)
{
    loyd_schedule ours, theirs;
    bool have = version <= p->ours.versions;
    bool they_have = version <= p->theirs.versions;
    loyd_err err = LOYD_OK;

    if (they_have) {
        p->is_fault = true;
        err = schedule_get(p->from, p->theirs.name, version, &theirs, p->why);
    }
    if (err == LOYD_OK && have) {
        p->is_fault = false;
        err = schedule_get(p->to, p->ours.name, version, &ours, p->why);
    }
    if (err != LOYD_OK)
        return err;
    p->is_fault = false;
    if (have && they_have)
        return !schedule_same(&ours, &theirs)
                   ? contradicts(p, "different schedule")
               : ours.has_lists ? compare_lists(p, &ours)
                                : LOYD_OK;
    if (have)
        return is_passed(&p->theirs, &ours)
                   ? contradicts(p, "its ledger has days that were decided "
                                    "under an older schedule")
                   : LOYD_OK;
    if (is_passed(&p->ours, &theirs))
        return contradicts(p, "its schedule has a version for days that were "
                              "already decided without it");
    err = schedule_put(p->to, p->theirs.name, &theirs, p->why);
    return err == LOYD_OK && theirs.has_lists
               ? list_copy(p->to, p->from, p->theirs.name, &theirs,
                           &p->is_fault, p->why)
               : err;
}

/* Finds our channel, or adds theirs with an empty ledger. */
static loyd_err
merge_channel(struct pair *p)
{
    bool found;
    loyd_err err =
        channel_get(p->to, p->theirs.name, &p->ours, &found, p->why);

    if (err != LOYD_OK)
        return err;
    if (!found) {
        p->ours = p->theirs;
        p->ours.versions = 0;
        p->ours.rows = 0;
        memset(p->ours.head, 0, sizeof(p->ours.head));
        return channel_put(p->to, &p->ours, p->why);
    }
    if (loyd_date_days(&p->ours.start) != loyd_date_days(&p->theirs.start))
        return contradicts(p, "different start date");
    if (p->ours.is_keyed != p->theirs.is_keyed ||
        strcmp(p->ours.key_id, p->theirs.key_id) != 0)
        return contradicts(p, "different secret");
    return LOYD_OK;
}

static loyd_err
next_of(struct pair *p, struct ledger_walk *w, bool is_theirs,
        const struct ledger_row **row)
{
    p->is_fault = is_theirs;
    return ledger_next(w, row, p->why);
}

static loyd_err
append(struct pair *p, const struct ledger_row *theirs)
{
    struct ledger_row row = *theirs;
    loyd_err err;

    p->is_fault = false;
    err = ledger_append(p->to, &p->ours, &row, p->why);
    if (err == LOYD_OK &&
        memcmp(row.hash, theirs->hash, sizeof(row.hash)) != 0)
        return contradicts(p, "different ledger");
    return err;
}

/* Compares the rows that both have, and appends their further rows. */
static loyd_err
merge_rows(struct pair *p)
{
    struct ledger_walk *ours = NULL, *theirs = NULL;
    const struct ledger_row *mine = NULL, *row = NULL;
    uint32_t rows = p->ours.rows;
    loyd_err err = ledger_open(p->to, p->ours.name, 1, &ours, p->why);

    if (err == LOYD_OK)
        err = ledger_open(p->from, p->theirs.name, 1, &theirs, p->why);
    while (err == LOYD_OK) {
        if ((err = next_of(p, theirs, true, &row)) != LOYD_OK || row == NULL)
            break;
        if (row->number > rows) {
            err = append(p, row);
            continue;
        }
        if ((err = next_of(p, ours, false, &mine)) == LOYD_OK &&
            (mine == NULL ||
             memcmp(mine->hash, row->hash, sizeof(row->hash)) != 0))
            err =
                why_set(p->why, LOYD_E_CORRUPT,
                        "channel %s: different ledger from row %lu (%s) on",
                        p->theirs.name, (unsigned long)row->number, row->date);
        p->is_fault = p->is_fault || err == LOYD_E_CORRUPT;
    }
    ledger_close(&ours);
    ledger_close(&theirs);
    return err;
}

/* Site options are preferences: of two sets, neither is the right one. */
static loyd_err
merge_site(struct pair *p)
{
    loyd_site_settings ours, theirs;
    bool have, they_have;
    loyd_err err;

    p->is_fault = true;
    err = site_get(p->from, p->theirs.name, &theirs, &they_have, p->why);
    if (err != LOYD_OK || !they_have)
        return err;
    p->is_fault = false;
    err = site_get(p->to, p->theirs.name, &ours, &have, p->why);
    if (err != LOYD_OK)
        return err;
    if (!have) {
        err = site_put(p->to, p->theirs.name, &theirs, p->why);
        return err == LOYD_OK
                   ? site_files_copy(p->to, p->from, p->theirs.name, p->why)
                   : err;
    }
    return site_same(&ours, &theirs)
               ? LOYD_OK
               : contradicts(p, "different site options");
}

/* `versions`: of the channel's schedule, in both catalogues together. */
static loyd_err
merge_commitments(struct pair *p, uint32_t versions)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err;

    p->is_fault = true;
    err = commitment_open(p->from, p->theirs.name, &cursor, p->why);
    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &row, p->why);
        if (err != LOYD_OK || row == NULL)
            break;
        if (!p->theirs.is_keyed || row->commitment->version > versions)
            err = contradicts(p, "a commitment without a secret or of an "
                                 "unknown schedule version");
        else
            err =
                commitment_put(p->to, p->theirs.name, row->commitment, p->why);
        p->is_fault = err == LOYD_OK || err == LOYD_E_CORRUPT;
    }
    loyd_cursor_close(&cursor);
    return err;
}

static loyd_err
merge_one(struct pair *p)
{
    uint32_t versions;
    loyd_err err;

    p->is_fault = false;
    if ((err = merge_channel(p)) != LOYD_OK)
        return err;
    versions = p->ours.versions > p->theirs.versions ? p->ours.versions
                                                     : p->theirs.versions;
    for (uint32_t v = 1; err == LOYD_OK && v <= versions; v++)
        err = merge_version(p, v);
    if (err != LOYD_OK || (err = merge_rows(p)) != LOYD_OK ||
        (err = merge_site(p)) != LOYD_OK)
        return err;
    return merge_commitments(p, versions);
}

loyd_err
merge_days(loyd_store *to, loyd_store *from, bool *is_fault, loyd_why *why)
{
    struct pair p = {.to = to, .from = from, .why = why};
    bool found = true;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        p.is_fault = true;
        err = channel_next(from, p.theirs.name, &p.theirs, &found, why);
        if (err != LOYD_OK || !found)
            break;
        err = merge_one(&p);
    }
    *is_fault = p.is_fault;
    return err;
}
