/* SPDX-License-Identifier: MIT */
/* Draws many boards, or many attempts at one board, in batches. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "generate/generator.h"

/*
 * Blocks of keystream that are computed in one call, for the first attempts
 * of consecutive boards. Separate calls for each block take three times as
 * long.
 */
#define BATCH_BLOCKS 128

static_assert(BATCH_BLOCKS % SHUFFLE_LANES == 0, "whole groups");

struct batch {
    const loyd_generator *generator;
    uint64_t from;
    uint64_t attempts;
    size_t n;
    uint8_t *starts; /* the cells of n boards, one after another */
    uint8_t *goals;  /* the same, or NULL */
};

/*
 * Draws boards one at a time; only those marked in `again`, if not NULL.
 * `blocks` is the keystream of all first attempts, `each` bytes per board, or
 * NULL.
 */
static loyd_err
draw_singly(const struct batch *batch, const uint8_t *blocks, size_t each,
            const uint8_t *again, loyd_why *why)
{
    loyd_puzzle puzzle;

    for (size_t i = 0; i < batch->n; i++) {
        if (again != NULL && again[i] == 0)
            continue;
        const uint8_t *made = blocks != NULL ? blocks + i * each : NULL;
        loyd_err err = generator_first(batch->generator, batch->from + i,
                                       batch->attempts, made, &puzzle, why);

        if (err != LOYD_OK)
            return err;
        size_t n = board_cells(&puzzle.goal);
        memcpy(batch->starts + i * n, puzzle.start.cell, n);
        if (batch->goals != NULL)
            memcpy(batch->goals + i * n, puzzle.goal.cell, n);
    }
    return LOYD_OK;
}

/*
 * Draws uniform boards, whose attempts take one block each, in parallel
 * lanes. The last group goes through a buffer, as shuffle_many writes whole
 * groups.
 */
static loyd_err
draw_packed(const struct batch *batch, const uint8_t *blocks, loyd_why *why)
{
    const struct shuffle_plan *plan = &batch->generator->plan;
    const uint8_t *goal = batch->generator->recipe.layout.goal.cell;
    uint8_t last[SHUFFLE_LANES * SHUFFLE_CELLS_MAX];
    uint8_t again[BATCH_BLOCKS];
    size_t n = plan->n;
    size_t direct = (batch->n - 1) / SHUFFLE_LANES * SHUFFLE_LANES;

    shuffle_many(plan, blocks, direct, batch->starts, again);
    shuffle_many(plan, blocks + direct * CRYPTO_BLOCK_BYTES, SHUFFLE_LANES,
                 last, again + direct);
    memcpy(batch->starts + direct * n, last, (batch->n - direct) * n);
    for (size_t i = 0; batch->goals != NULL && i < batch->n; i++)
        memcpy(batch->goals + i * n, goal, n);
    return memchr(again, 1, batch->n) != NULL
               ? draw_singly(batch, blocks, CRYPTO_BLOCK_BYTES, again, why)
               : LOYD_OK;
}

static loyd_err
draw_batch(const struct batch *batch, size_t blocks_each, loyd_why *why)
{
    const loyd_generator *generator = batch->generator;
    uint8_t blocks[BATCH_BLOCKS * CRYPTO_BLOCK_BYTES];

    crypto_chacha20(generator->start_key, 0, batch->from * blocks_each, blocks,
                    batch->n * blocks_each);
    if (generator->is_packed)
        return draw_packed(batch, blocks, why);
    return draw_singly(batch, blocks, blocks_each * CRYPTO_BLOCK_BYTES, NULL,
                       why);
}

loyd_err
loyd_generator_draw_many(const loyd_generator *generator, uint64_t from,
                         size_t n, uint64_t attempts, uint8_t *starts,
                         uint8_t *goals, loyd_why *why)
{
    const loyd_layout *layout = &generator->recipe.layout;
    size_t cells = (size_t)layout->width * layout->height;
    size_t each = stream_blocks(generator->draws);
    size_t most = each <= BATCH_BLOCKS ? BATCH_BLOCKS / each : 1;
    loyd_err err;

    WHY_GIVEN(why);
    err = generator_draw_check(generator, &attempts, why);
    if (err == LOYD_OK &&
        (from > LOYD_INDEX_MAX || n > LOYD_INDEX_MAX - from + 1))
        err = why_set(why, LOYD_E_RANGE,
                      "%zu board%s from index %" PRIu64
                      ": the last index is 2^48-1",
                      n, n == 1 ? "" : "s", from);
    for (size_t done = 0; err == LOYD_OK && done < n;) {
        struct batch batch = {
            .generator = generator,
            .from = from + done,
            .attempts = attempts,
            .n = n - done < most ? n - done : most,
            .starts = starts + done * cells,
            .goals = goals != NULL ? goals + done * cells : NULL,
        };

        err = each <= BATCH_BLOCKS ? draw_batch(&batch, each, why)
                                   : draw_singly(&batch, NULL, 0, NULL, why);
        done += batch.n;
    }
    return err;
}

/* Draws uniform attempts, which take one block each, in parallel lanes. */
static void
attempt_packed(const loyd_generator *generator, uint64_t index, uint64_t from,
               size_t n, const loyd_board *goal, uint8_t *starts,
               bool *is_void)
{
    uint8_t blocks[SHUFFLE_LANES * CRYPTO_BLOCK_BYTES];
    uint8_t cells[SHUFFLE_LANES * SHUFFLE_CELLS_MAX], again[SHUFFLE_LANES];
    loyd_board start;
    struct shuffle_plan plan;
    size_t here;

    shuffle_prepare(goal, &plan);
    memset(blocks, 0, sizeof(blocks));
    for (; n > 0; n -= here) {
        here = n < SHUFFLE_LANES ? n : SHUFFLE_LANES;
        for (size_t i = 0; i < here; i++)
            crypto_chacha20(generator->start_key, from + i, index,
                            blocks + i * CRYPTO_BLOCK_BYTES, 1);
        shuffle_many(&plan, blocks, SHUFFLE_LANES, cells, again);
        memcpy(starts, cells, here * plan.n);
        for (size_t i = 0; i < here; i++) {
            is_void[i] =
                again[i] != 0 &&
                !generator_start(generator, index, from + i, goal, &start);
            if (again[i] != 0 && !is_void[i])
                memcpy(starts + i * plan.n, start.cell, plan.n);
        }
        from += here;
        starts += here * plan.n;
        is_void += here;
    }
}

void
generator_attempts(const loyd_generator *generator, uint64_t index,
                   uint64_t from, size_t n, const loyd_board *goal,
                   uint8_t *starts, bool *is_void)
{
    size_t cells = board_cells(goal);
    loyd_board start;

    if (generator->recipe.method == LOYD_METHOD_UNIFORM &&
        cells <= SHUFFLE_CELLS_MAX) {
        attempt_packed(generator, index, from, n, goal, starts, is_void);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        is_void[i] =
            !generator_start(generator, index, from + i, goal, &start);
        if (!is_void[i])
            memcpy(starts + i * cells, start.cell, cells);
    }
}
