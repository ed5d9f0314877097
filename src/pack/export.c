/* SPDX-License-Identifier: MIT */
/* Makes a pack: the steps of an export in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"
#include "base/why.h"
#include "core/listener.h"
#include "loyd/pack.h"
#include "pack/pack.h"
#include "store/filter.h"
#include "store/pack_db.h"
#include "store/rows.h"
#include "store/tables.h"

#define TITLE_DEFAULT "puzzles"
#define LICENCE_DEFAULT "CC0-1.0"
#define STEP_ROWS 1024 /* steps between two calls of the listener */

loyd_err
pack_step(struct pack *p)
{
    const loyd_progress now = {
        .what = "exporting", .done = p->n_steps, .total = p->n_steps_all};

    if (p->n_steps++ % STEP_ROWS != 0 || listener_progress(p->listener, &now))
        return LOYD_OK;
    return LOYD_E_CANCELLED;
}

loyd_err
pack_db_failed(const struct pack *p, const char *file, loyd_err err,
               loyd_why *why)
{
    const char *dir = p->options->dir;
    char shown[WHY_QUOTE_BYTES];

    if (err == LOYD_OK || err == LOYD_E_NOMEM)
        return err;
    return why_prefix(why, err, "%s%s%s: ", why_quote(dir, strlen(dir), shown),
                      file != NULL ? "/" : "", file != NULL ? file : "");
}

/* --- options --- */

/* Copies a text of the options, if it is given. */
static loyd_err
take_text(const char *what, const char *text, size_t size, char *out,
          loyd_why *why)
{
    size_t len = text != NULL ? strlen(text) : 0;
    loyd_err err;

    if (text == NULL)
        return LOYD_OK;
    if (len == 0 || len >= size)
        return why_set(why, LOYD_E_RANGE, "%s of %zu bytes: expected 1..%zu",
                       what, len, size - 1);
    if ((err = utf8_check_name(text, len, why)) != LOYD_OK)
        return why_prefix(why, LOYD_E_ENCODING, "%s: ", what);
    memcpy(out, text, len + 1);
    return LOYD_OK;
}

static loyd_err
check_options(const loyd_export_options *options, loyd_why *why)
{
    if (options == NULL || options->dir == NULL)
        return why_set(why, LOYD_E_RANGE, "an export needs a folder");
    if (options->formats == 0 ||
        (options->formats & ~(unsigned)LOYD_EXPORT_ALL) != 0)
        return why_set(why, LOYD_E_RANGE, "unknown export format");
    if (options->pack != NULL && options->date == NULL)
        return why_set(why, LOYD_E_RANGE, "a volume needs a date");
    if (options->pack == NULL &&
        (options->volume > 0 || options->n_withdrawn > 0))
        return why_set(why, LOYD_E_RANGE, "a volume needs the name of a pack");
    return LOYD_OK;
}

/* Names of the pack, as options say or as the catalogue has them. */
static loyd_err
name_pack(struct pack *p, loyd_why *why)
{
    struct volume *of = &p->volume;
    const loyd_export_options *options = p->options;
    char title[sizeof(of->title)], licence[sizeof(of->licence)];
    loyd_err err;

    if (!of->is_known) {
        strcpy(of->title, pack_is_volume(p) ? of->pack : TITLE_DEFAULT);
        strcpy(of->licence, LICENCE_DEFAULT);
    }
    strcpy(title, of->title);
    strcpy(licence, of->licence);
    if ((err = take_text("title", options->title, sizeof(title), of->title,
                         why)) != LOYD_OK ||
        (err = take_text("licence", options->licence, sizeof(licence),
                         of->licence, why)) != LOYD_OK)
        return err;
    p->result.is_changed = of->is_known && (strcmp(title, of->title) != 0 ||
                                            strcmp(licence, of->licence) != 0);
    strcpy(p->result.title, of->title);
    strcpy(p->result.licence, of->licence);
    return LOYD_OK;
}

