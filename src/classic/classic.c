/* SPDX-License-Identifier: MIT */
/* Owns the names of the classic searches, and what is the same for all. */
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"
#include "base/why.h"
#include "classic/search.h"
#include "core/moves.h"

static const struct {
    const char *name;
    loyd_err (*run)(struct search *s);
    bool is_informed;
    bool is_optimal;
} algorithms[LOYD_ALGORITHM_COUNT_] = {
    [LOYD_ALGORITHM_BFS] = {"bfs", search_bfs, false, true},
    [LOYD_ALGORITHM_DFS] = {"dfs", search_dfs, false, false},
    [LOYD_ALGORITHM_ASTAR] = {"astar", search_astar, true, true},
    [LOYD_ALGORITHM_IDASTAR] = {"idastar", search_idastar, true, true},
    [LOYD_ALGORITHM_CONSTRUCTIVE] = {"constructive", search_constructive,
                                     false, false},
};

static const char *const heuristics[LOYD_HEURISTIC_COUNT_] = {
    [LOYD_HEURISTIC_NONE] = "none",
    [LOYD_HEURISTIC_HAMMING] = "hamming",
    [LOYD_HEURISTIC_MANHATTAN] = "manhattan",
    [LOYD_HEURISTIC_LINEAR_CONFLICT] = "linear-conflict",
};

/* --- names --- */

const char *
loyd_algorithm_name(loyd_algorithm algorithm)
{
    return (unsigned)algorithm < LOYD_ALGORITHM_COUNT_
               ? algorithms[algorithm].name
               : "";
}

const char *
loyd_heuristic_name(loyd_heuristic heuristic)
{
    return (unsigned)heuristic < LOYD_HEURISTIC_COUNT_ ? heuristics[heuristic]
                                                       : "";
}

bool
loyd_algorithm_is_informed(loyd_algorithm algorithm)
{
    return (unsigned)algorithm < LOYD_ALGORITHM_COUNT_ &&
           algorithms[algorithm].is_informed;
}

static loyd_err
parse_algorithm(struct slice word, uint8_t *algorithm, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    for (unsigned i = 0; i < LOYD_ALGORITHM_COUNT_; i++)
        if (slice_is(word, algorithms[i].name)) {
            *algorithm = (uint8_t)i;
            return LOYD_OK;
        }
    return why_set(why, LOYD_E_SYNTAX,
                   "unknown algorithm '%s': expected bfs, dfs, astar, idastar "
                   "or constructive",
                   why_quote(word.at, word.len, quote));
}

static loyd_err
parse_heuristic(struct slice word, uint8_t *heuristic, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    for (unsigned i = 0; i < LOYD_HEURISTIC_COUNT_; i++)
        if (slice_is(word, heuristics[i])) {
            *heuristic = (uint8_t)i;
            return LOYD_OK;
        }
    return why_set(
        why, LOYD_E_SYNTAX,
        "unknown heuristic '%s': expected none, hamming, manhattan or "
        "linear-conflict",
        why_quote(word.at, word.len, quote));
}

static loyd_err
check_search(const loyd_classic *classic, loyd_err err, loyd_why *why)
{
    if (classic->heuristic == LOYD_HEURISTIC_NONE ||
        algorithms[classic->algorithm].is_informed)
        return LOYD_OK;
    return why_set(why, err, "%s uses no heuristic",
                   algorithms[classic->algorithm].name);
}

loyd_err
loyd_classic_parse(const char *text, size_t len, loyd_classic *classic,
                   loyd_why *why)
{
    struct slice rest = {text, len}, word;
    loyd_classic read = {LOYD_ALGORITHM_BFS, LOYD_HEURISTIC_NONE};
    bool has_heuristic = slice_cut(&rest, ':', &word);
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = parse_algorithm(word, &read.algorithm, why)) != LOYD_OK)
        return err;
    if (has_heuristic)
        err = parse_heuristic(rest, &read.heuristic, why);
    else if (algorithms[read.algorithm].is_informed)
        read.heuristic = LOYD_HEURISTIC_MANHATTAN;
    if (err == LOYD_OK)
        err = check_search(&read, LOYD_E_SYNTAX, why);
    if (err == LOYD_OK)
        *classic = read;
    return err;
}

