/* SPDX-License-Identifier: MIT */
/* Solves a sample of puzzles again. */
#include "verify/catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/listener.h"
#include "core/moves.h"
#include "store/rows.h"

/* Puzzles solved together. */
#define SAMPLE 64

/* Takes about as long as the solver with its small tables. */
#define SAMPLE_NODES 300000

struct ends {
    uint16_t lower;
    uint16_t upper;  /* 0: unrated */
    loyd_moves path; /* as stored; empty if the rating is an interval */
};

struct item {
    loyd_id id;
    uint16_t estimate; /* that can be computed again; 0: none */
    struct ends in[LOYD_METRICS];
};

struct reprove_job {
    loyd_store *store;
    loyd_cursor *cursor;
    loyd_solver *solver;
    reprove_fn bad;
    void *bad_context;
    const loyd_listener *listener;
    loyd_progress now;
    bool is_stopped;
    loyd_metric metric; /* of the ratings that `cursor` selects */
    struct item items[SAMPLE];
    loyd_puzzle puzzles[SAMPLE];
    loyd_puzzle reversed[SAMPLE];
    loyd_solution solutions[SAMPLE];
    size_t n;
};

static loyd_err
add_entry(struct reprove_job *job, const loyd_entry *entry)
{
    struct item *item = &job->items[job->n];
    loyd_err err = LOYD_OK;

    *item = (struct item){.id = entry->id};
    for (unsigned m = 0; err == LOYD_OK && m < LOYD_METRICS; m++) {
        item->in[m].lower = entry->known[m].rating.lower;
        item->in[m].upper = entry->known[m].rating.upper;
        if (entry->known[m].status == LOYD_STATUS_PROVEN)
            err = moves_copy(&item->in[m].path, &entry->known[m].path);
    }
    if (entry->estimate_version == LOYD_EFFORT_VERSION)
        item->estimate = entry->estimate;
    job->puzzles[job->n] = entry->puzzle;
    job->reversed[job->n].start = entry->puzzle.goal;
    job->reversed[job->n].goal = entry->puzzle.start;
    job->n++;
    return err;
}

static void
forget(struct reprove_job *job)
{
    for (size_t i = 0; i < job->n; i++) {
        for (unsigned m = 0; m < LOYD_METRICS; m++)
            loyd_moves_free(&job->items[i].in[m].path);
        loyd_moves_free(&job->solutions[i].path);
    }
    memset(job->solutions, 0, sizeof(job->solutions));
    job->n = 0;
}

/* Of the puzzles rated in MTM, those rated in STM too were taken before. */
static bool
is_wanted(const struct reprove_job *job, const loyd_entry *entry)
{
    return job->metric == LOYD_STM ||
           (entry->known[LOYD_STM].rating.upper == 0 &&
            board_cells(&entry->puzzle.goal) <= LOYD_EXACT_CELLS);
}

/* Skips unreadable rows, which the other checks report. */
static loyd_err
gather(struct reprove_job *job, bool *is_end, loyd_why *why)
{
    uint64_t left = job->now.total - job->now.done;
    loyd_entry entry;
    bool found = true;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && job->n < SAMPLE && job->n < left) {
        err = loyd_entry_next(job->cursor, &entry, &found, why);
        if (err == LOYD_E_CORRUPT)
            err = LOYD_OK;
        else if (err != LOYD_OK || !found)
            break;
        else if (is_wanted(job, &entry))
            err = add_entry(job, &entry);
    }
    *is_end = !found || job->n == left;
    return err;
}

static void
tell(struct reprove_job *job, const struct item *item, const char *fault)
{
    if (!job->is_stopped)
        job->is_stopped = !job->bad(job->bad_context, &item->id, fault);
}

/* Compares a rating with a solution; without its moves only the length is
 * known. */
