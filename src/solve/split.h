/* SPDX-License-Identifier: MIT */
/* A split, for tests; the public functions: loyd/split.h. */
#ifndef LOYD_SOLVE_SPLIT_H
#define LOYD_SOLVE_SPLIT_H

#include "loyd/split.h"

/* Returns the number of boards in part 1..parts, and in part 0 of them all. */
size_t split_boards(const loyd_split *split, uint32_t part);

#endif
