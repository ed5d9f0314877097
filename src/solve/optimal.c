/* SPDX-License-Identifier: MIT */
/* Counts and lists all shortest solutions of a puzzle. */
#include "loyd/optimal.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/cursor.h"
#include "core/moves.h"
#include "solve/search/trace.h"
#include "solve/solver.h"

/* A walk through the graph of a board, from one solution to the next. */
struct path_list {
    loyd_cursor head;
    struct path_graph graph;
    uint8_t dir_in[4]; /* direction on the board -> in the class */
    loyd_moves moves;  /* the current solution, on the board */
    uint32_t *at;      /* [moves.n + 1] its nodes */
    bool has_begun;
};

static void
path_list_close(loyd_cursor *cursor)
{
    struct path_list *list = (struct path_list *)cursor;

    path_graph_free(&list->graph);
    loyd_moves_free(&list->moves);
    free(list->at);
}

/*
 * Follows the first edge of the node after `depth` moves that is `dir` or
 * comes after it. Returns false if there is none.
 */
static bool
descend(struct path_list *list, size_t depth, unsigned dir)
{
    const struct path_node *node = &list->graph.nodes[list->at[depth]];

    for (; dir < 4; dir++)
        if (node->next[list->dir_in[dir]] != PATH_NONE) {
            list->moves.dir[depth] = (uint8_t)dir;
            list->at[depth + 1] = node->next[list->dir_in[dir]];
            return true;
        }
    return false;
}

/* The next solution differs from the last one as late as possible. */
static loyd_err
path_list_next(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct path_list *list = (struct path_list *)cursor;
    size_t depth = list->has_begun ? list->moves.n : 0;

    (void)why;
    if (list->has_begun) {
        while (depth > 0 &&
               !descend(list, depth - 1, list->moves.dir[depth - 1] + 1u))
            depth--;
        if (depth == 0)
            return LOYD_OK;
    }
    while (depth < list->moves.n && descend(list, depth, 0))
        depth++;
    list->has_begun = true;
    *found = true;
    return LOYD_OK;
}

static const struct cursor_kind path_list_kind = {
    .size = sizeof(struct path_list),
    .next = path_list_next,
    .close = path_list_close,
};

/* Takes the graph of a trace. */
static loyd_err
path_list_open(const struct frame *f, struct trace *trace,
               loyd_cursor **paths)
{
    struct path_list *list = cursor_new(&path_list_kind);
    loyd_err err = LOYD_OK;

    if (list == NULL)
        return LOYD_E_NOMEM;
    list->head.row.moves = &list->moves;
    list->graph = trace->graph;
    trace->graph = (struct path_graph){.n = 0};
    for (unsigned d = 0; d < 4; d++)
        list->dir_in[f->dir_out[d]] = (uint8_t)d;
    for (unsigned i = 0; err == LOYD_OK && i < trace->length; i++)
        err = moves_push(&list->moves, LOYD_DIR_UP);
    list->at = calloc(trace->length + 1, sizeof(*list->at));
    if (list->at == NULL)
        err = LOYD_E_NOMEM;
    else
        list->at[0] = trace->root;
    return cursor_opened(list, err, paths);
}

/*
 * Traces with the tables that the solver has, or small ones. A budget is
 * counted with the small ones, so that it ends at the same node everywhere.
 */
static loyd_err
run(loyd_solver *solver, const loyd_class *cls, struct trace *trace)
{
    struct stock *stock = &solver->stock;
    const struct table_body *set = NULL;
    struct class_tables *t;
    bool is_large;
    loyd_err err = stock_class(stock, cls, LOYD_STM, &t);

    if (err != LOYD_OK)
        return err;
    is_large = trace->budget == 0 && t->worth_large != 0 &&
               (solver->tables == LOYD_TABLES_LARGE ||
                (solver->tables == LOYD_TABLES_AUTO && t->has_large));
    for (;;) {
        err = stock_tables(stock, t, is_large, &set);
        if (err == LOYD_E_NOMEM && is_large &&
            solver->tables == LOYD_TABLES_AUTO) {
            is_large = false;
            continue;
        }
        if (err != LOYD_OK)
            return err;
        err = trace_run(set, trace);
        if (!is_large)
            t->small_nodes += trace->nodes;
        if (err != LOYD_E_CORRUPT || !stock_condemn(stock, t, is_large))
            return err;
        path_graph_free(&trace->graph);
    }
}

