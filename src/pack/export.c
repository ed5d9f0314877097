/* SPDX-License-Identifier: MIT */
/* Makes a pack: the steps of an export in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/why.h"
#include "loyd/pack.h"
#include "base/utf8.h"
#include "pack/pack.h"
#include "store/filter.h"
#include "store/pack_db.h"
#include "store/pack_use.h"
#include "store/tables.h"

#define NAME_DEFAULT "puzzles"
#define LICENCE_DEFAULT "CC0-1.0"

static loyd_err
check_text(const char *what, const char *text, size_t max, loyd_why *why)
{
    loyd_err err;

    if (text == NULL)
        return LOYD_OK;
    if (text[0] == '\0' || strlen(text) > max)
        return why_set(why, LOYD_E_RANGE, "%s of %zu bytes: expected 1..%zu",
                       what, strlen(text), max);
    err = utf8_check_name(text, strlen(text), why);
    return err == LOYD_OK ? LOYD_OK
                          : why_prefix(why, LOYD_E_ENCODING, "%s: ", what);
}

static loyd_err
check_options(const loyd_export_options *options, loyd_why *why)
{
    loyd_err err;

    if (options == NULL || options->dir == NULL)
        return why_set(why, LOYD_E_RANGE, "an export needs a folder");
    if (options->formats == 0 ||
        (options->formats & ~(unsigned)LOYD_EXPORT_ALL) != 0)
        return why_set(why, LOYD_E_RANGE, "unknown export format");
    if (options->add > 0 && options->is_replacing)
        return why_set(why, LOYD_E_RANGE,
                       "a pack either adds puzzles or replaces them");
    if ((unsigned)options->metric >= LOYD_METRICS)
        return why_set(why, LOYD_E_RANGE, "unknown metric %u",
                       options->metric);
    err = check_text("name", options->name, LOYD_PACK_NAME_MAX, why);
    if (err == LOYD_OK)
        err = check_text("licence", options->licence, LOYD_PACK_LICENCE_MAX,
                         why);
    if (err == LOYD_OK && options->shuffle != NULL)
        err = utf8_check(options->shuffle, strlen(options->shuffle), why);
    return err;
}

/* Estimates the total of the progress; the result does not depend on it. */
static loyd_err
count_steps(struct pack *p, loyd_store *store, const loyd_filter *filter,
            loyd_why *why)
{
    unsigned text = p->options->formats & ~(unsigned)LOYD_EXPORT_SQLITE;
    uint64_t n;
    loyd_err err;

    if (p->listener == NULL || p->listener->progress == NULL ||
        filter->is_distinct)
        return LOYD_OK;
    if ((err = loyd_store_count(store, filter, &n, why)) != LOYD_OK)
        return err;
    p->n_steps_all = n; /* that are read, and then written to each text file */
    for (; text != 0; text &= text - 1)
        p->n_steps_all += n;
    return LOYD_OK;
}

static void
name_pack(struct pack *p)
{
    const loyd_export_options *options = p->options;

    p->licence = options->licence != NULL ? options->licence : LICENCE_DEFAULT;
    p->result.version = 1;
    p->name = NAME_DEFAULT;
    if (p->before != NULL) {
        p->name = p->before->manifest.name;
        p->result.version = p->before->manifest.version + 1;
    } else if (options->name != NULL)
        p->name = options->name;
}

/* Refuses to withdraw puzzles only because they are not selected. */
static loyd_err
check_withdrawn(const struct pack *p, loyd_why *why)
{
    size_t n = 0, first = 0;
    char name[LOYD_ID_CHARS + 1];

    for (size_t i = p->after.n; i-- > 0;)
        if (p->after.rows[i].state == IDS_WITHDRAWN) {
            first = i;
            n++;
        }
    if (n == 0 || p->options->is_replacing || p->options->is_trial)
        return LOYD_OK;
    loyd_id_print(&p->after.rows[first].id, name);
    return why_set(why, LOYD_E_RANGE,
                   "%zu puzzle%s of the previous pack %s no longer selected, "
                   "such as %s: expected --add or --grow to keep, or "
                   "--replace to withdraw them",
                   n, n == 1 ? "" : "s", n == 1 ? "is" : "are", name);
}

/* Reports the differences to the caller. */
static loyd_err
tell_differences(const struct pack *p)
{
    const loyd_export_options *options = p->options;

    for (size_t i = 0; options->difference != NULL && i < p->after.n; i++) {
        const struct ids_row *row = &p->after.rows[i];
        const loyd_pack_difference difference = {
            (uint32_t)(i + 1), row->id,
            ids_is_tomb(row)            ? LOYD_PACK_WITHDRAWN
            : row->state == IDS_CHANGED ? LOYD_PACK_PROVEN
                                        : LOYD_PACK_ADDED};

        if ((ids_is_tomb(row) || ids_is_written(row)) &&
            !options->difference(options->context, &difference))
            return LOYD_E_CANCELLED;
    }
    return LOYD_OK;
}