/* Decides which volume it is, and reads what is known of it. */
static loyd_err
find_volume(struct pack *p, loyd_why *why)
{
    struct volume *of = &p->volume;
    const loyd_export_options *options = p->options;
    loyd_err err =
        take_text("pack name", options->pack, sizeof(of->pack), of->pack, why);

    if (err != LOYD_OK || !pack_is_volume(p))
        return err;
    of->volume = options->volume;
    if ((err = volume_get(p->store, of, why)) != LOYD_OK)
        return err;
    if (of->volume == 0)
        of->volume = of->newest + 1;
    p->is_new = of->pk == 0;
    if (p->is_new && of->volume != of->newest + 1)
        return why_set(
            why, LOYD_E_RANGE, "volume %u of pack %s: the next one is %u",
            (unsigned)of->volume, of->pack, (unsigned)of->newest + 1);
    if (options->n_withdrawn > 0 && of->volume < of->newest)
        return why_set(why, LOYD_E_RANGE,
                       "only the newest volume, %u of pack %s, or the next "
                       "one can withdraw puzzles",
                       (unsigned)of->newest, of->pack);
    if (p->is_new)
        loyd_date_print(options->date, of->date);
    return LOYD_OK;
}

/* --- the selection --- */

/* Puts the filter without its use into the manifest and the catalogue. */
static loyd_err
put_selection(struct pack *p, const loyd_filter *filter)
{
    struct text text = {.at = NULL};
    struct jw jw = {.to = &text};

    filter_put_json(&jw, NULL, filter);
    if (text.is_lost)
        text_free(&text);
    p->volume.selection = text.at;
    return text.at != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

/* A filter with its own conditions or ids. */
struct selection {
    loyd_filter filter;
    loyd_condition *conditions;
    loyd_id *ids;
};

/* Makes the filter of the puzzles that are read: of a new volume those that
 * are not used, unless the filter says more. */
static loyd_err
select_puzzles(struct pack *p, const loyd_filter *wanted,
               struct selection *out)
{
    size_t n = wanted->n_conditions;
    bool wants_use = filter_wants_use(wanted);
    loyd_err err;

    out->filter = *wanted;
    out->conditions = calloc(n + 1, sizeof(out->conditions[0]));
    if (out->conditions == NULL)
        return LOYD_E_NOMEM;
    out->filter.conditions = out->conditions;
    out->filter.n_conditions = 0;
    for (size_t i = 0; i < n; i++)
        if (strcmp(wanted->conditions[i].column, "used") != 0)
            out->conditions[out->filter.n_conditions++] =
                wanted->conditions[i];
    if ((err = put_selection(p, &out->filter)) != LOYD_OK)
        return err;
    if (wants_use) {
        memcpy(out->conditions, wanted->conditions,
               n * sizeof(out->conditions[0]));
        out->filter.n_conditions = n;
    } else if (pack_is_volume(p)) {
        out->conditions[out->filter.n_conditions++] =
            (loyd_condition){.column = "used", .value = "no"};
    }
    if (p->options->count > 0)
        out->filter.limit = p->options->count;
    return LOYD_OK;
}

static bool
selects_all(const loyd_filter *f)
{
    return f->n_conditions == 0 && f->where == NULL && !f->has_id &&
           !f->has_ids && f->n_excluded == 0 && f->order == NULL &&
           !f->has_after && !f->is_distinct && f->pick == NULL &&
           f->offset == 0 && f->limit == 0;
}

/* The puzzles of a volume that is written again. */
static loyd_err
select_again(struct pack *p, const loyd_filter *wanted, struct selection *out,
             loyd_why *why)
{
    loyd_err err;

    if (!selects_all(wanted) || p->options->count > 0)
        return why_set(why, LOYD_E_RANGE,
                       "volume %u of pack %s has its puzzles: expected no "
                       "filters",
                       (unsigned)p->volume.volume, p->volume.pack);
    err = volume_list(p->store, &p->volume, false, &p->marked, &p->n_marked,
                      why);
    if (err != LOYD_OK)
        return err;
    out->ids = calloc(p->n_marked + 1, sizeof(out->ids[0]));
    if (out->ids == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < p->n_marked; i++)
        out->ids[i] = p->marked[i].id;
    out->filter =
        (loyd_filter){.has_ids = true, .ids = out->ids, .n_ids = p->n_marked};
    return LOYD_OK;
}

/* --- rows --- */

/* What the revision of a volume depends on. */
static void
hash_text(struct crypto_hash *hash, const char *text)
{
    crypto_hash_field(hash, text != NULL ? text : "",
                      text != NULL ? strlen(text) : 0);
}

static void
hash_row(struct crypto_hash *hash, const loyd_cells *row)
{
    for (unsigned i = 0; i < row->n; i++)
        hash_text(hash, row->cell[i].text);
}

static int
compare_marked(const void *a, const void *b)
{
    return id_compare(&((const struct marked *)a)->id,
                      &((const struct marked *)b)->id);
}

/* Reads the puzzle of a row as a record, which checks what is stored: a
 * damaged catalogue makes no pack. */
static loyd_err
check_row(struct pack *p, const loyd_cells *row, struct record *record,
          loyd_why *why)
{
    const char *text = row->cell[0].text;
    loyd_id id, last;
    loyd_err err =
        loyd_id_parse(text != NULL ? text : "",
                      text != NULL ? strlen(text) : 0, &id, &last, why);

    return err == LOYD_OK ? record_must(p->store, &id, record, why)
                          : LOYD_E_CORRUPT;
}

/* Numbers a puzzle, the n-th that is read from 0 on, and notes it. */
static loyd_err
number_row(struct pack *p, const loyd_id *id, size_t *room, uint32_t *number,
           loyd_why *why)
{
    struct marked key = {.id = *id}, *known;

    if (!p->is_new && pack_is_volume(p)) {
        known =
            bsearch(&key, p->marked, p->n_marked, sizeof(key), compare_marked);
        if (known == NULL)
            return why_set(why, LOYD_E_CORRUPT,
                           "no such puzzle in the volume");
        *number = known->number;
        return LOYD_OK;
    }
    if (p->result.puzzles >= UINT32_MAX - p->volume.last)
        return why_set(why, LOYD_E_RANGE, "more than %u numbers", UINT32_MAX);
    if (!ARRAY_ROOM(p->marked, *room, p->n_marked + 1))
        return LOYD_E_NOMEM;
    *number = p->volume.last + (uint32_t)p->n_marked + 1;
    p->marked[p->n_marked++] = (struct marked){
        .id = *id, .volume = p->volume.volume, .number = *number};
    return LOYD_OK;
}

static loyd_err
read_rows(struct pack *p, const loyd_filter *filter, struct crypto_hash *hash,
          loyd_why *why)
{
    size_t room = 0;
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    struct record record = {.recipe = NULL};
    loyd_err err =
        loyd_store_rows(p->store, filter, PACK_COLUMNS, &cursor, why);

    while (err == LOYD_OK) {
        uint32_t number = 0;

        err = loyd_cursor_next(cursor, &row, why);
        if (err != LOYD_OK || row == NULL)
            break;
        if ((err = check_row(p, row->cells, &record, why)) != LOYD_OK ||
            (err = number_row(p, &record.id, &room, &number, why)) != LOYD_OK)
            break;
        hash_row(hash, row->cells);
        err = pack_db_failed(p, NULL,
                             pack_db_add(p->db, number, row->cells,
                                         !p->options->no_solutions, why),
                             why);
        p->result.puzzles++;
        if (err == LOYD_OK)
            err = pack_step(p);
    }
    loyd_cursor_close(&cursor);
    record_free(&record);
    return err;
}

/* Says how many puzzles there are, and how many more are used. */
static loyd_err
check_count(struct pack *p, const loyd_filter *wanted, loyd_why *why)
{
    uint64_t n = p->result.puzzles, all = 0, need = p->options->count;
    loyd_filter every = *wanted;
    loyd_err err;

    if (n == 0 && need == 0 && (p->is_new || !pack_is_volume(p)))
        need = 1;
    if (n >= need)
        return LOYD_OK;
    every.limit = 0;
    if ((err = loyd_store_count(p->store, &every, &all, why)) != LOYD_OK)
        return err;
    if (pack_is_volume(p) && !filter_wants_use(wanted))
        return why_set(why, LOYD_E_NOT_FOUND,
                       "%llu of the %llu puzzles that match are not used: "
                       "expected %llu",
                       (unsigned long long)n, (unsigned long long)all,
                       (unsigned long long)need);
    return n == 0 ? why_set(why, LOYD_E_NOT_FOUND, "no puzzles match")
                  : why_set(why, LOYD_E_NOT_FOUND,
                            "%llu puzzles match: expected %llu",
                            (unsigned long long)n, (unsigned long long)need);
}

/* --- marks --- */

/* Withdraws puzzles, before the others are read. */
static loyd_err
withdraw(struct pack *p, loyd_why *why)
{
    const loyd_export_options *options = p->options;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < options->n_withdrawn; i++)
        err =
            volume_withdraw(p->store, &p->volume, &options->withdrawn[i], why);
    return err;
}

