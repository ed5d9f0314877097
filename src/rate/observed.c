/* SPDX-License-Identifier: MIT */
/*
 * Observed difficulty: the lognormal model of response times [van der Linden,
 * "A lognormal model for response times on test items", Journal of Educational
 * and Behavioral Statistics 31(2), 2006], with one variance for all puzzles.
 * Games that were not solved are times of which only a lower bound is known.
 *
 * Each step takes the current guess of all but one kind of numbers. Censored
 * times enter as normal measurements that give the same mean and variance
 * (expectation propagation) [Minka, "A family of algorithms for approximate
 * Bayesian inference", thesis, MIT, 2001]; outliers by the probability that
 * they are; variances are set to those that the squares of means and their
 * own uncertainty imply [MacKay, "Bayesian interpolation", Neural Computation
 * 4(3), 1992].
 */
#include "rate/observed.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/why.h"
#include "core/listener.h"
#include "rate/crossed.h"
#include "rate/normal.h"

/* The standard deviation of outliers is this many times that of others of
 * their kind [Tukey, "A survey of sampling from contaminated distributions",
 * 1960]. */
#define WIDER 7.0
#define MILDER (1 - 1 / (WIDER * WIDER))

/*
 * What is known before any game, of each kind: as much as if this many values
 * with this variance had been seen, and this many of which this part were
 * outliers. The mean of all difficulties is a minute within a factor of e^10.
 */
#define SEEN 2.0
#define SEEN_VARIANCE 0.25
#define SORTED 20.0
#define SORTED_OUT 0.01
#define MEAN 4.0943445622221004 /* ln 60 */
#define MEAN_PRECISION 0.01

#define ITERATIONS 200
#define TOLERANCE 1e-7
#define DAMPED 0.7 /* otherwise two states could alternate */

enum kind { PUZZLES = 0, PLAYERS = 1, GAMES = 2, KINDS = 3 };

/* Where the steps begin. Puzzles that differ much are taken for what they are
 * before games are taken for outliers. */
static const double first_variance[KINDS] = {1, 0.25, 0.25};
static const double first_outliers = 0.2;

struct game {
    double time;   /* logarithm of its seconds */
    double weight; /* precision of the measurement that replaces it */
    double pull;   /* times its mean */
    double share;  /* of the precision that it has if it is no outlier */
    bool is_solved;
};

struct model {
    struct crossed c;
    struct game *games; /* in the order of the edges */
    size_t n_games;
    size_t *first; /* games[first[e]..first[e + 1]) are those of edge e */
    double variance[KINDS]; /* of those that are no outliers */
    double outliers[KINDS]; /* which part of the kind they are */
};

/* --- reading games --- */

static int
compare(const void *x, const void *y)
{
    const struct observed_game *a = x, *b = y;
    uint32_t left[] = {a->puzzle, a->player, a->ms, a->is_solved};
    uint32_t right[] = {b->puzzle, b->player, b->ms, b->is_solved};

    for (unsigned i = 0; i < 4; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

/* Copies the games that count, sorted. NULL if memory runs out. */
static struct observed_game *
sorted(const struct observed_game *games, size_t n, size_t *counted)
{
    struct observed_game *copy = malloc((n + 1) * sizeof(*copy));

    *counted = 0;
    if (copy == NULL)
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (games[i].ms > 0)
            copy[(*counted)++] = games[i];
    ARRAY_SORT(copy, *counted, compare);
    return copy;
}

static bool
is_same_pair(const struct observed_game *a, const struct observed_game *b)
{
    return a->puzzle == b->puzzle && a->player == b->player;
}

/* Makes the graph and the list of games. LOYD_E_NOMEM. */
static loyd_err
fill(struct model *m, const struct observed_game *sorted, size_t n,
     size_t puzzles, size_t players)
{
    uint32_t(*end)[2] = malloc((n + 1) * sizeof(*end));
    size_t edges = 0;

    m->n_games = n;
    m->games = calloc(n + 1, sizeof(*m->games));
    m->first = calloc(n + 2, sizeof(*m->first));
    if (end == NULL || m->games == NULL || m->first == NULL) {
        free(end);
        return LOYD_E_NOMEM;
    }
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || !is_same_pair(&sorted[i - 1], &sorted[i])) {
            m->first[edges] = i;
            end[edges][0] = sorted[i].puzzle;
            end[edges][1] = (uint32_t)puzzles + sorted[i].player;
            edges++;
        }
        m->games[i] = (struct game){.time = normal_ln(sorted[i].ms / 1000.0),
                                    .share = 1,
                                    .is_solved = sorted[i].is_solved};
    }
    m->first[edges] = n;
    return crossed_new(&m->c, puzzles, players, end, edges);
}

