/* SPDX-License-Identifier: MIT */
/* The stored nodes of BFS and A*. */
#include "lab/nodes.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_NODES 256u /* a power of two */
#define HEADS_FIRST 256
#define NODES_MOST (NODE_NONE - 1)

struct node *
node_at(const struct nodes *nodes, uint32_t number)
{
    char *block = nodes->block[number / BLOCK_NODES];

    return (struct node *)(block + number % BLOCK_NODES * nodes->node_bytes);
}

static loyd_err
new_heads(struct nodes *nodes, size_t n)
{
    void *heads;
    loyd_err err = search_get(nodes->search, n * sizeof(*nodes->head), &heads);

    if (err != LOYD_OK)
        return err;
    search_return(nodes->search, nodes->head,
                  nodes->n_heads * sizeof(*nodes->head));
    nodes->head = heads;
    nodes->n_heads = n;
    memset(heads, 0xff, n * sizeof(*nodes->head)); /* NODE_NONE */
    return LOYD_OK;
}

loyd_err
nodes_begin(struct nodes *nodes, struct search *search)
{
    size_t bytes = offsetof(struct node, cell) + search->n;
    const size_t align = sizeof(uint32_t);

    memset(nodes, 0, sizeof(*nodes));
    nodes->search = search;
    nodes->node_bytes = (bytes + align - 1) / align * align;
    return new_heads(nodes, HEADS_FIRST);
}

void
nodes_free(struct nodes *nodes)
{
    struct search *s = nodes->search;

    for (size_t i = 0; i < nodes->n_blocks; i++)
        search_return(s, nodes->block[i], BLOCK_NODES * nodes->node_bytes);
    search_return(s, nodes->block, nodes->room_blocks * sizeof(char *));
    search_return(s, nodes->head, nodes->n_heads * sizeof(*nodes->head));
}

/* Eight cells at a time; the multiplier is that of splitmix64. */
static uint32_t
hash_of(const struct position *at, unsigned n)
{
    uint64_t hash = 0;

    for (unsigned cell = 0; cell < n; cell += 8) {
        uint64_t word;

        memcpy(&word, at->cell + cell, sizeof(word));
        hash = (hash ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

uint32_t
nodes_find(const struct nodes *nodes, const struct position *at,
           uint32_t *hash)
{
    unsigned n = nodes->search->n;
    uint32_t number;

    *hash = hash_of(at, n);
    number = nodes->head[*hash & (nodes->n_heads - 1)];
    while (number != NODE_NONE) {
        const struct node *node = node_at(nodes, number);

        if (node->hash == *hash && memcmp(node->cell, at->cell, n) == 0)
            break;
        number = node->same;
    }
    return number;
}

static void
link_node(struct nodes *nodes, uint32_t number)
{
    struct node *node = node_at(nodes, number);
    uint32_t *head = &nodes->head[node->hash & (nodes->n_heads - 1)];

    node->same = *head;
    *head = number;
}

/*
 * Doubles the table, so that its lists have about one node. Without memory for
 * that it stays: the lists get longer, and nothing else changes.
 */
static loyd_err
widen(struct nodes *nodes)
{
    loyd_err err = new_heads(nodes, 2 * nodes->n_heads);

    if (err != LOYD_OK)
        return err == LOYD_E_EXHAUSTED ? LOYD_OK : err;
    /* In this order the newest of equal boards comes first again. */
    for (uint32_t number = 0; number < nodes->n; number++)
        link_node(nodes, number);
    return LOYD_OK;
}

static loyd_err
add_block(struct nodes *nodes)
{
    struct search *s = nodes->search;
    void *memory;
    loyd_err err;

    if (nodes->n_blocks == nodes->room_blocks) {
        size_t room = nodes->room_blocks == 0 ? 16 : 2 * nodes->room_blocks;

        if ((err = search_get(s, room * sizeof(char *), &memory)) != LOYD_OK)
            return err;
        if (nodes->block != NULL)
            memcpy(memory, nodes->block, nodes->n_blocks * sizeof(char *));
        search_return(s, nodes->block, nodes->room_blocks * sizeof(char *));
        nodes->block = memory;
        nodes->room_blocks = room;
    }
    err = search_get(s, BLOCK_NODES * nodes->node_bytes, &memory);
    if (err == LOYD_OK)
        nodes->block[nodes->n_blocks++] = memory;
    return err;
}

loyd_err
nodes_add(struct nodes *nodes, const struct position *at, uint32_t hash,
          uint32_t parent, uint8_t step, unsigned depth)
{
    struct node *node;
    loyd_err err = LOYD_OK;

    if (nodes->n == NODES_MOST)
        return LOYD_E_EXHAUSTED;
    if (nodes->n == nodes->n_heads)
        err = widen(nodes);
    if (err == LOYD_OK && nodes->n % BLOCK_NODES == 0)
        err = add_block(nodes);
    if (err != LOYD_OK)
        return err;
    node = node_at(nodes, nodes->n);
    node->parent = parent;
    node->hash = hash;
    node->depth = (uint16_t)depth;
    node->sum = at->sum;
    node->blank = at->blank;
    node->step = step;
    memcpy(node->cell, at->cell, nodes->search->n);
    link_node(nodes, nodes->n++);
    nodes->search->result->kept = nodes->n;
    return LOYD_OK;
}

struct position
node_position(const struct nodes *nodes, const struct node *node)
{
    struct position at = {.sum = node->sum, .blank = node->blank};

    memcpy(at.cell, node->cell, nodes->search->n);
    return at;
}

loyd_err
nodes_path(const struct nodes *nodes, uint32_t number)
{
    loyd_moves *path = &nodes->search->result->solution.path;
    const struct node *node = node_at(nodes, number);
    loyd_err err = LOYD_OK;

    for (; node->parent != NODE_NONE; node = node_at(nodes, node->parent))
        if (err == LOYD_OK)
            err = step_push(path, node->step);
    /* From the goal to the start until now. */
    for (size_t i = 0; err == LOYD_OK && i < path->n / 2; i++) {
        uint8_t dir = path->dir[i];

        path->dir[i] = path->dir[path->n - 1 - i];
        path->dir[path->n - 1 - i] = dir;
    }
    return err;
}
