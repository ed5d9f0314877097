/* SPDX-License-Identifier: MIT */
/* Computes digest, counts, goals and classes from the rows of a pack. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/board.h"
#include "core/digest.h"
#include "core/listener.h"
#include "pack/pack.h"
#include "store/rows.h"

#define STEP_ROWS 1024 /* steps between two calls of the listener */

void
pack_clear(struct pack *p)
{
    series_free(&p->after);
    ids_index_free(&p->index);
    text_free(&p->selection);
    free(p->excluded);
    free(p->unused);
    spool_free(&p->rows);
    for (size_t i = 0; i < COUNTS_; i++)
        tally_free(&p->counts[i]);
    tally_free(&p->generators);
    for (size_t i = 0; i < p->n_classes; i++)
        free(p->classes[i].has_stm);
    free(p->classes);
    free(p->goals);
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

bool
pack_class_has(const struct pack_class *of, unsigned stm)
{
    return of->has_stm != NULL && (of->has_stm[stm / 8] >> stm % 8 & 1) != 0;
}

/* Makes room for the classes 1..n. */
static loyd_err
reserve_classes(struct pack *p, size_t n)
{
    if (!ARRAY_ROOM(p->classes, p->classes_room, n))
        return LOYD_E_NOMEM;
    while (p->n_classes < n)
        p->classes[p->n_classes++] = (struct pack_class){.has_stm = NULL};
    return LOYD_OK;
}

loyd_err
pack_take_goals(struct pack *p)
{
    struct pack_goal_set *set = spool_goals(p->rows);
    loyd_err err = LOYD_OK;

    if (p->before == NULL)
        return LOYD_OK;
    *set = p->before->goals;
    p->before->goals = (struct pack_goal_set){.at = NULL};
    p->n_goals = set->n;
    for (size_t i = 0; err == LOYD_OK && i < set->n; i++) {
        const struct pack_goal *goal = set->at[i];

        if (goal->class_no == 0)
            continue;
        err = reserve_classes(p, goal->class_no);
        if (err == LOYD_OK)
            p->classes[goal->class_no - 1].distribution = goal->distribution;
    }
    return err;
}

/* Numbers the class of a goal that has a distribution. */
static loyd_err
number_class(struct pack *p, struct pack_goal *goal)
{
    size_t i = 0;

    if (goal->class_no > 0)
        return LOYD_OK;
    while (i < p->n_classes &&
           p->classes[i].distribution != goal->distribution)
        i++;
    if (i == p->n_classes && reserve_classes(p, i + 1) != LOYD_OK)
        return LOYD_E_NOMEM;
    p->classes[i].distribution = goal->distribution;
    goal->class_no = (uint32_t)i + 1;
    return LOYD_OK;
}

static loyd_err
note_length(struct pack *p, struct pack_goal *goal, unsigned stm)
{
    struct pack_class *class;
    loyd_err err = number_class(p, goal);

    if (err != LOYD_OK || stm == 0)
        return err;
    class = &p->classes[goal->class_no - 1];
    if (class->has_stm == NULL &&
        (class->has_stm = calloc(1, LOYD_STM_MAX / 8 + 1)) == NULL)
        return LOYD_E_NOMEM;
    class->has_stm[stm / 8] |= (uint8_t)(1U << stm % 8);
    return LOYD_OK;
}

/* Counts GEN of SIZE/LAYOUT~GEN:METHOD,TARGET@KEYID~SEED~INDEX. */
static loyd_err
note_generator(struct pack *p, const char *recipe)
{
    struct slice gen = slice_of(recipe), head;

    return slice_cut(&gen, '~', &head)
               ? tally_add(&p->generators, slice_until(&gen, ":,@~"), 1)
               : LOYD_OK;
}

static loyd_err
note(struct pack *p, const loyd_entry *entry, struct pack_goal *goal)
{
    const loyd_known *stm = &entry->known[LOYD_STM];
    char size[8];
    const char *const names[COUNTS_] = {
        [COUNT_SIZE] = size,
        [COUNT_LAYOUT] = goal->layout != NULL ? goal->layout : "goal",
        [COUNT_BAND] = stm->band,
        [COUNT_STATUS] = loyd_status_name(stm->status)};
    loyd_err err = LOYD_OK;

    if (goal->no == 0)
        goal->no = (uint32_t)++p->n_goals;
    snprintf(size, sizeof(size), "%ux%u", goal->width, goal->height);
    for (size_t i = 0; err == LOYD_OK && i < COUNTS_; i++)
        if (names[i][0] != '\0')
            err = tally_add(&p->counts[i], slice_of(names[i]), 1);
    if (err != LOYD_OK || (err = note_generator(p, entry->recipe)) != LOYD_OK)
        return err;
    return goal->distribution != NULL ? note_length(p, goal, known_proven(stm))
                                      : LOYD_OK;
}

static int
compare_ids(const void *a, const void *b)
{
    const struct spool_row *const *one = a, *const *other = b;

    return memcmp((*one)->id.byte, (*other)->id.byte, LOYD_ID_BYTES);
}

static loyd_err
add_proven(struct digest *sum, const loyd_entry *entry, loyd_metric metric)
{
    const loyd_known *known = &entry->known[metric];

    return known->status == LOYD_STATUS_PROVEN
               ? digest_proven(sum, &entry->id, metric, known->rating.upper,
                               &known->path)
               : LOYD_OK;
}

/*
 * Adds all `proven` records to the digest, then all `puzzle` records, each
 * sorted by id: digest records are sorted by their bytes, and "pr" sorts
 * before "pu". Goals and classes are numbered in the same order of ids.
 */
static loyd_err
walk(struct pack *p, const struct spool_row *const *by_id, size_t n,
     struct digest *sum, loyd_why *why)
{
    bool has_paths = !p->options->no_solutions;
    loyd_entry entry;
    struct pack_goal *goal;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && has_paths && i < n; i++) {
        if (by_id[i]->stm == 0 && !pack_has_mtm(p))
            continue;
        err = spool_read(p->rows, by_id[i], &entry, NULL, why);
        if (err == LOYD_OK && pack_has_mtm(p))
            err = add_proven(sum, &entry, LOYD_MTM);
        if (err == LOYD_OK)
            err = add_proven(sum, &entry, LOYD_STM);
    }
    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        if ((err = spool_read(p->rows, by_id[i], &entry, &goal, why)) !=
                LOYD_OK ||
            (err = pack_step(p)) != LOYD_OK)
            break;
        digest_puzzle(sum, &entry.id, &entry.puzzle.goal, &entry.puzzle.start);
        err = note(p, &entry, goal);
    }
    return err;
}

loyd_err
pack_sum(struct pack *p, loyd_why *why)
{
    size_t n;
    const struct spool_row *rows = spool_rows(p->rows, &n);
    const struct spool_row **by_id = malloc((n + 1) * sizeof(by_id[0]));
    const struct pack_goal_set *set = spool_goals(p->rows);
    struct digest sum;
    loyd_err err;

    if (by_id == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < n; i++)
        by_id[i] = &rows[i];
    qsort(by_id, n, sizeof(by_id[0]), compare_ids);
    digest_begin(&sum);
    err = walk(p, by_id, n, &sum, why);
    free(by_id);
    if (err != LOYD_OK)
        return err;
    digest_end(&sum, p->result.digest);
    p->result.puzzles = n;
    if ((p->goals = malloc((set->n + 1) * sizeof(p->goals[0]))) == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < set->n; i++)
        if (set->at[i]->no > 0)
            p->goals[set->at[i]->no - 1] = set->at[i];
    return LOYD_OK;
}
