/* SPDX-License-Identifier: MIT */
/* The kinds of tables in MTM. */
#ifndef LOYD_SOLVE_MTM_KINDS_H
#define LOYD_SOLVE_MTM_KINDS_H

#include "solve/table/body.h"
#include "solve/table/mtm_set.h"
#include "solve/table/mtm_whole.h"

extern const struct table_kind slide_kind; /* of struct mtm_set */
extern const struct table_kind line_kind;  /* of struct mtm_whole */

#endif
