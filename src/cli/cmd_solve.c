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

static const char *const tables_words[] = {"auto", "small", "large", NULL};

static const struct option_row option_table[] = {
    OPTION_LAYOUT,
    {"length", NULL, "print lengths without moves, which is faster",
     SHARED(solve.is_length_only)},
    {"all", NULL,
     "print all shortest solutions in STM, in the order U, R, D, L", OWN(all)},
    {"prove", NULL,
     "prove every board, however long it takes; otherwise boards of more than "
     "16 cells may give A..B", SHARED(is_proof)},
    OPTION_EFFORT, OPTION_FACTS, OPTION_GOAL, OPTION_METRIC,
    {"nodes", "N",
     "stop the search of a board after N nodes and print A..B and a solution "
     "of length B; with --algorithm, print error",
     SHARED_NUMBER(nodes, 1, INT64_MAX)},
    {"seconds", "S",
     "stop after S seconds per board, such as 0.5, including the building of "
     "tables, and print the best result so far: A..B and a solution of length "
     "B. This is the only option that makes results depend on the machine; "
     "they are never stored",
     SHARED_BY(read_seconds, solve.milliseconds, 1, 1000000000)},
    {"limit", "N", "with --all: at most N solutions of each board",
     OWN_NUMBER(limit, 1, INT64_MAX), .letter = 'n'},
    {"tables", "KIND",
     "tables of the solver: small ones, which are fast to build, or large "
     "ones; auto begins with small ones and builds large ones when the work "
     "justifies them (default: auto)", SHARED_WORD(tables, 0, tables_words)},
    OPTION_THREADS, OPTION_ROWS, OPTION_NAMES_DB,
    {"algorithm", "LIST",
     "run textbook searches, separated by commas, and print a row for each: "
     "bfs, astar or idastar, which prove the length; or dfs, up to a maximum "
     "depth, row (row by row) or constructive (by stages, about 67 moves for "
     "4x4 in microseconds), which do not; or loyd, the solver itself. A "
     "heuristic may follow astar or idastar: astar:none, hamming, manhattan "
     "(the default), linear-conflict or euclidean", OWN(algorithms)},
    {"depth", "N", "for dfs: maximum length of a solution (default: 80)",
     SHARED_NUMBER(depth, 1, CLASSIC_DEPTH_MAX)},
    {"memory", "BYTES",
     "with --prove: memory of a search beyond 16 cells, "
     SEARCH_MEMORY
     "; "
     "with --algorithm bfs or astar: maximum memory per board (default: 1G)",
     SHARED_BY(read_bytes, memory, 1, INT64_MAX)},
    OPTION_SVG, OPTION_ANIMATE, OPTIONS_OF_ROWS};

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

static int
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

const struct command command_solve = {
    "solve", "[BOARD]...", "find shortest solutions and prove them",
    "Prints one line per board, in input order: the optimal length, a tab "
    "and the moves; or unsolvable; or error. U, D, L and R are the "
    "directions in which tiles move; a number repeats a move. Of all "
    "shortest solutions, the first in the order U, R, D, L is printed. A "
    "board may be given by name or read from stdin, as in `loyd check`.\n"
    "\n"
    "If the optimal length is not proven, a line is A..B, a tab and a "
    "solution of length B. That is usual beyond 16 cells without --prove; "
    "smaller boards are always proven, unless --nodes or --seconds is given. "
    "With --length, a line is only the length or the interval.\n"
    "\n"
    "--facts adds two columns: the number of shortest solutions in STM, and "
    "the moves with which they begin; each is - if they are not counted. "
    "--all prints one line per shortest solution. Solutions are counted on "
    "up to 32 cells if the length is proven; beyond 16 cells within 20 "
    "million nodes, unless --prove or --nodes is given. With --json, the "
    "facts have more fields.\n"
    "\n"
    "--algorithm runs textbook searches instead, and prints a row for each: "
    "the number of the board, the search, the length of its solution, the "
    "nodes that it generated and the most that it kept, the most memory in "
    "bytes, the CPU seconds, and the solution. bfs, astar (which may find "
    "any shortest solution), idastar and loyd prove the length; the solutions "
    "of dfs, row and constructive may be longer than necessary. A search "
    "that reaches a limit (--nodes, --memory, --depth) is an error, whose "
    "message gives a lower bound of the length.",
    ACTION(cmd_solve, NEEDS_NOTHING, NULL, NULL),
    option_table, 0, -1,
    .examples =
    "loyd solve \"5 4 0/6 8 7/3 2 1\"\n"
    "loyd solve --goal \"1 2 3/8 0 4/7 6 5\" \"2 8 3/1 6 4/7 0 5\"\n"
    "loyd generate 4x4 --count 9 --seed test | loyd solve | cut -f1\n"
    "loyd solve --layout spiral < boards.txt\n"
    "loyd solve --length < data/korf100.boards\n"
    "loyd solve --all \"8 6 7/2 5 4/3 0 1\"\n"
    "loyd generate 6x6 --count 3 --seed test | loyd solve --effort good\n"
    "loyd solve --algorithm bfs,astar:hamming,idastar \"5 4 0/6 8 7/3 2 1\"\n",
    .rules =
        "--layout excludes --goal\n"
        "--limit needs --all\n"
        "--length excludes --all,--algorithm\n"
        "--algorithm,--seconds excludes --all,--facts\n"
        "--all,--facts excludes --metric=mtm\n"
        "--algorithm excludes --prove,--effort,--seconds\n"
        "--effort excludes --prove,--nodes\n"
        "--memory needs --prove|--algorithm\n"
        "--prove+--memory excludes --nodes\n"
        "--depth needs --algorithm\n"
        "--svg excludes --algorithm\n"
        "--animate needs --svg\n"
        "--length excludes --animate\n"};
