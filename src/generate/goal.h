/* SPDX-License-Identifier: MIT */
/* Goals that are drawn from the recipe. */
#ifndef LOYD_GENERATE_GOAL_H
#define LOYD_GENERATE_GOAL_H

#include "loyd/layout.h"

/* The keys of the purposes that a drawn goal has, 32 bytes each. */
struct goal_keys {
    const uint8_t *goal;
    const uint8_t *missing;
};

/*
 * Draws the goal of board `index` of a `random` layout. Returns false only
 * where LOYD_ATTEMPTS_MAX attempts were void.
 */
bool goal_draw(const loyd_layout *layout, const struct goal_keys *keys,
               uint64_t index, loyd_board *goal);

#endif
