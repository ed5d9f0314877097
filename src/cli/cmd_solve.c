/* SPDX-License-Identifier: MIT */
/*
 * `loyd solve`: prints shortest solutions, one line per board, in input order.
 * Boards that are available are solved as one batch, so that a slow pipe is
 * not waited for and a large file is never in memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/boards.h"
#include "cli/command.h"
#include "cli/entry.h"
#include "cli/facts.h"
#include "cli/json.h"
#include "cli/signals.h"
#include "cli/solving.h"

#define BATCH_MAX 4096
#define BATCH_FEW 4 /* per thread, of large boards, which take long */

static const struct option_row option_nodes = {
    "nodes", 0, "N",
    "stop proving a board after N search nodes; prints A..B and a solution "
    "of length B",
    OPTION_NUMBER(nodes, 1, INT64_MAX)};
static const struct option_row option_prove = {
    "prove", 0, NULL,
    "prove every board, however long it takes; otherwise boards of more than "
    "16 cells may give A..B",
    OPTION_SWITCH(is_proof)};
static const struct option_row option_all = {
    "all", 0, NULL,
    "print all shortest solutions in STM, in the order U, R, D, L",
    OPTION_SWITCH(all_solutions)};
static const struct option_row option_solutions = {
    "limit", 'n', "N", "with --all: at most N solutions of each board",
    OPTION_NUMBER(limit, 1, INT64_MAX)};

option_table solve_options = {
    &option_layout, &option_goal,  &option_metric, &option_effort,
    &option_nodes,  &option_prove,  &option_all,     &option_solutions,
    &option_facts,  &option_tables, &option_threads, &option_names_db,
    &option_json,   NULL,
};

/* The items of one batch; puzzles and solutions are those of valid ones. */
struct batch {
    struct item items[BATCH_MAX];
    loyd_puzzle puzzles[BATCH_MAX];
    loyd_solution solutions[BATCH_MAX];
    size_t n_items;
    size_t n_puzzles;
};

/*
 * Checks that start and goal match and that the board is solvable. Called
 * before the search, so that messages are in the order of the lines.
 */
static int
judge(struct item *item)
{
    bool is_solvable = false;
    loyd_why why = {""};
    loyd_err err;

    err = loyd_solvable(&item->puzzle.start, &item->puzzle.goal, &is_solvable,
                        &why);
    if (err != LOYD_OK)
        return item_failed(item, report(item->where, err, &why));
    return is_solvable ? EXIT_DONE : EXIT_NO;
}

static void
gather(const struct run *run, struct boards *boards, struct batch *batch)
{
    size_t most = BATCH_MAX;

    batch->n_items = batch->n_puzzles = 0;
    do {
        struct item *item = &batch->items[batch->n_items];
        const loyd_board *start = &item->puzzle.start;

        if (!boards_next(boards, item))
            return;
        batch->n_items++;
        if (item->code == EXIT_DONE)
            item->code = judge(item);
        if (item->code != EXIT_DONE)
            continue;
        batch->puzzles[batch->n_puzzles++] = item->puzzle;
        if (start->width * start->height > LOYD_EXACT_CELLS)
            most = (size_t)BATCH_FEW * threads_wanted(run);
    } while (batch->n_items < BATCH_MAX && batch->n_items < most &&
             boards_are_ready(boards));
}

/* What one line of the output shows. */
struct shown {
    const loyd_solution *solution;
    const struct board_facts *facts; /* NULL without --facts and --all */
    uint64_t solution_no;            /* with --all, from 1 */
};

static int
print_text(int code, const struct shown *shown)
{
    const loyd_solution *solution = shown->solution;
    char *path = NULL;

    if (code == EXIT_DONE && (path = moves_text(&solution->path)) == NULL)
        code = report("stdout", LOYD_E_NOMEM, NULL);
    if (code != EXIT_DONE) {
        puts(code == EXIT_NO ? "unsolvable" : "error");
        return code;
    }
    if (solution->lower == solution->upper)
        printf("%u\t%s", solution->lower, path);
    else
        printf("%u..%u\t%s", solution->lower, solution->upper, path);
    if (shown->facts != NULL && shown->solution_no == 0)
        facts_print_columns(shown->facts);
    putchar('\n');
    free(path);
    return code;
}

