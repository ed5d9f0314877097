/* SPDX-License-Identifier: MIT */
/*
 * Jobs of `rate --prove`: a task is a part of a board, and its results
 * are files for each bound that it has completed, results/ID/BOUND.PART-PARTS.
 * Each time that it is claimed, a task searches its next bound, so that no
 * proof is held back by a longer one.
 */
#include <stdlib.h>
#include <time.h>

#include "base/why.h"
#include "cluster/board.h"

#define LOOK_SECONDS 2 /* between two looks at what others have found */

static struct board *
board_of(const struct job *job, uint64_t task, uint32_t *part)
{
    *part = (uint32_t)((task - 1) % job->plan.parts + 1);
    return &job->boards[(task - 1) / job->plan.parts];
}

static loyd_err
prove_check(struct job *job, uint64_t task, loyd_why *why)
{
    loyd_err err = LOYD_OK;
    uint32_t part;

    if (task != 0)
        return board_look(job, board_of(job, task, &part), why);
    for (uint64_t i = 0; err == LOYD_OK && i < job->plan.boards; i++)
        if (job->boards[i].status == STATUS_OPEN)
            err = board_look(job, &job->boards[i], why);
    return err;
}

/* --- a task --- */

/* The search of a bound. */
struct search {
    struct worker *worker;
    struct board *board;
    uint32_t part;
    uint16_t bound;
    uint64_t nodes;   /* of the bounds before it */
    time_t looked;    /* at what others have found */
    bool is_outdated; /* that makes it unnecessary */
    loyd_err err;     /* of a look */
    loyd_why *why;
};

/*
 * The board that has been the cheapest so far comes first, as in the rounds of
 * `rate --prove`; at first the one whose ends are closest. Of a board its
 * least bound comes first; higher ones are only for those who have nothing
 * else to do.
 */
static uint64_t
prove_rank(const struct worker *worker, uint64_t task)
{
    const struct job *job = worker->job;
    uint32_t part;
    const struct board *board = board_of(job, task, &part);
    uint16_t bound = board_bound(board, part), least = bound;
    uint64_t nodes = board->nodes >> 8, gap, ahead;

    for (uint32_t i = 1; i <= job->plan.parts; i++) {
        uint16_t other = board_bound(board, i);

        if (other != 0 && other < least)
            least = other;
    }
    gap = (uint64_t)(board->best - board->first) / 2;
    ahead = (uint64_t)(bound - least) / 2;
    if (nodes >> 40 != 0)
        nodes = (UINT64_C(1) << 40) - 1;
    if (ahead > 2047)
        ahead = 2047;
    return (ahead > 0 ? KIND_AHEAD : 0) | nodes << 23 |
           (gap < 4096 ? gap : 4095) << 11 | ahead;
}

/* A loyd_progress_fn. */
static bool
go_on(void *context, const loyd_progress *at)
{
    struct search *s = context;
    struct job *job = s->worker->job;
    const loyd_progress now = {.what = "proving",
                               .done = s->worker->n_done,
                               .total = job->plan.tasks,
                               .bound = s->bound,
                               .nodes = s->nodes + at->nodes};
    const struct part_state *part = &s->board->parts[s->part - 1];
    struct timespec clock;

    clock_gettime(CLOCK_MONOTONIC, &clock);
    if (clock.tv_sec - s->looked >= LOOK_SECONDS) {
        s->looked = clock.tv_sec;
        s->err = board_look(job, s->board, s->why);
        s->is_outdated = s->board->status != STATUS_OPEN ||
                         part->none >= s->bound || part->length == s->bound ||
                         !board_needs(s->board, s->part, s->bound);
    }
    return s->err == LOYD_OK && !s->is_outdated && job_goes_on(job, &now);
}

/* Divides the board, unless the last task was of it too. */
static loyd_err
divide(struct job *job, const struct board *board, loyd_why *why)
{
    loyd_err err;

    if (job->divided == board)
        return LOYD_OK;
    loyd_split_free(&job->split);
    job->divided = NULL;
    err = loyd_split_new(&board->row.puzzle, (uint32_t)job->plan.parts,
                         &job->split, why);
    if (err == LOYD_OK)
        job->divided = board;
    return err;
}

static void
prove_close(struct job *job)
{
    loyd_split_free(&job->split);
    boards_free(job);
}

/*
 * Searches the bound, and the next ones while they are cheap. `below` becomes
 * what was found at the bound before the last one; its bound is 0 if that was
 * not searched.
 */
