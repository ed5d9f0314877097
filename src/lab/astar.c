/* SPDX-License-Identifier: MIT */
/*
 * A*: of all open nodes, one with the least f = g + h is expanded, where g is
 * the length of its path and h the heuristic. Of equal f the newest is taken,
 * which is usually the deepest. All heuristics are consistent, so when a node
 * is expanded its path is a shortest one, and it is never opened again.
 *   [Hart, Nilsson, Raphael, IEEE Trans. SSC 4 (1968)]
 */
#include "lab/nodes.h"

#include <string.h>

/* The open nodes, in one list for each f: the newest first. */
struct open {
    uint32_t *list; /* [n_lists] */
    size_t n_lists;
    unsigned least; /* no f below it has a node */
    uint64_t n;
};

static loyd_err
open_grow(struct search *s, struct open *open, size_t n)
{
    void *list;
    loyd_err err = search_get(s, n * sizeof(*open->list), &list);

    if (err != LOYD_OK)
        return err;
    memset(list, 0xff, n * sizeof(*open->list)); /* NODE_NONE */
    if (open->list != NULL)
        memcpy(list, open->list, open->n_lists * sizeof(*open->list));
    search_return(s, open->list, open->n_lists * sizeof(*open->list));
    open->list = list;
    open->n_lists = n;
    return LOYD_OK;
}

/* Opens the newest node. */
static loyd_err
open_push(struct search *s, struct open *open, const struct nodes *nodes)
{
    struct node *node = node_at(nodes, nodes->n - 1);
    unsigned f = node->depth + heuristic_of(s, node->sum);
    loyd_err err = LOYD_OK;

    if (f >= open->n_lists)
        err = open_grow(s, open, f + 64u);
    if (err != LOYD_OK)
        return err;
    node->is_open = true;
    node->next = open->list[f];
    open->list[f] = nodes->n - 1;
    if (++open->n > s->result->open)
        s->result->open = open->n;
    return LOYD_OK;
}

/* Takes the newest of the nodes with the least f. One is open. */
static uint32_t
open_pop(struct open *open, const struct nodes *nodes)
{
    for (;;) {
        uint32_t number = open->list[open->least];
        struct node *node;

        if (number == NODE_NONE) {
            open->least++;
            continue;
        }
        node = node_at(nodes, number);
        open->list[open->least] = node->next;
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
    search_return(s, open.list, open.n_lists * sizeof(*open.list));
    nodes_free(&nodes);
    return err;
}
