/* SPDX-License-Identifier: MIT */
/*
 * The search with many views against the one with two, which shares neither
 * its nodes nor its table of states, and against plain IDA*: the same lengths
 * and canonical paths, of boards drawn by walks, with any number of threads,
 * with little memory and with much, with all views and with each alone. Also
 * without memory, stopped at any moment, and with damaged tables.
 */
#include "few.h"
#include "starve.h"

#include "lab/classic.h"
#include "solve/search/views_seen.h"

enum { BOARDS_MAX = 2000 };

static const struct setting {
    unsigned threads;
    uint64_t memory;
} settings[] = {{1, 1}, {2, (uint64_t)256 << 20}, {3, 1}};

/* Draws boards of a recipe; as many as the effort of this run allows. */
static size_t
draw_boards(const char *recipe, size_t n, loyd_puzzle *puzzles)
{
    loyd_generator *generator = generator_of(recipe);

    n = oracle_effort(n);
    n = n < BOARDS_MAX ? n : BOARDS_MAX;
    for (size_t i = 0; i < n; i++)
        puzzles[i] = draw(generator, i);
    loyd_generator_free(&generator);
    return n;
}

/* What a call reports of its puzzles. */
struct told {
    uint16_t length[BOARDS_MAX];
    uint64_t nodes[BOARDS_MAX];
};

static bool
hear(void *context, const loyd_bound *bound)
{
    struct told *told = context;

    assert_true(bound->puzzle < BOARDS_MAX);
    assert_true(bound->nodes >= told->nodes[bound->puzzle]);
    told->nodes[bound->puzzle] = bound->nodes;
    if (bound->solution == NULL)
        return true;
    assert_int_equal(told->length[bound->puzzle], 0);
    told->length[bound->puzzle] = bound->solution->upper;
    return true;
}

static loyd_solution *
solve_by_views(const struct setting *setting, const loyd_puzzle *puzzles,
               size_t n, bool is_length_only)
{
    const loyd_solver_options options = {.cache_dir = oracle_cache(),
                                         .tables = LOYD_TABLES_LARGE,
                                         .threads = setting->threads,
                                         .memory = setting->memory};
    static struct told told;
    const loyd_solve_options call = {
        .is_length_only = is_length_only, .bound = hear, .context = &told};
    loyd_solver *solver = NULL;
    loyd_solution *solutions;

    memset(&told, 0, sizeof(told));
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    solutions = oracle_solve(solver, puzzles, n, &call);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(told.length[i], solutions[i].upper);
    loyd_solver_free(&solver);
    return solutions;
}

static void
compare(const loyd_puzzle *puzzles, size_t n, const loyd_solution *two,
        const struct setting *setting, bool is_length_only)
{
    loyd_solution *many = solve_by_views(setting, puzzles, n, is_length_only);

    for (size_t i = 0; i < n; i++) {
        assert_int_equal(many[i].lower, many[i].upper);
        if (many[i].upper != oracle_proven(&two[i]))
            fail_msg("board %zu: many views give %u, two %u", i, many[i].upper,
                     two[i].upper);
        if (!is_length_only && two[i].upper > 0)
            assert_memory_equal(many[i].path.dir, two[i].path.dir,
                                two[i].upper);
    }
    oracle_free(many, n);
}

/* Compares boards of a recipe in all settings. */
static void
compare_all(const char *recipe, size_t n_boards)
{
    static loyd_puzzle puzzles[BOARDS_MAX];
    size_t n = draw_boards(recipe, n_boards, puzzles);
    loyd_solver *small = oracle_solver(LOYD_TABLES_SMALL, 2);
    loyd_solution *two = oracle_solve(small, puzzles, n, NULL);

    for (size_t k = 0; k < sizeof(settings) / sizeof(settings[0]); k++) {
        compare(puzzles, n, two, &settings[k], false);
        compare(puzzles, n, two, &settings[k], true);
    }
    oracle_free(two, n);
    loyd_solver_free(&small);
}

static void
test_many_views_are_two(void **state)
{
    (void)state;
    if (oracle_is_watched())
        skip(); /* these tables would take minutes to build */
    if (oracle_is_long()) /* the largest tables */
        compare_all("5x5/rows~g1:walk:160~views~0", 40);
    compare_all("5x4/rows~g1:walk:160~views~0", 40);
    compare_all("6x3/rows~g1:walk:200~views~0", 60);
    compare_all("3x6/snake,blank=2.1~g1:walk:200~views~0", 40);
    compare_all("6x3/rows~g1:walk:60~many~0", 800);
    if (oracle_is_long()) /* these tables take seconds too */
        compare_all("9x2/rows~g1:walk:250~views~0", 40);
}

