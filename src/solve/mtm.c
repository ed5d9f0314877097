/* SPDX-License-Identifier: MIT */
/* Finds shortest solutions in MTM: IDA* over slides. */
#include "solve/mtm.h"

#include "core/board.h"

/* A board of 16 cells needs at most 43 slides on 4x4; others need more. */
#define SLIDES_MAX 256

/* One search: the board, and the slides that led to it. */
struct slider {
    struct search_job *job;
    struct search_batch *batch;
    struct permuted board;
    unsigned goal_blank;
    uint8_t order[4]; /* directions in the class, in canonical order */
    unsigned n_slides;
    uint8_t dir[SLIDES_MAX];
    uint8_t tiles[SLIDES_MAX];
};

/* Returns the least slides of a distance if each moves `most` tiles by one. */
static unsigned
share(unsigned distance, unsigned most)
{
    return (distance + most - 1) / most;
}

/* Returns slides that no solution has less of: of rows and columns apart. */
static unsigned
bound_of(const struct permuted *b, unsigned goal_blank)
{
    unsigned across = 0, down = 0, w = b->width;

    for (unsigned c = 0; c < (unsigned)w * b->height; c++) {
        unsigned h = b->home[c];

        if (c == b->blank)
            continue;
        across += c % w > h % w ? c % w - h % w : h % w - c % w;
        down += c / w > h / w ? c / w - h / w : h / w - c / w;
    }
    (void)goal_blank;
    return share(across, w - 1U) + share(down, b->height - 1U);
}

static bool
is_home(const struct permuted *b)
{
    for (unsigned c = 0; c < (unsigned)b->width * b->height; c++)
        if (b->home[c] != c)
            return false;
    return true;
}

/* Tries all ways to go on with `left` slides; true if the goal is reached. */
static bool
slide(struct slider *s, unsigned left)
{
    unsigned last = s->n_slides > 0 ? s->dir[s->n_slides - 1] & 1U : 2;
    unsigned bound = bound_of(&s->board, s->goal_blank);

    if (bound == 0 && is_home(&s->board))
        return true;
    if (bound > left || left == 0)
        return false;
    s->job->nodes++;
    for (unsigned i = 0; i < 4; i++) {
        unsigned d = s->order[i], n = 0, at = s->n_slides;

        if ((d & 1) == last)
            continue;
        s->n_slides++;
        s->dir[at] = (uint8_t)d;
        while (cell_of_tile(s->board.width, s->board.height, s->board.blank,
                            (loyd_dir)d) != CELL_NONE) {
            permuted_move(&s->board, (loyd_dir)d);
            s->tiles[at] = (uint8_t)++n;
            if (slide(s, left - 1))
                return true;
        }
        while (n-- > 0)
            permuted_move(&s->board, (loyd_dir)(d ^ 2));
        s->n_slides--;
    }
    return false;
}

static loyd_err
keep(struct slider *s)
{
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; i < s->n_slides; i++)
        for (unsigned n = s->tiles[i]; err == LOYD_OK && n > 0; n--)
            err = loyd_moves_push(&s->job->path, (loyd_dir)s->dir[i]);
    return err;
}

static loyd_err
solve(struct search_batch *b, struct search_job *job)
{
    struct slider s = {.job = job, .batch = b, .board = job->board};
    unsigned bound = bound_of(&s.board, s.goal_blank);

    for (unsigned d = 0; d < 4; d++)
        s.order[job->rank[d]] = (uint8_t)d;
    if (bound < job->lower)
        bound = job->lower;
    for (;; bound++) {
        job->lower = (uint16_t)bound;
        if (job->limit != 0 && bound > job->limit)
            job->end = SEARCH_LIMIT;
        else if (bound >= SLIDES_MAX)
            return LOYD_E_CORRUPT;
        else if (slide(&s, bound))
            job->end = SEARCH_SOLVED;
        if (job->end != SEARCH_OPEN)
            return job->end == SEARCH_SOLVED ? keep(&s) : LOYD_OK;
    }
}

loyd_err
mtm_run(struct search_batch *batch, unsigned threads)
{
    loyd_err err = LOYD_OK;

    (void)threads;
    for (size_t i = 0; err == LOYD_OK && i < batch->n_jobs; i++)
        if (batch->jobs[i].end == SEARCH_OPEN)
            err = solve(batch, &batch->jobs[i]);
    return err;
}