/* Writes every file of the folder. */
static loyd_err
fill(struct pack *p, struct pack_folder *f, loyd_store *store,
     const loyd_filter *filter, loyd_why *why)
{
    loyd_err err;

    err = pack_db_new(store_watch(store), pack_has_mtm(p), &p->db, why);
    if ((err = pack_db_failed(p, NULL, err, why)) != LOYD_OK ||
        (err = count_steps(p, store, filter, why)) != LOYD_OK ||
        (err = pack_keep(p, store, filter, why)) != LOYD_OK ||
        (err = check_withdrawn(p, why)) != LOYD_OK ||
        (err = pack_sum(p, why)) != LOYD_OK ||
        (err = pack_write_tables(p, f, why)) != LOYD_OK ||
        (err = pack_write_files(p, f, why)) != LOYD_OK)
        return err;
    return pack_write_manifest(p, f, why);
}

/* Marks every puzzle of the files, in the open transaction. */
static loyd_err
mark(const struct pack *p, loyd_store *store, int64_t *pk, bool *is_new,
     loyd_why *why)
{
    const char *date = p->options->date;
    struct pack_use use = {.pack_id = p->result.pack_id,
                           .version = p->result.version};
    loyd_err err = loyd_date_parse(date, strlen(date), &use.date, why);

    snprintf(use.name, sizeof(use.name), "%s", p->name);
    if (err == LOYD_OK)
        err = pack_use_begin(store, &use, pk, is_new, why);
    for (size_t i = 0; err == LOYD_OK && i < p->after.n; i++)
        if (ids_is_written(&p->after.rows[i]))
            err = pack_use_add(store, *pk, &p->after.rows[i].id, why);
    return err;
}

/*
 * Marks the puzzles, commits, then renames the folder. A kill between commit
 * and rename never gives a puzzle out twice: the folder that is left has the
 * number of the pack's row in its name, and pack_folder_forget removes both.
 */
static loyd_err
mark_and_publish(const struct pack *p, struct pack_folder *f,
                 loyd_store *store, loyd_why *why)
{
    int64_t pk = 0;
    bool is_new = false;
    loyd_why lost; /* the first error is reported */
    loyd_err err = mark(p, store, &pk, &is_new, why);

    if (err == LOYD_OK && is_new)
        err = pack_folder_number(f, pk, why);
    if (err != LOYD_OK)
        return err;
    if ((err = loyd_store_commit(store, why)) != LOYD_OK) {
        /* After an I/O error the commit may still turn out to be durable. */
        if (is_new && err == LOYD_E_IO)
            pack_folder_leave(f);
        return err;
    }
    err = pack_folder_publish(f, why);
    if (err != LOYD_OK && is_new &&
        pack_use_forget(store, pk, &lost) != LOYD_OK) {
        /* It may have its final name already. */
        (void)pack_folder_number(f, pk, &lost);
        pack_folder_leave(f);
    }
    return err;
}

/* Makes the pack: folder, files, marks, final name. */
static loyd_err
make(struct pack *p, struct pack_folder *f, loyd_store *store,
     const loyd_filter *filter, loyd_why *why)
{
    bool is_trial = p->options->is_trial, is_begun = false;
    bool marks = p->options->date != NULL && !is_trial;
    loyd_err err = LOYD_OK;

    /* Of two exports of unused puzzles the second waits here. */
    if (marks && filter_wants_use(filter)) {
        err = loyd_store_begin(store, why);
        is_begun = err == LOYD_OK;
    }
    if (err == LOYD_OK)
        err = pack_folder_new(f, p->options->dir, why);
    if (err == LOYD_OK)
        err = fill(p, f, store, filter, why);
    if (err == LOYD_OK)
        err = tell_differences(p);
    if (err == LOYD_OK && marks && !is_begun) {
        err = loyd_store_begin(store, why);
        is_begun = err == LOYD_OK;
    }
    if (err == LOYD_OK && !is_trial)
        err = marks ? mark_and_publish(p, f, store, why)
                    : pack_folder_publish(f, why);
    if (is_begun)
        loyd_store_rollback(store);
    return err;
}

/* Lists the ids that count as unused in a delta of unused puzzles: the marks
 * of earlier packs of the series must not withdraw its own puzzles. */
