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

#define STEP_ROWS 1024 /* steps between two calls of the listener */

void
pack_clear(struct pack *p)
{
    ids_free(&p->after);
    spool_free(&p->rows);
    for (size_t i = 0; i < COUNTS_; i++)
        tally_free(&p->counts[i]);
    tally_free(&p->generators);
    free(p->classes);
    free(p->goals);
}

loyd_err
pack_step(struct pack *p)
{
    const loyd_progress now = {"exporting", p->n_steps, p->n_steps_all};

    if (p->n_steps++ % STEP_ROWS != 0 || listener_progress(p->listener, &now))
        return LOYD_OK;
    return LOYD_E_CANCELLED;
}

size_t
pack_class_of(const struct pack *p, const loyd_distribution *distribution)
{
    size_t i = 0;

    while (i < p->n_classes && p->classes[i].distribution != distribution)
        i++;
    return i;
}

bool
pack_class_has(const struct pack_class *of, unsigned stm)
{
    return (of->has_stm[stm / 8] >> stm % 8 & 1) != 0;
}

static loyd_err
note_class(struct pack *p, const loyd_distribution *distribution, unsigned stm)
{
    size_t i = pack_class_of(p, distribution);

    if (i == p->n_classes) {
        if (!ARRAY_ROOM(p->classes, p->classes_room, i + 1))
            return LOYD_E_NOMEM;
        p->classes[p->n_classes++] =
            (struct pack_class){.distribution = distribution};
    }
    if (stm > 0)
        p->classes[i].has_stm[stm / 8] |= (uint8_t)(1U << stm % 8);
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
    char size[8];
    const char *const names[COUNTS_] = {
        [COUNT_SIZE] = size,
        [COUNT_LAYOUT] = goal->layout != NULL ? goal->layout : "goal",
        [COUNT_BAND] = entry->band,
        [COUNT_STATUS] = loyd_status_name(entry->status)};
    loyd_err err = LOYD_OK;

    if (goal->no == 0)
        goal->no = (uint32_t)++p->n_goals;
    snprintf(size, sizeof(size), "%ux%u", goal->width, goal->height);
    for (size_t i = 0; err == LOYD_OK && i < COUNTS_; i++)
        if (names[i][0] != '\0')
            err = tally_add(&p->counts[i], slice_of(names[i]), 1);
    if (err != LOYD_OK || (err = note_generator(p, entry->recipe)) != LOYD_OK)
        return err;
    return goal->distribution != NULL
               ? note_class(p, goal->distribution,
                            entry->distribution != NULL ? entry->upper : 0)
               : LOYD_OK;
}

static int
compare_ids(const void *a, const void *b)
{
    const struct spool_row *const *one = a, *const *other = b;

    return memcmp((*one)->id.byte, (*other)->id.byte, LOYD_ID_BYTES);
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
    loyd_entry entry = {.path = NULL};
    struct pack_goal *goal;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && has_paths && i < n; i++) {
        if (by_id[i]->stm == 0)
            continue;
        err = spool_read(p->rows, by_id[i], &entry, NULL, why);
        if (err == LOYD_OK)
            digest_proven(sum, &entry.id, entry.upper, entry.path);
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
    p->goals = pack_goals_numbered(spool_goals(p->rows), &p->n_goals);
    return p->goals != NULL ? LOYD_OK : LOYD_E_NOMEM;
}
