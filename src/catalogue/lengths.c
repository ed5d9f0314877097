/* SPDX-License-Identifier: MIT */
/* Proves the lengths that a file states, and compares. */
#include "catalogue/lengths.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/why.h"
#include "catalogue/pipeline.h"
#include "core/board.h"
#include "core/listener.h"
#include "core/moves.h"
#include "store/query.h"
#include "store/rows.h"

/* What is to be proven: no longer boards, no lengths that are proven. */
#define EXACT " AND cells <= 16 AND found IS NULL"
static_assert(LOYD_EXACT_CELLS == 16, "as in EXACT");

static const char sql_count[] =
    "SELECT count(DISTINCT puzzle) FROM temp.stated"
    " WHERE metric = ?1" EXACT;

static const char sql_index[] =
    "CREATE INDEX temp.stated_puzzle ON stated (metric, puzzle)";

static const char sql_next[] =
    "SELECT s.puzzle, f.goal, f.board FROM temp.stated AS s"
    " JOIN temp.field AS f USING (row) WHERE s.metric = ?1" EXACT
    " AND s.puzzle > ?2 GROUP BY s.puzzle ORDER BY s.puzzle LIMIT ?3";

static const char sql_found[] =
    "UPDATE temp.stated SET found = ?3 WHERE metric = ?1 AND puzzle = ?2";

static const char sql_left[] =
    "SELECT count(*) FROM temp.stated WHERE found IS NULL";

static const char sql_wrong[] =
    "SELECT line, metric, length, found FROM temp.stated"
    " WHERE found <> length ORDER BY line, metric DESC";

struct lengths_job {
    struct pipeline line;
    bool is_trial;
    char last[LOYD_ID_CHARS + 1]; /* the id of the last puzzle read */
    loyd_job_result result;
};

static loyd_err
gather(void *context, struct chunk *c, loyd_why *why)
{
    struct lengths_job *job = context;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, job->line.store, STMT_COUNT_, sql_next, why);
    query_metric(&q, 1, job->line.rater.metric);
    query_text(&q, 2, job->last);
    query_int(&q, 3, (int64_t)c->room);
    while (err == LOYD_OK && query_next(&q)) {
        loyd_puzzle *puzzle = &c->puzzles[c->n];

        if (!column_id(&q, 0, &c->ids[c->n]) ||
            !column_board(&q, 1, NULL, &puzzle->goal) ||
            !column_board(&q, 2, NULL, &puzzle->start))
            err = why_set(why, LOYD_E_CORRUPT, "a stated length is lost");
        else
            c->n++;
    }
    c->passed = c->n;
    c->is_end = c->n < c->room;
    if (c->n > 0)
        loyd_id_print(&c->ids[c->n - 1], job->last);
    return query_end(&q, err);
}

static loyd_err
keep(void *context, const struct chunk *c, size_t at, loyd_why *why)
{
    struct lengths_job *job = context;
    const loyd_solution *solution = &c->solutions[at];
    loyd_rating rating =
        chunk_rating(&job->line.rater, &c->puzzles[at], solution);
    loyd_err err = LOYD_OK;
    struct query q;

    if (!job->is_trial)
        err = store_add_rating(job->line.store, &c->ids[at], &rating,
                               &solution->path, why);
    if (err != LOYD_OK)
        return err;
    query_begin(&q, job->line.store, STMT_COUNT_, sql_found, why);
    query_metric(&q, 1, job->line.rater.metric);
    query_id(&q, 2, &c->ids[at]);
    query_int(&q, 3, solution->upper);
    return query_run(&q);
}

/* Proves what was stated in a metric. */
static loyd_err
prove(struct lengths_job *job, loyd_metric metric, loyd_why *why)
{
    int64_t n = 0;
    struct query q;
    loyd_err err;

    job->line.rater.metric = metric;
    job->last[0] = '\0';
    query_begin(&q, job->line.store, STMT_COUNT_, sql_count, why);
    query_metric(&q, 1, metric);
    if (query_next(&q))
        (void)column_int(&q, 0, 0, INT64_MAX, &n);
    if ((err = query_end(&q, LOYD_OK)) != LOYD_OK || n == 0)
        return err;
    job->line.now.done = 0;
    job->line.now.total = (uint64_t)n;
    return pipeline_run(&job->line, why);
}

/* Lists the lengths that were wrong, in the order of their lines. */
static loyd_err
tell_wrong(struct lengths_job *job, const char *file, loyd_why *why)
{
    struct query q;
    int64_t line, length, found;
    loyd_metric metric;

    query_begin(&q, job->line.store, STMT_COUNT_, sql_wrong, why);
    while (query_next(&q) && column_int(&q, 0, 0, INT64_MAX, &line) &&
           column_metric(&q, 1, &metric) &&
           column_int(&q, 2, 1, PATH_MAX_MOVES, &length) &&
           column_int(&q, 3, 0, PATH_MAX_MOVES, &found)) {
        loyd_bad bad = {file, (uint64_t)line, NULL, LOYD_E_CORRUPT};
        char words[100];

        snprintf(words, sizeof(words), "wrong length %d%s: proven %d",
                 (int)length, metric_words(metric), (int)found);
        bad.what = words;
        job->result.bad++;
        if (!listener_bad(job->line.listener, &bad))
            break;
    }
    return query_end(&q, LOYD_OK);
}

loyd_err
lengths_prove(loyd_store *store, loyd_solver *solver, const char *file,
              bool is_trial, const loyd_listener *listener,
              loyd_job_result *result, loyd_why *why)
{
    struct lengths_job *job = calloc(1, sizeof(*job));
    loyd_err err = LOYD_OK, told;
    int64_t left = 0;

    if (job == NULL)
        return LOYD_E_NOMEM;
    job->is_trial = is_trial;
    job->line = (struct pipeline){.job = job,
                                  .gather = gather,
                                  .keep = keep,
                                  .rater = {.solver = solver},
                                  .store = store,
                                  .listener = listener,
                                  .now = {.what = "proving lengths"}};
    if (solver != NULL)
        err = db_run(store->db, sql_index, why);
    for (loyd_metric m = 0;
         solver != NULL && err == LOYD_OK && m < LOYD_METRICS; m++)
        err = prove(job, m, why);
    told = tell_wrong(job, file, err == LOYD_OK ? why : NULL);
    if (told == LOYD_OK)
        told =
            db_number(store->db, sql_left, &left, err == LOYD_OK ? why : NULL);
    job->result.skipped = (uint64_t)left;
    job->result.done = job->line.done;
    *result = job->result;
    free(job);
    return err == LOYD_OK ? told : err;
}
