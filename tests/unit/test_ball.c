/* SPDX-License-Identifier: MIT */
/*
 * Tests the parts of targets: balls against floods and published numbers of
 * states, the bounds that reject attempts against optima, and picks from a
 * ball against their words.
 */
#include "core/board.h"
#include "oracle.h"

#include <math.h>

#include <loyd/puzzle.h>
#include <loyd/target.h>

#include "generate/generator.h"
#include "attempt.h"
#include "rate/lengths.h"
#include "rate/sieve.h"
#include "solve/search/ball.h"
#include "solve/solver.h"

enum { CELLS = 9, STATES = 362880 /* 9! */ };

/* A state of a flood. The board is first, so that memcmp orders states. */
struct flooded {
    uint8_t cell[CELLS];
    unsigned depth;
};

/* All states that a goal of up to 9 cells can reach, the goal first. */
struct flood {
    loyd_board goal;
    struct flooded *state;
    uint32_t n;
    bool *is_met; /* by rank */
};

static uint32_t
rank_of(const loyd_board *board)
{
    unsigned n = oracle_cells(board);
    uint32_t rank = 0;

    for (unsigned k = 0; k < n; k++) {
        uint32_t smaller = 0;

        for (unsigned later = k + 1; later < n; later++)
            smaller += board->cell[later] < board->cell[k];
        rank = rank * (n - k) + smaller;
    }
    return rank;
}

static void
flood_meet(struct flood *f, const loyd_board *board, unsigned depth)
{
    uint32_t rank = rank_of(board);

    if (f->is_met[rank])
        return;
    f->is_met[rank] = true;
    memcpy(f->state[f->n].cell, board->cell, CELLS);
    f->state[f->n++].depth = depth;
}

static void
flood_from(struct flood *f, const loyd_board *goal)
{
    memset(f, 0, sizeof(*f));
    f->goal = *goal;
    f->state = calloc(STATES, sizeof(*f->state));
    f->is_met = calloc(STATES, sizeof(*f->is_met));
    assert_true(f->state != NULL && f->is_met != NULL);
    flood_meet(f, goal, 0);
    for (uint32_t head = 0; head < f->n; head++)
        for (unsigned move = 0; move < 4; move++) {
            loyd_board next = *goal;

            memcpy(next.cell, f->state[head].cell, CELLS);
            if (oracle_step(&next, move))
                flood_meet(f, &next, f->state[head].depth + 1);
        }
}

static void
flood_free(struct flood *f)
{
    free(f->state);
    free(f->is_met);
}

static int
by_depth_and_bytes(const void *a, const void *b)
{
    const struct flooded *x = a, *y = b;

    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return memcmp(x->cell, y->cell, CELLS);
}

static struct monitor *
quiet(void)
{
    static struct monitor m = {.lock = PTHREAD_MUTEX_INITIALIZER};

    return &m;
}

static void
demand_ball(const struct flood *f, unsigned low, unsigned high)
{
    loyd_board board;
    size_t n = 0;
    struct ball b;

    assert_int_equal(ball_build(&b, &f->goal, low, high, quiet()), LOYD_OK);
    for (uint32_t k = 0; k < f->n; k++) {
        unsigned depth = f->state[k].depth;

        if (depth == 0 || depth < low || depth > high)
            continue;
        if (n == b.n)
            fail_msg("%u..%u: only %zu states", low, high, n);
        ball_board(&b, n++, &board);
        if (memcmp(board.cell, f->state[k].cell, CELLS) != 0 ||
            board.width != f->goal.width || board.height != f->goal.height)
            fail_msg("%u..%u: state %zu differs", low, high, n - 1);
    }
    assert_int_equal(n, b.n);
    ball_free(&b);
}

