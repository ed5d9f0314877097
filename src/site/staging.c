/* SPDX-License-Identifier: MIT */
/*
 * Combines rows of the ledger into days and stages the files of the site. The
 * files of a day do not depend on later days, except for the link to the next
 * day and the solution.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/listener.h"
#include "core/moves.h"
#include "rate/lengths.h"
#include "site/site.h"
#include "store/days.h"

/* Returns whether the site shows the solution of a day on `today`. */
static bool
solution_is_shown(const loyd_site *site, int32_t days, int32_t today)
{
    switch (site->options.settings.solutions) {
    case LOYD_SOLUTIONS_NEVER:
        return false;
    case LOYD_SOLUTIONS_TODAY:
        return true;
    case LOYD_SOLUTIONS_PAST:
    case LOYD_SOLUTIONS_COUNT_:
        break;
    }
    return days < today;
}

/* Returns whether the page of a day may offer hints. */
static bool
hints_are_offered(const struct staging *all, int32_t days)
{
    switch (all->site->options.settings.hints) {
    case LOYD_HINTS_NO:
        return false;
    case LOYD_HINTS_PAST:
        return days < loyd_date_days(&all->imprint.last);
    case LOYD_HINTS_YES:
    case LOYD_HINTS_COUNT_:
        break;
    }
    return true;
}

static bool
is_between(int32_t days, const loyd_date *first, const loyd_date *last)
{
    return days >= loyd_date_days(first) && days <= loyd_date_days(last);
}

/* Makes the name of a day's file. */
static void
file_name(const loyd_date *date, const char *kind, char name[32])
{
    char text[LOYD_DATE_TEXT];

    loyd_date_print(date, text);
    snprintf(name, 32, "%s.%s", text, kind);
}

/* The files of a day; folder.c knows them by their kinds too. */
static const struct {
    const char *kind;
    void (*write)(struct text *text, const struct imprint *imprint,
                  const struct day *day);
} day_files[] = {
    {"html", page_of_day},
    {"json", json_of_day},
    {"svg", svg_of_day},
    {"png", png_of_day},
};
#define N_DAY_FILES (sizeof(day_files) / sizeof(day_files[0]))

static bool
is_complete(const loyd_site *site, const loyd_date *date)
{
    char name[32];

    for (size_t i = 0; i < N_DAY_FILES; i++) {
        file_name(date, day_files[i].kind, name);
        if (!site_folder_has_day(&site->folder, name))
            return false;
    }
    return true;
}

/*
 * Returns whether the files of the current day have to be written. Files of
 * old days change only if their form does, except for the last day: it had no
 * link to a next day, and it can be today, when its solution is not shown.
 */
static bool
is_wanted(const struct staging *all)
{
    const loyd_site *site = all->site;
    const loyd_site_options *options = &site->options;
    const struct marker *old = &site->marker;
    const loyd_date *date = &all->day.date;
    int32_t days = loyd_date_days(date);

    if (!old->has_days || !all->is_same_form ||
        days <= loyd_date_days(&old->first) ||
        days >= loyd_date_days(&old->last))
        return true;
    if ((options->has_from || options->has_to) &&
        is_between(days,
                   options->has_from ? &options->from : &all->imprint.first,
                   options->has_to ? &options->to : &all->imprint.last))
        return true;
    return !is_complete(site, date);
}

loyd_err
staging_file(struct staging *all, enum rank rank, int in, const char *name)
{
    loyd_err err =
        site_folder_stage(&all->site->folder, rank, in, name, &all->page);

    text_clear(&all->page);
    return err;
}

static loyd_err
stage_day(struct staging *all)
{
    loyd_err err = LOYD_OK;
    char name[32];

    for (size_t i = 0; err == LOYD_OK && i < N_DAY_FILES; i++) {
        day_files[i].write(&all->page, &all->imprint, &all->day);
        file_name(&all->day.date, day_files[i].kind, name);
        err = staging_file(all, RANK_DAY, SITE_DAILY, name);
    }
    return err;
}

/* The array of briefs moves as it grows, so days get their pointers into it
 * in staging_end. */
