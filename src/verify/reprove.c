/* SPDX-License-Identifier: MIT */
/* Solves a sample of puzzles again. */
#include "verify/reprove.h"

#include <stdio.h>
#include <string.h>

#include "core/board.h"
#include "core/moves.h"
#include "loyd/traits.h"
#include "store/rows.h"

/* Takes about as long as the solver with its small tables. */
#define SAMPLE_NODES 300000

/* Reports a puzzle, of several faults the first. */
static void
report_item(struct reprove *s, struct reprove_item *item, loyd_metric metric,
            const char *fault)
{
    loyd_why words;

    if (fault == NULL || item->is_wrong || s->report->is_stopped)
        return;
    item->is_wrong = true;
    s->n_wrong++;
    why_set(&words, LOYD_E_CORRUPT, "%s%s", fault, metric_words(metric));
    s->wrong(s->context, &item->id, words.text);
}

/* Returns false if the plain search gave up. */
static bool
try_plain(struct reprove *s, struct reprove_item *item)
{
    struct plain_board board;
    struct plain_path path;
    loyd_why words;

    plain_board_of(&item->puzzle, &board);
    if (!plain_solve(&board, SAMPLE_NODES, &path))
        return false;
    report_item(s, item, LOYD_STM,
                optimum_fault(&item->in[LOYD_STM], path.n, path.n,
                              &(loyd_moves){.dir = path.dir, .n = path.n},
                              &words));
    return true;
}

/* An estimate is the length of a solution, which no true lower bound
 * exceeds. */
static const char *
estimate_fault(const struct reprove_item *item, const loyd_solution *found)
{
    if (item->estimate != 0 && found->upper != item->estimate)
        return "the estimate is not that of effort quick";
    if (found->upper < item->in[LOYD_STM].lower)
        return "a solution is shorter than the rating's lower bound";
    return found->lower > item->in[LOYD_STM].upper
               ? "the optimum is above the rating's upper bound"
               : NULL;
}

/* Solves the puzzles that are wanted, from goal to start if is_back. */
static loyd_err
solve(struct reprove *s, const loyd_solve_options *options, bool is_back,
      loyd_why *why)
{
    loyd_metric metric = options->metric;
    loyd_why words;
    loyd_err err;

    if (s->n_wanted == 0)
        return LOYD_OK;
    for (size_t k = 0; k < s->n_wanted; k++) {
        const loyd_puzzle *puzzle = &s->wanted[k]->puzzle;

        s->puzzles[k].start = is_back ? puzzle->goal : puzzle->start;
        s->puzzles[k].goal = is_back ? puzzle->start : puzzle->goal;
    }
    memset(s->solutions, 0, sizeof(s->solutions));
    err = loyd_solve(s->solver, s->puzzles, s->n_wanted, options, s->solutions,
                     why);
    for (size_t k = 0; k < s->n_wanted; k++) {
        struct reprove_item *item = s->wanted[k];
        loyd_solution *found = &s->solutions[k];

        if (err == LOYD_OK)
            report_item(s, item, metric,
                        options->effort == LOYD_EFFORT_QUICK
                            ? estimate_fault(item, found)
                            : optimum_fault(&item->in[metric], found->lower,
                                            found->upper, &found->path,
                                            &words));
        loyd_moves_free(&found->path);
    }
    return err == LOYD_OK ? LOYD_OK : why_prefix(why, err, "solving: ");
}

/* Chooses the puzzles of the batch that are rated in a metric, of at most
 * LOYD_EXACT_CELLS cells or larger. */
static void
choose(struct reprove *s, loyd_metric metric, bool is_wide)
{
    s->n_wanted = 0;
    for (size_t i = 0; i < s->n; i++) {
        struct reprove_item *item = &s->item[i];
        bool is_solved;

        if ((board_cells(&item->puzzle.goal) > LOYD_EXACT_CELLS) != is_wide ||
            item->in[metric].upper == 0)
            continue;
        is_solved =
            metric == LOYD_STM && s->has_plain_first && try_plain(s, item);
        if (!is_solved || is_wide) /* its estimate is wanted too */
            s->wanted[s->n_wanted++] = item;
    }
}

