/* SPDX-License-Identifier: MIT */
/*
 * A*: of all open nodes, one with the least f = g + h is expanded, where g is
 * the length of its path and h the heuristic. Of equal f the deepest is taken,
 * of these the newest. All heuristics are consistent, so when a node
 * is expanded its path is a shortest one, and it is never opened again.
 *   [Hart, Nilsson, Raphael, IEEE Trans. SSC 4 (1968)]
 */
#include "lab/nodes.h"

#include <string.h>

/* The open nodes of one f, in one list for each g: the newest first. */
struct level {
    uint32_t *list; /* [n_lists] */
    size_t n_lists;
    unsigned deepest; /* no g above it has a node */
};

struct open {
    struct level *level; /* [n_levels], by f */
    size_t n_levels;
    unsigned least; /* no f below it has a node */
    uint64_t n;
};

/* Makes an array of *n elements, which may be none, one of `to`. */
static loyd_err
grow(struct search *s, void **array, size_t *n, size_t to, size_t each)
{
    void *more;
    loyd_err err = search_get(s, to * each, &more);

    if (err != LOYD_OK)
        return err;
    if (*array != NULL)
        memcpy(more, *array, *n * each);
    search_return(s, *array, *n * each);
    *array = more;
    *n = to;
    return LOYD_OK;
}

/* Finds the list of an f and a g, in a level that has it from then on. */
static loyd_err
open_list(struct search *s, struct open *open, unsigned f, unsigned g,
          struct level **level)
{
    void *array = open->level;
    size_t n;
    loyd_err err;

    if (f >= open->n_levels) {
        err = grow(s, &array, &open->n_levels, f + 64u, sizeof(**level));
        if (err != LOYD_OK)
            return err;
        open->level = array;
    }
    *level = &open->level[f];
    n = (*level)->n_lists;
    if (g < n)
        return LOYD_OK;
    array = (*level)->list;
    err = grow(s, &array, &(*level)->n_lists, g + 16u, sizeof(uint32_t));
    if (err != LOYD_OK)
        return err;
    (*level)->list = array;
    memset((*level)->list + n, 0xff, /* NODE_NONE */
           ((*level)->n_lists - n) * sizeof(uint32_t));
    return LOYD_OK;
}

static void
open_free(struct search *s, struct open *open)
{
    for (size_t f = 0; f < open->n_levels; f++)
        search_return(s, open->level[f].list,
                      open->level[f].n_lists * sizeof(uint32_t));
    search_return(s, open->level, open->n_levels * sizeof(*open->level));
}

/* Opens the newest node. */
static loyd_err
open_push(struct search *s, struct open *open, const struct nodes *nodes)
{
    struct node *node = node_at(nodes, nodes->n - 1);
    unsigned g = node->depth, f = g + heuristic_of(s, node->sum);
    struct level *level;
    loyd_err err = open_list(s, open, f, g, &level);

    if (err != LOYD_OK)
        return err;
    node->is_open = true;
    node->next = level->list[g];
    level->list[g] = nodes->n - 1;
    if (level->deepest < g)
        level->deepest = g;
    if (++open->n > s->result->open)
        s->result->open = open->n;
    return LOYD_OK;
}

/* Takes the newest of the deepest nodes with the least f. One is open. */
static uint32_t
open_pop(struct open *open, const struct nodes *nodes)
{
    for (;;) {
        struct level *level = &open->level[open->least];
        uint32_t *list, number;
        struct node *node;

        if (level->list == NULL) {
            open->least++;
            continue;
        }
        list = &level->list[level->deepest];
        number = *list;
        if (number == NODE_NONE) {
            if (level->deepest > 0)
                level->deepest--;
            else
                open->least++;
            continue;
        }
        node = node_at(nodes, number);
        *list = node->next;
        if (!node->is_open) /* a shorter path to its board was found */
            continue;
        node->is_open = false;
        open->n--;
        return number;
    }
}

/* Adds a successor, unless its board is known with a path as short. */
static loyd_err
reach(struct search *s, struct nodes *nodes, struct open *open,
      const struct position *at, uint32_t parent, uint8_t step)
{
    unsigned depth = node_at(nodes, parent)->depth + 1u;
    uint32_t hash, number = nodes_find(nodes, at, &hash);
    loyd_err err;

    if (number != NODE_NONE) {
        struct node *known = node_at(nodes, number);

        if (known->depth <= depth)
            return LOYD_OK;
        known->is_open = false; /* the new node takes its place */
        open->n--;
    }
    err = nodes_add(nodes, at, hash, parent, step, depth);
    return err == LOYD_OK ? open_push(s, open, nodes) : err;
}

static loyd_err
expand(struct search *s, struct nodes *nodes, struct open *open,
       uint32_t number)
{
    const struct node *node = node_at(nodes, number);
    struct position at = node_position(nodes, node);
    uint8_t step = STEP_BEGIN;
    loyd_err err = LOYD_OK;

    s->result->closed = ++s->result->expanded;
    while (err == LOYD_OK &&
           (step = step_next(s, at.blank, node->step, step)) != STEP_NONE) {
        if ((err = search_count(s, node->depth + 1u)) != LOYD_OK)
            break;
        step_play(s, &at, step);
        err = reach(s, nodes, open, &at, number, step);
        step_undo(s, &at, step);
    }
    return err;
}

loyd_err
search_astar(struct search *s)
{
    const struct position start = search_start(s);
    struct open open = {.least = heuristic_of(s, start.sum)};
    struct nodes nodes;
    uint32_t hash;
    loyd_err err = nodes_begin(&nodes, s);

    if (err == LOYD_OK)
        err = search_count(s, 0);
    if (err == LOYD_OK) {
        nodes_find(&nodes, &start, &hash);
        err = nodes_add(&nodes, &start, hash, NODE_NONE, STEP_NONE, 0);
    }
    if (err == LOYD_OK)
        err = open_push(s, &open, &nodes);
    while (err == LOYD_OK) {
        uint32_t number = open_pop(&open, &nodes);
        const struct node *node = node_at(&nodes, number);

        s->result->solution.lower = (uint16_t)open.least;
        if (memcmp(node->cell, s->puzzle->goal.cell, s->n) == 0) {
            err = nodes_path(&nodes, number);
            break;
        }
        err = expand(s, &nodes, &open, number);
    }
    open_free(s, &open);
    nodes_free(&nodes);
    return err;
}