/* A ball has exactly the states of a flood, in the order of the formats. */
static void
test_balls_are_floods(void **state)
{
    static const char *const goals[] = {
        "1 2/3 0",           "4 2/0 1",           "1 2/3 4/5 0",
        "6 2/1 0/4 5",       "0 1 2/3 4 5",       "1 2 3 4/5 6 7 0",
        "8 6 4 2/1 3 0 7",   "1 2/0 4/5 6/7 8",   "1 2 3/4 5 6/7 8 0",
        "8 2 7/0 5 3/4 9 6", "1 2 3/8 0 4/7 6 5",
    };

    (void)state;
    for (size_t k = 0; k < sizeof(goals) / sizeof(goals[0]); k++) {
        loyd_board goal = oracle_board(goals[k]);
        struct flood f;

        flood_from(&f, &goal);
        qsort(f.state, f.n, sizeof(f.state[0]), by_depth_and_bytes);
        demand_ball(&f, 0, 0);
        demand_ball(&f, 1, 1);
        demand_ball(&f, 0, 9);
        demand_ball(&f, 4, 7);
        demand_ball(&f, 1, 99);
        demand_ball(&f, 99, 200);
        flood_free(&f);
    }
}

/* The states of each length against published counts [data/depths.txt]. */
static void
test_sizes_of_balls_are_as_published(void **state)
{
    static const char *const sizes[] = {"2x5", "3x4", "2x6", "2x7",
                                        "3x5", "4x4", "2x8"};
    double most = (double)oracle_effort(200000);

    (void)state;
    for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        struct oracle_depths depths = oracle_depths(sizes[k]);
        unsigned w = (unsigned)sizes[k][0] - '0';
        unsigned h = (unsigned)sizes[k][2] - '0';
        double sum = 0;

        for (unsigned d = 1; sum < most && d <= depths.radius; d++) {
            loyd_board wide = oracle_goal(w, h, 0, w * h);
            loyd_board tall = oracle_goal(h, w, w * h - 1, 2);
            struct ball b;

            sum += depths.count[d];
            assert_int_equal(ball_build(&b, &wide, d, d, quiet()), LOYD_OK);
            assert_int_equal(b.n, depths.count[d]);
            ball_free(&b);
            assert_int_equal(ball_build(&b, &tall, 0, d, quiet()), LOYD_OK);
            assert_int_equal(b.n, sum);
            ball_free(&b);
        }
    }
}

static bool
stop(void *context, const loyd_progress *progress)
{
    return progress->done < *(unsigned *)context;
}

/* Too large a ball is rejected, and a stopped one is freed. */
static void
test_balls_are_rejected_or_stopped(void **state)
{
    loyd_board goal = oracle_goal(4, 4, 15, 16);
    unsigned last = 6;
    const loyd_listener listener = {.progress = stop, .context = &last};
    loyd_solver_options options = {.threads = 2, .listener = &listener};
    loyd_solver *solver = NULL;
    const struct ball *found;
    struct ball b;

    (void)state;
    if (!oracle_is_slowest()) {
        assert_int_equal(ball_build(&b, &goal, 20, 24, quiet()),
                         LOYD_E_UNSUPPORTED);
        ball_free(&b);
    }
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    assert_int_equal(solver_ball(solver, &goal, 5, 8, &found),
                     LOYD_E_CANCELLED);
    last = 99;
    assert_int_equal(solver_ball(solver, &goal, 5, 8, &found), LOYD_OK);
    assert_int_equal(found->n, 54 + 107 + 212 + 446);
    assert_int_equal(solver_ball(solver, &goal, 7, 8, &found), LOYD_OK);
    assert_int_equal(found->n, 212 + 446);
    assert_int_equal(solver_ball(solver, &goal, 5, 8, &found), LOYD_OK);
    /* The last ones are kept; a different one is built. */
    last = 0;
    assert_int_equal(solver_ball(solver, &goal, 5, 8, &found), LOYD_OK);
    assert_int_equal(found->n, 54 + 107 + 212 + 446);
    assert_int_equal(solver_ball(solver, &goal, 7, 8, &found), LOYD_OK);
    assert_int_equal(found->n, 212 + 446);
    assert_int_equal(solver_ball(solver, &goal, 5, 7, &found),
                     LOYD_E_CANCELLED);
    last = 99;
    goal.cell[0] = 16;
    assert_int_equal(solver_ball(solver, &goal, 5, 8, &found), LOYD_OK);
    assert_int_equal(found->goal.cell[0], 16);
    for (unsigned low = 1; low <= BALLS_KEPT; low++) {
        assert_int_equal(solver_ball(solver, &goal, low, 4, &found), LOYD_OK);
        assert_int_equal(found->low, low);
    }
    last = 0; /* the oldest is replaced */
    assert_int_equal(solver_ball(solver, &goal, 5, 8, &found),
                     LOYD_E_CANCELLED);
    loyd_solver_free(&solver);
}

