/* SPDX-License-Identifier: MIT */
/* Finds all shortest solutions of a board whose optimum is known. */
#ifndef LOYD_SOLVE_SEARCH_TRACE_H
#define LOYD_SOLVE_SEARCH_TRACE_H

#include "solve/search/path_graph.h"
#include "solve/table/stock.h"

enum trace_end {
    TRACE_DONE = 0,
    TRACE_BUDGET, /* trace->budget is used up */
    TRACE_FALSE   /* the optimum is not trace->length */
};

/* One board, which can be solved. */
struct trace {
    struct permuted board;
    unsigned length;         /* its optimum, in STM */
    uint64_t budget;         /* nodes; 0: no limit */
    struct monitor *monitor;
    uint64_t nodes;          /* generated */
    enum trace_end end;
    struct path_graph graph; /* with TRACE_DONE */
    uint32_t root;           /* the node of the board */
};

/*
 * Searches all that the bound `length` allows, once for each state, and keeps
 * the states from which the goal can be reached in time. With a whole table
 * no others are visited.
 *
 *   trace  `graph`, `root`, `nodes` and `end` are written; the caller frees
 *          the graph, also after an error.
 *
 * A false length is always noticed: if it is too short, nothing is found; if
 * it is too long, a state is reached in fewer moves than a solution passes it.
 *
 * Errors: LOYD_E_NOMEM, LOYD_E_CANCELLED, LOYD_E_CORRUPT (a table has an
 * impossible value).
 */
LOYD_NODISCARD loyd_err trace_run(const struct table_body *tables,
                                  struct trace *trace);

#endif
