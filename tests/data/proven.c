/* SPDX-License-Identifier: MIT */
/*
 * Makes data/proven.tsv: the optimal lengths of 200 uniform 5x5 boards, or
 * intervals of them, as far as a budget of nodes goes. `make proven` runs it.
 *
 *   usage: proven NODES FILE [CACHE]    CACHE: a folder for solver tables
 *
 * FILE is written again after every bound; a run that was stopped, or one with
 * a smaller budget, is continued from it. The board whose last bound took the
 * fewest nodes is always searched next, one bound further, until the nodes of
 * all boards together exceed NODES. So the budget of a board is the same for
 * all: those that are not proven are the ones whose next bound is too large.
 * The upper end is improved by the next effort when that costs less than the
 * next bound.
 *
 * A search begins at the board's first estimate each time, because the nodes
 * that a bound cuts off are the beginning of the next one; all searches of a
 * board together take about a quarter more than its last one, whose nodes the
 * file has.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/moves.h"
#include "loyd.h"
#include "solve/effort.h"
#include "solve/solver.h"
#include "solve/table/heuristic.h"
#include "solve/upper/upper.h"

#define BOARDS 200
#define SERIES "5x5/rows~g1~sample-of-proven-5x5"
#define LINE_BYTES 4096

struct row {
    loyd_puzzle puzzle;
    unsigned estimate;
    unsigned lower;
    unsigned upper;
    uint64_t nodes;
    double seconds;
    loyd_effort effort; /* that found `upper`; NONE: the search did */
    char *path;         /* of length upper */
};

/*
 * After a bound of this size, the upper end of an effort costs less than
 * the next bound, which takes several times as many.
 */
static const uint64_t worth[LOYD_EFFORT_COUNT_] = {
    [LOYD_EFFORT_GOOD] = 200000, [LOYD_EFFORT_BEST] = 10000000};

static struct row rows[BOARDS];
static volatile sig_atomic_t is_stopped;

static void
stop(int signal)
{
    (void)signal;
    is_stopped = 1;
}

static bool
go_on(void *context, const loyd_progress *progress)
{
    (void)context;
    (void)progress;
    return is_stopped == 0;
}

static void
need(loyd_err err, const char *what)
{
    if (err == LOYD_OK)
        return;
    fprintf(stderr, "proven: %s: %s\n", what, loyd_strerror(err));
    exit(1);
}

static void
need_that(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "proven: %s\n", what);
    exit(1);
}

static double
cpu_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
draw(void)
{
    static const char text[] = SERIES "~0";
    loyd_generator *generator = NULL;
    loyd_recipe recipe;

    need(loyd_recipe_parse(text, strlen(text), &recipe, NULL), text);
    need(loyd_generator_new(&recipe, NULL, &generator, NULL), text);
    for (uint64_t i = 0; i < BOARDS; i++)
        need(loyd_generator_draw(generator, NULL, i, 0, &rows[i].puzzle, NULL,
                                 NULL),
             "drawing");
    loyd_generator_free(&generator);
}

static void
set_path(struct row *row, const loyd_moves *moves)
{
    char *text = malloc(moves_text_room(moves));

    need_that(text != NULL, "out of memory");
    need(loyd_moves_replay(&row->puzzle.start, &row->puzzle.goal, moves, NULL,
                           NULL),
         "replaying");
    moves_print(moves, text);
    free(row->path);
    row->path = text;
}

/* One search of one board; its nodes and seconds are added to the row. */
static loyd_err
solve(loyd_solver *solver, struct row *row, const loyd_solve_options *options,
      loyd_solution *solution)
{
    double began = cpu_now();
    loyd_err err =
        loyd_solve(solver, &row->puzzle, 1, options, solution, NULL);

    row->nodes += solution->nodes;
    row->seconds += cpu_now() - began;
    return err;
}

/*
 * Improves the upper end by an effort, without the search for its lower end.
 */
