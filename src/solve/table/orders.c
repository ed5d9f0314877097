/* SPDX-License-Identifier: MIT */
/* Builds tables of patterns, bit-parallel. */
#include "solve/table/orders.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Buffers of one thread: new states, and three for rotations. */
struct scratch {
    uint32_t sum[WORDS_MAX];
    uint32_t turned[3][WORDS_MAX];
};

/* Returns what comes along an edge: in the source, or in the scratch memory.
 */
static const uint32_t *
go_along(const struct orders *o, const struct order_edge *e,
         struct scratch *s)
{
    const uint32_t *in =
        o->reached + (size_t)e->source * o->words.order.n_words;

    for (uint32_t m = e->moves; m != 0; m >>= 6) {
        uint32_t *a = s->turned[in == s->turned[0] ? 1 : 0];
        uint32_t *b = s->turned[in == s->turned[2] ? 1 : 2];

        in = word_rotate(&o->words.order, in, m >> 3 & 7, m & 7, a, b);
    }
    return in;
}

/* Adds the states of a node at this level. Returns true if any are new. */
static bool
pull(struct orders *o, uint32_t node, struct scratch *s)
{
    const struct word_kernel *kernel = o->words.order.kernel;
    unsigned n = o->words.order.n_words;
    uint32_t *reached = o->reached + (size_t)node * n;
    uint32_t *second = o->second + (size_t)node * n;
    uint32_t mark = o->levels.level >> 1 & 1, fresh, left;
    bool has_any = false;

    for (uint32_t i = o->first_edge[node]; i < o->first_edge[node + 1]; i++) {
        const struct order_edge *e = &o->edges[i];
        const uint32_t *in;

        if (o->changed[e->source] + 1U != o->levels.level)
            continue;
        in = go_along(o, e, s);
        if (!has_any)
            memcpy(s->sum, in, n * sizeof(*in));
        else
            kernel->merge(s->sum, in, n);
        has_any = true;
    }
    if (!has_any)
        return false;
    fresh = kernel->settle(s->sum, reached, second, n, mark, &left);
    o->is_complete[node] = (left & o->words.full) == 0;
    return fresh != 0;
}

/* Processes one thread's share of a level; nodes are taken in blocks. */
static void
search(struct levels *l, void *scratch)
{
    struct orders *o = (struct orders *)l;
    bool wanted = (o->colour[o->start] ^ l->level) & 1;
    uint32_t piece = o->n_nodes / 512 + 1;
    bool has_any = false;

    for (;;) {
        uint32_t i = atomic_fetch_add(&l->next, 1u) * piece;
        uint32_t end = i + piece;

        if (i >= o->n_nodes || !monitor_look(l->monitor))
            break;
        if (end > o->n_nodes)
            end = o->n_nodes;
        for (; i < end; i++)
            if (o->colour[i] == wanted && !o->is_complete[i] &&
                pull(o, i, scratch)) {
                o->changed[i] = (uint16_t)l->level;
                has_any = true;
            }
    }
    if (has_any)
        atomic_store(&l->has_new, true);
}

void
orders_free(struct orders *o)
{
    workspace_free(&o->workspace);
    free(o->first_edge);
    free(o->edges);
    free(o->changed);
    free(o->colour);
    free(o->is_complete);
    perm_words_free(&o->words);
}

loyd_err
orders_begin(struct orders *o, uint32_t n, unsigned k)
{
    struct orders old = *o;
    loyd_err err;

    if (o->n_nodes == n && o->words.order.k == k)
        return LOYD_OK;
    *o = (struct orders){.levels.monitor = old.levels.monitor,
                         .workspace = old.workspace,
                         .n_nodes = n};
    old.workspace = (struct workspace){.block = NULL};
    orders_free(&old);
    err = perm_words_make(&o->words, k);
    o->first_edge = calloc((size_t)n + 1, sizeof(*o->first_edge));
    o->changed = malloc(n * sizeof(*o->changed));
    o->colour = malloc(n * sizeof(*o->colour));
    o->is_complete = malloc(n * sizeof(*o->is_complete));
    if (o->first_edge == NULL || o->changed == NULL || o->colour == NULL ||
        o->is_complete == NULL)
        return LOYD_E_NOMEM;
    return err;
}

struct order_edge *
orders_node(struct orders *o, bool colour, unsigned n_edges)
{
    uint32_t first = o->first_edge[o->n_listed];

    if (o->n_listed % LOOK_NODES == 0 && !monitor_look(o->levels.monitor))
        return NULL;
    if (!ARRAY_ROOM(o->edges, o->edges_room, (size_t)first + n_edges))
        return NULL;
    o->colour[o->n_listed++] = colour;
    return o->edges + first;
}

loyd_err
orders_run(struct orders *o, uint32_t start, uint32_t rank, unsigned threads,
           void (*finish)(struct levels *l))
{
    const struct level_kind kind = {.scratch_bytes = sizeof(struct scratch),
                                    .search = search,
                                    .finish = finish};
    struct monitor *m = o->levels.monitor;
    size_t n_words = (size_t)o->n_nodes * o->words.order.n_words;
    unsigned n_bits = o->words.order.high > 0 ? WORD_ORDERS : 32;
    uint32_t word = 0;

    o->reached =
        workspace_zero(&o->workspace, m, 2 * n_words * sizeof(*o->reached));
    if (o->reached == NULL)
        return monitor_lack(m);
    o->second = o->reached + n_words;
    for (uint32_t i = 0; i < o->n_nodes; i++)
        o->changed[i] = LEVEL_NEVER;
    memset(o->is_complete, 0, o->n_nodes * sizeof(*o->is_complete));
    while (perm_words_rank(&o->words, word) != rank / n_bits * n_bits)
        word++;
    o->start = start;
    o->reached[(size_t)start * o->words.order.n_words + word] =
        1u << rank % n_bits;
    o->changed[start] = 0;
    o->levels = (struct levels){.monitor = m};
    return levels_run(&o->levels, &kind, threads);
}
