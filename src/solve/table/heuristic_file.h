/* SPDX-License-Identifier: MIT */
/* Pattern databases of a class as the body of a file. */
#ifndef LOYD_SOLVE_TABLE_HEURISTIC_FILE_H
#define LOYD_SOLVE_TABLE_HEURISTIC_FILE_H

#include "solve/table/body.h"
#include "solve/table/heuristic.h"

extern const struct table_kind pattern_kind; /* of struct heuristic */

#endif
