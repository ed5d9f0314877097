/* SPDX-License-Identifier: MIT */
/*
 * Depth-first search within a bound, which IDA* repeats with growing bounds.
 * It stores the steps of one path and nothing else, so a board that several
 * paths reach is searched again by each of them.
 */
#include "lab/search.h"

/* A path from the start, and what is left to try at each of its boards. */
struct trail {
    struct position at; /* the board at its end */
    uint8_t *step;      /* [depth]: the step being tried at that depth */
    unsigned depth;     /* of `at`; step[depth] leads beyond it */
};

/* Plays the next step at the end of the trail, or takes the last one back. */
static bool
advance(const struct search *s, struct trail *t)
{
    uint8_t last = t->depth > 0 ? t->step[t->depth - 1] : STEP_NONE;
    uint8_t *step = &t->step[t->depth];

    *step = step_next(s, t->at.blank, last, *step);
    if (*step != STEP_NONE) {
        step_play(s, &t->at, *step);
        t->depth++;
        return true;
    }
    if (t->depth > 0)
        step_undo(s, &t->at, t->step[--t->depth]);
    return false;
}

static loyd_err
trail_path(const struct trail *t, loyd_moves *path)
{
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < t->depth; i++)
        err = step_push(path, t->step[i]);
    return err;
}

/* Begins to try the steps from the board at the end of the trail. */
static void
expand(struct search *s, struct trail *t)
{
    t->step[t->depth] = STEP_BEGIN;
    s->result->expanded++;
    if (t->depth >= s->result->closed)
        s->result->kept = s->result->closed = t->depth + 1u;
}

static loyd_err
run(struct search *s, struct trail *t, unsigned bound, bool *is_found,
    unsigned *next)
{
    unsigned first = heuristic_of(s, t->at.sum);
    loyd_err err = search_count(s, 0);

    *next = first > bound ? first : UINT32_MAX;
    *is_found = err == LOYD_OK && first <= bound && is_goal(s, &t->at);
    if (err != LOYD_OK || *is_found || first > bound)
        return err;
    expand(s, t);
    while (t->depth > 0 || t->step[0] != STEP_NONE) {
        unsigned f;

        if (!advance(s, t))
            continue;
        if ((err = search_count(s, t->depth)) != LOYD_OK)
            return err;
        f = t->depth + heuristic_of(s, t->at.sum);
        if (f <= bound && is_goal(s, &t->at)) {
            *is_found = true;
            return trail_path(t, &s->result->solution.path);
        }
        /* A successor's f is at least its depth. */
        if (f <= bound && t->depth < bound) {
            expand(s, t);
            continue;
        }
        if (f <= bound)
            f = bound + 1;
        if (f < *next)
            *next = f;
        t->depth--;
        step_undo(s, &t->at, t->step[t->depth]);
    }
    return LOYD_OK;
}

loyd_err
search_within(struct search *s, unsigned bound, bool *is_found, unsigned *next)
{
    size_t bytes = bound + 1u;
    struct trail trail = {.at = search_start(s)};
    void *steps = NULL;
    loyd_err err = search_get(s, bytes, &steps);

    trail.step = steps;
    if (err == LOYD_OK)
        err = run(s, &trail, bound, is_found, next);
    search_return(s, steps, bytes);
    return err;
}

loyd_err
search_dfs(struct search *s)
{
    bool is_found = false;
    unsigned next = 0;
    loyd_err err = search_within(s, s->options.depth, &is_found, &next);

    if (err != LOYD_OK || is_found)
        return err;
    s->result->solution.lower = (uint16_t)next;
    s->result->end = END_DEPTH;
    return LOYD_E_EXHAUSTED;
}
