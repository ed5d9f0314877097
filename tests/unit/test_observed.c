/* SPDX-License-Identifier: MIT */
/*
 * Tests observed difficulty: on games of players whose abilities are known, on
 * the golden values of another implementation, and on what is hardly known.
 */
#include "core.h"
#include "players.h"
#include "starve.h"
#include "tsv.h"

#include "rate/crossed.h"
#include "rate/normal.h"

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
    double ranks = 0;

    for (unsigned seed = 0; seed < w->times; seed++) {
        struct simulated s;
        struct observed o;
        double rank;

        simulate(w, (uint64_t)seed * 1000003, &s);
        o = rate(s.games, s.n, w->puzzles, w->players);
        assert_true(o.has_converged);
        rank = rank_correlation(s.difficulty, o.puzzles, w->puzzles);
        ranks += rank / w->times;
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
    print_message("%s: covered of puzzles %.4f, of players %.4f; rank "
                  "correlation %.3f\n",
                  w->name, puzzles.covered / puzzles.n,
                  players.covered / players.n, ranks);
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

/* --- golden values --- */

/* A case of golden_observed.tsv: its games, then what they result in. */
struct golden_case {
    char name[32];
    struct observed_game games[128];
    size_t n;
    uint32_t most[2]; /* numbers of a puzzle and a player */
    struct observed found;
};

static void
assert_digits(const struct tsv *tsv, unsigned field, double found)
{
    double expected = strtod(tsv->field[field], NULL);

    if (observed_round(found) != expected)
        fail_msg("%s:%u: %.6g, expected %s", tsv->name, tsv->number, found,
                 tsv->field[field]);
}

static void
read_game(const struct tsv *tsv, struct golden_case *c)
{
    uint32_t number[4];

    if (strcmp(c->name, tsv->field[0]) != 0) {
        observed_free(&c->found);
        memset(c, 0, sizeof(*c));
        snprintf(c->name, sizeof(c->name), "%s", tsv->field[0]);
    }
    for (unsigned i = 0; i < 4; i++)
        number[i] = (uint32_t)strtoul(tsv->field[2 + i], NULL, 10);
    assert_true(c->n < COUNT(c->games));
    c->games[c->n++] = (struct observed_game){number[0], number[1], number[2],
                                              number[3] == 1};
    for (unsigned i = 0; i < 2; i++)
        if (c->most[i] < number[i])
            c->most[i] = number[i];
}

/* Compares a row with the result, which is made when it is first needed. */
static void
check_value(const struct tsv *tsv, struct golden_case *c)
{
    unsigned number = (unsigned)strtoul(tsv->field[2], NULL, 10);
    bool is_model = strcmp(tsv->field[1], "model") == 0;
    bool is_puzzle = strcmp(tsv->field[1], "puzzle") == 0;
    const struct observed *o = &c->found;
    const struct observed_value *value;

    if (o->puzzles == NULL)
        c->found = rate(c->games, c->n, c->most[0] + 1, c->most[1] + 1);
    if (is_model) {
        assert_digits(tsv, 2, observed_seconds(o->mean));
        assert_digits(tsv, 3, o->puzzle_sd);
        assert_digits(tsv, 4, o->player_sd);
        assert_digits(tsv, 5, o->game_sd);
        assert_int_equal(o->iterations, strtoul(tsv->field[6], NULL, 10));
        return;
    }
    value = is_puzzle ? &o->puzzles[number] : &o->players[number];
    assert_digits(tsv, 3, is_puzzle ? observed_seconds(value->value)
                                    : value->value);
    assert_digits(tsv, 4, value->error);
}

static void
test_golden(void **state)
{
    static struct golden_case c;
    unsigned models = 0;
    struct tsv tsv;

    (void)state;
    tsv_open(&tsv, "golden_observed.tsv");
    while (tsv_next(&tsv, 0))
        if (strcmp(tsv.field[1], "game") == 0)
            read_game(&tsv, &c);
        else {
            check_value(&tsv, &c);
            models += strcmp(tsv.field[1], "model") == 0;
        }
    tsv_close(&tsv);
    observed_free(&c.found);
    assert_int_equal(models, 5);
}

/* --- order, and what is hardly known --- */

static const struct world small = {"small", 40, 60, 2, 40, 1,  0.6, 0.5,
                                   0.4,     0.3, 0,  0, 2, 0};

static void
assert_same(const struct observed *a, const struct observed *b, size_t puzzles,
            size_t players)
{
    assert_memory_equal(a->puzzles, b->puzzles, puzzles * sizeof(*a->puzzles));
    assert_memory_equal(a->players, b->players, players * sizeof(*a->players));
    assert_memory_equal(&a->mean, &b->mean, 4 * sizeof(double));
}

/* The same bits in any order of the games. */
static void
test_order(void **state)
{
    uint64_t seed = 1;
    struct simulated s;
    struct observed o, again;

    (void)state;
    simulate(&small, 0, &s);
    o = rate(s.games, s.n, small.puzzles, small.players);
    for (size_t i = s.n - 1; i > 0; i--) {
        size_t k = random_word(&seed) % (i + 1);
        struct observed_game game = s.games[i];

        s.games[i] = s.games[k];
        s.games[k] = game;
    }
    again = rate(s.games, s.n, small.puzzles, small.players);
    assert_same(&o, &again, small.puzzles, small.players);
    observed_free(&o);
    observed_free(&again);
    forget(&s);
}

/* Without games all is as before; with one, it counts; what has none of the
 * games is as uncertain as any other. */
static void
test_few_games(void **state)
{
    static const struct observed_game one[] = {
        {1, 2, 30000, true}, {0, 0, 0, true}, {0, 1, 0, false}};
    struct observed o = rate(NULL, 0, 0, 0);

    (void)state;
    assert_true(o.has_converged);
    observed_free(&o);
    o = rate(one + 1, 2, 1, 2); /* of 0 ms: not counted */
    assert_int_equal(o.puzzles[0].games + o.players[1].games, 0);
    assert_near("seconds", 0, observed_seconds(o.puzzles[0].value), 60, 1e-12);
    assert_true(o.puzzles[0].error > 10 && o.players[0].value == 0);
    observed_free(&o);
    o = rate(one, COUNT(one), 2, 3);
    assert_int_equal(o.puzzles[1].games, 1);
    assert_int_equal(o.puzzles[1].solved, 1);
    assert_int_equal(o.players[2].games, 1);
    assert_near("one game", 0, o.puzzles[1].value, log(30), 0.01);
    assert_near("one game", 0, o.puzzles[0].value, log(30), 0.01);
    assert_true(o.puzzles[1].error > 0.5 && o.puzzles[1].error < 1);
    assert_true(o.puzzles[0].error > o.puzzles[1].error);
    observed_free(&o);
}

/* A puzzle that no one solved is harder than those that the same players
 * solved, by as much as they tried, and less certain. */
static void
test_never_solved(void **state)
{
    struct observed_game games[60];
    struct observed o;

    (void)state;
    for (uint32_t i = 0; i < COUNT(games); i++)
        games[i] = (struct observed_game){i % 3, i / 3, 20000 + 500 * i,
                                          i % 3 != 2};
    o = rate(games, COUNT(games), 3, 20);
    assert_int_equal(o.puzzles[2].solved, 0);
    assert_true(o.puzzles[2].value > o.puzzles[1].value + 0.3);
    assert_true(o.puzzles[2].value < o.puzzles[1].value + 3);
    assert_true(o.puzzles[2].error > 2 * o.puzzles[1].error);
    observed_free(&o);
}

/* Times of chance alone: no puzzle and no player differs much. */
static void
test_noise(void **state)
{
    static const struct world noise = {"noise", 300, 400, 20, 60, 1, 0, 0,
                                       0.8,     0.3, 0,   0,  1,  0};
    struct simulated s;
    struct observed o;

    (void)state;
    simulate(&noise, 7, &s);
    o = rate(s.games, s.n, noise.puzzles, noise.players);
    assert_true(o.puzzle_sd < 0.12 && o.player_sd < 0.12);
    for (unsigned i = 0; i < noise.puzzles; i++)
        assert_true(fabs(o.puzzles[i].value - 4) < 0.25);
    observed_free(&o);
    forget(&s);
}

/* The greatest difference of two lists, as a part of the second. */
static double
worst_of(const double *found, const double *exact, size_t n)
{
    double worst = 0;

    for (size_t i = 0; i < n; i++)
        worst = fmax(worst, fabs(found[i] / exact[i] - 1));
    return worst;
}

/* The approximation for large parts is near the exact variances even where
 * puzzles have few games. */
static void
test_network(void **state)
{
    enum { PUZZLES = 80, PLAYERS = 150, N = PUZZLES + PLAYERS };
    uint32_t(*end)[2] = malloc(PUZZLES * PLAYERS * sizeof(*end));
    static double exact[N], apart[PUZZLES * PLAYERS];
    uint64_t seed = 3;
    struct crossed c;
    size_t n = 0;

    (void)state;
    for (uint32_t i = 0; i < PUZZLES; i++)
        for (uint32_t j = 0; j < PLAYERS; j++)
            if (random_word(&seed) % PLAYERS < 5 + i / 2) {
                end[n][0] = i;
                end[n++][1] = PUZZLES + j;
            }
    assert_int_equal(crossed_new(&c, PUZZLES, PLAYERS, end, n), LOYD_OK);
    assert_int_equal(c.n_parts, 1);
    for (size_t a = 0; a < N; a++)
        c.prior[a] = a < PUZZLES ? 3 : 4;
    for (size_t e = 0; e < n; e++)
        c.weight[e] = 6 * uniform(&seed);
    crossed_weigh(&c);
    crossed_exact(&c, c.part);
    memcpy(exact, c.local, sizeof(exact));
    memcpy(apart, c.spread, n * sizeof(*apart));
    for (unsigned i = 0; i < 30; i++)
        crossed_network(&c, c.part);
    if (!(worst_of(c.local, exact, N) < 0.05) ||
        !(worst_of(c.spread, apart, n) < 0.05))
        fail_msg("worst variance: %g off, of a difference %g",
                 worst_of(c.local, exact, N), worst_of(c.spread, apart, n));
    crossed_free(&c);
}

/* --- errors --- */

static bool
stop_at_two(void *context, const loyd_progress *progress)
{
    (void)context;
    return progress->done < 2;
}

static void
test_errors(void **state)
{
    static const loyd_listener listener = {.progress = stop_at_two};
    static const struct observed_game strange[] = {
        {0, 0, 1000, true}, {1, 0, 1000, true}, {0, 1, 1000, true}};
    struct simulated s;
    struct observed o = {.iterations = 77};
    loyd_why why = {{0}};

    (void)state;
    assert_why("puzzle", observed_rate(strange, 2, 1, 1, NULL, &o, &why),
               &why, LOYD_E_RANGE, "game 1: no such puzzle or player");
    assert_why("player", observed_rate(strange, 3, 2, 1, NULL, &o, &why),
               &why, LOYD_E_RANGE, "game 2: no such puzzle or player");
    simulate(&small, 0, &s);
    assert_int_equal(observed_rate(s.games, s.n, small.puzzles, small.players,
                                   &listener, &o, &why),
                     LOYD_E_CANCELLED);
    assert_int_equal(o.iterations, 77);
    forget(&s);
}

static void
test_starved(void **state)
{
    struct simulated s;
    loyd_why why = {{0}};
    unsigned n = 0;

    (void)state;
    simulate(&small, 0, &s);
    do {
        struct observed o = {.puzzles = NULL};
        loyd_err err;

        has_failed = false;
        fails_at = ++n;
        err = observed_rate(s.games, s.n, small.puzzles, small.players, NULL,
                            &o, &why);
        fails_at = 0;
        assert_int_equal(err, has_failed ? LOYD_E_NOMEM : LOYD_OK);
        observed_free(&o);
    } while (has_failed);
    assert_true(n > 20);
    forget(&s);
}

/* The same bits on every machine, with every compiler. */
static void
test_bits(void **state)
{
    enum { N = 250, GAMES = 4000 };
    static struct observed_game games[GAMES];
    uint64_t seed = 5, bits, sum = 0;
    struct observed o;

    (void)state;
    for (unsigned i = 0; i < GAMES; i++) {
        uint64_t word = random_word(&seed);
        uint32_t puzzle = (uint32_t)(word % N);

        games[i] = (struct observed_game){
            puzzle, (uint32_t)(word >> 20) % N,
            (1000 + (uint32_t)(word >> 32) % 30000) * (1 + puzzle % 7),
            word >> 62 > 0};
    }
    o = rate(games, GAMES, N, N);
    for (unsigned i = 0; i < N; i++) {
        memcpy(&bits, &o.puzzles[i].value, sizeof(bits));
        sum = 31 * sum + bits;
        memcpy(&bits, &o.players[i].error, sizeof(bits));
        sum = 31 * sum + bits;
    }
    observed_free(&o);
    if (sum != UINT64_C(0xe43cd35ee56de964))
        fail_msg("the bits add up to %016llx", (unsigned long long)sum);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_worlds),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_few_games),
        cmocka_unit_test(test_never_solved),
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_network),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_starved),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
