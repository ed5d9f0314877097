/* SPDX-License-Identifier: MIT */
/* Owns the job that fills a catalogue: draw, prove, rate, store. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue/batch.h"
#include "core/why.h"
#include "loyd/catalogue.h"
#include "loyd/parity.h"
#include "store/inside.h"

/* One index of the batch that is not done yet. */
struct item {
    uint64_t index;
    loyd_puzzle puzzle;
    bool has_recipe; /* stored; only the proof is missing */
    bool is_proven;  /* in the catalogue */
    bool is_solved;  /* in item.solution */
    loyd_solution solution;
};

struct job {
    loyd_store *store;
    loyd_solver *solver;
    const loyd_generator *generator;
    loyd_recipe recipe; /* the generator's, its index that of an item */
    uint64_t attempts;
    struct item items[BATCH];
    size_t n_items;
    loyd_puzzle unsolved[BATCH];
    loyd_solution solutions[BATCH];
    loyd_job_result result;
};

static loyd_err
draw(struct job *job, struct item *item, bool *is_usable, loyd_why *why)
{
    loyd_err err;

    *is_usable = true;
    if (job->recipe.has_target) {
        err = loyd_target_draw(job->generator, job->solver, item->index,
                               job->attempts, &item->puzzle, &item->solution,
                               why);
        item->is_solved = err == LOYD_OK;
        return err;
    }
    err = loyd_generator_draw(job->generator, item->index, job->attempts,
                              &item->puzzle, why);
    if (err == LOYD_OK && job->recipe.method == LOYD_SHUFFLE)
        err = loyd_solvable(&item->puzzle.start, &item->puzzle.goal,
                            is_usable, why);
    return err;
}

/* Draws what has no recipe yet; either way *id is the puzzle's. */
static loyd_err
recall_or_draw(struct job *job, struct item *item, loyd_id *id,
               bool *is_usable, loyd_why *why)
{
    loyd_err err;

    *is_usable = true;
    job->recipe.index = item->index;
    err = loyd_store_recipe_id(job->store, &job->recipe, id, why);
    item->has_recipe = err == LOYD_OK;
    if (err != LOYD_E_NOT_FOUND)
        return err;
    err = draw(job, item, is_usable, why);
    if (err == LOYD_OK)
        loyd_puzzle_id(&item->puzzle, id);
    return err;
}

/* What of board item->index is still to be done? Nothing: *is_open false. */
static loyd_err
prepare(struct job *job, struct item *item, bool *is_open, loyd_why *why)
{
    loyd_status status;
    bool found;
    loyd_id id;
    loyd_err err = recall_or_draw(job, item, &id, is_open, why);

    if (err != LOYD_OK || !*is_open)
        return err;
    err = puzzle_look(job->store, &id, &item->puzzle, &status, &found, why);
    if (err != LOYD_OK)
        return err;
    if (item->has_recipe && !found)
        return why_set(why, LOYD_E_CORRUPT, "its recipe is of no puzzle");
    item->is_proven = found && status == LOYD_STATUS_PROVEN;
    *is_open = !item->has_recipe || !item->is_proven;
    return LOYD_OK;
}

static loyd_err
gather(struct job *job, uint64_t from, uint64_t n, loyd_why *why)
{
    loyd_why part = {{0}};

    for (uint64_t i = 0; i < n; i++) {
        struct item *item = &job->items[job->n_items];
        bool is_open;
        loyd_err err;

        *item = (struct item){.index = from + i};
        err = prepare(job, item, &is_open, &part);
        job->n_items++; /* its solution is to be freed, whatever came */
        if (err != LOYD_OK)
            return why_set(why, err, "index %" PRIu64 ": %s", from + i,
                           part.text);
        if (!is_open) {
            batch_forget(&item->solution, 1);
            job->n_items--;
            job->result.skipped++;
        }
    }
    return LOYD_OK;
}