/* Counts the shortest solutions of a board, and from goal to start. */
static loyd_err
count_item(struct reprove *s, struct reprove_item *item, loyd_why *why)
{
    const loyd_moves *path = &item->in[LOYD_STM].path;
    const loyd_optimal_options options = {.stm = (uint16_t)path->n};
    const loyd_puzzle back = {item->puzzle.goal, item->puzzle.start};
    loyd_optimal there, again;
    loyd_traits traits;
    loyd_err err = loyd_optimal_find(s->solver, &item->puzzle, &options,
                                     &there, NULL, why);

    if (err == LOYD_OK)
        err = loyd_optimal_find(s->solver, &back, &options, &again, NULL, why);
    if (err == LOYD_OK)
        err = loyd_traits_of(&item->puzzle, path, &there, &traits, why);
    if (err == LOYD_OK &&
        (traits.solutions != item->traits.solutions ||
         again.solutions != there.solutions ||
         traits.forced != item->traits.forced ||
         strcmp(traits.first_moves, item->traits.first_moves) != 0))
        report_item(s, item, LOYD_STM, "wrong solutions");
    return err;
}

/* Those whose length is right, which the counts need. */
static loyd_err
count_batch(struct reprove *s, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < s->n; i++) {
        struct reprove_item *item = &s->item[i];

        if (item->traits.is_counted && !item->is_wrong &&
            board_cells(&item->puzzle.goal) <= LOYD_EXACT_CELLS)
            err = count_item(s, item, why);
    }
    return err;
}

static loyd_err
solve_batch(struct reprove *s, loyd_why *why)
{
    static const loyd_solve_options quickly = {.effort = LOYD_EFFORT_QUICK};
    loyd_err err;

    choose(s, LOYD_STM, true);
    err = solve(s, &quickly, false, why);
    for (loyd_metric m = 0; err == LOYD_OK && m < LOYD_METRICS; m++) {
        const loyd_solve_options there = {.metric = m};
        const loyd_solve_options back = {.metric = m, .is_length_only = true};

        choose(s, m, false);
        err = solve(s, &there, false, why);
        if (err == LOYD_OK)
            err = solve(s, &back, true, why);
    }
    return err == LOYD_OK ? count_batch(s, why) : err;
}

/* Reports the progress of the sample instead of the solver's. */
static bool
go_on(void *context, const loyd_progress *progress)
{
    const struct reprove *s = context;

    (void)progress;
    return listener_progress(s->report->listener, &s->report->now);
}

static void
finish_batch(struct reprove *s)
{
    loyd_why why = {""};
    loyd_err err = report_goes_on(s->report) ? solve_batch(s, &why) : LOYD_OK;

    if (err == LOYD_OK) {
        s->n_solved += s->n;
        s->report->now.done += s->n;
    }
    for (size_t i = 0; i < s->n; i++)
        for (loyd_metric m = 0; m < LOYD_METRICS; m++)
            loyd_moves_free(&s->item[i].in[m].path);
    s->n = 0;
    if (err == LOYD_OK && report_goes_on(s->report) && !go_on(s, NULL))
        err = why_set(&why, LOYD_E_CANCELLED, "stopped");
    if (err != LOYD_OK)
        report_end(s->report, err, &why);
}

void
reprove_begin(struct reprove *s, struct report *report, uint64_t n,
              unsigned threads, reprove_fn wrong, void *context)
{
    const loyd_listener asks = {.progress = go_on, .context = s};
    const loyd_solver_options options = {
        .tables = LOYD_TABLES_SMALL, .threads = threads, .listener = &asks};
    loyd_why why = {""};
    loyd_err err;

    s->report = report;
    s->wrong = wrong;
    s->context = context;
    report->now =
        (loyd_progress){.what = "solving a sample again", .total = n};
    if ((err = loyd_solver_new(&options, &s->solver)) != LOYD_OK)
        report_end(report, err, &why);
}

void
reprove_add(struct reprove *s, const loyd_id *id, const loyd_puzzle *puzzle,
            unsigned estimate, const loyd_known known[LOYD_METRICS],
            const loyd_traits *traits)
{
    struct reprove_item *item = &s->item[s->n++];
    loyd_err err = LOYD_OK;

    *item = (struct reprove_item){
        .id = *id, .puzzle = *puzzle, .estimate = estimate};
    if (traits != NULL)
        item->traits = *traits;
    for (loyd_metric m = 0; err == LOYD_OK && m < LOYD_METRICS; m++) {
        item->in[m].lower = known[m].rating.lower;
        item->in[m].upper = known[m].rating.upper;
        if (known[m].status == LOYD_STATUS_PROVEN)
            err = moves_copy(&item->in[m].path, &known[m].path);
    }
    if (err != LOYD_OK)
        report_end(s->report, err, &(loyd_why){""});
    if (s->n == REPROVE_BATCH)
        finish_batch(s);
}

void
reprove_end(struct reprove *s)
{
    if (s->n > 0)
        finish_batch(s);
    loyd_solver_free(&s->solver);
}