static enum kind
kind_of(const struct model *m, size_t node)
{
    return node < m->c.n_puzzles ? PUZZLES : PLAYERS;
}

/* The first guess: all puzzles are average, and so are all players. */
static void
begin(struct model *m)
{
    double sum = 0, solved = 0;

    for (size_t g = 0; g < m->n_games; g++)
        if (m->games[g].is_solved) {
            sum += m->games[g].time;
            solved++;
        }
    m->c.known[0] = MEAN;
    m->c.known[1] = MEAN_PRECISION;
    m->c.centre = solved > 0 ? sum / solved : MEAN;
    for (unsigned i = 0; i < KINDS; i++) {
        m->variance[i] = first_variance[i];
        m->outliers[i] = first_outliers;
    }
    for (size_t a = 0; a < m->c.n; a++) {
        m->c.prior[a] = 1 / first_variance[kind_of(m, a)];
        if (kind_of(m, a) == PUZZLES)
            m->c.mean[a] = m->c.centre;
    }
}

/* --- a step --- */

/*
 * Returns the expected precision, as a part of that of what is no outlier, if
 * it is `odds` times as likely to be seen of an outlier of its kind.
 */
static double
share_of(const struct model *m, enum kind kind, double odds)
{
    double out = m->outliers[kind] * odds;

    return 1 - MILDER * out / (1 - m->outliers[kind] + out);
}

/* The same, of what has this expected square, in units of the variance. */
static double
share_of_square(const struct model *m, enum kind kind, double square)
{
    double power = square / 2 * MILDER;

    return share_of(m, kind, normal_exp(power < 100 ? power : 100) / WIDER);
}

/* What the numbers of a kind add up to. */
struct sums {
    double squares; /* of distances from the mean, times their shares */
    double unsure;  /* variances, times their shares, in units of the kind's */
    double shares;
};

/* Adds a number that differs from its mean by `apart`. A share that has just
 * grown could make its variance greater than that of its kind. */
static void
add(struct sums *sums, double share, double apart, double unsure)
{
    sums->squares += share * apart * apart;
    sums->unsure += share * unsure < 1 ? share * unsure : 1;
    sums->shares += share;
}

static void
look_at_solved(const struct model *m, struct game *game, double expected,
               double spread, struct sums *sums)
{
    double variance = m->variance[GAMES], apart = game->time - expected;
    double unsure = spread / variance;

    game->share = share_of_square(m, GAMES, apart * apart / variance + unsure);
    add(sums, game->share, apart, unsure);
}

/*
 * A censored time: the measurement that with all the others (mean and variance
 * `mean` and `rest`) gives the moments of a normal distribution cut off below
 * it.
 */
