/* SPDX-License-Identifier: MIT */
/*
 * Tests observed difficulty: on games of players whose abilities are known, on
 * the golden values of another implementation, and on what is hardly known.
 */
#include "core.h"
#include "starve.h"
#include "tsv.h"

#include <math.h>

#include "rate/crossed.h"
#include "rate/normal.h"
#include "rate/observed.h"

#define WITHIN_95 1.959964

/* --- functions --- */

static void
assert_near(const char *what, double x, double found, double expected,
            double error)
{
    if (!(fabs(found - expected) <= error * (1 + fabs(expected))))
        fail_msg("%s(%g): %.17g, expected %.17g", what, x, found, expected);
}

static void
test_functions(void **state)
{
    (void)state;
    for (double x = 1e-3; x < 1e10; x *= 1.003)
        assert_near("ln", x, normal_ln(x), log(x), 1e-15);
    for (double x = -690; x < 690; x += 0.37)
        assert_near("exp", x, normal_exp(x) / exp(x), 1, 1e-15);
    assert_true(normal_exp(-701) == 0 && normal_exp(0) == 1);
    for (double z = -37; z < 10; z += 0.0137) {
        double below = erfc(-z * sqrt(0.5)) / 2;
        double density = exp(-z * z / 2) / sqrt(8 * atan(1));

        assert_near("below", z, normal_below(z) / below, 1, 1e-12);
        assert_near("ratio", z, normal_ratio(z) * below / density, 1, 1e-12);
    }
    assert_near("ratio", -1e6, normal_ratio(-1e6), 1e6 + 1e-6, 1e-15);
}

static void
test_rounding(void **state)
{
    static const double cases[][2] = {
        {0, 0},          {1, 1},           {12.3449, 12.34}, {12.345, 12.35},
        {99.996, 100},   {-0.56785, -0.5679}, {1234.5, 1235}, {12345, 12350},
        {123449, 123400}, {99996, 100000}, {0.00012344, 0.0001234},
        {2.5e-7, 2.5e-7}, {9999.4, 9999},  {9999.5, 10000},  {86400, 86400}};

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        if (observed_round(cases[i][0]) != cases[i][1])
            fail_msg("%.17g: %.17g", cases[i][0], observed_round(cases[i][0]));
    for (int i = -10; i < 10; i++)
        for (unsigned digits = 1000; digits < 10000; digits += 7) {
            char text[32];

            snprintf(text, sizeof(text), "%ue%d", digits, i);
            assert_true(observed_round(strtod(text, NULL)) ==
                        strtod(text, NULL));
        }
}

/* --- simulated games --- */

/* Players and puzzles, and how they play. Numbers of games are spread evenly
 * between two ends; parts of the players cheat in a fifth of their games, or
 * always, by a factor of 20. */
struct world {
    const char *name;
    unsigned puzzles, players, least, most, times;
    double puzzle_sd, player_sd, game_sd;
    double gives_up;   /* part of games with an end to patience */
    double cheats;     /* part of players who sometimes cheat */
    double impossible; /* part of those who always do */
    unsigned groups;   /* that never meet */
    double rank;       /* least rank correlation of difficulties */
};

struct simulated {
    double *difficulty;
    double *ability;
    bool *is_honest;
    struct observed_game *games;
    size_t n;
};

static double
uniform(uint64_t *seed)
{
    return ((double)(random_word(seed) >> 11) + 0.5) / 9007199254740992.0;
}

/* [Box, Muller, Ann. Math. Statist. 29(2), 1958]. */
static double
normal(uint64_t *seed)
{
    double radius = sqrt(-2 * log(uniform(seed)));

    return radius * cos(8 * atan(1) * uniform(seed));
}

static void
play(const struct world *w, struct simulated *s, uint32_t puzzle,
     uint32_t player, uint64_t *seed)
{
    double time = s->difficulty[puzzle] - s->ability[player] +
                  w->game_sd * normal(seed);
    bool is_solved = true;

    if (!s->is_honest[player] && uniform(seed) < 0.2)
        time -= 3;
    if (uniform(seed) < w->gives_up) {
        double patience = 4.2 + 0.7 * normal(seed);

        is_solved = time < patience;
        time = is_solved ? time : patience;
    }
    s->games[s->n++] = (struct observed_game){
        puzzle, player, (uint32_t)(1000 * exp(time) + 0.5), is_solved};
}

static void
simulate(const struct world *w, uint64_t seed, struct simulated *s)
{
    s->difficulty = malloc(w->puzzles * sizeof(double));
    s->ability = malloc(w->players * sizeof(double));
    s->is_honest = malloc(w->players * sizeof(bool));
    s->games = malloc((size_t)w->puzzles * w->most * sizeof(*s->games));
    s->n = 0;
    for (unsigned i = 0; i < w->puzzles; i++)
        s->difficulty[i] = 4 + w->puzzle_sd * normal(&seed);
    for (unsigned i = 0; i < w->players; i++) {
        double kind = uniform(&seed);

        s->is_honest[i] = kind >= w->cheats + w->impossible;
        s->ability[i] = w->player_sd * normal(&seed);
        if (kind < w->impossible)
            s->ability[i] += 3;
    }
    for (unsigned i = 0; i < w->puzzles; i++) {
        unsigned n = w->least + (unsigned)(uniform(&seed) *
                                           (w->most - w->least + 1));

        while (n-- > 0) {
            unsigned player = (unsigned)(uniform(&seed) * w->players);

            player -= player % w->groups;
            play(w, s, i, player + i % w->groups, &seed);
        }
    }
}

