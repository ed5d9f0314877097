/* SPDX-License-Identifier: MIT */
/*
 * Moves of tiles for all orders of a whole-state table at once, 24 to a word.
 *
 * A sideways move of a tile leaves the order unchanged; a vertical move takes
 * a tile from one place in the order to another, width - 1 places away, and
 * rotates the tiles in between. In the Lehmer code only the digits of these
 * places change, in the same way for any digits before and after them. A
 * rotation among the first k-4 places is a map of blocks of words; one among
 * the last four is a permutation of the bits of every word (perm_words.h); a
 * swap of place k-5 with its neighbour k-4 stays within five words.
 */
#ifndef LOYD_SOLVE_TABLE_WHOLE_MAPS_H
#define LOYD_SOLVE_TABLE_WHOLE_MAPS_H

#include "solve/table/perm_words.h"
#include "solve/table/whole.h"

/* How blocks of words move when a tile goes from place `from` to `to`. */
struct block_map {
    uint32_t n_blocks; /* per group; the groups move in the same way */
    uint32_t n_words; /* per block */
    uint32_t *source; /* [n_blocks] */
};

/* word_rotate(&maps->order, ...) moves a tile by width - 1 places. */
struct whole_maps {
    struct word_order order;
    struct block_map map[WHOLE_CELLS_MAX][WHOLE_CELLS_MAX];
};

/*
 * Makes the maps of a planned table. The caller frees them with
 * whole_maps_free, also after an error. Errors:
 * LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err whole_maps_make(struct whole_maps *maps,
                                        const struct whole *table);

/*
 * Returns the words of a group that moves of tiles from and to places from
 * `place` on do not leave, at least `least` if there are as many. The words of
 * a group share the digits of the first places, so a group is made of whole
 * groups of later places.
 */
uint32_t whole_maps_group(const struct whole_maps *maps, unsigned place,
                          uint32_t least);
void whole_maps_free(struct whole_maps *maps);

#endif
