/* SPDX-License-Identifier: MIT */
/* A hash table of the states on shortest solutions, with their counts. */
#include "solve/search/path_graph.h"

#include <stdlib.h>
#include <string.h>

#define ROOM_FIRST 1024u
#define ROOM_MOST (1u << 31)

static size_t
slot_of(const struct path_graph *g, const uint64_t *key)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < g->words; i++)
        hash = (hash ^ key[i]) * UINT64_C(0x9E3779B97F4A7C15) ^ hash >> 29;
    return (size_t)(hash ^ hash >> 32) & (2 * (size_t)g->room - 1);
}

static const uint64_t *
key_of(const struct path_graph *g, uint32_t node)
{
    return g->keys + node * g->words;
}

/* Returns the slot of a state, or the empty one where it belongs. */
static uint32_t *
find_slot(const struct path_graph *g, const uint64_t *key)
{
    size_t last = 2 * (size_t)g->room - 1, i = slot_of(g, key);

    while (g->slots[i] != PATH_NONE &&
           memcmp(key_of(g, g->slots[i]), key, g->words * sizeof(*key)) != 0)
        i = (i + 1) & last;
    return &g->slots[i];
}

/* Moves to arrays of `room` nodes. The graph is unchanged on error. */
static loyd_err
resize(struct path_graph *g, uint32_t room)
{
    struct path_graph to = *g;

    to.room = room;
    to.keys = malloc(room * g->words * sizeof(*to.keys));
    to.nodes = malloc(room * sizeof(*to.nodes));
    to.slots = malloc(2 * (size_t)room * sizeof(*to.slots));
    if (to.keys == NULL || to.nodes == NULL || to.slots == NULL) {
        path_graph_free(&to);
        return LOYD_E_NOMEM;
    }
    memset(to.slots, 0xFF, 2 * (size_t)room * sizeof(*to.slots));
    if (g->n > 0) {
        memcpy(to.keys, g->keys, g->n * g->words * sizeof(*to.keys));
        memcpy(to.nodes, g->nodes, g->n * sizeof(*to.nodes));
    }
    for (uint32_t i = 0; i < g->n; i++)
        *find_slot(&to, key_of(&to, i)) = i;
    path_graph_free(g);
    *g = to;
    return LOYD_OK;
}

loyd_err
path_graph_make(struct path_graph *g, size_t words)
{
    *g = (struct path_graph){.words = words};
    return resize(g, ROOM_FIRST);
}

void
path_graph_free(struct path_graph *g)
{
    free(g->keys);
    free(g->nodes);
    free(g->slots);
    g->keys = NULL;
    g->nodes = NULL;
    g->slots = NULL;
}

uint32_t
path_graph_find(const struct path_graph *g, const uint64_t *key)
{
    return *find_slot(g, key);
}

/* Adds up the paths of the next nodes. */
static uint64_t
count(struct path_graph *g, const uint32_t next[4])
{
    uint64_t paths = 0;
    unsigned edges = 0;

    for (unsigned d = 0; d < 4; d++) {
        uint64_t more;

        if (next[d] == PATH_NONE)
            continue;
        edges++;
        more = g->nodes[next[d]].paths;
        if (more > UINT64_MAX - paths) {
            g->is_capped = true;
            more = UINT64_MAX - paths;
        }
        paths += more;
    }
    return edges == 0 ? 1 : paths;
}

loyd_err
path_graph_add(struct path_graph *g, const uint64_t *key,
               const uint32_t next[4], unsigned depth, uint32_t *added)
{
    struct path_node *node;

    if (g->n == g->room) {
        loyd_err err =
            g->room < ROOM_MOST ? resize(g, 2 * g->room) : LOYD_E_NOMEM;

        if (err != LOYD_OK)
            return err;
    }
    node = &g->nodes[g->n];
    memcpy(node->next, next, sizeof(node->next));
    node->paths = count(g, next);
    node->depth = (uint16_t)depth;
    memcpy(g->keys + g->n * g->words, key, g->words * sizeof(*key));
    *find_slot(g, key) = *added = g->n++;
    return LOYD_OK;
}
