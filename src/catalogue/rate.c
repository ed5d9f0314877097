/* SPDX-License-Identifier: MIT */
/* Rates the puzzles of a catalogue that are not rated, or not well enough. */
#include "base/why.h"
#include "catalogue/pipeline.h"
#include "catalogue/part.h"
#include "core/board.h"
#include "loyd/catalogue.h"
#include "solve/split.h"
#include "store/rows.h"

/* The puzzles that may need the job: in STM also large ones that are proven,
 * which may have no estimate. */
static const char *const needy[LOYD_METRICS] = {
    [LOYD_STM] = "stm IS NULL OR (estimate IS NULL AND " SIZE_IS_LARGE ")",
    [LOYD_MTM] = "mtm IS NULL",
};

struct rate_job {
    struct pipeline line;
    bool is_bettering; /* also rates what a smaller budget has rated */
};

static bool
is_mtm(const struct rate_job *job)
{
    return job->line.rater.metric == LOYD_MTM;
}

/* Returns whether the end of an interval was found by a smaller budget than
 * the job's. */
static bool
is_less(const loyd_search *there, const loyd_search *wanted)
{
    return there->budget != 0 && there->budget < wanted->budget;
}

/* Returns whether a puzzle of more than LOYD_EXACT_CELLS cells needs this
 * job. */
static bool
is_open(const struct rate_job *job, const loyd_entry *entry)
{
    const loyd_solve_options options = {.effort = job->line.rater.effort,
                                        .nodes = job->line.rater.nodes,
                                        .metric = job->line.rater.metric};
    const loyd_rating *there = &entry->known[options.metric].rating;
    loyd_search lower, upper;

    if (there->upper == 0 || (!is_mtm(job) && entry->estimate == 0))
        return true;
    if (!job->is_bettering || there->lower == there->upper)
        return false;
    loyd_search_of(&options, entry->puzzle.goal.width,
                   entry->puzzle.goal.height, &lower, &upper);
    return is_less(&there->lower_search, &lower) &&
           is_less(&there->upper_search, &upper);
}

static loyd_err
take(void *context, struct chunk *c, const loyd_entry *entry, size_t *room)
{
    const struct rate_job *job = context;
    const loyd_board *goal = &entry->puzzle.goal;
    size_t weight = chunk_weight(&job->line.rater, goal->width, goal->height);

    if (weight > 0 && !is_open(job, entry))
        return LOYD_OK;
    c->ids[c->n] = entry->id;
    c->is_estimated[c->n] = is_mtm(job) || entry->estimate != 0;
    c->puzzles[c->n++] = entry->puzzle;
    c->effort += weight;
    *room = weight > 0 ? weight : 1;
    return LOYD_OK;
}

static loyd_err
keep(void *context, const struct chunk *c, size_t at, loyd_why *why)
{
    struct rate_job *job = context;
    const loyd_solution *solution = &c->solutions[at];
    const loyd_id *id = &c->ids[at];
    loyd_rating rating =
        chunk_rating(&job->line.rater, &c->puzzles[at], solution);
    loyd_err err =
        store_add_rating(job->line.store, id, &rating, &solution->path, why);

    return err == LOYD_OK ? chunk_keep_estimate(job->line.store, c, at, why)
                          : err;
}

static loyd_err
rate_open(const struct rate_call *call, loyd_why *why)
{
    const loyd_rate_options *options = call->options;
    bool is_given = options->effort != LOYD_EFFORT_NONE || options->nodes > 0;
    struct rate_job job = {.is_bettering = is_given};
    loyd_err err;

    job.line = (struct pipeline){
        .job = &job,
        .take = take,
        .keep = keep,
        .also = needy[options->metric],
        .rater = {call->solver, options->metric,
                  is_given ? options->effort : LOYD_EFFORT_QUICK,
                  options->nodes},
        .store = call->store,
        .listener = call->listener,
        .now = {.what = "rating"}};
    err = pipeline_run_part(&job.line, options, why);
    call->result->done = job.line.done;
    return err;
}

static loyd_err
check_options(const loyd_rate_options *o, loyd_why *why)
{
    bool is_tried = o->effort != LOYD_EFFORT_NONE || o->nodes > 0;
    const struct {
        bool is_wrong;
        const char *text;
    } rules[] = {
        {(unsigned)o->metric >= LOYD_METRICS, "unknown metric"},
        {(unsigned)o->effort >= LOYD_EFFORT_COUNT_, "unknown effort"},
        {o->effort != LOYD_EFFORT_NONE && o->nodes > 0,
         "effort and nodes exclude each other"},
        {o->effort != LOYD_EFFORT_NONE && o->is_proving,
         "a proof has no effort"},
        {o->is_of_traits &&
             (is_tried || o->is_proving || o->metric != LOYD_STM),
         "traits have no effort, nodes, proof or metric"},
        {o->work != NULL && !o->is_proving, "work is only for a proof"},
        {o->work != NULL && (o->nodes > 0 || o->metric != LOYD_STM),
         "a shared proof has no nodes and no metric but STM"},
        {o->share.of > 0 && o->work == NULL, "share needs work"},
        {o->share.of > LOYD_SPLIT_PARTS_MAX, "too many shares"},
    };
    loyd_err err;

    for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
        if (rules[i].is_wrong)
            return why_set(why, LOYD_E_RANGE, "%s", rules[i].text);
    if ((err = part_check(&o->share, why)) == LOYD_OK)
        err = part_check(&o->part, why);
    return err;
}

loyd_err
loyd_catalogue_rate(loyd_store *store, loyd_solver *solver,
                    const loyd_rate_options *options,
                    const loyd_listener *listener, loyd_job_result *result,
                    loyd_why *why)
{
    static const loyd_rate_options defaults = {.nodes = 0};
    loyd_job_result made = {.done = 0};
    const struct rate_call call = {
        .store = store,
        .solver = solver,
        .options = options != NULL ? options : &defaults,
        .listener = listener,
        .result = &made};
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = check_options(call.options, why)) != LOYD_OK)
        return err;
    if (call.options->is_of_traits)
        err = traits_all(&call, why);
    else if (call.options->work != NULL)
        err = share_all(&call, why);
    else
        err = call.options->is_proving ? raise_all(&call, why)
                                       : rate_open(&call, why);
    if (err == LOYD_OK && result != NULL)
        *result = made;
    return err;
}
