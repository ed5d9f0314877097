/* SPDX-License-Identifier: MIT */
/*
 * Breadth-first search: nodes are expanded in the order in which they were
 * generated, so every board is first reached by a shortest path, and by the
 * canonical one. The array of nodes is also the queue.
 */
#include "lab/nodes.h"

/* Generates the successors of a node. *goal is set if one is the goal. */
static loyd_err
expand(struct search *s, struct nodes *nodes, uint32_t number, uint32_t *goal)
{
    const struct node *node = node_at(nodes, number);
    struct position at = node_position(nodes, node);
    uint8_t step = STEP_BEGIN;
    unsigned depth = node->depth + 1u;
    uint32_t hash;
    loyd_err err = LOYD_OK;

    s->result->expanded++;
    while (err == LOYD_OK &&
           (step = step_next(s, at.blank, node->step, step)) != STEP_NONE) {
        if ((err = search_count(s, depth)) != LOYD_OK)
            break;
        step_play(s, &at, step);
        if (nodes_find(nodes, &at, &hash) == NODE_NONE) {
            err = nodes_add(nodes, &at, hash, number, step, depth);
            if (err == LOYD_OK && is_goal(s, &at)) {
                *goal = nodes->n - 1;
                break;
            }
        }
        step_undo(s, &at, step);
    }
    return err;
}

loyd_err
search_bfs(struct search *s)
{
    struct classic_result *result = s->result;
    const struct position start = search_start(s);
    uint32_t goal = NODE_NONE, hash;
    struct nodes nodes;
    loyd_err err = nodes_begin(&nodes, s);

    if (err == LOYD_OK)
        err = search_count(s, 0);
    if (err == LOYD_OK) {
        nodes_find(&nodes, &start, &hash);
        err = nodes_add(&nodes, &start, hash, NODE_NONE, STEP_NONE, 0);
    }
    if (err == LOYD_OK && is_goal(s, &start))
        goal = 0;
    for (uint32_t at = 0; err == LOYD_OK && goal == NODE_NONE; at++) {
        /* None of the nodes so far is the goal, and nearer boards than the
           successors of this one are all among them. */
        result->solution.lower = (uint16_t)(node_at(&nodes, at)->depth + 1u);
        err = expand(s, &nodes, at, &goal);
        result->closed = at + 1u;
        if (nodes.n - result->closed > result->open)
            result->open = nodes.n - result->closed;
    }
    if (err == LOYD_OK)
        err = nodes_path(&nodes, goal);
    nodes_free(&nodes);
    return err;
}
