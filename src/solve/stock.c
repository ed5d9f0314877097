/* SPDX-License-Identifier: MIT */
/* The tables owned by a solver: a small and a large set for each class. */
#include "solve/stock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "solve/table_file.h"

/* Measured on one 2.6 GHz core; used to estimate the building time. */
#define BUILD_BYTES_PER_SECOND 80e6

static void
drop(struct table_set *set)
{
    if (set->patterns != NULL)
        heuristic_free(set->patterns);
    if (set->whole != NULL)
        whole_free(set->whole);
    free(set->patterns);
    free(set->whole);
    set->patterns = NULL;
    set->whole = NULL;
}

static struct table_set *
set_of(struct class_tables *c, bool is_large)
{
    return is_large ? &c->large : &c->small;
}

static loyd_tables
size_of(bool is_large)
{
    return is_large ? LOYD_TABLES_LARGE : LOYD_TABLES_SMALL;
}

void
stock_free(struct stock *s)
{
    while (s->classes != NULL) {
        struct class_tables *c = s->classes;

        s->classes = c->next;
        drop(&c->small);
        drop(&c->large);
        free(c);
    }
    free(s->cache_dir);
    s->cache_dir = NULL;
}

/* Sets the size of a class's large tables and whether they have a file. */
static loyd_err
look_for_large(const struct stock *s, struct class_tables *c)
{
    const struct partition *large = partition_find(&c->cls, LOYD_TABLES_LARGE);
    struct heuristic plan;
    struct whole table;
    loyd_err err;

    if (large->size != LOYD_TABLES_LARGE)
        return LOYD_OK;
    if (partition_is_whole(large)) {
        whole_plan(&table, &c->cls);
        c->large_bytes = whole_bytes(&table);
        return LOYD_OK;
    }
    err = heuristic_plan(&plan, &c->cls, LOYD_TABLES_LARGE);
    if (err != LOYD_OK)
        return err;
    c->large_bytes = plan.bytes;
    c->has_large =
        s->cache_dir != NULL && table_file_exists(&plan, s->cache_dir);
    heuristic_free(&plan);
    return LOYD_OK;
}

loyd_err
stock_class(struct stock *s, const loyd_class *cls,
            struct class_tables **found)
{
    struct class_tables *c = s->classes;
    loyd_err err;

