/* SPDX-License-Identifier: MIT */
/* `loyd solve`: prints shortest solutions, one line per board, in order. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/boards.h"
#include "cli/command.h"
#include "cli/entry.h"
#include "cli/facts.h"
#include "cli/queue.h"
#include "cli/searches.h"
#include "cli/signals.h"
#include "cli/solved.h"
#include "cli/solving.h"
#include "lab/classic.h"

#define BATCH_FEW 4 /* per thread, of large boards, which take long */

static struct {
    bool all;
    const char *algorithms;
    uint64_t limit;
} opt;

static const struct option_row option_nodes = {
    "nodes",
    0,
    "N",
    "stop the search of a board after N nodes and print A..B and a solution "
    "of length B; with --algorithm, print error",
    SHARED_NUMBER(nodes, 1, INT64_MAX)};
static const struct option_row option_prove = {
    "prove", 0, NULL,
    "prove every board, however long it takes; otherwise boards of more than "
    "16 cells may give A..B",
    SHARED(is_proof)};
static const struct option_row option_seconds = {
    "seconds",
    0,
    "S",
    "stop after S seconds per board, such as 0.5, including the building of "
    "tables, and print the best result so far: A..B and a solution of length "
    "B. This is the only option that makes results depend on the machine; "
    "they are never stored",
    SHARED_BY(read_seconds, solve.milliseconds, 1, 1000000000)};
static const struct option_row option_length = {
    "length",
    0,
    NULL,
    "print lengths without moves, which is faster",
    SHARED(solve.is_length_only)};
static const char *const tables_words[] = {"auto", "small", "large", NULL};
static const struct option_row option_tables = {
    "tables", 0, "KIND",
    "tables of the solver: small ones, which are fast to build, or large "
    "ones; auto begins with small ones and builds large ones when the work "
    "justifies them (default: auto)",
    SHARED_WORD(tables, 0, tables_words)};
static const struct option_row option_depth = {
    "depth", 0, "N", "for dfs: maximum length of a solution (default: 80)",
    SHARED_NUMBER(depth, 1, CLASSIC_DEPTH_MAX)};
static const struct option_row option_all = {
    "all", 0, NULL,
    "print all shortest solutions in STM, in the order U, R, D, L", OWN(all)};
static const struct option_row option_solutions = {
    "limit", 'n', "N", "with --all: at most N solutions of each board",
    OWN_NUMBER(limit, 1, INT64_MAX)};

static const struct option_row option_algorithm = {
    "algorithm",
    0,
    "LIST",
    "run textbook searches, separated by commas, and print a row for each: "
    "bfs, astar or idastar, which prove the length; or dfs, up to a maximum "
    "depth, row (row by row) or constructive (by stages, about 67 moves for "
    "4x4 in microseconds), which do not; or loyd, the solver itself. A "
    "heuristic may follow astar or idastar: astar:none, hamming, manhattan "
    "(the default), linear-conflict or euclidean",
    OWN(algorithms)};
static const struct option_row option_search_memory = {
    "memory",
    0,
    "BYTES",
    "with --prove: memory of a search beyond 16 cells, " SEARCH_MEMORY "; "
    "with --algorithm bfs or astar: maximum memory per board (default: 1G)",
    SHARED_BY(read_bytes, memory, 1, INT64_MAX)};

option_table solve_options = {
    &option_layout, &option_length, &option_all, &option_prove,
    &option_effort, &option_facts, &option_goal, &option_metric, &option_nodes,
    &option_seconds, &option_solutions, &option_tables,
    &option_threads, &option_rows, &option_names_db, &option_algorithm,
    &option_depth, &option_search_memory, &option_svg, &option_animate,
    NULL,
};

const char *const solve_rules[] = {
    "--layout excludes --goal",
    "--limit needs --all",
    "--length excludes --all,--algorithm",
    "--algorithm,--seconds excludes --all,--facts",
    "--all,--facts excludes --metric=mtm",
    "--algorithm excludes --prove,--effort,--seconds",
    "--effort excludes --prove,--nodes",
    "--memory needs --prove|--algorithm",
    "--prove+--memory excludes --nodes",
    "--depth needs --algorithm",
    "--svg excludes --algorithm",
    "--animate needs --svg",
    "--length excludes --animate",
    NULL,
};

/* Prints the solutions of a list, at most as many as --limit. */
static int
print_list(const struct run *run, struct answer *answer, loyd_cursor *paths)
{
    loyd_solution solution = *answer->solution;
    const loyd_row *row;
    int code = EXIT_DONE;

    answer->solution = &solution;
    while (code == EXIT_DONE && !out_is_broken() &&
           (opt.limit == 0 || answer->solution_no < opt.limit)) {
        if (interrupted())
            return EXIT_BAD; /* boards_close says so */
        if (loyd_cursor_next(paths, &row, NULL) != LOYD_OK || row == NULL)
            break;
        solution.path = *row->moves; /* borrowed */
        answer->solution_no++;
        code = answer_print(run, answer);
    }
    return code;
}

/* Returns the optimum of a solution, or LOYD_LENGTH_UNKNOWN. */
static uint16_t
proven_stm(const loyd_solution *solution)
{
    return solution->lower == solution->upper ? solution->upper
                                              : LOYD_LENGTH_UNKNOWN;
}

