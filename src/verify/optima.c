/* SPDX-License-Identifier: MIT */
/* Verifies ratings by plain searches, where these are short. */
#include "verify/catalogue.h"

/* A rating's columns lower, upper and path, and what is wrong with it. */
struct rating {
    const struct raw_value *columns;
    const char *below;
    const char *above;
    const char *path;
};

/* Returns whether the stored path is the one that the search has found. */
static bool
is_path(const struct raw_value *path, const struct plain_path *found)
{
    struct path_rest rest = raw_path(path);
    unsigned dir, count, n = 0;

    while (path_run(&rest, &dir, &count))
        for (; count > 0; count--, n++)
            if (n >= found->n || found->dir[n] != dir)
                return false;
    return n == found->n;
}

static const char *
compare(const struct rating *rating, unsigned length,
        const struct plain_path *found)
{
    int64_t lower = rating->columns[0].number;
    int64_t upper = rating->columns[1].number;
    const struct raw_value *path = &rating->columns[2];

    if (length < lower)
        return rating->below;
    if (length > upper)
        return rating->above;
    return lower == upper && path->kind != RAW_NULL && !is_path(path, found)
               ? rating->path
               : NULL;
}

/* Returns whether a rating is there and short enough for a search. */
static bool
is_short(const struct rating *rating, size_t cells, int64_t most)
{
    const struct raw_value *upper = &rating->columns[1];

    return upper->kind == RAW_NUMBER &&
           (cells <= SEARCHED_CELLS || upper->number <= most);
}

const char *
prove_optima(const struct raw_value *values, const struct plain_board *board,
             struct plain_lengths *lengths, uint64_t *found)
{
    const struct rating stm = {&values[PUZZLE_LOWER],
                               "the optimum is below the rating's lower bound",
                               "the optimum is above the rating's upper bound",
                               "the path is not the canonical one"};
    const struct rating mtm = {
        &values[PUZZLE_MTM_LOWER],
        "the optimum in MTM is below the rating's lower bound",
        "the optimum in MTM is above the rating's upper bound",
        "the path in MTM is not the canonical one"};
    size_t cells = (size_t)board->width * board->height;
    const char *fault = NULL;
    struct plain_path path;
    unsigned length;

    if (is_short(&stm, cells, SEARCHED_STM) &&
        plain_solve(board, PLAIN_NODES, &path)) {
        ++*found;
        fault = compare(&stm, path.n, &path);
    }
    if (fault == NULL && is_short(&mtm, cells, SEARCHED_MTM) &&
        plain_solve_mtm(lengths, board, &length, &path)) {
        ++*found;
        fault = compare(&mtm, length, &path);
    }
    return fault;
}