/* n! / 2 */
static double
states_of(unsigned n)
{
    double product = 0.5;

    for (; n > 1; n--)
        product *= n;
    return product;
}

/* Returns the states within `moves` of a goal; infinite if too many. */
static double
within(const loyd_board *goal, unsigned moves)
{
    double n = INFINITY;
    struct ball b;

    if (ball_build(&b, goal, 0, moves, quiet()) == LOYD_OK)
        n = (double)b.n + 1;
    ball_free(&b);
    return n;
}

/* target_near gives rare and few states, for every class and any labels. */
static void
test_near_states_are_rare_and_few(void **state)
{
    double too_many = (double)oracle_effort(2000000);

    (void)state;
    for (unsigned w = 2; w <= 8; w++)
        for (unsigned h = 2; h <= 8 && w * h <= 16; h++)
            for (unsigned blank = 0; blank < w * h; blank++) {
                double rare = states_of(w * h) / 1000;
                double most = rare < 12.5e6 ? rare : 12.5e6;
                loyd_layout layout = {.width = (uint8_t)w,
                                      .height = (uint8_t)h,
                                      .path = LOYD_PATH_GOAL};
                unsigned near;

                layout.goal = oracle_goal(w, h, blank, 1 + blank);
                near = target_near(&layout);
                if (most > too_many) /* the order of magnitude */
                    assert_in_range(near, w * h < 16 ? 18 : 21, 31);
                else if ((near > 0 && within(&layout.goal, near) > most) ||
                         within(&layout.goal, near + 1) <= most)
                    fail_msg("%ux%u, blank %u: %u", w, h, blank, near);
            }
}

static void
test_methods_of_targets(void **state)
{
    static const struct {
        const char *typed, *chosen;
    } rows[] = {
        {"4x4/rows~g1~s~0", "4x4/rows~g1~s~0"},
        {"4x4/rows~g1:walk:9~s~0", "4x4/rows~g1~s~0"},
        {"4x4/rows~g1,stm=0..22~s~0", "4x4/rows~g1:ball,stm=0..22~s~0"},
        {"4x4/rows~g1,stm=0..23~s~0", "4x4/rows~g1,stm=0..23~s~0"},
        {"4x4/snake,missing=6~g1,stm=20..21~s~0",
         "4x4/snake,missing=6~g1:ball,stm=20..21~s~0"},
        {"4x4/random~g1,stm=18..18~s~0", "4x4/random~g1:ball,stm=18..18~s~0"},
        {"4x4/random~g1,stm=19..19~s~0", "4x4/random~g1,stm=19..19~s~0"},
        {"2x8/rows~g1,stm=29..29~s~0", "2x8/rows~g1:ball,stm=29..29~s~0"},
        {"5x5/rows~g1,stm=20..30~s~0", "5x5/rows~g1:walk:88,stm=20..30~s~0"},
        {"5x5/rows~g1,stm=0..0~s~0", "5x5/rows~g1:walk:1,stm=0..0~s~0"},
        {"5x5/rows~g1,stm=0..65535~s~0",
         "5x5/rows~g1:walk:65535,stm=0..65535~s~0"},
    };

    (void)state;
    for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        loyd_recipe *recipe = calloc(1, sizeof(*recipe));
        char *text = malloc(LOYD_RECIPE_TEXT);

        assert_true(recipe != NULL && text != NULL);
        assert_int_equal(loyd_recipe_parse(rows[k].typed,
                                           strlen(rows[k].typed), recipe,
                                           NULL),
                         LOYD_OK);
        loyd_target_method(recipe);
        loyd_recipe_print(recipe, text);
        assert_string_equal(text, rows[k].chosen);
        free(text);
        free(recipe);
    }
}

