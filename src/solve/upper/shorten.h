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
 * *nodes is reduced by the nodes generated. The path never becomes longer, and
 * the result depends only on the arguments. If the monitor stops the search,
 * the path is left valid.
 *
 * The pieces grow from a few moves to as many as the nodes allow. Each is
 * searched by IDA* with the taxicab distance between its two boards. Errors:
 * LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err shorten(const struct permuted *board, loyd_moves *path,
                                uint64_t *nodes, struct monitor *m);

/*
 * As shorten, in MTM: the path never has more slides afterwards, and a slide
 * that returns along the last one is joined with it. The pieces grow from a
 * few slides to as many as the nodes allow, and are searched by IDA* over
 * slides (plain_search.h). Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err mtm_shorten(const struct permuted *board,
                                    loyd_moves *path, uint64_t *nodes,
                                    struct monitor *m);

#endif
