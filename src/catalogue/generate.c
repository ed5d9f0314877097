/* SPDX-License-Identifier: MIT */
/* Generates puzzles into a catalogue: draws, rates, stores. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "catalogue/pipeline.h"
#include "generate/generator.h"
#include "loyd/catalogue.h"
#include "loyd/puzzle.h"
#include "store/rows.h"

/* A board with a target costs many searches, which no chunk counts. */
#define ROOM_OF_TARGETS 256

struct generate_job {
    struct pipeline line;
    const loyd_generator *generator;
    const loyd_recipe *recipe;
    loyd_metric metric; /* LOYD_MTM: in MTM too */
    uint64_t attempts;
    uint64_t next; /* the first index not yet gathered */
    uint64_t end;
    bool is_done[CHUNK_MAX];
    int64_t series; /* of the recipe; 0: not stored yet */
    loyd_job_result result;
};

/* Phases on the progress line; each has its own rate. */
static const char drawing[] = "generating";
static const char passing[] = "skipping stored puzzles";

/* Takes the next indices, except those already rated in the catalogue. */
static loyd_err
gather(void *context, struct chunk *c, loyd_why *why)
{
    struct generate_job *job = context;
    size_t weight = chunk_weight(&job->line.rater, job->recipe->layout.width,
                                 job->recipe->layout.height);
    size_t room = weight == 0 ? c->room : c->room / weight + 1;
    loyd_err err;

    if (job->recipe->target == LOYD_TARGET_STM && room > ROOM_OF_TARGETS)
        room = ROOM_OF_TARGETS;
    if (room > job->end - job->next)
        room = (size_t)(job->end - job->next);
    err = recipes_done(job->line.store, job->recipe, job->metric, job->next,
                       room, job->is_done, why);
    if (err != LOYD_OK)
        return err;
    for (size_t i = 0; i < room; i++)
        if (!job->is_done[i])
            c->numbers[c->n++] = job->next + i;
    c->effort = c->n * weight;
    job->result.skipped += room - c->n;
    job->line.now.what = c->n > 0 ? drawing : passing;
    c->passed = room;
    job->next += room;
    c->is_end = job->next == job->end;
    return LOYD_OK;
}

/* Draws the board of index c->numbers[from] into place `to` of the chunk. */
static loyd_err
draw(struct generate_job *job, struct chunk *c, size_t from, size_t to,
     bool *is_usable, loyd_why *why)
{
    loyd_puzzle *puzzle = &c->puzzles[to];
    uint64_t index = c->numbers[from];
    loyd_err err;

    *is_usable = true;
    c->numbers[to] = index;
    if (job->recipe->target != LOYD_TARGET_NONE)
        return loyd_generator_draw(job->generator, job->line.rater.solver,
                                   index, job->attempts, puzzle,
                                   &c->solutions[to], why);
    err = generator_draw(job->generator, index, job->attempts, puzzle, why);
    if (err == LOYD_OK && job->recipe->method == LOYD_METHOD_SHUFFLE)
        err = loyd_solvable(&puzzle->start, &puzzle->goal, is_usable, why);
    return err;
}

static loyd_err
solve(void *context, struct chunk *c, loyd_why *why)
{
    struct generate_job *job = context;
    size_t n = c->n;
    loyd_err err = LOYD_OK;

    c->n = 0;
    for (size_t i = 0; i < n; i++) {
        bool is_usable;

        err = draw(job, c, i, c->n, &is_usable, why);
        if (err != LOYD_OK)
            return job->recipe->target != LOYD_TARGET_NONE
                       ? why_prefix(why, err, "index %" PRIu64 ": ",
                                    c->numbers[i])
                       : err;
        if (is_usable) {
            loyd_puzzle_id(&c->puzzles[c->n], &c->ids[c->n]);
            c->is_estimated[c->n++] = false;
        } else {
            job->result.skipped++;
        }
    }
    /* The draw has proven the boards of a wanted length. */
    if (job->recipe->target != LOYD_TARGET_STM)
        err = chunk_solve(c, &job->line.rater, why);
    else if (job->recipe->layout.width * job->recipe->layout.height >
             LOYD_EXACT_CELLS)
        err = chunk_estimate(c, job->line.rater.solver, why);
    return err == LOYD_OK && job->metric == LOYD_MTM
               ? chunk_solve_mtm(c, &job->line.rater, why)
               : err;
}