/* The bound against the optima of a ball and of random boards. */
static void
demand_bounds(const loyd_board *goal, loyd_solver *solver)
{
    enum { FAR = 40 };
    const unsigned n_far = oracle_is_long() ? FAR : FAR / 2;
    loyd_puzzle far[FAR];
    uint64_t seed = oracle_find(goal, 0);
    struct bound plain;

    bound_prepare(goal, &plain);
    assert_int_equal(bound_of(&plain, goal->cell), 0);
    for (unsigned d = 1; d <= 12; d++) {
        struct ball b;

        assert_int_equal(ball_build(&b, goal, d, d, quiet()), LOYD_OK);
        for (size_t i = 0; i < b.n; i++) {
            loyd_board board;
            unsigned low;

            ball_board(&b, i, &board);
            low = bound_of(&plain, board.cell);
            if (low > d || (d - low) % 2)
                fail_msg("%u <= %u", low, d);
        }
        ball_free(&b);
    }
    for (unsigned i = 0; i < n_far; i++)
        far[i] = oracle_random(goal, &seed);
    loyd_solution *solutions = oracle_solve(solver, far, n_far, NULL);
    for (unsigned i = 0; i < n_far; i++) {
        unsigned optimum = oracle_proven(&solutions[i]);
        unsigned low = bound_of(&plain, far[i].start.cell);

        assert_in_range(low, 0, optimum);
        assert_int_equal((optimum - low) % 2, 0);
    }
    oracle_free(solutions, n_far);
}

static void
test_bounds_are_no_greater_than_optima(void **state)
{
    static const struct {
        unsigned width, height, blank, missing;
    } rows[] = {{4, 4, 15, 16}, {4, 4, 5, 3}, {3, 5, 7, 15}, {7, 2, 1, 1}};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);

    (void)state;
    if (!oracle_is_slowest())
        for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
            loyd_board goal = oracle_goal(rows[k].width, rows[k].height,
                                          rows[k].blank, rows[k].missing);

            demand_bounds(&goal, solver);
        }
    loyd_solver_free(&solver);
}

static loyd_generator *
generator_of(const char *text)
{
    loyd_recipe *recipe = calloc(1, sizeof(*recipe));
    loyd_generator *generator = NULL;

    assert_non_null(recipe);
    assert_int_equal(loyd_recipe_parse(text, strlen(text), recipe, NULL),
                     LOYD_OK);
    assert_int_equal(loyd_generator_new(recipe, NULL, &generator, NULL),
                     LOYD_OK);
    free(recipe);
    return generator;
}

/*
 * A sieve keeps attempts in order, the same as when drawn singly, and none
 * that it rejects is inside the target.
 */
static void
demand_sieve(const loyd_generator *g, struct sieve *s, size_t n,
             loyd_solver *solver)
{
    const loyd_recipe *recipe = &g->recipe;
    loyd_solve_options options = {.is_length_only = true,
                                  .limit = recipe->target_high};
    size_t k = 0, kept = 0, dropped = 0;
    struct bound plain;
    loyd_board goal;

    assert_int_equal(generator_goal(g, 7, &goal), LOYD_OK);
    bound_prepare(&goal, &plain);
    assert_int_equal(sieve_draw(s, 100, n), LOYD_OK);
    for (size_t i = 0; i < n; i++) {
        loyd_puzzle single, puzzle;
        loyd_solution solution = {0};
        bool is_void, is_solvable;

        assert_int_equal(draw_attempt(g, 7, 100 + i, &single, &is_void),
                         LOYD_OK);
        if (k < sieve_kept(s))
            sieve_puzzle(s, k, &puzzle);
        if (!is_void && k < sieve_kept(s) &&
            board_equal(&puzzle.start, &single.start)) {
            assert_true(board_equal(&puzzle.goal, &single.goal));
            /* Lengths have the parity of the bound. */
            if (recipe->target_low == recipe->target_high)
                assert_int_equal(bound_of(&plain, puzzle.start.cell) % 2,
                                 recipe->target_low % 2);
            k++;
            kept++;
            continue;
        }
        if (is_void || (++dropped % 16 != 0 && n > 1000))
            continue;
        assert_int_equal(
            loyd_solvable(&single.start, &single.goal, &is_solvable, NULL),
            LOYD_OK);
        if (!is_solvable)
            continue;
        assert_int_equal(
            loyd_solve(solver, &single, 1, &options, &solution, NULL),
            LOYD_OK);
        if (solution.lower == solution.upper &&
            solution.upper >= recipe->target_low &&
            solution.upper <= recipe->target_high)
            fail_msg("attempt %zu takes %u moves", 100 + i, solution.upper);
    }
    assert_int_equal(k, sieve_kept(s)); /* exactly those, in order */
    assert_true(kept > 0 && dropped > 0);
}

