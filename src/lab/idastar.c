/* SPDX-License-Identifier: MIT */
/*
 * Iterative-deepening A*: depth-first searches whose bound of f = g + h grows
 * to the least f that the one before cut off. The first bound with a solution
 * is its length.
 *   [Korf, "Depth-first iterative-deepening", Artif. Intell. 27 (1985)]
 */
#include "lab/search.h"

loyd_err
search_idastar(struct search *s)
{
    const struct position start = search_start(s);
    unsigned next = heuristic_of(s, start.sum);
    bool is_found = false;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && !is_found) {
        s->result->solution.lower = (uint16_t)next;
        err = search_within(s, next, &is_found, &next);
    }
    return err;
}