/* Finds the optimum. Leaves LOYD_LENGTH_UNKNOWN if the search ended before. */
static loyd_err
find_length(loyd_solver *solver, const loyd_puzzle *puzzle,
            const loyd_optimal_options *of, loyd_optimal *optimal,
            loyd_why *why)
{
    const loyd_solve_expert expert = {.is_proof_only = true};
    const loyd_solve_options options = {.nodes = of->nodes,
                                        .is_length_only = true,
                                        .expert = &expert,
                                        .stop = of->stop,
                                        .context = of->context};
    loyd_solution solution = {.upper = 0};
    loyd_err err = loyd_solve(solver, puzzle, 1, &options, &solution, why);

    if (err == LOYD_OK && solution.lower == solution.upper)
        optimal->stm = solution.upper;
    optimal->nodes = solution.nodes;
    return err;
}

/* Counts along the canonical path the nodes with a single edge. */
static uint16_t
count_forced(const struct frame *f, const struct trace *trace)
{
    uint8_t dir_in[4];
    uint32_t at = trace->root;
    uint16_t n = 0;

    for (unsigned d = 0; d < 4; d++)
        dir_in[f->dir_out[d]] = (uint8_t)d;
    for (unsigned i = 0; i < trace->length; i++) {
        const uint32_t *next = trace->graph.nodes[at].next;
        unsigned first = 4, n_edges = 0;

        for (unsigned d = 4; d-- > 0;)
            if (next[dir_in[d]] != PATH_NONE) {
                first = d;
                n_edges++;
            }
        n = (uint16_t)(n + (n_edges == 1));
        at = next[dir_in[first]];
    }
    return n;
}

static void
keep_optimal(const struct frame *f, const struct trace *trace,
             loyd_optimal *optimal)
{
    const struct path_node *root = &trace->graph.nodes[trace->root];

    optimal->is_counted = true;
    optimal->is_capped = trace->graph.is_capped;
    optimal->solutions = root->paths;
    optimal->states = trace->graph.n;
    optimal->forced = count_forced(f, trace);
    for (unsigned d = 0; d < 4; d++)
        if (root->next[d] != PATH_NONE)
            optimal->first_moves |= (uint8_t)(1u << f->dir_out[d]);
}

/* Counts the solutions of a board whose optimum is optimal->stm. */
static loyd_err
count(loyd_solver *solver, const loyd_puzzle *puzzle, uint64_t budget,
      loyd_optimal *optimal, loyd_cursor **paths, loyd_why *why)
{
    struct trace trace = {.length = optimal->stm,
                          .budget = budget,
                          .monitor = &solver->monitor};
    struct frame frame;
    loyd_err err;

    frame_of_goal(&puzzle->goal, &frame);
    frame_board(&frame, &puzzle->start, &trace.board);
    err = run(solver, &frame.cls, &trace);
    optimal->nodes += trace.nodes;
    if (err == LOYD_OK && trace.end == TRACE_FALSE)
        err = why_set(why, LOYD_E_RANGE, "the optimum is not %u STM",
                      optimal->stm);
    if (err == LOYD_OK && trace.end == TRACE_DONE) {
        keep_optimal(&frame, &trace, optimal);
        if (paths != NULL)
            err = path_list_open(&frame, &trace, paths);
    }
    path_graph_free(&trace.graph);
    return err;
}

loyd_err
loyd_optimal_find(loyd_solver *solver, const loyd_puzzle *puzzle,
                  const loyd_optimal_options *options, loyd_optimal *optimal,
                  loyd_cursor **paths, loyd_why *why)
{
    static const loyd_optimal_options none;
    loyd_optimal found = {.stm = LOYD_LENGTH_UNKNOWN};
    loyd_cursor *list = NULL;
    uint64_t budget;
    loyd_err err;

    WHY_GIVEN(why);
    options = options != NULL ? options : &none;
    budget = options->nodes;
    if ((err = loyd_puzzle_check(puzzle, why)) != LOYD_OK)
        return err;
    if (options->stm != 0)
        found.stm = options->stm;
    else
        err = find_length(solver, puzzle, options, &found, why);
    monitor_begin(&solver->monitor, options->stop, NULL, options->context);
    if (err == LOYD_OK && found.stm != LOYD_LENGTH_UNKNOWN &&
        puzzle->start.width * puzzle->start.height <= LOYD_OPTIMAL_CELLS &&
        (budget == 0 || found.nodes < budget))
        err = count(solver, puzzle, budget == 0 ? 0 : budget - found.nodes,
                    &found, paths != NULL ? &list : NULL, why);
    if (err == LOYD_E_CANCELLED && solver->monitor.has_enough)
        err = LOYD_OK; /* not counted */
    monitor_end(&solver->monitor);
    if (err != LOYD_OK)
        return err;
    *optimal = found;
    if (paths != NULL)
        *paths = list;
    return LOYD_OK;
}