static loyd_err
search(struct search *s, struct finding *below, struct finding *finding,
       loyd_why *why)
{
    const loyd_listener listener = {.progress = go_on, .context = s};
    uint64_t parts = s->worker->job->plan.parts;
    loyd_err err;

    for (;;) {
        loyd_solution found = {.nodes = 0};

        err = loyd_split_search(s->worker->job->split, s->worker->solver,
                                s->part, s->bound, &listener, &found, why);
        if (err != LOYD_OK)
            return err;
        *finding =
            (struct finding){.id = s->board->row.id,
                             .part = s->part,
                             .parts = (uint32_t)parts,
                             .bound = s->bound,
                             .nodes = found.nodes,
                             .is_solved = found.upper != LOYD_LENGTH_UNKNOWN,
                             .path = found.path};
        s->nodes += found.nodes;
        if (finding->is_solved || s->nodes >= NODES_CHEAP ||
            !board_needs(s->board, s->part, (uint16_t)(s->bound + 2)))
            return LOYD_OK;
        *below = *finding;
        s->bound = (uint16_t)(s->bound + 2);
    }
}

static loyd_err
prove_work(struct worker *worker, uint64_t task, loyd_why *why)
{
    struct finding below = {.bound = 0}, finding = {.bound = 0};
    struct search s = {.worker = worker, .why = why};
    struct timespec clock;
    loyd_err err;

    s.board = board_of(worker->job, task, &s.part);
    s.bound = board_bound(s.board, s.part);
    clock_gettime(CLOCK_MONOTONIC, &clock);
    s.looked = clock.tv_sec;
    err = divide(worker->job, s.board, why);
    if (err == LOYD_OK)
        err = search(&s, &below, &finding, why);
    /* A path is canonical only if nothing is shorter. */
    if (err == LOYD_OK && finding.is_solved && below.bound != 0)
        err = board_keep(worker->job, s.board, &below, why);
    if (err == LOYD_OK)
        err = board_keep(worker->job, s.board, &finding, why);
    loyd_moves_free(&finding.path);
    if (err == LOYD_E_CANCELLED && s.err != LOYD_OK)
        return s.err;
    return err == LOYD_E_CANCELLED && s.is_outdated ? LOYD_OK : err;
}

static uint64_t
prove_folder(const struct job *job, uint64_t task, char name[FOLDER_NAME])
{
    uint32_t part;

    board_folder(board_of(job, task, &part), name);
    return task - part + job->plan.parts + 1;
}

static uint64_t
prove_task_of(const struct job *job, uint64_t in, const char *name)
{
    struct finding finding;
    uint32_t part;

    (void)board_of(job, in, &part);
    return finding_name_parse(name, &finding) &&
                   finding.parts == job->plan.parts
               ? in - part + finding.part
               : 0;
}

/* --- the join --- */

/* The state of a board as a proof; false if it is wrong. */
static bool
proof_of(const struct job *job, const struct board *board, loyd_proof *proof)
{
    const struct part_state *best = board_best(job, board);
    uint16_t lower = board_lower(job, board);

    if (board->status == STATUS_WRONG)
        return false;
    if (board->status == STATUS_OPEN && lower == board->best)
        lower--; /* the canonical path is not known yet */
    if (lower < board->row.lower)
        lower = board->row.lower;
    *proof =
        (loyd_proof){.id = board->row.id,
                     .from = board->row.lower,
                     .lower = lower,
                     .upper = board->best,
                     .path = best != NULL ? &best->path : &board->row.path};
    return true;
}

static loyd_err
prove_join(struct joining *j, loyd_why *why)
{
    struct job *job = j->job;
    loyd_proof *proofs = calloc((size_t)job->plan.boards + 1, sizeof(*proofs));
    loyd_err err = proofs != NULL ? prove_check(job, 0, why) : LOYD_E_NOMEM;
    size_t n = 0;

    for (uint64_t i = 0; err == LOYD_OK && i < job->plan.boards; i++) {
        if (proof_of(job, &job->boards[i], &proofs[n]))
            n++;
        else
            j->missing++;
    }
    if (err == LOYD_OK)
        err = loyd_catalogue_add_proofs(j->store, proofs, n, &job->listener,
                                        &j->result, why);
    free(proofs);
    return err;
}

void
job_open_boards(const struct job *job, open_fn each, void *context)
{
    loyd_proof proof;

    for (uint64_t i = 0; job->boards != NULL && i < job->plan.boards; i++)
        if (proof_of(job, &job->boards[i], &proof) &&
            proof.lower != proof.upper)
            each(context, &proof.id, proof.lower, proof.upper);
}

const struct kind kind_prove = {
    .command = "rate",
    .unit = "proving",
    .plan = boards_read,
    .check = prove_check,
    .rank = prove_rank,
    .work = prove_work,
    .folder = prove_folder,
    .task_of = prove_task_of,
    .join = prove_join,
    .close = prove_close,
};
