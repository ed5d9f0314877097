/* SPDX-License-Identifier: MIT */
/* Makes the graph of crossed effects, and finds their means. */
#include "rate/crossed.h"

#include <stdlib.h>

#include "base/array.h"

#define ENERGY 1e-16 /* of what is left when equations count as solved */
#define STEPS 1000

void
crossed_free(struct crossed *c)
{
    void *const all[] = {
        c->end,     c->weight,  c->pull,     c->spread, c->flow,    c->first,
        c->edge,    c->prior,   c->diagonal, c->mean,   c->local,   c->along,
        c->total,   c->place,   c->part,     c->order,  c->work[0], c->work[1],
        c->work[2], c->work[3], c->matrix};

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        free(all[i]);
    *c = (struct crossed){.n = 0};
}

/* Returns false if memory runs out. */
static bool
has_room(struct crossed *c)
{
    double **of_edge[] = {&c->weight, &c->pull, &c->spread, &c->flow};
    double **of_node[] = {&c->prior,   &c->diagonal, &c->mean,    &c->local,
                          &c->along,   &c->total,    &c->work[0], &c->work[1],
                          &c->work[2], &c->work[3]};
    bool is_there = true;

    for (size_t i = 0; is_there && i < sizeof(of_edge) / sizeof(of_edge[0]);
         i++)
        is_there = (*of_edge[i] = calloc(c->n_edges + 1, sizeof(double)));
    for (size_t i = 0; is_there && i < sizeof(of_node) / sizeof(of_node[0]);
         i++)
        is_there = (*of_node[i] = calloc(c->n + 1, sizeof(double)));
    return is_there && (c->first = calloc(c->n + 2, sizeof(*c->first))) &&
           (c->edge = calloc(2 * c->n_edges + 1, sizeof(*c->edge))) &&
           (c->place = calloc(c->n + 1, sizeof(*c->place))) &&
           (c->part = calloc(c->n + 1, sizeof(*c->part))) &&
           (c->order = calloc(c->n + 1, sizeof(*c->order)));
}

/* Lists the edges of each node in ascending order. */
static void
list_edges(struct crossed *c)
{
    for (size_t e = 0; e < c->n_edges; e++)
        for (unsigned k = 0; k < 2; k++)
            c->first[c->end[e][k] + 2]++;
    for (size_t a = 2; a <= c->n; a++)
        c->first[a] += c->first[a - 1];
    for (size_t e = 0; e < c->n_edges; e++)
        for (unsigned k = 0; k < 2; k++)
            c->edge[c->first[c->end[e][k] + 1]++] = (uint32_t)e;
}

static int
compare(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

    return a < b ? -1 : a > b;
}

/* Sorts the nodes of a part, and gives them their places. */
static void
place(struct crossed *c, struct part *part)
{
    uint32_t *order = &c->order[part->first];

    ARRAY_SORT(order, part->n, compare);
    for (size_t i = 0; i < part->n; i++)
        c->place[order[i]] = (uint32_t)part->kind[order[i] >= c->n_puzzles]++;
}

/* Appends a node to the part that is being listed. */
static void
take(struct crossed *c, bool *is_taken, size_t node)
{
    struct part *part = &c->part[c->n_parts];

    is_taken[node] = true;
    c->order[part->first + part->n++] = (uint32_t)node;
}

/* Lists the parts, each by breadth-first search. Returns false if memory runs
 * out. */
static bool
list_parts(struct crossed *c)
{
    bool *is_taken = calloc(c->n + 1, sizeof(*is_taken));

    if (is_taken == NULL)
        return false;
    for (size_t a = 0, next = 0; a < c->n; a++) {
        if (is_taken[a])
            continue;
        c->part[c->n_parts].first = next;
        take(c, is_taken, a);
        for (; next < c->part[c->n_parts].first + c->part[c->n_parts].n;
             next++) {
            size_t node = c->order[next];

            for (size_t k = c->first[node]; k < c->first[node + 1]; k++) {
                size_t other = c->end[c->edge[k]][node < c->n_puzzles];

                if (!is_taken[other])
                    take(c, is_taken, other);
            }
        }
        place(c, &c->part[c->n_parts++]);
    }
    free(is_taken);
    return true;
}

static size_t
smaller_side(const struct part *part)
{
    return part->kind[0] < part->kind[1] ? part->kind[0] : part->kind[1];
}

loyd_err
crossed_new(struct crossed *c, size_t n_puzzles, size_t n_players,
            uint32_t (*end)[2], size_t n_edges)
{
    size_t most = 0;

    *c = (struct crossed){.n = n_puzzles + n_players,
                          .n_puzzles = n_puzzles,
                          .n_edges = n_edges,
                          .end = end};
    if (!has_room(c))
        goto fail;
    list_edges(c);
    if (!list_parts(c))
        goto fail;
    for (size_t i = 0; i < c->n_parts; i++) {
        size_t side = smaller_side(&c->part[i]);

        if (side <= CROSSED_EXACT && side > most)
            most = side;
    }
    if ((c->matrix = calloc(most * (most + 1) + 1, sizeof(double))) == NULL)
        goto fail;
    return LOYD_OK;
fail:
    crossed_free(c);
    return LOYD_E_NOMEM;
}