static void
find_upper(loyd_solver *solver, struct row *row, loyd_effort effort)
{
    struct search_job job = {.end = SEARCH_BUDGET,
                             .effort = effort,
                             .metric = LOYD_STM,
                             .upper_budget = effort_nodes(effort, 5, 5)};
    const struct table_body *small;
    const struct heuristic *h;
    struct class_tables *tables;
    loyd_moves path = {0};
    struct frame frame;

    frame_of_goal(&row->puzzle.goal, &frame);
    frame_board(&frame, &row->puzzle.start, &job.board);
    memcpy(job.rank, frame.dir_out, sizeof(job.rank));
    need(stock_class(&solver->stock, &frame.cls, LOYD_STM, &tables), "class");
    need(stock_tables(&solver->stock, tables, false, &small), "tables");
    h = table_body_of(small, &pattern_kind);
    need(uppers_find(&solver->stages, h, &job, 1, frame.cls.blank, 1,
                     &solver->monitor),
         "upper end");
    for (size_t i = 0; i < job.path.n; i++)
        need(moves_push(&path, (loyd_dir)frame.dir_out[job.path.dir[i]]),
             "path");
    if (path.n > 0) /* or it was stopped */
        row->effort = effort;
    if (path.n > 0 && path.n < row->upper) {
        row->upper = (unsigned)path.n;
        set_path(row, &path);
    }
    loyd_moves_free(&path);
    loyd_moves_free(&job.path);
}

/* Sets the estimate and both ends of the interval. */
static void
begin(loyd_solver *solver, struct row *row)
{
    const loyd_solve_options quick = {.effort = LOYD_EFFORT_QUICK};
    loyd_solution solution = {0};

    need(loyd_solve(solver, &row->puzzle, 1, &quick, &solution, NULL),
         "estimating");
    row->estimate = row->upper = solution.upper;
    row->lower =
        solution.lower + ((unsigned)solution.upper - solution.lower) % 2;
    row->effort = LOYD_EFFORT_QUICK;
    set_path(row, &solution.path);
    loyd_moves_free(&solution.path);
}

/* Improves the upper end of an open board as far as it is worth it. */
static void
improve(loyd_solver *solver, struct row *row)
{
    if (row->effort == LOYD_EFFORT_NONE || row->lower == row->upper)
        return;
    for (loyd_effort e = LOYD_EFFORT_BEST; e > row->effort; e--)
        if (row->nodes >= worth[e])
            find_upper(solver, row, e);
}

/*
 * Searches a board one bound further than before. Returns false if the search
 * was stopped.
 */
static bool
search_on(loyd_solver *solver, struct row *row)
{
    loyd_solve_options options = {.is_length_only = true,
                                  .limit = (uint16_t)(row->lower + 1)};
    loyd_solution solution = {0};
    uint16_t lower;
    struct row next = *row;
    loyd_err err;

    next.nodes = 0;
    next.seconds = 0;
    if ((err = solve(solver, &next, &options, &solution)) == LOYD_OK &&
        solution.upper < next.upper) {
        /* Shorter than the known solution: which one is it? */
        lower = solution.upper;
        options = (loyd_solve_options){
            .expert = &(loyd_solve_expert){.lowers = &lower}};
        next.upper = lower;
        err = solve(solver, &next, &options, &solution);
        if (err == LOYD_OK) {
            need_that(solution.upper == lower, "two lengths of one board");
            next.effort = LOYD_EFFORT_NONE;
            set_path(&next, &solution.path);
        }
        loyd_moves_free(&solution.path);
    }
    if (err == LOYD_E_CANCELLED)
        return false;
    need(err, "searching");
    next.lower = solution.lower;
    *row = next;
    return true;
}

/* The board to be searched next, or NULL. */
static struct row *
cheapest(void)
{
    struct row *found = NULL;

    for (struct row *r = rows; r < rows + BOARDS; r++)
        if (r->lower < r->upper && (found == NULL || r->nodes < found->nodes))
            found = r;
    return found;
}

static uint64_t
total(void)
{
    uint64_t nodes = 0;

    for (const struct row *r = rows; r < rows + BOARDS; r++)
        nodes += r->nodes;
    return nodes;
}

