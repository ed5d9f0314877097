/* SPDX-License-Identifier: MIT */
/* Draws attempts and rejects those that bounds put outside the target. */
#include "rate/sieve.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "core/mlc.h"
#include "generate/generator.h"
#include "solve/table/team.h"

/* Attempts per thread at a time; fewer are not worth another thread. */
#define SHARE 512

struct sieve {
    const loyd_generator *generator;
    uint64_t index;
    unsigned threads;
    loyd_board goal;
    struct bound bound;
    struct mlc mlc;
    uint64_t from;
    size_t n;
    size_t n_kept;
    size_t room;     /* of the arrays below, in attempts */
    uint32_t *kept;  /* indices of the attempts kept, ascending */
    bool *is_out;    /* void, or outside the target */
    uint8_t *starts; /* their cells, one board after another */
};

void
bound_prepare(const loyd_board *goal, struct bound *b)
{
    memset(b, 0, sizeof(*b));
    b->n = board_cells(goal);
    for (unsigned home = 0; home < b->n; home++) {
        unsigned label = goal->cell[home];

        for (unsigned c = 0; label != 0 && c < b->n; c++)
            b->way[c][label] = (uint8_t)cell_taxicab(c, home, goal->width);
    }
}

loyd_err
sieve_new(const loyd_generator *generator, uint64_t index, unsigned threads,
          struct sieve **made)
{
    struct sieve *s = calloc(1, sizeof(*s));
    loyd_err err;

    *made = NULL;
    if (s == NULL)
        return LOYD_E_NOMEM;
    s->generator = generator;
    s->index = index;
    s->threads = threads;
    if ((err = generator_goal(generator, index, &s->goal)) != LOYD_OK)
        goto fail;
    bound_prepare(&s->goal, &s->bound);
    mlc_prepare(&s->goal, &s->mlc);
    *made = s;
    return LOYD_OK;

fail:
    sieve_free(s);
    return err;
}

void
sieve_free(struct sieve *s)
{
    if (s == NULL)
        return;
    free(s->kept);
    free(s->is_out);
    free(s->starts);
    free(s);
}

/* Makes room for n attempts: little at first, as most targets need few. */
static bool
make_room(struct sieve *s, size_t n)
{
    size_t cells = board_cells(&s->goal);

    if (n <= s->room)
        return true;
    free(s->kept);
    free(s->is_out);
    free(s->starts);
    s->room = n <= SHARE ? SHARE : SIEVE_MAX;
    s->kept = malloc(s->room * sizeof(*s->kept));
    s->is_out = malloc(s->room * sizeof(*s->is_out));
    s->starts = malloc(s->room * cells);
    return s->kept != NULL && s->is_out != NULL && s->starts != NULL;
}

/*
 * Returns whether the optimum can be inside the target. It is at least
 * `least`, and has the same parity.
 */
static bool
may_be_inside(const loyd_recipe *recipe, unsigned least)
{
    unsigned low = recipe->target_low;

    if (low > least)
        least = low + (low - least) % 2;
    return least <= recipe->target_high;
}

static bool
is_outside(const struct sieve *s, const uint8_t *cells)
{
    const loyd_recipe *recipe = &s->generator->recipe;
    unsigned w = s->goal.width, h = s->goal.height, mlc;
    unsigned distance = bound_of(&s->bound, cells);

    if (recipe->target == LOYD_TARGET_MLC) {
        /* The distance alone rejects most boards above the target. */
        if (distance > recipe->target_high)
            return true;
        mlc = mlc_of(&s->mlc, cells);
        return mlc < recipe->target_low || mlc > recipe->target_high;
    }
    /* A slide moves at most one tile less than the longer side has cells. */
    if (recipe->target == LOYD_TARGET_MTM)
        return distance > recipe->target_high * ((w > h ? w : h) - 1);
    return !may_be_inside(recipe, distance);
}

static void
sift(struct team *t, unsigned member, void *context)
{
    struct sieve *s = context;
    size_t cells = board_cells(&s->goal);

    for (size_t i = member * (size_t)SHARE; i < s->n;
         i += t->n * (size_t)SHARE) {
        size_t here = s->n - i < SHARE ? s->n - i : SHARE;
        uint8_t *starts = s->starts + i * cells;

        generator_attempts(s->generator, s->index, s->from + i, here, &s->goal,
                           starts, s->is_out + i);
        for (size_t k = 0; k < here; k++)
            s->is_out[i + k] =
                s->is_out[i + k] || is_outside(s, starts + k * cells);
    }
}

loyd_err
sieve_draw(struct sieve *s, uint64_t from, size_t n)
{
    size_t shares = (n + SHARE - 1) / SHARE;
    loyd_err err;

    if (!make_room(s, n))
        return LOYD_E_NOMEM;
    s->from = from;
    s->n = n;
    s->n_kept = 0;
    err =
        team_run(shares < s->threads ? (unsigned)shares : s->threads, sift, s);
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        if (!s->is_out[i])
            s->kept[s->n_kept++] = (uint32_t)i;
    return err;
}

size_t
sieve_kept(const struct sieve *s)
{
    return s->n_kept;
}

void
sieve_puzzle(const struct sieve *s, size_t k, loyd_puzzle *puzzle)
{
    size_t cells = board_cells(&s->goal);

    puzzle->goal = puzzle->start = s->goal;
    memcpy(puzzle->start.cell, s->starts + s->kept[k] * cells, cells);
}
