/* SPDX-License-Identifier: MIT */
/* The set of goals of a pack: a hash table. */
#include "pack/goals.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"

/* FNV-1a. Goals come from a checked catalogue and are compared in full, so
 * collisions cost time only. */
static size_t
hash_of(const uint8_t *cell, size_t n, unsigned width)
{
    uint64_t hash = (14695981039346656037U ^ width) * 1099511628211U;

    for (size_t i = 0; i < n; i++)
        hash = (hash ^ cell[i]) * 1099511628211U;
    return (size_t)(hash ^ hash >> 32);
}

static size_t
cells_of(const struct pack_goal *goal)
{
    return (size_t)goal->width * goal->height;
}

/* Returns the table slot of a goal, or the free slot where it belongs. */
static uint32_t *
place_of(const struct pack_goal_set *set, const loyd_board *board)
{
    size_t n = board_cells(board);
    size_t at = hash_of(board->cell, n, board->width) % set->table_size;

    for (; set->table[at] != 0; at = (at + 1) % set->table_size) {
        const struct pack_goal *there = set->at[set->table[at] - 1];

        if (there->width == board->width && there->height == board->height &&
            memcmp(there->cell, board->cell, n) == 0)
            break;
    }
    return &set->table[at];
}

static loyd_err
grow(struct pack_goal_set *set)
{
    size_t room = set->room > 0 ? 2 * set->room : 64;
    uint32_t *table = calloc(2 * room, sizeof(table[0]));
    struct pack_goal **goals = realloc(set->at, room * sizeof(goals[0]));

    if (goals != NULL)
        set->at = goals;
    if (table == NULL || goals == NULL) {
        free(table);
        return LOYD_E_NOMEM;
    }
    free(set->table);
    set->table = table;
    set->table_size = 2 * room;
    set->room = room;
    for (size_t i = 0; i < set->n; i++) {
        loyd_board board;

        pack_goal_board(set->at[i], &board);
        *place_of(set, &board) = (uint32_t)i + 1;
    }
    return LOYD_OK;
}

static struct pack_goal *
new_goal(const loyd_entry *entry)
{
    const loyd_board *board = &entry->puzzle.goal;
    size_t n = board_cells(board);
    struct pack_goal *goal = calloc(1, sizeof(*goal) + n);

    if (goal == NULL)
        return NULL;
    goal->width = board->width;
    goal->height = board->height;
    memcpy(goal->cell, board->cell, n);
    goal->distribution = loyd_distribution_of(board);
    if (strncmp(entry->layout, "goal=", 5) == 0)
        return goal;
    goal->layout = malloc(strlen(entry->layout) + 1);
    if (goal->layout == NULL) {
        free(goal);
        return NULL;
    }
    strcpy(goal->layout, entry->layout);
    return goal;
}

loyd_err
pack_goals_find(struct pack_goal_set *set, const loyd_entry *entry,
                uint32_t *found)
{
    uint32_t *place;

    if (set->n == set->room && grow(set) != LOYD_OK)
        return LOYD_E_NOMEM;
    place = place_of(set, &entry->puzzle.goal);
    if (*place == 0) {
        struct pack_goal *made = new_goal(entry);

        if (made == NULL)
            return LOYD_E_NOMEM;
        set->at[set->n++] = made;
        *place = (uint32_t)set->n;
    }
    *found = *place - 1;
    return LOYD_OK;
}

void
pack_goals_free(struct pack_goal_set *set)
{
    for (size_t i = 0; i < set->n; i++) {
        free(set->at[i]->layout);
        free(set->at[i]);
    }
    free(set->at);
    free(set->table);
    memset(set, 0, sizeof(*set));
}

struct pack_goal **
pack_goals_numbered(const struct pack_goal_set *set, size_t *n)
{
    struct pack_goal **list = calloc(set->n + 1, sizeof(list[0]));

    *n = 0;
    for (size_t i = 0; list != NULL && i < set->n; i++)
        if (set->at[i]->no > 0) {
            list[set->at[i]->no - 1] = set->at[i];
            ++*n;
        }
    return list;
}

void
pack_goal_board(const struct pack_goal *goal, loyd_board *board)
{
    board->width = goal->width;
    board->height = goal->height;
    memcpy(board->cell, goal->cell, cells_of(goal));
}

void
pack_goal_layout(const struct pack_goal *goal, char text[LOYD_LAYOUT_TEXT])
{
    loyd_board board;

    if (goal->layout != NULL) {
        strcpy(text, goal->layout);
        return;
    }
    strcpy(text, "goal=");
    pack_goal_board(goal, &board);
    loyd_board_print(&board, LOYD_FORM_ROWS, text + 5);
}

bool
pack_goal_has_layout(const loyd_board *goal, const char *layout)
{
    loyd_layout read;

    return loyd_layout_parse(layout, strlen(layout), goal->width, goal->height,
                             &read, NULL) == LOYD_OK &&
           read.path != LOYD_PATH_RANDOM && loyd_board_equal(&read.goal, goal);
}
