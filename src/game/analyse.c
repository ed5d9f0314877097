/* SPDX-License-Identifier: MIT */
/* Analyses games: their walks, and the searches that these need, together. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "game/replay.h"
#include "game/walk.h"
#include "solve/solver.h"

#define PAUSE_MS 3000 /* the least, and the multiple of the median: */
#define PAUSE_MEDIANS 4

struct analysing {
    loyd_solver *solver;
    loyd_metric metric;
    size_t n; /* games */
    struct walk *walks;
    /* What is searched in a round; the walk of each in `of`. */
    loyd_puzzle *puzzles;
    loyd_solution *solutions;
    uint16_t *lowers;
    uint16_t *limits;
    size_t *of;
};

void
loyd_analysis_free(loyd_analysis *analysis)
{
    if (analysis == NULL)
        return;
    free(analysis->positions);
    *analysis = (loyd_analysis){.n = 0};
}

static void
clear_solutions(struct analysing *a)
{
    for (size_t i = 0; i < a->n; i++) {
        loyd_moves_free(&a->solutions[i].path);
        a->solutions[i] = (loyd_solution){.lower = 0};
    }
}

static void
analysing_free(struct analysing *a)
{
    for (size_t i = 0; a->walks != NULL && i < a->n; i++)
        walk_free(&a->walks[i]);
    if (a->solutions != NULL)
        clear_solutions(a);
    free(a->walks);
    free(a->puzzles);
    free(a->solutions);
    free(a->lowers);
    free(a->limits);
    free(a->of);
}

static bool
analysing_new(struct analysing *a)
{
    a->walks = calloc(a->n, sizeof(*a->walks));
    a->puzzles = calloc(a->n, sizeof(*a->puzzles));
    a->solutions = calloc(a->n, sizeof(*a->solutions));
    a->lowers = calloc(a->n, sizeof(*a->lowers));
    a->limits = calloc(a->n, sizeof(*a->limits));
    a->of = calloc(a->n, sizeof(*a->of));
    return a->walks != NULL && a->puzzles != NULL && a->solutions != NULL &&
           a->lowers != NULL && a->limits != NULL && a->of != NULL;
}

static bool
is_wide(const loyd_game *game)
{
    return board_cells(&game->puzzle.start) > LOYD_EXACT_CELLS;
}

/* Solves the starts. */
static loyd_err
begin(struct analysing *a, const loyd_game *games, loyd_analysis *analyses,
      loyd_why *why)
{
    const loyd_solve_options options = {
        .metric = a->metric, .effort = LOYD_EFFORT_GOOD, .is_wide_only = true};
    loyd_err err;

    for (size_t i = 0; i < a->n; i++)
        a->puzzles[i] = games[i].puzzle;
    err = loyd_solve(a->solver, a->puzzles, a->n, &options, a->solutions, why);
    for (size_t i = 0; err == LOYD_OK && i < a->n; i++) {
        const loyd_solution *solution = &a->solutions[i];
        loyd_analysis *to = &analyses[i];

        *to = (loyd_analysis){.metric = a->metric,
                              .lower = solution->lower,
                              .upper = solution->upper};
        a->walks[i] = (struct walk){.game = &games[i], .to = to};
        if (is_wide(&games[i]))
            continue;
        to->positions = calloc(games[i].n_slides + 1, sizeof(*to->positions));
        err = to->positions == NULL ? LOYD_E_NOMEM
                                    : walk_begin(&a->walks[i], solution);
    }
    return err;
}

/* Sends all walks on to their next searches; returns the number of these. */
static size_t
next_round(struct analysing *a, loyd_err *err, loyd_why *why)
{
    size_t n = 0;

    for (size_t i = 0; *err == LOYD_OK && i < a->n; i++) {
        struct walk *w = &a->walks[i];

        if (is_wide(w->game) || !walk_on(w, &a->lowers[n], &a->limits[n], err))
            continue;
        a->puzzles[n] = (loyd_puzzle){w->now, w->game->puzzle.goal};
        a->of[n++] = i;
    }
    if (*err == LOYD_E_MOVE)
        why_set(why, *err, "a slide is impossible");
    return *err == LOYD_OK ? n : 0;
}