static void
compare(struct reprove_job *job, const struct item *item, loyd_metric metric,
        const loyd_solution *solution)
{
    static const struct {
        const char *below, *above, *path;
    } faults[] = {
        [LOYD_STM] = {"the optimum is below the rating's lower bound",
                      "the optimum is above the rating's upper bound",
                      "the path is not the canonical one"},
        [LOYD_MTM] = {"the optimum in MTM is below the rating's lower bound",
                      "the optimum in MTM is above the rating's upper bound",
                      "the path in MTM is not the canonical one"},
    };
    const struct ends *ends = &item->in[metric];
    const loyd_moves *path = &solution->path;

    if (solution->upper < ends->lower)
        tell(job, item, faults[metric].below);
    else if (solution->lower > ends->upper)
        tell(job, item, faults[metric].above);
    else if (ends->path.n > 0 && path->n > 0 &&
             (path->n != ends->path.n ||
              memcmp(path->dir, ends->path.dir, path->n) != 0))
        tell(job, item, faults[metric].path);
}

/* Returns false if the plain search gave up. */
static bool
try_plain(struct reprove_job *job, size_t i)
{
    const loyd_puzzle *puzzle = &job->puzzles[i];
    struct plain_board board;
    struct plain_path path;
    loyd_solution found;

    plain_board_of(puzzle, &board);
    if (!plain_solve(&board, SAMPLE_NODES, &path))
        return false;
    found = (loyd_solution){.lower = (uint16_t)path.n,
                            .upper = (uint16_t)path.n,
                            .path = {.dir = path.dir, .n = path.n}};
    compare(job, &job->items[i], LOYD_STM, &found);
    return true;
}

/* Computes the estimates of the puzzles from index `from` on again. Each is
 * the length of a solution, which no true lower bound exceeds. */
static loyd_err
estimate(struct reprove_job *job, size_t from, loyd_why *why)
{
    static const loyd_solve_options quickly = {.effort = LOYD_EFFORT_QUICK};
    loyd_err err = loyd_solve(job->solver, job->puzzles + from, job->n - from,
                              &quickly, job->solutions + from, why);

    for (size_t i = from; err == LOYD_OK && i < job->n; i++) {
        const loyd_solution *solution = &job->solutions[i];
        const struct item *item = &job->items[i];

        if (item->estimate != 0 && solution->upper != item->estimate)
            tell(job, item, "the estimate is not that of effort quick");
        if (solution->upper < item->in[LOYD_STM].lower)
            tell(job, item,
                 "a solution is shorter than the rating's lower bound");
        if (solution->lower > item->in[LOYD_STM].upper)
            tell(job, item, "the optimum is above the rating's upper bound");
        loyd_moves_free(&job->solutions[i].path);
    }
    return err == LOYD_OK ? LOYD_OK : why_prefix(why, err, "solving: ");
}

/*
 * Solves the first `n` puzzles, from start to goal for the path, and from goal
 * to start for the length.
 */
static loyd_err
solve(struct reprove_job *job, size_t n, loyd_metric metric, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (unsigned way = 0; err == LOYD_OK && n > 0 && way < 2; way++) {
        const loyd_solve_options options = {.metric = metric,
                                            .is_length_only = way == 1};

        err = loyd_solve(job->solver, way == 0 ? job->puzzles : job->reversed,
                         n, &options, job->solutions, why);
        for (size_t i = 0; err == LOYD_OK && i < n; i++) {
            compare(job, &job->items[i], metric, &job->solutions[i]);
            loyd_moves_free(&job->solutions[i].path);
        }
    }
    return err == LOYD_OK ? LOYD_OK : why_prefix(why, err, "solving: ");
}

/* Exchanges two puzzles. */
static void
swap(struct reprove_job *job, size_t a, size_t b)
{
    struct item item = job->items[a];
    loyd_puzzle puzzle = job->puzzles[a], reversed = job->reversed[a];

    job->items[a] = job->items[b];
    job->puzzles[a] = job->puzzles[b];
    job->reversed[a] = job->reversed[b];
    job->items[b] = item;
    job->puzzles[b] = puzzle;
    job->reversed[b] = reversed;
}

