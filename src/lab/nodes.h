/* SPDX-License-Identifier: MIT */
/*
 * The nodes that BFS and A* store: an array in the order in which they were
 * generated, and a hash table over their boards. A node is known by its
 * number; the start is node 0.
 */
#ifndef LOYD_LAB_NODES_H
#define LOYD_LAB_NODES_H

#include "lab/search.h"

#define NODE_NONE UINT32_MAX

struct node {
    uint32_t parent; /* NODE_NONE: the start */
    uint32_t same;   /* the next node with the same hash, or NODE_NONE */
    uint32_t hash;
    uint32_t next;  /* of A*: the next in its list of open nodes */
    uint16_t depth; /* length of the path from the start, g */
    uint16_t sum;   /* of the costs, for h */
    uint8_t blank;
    uint8_t step;   /* from the parent */
    bool is_open;   /* of A*: not yet expanded */
    uint8_t cell[]; /* n of them */
};

struct nodes {
    struct search *search;
    uint32_t n;
    size_t node_bytes;
    char **block; /* blocks of nodes, which never move */
    size_t n_blocks;
    size_t room_blocks;
    uint32_t *head; /* [n_heads]: the newest node with each hash */
    size_t n_heads; /* a power of two */
};

/* Sets up an empty store; the caller calls nodes_free even if it fails. */
loyd_err nodes_begin(struct nodes *nodes, struct search *search);
void nodes_free(struct nodes *nodes);

/* Returns a node, which stays where it is. */
struct node *node_at(const struct nodes *nodes, uint32_t number);

/*
 * Returns the newest node with this board, or NODE_NONE. *hash is set for
 * nodes_add.
 */
uint32_t nodes_find(const struct nodes *nodes, const struct position *at,
                    uint32_t *hash);

/*
 * Appends a node with this board. The caller sets `next` and `is_open`.
 * Errors: LOYD_E_EXHAUSTED, LOYD_E_NOMEM.
 */
loyd_err nodes_add(struct nodes *nodes, const struct position *at,
                   uint32_t hash, uint32_t parent, uint8_t step,
                   unsigned depth);

/* Copies the board of a node. */
struct position node_position(const struct nodes *nodes,
                              const struct node *node);

/* Appends the moves from the start to a node to the path of the result. */
loyd_err nodes_path(const struct nodes *nodes, uint32_t number);

#endif
