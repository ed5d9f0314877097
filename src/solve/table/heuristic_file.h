/* SPDX-License-Identifier: MIT */
/* Pattern databases of a class as the body of a file. */
#ifndef LOYD_SOLVE_TABLE_HEURISTIC_FILE_H
#define LOYD_SOLVE_TABLE_HEURISTIC_FILE_H

#include "solve/table/heuristic.h"
#include "solve/table/table_file.h"

/* Describes the tables of a heuristic, planned or built, for its file. */
void heuristic_body(struct heuristic *h, struct table_body *b);

#endif