/* Reports how many slides have been analysed. */
static bool
tell(const struct analysing *a)
{
    uint64_t done = 0, total = 0;

    for (size_t i = 0; i < a->n; i++) {
        done += a->walks[i].slide;
        total += a->walks[i].game->n_slides;
    }
    return solver_tell(a->solver, "analysing", done, total);
}

static loyd_err
walk_all(struct analysing *a, loyd_why *why)
{
    const loyd_solve_expert expert = {.lowers = a->lowers,
                                      .limits = a->limits};
    const loyd_solve_options options = {.metric = a->metric,
                                        .expert = &expert};
    loyd_err err = LOYD_OK;
    size_t n;

    clear_solutions(a);
    while ((n = next_round(a, &err, why)) > 0) {
        err =
            loyd_solve(a->solver, a->puzzles, n, &options, a->solutions, why);
        for (size_t i = 0; err == LOYD_OK && i < n; i++)
            err = walk_take(&a->walks[a->of[i]], &a->solutions[i]);
        clear_solutions(a);
        if (err == LOYD_OK && !tell(a))
            err = LOYD_E_CANCELLED;
    }
    return err;
}

/* --- sums --- */

/* Of a wide board, only the end of a solved game is known. */
static void
sum_wide(loyd_analysis *to, const loyd_game *game)
{
    loyd_game_facts facts;

    game_count(game, &facts);
    to->moves = to->metric == LOYD_STM ? facts.stm : facts.mtm;
    to->end = facts.is_solved ? 0 : LOYD_LENGTH_UNKNOWN;
}

/* The longest i..j with left[i] <= left[j]: i and j only ever ascend. */
static loyd_err
find_detour(loyd_analysis *to)
{
    uint16_t *most = calloc(to->n, sizeof(*most)); /* of left[j..] */
    size_t i = 0;

    if (most == NULL)
        return LOYD_E_NOMEM;
    for (size_t j = to->n; j-- > 0;) {
        most[j] = to->positions[j].left;
        if (j + 1 < to->n && most[j + 1] > most[j])
            most[j] = most[j + 1];
    }
    for (size_t j = 0; j < to->n;) {
        if (to->positions[i].left > most[j]) {
            i++;
            j = j < i ? i : j;
            continue;
        }
        if (j - i > to->detour[1] - to->detour[0]) {
            to->detour[0] = i;
            to->detour[1] = j;
        }
        j++;
    }
    free(most);
    return LOYD_OK;
}

static uint32_t
median_ms(const loyd_game *game)
{
    uint32_t low = 0, high = game->n_slides > 0 ? LOYD_GAME_MS_MAX : 0;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        size_t n = 0;

        for (size_t i = 0; i < game->n_slides; i++)
            n += game->slides[i].ms <= middle;
        if (n > game->n_slides / 2)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void
find_pauses(loyd_analysis *to, const loyd_game *game)
{
    uint32_t least = PAUSE_MEDIANS * median_ms(game);

    to->pause_ms = least > PAUSE_MS ? least : PAUSE_MS;
    for (size_t i = 0; i < game->n_slides; i++)
        to->pauses += game->slides[i].ms >= to->pause_ms;
}

static loyd_err
sum_up(loyd_analysis *to, const loyd_game *game)
{
    find_pauses(to, game);
    if (is_wide(game)) {
        sum_wide(to, game);
        return LOYD_OK;
    }
    to->end = to->positions[to->n - 1].left;
    return find_detour(to);
}

loyd_err
loyd_games_analyse(loyd_solver *solver, const loyd_game *games, size_t n,
                   loyd_metric metric, loyd_analysis *analyses, loyd_why *why)
{
    struct analysing a = {.solver = solver, .metric = metric, .n = n};
    loyd_err err;

    WHY_GIVEN(why);
    for (size_t i = 0; i < n; i++)
        analyses[i] = (loyd_analysis){.n = 0};
    if ((unsigned)metric >= LOYD_METRICS)
        return why_set(why, LOYD_E_RANGE, "unknown metric %u", metric);
    if (n == 0)
        return LOYD_OK;
    err = analysing_new(&a) ? begin(&a, games, analyses, why) : LOYD_E_NOMEM;
    if (err == LOYD_OK)
        err = walk_all(&a, why);
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        err = sum_up(&analyses[i], &games[i]);
    for (size_t i = 0; err != LOYD_OK && i < n; i++)
        loyd_analysis_free(&analyses[i]);
    analysing_free(&a);
    return err;
}
