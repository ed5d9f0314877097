/* SPDX-License-Identifier: MIT */
/* Solves a sample of puzzles again. */
#include "verify/reprove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "core/moves.h"
#include "loyd/optimal.h"
#include "solve/traits.h"
#include "store/query.h"
#include "store/rows.h"
#include "verify/raw_text.h"

/* Takes about as long as the solver with its small tables. */
#define SAMPLE_NODES 300000

/* Puzzles solved together. */
#define BATCH 64

struct item {
    loyd_id id;
    loyd_puzzle puzzle;
    unsigned estimate;  /* that can be computed again; 0: none */
    loyd_traits traits; /* whose counts can */
    struct length_facts in[LOYD_METRICS]; /* the paths are owned */
    bool is_wrong;
};

struct reprove {
    const struct reprove_options *of;
    struct report *report;
    uint64_t n_solved;
    loyd_solver *solver;
    size_t n;
    struct item item[BATCH];
    /* Those of one call of the solver. */
    size_t n_wanted;
    struct item *wanted[BATCH];
    loyd_puzzle puzzles[BATCH];
    loyd_solution solutions[BATCH];
};

/* Reports a puzzle, of several faults the first. */
static void
report_item(struct reprove *s, struct item *item, loyd_metric metric,
            const char *fault)
{
    char id[LOYD_ID_CHARS + 1];
    loyd_why words;

    if (fault == NULL || item->is_wrong || s->report->is_stopped)
        return;
    item->is_wrong = true;
    why_set(&words, LOYD_E_CORRUPT, "%s%s", fault, metric_words(metric));
    loyd_id_print(&item->id, id);
    s->of->wrong(s->of->context, id, words.text);
}

/* Returns false if the plain search gave up. */
static bool
try_plain(struct reprove *s, struct item *item)
{
    struct plain_board board;
    struct plain_path path;
    loyd_why words;

    if (!facts_board(&item->puzzle, &board) ||
        !plain_solve(&board, SAMPLE_NODES, &path))
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
estimate_fault(const struct item *item, const loyd_solution *found)
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
        struct item *item = s->wanted[k];
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
        struct item *item = &s->item[i];
        bool is_solved;

        if ((board_cells(&item->puzzle.goal) > LOYD_EXACT_CELLS) != is_wide ||
            item->in[metric].upper == 0)
            continue;
        is_solved = metric == LOYD_STM && try_plain(s, item);
        if (!is_solved || is_wide) /* its estimate is wanted too */
            s->wanted[s->n_wanted++] = item;
    }
}

/* Counts the shortest solutions of a board, and from goal to start. */
static loyd_err
count_item(struct reprove *s, struct item *item, loyd_why *why)
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
        err = traits_of(&item->puzzle, path, &there, &traits, why);
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
        struct item *item = &s->item[i];

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

static struct raw_value
column_raw(sqlite3_stmt *row, int at)
{
    return (struct raw_value){.kind = RAW_TEXT,
                              .bytes = sqlite3_column_text(row, at),
                              .len = (size_t)sqlite3_column_bytes(row, at)};
}

/* Those of `p` that the seed picks, with all that is known of them. */
static const char sql_pick[] =
    "SELECT p.id, p.board, g.board, iif(p.estimate_version = ?4, p.estimate,"
    " 0), r.lower, r.upper, r.path, m.lower, m.upper, m.path, t.solutions,"
    " t.forced, t.first_moves FROM %spuzzle AS p"
    " CROSS JOIN %sgoal AS g ON g.pk = p.goal"
    " LEFT JOIN %srating AS r ON r.puzzle = p.id AND r.metric = 'stm'"
    " LEFT JOIN %srating AS m ON m.puzzle = p.id AND m.metric = 'mtm'"
    " LEFT JOIN %strait AS t ON t.puzzle = p.id"
    " WHERE length(cells(g.board)) <= iif(r.upper IS NULL, min(?3, 16), ?3)"
    " AND ifnull(r.upper, m.upper) IS NOT NULL"
    " AND boards(p.board, g.board) IS NULL"
    " ORDER BY r.upper IS NULL, hash('loyd prove', ?2, p.id) LIMIT ?1";

