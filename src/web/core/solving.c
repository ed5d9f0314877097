/* SPDX-License-Identifier: MIT */
/* What JavaScript calls on recipes and lengths: what may need the solver. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "rate/band.h"
#include "loyd/target.h"
#include "rate/lengths.h"
#include "rate/sample.h"
#include "solve/call.h"
#include "solve/effort.h"
#include "solve/kinds.h"
#include "web/core/call.h"
#include "web/core/solving.h"

static loyd_solver *solver; /* NULL until needed */

/* Of analyses, and of a search for a short solution: those from below are over
 * soon, or have no known end. */
static bool
tell_progress(void *context, const loyd_progress *progress)
{
    (void)context;
    if (progress->total > 0 && (strcmp(progress->what, "shortening") == 0 ||
                                strcmp(progress->what, "analysing") == 0))
        web_progress((double)progress->done / (double)progress->total);
    return true;
}

/* As kind_of, and no tables of boards that are not solved to the end: those of
 * 5x5 take seconds and 270 MB. */
static const struct table_kind *
light_kind_of(const loyd_class *cls, loyd_metric metric, loyd_tables size)
{
    return has_more_cells(cls, LOYD_EXACT_CELLS) ? NULL
                                                 : kind_of(cls, metric, size);
}

loyd_err
solving_ready(bool is_light, loyd_solver **ready)
{
    const loyd_listener listener = {.progress = tell_progress};
    const loyd_solver_options options = {.tables = LOYD_TABLES_SMALL,
                                         .listener = &listener};
    loyd_err err =
        solver != NULL ? LOYD_OK : loyd_solver_new(&options, &solver);

    if (err == LOYD_OK)
        solver->stock.kind_of = is_light ? light_kind_of : kind_of;
    *ready = solver;
    return err;
}

bool
solving_yields(loyd_err err)
{
    bool had_tables = solver != NULL;

    if (err == LOYD_E_NOMEM)
        loyd_solver_free(&solver);
    return err == LOYD_E_NOMEM && had_tables;
}

/* --- draw --- */

/* Draws the board of a recipe, with the solver if it has a target. */
static loyd_err
draw(const loyd_recipe *recipe, uint64_t attempts, loyd_puzzle *puzzle,
     loyd_why *why)
{
    loyd_generator *generator = NULL;
    loyd_err err = loyd_generator_new(recipe, NULL, &generator, why);

    if (err != LOYD_OK)
        return err;
    if (recipe->target != LOYD_TARGET_NONE)
        err = solving_ready(false, &solver);
    if (err == LOYD_OK)
        err = loyd_generator_draw(generator, solver, recipe->index, attempts,
                                  puzzle, NULL, why);
    loyd_generator_free(&generator);
    return err;
}

WEB_EXPORT("draw")
const char *
web_draw(size_t recipe_len, double attempts)
{
    struct jw *jw = call_begin();
    char text[LOYD_RECIPE_TEXT];
    loyd_puzzle puzzle;
    loyd_recipe recipe;
    loyd_why why = {""};
    loyd_err err =
        loyd_recipe_parse(call_text(recipe_len), recipe_len, &recipe, &why);

    if (err == LOYD_OK)
        err = draw(&recipe, (uint64_t)attempts, &puzzle, &why);
    if (solving_yields(err))
        err = draw(&recipe, (uint64_t)attempts, &puzzle, &why);
    if (err != LOYD_OK)
        return call_end(err, "recipe", &why);
    jw_object(jw, NULL, JW_TIGHT);
    answer_id(jw, "id", &puzzle);
    jw_format(jw, "size", "%ux%u", puzzle.start.width, puzzle.start.height);
    answer_layout(jw, "layout", &puzzle.goal);
    board_json(jw, "start", &puzzle.start);
    board_json(jw, "goal", &puzzle.goal);
    loyd_recipe_print(&recipe, text);
    jw_string(jw, "recipe", text);
    jw_close(jw);
    return call_end(LOYD_OK, "", NULL);
}

/* --- solve --- */

static void
put_solution(struct jw *jw, const loyd_solution *solution, const char *path)
{
    jw_object(jw, NULL, JW_TIGHT);
    jw_uint(jw, "lower", solution->lower);
    if (solution->upper != LOYD_LENGTH_UNKNOWN)
        jw_uint(jw, "upper", solution->upper);
    else
        jw_raw(jw, "upper", "null");
    answer_truth(jw, "proven", solution->lower == solution->upper);
    jw_string(jw, "path", path);
    jw_uint(jw, "nodes", solution->nodes);
    jw_close(jw);
}

static loyd_err
solve(struct jw *jw, const loyd_puzzle *puzzle, bool is_light,
      const loyd_solve_options *options, loyd_why *why)
{
    loyd_solution solution = {0};
    char *path = NULL;
    loyd_err err = solving_ready(is_light, &solver);

    if (err == LOYD_OK)
        err = loyd_solve(solver, puzzle, 1, options, &solution, why);
    if (err == LOYD_OK) {
        path = malloc(moves_text_room(&solution.path));
        if (path == NULL)
            err = LOYD_E_NOMEM;
    }
    if (err == LOYD_OK) {
        moves_print(&solution.path, path);
        put_solution(jw, &solution, path);
    }
    free(path);
    loyd_moves_free(&solution.path);
    return err;
}

