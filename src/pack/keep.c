/* SPDX-License-Identifier: MIT */
/* Reads the selection of a pack into its database, numbers puzzles, goals and
 * classes, and computes the digest. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/listener.h"
#include "pack/pack.h"
#include "pack/puzzle_fields.h"
#include "store/pack_db.h"
#include "store/rows.h"
#include "store/tables.h"

#define STEP_ROWS 1024 /* steps between two calls of the listener */

void
pack_clear(struct pack *p)
{
    series_free(&p->after);
    ids_index_free(&p->index);
    text_free(&p->selection);
    free(p->excluded);
    free(p->unused);
    pack_db_drop(&p->db);
    for (size_t i = 0; i < COUNTS_; i++)
        tally_free(&p->counts[i]);
    tally_free(&p->generators);
    pack_goals_free(&p->goals);
    free(p->by_no);
}

bool
pack_is_restored(const struct pack *p, size_t at)
{
    return ids_is_revoked(&p->before->rows[at]) &&
           !ids_is_revoked(&p->after.rows[at]);
}

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
pack_of_previous(const struct pack *p, loyd_err err, loyd_why *why)
{
    const char *since = p->options->since;
    char shown[WHY_QUOTE_BYTES];

    return why_prefix(why, err,
                      "%s: ", why_quote(since, strlen(since), shown));
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

/* Counts a puzzle by the values that the manifest has; GEN in its recipe
 * SIZE/LAYOUT~GEN:METHOD,TARGET@KEYID~SEED~INDEX. */
static loyd_err
count(struct pack *p, const loyd_entry *entry, struct pack_goal *goal)
{
    const loyd_known *stm = &entry->known[LOYD_STM];
    struct slice gen = slice_of(entry->recipe), head;
    char size[8];
    const char *const names[COUNTS_] = {
        [COUNT_SIZE] = size,
        [COUNT_LAYOUT] = goal->layout != NULL ? goal->layout : "goal",
        [COUNT_BAND] = stm->band,
        [COUNT_STATUS] = status_name(stm->status)};
    loyd_err err = LOYD_OK;

    snprintf(size, sizeof(size), "%ux%u", goal->width, goal->height);
    for (size_t i = 0; err == LOYD_OK && i < COUNTS_; i++)
        if (names[i][0] != '\0')
            err = tally_add(&p->counts[i], slice_of(names[i]), 1);
    if (err == LOYD_OK && slice_cut(&gen, '~', &head))
        err = tally_add(&p->generators, slice_until(&gen, ":,@~"), 1);
    return err;
}

/* Adds a puzzle to the database. */
static loyd_err
add(struct pack *p, const loyd_entry *entry, uint32_t number, uint32_t place,
    loyd_why *why)
{
    const struct pack_place in_pack = {number, p->options->no_solutions,
                                       !pack_has_mtm(p)};
    struct field_value value;

    for (enum field i = 0; i < FIELDS_; i++) {
        if (!pack_db_has(p->db, i))
            continue;
        field_value(i, entry, &in_pack, &value);
        if (value.path != NULL)
            pack_db_set_path(p->db, i, value.path);
        else if (value.text != NULL)
            pack_db_set(p->db, i, value.text);
    }
    return pack_db_failed(p, NULL, pack_db_add(p->db, place, why), why);
}

/* Numbers a puzzle, and adds it if it is in the files. */
static loyd_err
keep(struct pack *p, const loyd_entry *entry, loyd_why *why)
{
    const struct ids_row here = {
        .id = entry->id,
        .stm = known_proven(&entry->known[LOYD_STM]),
        .mtm = pack_has_mtm(p) ? known_proven(&entry->known[LOYD_MTM]) : 0};
    uint32_t number, place;
    struct pack_goal *goal;
    loyd_err err = series_meet(&p->after, p->index, &here, &number, why);

    if (err != LOYD_OK)
        return err == LOYD_E_CORRUPT ? pack_of_previous(p, err, why) : err;
    if (!ids_is_written(&p->after.rows[number - 1]))
        return LOYD_OK;
    err =
        pack_goals_find(&p->goals, &entry->puzzle.goal, entry->layout, &place);
    if (err != LOYD_OK)
        return err;
    goal = p->goals.at[place];
    if ((err = count(p, entry, goal)) != LOYD_OK)
        return err;
    if (!goal->is_used || id_compare(&entry->id, &goal->first) < 0)
        goal->first = entry->id;
    goal->is_used = true;
    p->result.puzzles++;
    return add(p, entry, number, place + 1, why);
}

static loyd_err
keep_rows(struct pack *p, loyd_store *store, const loyd_filter *filter,
          loyd_why *why)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err = loyd_store_find(store, filter, &cursor, why);

    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &row, why);
        if (err != LOYD_OK || row == NULL)
            break;
        if ((err = keep(p, row->entry, why)) == LOYD_OK)
            err = pack_step(p);
    }
    loyd_cursor_close(&cursor);
    return err;
}

/* Gives new puzzles their numbers before they are read. */
static loyd_err
shuffle(struct pack *p, loyd_store *store, const loyd_filter *filter,
        loyd_why *why)
{
    const char *seed = p->options->shuffle;
    struct id_list list = {.n = 0};
    loyd_err err;

    if (seed == NULL)
        return LOYD_OK;
    if ((err = find_ids(store, filter, &list, why)) == LOYD_OK)
        err =
            series_shuffle(&p->after, &p->index, seed, list.ids, list.n, why);
    free(list.ids);
    return err;
}