/* View i, twice. */
static struct views
one_view(const struct views *all, unsigned i)
{
    struct views one = *all;

    one.n_views = 2;
    for (unsigned p = 0; p < one.n_patterns; p++) {
        struct view_pattern *of = &one.pattern[p];
        bool is_seen = of->views >> i & 1;

        of->views = is_seen ? 3 : 0;
        of->one[0] = is_seen ? 0x0101 : 0;
        of->one[1] = 0;
    }
    return one;
}

/* Solves boards with the given views and compares their lengths. */
static void
expect_lengths(const struct case_of_class *c, const struct views *views,
               const loyd_puzzle *puzzles, size_t n,
               const loyd_solution *right)
{
    struct search_job *jobs = calloc(n, sizeof(*jobs));
    struct search_batch batch = {
        .jobs = jobs, .n_jobs = n, .monitor = &nobody};

    assert_non_null(jobs);
    for (size_t i = 0; i < n; i++) {
        frame_board(&c->frame, &puzzles[i].start, &jobs[i].board);
        for (unsigned d = 0; d < 4; d++)
            jobs[i].rank[d] = c->frame.dir_out[d];
    }
    assert_int_equal(views_run(views, &batch, 2, 1, NULL), LOYD_OK);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(jobs[i].end, SEARCH_SOLVED);
        assert_int_equal(jobs[i].lower, right[i].upper);
    }
    free(jobs);
}

/* Each view alone and all together against plain IDA*, near the goal. */
static void
try_each_view(const char *recipe, size_t n_boards)
{
    static loyd_puzzle puzzles[BOARDS_MAX];
    const struct classic_options plain = {
        .search = {.algorithm = ALGORITHM_IDASTAR,
                   .heuristic = HEURISTIC_MANHATTAN}};
    size_t n = draw_boards(recipe, n_boards, puzzles);
    loyd_solution *right = calloc(n, sizeof(*right));
    struct case_of_class c;

    assert_non_null(right);
    for (size_t i = 0; i < n; i++) {
        struct classic_result result;

        assert_int_equal(
            classic_solve(&puzzles[i], &plain, &result, NULL), LOYD_OK);
        right[i] = result.solution;
        (void)oracle_proven(&right[i]);
    }
    find_views(&puzzles[0].goal, &c);
    assert_in_range(c.views->n_views, 4, VIEWS_MOST);
    expect_lengths(&c, c.views, puzzles, n, right);
    for (unsigned i = 0; i < c.views->n_views; i++) {
        struct views one = one_view(c.views, i);

        expect_lengths(&c, &one, puzzles, n, right);
    }
    oracle_free(right, n);
    stock_free(&c.stock);
}

static void
test_each_view_is_right(void **state)
{
    const bool is_long = oracle_is_long();
    size_t n = is_long ? 2000 : 200, few = 500;

    (void)state;
    if (oracle_is_watched())
        skip(); /* the same tables */
    try_each_view("6x3/rows~g1:walk:60~alone~0", n);
    try_each_view("3x6/snake,blank=2.1~g1:walk:60~alone~0", n / 2);
    try_each_view("5x4/rows~g1:walk:60~alone~0", n);
    if (!is_long)
        return; /* these tables take seconds too */
    try_each_view("9x2/rows~g1:walk:60~alone~0", few);
    try_each_view("7x3/rows~g1:walk:60~alone~0", few);
    try_each_view("6x4/rows~g1:walk:60~alone~0", few);
}

/* Different boards have different keys, and mixing loses none of the bits. */
static void
test_keys_are_exact(void **state)
{
    uint8_t at[24], other[24];
    uint64_t random = 3;

    (void)state;
    for (unsigned k = 0; k < 24; k++)
        at[k] = (uint8_t)k;
    for (unsigned round = 0; round < 1000; round++) {
        unsigned i = (unsigned)oracle_below(&random, 24);
        uint64_t packed;

        at[i] = (uint8_t)oracle_below(&random, 32);
        packed = views_pack(at + i / 8 * 8);
        for (unsigned k = 0; k < 8; k++)
            assert_int_equal(packed >> 5 * k & 31, at[i / 8 * 8 + k]);
        for (unsigned bit = 0; bit < 5; bit++) {
            struct views_key a = views_key_of(at), b;

            memcpy(other, at, sizeof(at));
            other[i] ^= (uint8_t)(1u << bit);
            b = views_key_of(other);
            assert_false(a.a == b.a && a.b == b.b);
            assert_int_equal((a.a | a.b | b.a | b.b) >> 60, 0);
        }
    }
}

