/* SPDX-License-Identifier: MIT */
/* Reads boards, and prints lines in order while they are solved. */
#include "cli/queue.h"

#include <stdio.h>

#include "cli/signals.h"
#include "core/board.h"

/* A search of fewer nodes takes less time than a flush; its line can wait for
 * the next report of progress, or the end of the call. */
#define FLUSH_NODES 1000

/* The state of a queue: what has been printed. */
struct output {
    struct queue *queue;
    size_t line;   /* the next one */
    size_t puzzle; /* the next one */
    size_t begun;  /* puzzles whose calls have begun */
};

static bool has_unflushed; /* there is one stdout */

/* Returns false if stdout is broken, which keeps the cause for out_close. */
static bool
flush(void)
{
    has_unflushed = false;
    fflush(stdout);
    return !out_is_broken();
}

bool
queue_progress(void *context, const loyd_progress *progress)
{
    if (has_unflushed && !flush())
        return false;
    return progress_show(context, progress);
}

/* Returns the solution that a line waits for, or NULL. */
static const loyd_solution *
awaited(const struct output *out)
{
    return out->queue->waits[out->line] ? &out->queue->solutions[out->puzzle]
                                        : NULL;
}

static void
print_next(struct output *out)
{
    struct queue *queue = out->queue;
    const loyd_solution *solution = awaited(out);
    int code = queue->print(queue, out->line++, solution);

    if (solution != NULL)
        loyd_moves_free(&queue->solutions[out->puzzle++].path);
    queue->highest = exit_higher(queue->highest, code);
}

/* Prints the lines that are known, up to the first that is not. */
static void
print_known(struct output *out)
{
    while (out->line < out->queue->n && !out_is_broken()) {
        const loyd_solution *solution = awaited(out);

        if (solution != NULL && (out->puzzle >= out->begun ||
                                 solution->upper == LOYD_LENGTH_UNKNOWN))
            return;
        print_next(out);
        has_unflushed = true;
    }
}

/* A loyd_bound_fn. */
static bool
hear(void *context, const loyd_bound *bound)
{
    struct output *out = context;

    if (bound->solution == NULL)
        return true;
    progress_clear();
    print_known(out);
    if (has_unflushed && bound->nodes >= FLUSH_NODES)
        return flush();
    return !out_is_broken();
}

/* Prints the lines up to the last one that is known. */
static void
print_interrupted(struct output *out)
{
    struct queue *queue = out->queue;
    size_t puzzle = out->puzzle, end = out->line;

    for (size_t i = out->begun; i < queue->n_puzzles; i++)
        queue->solutions[i] = (loyd_solution){.upper = LOYD_LENGTH_UNKNOWN};
    for (size_t i = out->line; i < queue->n; i++)
        if (!queue->waits[i] ||
            queue->solutions[puzzle++].upper != LOYD_LENGTH_UNKNOWN)
            end = i + 1;
    while (out->line < end && !out_is_broken())
        print_next(out);
}

static bool
is_wide(const loyd_puzzle *puzzle)
{
    return puzzle->start.width * puzzle->start.height > LOYD_EXACT_CELLS;
}

/*
 * Returns whether one call may solve both of two neighbours. A call begins
 * with all puzzles of one goal: where a search may be endless, it would keep
 * those of other goals waiting.
 */
static bool
go_together(const loyd_puzzle *a, const loyd_puzzle *b,
            const loyd_solve_options *options)
{
    if (options->effort != LOYD_EFFORT_NONE || (!is_wide(a) && !is_wide(b)))
        return true;
    return options->expert == NULL && board_equal(&a->goal, &b->goal);
}

/* Solves puzzles from `from` on that go together; returns their end. */
static loyd_err
solve_some(struct output *out, size_t *from, loyd_why *why)
{
    struct queue *queue = out->queue;
    const loyd_solve_options *options = queue->options;
    const loyd_puzzle *puzzles = queue->puzzles;
    loyd_solve_options call = *options;
    size_t begin = *from, end = begin + 1;

    while (end < queue->n_puzzles &&
           go_together(&puzzles[end - 1], &puzzles[end], options))
        end++;
    *from = out->begun = end;
    /* Other boards have no other path, and are reported. */
    if (!is_wide(&puzzles[begin]))
        call.expert = NULL;
    if (!queue->needs_solver && call.stop == NULL) {
        call.bound = hear;
        call.context = out;
    }
    return loyd_solve(queue->run->solver, puzzles + begin, end - begin, &call,
                      queue->solutions + begin, why);
}

/* Solves and prints a batch. Returns EXIT_DONE, or an exit code if no more
 * lines can follow. */
static int
answer(struct queue *queue)
{
    struct output out = {.queue = queue};
    loyd_why why = {""};
    loyd_err err = LOYD_OK;
    size_t from = 0;

    print_known(&out);
    while (err == LOYD_OK && from < queue->n_puzzles && !out_is_broken()) {
        err = solve_some(&out, &from, &why);
        progress_clear();
        if (err == LOYD_OK)
            print_known(&out);
    }
    if (interrupted() && err == LOYD_E_CANCELLED)
        print_interrupted(&out);
    for (; out.puzzle < out.begun; out.puzzle++)
        loyd_moves_free(&queue->solutions[out.puzzle].path);
    if (err == LOYD_E_CANCELLED) /* or stdout is broken */
        return EXIT_BAD;
    return report(queue->run->command->name, err, &why);
}

static void
read_batch(struct queue *queue)
{
    queue->n = queue->n_puzzles = 0;
    do {
        struct item *item = &queue->items[queue->n];

        if (!boards_next(queue->boards, item))
            return;
        queue->waits[queue->n] = queue->take(queue, queue->n);
        if (queue->waits[queue->n++])
            queue->puzzles[queue->n_puzzles++] = item->puzzle;
    } while (queue->n < queue->most && boards_are_ready(queue->boards));
}

int
queue_run(const struct run *run, struct queue *queue, struct boards *boards,
          const loyd_solve_options *options)
{
    int ended = EXIT_DONE;

    queue->run = run;
    queue->boards = boards;
    queue->options = options;
    while (ended == EXIT_DONE && !out_is_broken()) {
        read_batch(queue);
        if (queue->n == 0)
            break;
        ended = answer(queue);
        for (size_t i = 0; i < queue->n; i++)
            item_clear(&queue->items[i]);
        fflush(stdout);
    }
    return exit_higher(queue->highest, ended);
}