static void
forget(struct simulated *s)
{
    free(s->difficulty);
    free(s->ability);
    free(s->is_honest);
    free(s->games);
}

static struct observed
rate(const struct observed_game *games, size_t n, size_t puzzles,
     size_t players)
{
    struct observed out = {.puzzles = NULL};
    loyd_why why = {{0}};

    if (observed_rate(games, n, puzzles, players, NULL, &out, &why) != LOYD_OK)
        fail_msg("%s", why.text);
    return out;
}

static const double *sorted_by;

static int
by_value(const void *x, const void *y)
{
    double a = sorted_by[*(const unsigned *)x];
    double b = sorted_by[*(const unsigned *)y];

    return a < b ? -1 : a > b;
}

static void
ranks_of(const double *values, unsigned n, unsigned *ranks)
{
    unsigned *order = malloc(n * sizeof(*order));

    for (unsigned i = 0; i < n; i++)
        order[i] = i;
    sorted_by = values;
    qsort(order, n, sizeof(*order), by_value);
    for (unsigned i = 0; i < n; i++)
        ranks[order[i]] = i;
    free(order);
}

/* Spearman's rank correlation of difficulties and their estimates. */
static double
rank_correlation(const double *truth, const struct observed_value *found,
                 unsigned n)
{
    double *values = malloc(n * sizeof(*values)), sum = 0;
    unsigned *a = malloc(n * sizeof(*a)), *b = malloc(n * sizeof(*b));

    for (unsigned i = 0; i < n; i++)
        values[i] = found[i].value;
    ranks_of(truth, n, a);
    ranks_of(values, n, b);
    for (unsigned i = 0; i < n; i++)
        sum += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
    free(values);
    free(a);
    free(b);
    return 1 - 6 * sum / ((double)n * ((double)n * n - 1));
}

/* How often intervals of 95 % covered the truth. */
struct coverage {
    double covered;
    double n;
};

static void
cover(struct coverage *c, const struct observed_value *found, double truth)
{
    c->covered += fabs(found->value - truth) < WITHIN_95 * found->error;
    c->n++;
}

static void
assert_covered(const char *name, const char *what, struct coverage c)
{
    double part = c.covered / c.n;

    if (part < 0.93 || part > 0.97)
        fail_msg("%s: %.4f of %.0f %s covered", name, part, c.n, what);
}

static const struct world worlds[] = {
    {"few", 12, 20, 2, 20, 150, 0.6, 0.5, 0.4, 0, 0, 0, 1, 0.6},
    {"many", 60, 400, 2, 200, 15, 0.6, 0.5, 0.4, 0.3, 0, 0, 1, 0.93},
    {"wide", 60, 200, 2, 60, 30, 1.4, 0.3, 0.5, 0.3, 0, 0, 1, 0.95},
    {"quitters", 60, 300, 2, 100, 15, 0.6, 0.5, 0.4, 1, 0, 0, 1, 0.9},
    {"cheaters", 60, 300, 2, 100, 20, 0.6, 0.5, 0.4, 0.3, 0.05, 0.02, 1, 0.9},
    {"sparse", 900, 1300, 2, 16, 3, 0.6, 0.5, 0.4, 0.3, 0, 0, 1, 0.9},
    {"large", 300, 800, 2, 60, 4, 0.6, 0.5, 0.4, 0.3, 0.03, 0.01, 1, 0.95},
    {"groups", 60, 200, 2, 40, 40, 0.6, 0.5, 0.4, 0.3, 0, 0, 5, 0.8},
};

/* Adds to `few` the puzzles with at most six games. */
static void
test_world(const struct world *w, struct coverage *few)
{
    struct coverage puzzles = {0, 0}, players = {0, 0};

    for (unsigned seed = 0; seed < w->times; seed++) {
        struct simulated s;
        struct observed o;
        double rank;

        simulate(w, (uint64_t)seed * 1000003, &s);
        o = rate(s.games, s.n, w->puzzles, w->players);
        assert_true(o.has_converged);
        rank = rank_correlation(s.difficulty, o.puzzles, w->puzzles);
        if (rank < w->rank)
            fail_msg("%s: seed %u: rank correlation %.4f", w->name, seed,
                     rank);
        for (unsigned i = 0; i < w->puzzles; i++) {
            cover(&puzzles, &o.puzzles[i], s.difficulty[i]);
            if (o.puzzles[i].games <= 6)
                cover(few, &o.puzzles[i], s.difficulty[i]);
        }
        for (unsigned i = 0; i < w->players; i++)
            if (s.is_honest[i])
                cover(&players, &o.players[i], s.ability[i]);
        observed_free(&o);
        forget(&s);
    }
    print_message("%s: covered of puzzles %.4f, of players %.4f\n", w->name,
                  puzzles.covered / puzzles.n, players.covered / players.n);
    assert_covered(w->name, "puzzles", puzzles);
    assert_covered(w->name, "players", players);
}

static void
test_worlds(void **state)
{
    struct coverage few = {0, 0};

    (void)state;
    for (size_t i = 0; i < COUNT(worlds); i++)
        test_world(&worlds[i], &few);
    assert_covered("all", "puzzles with few games", few);
}
int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_worlds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
