/* SPDX-License-Identifier: MIT */
/*
 * Crossed effects: unknowns of two kinds, of which only differences are
 * measured. Puzzles and players are the nodes of a graph, and who played what
 * its edges. Given the means and precisions of all measurements, everything is
 * normal, and this part has the means and variances of all unknowns.
 *
 * The precisions are those of a network of resistors: a measurement is a
 * conductor between a puzzle and a player, the prior of an unknown one between
 * its node and the ground. For players the ground is ability 0; for puzzles it
 * is the node of the mean difficulty, which is unknown too. The variance of an
 * unknown is the resistance between its node and the ground.
 */
#ifndef LOYD_RATE_CROSSED_H
#define LOYD_RATE_CROSSED_H

#include "loyd/error.h"

/* Nodes that are connected: order[first..first + n), with these numbers of
 * puzzles and players. */
struct part {
    size_t first;
    size_t n;
    size_t kind[2];
};

struct crossed {
    size_t n; /* nodes: first the puzzles, then the players */
    size_t n_puzzles;
    size_t n_edges;
    size_t n_parts;

    /* Of each edge. */
    uint32_t (*end)[2]; /* its puzzle and its player, as nodes; sorted */
    double *weight;     /* precision of what is measured: puzzle - player */
    double *pull;       /* its mean, times the precision */
    double *spread;     /* the variance of that difference, given everything */
    double *flow;       /* what the edge conducts from its player to ground */

    /* Of each node. */
    size_t *first; /* edge[first[a]..first[a + 1]) are those of node a */
    uint32_t *edge;
    double *prior;    /* precision of its prior; the same of all puzzles */
    double *diagonal; /* the sum of all its precisions */
    double *mean;
    double *local;   /* its variance if the mean difficulty were known */
    double *along;   /* how much it moves with the mean difficulty, 0..1 */
    double *total;   /* what conducts from it to ground */
    uint32_t *place; /* in its part, among the nodes of its kind */

    struct part *part;
    uint32_t *order; /* nodes, part by part */
    double *work[4]; /* n numbers each */
    double *matrix;  /* of the greatest part that is solved exactly */

    double centre;   /* the mean difficulty */
    double sure;     /* its precision, given everything */
    double known[2]; /* mean and precision of its prior */
};

/* A part whose smaller side has more nodes than this is approximated. */
#define CROSSED_EXACT 200

/*
 * Makes the graph of end[0..n_edges), which are distinct, sorted, and belong
 * to `c` from now on, also after an error. Numbers are 0. LOYD_E_NOMEM.
 */
loyd_err crossed_new(struct crossed *c, size_t n_puzzles, size_t n_players,
                     uint32_t (*end)[2], size_t n_edges);
void crossed_free(struct crossed *c);

/* Sets diagonals from priors and weights, to be called before the others. */
void crossed_weigh(struct crossed *c);

/* Sets means, `along`, `centre` and `sure`. The values before are the first
 * guess. */
void crossed_solve(struct crossed *c);

/*
 * Sets `local` and `spread`, after crossed_solve. Exact for the parts that are
 * small on one side; otherwise an approximation, which is improved with each
 * call.
 */
void crossed_spread(struct crossed *c);

/* The two kinds of parts, as if the mean difficulty were known; called by
 * crossed_spread. */
void crossed_exact(struct crossed *c, const struct part *part);
void crossed_network(struct crossed *c, const struct part *part);

/* Return the variance of a node; and that of its difference from the mean
 * difficulty. */
double crossed_variance(const struct crossed *c, size_t node);
double crossed_apart(const struct crossed *c, size_t node);

#endif
