/* SPDX-License-Identifier: MIT */
/* Shortens a solution in MTM: pieces of it are solved again. */
#ifndef LOYD_SOLVE_UPPER_MTM_SHORTEN_H
#define LOYD_SOLVE_UPPER_MTM_SHORTEN_H

#include "solve/table/frame.h"
#include "solve/table/team.h"

/*
 * As shorten, in MTM: the path never has more slides afterwards, and a slide
 * that returns along the last one is joined with it. The pieces grow from a
 * few slides to as many as the nodes allow, and are searched by IDA* over
 * slides (mtm_wide.h). Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err mtm_shorten(const struct permuted *board,
                                    loyd_moves *path, uint64_t *nodes,
                                    struct monitor *m);

#endif