static loyd_err
keep_brief(struct staging *all)
{
    if (!ARRAY_ROOM(all->archive, all->days_room, all->n_days + 1) ||
        !ARRAY_ROOM(all->briefs, all->briefs_room, all->n_briefs + all->day.n))
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < all->day.n; i++)
        all->briefs[all->n_briefs++] = all->puzzle[i].brief;
    all->archive[all->n_days++] = (struct day_brief){
        .days = loyd_date_days(&all->day.date),
        .day_no = all->day.day_no,
        .n = all->day.n,
    };
    return LOYD_OK;
}

/* Compares the head in the site's marker with the ledger. */
static loyd_err
check_head(const struct staging *all)
{
    const struct marker *old = &all->site->marker;
    char date[LOYD_DATE_TEXT];

    if (!old->has_days ||
        loyd_date_days(&all->day.date) != loyd_date_days(&old->last) ||
        memcmp(old->head, day_head(&all->day), LOYD_HASH_BYTES) == 0)
        return LOYD_OK;
    loyd_date_print(&old->last, date);
    return why_set(all->why, LOYD_E_CORRUPT,
                   "the ledger's head of %s differs from the site's: the site "
                   "was published from another ledger, or days were changed",
                   date);
}

/* Called when all rows of a day have been added. */
static loyd_err
end_day(struct staging *all)
{
    int32_t days = loyd_date_days(&all->day.date);
    loyd_err err;

    if (all->day.n == 0)
        return LOYD_OK;
    if ((err = check_head(all)) != LOYD_OK ||
        !is_between(days, &all->imprint.first, &all->imprint.last))
        return err;
    all->day.is_solved = solution_is_shown(
        all->site, days, loyd_date_days(&all->site->options.today));
    all->day.has_hints = hints_are_offered(all, days);
    if ((err = keep_brief(all)) != LOYD_OK ||
        (is_wanted(all) && (err = stage_day(all)) != LOYD_OK))
        return err;
    if (days > loyd_date_days(&all->imprint.last) - FEED_DAYS) {
        struct text *entry = &all->feed[all->n_days % FEED_DAYS];

        text_clear(entry);
        feed_entry(entry, &all->imprint, &all->day);
    }
    return LOYD_OK;
}

/* Copies what a row borrows, which is needed until the day's end. */
static loyd_err
copy_texts(struct kept_texts *kept, loyd_ledger_row *row)
{
    loyd_known *stm = &row->entry.known[LOYD_STM];
    loyd_err err = moves_copy(&kept->path, &stm->path);

    snprintf(kept->layout, sizeof(kept->layout), "%s", row->layout);
    snprintf(kept->recipe, sizeof(kept->recipe), "%s", row->entry.recipe);
    row->layout = kept->layout;
    row->entry.recipe = kept->recipe;
    stm->path = kept->path;
    stm->band = NULL;
    return err;
}

static void
make_brief(const loyd_ledger_row *row, struct brief *brief)
{
    const loyd_entry *entry = &row->entry;
    const loyd_known *stm = &entry->known[LOYD_STM];
    const loyd_distribution *d = stm->distribution;
    unsigned length;

    snprintf(brief->tier, sizeof(brief->tier), "%s", row->tier);
    snprintf(brief->title, sizeof(brief->title), "%s", row->title);
    brief->id = entry->id;
    brief->width = entry->puzzle.start.width;
    brief->height = entry->puzzle.start.height;
    brief->stm = stm->rating.upper;
    brief->lower = stm->rating.lower;
    brief->is_interval = !day_has_stm(&entry->puzzle);
    brief->estimate = brief->is_interval ? entry->estimate : 0;
    if (d == NULL)
        return;
    snprintf(brief->band, sizeof(brief->band), "%s", stm->band);
    length = entry_length(entry, LOYD_STM);
    brief->percentile = percentile_of(d, length);
    brief->sample = d->sample;
    brief->shade = (uint8_t)calendar_shade(d, length);
}