static loyd_err
make_entry(const struct item *item, const loyd_solution *solution,
           const loyd_solve_options *options, loyd_entry *entry)
{
    const loyd_board *start = &item->puzzle.start;
    bool is_mtm = options->metric == LOYD_MTM;
    loyd_search *lower = is_mtm ? &entry->mtm.lower_search
                                : &entry->lower_search;
    loyd_search *upper = is_mtm ? &entry->mtm.upper_search
                                : &entry->upper_search;
    loyd_err err =
        entry_make(&item->puzzle, "", is_mtm ? NULL : solution, entry);

    if (err == LOYD_OK && item->name != NULL)
        entry->name = item->name;
    if (err == LOYD_OK && is_mtm)
        err = entry_add_mtm(entry, solution);
    loyd_search_of(options, start->width, start->height, lower, upper);
    return err;
}

static int
print_json(int code, struct item *item, const struct shown *shown,
           const loyd_solve_options *options)
{
    loyd_entry entry;
    struct jw *json;

    if (code == EXIT_DONE) {
        if (make_entry(item, shown->solution, options, &entry) == LOYD_OK) {
            code = json_entry_facts(&entry, shown->facts, shown->solution_no);
            entry_clear(&entry);
            return code;
        }
        item->text = NULL;
        code = item_failed(item, report(item->where, LOYD_E_NOMEM, NULL));
    }
    if (code != EXIT_NO) {
        item_print_error(item);
        return code;
    }
    json = json_begin();
    json_puzzle(json, &item->puzzle);
    if (item->name != NULL)
        jw_string(json, "name", item->name);
    jw_string(json, "status", "unsolvable");
    if (shown->facts != NULL)
        facts_json(json, shown->facts);
    json_end(json);
    return code;
}

static int
print_line(const struct run *run, int code, struct item *item,
           const struct shown *shown, const loyd_solve_options *options)
{
    return run->args.json ? print_json(code, item, shown, options)
                          : print_text(code, shown);
}

/* Prints the solutions of a list, at most as many as --limit. */
static int
print_list(const struct run *run, struct item *item, struct shown *shown,
           loyd_cursor *paths, const loyd_solve_options *options)
{
    loyd_solution solution = *shown->solution;
    loyd_optimal_path path;
    bool found = true;
    int code = EXIT_DONE;

    shown->solution = &solution;
    while (code == EXIT_DONE && !out_is_broken() &&
           (run->args.limit == 0 || shown->solution_no < run->args.limit)) {
        if (interrupted())
            return EXIT_BAD; /* boards_close says so */
        if (loyd_optimal_path_next(paths, &path, &found, NULL) != LOYD_OK ||
            !found)
            break;
        solution.path = *path.moves; /* borrowed */
        shown->solution_no++;
        code = print_line(run, EXIT_DONE, item, shown, options);
    }
    return code;
}

/* Returns the optimum of a solution, or LOYD_STM_UNKNOWN. */
static uint16_t
proven_stm(const loyd_solution *solution)
{
    return solution->lower == solution->upper ? solution->upper
                                              : LOYD_STM_UNKNOWN;
}

/* Prints a board with what --facts and --all ask for. */
static int
print_found(const struct run *run, struct item *item,
            const loyd_solution *solution, const loyd_solve_options *options)
{
    bool is_all = run->args.all_solutions;
    struct board_facts facts;
    struct shown shown = {solution, &facts, 0};
    char reason[FACTS_REASON_BYTES];
    loyd_cursor *paths = NULL;
    int code = facts_find(
        run, item->where, &item->puzzle,
        item->code == EXIT_DONE ? proven_stm(solution) : LOYD_STM_UNKNOWN,
        &facts, is_all ? &paths : NULL);

    if (code == EXIT_DONE && item->code == EXIT_DONE && is_all &&
        !facts.optimal.is_counted)
        code = fail(item->where, "solutions not counted: %s",
                    facts_reason(&item->puzzle.start, &facts, reason));
    if (code != EXIT_DONE) {
        item->text = NULL; /* overwritten by later lines */
        (void)item_failed(item, code);
    } else {
        code = item->code;
    }
    code = paths != NULL && code == EXIT_DONE
               ? print_list(run, item, &shown, paths, options)
               : print_line(run, code, item, &shown, options);
    loyd_cursor_close(&paths);
    return code;
}