/* Marks the puzzles of a new volume, and finds all that are withdrawn. */
static loyd_err
mark(struct pack *p, loyd_why *why)
{
    bool is_new;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && p->is_new && i < p->n_marked; i++)
        err = volume_mark(p->store, &p->volume, &p->marked[i].id,
                          p->marked[i].number, &is_new, why);
    return err == LOYD_OK ? volume_list(p->store, &p->volume, true, &p->gone,
                                        &p->n_gone, why)
                          : err;
}

/* Finds the revision of a volume. */
static loyd_err
revise(struct pack *p, struct crypto_hash *hash, loyd_why *why)
{
    uint8_t sum[LOYD_HASH_BYTES];
    struct volume *of = &p->volume;

    hash_text(hash, of->title);
    hash_text(hash, of->licence);
    hash_text(hash, p->options->no_solutions ? "no solutions" : "");
    for (size_t i = 0; i < p->n_gone; i++)
        crypto_hash_field(hash, &p->gone[i].id, sizeof(p->gone[i].id));
    crypto_hash_end(hash, sum);
    if (of->has_hash && memcmp(sum, of->hash, sizeof(sum)) == 0)
        return LOYD_OK;
    of->revision += !p->is_new;
    memcpy(of->hash, sum, sizeof(sum));
    of->has_hash = true;
    return volume_put(p->store, of, why);
}

