/* SPDX-License-Identifier: MIT */
/* A single attempt of a draw. */
#ifndef LOYD_TEST_ATTEMPT_H
#define LOYD_TEST_ATTEMPT_H

#include "generate/generator.h"

/* Draws attempt `attempt` at board `index`: the goal and, if the attempt is
 * not void, the start. */
static inline loyd_err
draw_attempt(const loyd_generator *generator, uint64_t index,
             uint64_t attempt, loyd_puzzle *puzzle, bool *is_void)
{
    loyd_board start;
    loyd_err err = generator_goal(generator, index, &puzzle->goal);

    *is_void = err != LOYD_OK || !generator_start(generator, index, attempt,
                                                  &puzzle->goal, &start);
    if (!*is_void)
        puzzle->start = start;
    return err;
}

#endif