/* Adds the puzzle of a row. */
static void
add(struct reprove *s, sqlite3_stmt *row)
{
    enum { ID, BOARD, GOAL, ESTIMATE, RATINGS, COUNTS = RATINGS + 6 };
    struct item *item = &s->item[s->n];
    struct raw_value id = column_raw(row, ID), start = column_raw(row, BOARD);
    struct raw_value goal = column_raw(row, GOAL);
    uint8_t dirs[PATH_MAX_MOVES];
    loyd_err err = LOYD_OK;

    *item =
        (struct item){.estimate = (unsigned)sqlite3_column_int(row, ESTIMATE)};
    if (!raw_id(&id, item->id.byte) ||
        !raw_board(&start, &item->puzzle.start) ||
        !raw_board(&goal, &item->puzzle.goal))
        return;
    for (loyd_metric m = 0; err == LOYD_OK && m < LOYD_METRICS; m++) {
        int at = RATINGS + 3 * (int)m;
        struct raw_value text = column_raw(row, at + 2);
        loyd_moves path = {.dir = dirs};
        struct length_facts *of = &item->in[m];

        of->lower = (unsigned)sqlite3_column_int(row, at);
        of->upper = (unsigned)sqlite3_column_int(row, at + 1);
        if (of->lower == of->upper && text.bytes != NULL &&
            raw_path(&text, &path))
            err = moves_copy(&of->path, &path);
    }
    if (sqlite3_column_type(row, COUNTS) != SQLITE_NULL &&
        item->in[LOYD_STM].path.n > 0) {
        item->traits.is_counted = true;
        item->traits.solutions = (uint64_t)sqlite3_column_int64(row, COUNTS);
        item->traits.forced = (uint16_t)sqlite3_column_int(row, COUNTS + 1);
        snprintf(item->traits.first_moves, sizeof(item->traits.first_moves),
                 "%s", sqlite3_column_text(row, COUNTS + 2));
    }
    if (err != LOYD_OK)
        report_end(s->report, err, &(loyd_why){""});
    if (++s->n == BATCH)
        finish_batch(s);
}

static loyd_err
add_all(struct reprove *s, loyd_store *store, const char *schema,
        loyd_why *why)
{
    const char *seed = s->of->seed;
    char *sql =
        sqlite3_mprintf(sql_pick, schema, schema, schema, schema, schema);
    struct query q;

    if (sql == NULL)
        return LOYD_E_NOMEM;
    query_begin(&q, store, STMT_COUNT_, sql, why);
    sqlite3_free(sql);
    query_int(&q, 1, (int64_t)s->of->n);
    query_text(&q, 2, seed != NULL ? seed : "");
    query_int(&q, 3, s->of->cells);
    query_int(&q, 4, LOYD_EFFORT_VERSION);
    while (report_goes_on(s->report) && query_next(&q))
        add(s, q.stmt);
    if (s->n > 0)
        finish_batch(s);
    return query_end(&q, LOYD_OK);
}

loyd_err
reprove(loyd_store *store, const char *schema,
        const struct reprove_options *of, struct report *report,
        uint64_t *n_solved, loyd_why *why)
{
    struct reprove *s = calloc(1, sizeof(*s));
    const loyd_listener asks = {.progress = go_on, .context = s};
    const loyd_solver_options options = {.tables = LOYD_TABLES_SMALL,
                                         .threads = of->threads,
                                         .listener = &asks};
    loyd_err err;

    if (s == NULL)
        return LOYD_E_NOMEM;
    s->of = of;
    s->report = report;
    report->now =
        (loyd_progress){.what = "solving a sample again", .total = of->n};
    if ((err = loyd_solver_new(&options, &s->solver)) == LOYD_OK)
        err = add_all(s, store, schema, why);
    *n_solved = s->n_solved;
    loyd_solver_free(&s->solver);
    free(s);
    return err;
}
