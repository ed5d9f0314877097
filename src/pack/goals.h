/* SPDX-License-Identifier: MIT */
/* The goals of a series of packs. */
#ifndef LOYD_PACK_GOALS_H
#define LOYD_PACK_GOALS_H

#include "base/jw.h"
#include "loyd/store.h"

struct pack_goal {
    const loyd_distribution *distribution; /* NULL: unknown */
    char *layout;                          /* NULL: only "goal=BOARD" */
    uint32_t no;       /* goal_no, from 1; 0: none yet */
    uint32_t class_no; /* from 1; 0: none, or none yet */
    bool is_used; /* by a puzzle of the pack that is verified */
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

/* Finds the index of a goal, and adds the goal if it is new. */
loyd_err pack_goals_find(struct pack_goal_set *set, const loyd_board *board,
                         const char *layout, uint32_t *place);
/* A goal as it is listed in a file. */
struct goal_text {
    loyd_board board;
    uint32_t goal_no;
    uint32_t class_no;  /* 0: none */
    const char *layout; /* "": none */
};

/*
 * Adds a goal that was read. Errors: LOYD_E_CORRUPT (its number does not
 * follow, its layout is that of another goal, or it is there already),
 * LOYD_E_NOMEM, those of loyd_board_check.
 */
loyd_err pack_goals_add(struct pack_goal_set *set,
                        const struct goal_text *text, loyd_why *why);

/* Returns the index of a goal, or set->n if it is absent. */
size_t pack_goals_get(const struct pack_goal_set *set,
                      const loyd_board *board);
void pack_goals_free(struct pack_goal_set *set);

/* Returns the goals that have a number, in order of the numbers, and their
 * count in *n; NULL if out of memory. The caller frees the list. */
struct pack_goal **pack_goals_numbered(const struct pack_goal_set *set,
                                       size_t *n);

/* Returns whether goals have the same class_no if and only if they are of the
 * same class, and no class_no is larger than the number of goals. Classes
 * without a known distribution are not compared. */
bool pack_goals_have_classes(const struct pack_goal_set *set);

/* Writes a goal as a row of goals.tsv. */
void pack_goal_row(struct text *to, const struct pack_goal *goal);

/* Writes a goal as an object. */
void pack_goal_put(struct jw *jw, const struct pack_goal *goal);

void pack_goal_board(const struct pack_goal *goal, loyd_board *board);
void pack_goal_layout(const struct pack_goal *goal,
                      char text[LOYD_LAYOUT_TEXT]);

/* Returns whether `layout` names this goal. */
bool pack_goal_has_layout(const loyd_board *goal, const char *layout);

#endif