/*
 * A wrong lower end is noticed where the length alone is searched, perhaps
 * with a path, and an impossible one is refused.
 */
static void
test_wrong_lower_ends(void **state)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_LARGE, 2);
    loyd_generator *generator = generator_of("6x3/rows~g1:walk:90~views~0");
    loyd_puzzle puzzle = draw(generator, 0);

    (void)state;
    loyd_generator_free(&generator);
    for (unsigned k = 0; k < 2; k++) {
        loyd_solve_options options = {.is_length_only = k == 0};
        loyd_solution *right = oracle_solve(solver, &puzzle, 1, &options);
        loyd_solution wrong = {0};
        uint16_t lower = (uint16_t)(right->upper + 4);

        options.expert = &(loyd_solve_expert){.lowers = &lower};
        assert_int_equal(
            loyd_solve(solver, &puzzle, 1, &options, &wrong, NULL), LOYD_OK);
        assert_int_equal(wrong.lower, lower);
        if (k == 0)
            assert_int_equal(wrong.upper, right->upper);
        assert_in_range(wrong.upper, right->upper, lower);
        loyd_moves_free(&wrong.path);
        lower = (uint16_t)(right->upper + 300);
        assert_int_equal(
            loyd_solve(solver, &puzzle, 1, &options, &wrong, NULL),
            LOYD_E_UNSUPPORTED);
        oracle_free(right, 1);
    }
    loyd_solver_free(&solver);
}

/* The table of states has the size that fits, however much is wanted. */
static void
test_seen_has_any_size(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 64; bits++) {
        uint64_t memory = UINT64_C(1) << bits, bytes;
        struct seen_table seen;
        struct views_slot *slots;
        struct views_entry last;

        if (views_seen_make(&seen, memory) != LOYD_OK) {
            assert_true(bits > 24); /* the system does not give it */
            continue;
        }
        slots = (struct views_slot *)seen.entries;
        bytes = UINT64_C(16) << seen.most_bits;
        assert_true(bytes <= memory || seen.most_bits == seen.bits);
        assert_true(bytes >= memory || seen.most_bits == 34);
        views_slot_put(&slots[bytes / 16 - 1],
                       (struct views_entry){bits, memory});
        last = views_slot_get(&slots[bytes / 16 - 1]);
        assert_true(last.a == bits && last.b == memory);
        seen_free(&seen);
    }
}

/* Runs the boards by some views; those that are solved are right. */
static loyd_err
few_run(struct few *few, const struct views *views, bool wants_path,
        struct monitor *m)
{
    struct search_batch batch = {
        .jobs = few->jobs, .n_jobs = FEW, .monitor = m};

    for (size_t i = 0; i < FEW; i++) {
        few->jobs[i] = few_job(few, i);
        few->jobs[i].wants_path = wants_path;
    }
    return views_run(views, &batch, 2, 1, NULL);
}

static void
few_done(struct few *few)
{
    for (size_t i = 0; i < FEW; i++)
        loyd_moves_free(&few->jobs[i].path);
}

/*
 * Any allocation fails, or that and all later ones: no member waits for one
 * that has left.
 */
static void
test_no_memory(void **state)
{
    struct few few;

    (void)state;
    if (oracle_is_watched())
        skip(); /* the same tables */
    few_make(&few, "6x3/rows~g1:walk:80~starved~0");
    for (unsigned k = 0; k < 4; k += oracle_is_long() ? 1 : 3) {
        unsigned n = 0;

        do {
            loyd_err err;

            fails_on = k & 1;
            has_failed = false;
            fails_at = ++n;
            err = few_run(&few, few.c.views, k & 2, &nobody);
            fails_at = 0;
            assert_true(err == LOYD_OK || (has_failed && err == LOYD_E_NOMEM));
            for (size_t i = 0; i < FEW; i++) {
                const struct search_job *job = &few.jobs[i];

                if (job->end == SEARCH_SOLVED)
                    assert_int_equal(job->lower, few.right[i].upper);
                else if (job->end == SEARCH_FAILED)
                    assert_int_equal(job->err, LOYD_E_NOMEM);
                else
                    assert_int_equal(err, LOYD_E_NOMEM);
                assert_true(job->lower <= few.right[i].upper);
            }
            few_done(&few);
        } while (has_failed);
        assert_true(n > 20);
    }
    few_free(&few);
}

static bool
few_ticks(void *context, const loyd_progress *p)
{
    unsigned *left = context;

    (void)p;
    return (*left)-- > 0;
}