static loyd_err
solve(struct job *job, loyd_why *why)
{
    size_t n = 0;
    loyd_err err;

    for (size_t i = 0; i < job->n_items; i++)
        if (!job->items[i].is_proven && !job->items[i].is_solved)
            job->unsolved[n++] = job->items[i].puzzle;
    err = batch_solve(job->solver, job->unsolved, n, job->solutions, why);
    if (err != LOYD_OK)
        return err;
    n = 0;
    for (size_t i = 0; i < job->n_items; i++) {
        struct item *item = &job->items[i];
        if (item->is_proven || item->is_solved)
            continue;
        item->solution = job->solutions[n]; /* the path is the item's now */
        job->solutions[n++] = (loyd_solution){.err = LOYD_OK};
        item->is_solved = true;
    }
    return LOYD_OK;
}

static loyd_err
store_item(struct job *job, const struct item *item, uint64_t *n_new,
           loyd_why *why)
{
    loyd_id id;
    bool is_new;
    loyd_err err =
        loyd_store_add_puzzle(job->store, &item->puzzle, &id, &is_new, why);

    if (err != LOYD_OK)
        return err;
    *n_new += is_new;
    job->recipe.index = item->index;
    if (!item->has_recipe &&
        (err = loyd_store_add_recipe(job->store, &job->recipe, &id, why)) !=
            LOYD_OK)
        return err;
    return item->is_solved
               ? batch_rate(job->store, &id, &item->solution, why)
               : LOYD_OK;
}

static loyd_err
store_batch(struct job *job, loyd_why *why)
{
    uint64_t n_new = 0;
    loyd_err err;

    if (job->n_items == 0)
        return LOYD_OK;
    err = loyd_store_begin(job->store, why);
    for (size_t i = 0; err == LOYD_OK && i < job->n_items; i++)
        err = store_item(job, &job->items[i], &n_new, why);
    if (err == LOYD_OK)
        err = loyd_store_commit(job->store, why);
    if (err != LOYD_OK) {
        loyd_store_rollback(job->store);
        return err;
    }
    job->result.done += job->n_items;
    job->result.new_puzzles += n_new;
    return LOYD_OK;
}

static void
forget(struct job *job)
{
    for (size_t i = 0; i < job->n_items; i++)
        batch_forget(&job->items[i].solution, 1);
    batch_forget(job->solutions, BATCH);
    job->n_items = 0;
}

static loyd_err
check(const loyd_recipe *recipe, uint64_t from, uint64_t count, loyd_why *why)
{
    unsigned n = (unsigned)recipe->layout.width * recipe->layout.height;

    if (n > LOYD_EXACT_CELLS)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "%ux%u has %u cells, and a catalogue takes up to %d, "
                       "which are always proven",
                       recipe->layout.width, recipe->layout.height, n,
                       LOYD_EXACT_CELLS);
    if (from > LOYD_INDEX_MAX || count > LOYD_INDEX_MAX - from + 1)
        return why_set(why, LOYD_E_RANGE,
                       "%" PRIu64 " boards from index %" PRIu64
                       " on: an index is at most 2^48-1",
                       count, from);
    return LOYD_OK;
}

loyd_err
loyd_catalogue_generate(loyd_store *store, loyd_solver *solver,
                        const loyd_generator *generator, uint64_t from,
                        uint64_t count, uint64_t attempts,
                        loyd_progress_fn progress, void *context,
                        loyd_job_result *result, loyd_why *why)
{
    const loyd_recipe *recipe = loyd_generator_recipe(generator);
    loyd_progress now = {.what = "generating", .total = count};
    struct job *job;
    loyd_err err = check(recipe, from, count, why);

    if (err != LOYD_OK)
        return err;
    if ((job = calloc(1, sizeof(*job))) == NULL)
        return LOYD_E_NOMEM;
    job->store = store;
    job->solver = solver;
    job->generator = generator;
    job->recipe = *recipe;
    job->attempts = attempts;
    while (err == LOYD_OK && now.done < count) {
        uint64_t n = count - now.done < BATCH ? count - now.done : BATCH;

        if ((err = batch_tell(progress, context, &now, why)) != LOYD_OK ||
            (err = gather(job, from + now.done, n, why)) != LOYD_OK ||
            (err = solve(job, why)) != LOYD_OK)
            break;
        err = store_batch(job, why);
        forget(job);
        now.done += n;
    }
    if (err == LOYD_OK)
        err = batch_tell(progress, context, &now, why);
    if (err == LOYD_OK && result != NULL)
        *result = job->result;
    forget(job);
    free(job);
    return err;
}