static loyd_err
spare_series(struct pack *p, loyd_filter *filter)
{
    const struct series *before = p->before;
    size_t n = 0;

    if (!filter_wants_use(filter))
        return LOYD_OK;
    if ((p->unused = calloc(before->n + 1, sizeof(p->unused[0]))) == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < before->n; i++)
        if (ids_is_live(&before->rows[i]) || pack_is_restored(p, i))
            p->unused[n++] = before->rows[i].id;
    filter->unused = p->unused;
    filter->n_unused = n;
    return LOYD_OK;
}

/* Excludes revoked puzzles, so that a limit does not count them, and in a
 * delta with a number of new ones all puzzles of the series. */
static loyd_err
exclude_series(struct pack *p, loyd_filter *filter)
{
    size_t n = filter->n_excluded, n_series = 0;
    bool is_all = p->options->add > 0;

    for (size_t i = 0; i < p->after.n; i++)
        n_series += is_all || ids_is_revoked(&p->after.rows[i]);
    if (n_series == 0)
        return LOYD_OK;
    if ((p->excluded = calloc(n + n_series, sizeof(p->excluded[0]))) == NULL)
        return LOYD_E_NOMEM;
    if (n > 0)
        memcpy(p->excluded, filter->excluded, n * sizeof(p->excluded[0]));
    for (size_t i = 0; i < p->after.n; i++) {
        const struct ids_row *row = &p->after.rows[i];

        if (is_all || ids_is_revoked(row))
            p->excluded[n++] = row->id;
    }
    filter->excluded = p->excluded;
    filter->n_excluded = n;
    return LOYD_OK;
}

/* Refuses what differs from the previous pack and must not: the name, and no
 * lengths in MTM, without which changed puzzles would lose theirs. */
static loyd_err
check_previous(const struct pack *p, loyd_why *why)
{
    const char *was = p->before->manifest.name, *is = p->options->name;
    char one[WHY_QUOTE_BYTES], other[WHY_QUOTE_BYTES];

    if (is != NULL && strcmp(is, was) != 0)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "name '%s': the previous pack is of the series '%s'",
                       why_quote(is, strlen(is), one),
                       why_quote(was, strlen(was), other));
    if (!p->before->manifest.has_mtm || pack_has_mtm(p))
        return LOYD_OK;
    (void)why_set(why, LOYD_E_UNSUPPORTED,
                  "has lengths in MTM: expected metric mtm");
    return pack_of_previous(p, LOYD_E_UNSUPPORTED, why);
}

/* Reads the previous pack and checks that this one can continue it. */
static loyd_err
continue_series(struct pack *p, struct series *before, loyd_filter *filter,
                loyd_why *why)
{
    const loyd_export_options *options = p->options;
    loyd_err err = series_load(options->since, before, why);

    if (err != LOYD_OK)
        return err == LOYD_E_NOT_FOUND ? LOYD_E_IO : err;
    p->before = before;
    if ((err = check_previous(p, why)) != LOYD_OK)
        return err;
    if ((err = ids_index_new(before, &p->index)) != LOYD_OK)
        return err;
    if ((err = series_begin(before, p->index, options, &p->after, why)) !=
        LOYD_OK)
        return err == LOYD_E_NOT_FOUND ? pack_of_previous(p, err, why) : err;
    if ((err = selection_compare(before->manifest.selection, p->selection.at,
                                 &p->result.warning, why)) != LOYD_OK)
        return err;
    err = spare_series(p, filter);
    return err == LOYD_OK ? exclude_series(p, filter) : err;
}

loyd_err
loyd_export(loyd_store *store, const loyd_filter *filter,
            const loyd_export_options *options, const loyd_listener *listener,
            loyd_export_result *result, loyd_why *why)
{
    struct pack p = {.options = options, .listener = listener};
    struct pack_folder folder = {.dir = -1};
    struct series before = {.rows = NULL};
    loyd_filter wanted = {0};
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = check_options(options, why)) != LOYD_OK)
        return err;
    if (filter != NULL)
        wanted = *filter;
    selection_put(&p.selection, &wanted);
    if (options->add > 0)
        wanted.limit = options->add;
    if (p.selection.is_lost)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK && options->since != NULL)
        err = continue_series(&p, &before, &wanted, why);
    if (err == LOYD_OK && options->date != NULL)
        err = pack_folder_forget(options->dir, store, why);
    if (err != LOYD_OK)
        goto done;
    name_pack(&p);
    err = make(&p, &folder, store, &wanted, why);
    if (err == LOYD_OK && result != NULL)
        *result = p.result;
done:
    pack_folder_end(&folder);
    pack_clear(&p);
    series_free(&before);
    return err;
}