size_t
loyd_classic_print(const loyd_classic *classic, char text[LOYD_CLASSIC_TEXT])
{
    text[0] = '\0';
    strcat(text, loyd_algorithm_name((loyd_algorithm)classic->algorithm));
    if (loyd_algorithm_is_informed((loyd_algorithm)classic->algorithm)) {
        strcat(text, ":");
        strcat(text, loyd_heuristic_name((loyd_heuristic)classic->heuristic));
    }
    return strlen(text);
}

/* --- searching --- */

/* Checks options and replaces zeros by defaults. */
static loyd_err
settle(const loyd_classic_options *given, loyd_classic_options *options,
       loyd_why *why)
{
    *options = (loyd_classic_options){0};
    if (given != NULL)
        *options = *given;
    if (options->memory == 0)
        options->memory = LOYD_CLASSIC_MEMORY;
    if (options->depth == 0)
        options->depth = LOYD_CLASSIC_DEPTH;
    if ((unsigned)options->metric >= LOYD_METRICS ||
        options->search.algorithm >= LOYD_ALGORITHM_COUNT_ ||
        options->search.heuristic >= LOYD_HEURISTIC_COUNT_)
        return why_set(why, LOYD_E_RANGE, "unknown search or metric");
    if (options->depth > LOYD_CLASSIC_DEPTH_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "depth %u is too large: expected at most %d",
                       options->depth, LOYD_CLASSIC_DEPTH_MAX);
    return check_search(&options->search, LOYD_E_RANGE, why);
}

/* What follows without any search: a start that is not the goal needs a move,
   and in STM the parity of every solution's length is that of the blank's
   distance. */
static void
raise_lower(const struct search *s)
{
    const loyd_puzzle *puzzle = s->puzzle;
    uint16_t *lower = &s->result->solution.lower;
    unsigned distance =
        cell_taxicab(loyd_board_blank(&puzzle->start),
                     loyd_board_blank(&puzzle->goal), puzzle->goal.width);

    if (*lower == 0 && !loyd_board_equal(&puzzle->start, &puzzle->goal))
        *lower = 1;
    if (s->options.metric == LOYD_STM && (*lower + distance) % 2 != 0)
        ++*lower;
}

/* Sets the interval from the path of a search that has ended. */
static loyd_err
conclude(const struct search *s, loyd_why *why)
{
    loyd_solution *solution = &s->result->solution;

    if (s->result->end != LOYD_END_SOLVED) {
        solution->upper = LOYD_STM_UNKNOWN;
        raise_lower(s);
        return LOYD_OK;
    }
    if (!moves_lead(&s->puzzle->start, &s->puzzle->goal, &solution->path))
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
loyd_classic_solve(const loyd_puzzle *puzzle,
                   const loyd_classic_options *options,
                   loyd_classic_result *result, loyd_why *why)
{
    loyd_classic_result found = {.end = LOYD_END_SOLVED};
    loyd_classic_options settled;
    struct search *s = NULL;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = settle(options, &settled, why)) != LOYD_OK ||
        (err = loyd_puzzle_check(puzzle, why)) != LOYD_OK)
        return err;
    if ((s = malloc(sizeof(*s))) == NULL)
        return LOYD_E_NOMEM;
    search_begin(s, puzzle, &settled, &found);
    err = algorithms[settled.search.algorithm].run(s);
    if (err == LOYD_OK || err == LOYD_E_EXHAUSTED)
        err = conclude(s, why);
    if (err == LOYD_OK)
        *result = found;
    else
        loyd_moves_free(&found.solution.path);
    free(s);
    return err;
}