/* Fills words with all zeros, all ones, or anything. */
static void
spoil(uint32_t *words, size_t n, unsigned kind)
{
    uint64_t random = kind;

    for (size_t i = 0; i < n; i++)
        words[i] = kind == 0   ? 0
                   : kind == 1 ? UINT32_MAX
                               : (uint32_t)oracle_below(&random, UINT32_MAX);
}

/*
 * Tables that change while they are used: the search ends, within its memory,
 * and does not call a board solved without a solution.
 */
static void
test_spoilt_tables(void **state)
{
    unsigned n_noticed = 0;
    struct views *views;
    uint32_t *words;
    size_t n = 0;
    struct few few;

    (void)state;
    if (oracle_is_watched())
        skip(); /* the same tables */
    views = malloc(sizeof(*views));
    assert_non_null(views);
    few_make(&few, "6x3/rows~g1:walk:80~spoilt~0");
    for (unsigned i = 0; i < few.c.views->set.n; i++)
        if (few.c.views->set.table[i].n_words > n)
            n = few.c.views->set.table[i].n_words;
    words = malloc(n * sizeof(*words));
    assert_non_null(words);
    for (unsigned k = 0; k < 60; k++) {
        unsigned left = 20;
        struct monitor m = {.progress = few_ticks, .context = &left};
        bool is_all = k % 3 == 0; /* those that an estimate needs as well */
        loyd_err err;

        assert_int_equal(pthread_mutex_init(&m.lock, NULL), 0);
        spoil(words, n, k / 6);
        *views = *few.c.views;
        for (unsigned i = 0; i < views->n_patterns; i++)
            views->pattern[i].bits = words;
        for (unsigned i = 0; is_all && i < views->set.n; i++)
            views->set.table[i].bits = words;
        err = few_run(&few, views, k & 1, &m);
        assert_true(err == LOYD_OK || err == LOYD_E_CORRUPT);
        n_noticed += err == LOYD_E_CORRUPT;
        for (size_t i = 0; i < FEW; i++)
            if (few.jobs[i].end == SEARCH_SOLVED && few.jobs[i].wants_path)
                assert_int_equal(few.jobs[i].path.n, few.jobs[i].lower);
        few_done(&few);
        pthread_mutex_destroy(&m.lock);
    }
    assert_true(n_noticed > 20);
    free(words);
    free(views);
    few_free(&few);
}

/* Stops a call after a number of reports. */
struct patience {
    unsigned left;
    unsigned n_late; /* solutions reported after that */
};

static bool
hear_some(void *context, const loyd_bound *bound)
{
    struct patience *p = context;

    if (p->left > 0)
        return --p->left > 0;
    p->n_late += bound->solution != NULL;
    return false;
}

/* Stopped at any moment: what is proven by then is right, no more is done. */
static void
test_stopped(void **state)
{
    static loyd_puzzle puzzles[BOARDS_MAX];
    static loyd_solution found[BOARDS_MAX];
    loyd_solution *right;
    loyd_solver *small, *large;
    size_t n;

    (void)state;
    if (oracle_is_watched())
        skip(); /* the same tables */
    n = draw_boards("6x3/rows~g1:walk:90~stopped~0", 200, puzzles);
    small = oracle_solver(LOYD_TABLES_SMALL, 2);
    large = oracle_solver(LOYD_TABLES_LARGE, 2);
    right = oracle_solve(small, puzzles, n, NULL);
    for (unsigned after = 1; after < 400; after += 1 + after / 4)
        for (unsigned k = 0; k < 2; k++) {
            struct patience p = {.left = after};
            const loyd_solve_options call = {
                .is_length_only = k == 0, .bound = hear_some, .context = &p};
            unsigned n_solved = 0;

            loyd_err err = loyd_solve(large, puzzles, n, &call, found, NULL);

            assert_int_equal(err, p.left > 0 ? LOYD_OK : LOYD_E_CANCELLED);
            assert_in_range(p.n_late, 0, 1); /* by another thread */
            for (size_t i = 0; i < n; i++) {
                assert_true(found[i].lower <= right[i].upper);
                if (found[i].upper == LOYD_LENGTH_UNKNOWN)
                    continue;
                n_solved++;
                assert_int_equal(found[i].upper, right[i].upper);
                loyd_moves_free(&found[i].path);
            }
            assert_true(n_solved <= after + 1);
        }
    oracle_free(right, n);
    loyd_solver_free(&small);
    loyd_solver_free(&large);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_are_exact),
        cmocka_unit_test(test_seen_has_any_size),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_spoilt_tables),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_each_view_is_right),
        cmocka_unit_test(test_many_views_are_two),
        cmocka_unit_test(test_wrong_lower_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