/* Frees what a batch that is not printed keeps. */
static void
batch_clear(struct batch *batch)
{
    for (size_t i = 0; i < batch->n_puzzles; i++)
        loyd_moves_free(&batch->solutions[i].path);
    for (size_t i = 0; i < batch->n_items; i++)
        item_clear(&batch->items[i]);
}

/* Prints a batch; returns the highest exit code of its lines. */
static int
print_batch(const struct run *run, struct batch *batch,
            const loyd_solve_options *options)
{
    loyd_solution *solution = batch->solutions;
    int highest = EXIT_DONE;

    for (size_t i = 0; i < batch->n_items; i++) {
        struct item *item = &batch->items[i];
        bool is_plain = !run->args.facts && !run->args.all_solutions;
        int code = item->code;

        if (is_plain || code >= EXIT_COMMAND)
            code = print_line(run, code, item,
                              &(struct shown){.solution = solution}, options);
        else
            code = print_found(run, item, solution, options);
        highest = exit_higher(highest, code);
        if (item->code == EXIT_DONE)
            loyd_moves_free(&solution++->path);
        item_clear(item);
    }
    fflush(stdout);
    return highest;
}

/* Without options, only boards of more than 16 cells have an effort. */
static loyd_solve_options
options_of(const struct args *args)
{
    bool is_plain = args->is_proof || args->nodes != 0;
    unsigned effort = args->effort;

    if (effort == LOYD_EFFORT_NONE && !is_plain)
        effort = LOYD_EFFORT_QUICK;
    return (loyd_solve_options){.nodes = args->nodes,
                                .effort = (loyd_effort)effort,
                                .is_wide_only = true,
                                .metric = (loyd_metric)args->metric};
}

static int
solve_all(const struct run *run, struct boards *boards, struct batch *batch)
{
    const loyd_solve_options options = options_of(&run->args);
    int highest = EXIT_DONE;
    loyd_why why;
    loyd_err err;

    while (!out_is_broken()) {
        gather(run, boards, batch);
        if (batch->n_items == 0)
            break;
        memset(batch->solutions, 0,
               batch->n_puzzles * sizeof(batch->solutions[0]));
        err = loyd_solve(run->solver, batch->puzzles, batch->n_puzzles,
                         &options, batch->solutions, &why);
        progress_clear();
        if (err != LOYD_OK)
            batch_clear(batch);
        if (err == LOYD_E_CANCELLED) /* boards_close says so */
            return EXIT_BAD;
        if (err != LOYD_OK)
            return report("solve", err, &why);
        highest = exit_higher(highest, print_batch(run, batch, &options));
    }
    return highest;
}

/* Refuses options that do not fit. */
static int
refuse_options(const struct args *args)
{
    bool is_mtm = args->metric == LOYD_MTM;

    if (args->effort != LOYD_EFFORT_NONE &&
        (args->is_proof || args->nodes != 0))
        return refuse_both("solve", "--effort",
                           args->is_proof ? "--prove" : "--nodes");
    if (is_mtm && (args->all_solutions || args->facts))
        return refuse_both("solve", args->all_solutions ? "--all" : "--facts",
                           "--metric mtm");
    if (args->limit != 0 && !args->all_solutions)
        return refuse_without("solve", "--limit", "--all");
    return EXIT_DONE;
}

int
cmd_solve(struct run *run)
{
    struct batch *batch = malloc(sizeof(*batch));
    struct boards boards;
    int code = refuse_options(&run->args), closed = EXIT_DONE;

    if (code == EXIT_DONE && batch == NULL)
        code = report("solve", LOYD_E_NOMEM, NULL);
    if (code != EXIT_DONE)
        goto done;
    if ((code = boards_open(run, &boards)) == EXIT_DONE &&
        (code = solver_start(run, progress_show)) == EXIT_DONE) {
        code = solve_all(run, &boards, batch);
        closed = boards_close(&boards);
    }
done:
    free(batch);
    return exit_higher(code, closed);
}
