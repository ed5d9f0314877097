/* SPDX-License-Identifier: MIT */
/* Variances of crossed effects: exact, and approximated. */
#include "rate/crossed.h"

#include <math.h>

/*
 * Replaces a symmetric, positive matrix of n x n by its inverse, by Cholesky's
 * decomposition. Only the lower triangle is read. `column` has room for n.
 */
static void
invert(double *m, size_t n, double *column)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= i; k++) {
            double sum = m[i * n + k];

            for (size_t j = 0; j < k; j++)
                sum -= m[i * n + j] * m[k * n + j];
            m[i * n + k] = i == k ? sqrt(sum) : sum / m[k * n + k];
        }
    /* Column k of the factor's inverse becomes row k of the upper triangle,
     * of which later columns read nothing. */
    for (size_t k = 0; k < n; k++) {
        for (size_t i = k; i < n; i++) {
            double sum = i == k;

            for (size_t j = k; j < i; j++)
                sum -= m[i * n + j] * column[j];
            column[i] = sum / m[i * n + i];
        }
        for (size_t i = k; i < n; i++)
            m[k * n + i] = column[i];
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= i; k++) {
            double sum = 0;

            for (size_t j = i; j < n; j++)
                sum += m[i * n + j] * m[k * n + j];
            m[i * n + k] = sum;
        }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            m[k * n + i] = m[i * n + k];
}

/* Returns the place of the end of kind `side` of the k-th edge in the lists.
 */
static size_t
place_of(const struct crossed *c, size_t k, unsigned side)
{
    return c->place[c->end[c->edge[k]][side]];
}

/* Takes the equation of a node out of those of its neighbours, of `side`. */
static void
eliminate(const struct crossed *c, size_t node, unsigned side, size_t n)
{
    for (size_t k = c->first[node]; k < c->first[node + 1]; k++) {
        double share = c->weight[c->edge[k]] / c->diagonal[node];
        double *row = &c->matrix[place_of(c, k, side) * n];

        /* Neighbours are listed by ascending places. */
        for (size_t j = c->first[node]; j <= k; j++)
            row[place_of(c, j, side)] -= share * c->weight[c->edge[j]];
    }
}

/* Sets the variances of an eliminated node and its edges. */
static void
restore(struct crossed *c, size_t node, unsigned side, size_t n)
{
    double sum = 0;

    for (size_t k = c->first[node]; k < c->first[node + 1]; k++) {
        const double *row = &c->matrix[place_of(c, k, side) * n];
        double both = 0;

        for (size_t j = c->first[node]; j < c->first[node + 1]; j++)
            both += c->weight[c->edge[j]] * row[place_of(c, j, side)];
        both /= c->diagonal[node];
        c->spread[c->edge[k]] = row[place_of(c, k, side)] - 2 * both;
        sum += c->weight[c->edge[k]] * both;
    }
    c->local[node] = (1 + sum) / c->diagonal[node];
    for (size_t k = c->first[node]; k < c->first[node + 1]; k++)
        c->spread[c->edge[k]] += c->local[node];
}

/* The larger side is eliminated, node by node, and the rest inverted. */
void
crossed_exact(struct crossed *c, const struct part *part)
{
    const uint32_t *order = &c->order[part->first];
    unsigned side = part->kind[0] <= part->kind[1] ? 0 : 1;
    size_t n = part->kind[side];
    double *m = c->matrix;

    for (size_t i = 0; i < n * n; i++)
        m[i] = 0;
    for (size_t i = 0; i < part->n; i++)
        if ((order[i] >= c->n_puzzles) == side)
            m[c->place[order[i]] * (n + 1)] += c->diagonal[order[i]];
        else
            eliminate(c, order[i], side, n);
    invert(m, n, m + n * n);
    for (size_t i = 0; i < part->n; i++)
        if ((order[i] >= c->n_puzzles) == side)
            c->local[order[i]] = m[c->place[order[i]] * (n + 1)];
        else
            restore(c, order[i], side, n);
}

/* --- the approximation --- */

static double
in_series(double a, double b)
{
    return a * b / (a + b);
}

/*
 * As if no path came back to its node except by the way it went: each edge
 * conducts as much to the ground as it and the rest of the node at its other
 * end do in series. That is a fixed point of `flow`, near which each call
 * comes [Weiss, Freeman, "Correctness of belief propagation in Gaussian
 * graphical models of arbitrary topology", Neural Computation 13(10), 2001].
 */
static void
spread_flow(struct crossed *c, const struct part *part)
{
    const uint32_t *order = &c->order[part->first];
    double *next = c->work[0];

    for (size_t i = 0; i < part->n; i++) {
        size_t a = order[i];

        c->total[a] = next[a] = c->prior[a];
        if (a >= c->n_puzzles)
            for (size_t k = c->first[a]; k < c->first[a + 1]; k++)
                c->total[a] += c->flow[c->edge[k]];
    }
    for (size_t i = 0; i < part->n; i++) {
        size_t a = order[i];

        if (a >= c->n_puzzles)
            continue;
        for (size_t e = c->first[a]; e < c->first[a + 1]; e++) {
            double rest = c->total[c->end[e][1]] - c->flow[e];

            c->spread[e] = in_series(c->weight[e], rest);
            c->total[a] += c->spread[e];
        }
        for (size_t e = c->first[a]; e < c->first[a + 1]; e++) {
            double rest = c->total[a] - c->spread[e];

            c->flow[e] = in_series(c->weight[e], rest);
            next[c->end[e][1]] += c->flow[e];
        }
    }
    for (size_t i = 0; i < part->n; i++)
        if (order[i] >= c->n_puzzles)
            c->total[order[i]] = next[order[i]];
}

/*
 * What leaves a node other than by its prior reaches the bulk of the part,
 * which conducts to the ground by all priors together.
 */
void
crossed_network(struct crossed *c, const struct part *part)
{
    const uint32_t *order = &c->order[part->first];
    double bulk = 0;

    spread_flow(c, part);
    for (size_t i = 0; i < part->n; i++) {
        size_t a = order[i];

        bulk += c->prior[a] * (1 - c->prior[a] / c->total[a]);
    }
    for (size_t i = 0; i < part->n; i++) {
        size_t a = order[i];
        double leaves = 1 - c->prior[a] / c->total[a];

        c->local[a] = 1 / c->total[a] + leaves * leaves / bulk;
        if (a >= c->n_puzzles)
            continue;
        for (size_t e = c->first[a]; e < c->first[a + 1]; e++) {
            double near = c->total[a] - c->spread[e];
            double far = c->total[c->end[e][1]] - c->flow[e];

            c->spread[e] = 1 / (c->weight[e] + in_series(near, far));
        }
    }
}