static void
look_at_censored(const struct model *m, struct game *game, double expected,
                 double spread, struct sums *sums)
{
    double rest = 1 / (1 / spread - game->weight);
    double mean = rest * (expected / spread - game->pull);
    double noise = m->variance[GAMES], all, z, ratio, steep, bend, square;
    double plain = normal_below((mean - game->time) / sqrt(noise + rest));
    double wide =
        normal_below((mean - game->time) / sqrt(noise * WIDER * WIDER + rest));

    game->share = share_of(m, GAMES, plain > 0 ? wide / plain : 1e100);
    sums->shares += game->share;
    noise /= game->share;
    all = noise + rest;
    z = (mean - game->time) / sqrt(all);
    ratio = normal_ratio(z);
    /* The slope of the logarithm of the probability, and its curvature. */
    steep = ratio / sqrt(all);
    bend = steep * (steep + z / sqrt(all));
    steep /= 1 - rest * bend;
    bend /= 1 - rest * bend;
    game->weight += DAMPED * (bend - game->weight);
    game->pull += DAMPED * (bend * mean + steep - game->pull);
    /* The expected square is 1 - z ratio noise / all. */
    square = -z * ratio * noise / all;
    if (square > 0)
        sums->squares += square * m->variance[GAMES];
    sums->unsure += square > 0 ? 1 : 1 + square;
}

static void
look_at_games(struct model *m, struct sums *sums)
{
    const struct crossed *c = &m->c;

    for (size_t e = 0; e < c->n_edges; e++) {
        double expected = c->mean[c->end[e][0]] - c->mean[c->end[e][1]];

        for (size_t g = m->first[e]; g < m->first[e + 1]; g++)
            (m->games[g].is_solved ? look_at_solved : look_at_censored)(
                m, &m->games[g], expected, c->spread[e], sums);
    }
}

/* Sets each node's prior to its share. No puzzle is an outlier: they may
 * differ as they like. */
static void
look_at_nodes(struct model *m, struct sums sums[2])
{
    struct crossed *c = &m->c;

    for (size_t a = 0; a < c->n; a++) {
        enum kind kind = kind_of(m, a);
        double mean = c->mean[a] - (kind == PUZZLES ? c->centre : 0);
        double unsure =
            (kind == PUZZLES ? crossed_apart(c, a) : crossed_variance(c, a)) /
            m->variance[kind];
        double share = 1;

        if (kind == PLAYERS)
            share = share_of_square(m, kind,
                                    mean * mean / m->variance[kind] + unsure);
        c->prior[a] = share;
        add(&sums[kind], share, mean, unsure);
    }
}

/* Sets the measurements of all edges. */
static void
measure(struct model *m)
{
    for (size_t e = 0; e < m->c.n_edges; e++) {
        m->c.weight[e] = m->c.pull[e] = 0;
        for (size_t g = m->first[e]; g < m->first[e + 1]; g++) {
            struct game *game = &m->games[g];

            if (game->is_solved) {
                game->weight = game->share / m->variance[GAMES];
                game->pull = game->weight * game->time;
            }
            m->c.weight[e] += game->weight;
            m->c.pull[e] += game->pull;
        }
    }
    crossed_weigh(&m->c);
}

/* Sets variance and outliers of a kind of n. Returns the change of the
 * variance, as a part of it. */
static double
learn(struct model *m, enum kind kind, size_t n, const struct sums *sums)
{
    double variance = (sums->squares + SEEN * SEEN_VARIANCE) /
                      ((double)n - sums->unsure + SEEN);
    double change = fabs(variance / m->variance[kind] - 1);
    double out = ((double)n - sums->shares) / MILDER;

    m->variance[kind] = variance;
    m->outliers[kind] = (out + SORTED * SORTED_OUT) / ((double)n + SORTED);
    return change;
}

/* One step of all numbers. Returns the greatest change of a variance, as a
 * part of it, or of the mean difficulty. */