static void
test_sieves_reject_only_boards_outside(void **state)
{
    static const struct {
        const char *recipe;
        size_t n;
    } rows[] = {
        {"4x4/rows~g1,stm=34..35~sieve~0", 6000},
        {"4x4/spiral,missing=2~g1,stm=37..37~sieve~0", 3000},
        {"4x4/rows~g1:walk:60,stm=9..12~sieve~0", 700},
        {"2x2/rows~g1,stm=2..3~sieve~0", 500},
        {"3x3/random,missing=random~g1:retry,stm=12..12~sieve~0", 700},
        {"3x3/rows~g1:shuffle,stm=12..15~sieve~0", 700},
    };
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);

    (void)state;
    for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        loyd_generator *g = generator_of(rows[k].recipe);
        size_t n = oracle_is_long() ? rows[k].n : rows[k].n / 2;
        struct sieve *s = NULL;

        assert_int_equal(sieve_new(g, 7, 3, &s), LOYD_OK);
        demand_sieve(g, s, n, solver);
        sieve_free(s);
        loyd_generator_free(&g);
    }
    loyd_solver_free(&solver);
}

/* A pick uses the first pair of words below the largest multiple of m. */
static void
test_picks_are_uniform(void **state)
{
    static const uint64_t numbers[] = {1,
                                       2,
                                       3,
                                       1806,
                                       UINT64_C(1) << 63,
                                       (UINT64_C(1) << 63) + 1,
                                       UINT64_C(0xc000000000000000),
                                       UINT64_MAX};
    loyd_generator *g = generator_of("4x4/rows~g1:ball,stm=3..9~pick~0");
    unsigned n_passed = 0, n_void = 0;

    (void)state;
    for (uint64_t index = 0; index < 3000; index++) {
        uint8_t block[64];

        crypto_chacha20(g->start_key, 5, index, block, 1);
        for (size_t k = 0; k < sizeof(numbers) / sizeof(numbers[0]); k++) {
            uint64_t m = numbers[k], picked = 77, expected = 77;
            unsigned pair = 0;

            for (; pair < 8; pair++) {
                uint64_t x = 0;

                for (unsigned i = 8; i-- > 0;)
                    x = x << 8 | block[8 * pair + i];
                /* Pairs from floor(2^64 / m) * m on are rejected. */
                if (m > 1 && x - x % m > UINT64_MAX - m + 1)
                    continue;
                expected = x % m;
                break;
            }
            n_passed += pair > 0;
            n_void += pair == 8;
            assert_int_equal(generator_pick(g, index, 5, m, &picked),
                             pair < 8);
            assert_int_equal(picked, expected);
        }
    }
    assert_true(n_passed > 1000 && n_void > 5);
    loyd_generator_free(&g);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_balls_are_floods),
        cmocka_unit_test(test_sizes_of_balls_are_as_published),
        cmocka_unit_test(test_balls_are_rejected_or_stopped),
        cmocka_unit_test(test_near_states_are_rare_and_few),
        cmocka_unit_test(test_methods_of_targets),
        cmocka_unit_test(test_bounds_are_no_greater_than_optima),
        cmocka_unit_test(test_sieves_reject_only_boards_outside),
        cmocka_unit_test(test_picks_are_uniform),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
