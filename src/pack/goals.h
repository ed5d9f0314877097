/* SPDX-License-Identifier: MIT */
/* The set of goals of a pack. */
#ifndef LOYD_PACK_GOALS_H
#define LOYD_PACK_GOALS_H

#include "loyd/store.h"

struct pack_goal {
    const loyd_distribution *distribution; /* NULL: unknown */
    char *layout;                          /* NULL: only "goal=BOARD" */
    uint32_t no; /* goal_no, from 1, assigned by pack_sum; 0: none yet */
    uint8_t width;
    uint8_t height;
    uint8_t cell[]; /* width * height */
};

/* Must be all zero at first. */
struct pack_goal_set {
    struct pack_goal **at;
    size_t n;
    size_t room;
    uint32_t *table; /* hash table of indices in at[] plus 1; 0: free */
    size_t table_size;
};

/* Finds the index of an entry's goal, and adds the goal if it is new. */
loyd_err pack_goals_find(struct pack_goal_set *set, const loyd_entry *entry,
                         uint32_t *place);
void pack_goals_free(struct pack_goal_set *set);

/* Returns the goals that have a number, in order of the numbers, and their
 * count in *n; NULL if out of memory. The caller frees the list. */
struct pack_goal **pack_goals_numbered(const struct pack_goal_set *set,
                                       size_t *n);

void pack_goal_board(const struct pack_goal *goal, loyd_board *board);
void pack_goal_layout(const struct pack_goal *goal,
                      char text[LOYD_LAYOUT_TEXT]);

/* Returns whether `layout` names this goal. */
bool pack_goal_has_layout(const loyd_board *goal, const char *layout);

#endif