static loyd_err
keep(void *context, const struct chunk *c, size_t at, loyd_why *why)
{
    struct generate_job *job = context;
    struct record made = {
        .id = c->ids[at],
        .puzzle = c->puzzles[at],
        .known[LOYD_STM].rating =
            chunk_rating(&job->line.rater, &c->puzzles[at], &c->solutions[at]),
        .known[LOYD_STM].path = c->solutions[at].path};
    const struct chunk_rater in_mtm = {.metric = LOYD_MTM,
                                       .effort = job->line.rater.effort};
    bool is_new;
    loyd_err err;

    if (c->mtm[at].upper != 0) {
        made.known[LOYD_MTM].rating =
            chunk_rating(&in_mtm, &c->puzzles[at], &c->mtm[at]);
        made.known[LOYD_MTM].path = c->mtm[at].path;
    }
    err = job->series == 0
              ? series_put(job->line.store, job->recipe, &job->series, why)
              : LOYD_OK;
    if (err == LOYD_OK)
        err = record_put(job->line.store, &made, &is_new, why);
    if (err != LOYD_OK)
        return err;
    job->result.new_puzzles += is_new;
    err = chunk_keep_estimate(job->line.store, c, at, why);
    if (err != LOYD_OK)
        return err;
    return recipe_put(job->line.store, job->series, c->numbers[at],
                      &c->ids[at], why);
}

static loyd_err
check(uint64_t from, uint64_t count, loyd_effort effort, loyd_metric metric,
      loyd_why *why)
{
    if ((unsigned)metric >= LOYD_METRICS)
        return why_set(why, LOYD_E_RANGE, "unknown metric %u", metric);
    if ((unsigned)effort >= LOYD_EFFORT_COUNT_)
        return why_set(why, LOYD_E_RANGE, "unknown effort %u", effort);
    if (from > LOYD_INDEX_MAX || count > LOYD_INDEX_MAX - from + 1)
        return why_set(why, LOYD_E_RANGE,
                       "%" PRIu64 " board%s from index %" PRIu64
                       " on: indices end at 2^48-1",
                       count, count == 1 ? "" : "s", from);
    return LOYD_OK;
}

loyd_err
loyd_catalogue_generate(loyd_store *store, loyd_solver *solver,
                        const loyd_generator *generator, uint64_t from,
                        uint64_t count, uint64_t attempts, loyd_effort effort,
                        loyd_metric metric, const loyd_listener *listener,
                        loyd_job_result *result, loyd_why *why)
{
    const loyd_recipe *recipe = &generator->recipe;
    struct generate_job *job;
    loyd_err err;

    WHY_GIVEN(why);
    err = check(from, count, effort, metric, why);
    if (err != LOYD_OK)
        return err;
    if ((job = calloc(1, sizeof(*job))) == NULL)
        return LOYD_E_NOMEM;
    *job = (struct generate_job){.generator = generator,
                                 .recipe = recipe,
                                 .metric = metric,
                                 .attempts = attempts,
                                 .next = from,
                                 .end = from + count};
    job->line = (struct pipeline){
        .job = job,
        .gather = gather,
        .solve = solve,
        .keep = keep,
        .rater = {.solver = solver,
                  .effort =
                      effort != LOYD_EFFORT_NONE ? effort : LOYD_EFFORT_QUICK},
        .store = store,
        .listener = listener,
        .now = {.what = drawing, .total = count}};
    err = pipeline_run(&job->line, why);
    job->result.done = job->line.done;
    if (err == LOYD_OK && result != NULL)
        *result = job->result;
    free(job);
    return err;
}
