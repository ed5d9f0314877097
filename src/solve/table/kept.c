/* SPDX-License-Identifier: MIT */
/* Opens tables from files, or builds and writes them, with notices. */
#include "solve/table/kept.h"

#include <stdio.h>
#include <string.h>

#include "base/why.h"

/*
 * Measured on one 2.6 GHz core, up to 16 cells and beyond; used to estimate
 * the building time.
 */
#define BUILD_BYTES_PER_SECOND 80e6
#define BUILD_WIDE_BYTES_PER_SECOND 30e6
#define BYTES_TOLD 1000000 /* fewer are built in an instant */

static void
tell(const struct stock *s, loyd_notice_fn fn, const loyd_class *cls,
     loyd_metric metric, const char *what)
{
    char text[LOYD_WHY_BYTES + TABLE_PATH_BYTES + 160];

    if (fn == NULL)
        return;
    (void)snprintf(text, sizeof(text),
                   "tables%s for %ux%u, goal's blank in cell %u: %s",
                   metric == LOYD_MTM ? " in MTM" : "", cls->width,
                   cls->height, cls->blank, what);
    fn(s->listener->context, text);
}

/* Adds the name of the file, or of the folder if that is too long. */
static void
tell_of_file(const struct stock *s, loyd_notice_fn fn,
             const struct table_body *b, const char *what)
{
    char path[TABLE_PATH_BYTES], quote[WHY_QUOTE_BYTES];
    char text[LOYD_WHY_BYTES + sizeof(quote) + 80];
    const char *name =
        table_file_path(s->cache_dir, b, path) ? path : s->cache_dir;

    (void)snprintf(text, sizeof(text), "%s: %s",
                   why_quote(name, strlen(name), quote), what);
    tell(s, fn, &b->cls, b->metric, text);
}

static void
tell_damage(const struct stock *s, const struct table_body *b,
            const loyd_why *why)
{
    char text[sizeof(why->text) + 40];

    (void)snprintf(text, sizeof(text), "damaged (%s): rebuilding", why->text);
    tell_of_file(s, s->listener->warning, b, text);
}

void
kept_tell_building(const struct stock *s, const struct table_body *b)
{
    double speed = b->cls.width * b->cls.height <= LOYD_EXACT_CELLS
                       ? BUILD_BYTES_PER_SECOND
                       : BUILD_WIDE_BYTES_PER_SECOND;
    double seconds =
        (double)b->bytes / speed / (s->threads > 2 ? 2 : s->threads);
    char text[160];

    (void)snprintf(
        text, sizeof(text), "building %.0f MB, about %.0f s%s",
        (double)b->bytes / 1e6, seconds < 1 ? 1 : seconds,
        b->is_kept && s->cache_dir != NULL ? ", cached for later runs" : "");
    tell(s, s->listener->notice, &b->cls, b->metric, text);
}

/* LOYD_E_NOT_FOUND if there is no file that can be used. */
static loyd_err
from_file(const struct stock *s, struct table_body *b)
{
    loyd_why why = {""};
    loyd_err err =
        table_file_map(b, s->cache_dir, s->threads, s->monitor, &why);

    switch (err) {
    case LOYD_OK:
    case LOYD_E_CANCELLED:
    case LOYD_E_NOT_FOUND:
        return err;
    case LOYD_E_CORRUPT:
    case LOYD_E_FOREIGN:
        tell_damage(s, b, &why);
        return LOYD_E_NOT_FOUND;
    default:
        tell_of_file(s, s->listener->notice, b, why_words(&why, err));
        return LOYD_E_NOT_FOUND;
    }
}

/* Puts the file of built tables in their place, as the system can take its
 * pages back. */
static void
map_written(const struct stock *s, struct table_body *b)
{
    struct table_body mapped;
    loyd_why why;

    if (table_body_plan(&mapped, b->kind, &b->cls, b->size) != LOYD_OK)
        return;
    if (table_file_map(&mapped, s->cache_dir, s->threads, s->monitor, &why) !=
        LOYD_OK) {
        table_body_free(&mapped);
        return;
    }
    table_body_free(b);
    *b = mapped;
}

/* Only large tables take long enough for a word in advance. */
loyd_err
kept_make(const struct stock *s, struct table_body *b, bool is_condemned)
{
    bool is_kept = b->is_kept && s->cache_dir != NULL;
    loyd_why why = {""};
    loyd_err err;

    if (is_kept && !is_condemned &&
        (err = from_file(s, b)) != LOYD_E_NOT_FOUND)
        return err;
    if (b->size == LOYD_TABLES_LARGE && b->bytes >= BYTES_TOLD)
        kept_tell_building(s, b);
    if ((err = table_body_build(b, s->threads, s->monitor)) != LOYD_OK)
        return err;
    if (is_kept && s->monitor->stop == NULL)
        err = table_file_write(b, s->cache_dir, s->threads, s->monitor, &why);
    if (err != LOYD_OK)
        tell_of_file(s, s->listener->notice, b, why_words(&why, err));
    else if (is_kept && s->monitor->stop == NULL)
        map_written(s, b);
    return LOYD_OK;
}

void
kept_condemn(const struct stock *s, const struct table_body *b)
{
    static const loyd_why why = {"impossible value"};
    loyd_why left = {""};

    tell_damage(s, b, &why);
    if (table_file_remove(b, s->cache_dir, &left) != LOYD_OK)
        tell_of_file(s, s->listener->notice, b, left.text);
}