/* The first and last number, with those that were withdrawn. */
static void
find_numbers(struct pack *p)
{
    uint32_t first = UINT32_MAX, last = 0;

    for (size_t k = 0; k < 2; k++) {
        const struct marked *list = k == 0 ? p->marked : p->gone;

        for (size_t i = 0; i < (k == 0 ? p->n_marked : p->n_gone); i++) {
            if (list[i].volume != p->volume.volume)
                continue;
            first = list[i].number < first ? list[i].number : first;
            last = list[i].number > last ? list[i].number : last;
        }
    }
    p->result.first = last > 0 ? first : 0;
    p->result.last = last;
    p->result.withdrawn = p->n_gone;
    p->result.volume = p->volume.volume;
    p->result.revision = p->volume.revision;
}

/* --- the steps --- */

/* Reads and marks the puzzles. */
static loyd_err
choose(struct pack *p, const loyd_filter *wanted, loyd_why *why)
{
    bool is_volume = pack_is_volume(p);
    struct selection selection = {.conditions = NULL};
    struct crypto_hash hash;
    loyd_err err;

    crypto_hash_begin(&hash, NULL);
    if ((err = name_pack(p, why)) != LOYD_OK ||
        (err = withdraw(p, why)) != LOYD_OK)
        return err;
    if (is_volume && !p->is_new) {
        err = select_again(p, wanted, &selection, why);
    } else {
        p->volume.revision = is_volume;
        err = select_puzzles(p, wanted, &selection);
    }
    if (err == LOYD_OK)
        err = read_rows(p, &selection.filter, &hash, why);
    free(selection.conditions);
    free(selection.ids);
    if (err == LOYD_OK)
        err = check_count(p, wanted, why);
    if (err == LOYD_OK && is_volume)
        err = mark(p, why);
    if (err == LOYD_OK && is_volume)
        err = revise(p, &hash, why);
    find_numbers(p);
    return err;
}

