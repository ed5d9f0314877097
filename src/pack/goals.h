/* SPDX-License-Identifier: MIT */
/* The goals of a pack, each once, in as much memory as its cells need. */
#ifndef LOYD_PACK_GOALS_H
#define LOYD_PACK_GOALS_H

#include "loyd/store.h"

struct pack_goal {
    const loyd_distribution *distribution; /* NULL: not known */
    char *layout;                          /* NULL: only "goal=BOARD" */
    uint32_t no; /* for whoever numbers them, from 1; 0: not yet */
    uint8_t width;
    uint8_t height;
    uint8_t cell[]; /* width * height */
};

/* All zero to begin with. */
struct pack_goal_set {
    struct pack_goal **at;
    size_t n;
    size_t room;
    uint32_t *table; /* by hash: the place in at[] plus 1, 0: none */
    size_t table_size;
};

/* The place of an entry's goal, which is added where it is not there. */
loyd_err pack_goals_find(struct pack_goal_set *set, const loyd_entry *entry,
                         uint32_t *place);
void pack_goals_free(struct pack_goal_set *set);

/* Those with a number, in order of these: to be freed; n in *n. */
struct pack_goal **pack_goals_numbered(const struct pack_goal_set *set,
                                       size_t *n);

void pack_goal_board(const struct pack_goal *goal, loyd_board *board);
void pack_goal_layout(const struct pack_goal *goal,
                      char text[LOYD_LAYOUT_TEXT]);

/* Is that a layout of this goal? */
bool pack_goal_has_layout(const loyd_board *goal, const char *layout);

#endif