static void
put(const char *name)
{
    const struct row *open = cheapest();
    char part[LINE_BYTES], day[16];
    double seconds = 0;
    time_t now = time(NULL);
    unsigned proven = 0;
    FILE *file;

    for (const struct row *r = rows; r < rows + BOARDS; r++) {
        seconds += r->seconds;
        proven += r->lower == r->upper;
    }
    strftime(day, sizeof(day), "%Y-%m-%d", gmtime(&now));
    snprintf(part, sizeof(part), "%s.part", name);
    need_that((file = fopen(part, "w")) != NULL, part);
    fprintf(file,
            "# The optimal lengths of boards 0 to %u of the series\n"
            "# " SERIES ", uniform 5x5 boards: proven\n"
            "# where `lower` equals `upper`, otherwise an interval.\n#\n"
            "# Made on %s by loyd %s: tests/data/proven.c, `make proven`.\n"
            "# Budget: %" PRIu64 " million nodes, %.0f CPU seconds, in the"
            " last search of each\n# board. The board whose last bound took"
            " the fewest nodes was always next: %u are\n"
            "# proven, and that of each other board took at least %.1f"
            " million nodes.\n# Earlier searches and those for short"
            " solutions are not counted.\n#\n",
            BOARDS - 1, day, loyd_version(), total() / 1000000, seconds,
            proven, (open != NULL ? (double)open->nodes : 0) / 1e6);
    fprintf(file,
            "# estimate: the upper end of effort quick, version 1\n"
            "# by: the last effort that looked for a shorter solution, or"
            " `proof` if the\n#   search for the lower end found it\n"
            "# nodes, seconds: of the search that found the lower end; CPU"
            " seconds\n# solution: of length `upper`\n#\n"
            "# board\tstart\testimate\tlower\tupper\tby\tnodes\tseconds\t"
            "solution\n");
    for (unsigned i = 0; i < BOARDS; i++) {
        const struct row *r = &rows[i];
        char board[LOYD_BOARD_TEXT];

        loyd_board_print(&r->puzzle.start, LOYD_FORM_ROWS, board);
        fprintf(file, "%u\t%s\t%u\t%u\t%u\t%s\t%" PRIu64 "\t%.1f\t%s\n", i,
                board, r->estimate, r->lower, r->upper,
                r->effort == LOYD_EFFORT_NONE ? "proof"
                                              : effort_name(r->effort),
                r->nodes, r->seconds, r->path);
    }
    need_that(fclose(file) == 0 && rename(part, name) == 0, name);
}

/* Reads a file of an earlier run. Returns false if there is none. */
static bool
get(const char *name)
{
    static char line[LINE_BYTES], board[LINE_BYTES], path[LINE_BYTES],
        by[LINE_BYTES];
    FILE *file = fopen(name, "r");
    unsigned n = 0;

    if (file == NULL)
        return false;
    while (fgets(line, sizeof(line), file) != NULL) {
        struct row *r = &rows[n];
        char expected[LOYD_BOARD_TEXT];
        unsigned i = BOARDS;

        if (line[0] == '#')
            continue;
        need_that(n < BOARDS &&
                      sscanf(line,
                             "%u\t%[^\t]\t%u\t%u\t%u\t%s\t%" SCNu64
                             "\t%lf\t%s",
                             &i, board, &r->estimate, &r->lower, &r->upper, by,
                             &r->nodes, &r->seconds, path) == 9,
                  line);
        if (effort_parse(by, strlen(by), &r->effort, NULL) != LOYD_OK)
            r->effort = LOYD_EFFORT_NONE;
        loyd_board_print(&r->puzzle.start, LOYD_FORM_ROWS, expected);
        need_that(i == n && strcmp(board, expected) == 0, line);
        need_that((r->path = strdup(path)) != NULL, "out of memory");
        n++;
    }
    fclose(file);
    need_that(n == BOARDS, "not all boards are in the file");
    return true;
}

int
main(int argc, char **argv)
{
    const loyd_listener listener = {.progress = go_on};
    loyd_solver_options options = {.tables = LOYD_TABLES_SMALL,
                                   .threads = 1,
                                   .listener = &listener};
    loyd_solver *solver = NULL;
    uint64_t budget;
    struct row *row;

    need_that(argc == 3 || argc == 4, "usage: proven NODES FILE [CACHE]");
    budget = strtoull(argv[1], NULL, 10);
    options.cache_dir = argv[3];
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    draw();
    if (!get(argv[2])) {
        need(loyd_solver_new(&options, &solver), "solver");
        for (unsigned i = 0; i < BOARDS; i++)
            begin(solver, &rows[i]);
        loyd_solver_free(&solver);
        put(argv[2]);
    }
    options.tables = LOYD_TABLES_LARGE;
    need(loyd_solver_new(&options, &solver), "solver");
    for (unsigned i = 0; i < BOARDS && is_stopped == 0; i++)
        improve(solver, &rows[i]);
    put(argv[2]);
    while ((row = cheapest()) != NULL && total() < budget && is_stopped == 0) {
        if (search_on(solver, row)) {
            improve(solver, row);
            put(argv[2]);
        }
        fprintf(stderr, "board %u: %u..%u, %" PRIu64 " nodes, %.1f s\n",
                (unsigned)(row - rows), row->lower, row->upper, row->nodes,
                row->seconds);
    }
    loyd_solver_free(&solver);
    for (unsigned i = 0; i < BOARDS; i++)
        free(rows[i].path);
    return 0;
}
