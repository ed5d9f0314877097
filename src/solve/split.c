/* SPDX-License-Identifier: MIT */
/*
 * Splits one board into the boards that its first few moves lead to, all
 * equally deep and no two the same, in the order of their paths. At every
 * bound they are a batch of jobs with what is left of the bound as their
 * limit; of the parts that are solved the first gives the canonical path, and
 * once a part is solved those behind it are not wanted any more.
 */
#include "solve/split.h"

#include <stdlib.h>
#include <string.h>

#define PARTS_WANTED 128
#define PARTS_MAX (4 * PARTS_WANTED - 1)
#define PART_DEPTH_MAX 32

struct part {
    struct permuted board;
    uint8_t dir[PART_DEPTH_MAX]; /* the moves that lead there */
};

struct split {
    struct part *parts;
    size_t n;
    unsigned depth;
    struct search_job *jobs; /* [n] */
};

static bool
is_new(const struct part *parts, size_t n, const struct permuted *board)
{
    size_t cells = (size_t)board->width * board->height;

    for (size_t i = 0; i < n; i++)
        if (memcmp(parts[i].board.home, board->home, cells) == 0)
            return false;
    return true;
}

/* Adds the parts one move behind `p`, in the order of the path wanted. */
static size_t
add_children(const struct search_job *job, const struct part *p,
             unsigned depth, struct part *out, size_t n)
{
    for (unsigned r = 0; r < 4; r++)
        for (unsigned dir = 0; dir < 4; dir++) {
            const struct permuted *b = &p->board;

            if (job->rank[dir] != r ||
                cell_of_tile(b->width, b->height, b->blank, (loyd_dir)dir) ==
                    CELL_NONE ||
                (depth > 0 && dir == (p->dir[depth - 1] ^ 2u)))
                continue;
            out[n] = *p;
            out[n].dir[depth] = (uint8_t)dir;
            permuted_move(&out[n].board, (loyd_dir)dir);
            n += is_new(out, n, &out[n].board);
        }
    return n;
}

static loyd_err
split_make(struct split *s, const struct search_job *job)
{
    struct part *next = calloc(PARTS_MAX, sizeof(*next)), *is_done;

    *s = (struct split){.n = 1};
    s->parts = calloc(PARTS_MAX, sizeof(*s->parts));
    s->jobs = calloc(PARTS_MAX, sizeof(*s->jobs));
    if (next == NULL || s->parts == NULL || s->jobs == NULL) {
        free(next);
        return LOYD_E_NOMEM;
    }
    s->parts[0].board = job->board;
    for (; s->n < PARTS_WANTED && s->depth < PART_DEPTH_MAX; s->depth++) {
        size_t n = 0;

        for (size_t i = 0; i < s->n; i++)
            n = add_children(job, &s->parts[i], s->depth, next, n);
        is_done = s->parts;
        s->parts = next;
        next = is_done;
        s->n = n;
    }
    free(next);
    return LOYD_OK;
}

static void
split_free(struct split *s)
{
    for (size_t i = 0; s->jobs != NULL && i < s->n; i++)
        loyd_moves_free(&s->jobs[i].path);
    free(s->jobs);
    free(s->parts);
}

/* The parts' jobs for one bound; their estimates stay known. */
static void
set_jobs(const struct split *s, const struct search_job *job, unsigned bound)
{
    for (size_t i = 0; i < s->n; i++) {
        struct search_job *j = &s->jobs[i];

        j->board = s->parts[i].board;
        memcpy(j->rank, job->rank, sizeof(j->rank));
        j->wants_path = job->wants_path;
        j->limit = (uint16_t)(bound - s->depth);
        j->end = j->lower > j->limit ? SEARCH_LIMIT : SEARCH_OPEN;
        if (j->end == SEARCH_OPEN)
            j->lower = j->limit; /* one bound: what was met stays met */
    }
}

/* The first part that is solved, or n. */
static size_t
first_solved(const struct split *s)
{
    size_t i = 0;

    while (i < s->n && s->jobs[i].end != SEARCH_SOLVED)
        i++;
    return i;
}

static loyd_err
keep(const struct split *s, size_t solved, struct search_job *job)
{
    const loyd_moves *rest = &s->jobs[solved].path;
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; job->wants_path && err == LOYD_OK && i < s->depth;
         i++)
        err = loyd_moves_push(&job->path, (loyd_dir)s->parts[solved].dir[i]);
    for (size_t i = 0; err == LOYD_OK && i < rest->n; i++)
        err = loyd_moves_push(&job->path, (loyd_dir)rest->dir[i]);
    return err;
}

/*
 * One bound; *done where nothing is left to do. Nodes are the batch's, so
 * that its own stop holds for all the parts together.
 */
static loyd_err
run_bound(struct search_batch *batch, const struct split *s,
          struct search_job *job, unsigned threads, bool *is_done)
{
    struct search_batch parts = {.heuristic = batch->heuristic,
                                 .jobs = s->jobs,
                                 .n_jobs = s->n,
                                 .node_stop = batch->node_stop,
                                 .monitor = batch->monitor,
                                 .n_before = batch->n_before +
                                             atomic_load(&batch->n_done),
                                 .n_all = batch->n_all,
                                 .is_portable = batch->is_portable,
                                 .are_parts = true,
                                 .takes_any_part = !job->wants_path};
    uint64_t n_before = atomic_load(&batch->n_nodes);
    size_t solved;
    loyd_err err;

    atomic_store(&parts.n_nodes, n_before);
    err = search_batch_run(&parts, threads);
    job->nodes += atomic_load(&parts.n_nodes) - n_before;
    atomic_store(&batch->n_nodes, atomic_load(&parts.n_nodes));
    *is_done = true;
    if (err != LOYD_OK)
        return err;
    solved = first_solved(s);
    for (size_t i = 0; i < solved; i++) {
        if (s->jobs[i].end == SEARCH_FAILED)
            return s->jobs[i].err;
        if (s->jobs[i].end == SEARCH_OPEN &&
            (solved == s->n || job->wants_path))
            return LOYD_OK; /* stopped */
    }
    if (solved == s->n) {
        job->lower = (uint16_t)(job->lower + 2);
        *is_done = job->limit != 0 && job->lower > job->limit;
        if (*is_done)
            job->end = SEARCH_LIMIT;
        return LOYD_OK;
    }
    err = keep(s, solved, job);
    job->end = SEARCH_SOLVED;
    return err;
}

loyd_err
split_run(struct search_batch *batch, struct search_job *job, unsigned threads)
{
    struct split s;
    loyd_err err = split_make(&s, job);
    bool is_done = false;

    while (err == LOYD_OK && !is_done) {
        set_jobs(&s, job, job->lower);
        err = run_bound(batch, &s, job, threads, &is_done);
    }
    if (err == LOYD_OK && job->end != SEARCH_OPEN)
        atomic_fetch_add(&batch->n_done, 1);
    split_free(&s);
    return err;
}