/* Writes every file of the folder. */
static loyd_err
fill(struct pack *p, struct pack_folder *f, loyd_why *why)
{
    unsigned text = p->options->formats & ~(unsigned)LOYD_EXPORT_SQLITE;
    loyd_err err;

    for (p->n_steps_all = p->n_steps; text != 0; text &= text - 1)
        p->n_steps_all += p->result.puzzles;
    err = pack_db_failed(p, NULL, pack_db_sum(p->db, p->result.digest, why),
                         why);
    if (err == LOYD_OK && !p->options->is_trial &&
        (err = pack_write_files(p, f, why)) == LOYD_OK)
        err = pack_write_manifest(p, f, why);
    return err;
}

/*
 * Commits the marks, then renames the folder. A kill between them never gives
 * a puzzle out twice: the folder that is left has the number of the volume's
 * row in its name, and pack_folder_forget removes both.
 */
static loyd_err
publish(const struct pack *p, struct pack_folder *f, loyd_why *why)
{
    bool is_marked = p->is_new && pack_is_volume(p);
    int64_t pk = p->volume.pk;
    loyd_why lost; /* the first error is reported */
    loyd_err err = LOYD_OK;

    if (is_marked)
        err = pack_folder_number(f, pk, why);
    if (err == LOYD_OK && pack_is_volume(p) &&
        (err = loyd_store_commit(p->store, why)) != LOYD_OK) {
        /* After an I/O error the commit may still turn out to be durable. */
        if (is_marked && err == LOYD_E_IO)
            pack_folder_leave(f);
    }
    if (err != LOYD_OK)
        return err;
    err = pack_folder_publish(f, why);
    if (err != LOYD_OK && is_marked &&
        volume_forget(p->store, pk, &lost) != LOYD_OK) {
        /* It may have its final name already. */
        (void)pack_folder_number(f, pk, &lost);
        pack_folder_leave(f);
    }
    return err;
}

/* Makes the pack, in one state of the catalogue. */
static loyd_err
make(struct pack *p, struct pack_folder *f, const loyd_filter *wanted,
     loyd_why *why)
{
    bool is_trial = p->options->is_trial;
    loyd_err err;

    if ((err = find_volume(p, why)) == LOYD_OK && !is_trial)
        err = pack_folder_new(f, p, why);
    if (err == LOYD_OK)
        err = pack_db_failed(
            p, NULL, pack_db_new(store_watch(p->store), &p->db, why), why);
    if (err == LOYD_OK)
        err = choose(p, wanted, why);
    if (err == LOYD_OK)
        err = fill(p, f, why);
    return err == LOYD_OK && !is_trial ? publish(p, f, why) : err;
}

loyd_err
loyd_export(loyd_store *store, const loyd_filter *filter,
            const loyd_export_options *options, const loyd_listener *listener,
            loyd_export_result *result, loyd_why *why)
{
    static const loyd_filter all = {0};
    struct pack p = {.options = options, .listener = listener, .store = store};
    struct pack_folder folder = {.dir = -1};
    bool is_volume;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = check_options(options, why)) != LOYD_OK)
        return err;
    is_volume = options->pack != NULL;
    if (is_volume && !options->is_trial)
        err = pack_folder_forget(options->dir, store, why);
    if (err == LOYD_OK)
        err =
            is_volume ? loyd_store_begin(store, why) : read_begin(store, why);
    if (err != LOYD_OK)
        return err;
    err = make(&p, &folder, filter != NULL ? filter : &all, why);
    if (is_volume)
        loyd_store_rollback(store);
    else
        read_end(store);
    if (err == LOYD_OK && result != NULL)
        *result = p.result;
    pack_folder_end(&folder);
    pack_db_drop(&p.db);
    free(p.marked);
    free(p.gone);
    free(p.volume.selection);
    return err;
}