/* Solves the puzzles of at most LOYD_EXACT_CELLS cells that are rated in
 * MTM. */
static loyd_err
solve_mtm(struct reprove_job *job, loyd_why *why)
{
    size_t n = 0;

    for (size_t i = 0; i < job->n; i++)
        if (job->items[i].in[LOYD_MTM].upper != 0 &&
            board_cells(&job->puzzles[i].goal) <= LOYD_EXACT_CELLS)
            swap(job, i, n++);
    return solve(job, n, LOYD_MTM, why);
}

/* Puts the puzzles of at most 16 cells first, and of these the ones that the
 * plain search does not solve. */
static loyd_err
prove(struct reprove_job *job, loyd_why *why)
{
    size_t n_exact = 0, n = 0;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; i < job->n; i++)
        if (board_cells(&job->puzzles[i].goal) <= LOYD_EXACT_CELLS)
            swap(job, i, n_exact++);
    for (size_t i = n_exact; i < job->n; i++)
        (void)try_plain(job, i);
    if (n_exact < job->n)
        err = estimate(job, n_exact, why);
    for (size_t i = 0; i < n_exact; i++)
        if (!try_plain(job, i))
            swap(job, i, n++);
    if (err == LOYD_OK)
        err = solve(job, n, LOYD_STM, why);
    return err == LOYD_OK ? solve_mtm(job, why) : err;
}

/* Reports the progress of the sample instead of the solver's. */
static bool
go_on(void *context, const loyd_progress *progress)
{
    const struct reprove_job *job = context;

    (void)progress;
    return listener_progress(job->listener, &job->now);
}

/* Takes a sample of the puzzles that are rated in a metric. */
static loyd_err
reprove_in(struct reprove_job *job, loyd_metric metric, const char *seed,
           uint64_t *solved, loyd_why *why)
{
    const loyd_filter filter = {
        .metric = metric, .pick = seed, .limit = UINT64_MAX};
    bool is_end = false;
    loyd_err err;

    job->metric = metric;
    err = find_begin(job->store, &filter, WANT_PROVEN | WANT_BOUNDED,
                     &job->cursor, why);
    while (err == LOYD_OK && !is_end && !job->is_stopped) {
        if ((err = gather(job, &is_end, why)) == LOYD_OK)
            err = metric == LOYD_STM ? prove(job, why) : solve_mtm(job, why);
        job->now.done += job->n;
        if (err == LOYD_OK)
            *solved += job->n;
        forget(job);
        if (err == LOYD_OK && !go_on(job, NULL))
            err = why_set(why, LOYD_E_CANCELLED, "stopped");
    }
    loyd_cursor_close(&job->cursor);
    return err;
}

loyd_err
reprove(loyd_store *store, uint64_t n, const char *seed, unsigned threads,
        const loyd_listener *listener, reprove_fn bad, void *bad_context,
        uint64_t *solved, loyd_why *why)
{
    struct reprove_job *job = calloc(1, sizeof(*job));
    const loyd_listener asks = {.progress = go_on, .context = job};
    const loyd_solver_options options = {
        .tables = LOYD_TABLES_SMALL, .threads = threads, .listener = &asks};
    loyd_err err;

    if (job == NULL)
        return LOYD_E_NOMEM;
    job->store = store;
    job->bad = bad;
    job->bad_context = bad_context;
    job->listener = listener;
    job->now = (loyd_progress){
        .what = "solving a sample again", .done = 0, .total = n};
    err = loyd_solver_new(&options, &job->solver);
    if (err == LOYD_OK)
        err = reprove_in(job, LOYD_STM, seed, solved, why);
    if (err == LOYD_OK && job->now.done < n && !job->is_stopped)
        err = reprove_in(job, LOYD_MTM, seed, solved, why);
    loyd_solver_free(&job->solver);
    free(job);
    return err;
}