    while (c != NULL && !loyd_class_equal(&c->cls, cls))
        c = c->next;
    if (c == NULL) {
        if ((c = calloc(1, sizeof(*c))) == NULL)
            return LOYD_E_NOMEM;
        c->cls = *cls;
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

static void
tell(const struct stock *s, loyd_notice_fn fn, const struct class_tables *c,
     const char *what)
{
    char text[LOYD_WHY_BYTES + TABLE_PATH_BYTES + 160];

    if (fn == NULL)
        return;
    (void)snprintf(text, sizeof(text),
                   "tables for %ux%u, goal's blank in cell %u: %s",
                   c->cls.width, c->cls.height, c->cls.blank, what);
    fn(s->listener->context, text);
}

/* Adds the name of the class's file, or of the folder if that is too long. */
static void
tell_of_file(const struct stock *s, loyd_notice_fn fn,
             const struct class_tables *c, loyd_tables size, const char *what)
{
    char path[TABLE_PATH_BYTES], quote[WHY_QUOTE_BYTES];
    char text[LOYD_WHY_BYTES + sizeof(quote) + 80];
    const char *name = table_file_path(s->cache_dir, &c->cls, size, path)
                           ? path
                           : s->cache_dir;

    (void)snprintf(text, sizeof(text), "%s: %s",
                   why_quote(name, strlen(name), quote), what);
    tell(s, fn, c, text);
}

static void
tell_damage(const struct stock *s, const struct class_tables *c,
            loyd_tables size, const loyd_why *why)
{
    char text[sizeof(why->text) + 40];

    (void)snprintf(text, sizeof(text), "damaged (%s): rebuilding", why->text);
    tell_of_file(s, s->listener->warning, c, size, text);
}

static void
tell_building(const struct stock *s, const struct class_tables *c,
              bool is_kept)
{
    double seconds = (double)c->large_bytes / BUILD_BYTES_PER_SECOND /
                     (s->threads > 2 ? 2 : s->threads);
    char text[160];

    (void)snprintf(text, sizeof(text), "building %.0f MB, about %.0f s%s",
                   (double)c->large_bytes / 1e6, seconds < 1 ? 1 : seconds,
                   is_kept && s->cache_dir != NULL ? ", cached for later runs"
                                                   : "");
    tell(s, s->listener->notice, c, text);
}

/*
 * Loads the tables of a file into a planned heuristic. LOYD_E_NOT_FOUND if
 * there are none that can be used.
 */
static loyd_err
from_file(const struct stock *s, const struct class_tables *c,
          bool is_condemned, struct heuristic *h)
{
    loyd_tables size = h->partition->size;
    loyd_why why = {""};
    loyd_err err;

    if (s->cache_dir == NULL || is_condemned)
        return LOYD_E_NOT_FOUND;
    err = table_file_map(h, s->cache_dir, s->threads, s->monitor, &why);
    switch (err) {
    case LOYD_OK:
    case LOYD_E_CANCELLED:
    case LOYD_E_NOT_FOUND:
        return err;
    case LOYD_E_CORRUPT:
    case LOYD_E_FOREIGN:
        tell_damage(s, c, size, &why);
        return LOYD_E_NOT_FOUND;
    default:
        tell_of_file(s, s->listener->notice, c, size, why_words(&why, err));
        return LOYD_E_NOT_FOUND;
    }
}

bool
stock_condemn(struct stock *s, struct class_tables *c, bool is_large)
{
    static const loyd_why why = {"impossible value"};
    struct table_set *set = set_of(c, is_large);
    loyd_tables size = size_of(is_large);
    loyd_why left = {""};

    if (set->patterns == NULL || set->patterns->mapping == NULL)
        return false;
    drop(set);
    set->is_condemned = true;
    if (is_large)
        c->has_large = false;
    tell_damage(s, c, size, &why);
    if (table_file_remove(&c->cls, size, s->cache_dir, &left) != LOYD_OK)
        tell_of_file(s, s->listener->notice, c, size, left.text);
    return true;
}

/* Only large tables take long enough for a word in advance. */
static loyd_err
make_kept(const struct stock *s, const struct class_tables *c,
          bool is_condemned, struct heuristic *h)
{
    bool is_large = h->partition->size == LOYD_TABLES_LARGE;
    loyd_why why = {""};
    loyd_err err;

    if ((err = from_file(s, c, is_condemned, h)) != LOYD_E_NOT_FOUND)
        return err;
    if (is_large)
        tell_building(s, c, true);
    if ((err = heuristic_build(h, s->threads, s->monitor)) != LOYD_OK)
        return err;
    if (s->cache_dir != NULL)
        err = table_file_write(h, s->cache_dir, s->threads, s->monitor, &why);
    if (err != LOYD_OK)
        tell_of_file(s, s->listener->notice, c, h->partition->size,
                     why_words(&why, err));
    return LOYD_OK;
}

static loyd_err
make_patterns(const struct stock *s, const struct class_tables *c,
              bool is_large, bool is_condemned, struct heuristic **made)
{
    struct heuristic *h = calloc(1, sizeof(*h));
    loyd_err err;

    if (h == NULL)
        return LOYD_E_NOMEM;
    *made = h; /* the caller drops it on error */
    err = heuristic_plan(h, &c->cls, size_of(is_large));
    if (err != LOYD_OK)
        return err;
    return partition_is_kept(h->partition)
               ? make_kept(s, c, is_condemned, h)
               : heuristic_build(h, s->threads, s->monitor);
}

static loyd_err
make_whole(const struct stock *s, const struct class_tables *c, bool is_large,
           struct whole **made)
{
    struct whole *w = calloc(1, sizeof(*w));

    if (w == NULL)
        return LOYD_E_NOMEM;
    *made = w;
    whole_plan(w, &c->cls);
    if (is_large)
        tell_building(s, c, false);
    return whole_build(w, s->threads, s->monitor);
}

loyd_err
stock_tables(struct stock *s, struct class_tables *c, bool is_large,
             const struct table_set **found)
{
    struct table_set *set = set_of(c, is_large);
    const struct partition *p = partition_find(&c->cls, size_of(is_large));
    loyd_err err = LOYD_OK;

    if (set->patterns == NULL && set->whole == NULL)
        err = partition_is_whole(p)
                  ? make_whole(s, c, is_large, &set->whole)
                  : make_patterns(s, c, is_large, set->is_condemned,
                                  &set->patterns);
    if (err != LOYD_OK) {
        drop(set);
        return err;
    }
    if (is_large)
        c->has_large = true;
    *found = set;
    return LOYD_OK;
}
