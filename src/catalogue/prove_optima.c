/* SPDX-License-Identifier: MIT */
/* Verifies ratings by plain searches, where these are short. */
#include "catalogue/prove.h"

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
    size_t n;

    if (!prove_path_moves(path, &n) || n != found->n)
        return false;
    for (size_t i = 0; i < n; i++)
        if ((path->bytes[i / 4] >> (6 - 2 * (i % 4)) & 3) != found->dir[i])
            return false;
    return true;
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
prove_optima(const struct raw_value *values, struct plain_lengths *lengths,
             uint64_t *found)
{
    const struct rating stm = {
        &values[PUZZLE_LOWER], "the optimum is below the rating's lower bound",
        "the optimum is above the rating's upper bound",
        "the path is not the canonical one"};
    const struct rating mtm = {
        &values[PUZZLE_MTM_LOWER],
        "the optimum in MTM is below the rating's lower bound",
        "the optimum in MTM is above the rating's upper bound",
        "the path in MTM is not the canonical one"};
    size_t cells = values[PUZZLE_CELLS].len;
    bool is_stm = is_short(&stm, cells, SEARCHED_STM);
    bool is_mtm = is_short(&mtm, cells, SEARCHED_MTM);
    const char *fault = NULL;
    struct plain_board board;
    struct plain_path path;
    unsigned length;

    if ((!is_stm && !is_mtm) ||
        !prove_board(&values[PUZZLE_START], &values[PUZZLE_CELLS],
                     (unsigned)values[PUZZLE_WIDTH].number, &board))
        return NULL;
    if (is_stm && plain_solve(&board, PLAIN_NODES, &path)) {
        ++*found;
        fault = compare(&stm, path.n, &path);
    }
    if (fault == NULL && is_mtm &&
        plain_solve_mtm(lengths, &board, &length, &path)) {
        ++*found;
        fault = compare(&mtm, length, &path);
    }
    return fault;
}
