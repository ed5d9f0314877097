/* SPDX-License-Identifier: MIT */
/*
 * The tables owned by a solver: opened from files, or built and written, with
 * notices.
 */
#include "solve/table/stock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/class.h"
#include "solve/table/table_file.h"

/*
 * Measured on one 2.6 GHz core, up to 16 cells and beyond; used to estimate
 * the building time.
 */
#define BUILD_BYTES_PER_SECOND 80e6
#define BUILD_WIDE_BYTES_PER_SECOND 30e6
#define BYTES_TOLD 1000000 /* fewer are built in an instant */

void
stock_free(struct stock *s)
{
    while (s->classes != NULL) {
        struct class_tables *c = s->classes;

        s->classes = c->next;
        table_body_free(&c->tables[false]);
        table_body_free(&c->tables[true]);
        free(c);
    }
    free(s->cache_dir);
    s->cache_dir = NULL;
}

/* Finds out what a class's large tables are worth, and if they have a file. */
static loyd_err
look_for_large(const struct stock *s, struct class_tables *c)
{
    const struct table_kind *kind =
        s->kind_of(&c->cls, c->metric, LOYD_TABLES_LARGE);
    struct table_body plan;
    loyd_err err;

    if (kind == NULL)
        return LOYD_OK;
    err = table_body_plan(&plan, kind, &c->cls, LOYD_TABLES_LARGE);
    if (err != LOYD_OK)
        return err;
    c->worth_large = (uint64_t)(kind->nodes_worth +
                                kind->nodes_per_byte * (double)plan.bytes);
    c->has_large = plan.is_kept && s->cache_dir != NULL &&
                   table_file_exists(&plan, s->cache_dir);
    table_body_free(&plan);
    return LOYD_OK;
}

loyd_err
stock_class(struct stock *s, const loyd_class *cls, loyd_metric metric,
            struct class_tables **found)
{
    struct class_tables *c = s->classes;
    loyd_err err;

    while (c != NULL && (c->metric != metric || !class_equal(&c->cls, cls)))
        c = c->next;
    if (c == NULL) {
        if ((c = calloc(1, sizeof(*c))) == NULL)
            return LOYD_E_NOMEM;
        c->cls = *cls;
        c->metric = metric;
        if ((err = look_for_large(s, c)) != LOYD_OK) {
            free(c);
            return err;
        }
        c->next = s->classes;
        s->classes = c;
    }
    *found = c;
    return LOYD_OK;
}

/* Gives back the pages of large tables in files: others are about to take as
 * much. */
static void
rest(struct stock *s)
{
    for (struct class_tables *c = s->classes; c != NULL; c = c->next)
        if (c->tables[true].mapping != NULL)
            table_file_rest(&c->tables[true]);
}

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
stock_tell_building(const struct stock *s, const struct table_body *b)
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

/*
 * Opens planned tables from their file or, if is_condemned or there is none
 * that can be used, builds them and writes the file. Only large tables take
 * long enough for a word in advance.
 */
static loyd_err
make(const struct stock *s, struct table_body *b, bool is_condemned)
{
    bool is_kept = b->is_kept && s->cache_dir != NULL;
    loyd_why why = {""};
    loyd_err err;

    if (is_kept && !is_condemned &&
        (err = from_file(s, b)) != LOYD_E_NOT_FOUND)
        return err;
    if (b->size == LOYD_TABLES_LARGE && b->bytes >= BYTES_TOLD)
        stock_tell_building(s, b);
    if ((err = table_body_build(b, s->threads, s->monitor)) != LOYD_OK)
        return err;
    if (is_kept && s->monitor->stop == NULL)
        err = table_file_write(b, s->cache_dir, s->threads, s->monitor, &why);
    if (err != LOYD_OK)
        tell_of_file(s, s->listener->notice, b, why_words(&why, err));
    return LOYD_OK;
}

bool
stock_condemn(struct stock *s, struct class_tables *c, bool is_large)
{
    static const loyd_why why = {"impossible value"};
    struct table_body *b = &c->tables[is_large];
    loyd_why left = {""};

    if (b->mapping == NULL)
        return false;
    tell_damage(s, b, &why);
    if (table_file_remove(b, s->cache_dir, &left) != LOYD_OK)
        tell_of_file(s, s->listener->notice, b, left.text);
    table_body_free(b);
    c->is_condemned[is_large] = true;
    c->has_large &= !is_large;
    return true;
}

loyd_err
stock_tables(struct stock *s, struct class_tables *c, bool is_large,
             const struct table_body **found)
{
    struct table_body *b = &c->tables[is_large];
    loyd_tables size = is_large ? LOYD_TABLES_LARGE : LOYD_TABLES_SMALL;
    loyd_err err = LOYD_OK;

    if (!stock_is_open(c, is_large)) {
        if (is_large)
            rest(s);
        err = table_body_plan(b, s->kind_of(&c->cls, c->metric, size), &c->cls,
                              size);
        if (err == LOYD_OK)
            err = make(s, b, c->is_condemned[is_large]);
        if (err != LOYD_OK) {
            table_body_free(b);
            return err;
        }
    }
    c->has_large |= is_large;
    *found = b;
    return LOYD_OK;
}