void
crossed_weigh(struct crossed *c)
{
    for (size_t a = 0; a < c->n; a++)
        c->diagonal[a] = c->prior[a];
    for (size_t e = 0; e < c->n_edges; e++)
        for (unsigned k = 0; k < 2; k++)
            c->diagonal[c->end[e][k]] += c->weight[e];
}

/* --- means --- */

/*
 * Sets `players` to the values that fit the puzzles' best, without what was
 * measured: what the equations of players give.
 */
static void
follow(const struct crossed *c, const double *puzzles, double *players)
{
    for (size_t a = c->n_puzzles; a < c->n; a++)
        players[a] = 0;
    for (size_t e = 0; e < c->n_edges; e++)
        players[c->end[e][1]] += c->weight[e] * puzzles[c->end[e][0]];
    for (size_t a = c->n_puzzles; a < c->n; a++)
        players[a] /= c->diagonal[a];
}

/* Sets `out` to the equations of puzzles without those of players, for `in`;
 * out[0..n_puzzles) may not be `in`. */
static void
apply(const struct crossed *c, const double *in, double *out, double *players)
{
    follow(c, in, players);
    for (size_t i = 0; i < c->n_puzzles; i++) {
        double sum = c->diagonal[i] * in[i];

        for (size_t e = c->first[i]; e < c->first[i + 1]; e++)
            sum -= c->weight[e] * players[c->end[e][1]];
        out[i] = sum;
    }
}

/*
 * Improves x[0..n_puzzles) until the equations give `wanted`, which is lost,
 * by conjugate gradients, each scaled by its diagonal
 *   [Hestenes, Stiefel, J. Res. Nat. Bur. Stand. 49(6), 1952].
 */
static void
solve(const struct crossed *c, double *x, double *wanted)
{
    double *way = c->work[1], *out = c->work[2], *players = c->work[3];
    double *rest = wanted, energy = 0;

    apply(c, x, out, players);
    for (size_t i = 0; i < c->n_puzzles; i++) {
        rest[i] -= out[i];
        way[i] = rest[i] / c->diagonal[i];
        energy += rest[i] * way[i];
    }
    for (unsigned step = 0; step < STEPS && energy > ENERGY; step++) {
        double slope = 0, length, before = energy;

        apply(c, way, out, players);
        for (size_t i = 0; i < c->n_puzzles; i++)
            slope += way[i] * out[i];
        length = energy / slope;
        energy = 0;
        for (size_t i = 0; i < c->n_puzzles; i++) {
            x[i] += length * way[i];
            rest[i] -= length * out[i];
            energy += rest[i] * rest[i] / c->diagonal[i];
        }
        for (size_t i = 0; i < c->n_puzzles; i++)
            way[i] = rest[i] / c->diagonal[i] + energy / before * way[i];
    }
}

/*
 * The means are a constant part plus `along` times the mean difficulty. The
 * first is solved with the mean difficulty of before, so that it is close to
 * the result.
 */
void
crossed_solve(struct crossed *c)
{
    double *wanted = c->work[0], *players = c->work[3], moved = 0, step;

    for (size_t i = 0; i < c->n_puzzles; i++)
        wanted[i] = c->prior[i];
    solve(c, c->along, wanted);
    follow(c, c->along, c->along);

    for (size_t a = c->n_puzzles; a < c->n; a++)
        players[a] = 0;
    for (size_t e = 0; e < c->n_edges; e++)
        players[c->end[e][1]] += c->pull[e];
    for (size_t i = 0; i < c->n_puzzles; i++) {
        wanted[i] = c->prior[i] * c->centre;
        for (size_t e = c->first[i]; e < c->first[i + 1]; e++) {
            size_t a = c->end[e][1];

            wanted[i] +=
                c->pull[e] - c->weight[e] * players[a] / c->diagonal[a];
        }
    }
    solve(c, c->mean, wanted);

    c->sure = c->known[1];
    for (size_t i = 0; i < c->n_puzzles; i++) {
        c->sure += c->prior[i] * (1 - c->along[i]);
        moved += c->prior[i] * (c->mean[i] - c->centre);
    }
    step = (moved + c->known[1] * (c->known[0] - c->centre)) / c->sure;
    c->centre += step;
    for (size_t i = 0; i < c->n_puzzles; i++)
        c->mean[i] += step * c->along[i];
    follow(c, c->mean, c->mean);
    for (size_t e = 0; e < c->n_edges; e++)
        c->mean[c->end[e][1]] -= c->pull[e] / c->diagonal[c->end[e][1]];
}

/* --- variances --- */

void
crossed_spread(struct crossed *c)
{
    for (size_t i = 0; i < c->n_parts; i++)
        if (smaller_side(&c->part[i]) <= CROSSED_EXACT)
            crossed_exact(c, &c->part[i]);
        else
            crossed_network(c, &c->part[i]);
    for (size_t e = 0; e < c->n_edges; e++) {
        double apart = c->along[c->end[e][0]] - c->along[c->end[e][1]];

        c->spread[e] += apart * apart / c->sure;
    }
}

double
crossed_variance(const struct crossed *c, size_t node)
{
    return c->local[node] + c->along[node] * c->along[node] / c->sure;
}

double
crossed_apart(const struct crossed *c, size_t node)
{
    double apart = 1 - c->along[node];

    return c->local[node] + apart * apart / c->sure;
}