/* Prints a board with what --facts and --all ask for. */
static int
print_found(const struct run *run, struct answer *answer)
{
    bool is_all = opt.all;
    struct item *item = answer->item;
    struct board_facts facts;
    loyd_cursor *paths = NULL;
    int code =
        facts_find(run, item->where, &item->puzzle,
                   item->code == EXIT_DONE ? proven_stm(answer->solution)
                                           : LOYD_LENGTH_UNKNOWN,
                   &facts, is_all ? &paths : NULL);

    if (code == EXIT_DONE && item->code == EXIT_DONE && is_all &&
        !facts.optimal.is_counted)
        code = fail(item->where, "solutions not counted: %s",
                    facts.reason);
    if (code != EXIT_DONE) {
        item->text = NULL; /* overwritten by later lines */
        answer->code = item_failed(item, code);
    } else {
        answer->facts = &facts;
    }
    code = paths != NULL && answer->code == EXIT_DONE
               ? print_list(run, answer, paths)
               : answer_print(run, answer);
    loyd_cursor_close(&paths);
    return code;
}

/* Writes the picture of --svg. */
static int
draw(const struct run *run, const struct boards *boards,
     const struct item *item, const loyd_solution *solution)
{
    loyd_entry entry;

    if (boards->n_answered > 1)
        return refuse("--svg", "a picture has one board");
    entry_make(&item->puzzle, "", &entry);
    entry_set(&entry, metric_of(&run->args), solution);
    return entry_draw(run, &entry);
}

/* Prints the line of an item: a queue's. */
static int
print_item(struct queue *queue, size_t line, const loyd_solution *solution)
{
    const struct run *run = queue->run;
    struct item *item = &queue->items[line];
    struct answer answer = {.code = item->code, .item = item};
    loyd_search lower, upper;
    int drawn = EXIT_DONE;

    if (solution != NULL)
        answer_by(&answer, solution, queue->options, &lower, &upper);
    if (solution != NULL && solution->upper == LOYD_LENGTH_UNKNOWN)
        answer.code = item_interrupted(item, solution->lower);
    else
        queue->boards->n_answered++;
    if (answer.code == EXIT_DONE && run->args.svg != NULL)
        drawn = draw(run, queue->boards, item, solution);
    return exit_higher(drawn, answer.code < EXIT_COMMAND &&
                                      (run->args.facts || opt.all)
                                  ? print_found(run, &answer)
                                  : answer_print(run, &answer));
}

/* Without options, only boards of more than 16 cells have an effort. */
static loyd_solve_options
options_of(const struct args *args, struct deadline *deadline)
{
    bool is_plain = args->is_proof || args->nodes != 0;
    unsigned effort = args->effort;

    if (effort == LOYD_EFFORT_NONE && !is_plain)
        effort = LOYD_EFFORT_QUICK;
    return (loyd_solve_options){.nodes = args->nodes,
                                .is_length_only = args->solve.is_length_only,
                                .effort = (loyd_effort)effort,
                                .is_wide_only = true,
                                .metric = (loyd_metric)args->metric,
                                .stop = args->solve.milliseconds != 0
                                            ? deadline_passed
                                            : NULL,
                                .context = deadline};
}

/* Returns whether a board is to be solved: a queue's. */
static bool
take_item(struct queue *queue, size_t line)
{
    const struct args *args = &queue->run->args;
    struct item *item = &queue->items[line];
    const loyd_board *start = &item->puzzle.start;

    if (line == 0) /* each has its own time, or a list that takes time */
        queue->most = args->solve.milliseconds != 0 || args->facts || opt.all
                          ? 1
                          : QUEUE_MAX;
    if (args->solve.milliseconds != 0)
        deadline_set(queue->context, args->solve.milliseconds);
    if (item->code == EXIT_DONE)
        item->code = item_judge(item);
    if (item->code == EXIT_DONE && queue->most > 1 &&
        start->width * start->height > LOYD_EXACT_CELLS)
        queue->most = (size_t)BATCH_FEW * threads_wanted(queue->run);
    return item->code == EXIT_DONE;
}

static int
solve_all(const struct run *run, struct boards *boards)
{
    struct deadline deadline;
    const loyd_solve_options options = options_of(&run->args, &deadline);
    struct queue *queue = calloc(1, sizeof(*queue));
    int code;

    if (queue == NULL)
        return report("solve", LOYD_E_NOMEM, NULL);
    queue->take = take_item;
    queue->print = print_item;
    queue->context = &deadline;
    queue->needs_solver = run->args.facts || opt.all;
    code = queue_run(run, queue, boards, &options);
    free(queue);
    return code;
}

static int
search_all(struct run *run, struct boards *boards)
{
    static struct searches searches;
    const loyd_solve_options options = options_of(&run->args, NULL);
    int code = searches_read(run, opt.algorithms, &searches);

    return code == EXIT_DONE
               ? searches_run(run, boards, &searches, &options)
               : code;
}

int
cmd_solve(struct run *run)
{
    struct boards boards;
    int code = answer_rows(run, opt.all, opt.algorithms != NULL);
    int closed = EXIT_DONE;

    if (code == EXIT_DONE && (code = boards_open(run, &boards)) == EXIT_DONE &&
        (code = solver_start(run, queue_progress)) == EXIT_DONE) {
        code = opt.algorithms != NULL ? search_all(run, &boards)
                                      : solve_all(run, &boards);
        closed = boards_close(&boards);
    }
    return exit_higher(code, closed);
}
