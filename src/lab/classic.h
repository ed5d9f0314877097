/* SPDX-License-Identifier: MIT */
/*
 * The searches of textbooks, by name: to compare them, to teach them, and to
 * check loyd_solve, which is one of them. The others use no tables and share
 * no code with it, except for the two that do not search: row by row, and by
 * stages.
 */
#ifndef LOYD_LAB_CLASSIC_H
#define LOYD_LAB_CLASSIC_H

#include "core/mlc.h"
#include "loyd.h"

enum algorithm {
    ALGORITHM_BFS = 0,     /* breadth-first search [Moore 1959] */
    ALGORITHM_DFS = 1,     /* depth-first search to a depth limit */
    ALGORITHM_ASTAR = 2,   /* A* [Hart, Nilsson, Raphael 1968] */
    ALGORITHM_IDASTAR = 3, /* iterative-deepening A* [Korf 1985] */
    ALGORITHM_ROW = 4,     /* row by row, as people do */
    ALGORITHM_STAGES = 5,  /* loyd_solve_by_stages */
    ALGORITHM_LOYD = 6,    /* loyd_solve, which needs a solver and options */
    ALGORITHM_COUNT_
};

/*
 * A lower bound of the moves from a board to the goal. In MTM it is divided by
 * the longer side less one, the maximum of tiles in a slide, rounded up.
 */
enum heuristic_kind {
    HEURISTIC_NONE = 0,            /* 0 */
    HEURISTIC_HAMMING = 1,         /* the number of misplaced tiles */
    HEURISTIC_MANHATTAN = 2,       /* the sum of their taxicab distances */
    HEURISTIC_LINEAR_CONFLICT = 3, /* and 2 for each tile that must leave
                                     its goal's line [Hansson, Mayer, Yung
                                     1992]: puzzle_mlc */
    HEURISTIC_EUCLIDEAN = 4,       /* the sum of straight distances, each
                                     rounded down to twelfths, rounded up */
    HEURISTIC_COUNT_
};

/* A search and its heuristic. All but A* and IDA* have none. */
struct classic {
    enum algorithm algorithm;
    enum heuristic_kind heuristic;
};

/* Returns "bfs", "dfs", "astar", "idastar", "row", "constructive" or "loyd":
 * static text. */
const char *algorithm_name(enum algorithm algorithm);

/* Returns whether the algorithm uses a heuristic: A* and IDA* do. */
bool algorithm_is_informed(enum algorithm algorithm);

/* Room for the text of any search, including its NUL. */
#define CLASSIC_TEXT 24

/*
 * Parses the name of an algorithm, or with a heuristic "astar:hamming".
 * Without one, A* and IDA* have the Manhattan distance and the others none.
 *
 *   text, len  the bytes; no NUL is needed.
 *   classic    written on LOYD_OK.
 *
 * Safe from any thread. Errors: LOYD_E_SYNTAX.
 */
LOYD_NODISCARD loyd_err classic_parse(const char *text, size_t len,
                                      struct classic *classic, loyd_why *why);

/*
 * Writes "bfs" or "astar:manhattan" and a NUL, which parse as the same search;
 * returns the length.
 */
size_t classic_print(const struct classic *classic, char text[CLASSIC_TEXT]);

#define CLASSIC_DEPTH 80 /* the default limit of dfs, in moves */
#define CLASSIC_DEPTH_MAX 5000
#define CLASSIC_MEMORY (UINT64_C(1) << 30) /* default: 1 GiB */

/* Options of a search. All zero: breadth-first search with the defaults. */
struct classic_options {
    struct classic search;
    loyd_metric metric; /* 0: LOYD_STM */
    uint64_t nodes;     /* most nodes that may be generated; 0: no limit */
    uint64_t memory;    /* most bytes that may be allocated; 0: the default */
    unsigned depth;     /* of dfs: length of the longest solution that it may
                           find, at most CLASSIC_DEPTH_MAX; 0: the
                           default */
    const loyd_listener *listener; /* progress, or NULL */
    loyd_solver *solver; /* of ALGORITHM_STAGES and ALGORITHM_LOYD, and */
    const loyd_solve_options *own; /* of the latter */
};

/* How a search ended. */
enum classic_end {
    END_SOLVED = 0,
    END_NODES = 1,  /* it generated as many nodes as it may */
    END_MEMORY = 2, /* it may not allocate any more memory */
    END_DEPTH = 3   /* no solution within the depth limit of dfs */
};

/*
 * The result of a search, and what it cost. docs/solver.md defines the
 * counters, which the two that do not search do not have: all are 0. Of
 * loyd_solve only the nodes are known.
 */
struct classic_result {
    loyd_solution solution; /* `lower` is always proven; `upper` is
                               LOYD_LENGTH_UNKNOWN unless solved. Its `nodes`
                               are the nodes generated, with the start */
    enum classic_end end;
    unsigned deepest;  /* the length of the longest path generated */
    uint64_t expanded; /* nodes whose successors were generated */
    uint64_t open;     /* most nodes stored at once before expansion */
    uint64_t closed;   /* most nodes stored at once after it */
    uint64_t kept;     /* most nodes stored at once */
    uint64_t memory;   /* most bytes allocated at once */
};

/*
 * Searches for a path from puzzle->start to puzzle->goal.
 *
 *   result   all zero or freed; written on LOYD_OK. The caller frees
 *            result->solution.path with loyd_moves_free. A limit that is
 *            reached is no error: the path is then empty.
 *
 * BFS, A* and IDA* find shortest solutions: lower == upper. Those of BFS and
 * IDA* are the canonical ones (loyd_solution), that of A* is any. DFS, row
 * and constructive find some solution. No search generates the node from
 * which it has just come; in MTM none slides twice along one line.
 *
 * BFS and A* store every board that they reach, in about 30 bytes and one for
 * each cell, and stop before they exceed the memory limit; 60 KB for the
 * puzzle itself do not count. DFS and IDA* store the moves of one path. The
 * row-by-row method takes O(n^3) time. Results and counters depend on the
 * arguments alone.
 *
 * Safe from any thread; the search uses no other.
 *
 *   [E. F. Moore, "The shortest path through a maze", 1959]
 *   [P. Hart, N. Nilsson, B. Raphael, "A formal basis for the heuristic
 *    determination of minimum cost paths", IEEE Trans. SSC 4 (1968)]
 *   [R. Korf, "Depth-first iterative-deepening", Artif. Intell. 27 (1985)]
 *
 * Errors: LOYD_E_NOMEM, LOYD_E_CANCELLED (by the listener), LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_UNSOLVABLE, and those of
 * loyd_solve.
 */
LOYD_NODISCARD loyd_err classic_solve(const loyd_puzzle *puzzle,
                                      const struct classic_options *options,
                                      struct classic_result *result,
                                      loyd_why *why);

#endif