/* "optimal" is what the command calls --prove; "" is its default. */
static loyd_err
work_parse(size_t len, double nodes, loyd_solve_options *options,
           loyd_why *why)
{
    static const char optimal[] = "optimal";
    const char *text = call_text(len);

    options->nodes = (uint64_t)nodes;
    options->is_wide_only = true;
    if (len == 0 && options->nodes == 0)
        options->effort = LOYD_EFFORT_QUICK;
    if (len == 0)
        return LOYD_OK;
    if (options->nodes != 0)
        return why_set(why, LOYD_E_SYNTAX,
                       "effort and nodes cannot be combined");
    if (len == sizeof(optimal) - 1 && memcmp(text, optimal, len) == 0)
        return LOYD_OK;
    return effort_parse(text, len, &options->effort, why);
}

WEB_EXPORT("solve")
const char *
web_solve(size_t start_len, size_t goal_len, size_t metric_len,
          size_t effort_len, double nodes, int is_length_only, int is_light)
{
    struct jw *jw = call_begin();
    loyd_solve_options options = {.is_length_only = is_length_only != 0};
    loyd_puzzle puzzle;
    const char *where;
    loyd_why why = {""};
    loyd_err err = call_pair(start_len, goal_len, &puzzle, &where, &why);

    if (err != LOYD_OK)
        return call_end(err, where, &why);
    err =
        metric_parse(call_text(metric_len), metric_len, &options.metric, &why);
    if (err != LOYD_OK)
        return call_end(err, "metric", &why);
    if ((err = work_parse(effort_len, nodes, &options, &why)) != LOYD_OK)
        return call_end(err, "effort", &why);
    /* Without "puzzle 0: " before the message. */
    if ((err = loyd_puzzle_check(&puzzle, &why)) == LOYD_OK)
        err = solve(jw, &puzzle, is_light != 0, &options, &why);
    if (solving_yields(err))
        err = solve(jw, &puzzle, is_light != 0, &options, &why);
    return call_end(err, "", &why);
}

/* --- percentiles and bands --- */

/* Finds the sample of a goal's class, if a sample decides its percentiles. */
static const loyd_sample *
sample_of(const loyd_board *goal, loyd_metric metric)
{
    if (goal->width * goal->height <= LOYD_EXACT_CELLS || metric != LOYD_STM)
        return NULL;
    return sample_get(goal->width, goal->height, board_blank(goal));
}

/* Finds what decides the percentiles of a goal's class, or NULL. */
static const loyd_distribution *
distribution_of(const loyd_board *goal, loyd_metric metric)
{
    const loyd_sample *sample = sample_of(goal, metric);

    return sample != NULL ? &sample->estimates
                          : loyd_distribution_of(goal, metric);
}

static void
put_percentile(struct jw *jw, const loyd_distribution *d, unsigned length)
{
    struct text *to = jw->to;

    jw_object(jw, NULL, JW_TIGHT);
    jw_name(jw, "percentile");
    text_thousandths(to, percentile_of(d, length));
    jw_string(jw, "band",
              loyd_bands_of(NULL, d, length)->name);
    jw_uint(jw, "sample", d->sample);
    answer_truth(jw, "estimated", d->width * d->height > LOYD_EXACT_CELLS);
    jw_close(jw);
}

WEB_EXPORT("percentile")
const char *
web_percentile(size_t start_len, size_t goal_len, size_t metric_len,
               unsigned length)
{
    struct jw *jw = call_begin();
    const loyd_distribution *d;
    loyd_puzzle puzzle;
    const char *where;
    loyd_metric metric;
    loyd_why why;
    loyd_err err = call_pair(start_len, goal_len, &puzzle, &where, &why);

    if (err != LOYD_OK)
        return call_end(err, where, &why);
    if ((err = loyd_puzzle_check(&puzzle, &why)) != LOYD_OK)
        return call_end(err, "", &why);
    err = metric_parse(call_text(metric_len), metric_len, &metric, &why);
    if (err != LOYD_OK)
        return call_end(err, "metric", &why);
    if ((d = distribution_of(&puzzle.goal, metric)) != NULL)
        put_percentile(jw, d, length);
    else
        jw_raw(jw, NULL, "null");
    return call_end(LOYD_OK, "", NULL);
}

/* The bands with the lengths of a class that are in each. */
WEB_EXPORT("bands")
const char *
web_bands(size_t goal_len, size_t metric_len)
{
    struct jw *jw = call_begin();
    const loyd_bands *bands = bands_default();
    const loyd_sample *sample;
    const loyd_distribution *d;
    const char *where;
    loyd_board goal;
    loyd_metric metric;
    loyd_why why;
    loyd_err err = call_board(goal_len, &goal, &why);

    where = "goal";
    if (err == LOYD_OK) {
        where = "metric";
        err = metric_parse(call_text(metric_len), metric_len, &metric, &why);
    }
    if (err != LOYD_OK)
        return call_end(err, where, &why);
    d = distribution_of(&goal, metric);
    sample = sample_of(&goal, metric);
    jw_array(jw, NULL, JW_TIGHT);
    for (unsigned i = 0; i < bands->n; i++) {
        const loyd_band *band = &bands->band[i];
        uint16_t low, high;

        jw_object(jw, NULL, JW_TIGHT);
        jw_string(jw, "name", band->name);
        jw_name(jw, "percentileLow");
        text_thousandths(jw->to, band->percentiles.low);
        jw_name(jw, "percentileHigh");
        text_thousandths(jw->to, band->percentiles.high);
        if (d != NULL && loyd_percentiles_lengths(&band->percentiles, d, &low,
                                                  &high)) {
            jw_uint(jw, "low", low);
            jw_uint(jw, "high", high);
        }
        if (sample != NULL &&
            loyd_percentiles_lengths(&band->percentiles, &sample->mlc, &low,
                                     &high)) {
            jw_uint(jw, "mlcLow", low);
            jw_uint(jw, "mlcHigh", high);
        }
        jw_close(jw);
    }
    jw_close(jw);
    return call_end(LOYD_OK, "", NULL);
}
