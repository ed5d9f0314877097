/* SPDX-License-Identifier: MIT */
/*
 * Shortens a solution: pieces of it are solved again, each from its first
 * board to its last.
 */
#ifndef LOYD_SOLVE_UPPER_SHORTEN_H
#define LOYD_SOLVE_UPPER_SHORTEN_H

#include "solve/table/frame.h"
#include "solve/table/team.h"

/*
 * Shortens `path`, which leads from `board` to its goal, within *nodes nodes;
 * *nodes is reduced by the nodes generated. The path never becomes longer in
 * the metric, and the result depends only on the arguments. If the monitor
 * stops the search, the path is left valid.
 *
 * The pieces grow from a few moves or slides to as many as the nodes allow.
 * In STM each is searched by IDA* with the taxicab distance between its two
 * boards, in MTM as in plain_search.h. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err shorten(const struct permuted *board, loyd_moves *path,
                                loyd_metric metric, uint64_t *nodes,
                                struct monitor *m);

#endif