static double
step(struct model *m)
{
    struct sums sums[KINDS] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    const size_t n[KINDS] = {m->c.n_puzzles, m->c.n - m->c.n_puzzles,
                             m->n_games};
    double centre = m->c.centre, change;

    measure(m);
    crossed_solve(&m->c);
    crossed_spread(&m->c);
    look_at_nodes(m, sums);
    look_at_games(m, &sums[GAMES]);
    change = fabs(m->c.centre - centre);
    for (unsigned i = 0; i < KINDS; i++) {
        double by = learn(m, i, n[i], &sums[i]);

        change = by > change ? by : change;
    }
    for (size_t a = 0; a < m->c.n; a++)
        m->c.prior[a] /= m->variance[kind_of(m, a)];
    return change;
}

/* --- results --- */

static void
give(const struct model *m, struct observed *out)
{
    const struct crossed *c = &m->c;

    for (size_t a = 0; a < c->n; a++) {
        struct observed_value *value = a < c->n_puzzles
                                           ? &out->puzzles[a]
                                           : &out->players[a - c->n_puzzles];

        value->value = c->mean[a];
        value->error = sqrt(crossed_variance(c, a));
        for (size_t k = c->first[a]; k < c->first[a + 1]; k++) {
            uint32_t e = c->edge[k];

            for (size_t g = m->first[e]; g < m->first[e + 1]; g++) {
                value->games++;
                value->solved += m->games[g].is_solved;
            }
        }
    }
    out->mean = c->centre;
    out->puzzle_sd = sqrt(m->variance[PUZZLES]);
    out->player_sd = sqrt(m->variance[PLAYERS]);
    out->game_sd = sqrt(m->variance[GAMES]);
}

void
observed_free(struct observed *observed)
{
    free(observed->puzzles);
    free(observed->players);
    *observed = (struct observed){.puzzles = NULL};
}

static loyd_err
run(struct model *m, const loyd_listener *listener, struct observed *out)
{
    begin(m);
    for (; !out->has_converged && out->iterations < ITERATIONS;
         out->iterations++) {
        const loyd_progress now = {.what = "estimating difficulty",
                                   .done = out->iterations};

        if (!listener_progress(listener, &now))
            return LOYD_E_CANCELLED;
        out->has_converged = step(m) < TOLERANCE;
    }
    give(m, out);
    return LOYD_OK;
}

loyd_err
observed_rate(const struct observed_game *games, size_t n, size_t puzzles,
              size_t players, const loyd_listener *listener,
              struct observed *out, loyd_why *why)
{
    struct model m = {.games = NULL};
    struct observed found = {.puzzles = NULL};
    struct observed_game *copy;
    loyd_err err = LOYD_E_NOMEM;
    size_t counted;

    for (size_t i = 0; i < n; i++)
        if (games[i].puzzle >= puzzles || games[i].player >= players)
            return why_set(why, LOYD_E_RANGE,
                           "game %zu: no such puzzle or player", i);
    found.puzzles = calloc(puzzles + 1, sizeof(*found.puzzles));
    found.players = calloc(players + 1, sizeof(*found.players));
    copy = sorted(games, n, &counted);
    if (found.puzzles != NULL && found.players != NULL && copy != NULL)
        err = fill(&m, copy, counted, puzzles, players);
    free(copy);
    if (err == LOYD_OK)
        err = run(&m, listener, &found);
    crossed_free(&m.c);
    free(m.games);
    free(m.first);
    if (err == LOYD_OK)
        *out = found;
    else
        observed_free(&found);
    return err;
}

double
observed_seconds(double difficulty)
{
    return normal_exp(difficulty);
}

/* Whole numbers up to 10^4, and powers of 10 up to 10^22, are exact, so the
 * one division or product is rounded once. */
double
observed_round(double number)
{
    double size = fabs(number), power = 1;

    if (size < 1e-18 || size > 1e18)
        return size < 1e-18 ? 0 : number;
    for (; size * power < 1000; power *= 10)
        ;
    if (power > 1 || size < 10000)
        size = floor(size * power + 0.5) / power;
    else {
        for (; size / power >= 10000; power *= 10)
            ;
        size = floor(size / power + 0.5) * power;
    }
    return number < 0 ? -size : size;
}
