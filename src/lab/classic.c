/* SPDX-License-Identifier: MIT */
/* The names of the classic searches, and what all of them share. */
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"
#include "base/why.h"
#include "core/board.h"
#include "lab/search.h"

/* Row by row, as people do: a solution in little time, far from a shortest. */
static loyd_err
by_rows(struct search *s)
{
    return loyd_solve_by_rows(s->puzzle, &s->result->solution.path, NULL, NULL,
                              NULL);
}

static loyd_err
by_stages(struct search *s)
{
    return loyd_solve_by_stages(s->options.solver, s->puzzle,
                                &s->result->solution.path, NULL);
}

static loyd_err
by_loyd(struct search *s)
{
    return loyd_solve(s->options.solver, s->puzzle, 1, s->options.own,
                      &s->result->solution, s->why);
}

static const struct {
    const char *name;
    loyd_err (*run)(struct search *s);
    bool is_informed;
    bool is_optimal;
} algorithms[ALGORITHM_COUNT_] = {
    [ALGORITHM_BFS] = {"bfs", search_bfs, false, true},
    [ALGORITHM_DFS] = {"dfs", search_dfs, false, false},
    [ALGORITHM_ASTAR] = {"astar", search_astar, true, true},
    [ALGORITHM_IDASTAR] = {"idastar", search_idastar, true, true},
    [ALGORITHM_ROW] = {"row", by_rows, false, false},
    [ALGORITHM_STAGES] = {"constructive", by_stages, false, false},
    [ALGORITHM_LOYD] = {"loyd", by_loyd, false, true},
};

static const char *const heuristics[HEURISTIC_COUNT_] = {
    [HEURISTIC_NONE] = "none",
    [HEURISTIC_HAMMING] = "hamming",
    [HEURISTIC_MANHATTAN] = "manhattan",
    [HEURISTIC_LINEAR_CONFLICT] = "linear-conflict",
    [HEURISTIC_EUCLIDEAN] = "euclidean",
};

/* --- names --- */

const char *
algorithm_name(enum algorithm algorithm)
{
    return algorithms[algorithm].name;
}

/* Returns "none", "hamming", "manhattan", "linear-conflict" or "euclidean":
 * static text. */
static const char *
heuristic_name(enum heuristic_kind heuristic)
{
    return heuristics[heuristic];
}

bool
algorithm_is_informed(enum algorithm algorithm)
{
    return algorithms[algorithm].is_informed;
}

static loyd_err
parse_algorithm(struct slice word, enum algorithm *algorithm, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    for (unsigned i = 0; i < ALGORITHM_COUNT_; i++)
        if (slice_is(word, algorithms[i].name)) {
            *algorithm = (enum algorithm)i;
            return LOYD_OK;
        }
    return why_set(why, LOYD_E_SYNTAX, "unknown algorithm '%s'",
                   why_quote(word.at, word.len, quote));
}

static loyd_err
parse_heuristic(struct slice word, enum heuristic_kind *heuristic,
                loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    for (unsigned i = 0; i < HEURISTIC_COUNT_; i++)
        if (slice_is(word, heuristics[i])) {
            *heuristic = (enum heuristic_kind)i;
            return LOYD_OK;
        }
    return why_set(
        why, LOYD_E_SYNTAX,
        "unknown heuristic '%s': expected none, hamming, manhattan, "
        "linear-conflict or euclidean",
        why_quote(word.at, word.len, quote));
}

loyd_err
classic_parse(const char *text, size_t len, struct classic *classic,
              loyd_why *why)
{
    struct slice rest = {text, len}, word;
    struct classic read = {ALGORITHM_BFS, HEURISTIC_NONE};
    bool has_heuristic = slice_cut(&rest, ':', &word);
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = parse_algorithm(word, &read.algorithm, why)) != LOYD_OK)
        return err;
    if (has_heuristic)
        err = parse_heuristic(rest, &read.heuristic, why);
    else if (algorithms[read.algorithm].is_informed)
        read.heuristic = HEURISTIC_MANHATTAN;
    if (err == LOYD_OK && read.heuristic != HEURISTIC_NONE &&
        !algorithms[read.algorithm].is_informed)
        err = why_set(why, LOYD_E_SYNTAX, "%s uses no heuristic",
                      algorithms[read.algorithm].name);
    if (err == LOYD_OK)
        *classic = read;
    return err;
}

size_t
classic_print(const struct classic *classic, char text[CLASSIC_TEXT])
{
    text[0] = '\0';
    strcat(text, algorithm_name(classic->algorithm));
    if (algorithm_is_informed(classic->algorithm)) {
        strcat(text, ":");
        strcat(text, heuristic_name(classic->heuristic));
    }
    return strlen(text);
}

/* --- searching --- */

/* What follows without any search: a start that is not the goal needs a move,
   and in STM the parity of every solution's length is that of the blank's
   distance. */
static void
raise_lower(const struct search *s)
{
    const loyd_puzzle *puzzle = s->puzzle;
    uint16_t *lower = &s->result->solution.lower;
    unsigned distance = search_taxicab(s, board_blank(&puzzle->start),
                                       board_blank(&puzzle->goal));

    if (*lower == 0 && !board_equal(&puzzle->start, &puzzle->goal))
        *lower = 1;
    if (s->options.metric == LOYD_STM && (*lower + distance) % 2 != 0)
        ++*lower;
}

/* Sets the interval from the path of a search that has ended. */
static loyd_err
conclude(const struct search *s, loyd_why *why)
{
    loyd_solution *solution = &s->result->solution;

    if (s->options.search.algorithm == ALGORITHM_LOYD)
        return LOYD_OK;
    if (s->result->end != END_SOLVED) {
        solution->upper = LOYD_LENGTH_UNKNOWN;
        raise_lower(s);
        return LOYD_OK;
    }
    if (loyd_moves_replay(&s->puzzle->start, &s->puzzle->goal, &solution->path,
                          NULL, NULL) != LOYD_OK)
        return why_set(why, LOYD_E_CORRUPT, "the path misses the goal");
    solution->upper =
        (uint16_t)loyd_moves_length(&solution->path, s->options.metric);
    if (algorithms[s->options.search.algorithm].is_optimal)
        solution->lower = solution->upper;
    else
        raise_lower(s);
    return LOYD_OK;
}

loyd_err
classic_solve(const loyd_puzzle *puzzle, const struct classic_options *options,
              struct classic_result *result, loyd_why *why)
{
    struct classic_result found = {.end = END_SOLVED};
    struct classic_options settled = *options;
    struct search *s = NULL;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = loyd_puzzle_check(puzzle, why)) != LOYD_OK)
        return err;
    if (settled.memory == 0)
        settled.memory = CLASSIC_MEMORY;
    if (settled.depth == 0)
        settled.depth = CLASSIC_DEPTH;
    if ((s = malloc(sizeof(*s))) == NULL)
        return LOYD_E_NOMEM;
    search_begin(s, puzzle, &settled, &found);
    s->why = why;
    err = algorithms[settled.search.algorithm].run(s);
    if (err == LOYD_E_EXHAUSTED && found.end == END_SOLVED)
        found.end = END_MEMORY; /* there is no other limit */
    if (err == LOYD_OK || err == LOYD_E_EXHAUSTED)
        err = conclude(s, why);
    if (err == LOYD_OK)
        *result = found;
    else
        loyd_moves_free(&found.solution.path);
    free(s);
    return err;
}