loyd_err
staging_row(struct staging *all, const loyd_ledger_row *row)
{
    loyd_progress progress = {.what = "writing the site"};
    size_t at;
    loyd_err err;

    if (!all->has_first)
        memcpy(all->first_head, row->hash, sizeof(all->first_head));
    all->has_first = true;
    if (all->day.n > 0 &&
        loyd_date_days(&row->date) != loyd_date_days(&all->day.date)) {
        err = end_day(all);
        all->day.n = 0;
        if (err != LOYD_OK)
            return err;
        progress.done = all->n_days;
        progress.total = (uint64_t)(loyd_date_days(&all->imprint.last) -
                                    loyd_date_days(&all->imprint.first) + 1);
        if (!listener_progress(all->listener, &progress))
            return LOYD_E_CANCELLED;
    }
    if (all->day.n == LOYD_SCHEDULE_ROWS)
        return why_set(all->why, LOYD_E_CORRUPT,
                       "a day of the ledger has too many rows");
    all->day.date = row->date;
    all->day.day_no = row->day_no;
    all->day.version = row->version;
    all->day.puzzle = all->puzzle;
    at = all->day.n++;
    all->puzzle[at] = (struct day_puzzle){.row = *row};
    make_brief(row, &all->puzzle[at].brief);
    return copy_texts(&all->texts[at], &all->puzzle[at].row);
}

loyd_err
staging_end(struct staging *all)
{
    size_t wanted = (size_t)(loyd_date_days(&all->imprint.last) -
                             loyd_date_days(&all->imprint.first) + 1);
    const struct brief *brief;
    loyd_err err = end_day(all);

    if (err != LOYD_OK)
        return err;
    if (all->n_days != wanted)
        return why_set(all->why, LOYD_E_CORRUPT,
                       "the ledger has %zu of the site's %zu days",
                       all->n_days, wanted);
    brief = all->briefs;
    for (size_t i = 0; i < all->n_days; i++) {
        all->archive[i].brief = brief;
        brief += all->archive[i].n;
    }
    return LOYD_OK;
}

/* Within a rank, the file staged last is renamed first. */
loyd_err
staging_indexes(struct staging *all)
{
    const struct imprint *imprint = &all->imprint;
    struct archive archive = {.n = all->n_days, .day = all->archive};
    char name[16];
    loyd_err err;

    /* It appears last: all days that it names are there by then. */
    script_of_days(&all->page, imprint, &all->late);
    err = staging_file(all, RANK_INDEX, SITE_ROOT, "days.js");
    if (err != LOYD_OK)
        return err;
    worker_list(all, LISTED_PAGES, "index.html", NULL);
    archive.head = day_head(&all->day);
    page_of_today(&all->page, imprint, &all->day, &archive);
    err = staging_file(all, RANK_INDEX, SITE_ROOT, "index.html");
    if (err != LOYD_OK)
        return err;
    worker_list(all, LISTED_PAGES, "stats.html", NULL);
    page_of_stats(&all->page, imprint, &archive);
    err = staging_file(all, RANK_INDEX, SITE_ROOT, "stats.html");
    if (err != LOYD_OK)
        return err;
    feed_put(&all->page, imprint, all->first_head, all->feed, all->n_days);
    err = staging_file(all, RANK_INDEX, SITE_ROOT, "feed.xml");
    if (err != LOYD_OK)
        return err;
    json_of_archive(&all->page, imprint, &archive);
    err = staging_file(all, RANK_INDEX, SITE_DAILY, "index.json");
    for (unsigned year = imprint->first.year;
         err == LOYD_OK && year <= imprint->last.year; year++) {
        page_of_year(&all->page, imprint, year, &archive);
        snprintf(name, sizeof(name), "%u.html", year);
        err = staging_file(all, RANK_INDEX, SITE_ARCHIVE, name);
    }
    return err;
}

void
staging_free(struct staging *all)
{
    for (size_t i = 0; i < LOYD_SCHEDULE_ROWS; i++)
        loyd_moves_free(&all->texts[i].path);
    for (size_t i = 0; i < FEED_DAYS; i++)
        text_free(&all->feed[i]);
    text_free(&all->page);
    for (size_t i = 0; i < SHARED_FILES; i++)
        text_free(&all->shared.file[i]);
    for (int kind = 0; kind < LISTED_COUNT; kind++)
        text_free(&all->listed[kind]);
    free(all->archive);
    free(all->briefs);
}