/* Reads puzzles of the series too that stay in it, are in the catalogue and
 * were not selected: one of them may have been proven. */
static loyd_err
keep_staying(struct pack *p, loyd_store *store, loyd_why *why)
{
    loyd_filter staying = {.has_ids = true};
    loyd_id *ids;
    loyd_err err = LOYD_OK;

    if (p->before == NULL || !series_is_growing(p->options))
        return LOYD_OK;
    if ((ids = calloc(p->before->n + 1, sizeof(ids[0]))) == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; err == LOYD_OK && i < p->before->n; i++) {
        /* It stays in the series or comes back, for any selection. */
        if (!p->after.rows[i].is_read &&
            (ids_is_live(&p->before->rows[i]) ||
             (p->options->add > 0 && pack_is_restored(p, i))))
            ids[staying.n_ids++] = p->after.rows[i].id;
    }
    staying.ids = ids;
    if (err == LOYD_OK && staying.n_ids > 0)
        err = keep_rows(p, store, &staying, why);
    free(ids);
    return err;
}

loyd_err
pack_keep(struct pack *p, loyd_store *store, const loyd_filter *filter,
          loyd_why *why)
{
    loyd_err err = read_begin(store, why);

    if (err != LOYD_OK)
        return err;
    if (p->before != NULL) {
        p->goals = p->before->goals;
        p->before->goals = (struct pack_goal_set){.at = NULL};
    }
    if ((err = shuffle(p, store, filter, why)) == LOYD_OK &&
        (err = keep_rows(p, store, filter, why)) == LOYD_OK)
        err = keep_staying(p, store, why);
    read_end(store);
    if (err == LOYD_OK && p->before == NULL && p->after.n == 0)
        err = why_set(why, LOYD_E_NOT_FOUND, "no puzzles match");
    return err;
}

static int
compare_first(const void *a, const void *b)
{
    const struct pack_goal *const *one = a, *const *other = b;

    return id_compare(&(*one)->first, &(*other)->first);
}

/* A class is known by its distribution; class_no 1 is the first. */
struct classes {
    size_t n;
    const loyd_distribution *at[]; /* NULL: not known here */
};

/* Numbers the class of a goal, unless it has none. */
static void
number_class(struct classes *classes, struct pack_goal *goal)
{
    size_t i = 0;

    if (goal->class_no > 0 || goal->distribution == NULL)
        return;
    while (i < classes->n && classes->at[i] != goal->distribution)
        i++;
    if (i == classes->n)
        classes->at[classes->n++] = goal->distribution;
    goal->class_no = (uint32_t)i + 1;
}

/* Numbers new goals and classes in the order of the ids of the puzzles that
 * use them; those of the series have theirs. */
static loyd_err
number_goals(struct pack *p)
{
    size_t n = p->goals.n, n_used = 0, n_old = 0, n_classes = 0;
    struct pack_goal **used = malloc((n + 1) * sizeof(used[0]));
    struct classes *classes = NULL;
    loyd_err err = LOYD_E_NOMEM;

    for (size_t i = 0; i < n; i++)
        if (p->goals.at[i]->class_no > n_classes)
            n_classes = p->goals.at[i]->class_no;
    classes =
        calloc(1, sizeof(*classes) + (n_classes + n) * sizeof(classes->at[0]));
    p->by_no = malloc((n + 1) * sizeof(p->by_no[0]));
    if (used == NULL || classes == NULL || p->by_no == NULL)
        goto done;
    classes->n = n_classes;
    for (size_t i = 0; i < n; i++) {
        struct pack_goal *goal = p->goals.at[i];

        if (goal->no > 0)
            p->by_no[n_old++] = goal;
        if (goal->class_no > 0)
            classes->at[goal->class_no - 1] = goal->distribution;
        if (goal->is_used)
            used[n_used++] = goal;
    }
    ARRAY_SORT(used, n_used, compare_first);
    for (size_t i = 0; i < n_used; i++) {
        if (used[i]->no == 0) {
            p->by_no[n_old++] = used[i];
            used[i]->no = (uint32_t)n_old;
        }
        number_class(classes, used[i]);
    }
    err = LOYD_OK;
done:
    free(used);
    free(classes);
    return err;
}

/* Adds the goals and the tombstones to the database. */
static loyd_err
add_tables(struct pack *p, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < p->goals.n; i++) {
        const struct pack_goal *goal = p->goals.at[i];
        char layout[LOYD_LAYOUT_TEXT];
        loyd_board board;

        pack_goal_board(goal, &board);
        pack_goal_layout(goal, layout);
        err = pack_db_goal(p->db, (uint32_t)i + 1, goal->no, goal->class_no,
                           &board, layout, why);
    }
    for (size_t i = 0; err == LOYD_OK && i < p->after.n; i++)
        if (ids_is_tomb(&p->after.rows[i]))
            err = pack_db_withdraw(p->db, (uint32_t)i + 1,
                                   &p->after.rows[i].id, why);
    return err;
}

loyd_err
pack_sum(struct pack *p, loyd_why *why)
{
    loyd_err err = number_goals(p);

    if (err != LOYD_OK)
        return err;
    if ((err = add_tables(p, why)) == LOYD_OK)
        err = pack_db_sum(p->db, p->result.digest, why);
    return pack_db_failed(p, NULL, err, why);
}
