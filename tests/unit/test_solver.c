/* SPDX-License-Identifier: MIT */
/*
 * Tests the solver's parts: frames, partitions, the row-by-row method, the
 * search with and without special instructions, cancellation, and mixed
 * batches. The oracle tests check lengths and paths.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "oracle.h"

#include "loyd/generate.h"
#include "loyd/tables.h"
#include "loyd/target.h"
#include "solve/search/whole_path.h"
#include "solve/upper/human.h"

static void
draw(const char *text, uint64_t index, loyd_puzzle *puzzle)
{
    loyd_generator *g = NULL;
    loyd_recipe recipe;

    assert_int_equal(loyd_recipe_parse(text, strlen(text), &recipe, NULL),
                     LOYD_OK);
    assert_int_equal(loyd_generator_new(&recipe, NULL, &g, NULL), LOYD_OK);
    assert_int_equal(
        loyd_generator_draw(g, NULL, index, 0, puzzle, NULL, NULL), LOYD_OK);
    loyd_generator_free(&g);
}

/* Every symmetry is a bijection and maps neighbours to neighbours. */
static void
test_symmetries(void **state)
{
    (void)state;
    for (unsigned s = 0; s < 8; s++)
        for (unsigned w = 2; w < 6; w++)
            for (unsigned h = 2; h < 6; h++)
                for (unsigned c = 0; c < w * h; c++)
                    for (unsigned d = 0; d < 4; d++) {
                        uint8_t from = cell_of_tile(w, h, c, (loyd_dir)d);
                        unsigned w2 = s & 4 ? h : w, h2 = s & 4 ? w : h;
                        uint8_t there = symmetry_cell(s, w, h, c);

                        if (from == CELL_NONE)
                            continue;
                        assert_int_equal(
                            cell_of_tile(w2, h2, there,
                                         symmetry_dir(s, (loyd_dir)d)),
                            symmetry_cell(s, w, h, from));
                    }
}

/* 16 blanks of a 4x4 goal make three classes of 4, 8 and 4. */
static void
test_classes_of_4x4(void **state)
{
    unsigned count[16] = {0};

    (void)state;
    for (unsigned blank = 0; blank < 16; blank++) {
        loyd_board goal = {.width = 4, .height = 4};
        struct frame f;

        for (unsigned c = 0, label = 1; c < 16; c++)
            goal.cell[c] = c == blank ? 0 : (uint8_t)label++;
        frame_of_goal(&goal, &f);
        count[f.cls.blank]++;
    }
    assert_int_equal(count[0], 4);
    assert_int_equal(count[1], 8);
    assert_int_equal(count[5], 4);
}

static void
check_partition(const struct partition *p)
{
    unsigned n = (unsigned)p->width * p->height, letters = 0;
    uint8_t group[REGION_CELLS_MAX];

    for (const char *s = p->drawing; *s != '\0'; s++)
        letters += *s != '/';
    assert_int_equal(letters, n);
    assert_in_range(partition_groups(p, group), 1, GROUPS_MAX);
    for (unsigned blank = 0; blank < n; blank++) {
        unsigned x = blank % p->width, y = blank / p->width;
        unsigned mirror;

        if (2 * x >= p->width + 1u || 2 * y >= p->height + 1u)
            continue; /* no class has its blank there */
        if (partition_is_whole(p))
            continue;
        mirror = partition_mirror(p, blank);
        for (unsigned c = 0; mirror == 0 && c < n; c++) /* no mirror */
            assert_int_equal(group[c], group[n - p->width - c / p->width *
                                                 p->width + c % p->width]);
        for (unsigned v = 0; v < 2; v++) {
            unsigned there =
                v == 0 ? blank
                       : symmetry_cell(mirror, p->width, p->height, blank);
            unsigned tiles[GROUPS_MAX] = {0};

            for (unsigned c = 0; c < n; c++)
                tiles[group[c]] += c != there;
            for (unsigned g = 0; g < GROUPS_MAX; g++)
                assert_in_range(tiles[g], 0, PATTERN_TILES_MAX);
        }
    }
}

/*
 * Every partition covers its board, and in every class no pattern has more
 * than eight tiles in either view; the second view differs from the first.
 */
static void
test_partitions(void **state)
{
    unsigned n = 0;

    (void)state;
    for (unsigned i = 0; i < 2 * 16 * 16; i++) {
        loyd_tables size = i % 2 == 0 ? LOYD_TABLES_SMALL : LOYD_TABLES_LARGE;
        loyd_class cls = {.width = (uint8_t)(i / 2 % 16),
                          .height = (uint8_t)(i / 32)};
        const struct partition *p = partition_find(&cls, size);

        if (p == NULL || p->size != size)
            continue;
        check_partition(p);
        n++;
    }
    assert_int_equal(n, 34);
}

/* The method solves random boards of every size and blank. */
static void
test_human_method_solves(void **state)
{
    uint32_t random = 1;

    (void)state;
    for (unsigned w = 2; w <= 15; w++)
        for (unsigned h = 2; h <= 15; h++)
            for (unsigned k = 0; k < (w * h <= 36 ? 20 : 1); k++) {
                struct permuted board = {.width = (uint8_t)w,
                                         .height = (uint8_t)h};
                loyd_moves path = {NULL, 0, 0};
                unsigned n = w * h;

                random = random * 1664525 + 1013904223;
                board.blank = (uint8_t)((random >> 16) % n);
                for (unsigned c = 0; c < n; c++)
                    board.home[c] = (uint8_t)c;
                unsigned goal_blank = board.blank;
                for (unsigned i = 0; i < 20 * n; i++) {
                    loyd_dir d;

                    random = random * 1664525 + 1013904223;
                    d = (loyd_dir)(random >> 30);
                    if (cell_of_tile(w, h, board.blank, d) != CELL_NONE)
                        permuted_move(&board, d);
                }
                assert_int_equal(human_solve(&board, goal_blank, &path, NULL),
                                 LOYD_OK);
                for (size_t i = 0; i < path.n; i++) {
                    assert_int_not_equal(
                        cell_of_tile(w, h, board.blank, path.dir[i]),
                        CELL_NONE);
                    permuted_move(&board, (loyd_dir)path.dir[i]);
                }
                for (unsigned c = 0; c < n; c++)
                    assert_int_equal(board.home[c], c);
                loyd_moves_free(&path);
            }
}

static void
test_human_method_rejects_unsolvable(void **state)
{
    struct permuted board = {.width = 3,
                             .height = 3,
                             .blank = 8,
                             .home = {1, 0, 2, 3, 4, 5, 6, 7, 8}};
    loyd_moves path = {NULL, 0, 0};

    (void)state;
    assert_int_equal(human_solve(&board, 8, &path, NULL),
                     LOYD_E_UNSOLVABLE);
    loyd_moves_free(&path);
}

static void
test_by_rows(void **state)
{
    loyd_moves path = {NULL, 0, 0}, none = {NULL, 0, 0};
    loyd_puzzle puzzle;
    uint8_t *cell = puzzle.start.cell;

    (void)state;
    draw("4x3/spiral~g1~rows~0", 0, &puzzle);
    assert_int_equal(loyd_solve_by_rows(&puzzle, &path, NULL, NULL, NULL),
                     LOYD_OK);
    assert_int_equal(loyd_moves_replay(&puzzle.start, &puzzle.goal, &path,
                                       NULL, NULL), LOYD_OK);
    loyd_moves_free(&path);
    for (unsigned c = 0; c < 12; c++) /* swaps labels 1 and 2 */
        if (cell[c] == 1 || cell[c] == 2)
            cell[c] ^= 3;
    assert_int_equal(loyd_solve_by_rows(&puzzle, &none, NULL, NULL, NULL),
                     LOYD_E_UNSOLVABLE);
    assert_null(none.dir);
}

/* Solves the same boards with the portable and the fast instance. */
static void
search_both_ways(const struct heuristic *h, const struct frame *f,
                 const char *recipe, bool wants_path)
{
    enum { N = 12 };
    struct monitor m = {.progress = NULL};
    struct search_job jobs[2][N];
    loyd_puzzle p;

    memset(jobs, 0, sizeof(jobs));
    for (unsigned way = 0; way < 2; way++) {
        struct search_batch batch = {.heuristic = h,
                                     .jobs = jobs[way],
                                     .n_jobs = N,
                                     .monitor = &m,
                                     .is_portable = way == 0};

        for (unsigned i = 0; i < N; i++) {
            draw(recipe, i, &p);
            frame_board(f, &p.start, &jobs[way][i].board);
            for (unsigned d = 0; d < 4; d++)
                jobs[way][i].rank[d] = f->dir_out[d];
            jobs[way][i].wants_path = wants_path;
        }
        assert_int_equal(search_run(&batch, 1), LOYD_OK);
    }
    for (unsigned i = 0; i < N; i++) {
        assert_int_equal(jobs[0][i].end, SEARCH_SOLVED);
        assert_int_equal(jobs[0][i].lower, jobs[1][i].lower);
        assert_int_equal(jobs[0][i].path.n, wants_path ? jobs[0][i].lower : 0);
        assert_int_equal(jobs[0][i].path.n, jobs[1][i].path.n);
        if (wants_path)
            assert_memory_equal(jobs[0][i].path.dir, jobs[1][i].path.dir,
                                jobs[0][i].path.n);
        assert_true(jobs[0][i].nodes == jobs[1][i].nodes);
        loyd_moves_free(&jobs[0][i].path);
        loyd_moves_free(&jobs[1][i].path);
    }
}

static void
test_portable_search_agrees(void **state)
{
    (void)state;
    static const struct {
        const char *recipe;
        loyd_tables size;
    } known[] = {
        {"2x6/rows~g1~port~0", LOYD_TABLES_SMALL},
        {"3x4/spiral~g1~port~0", LOYD_TABLES_SMALL},
        {"4x4/rows,blank=0.1~g1:walk:120~port~0", LOYD_TABLES_SMALL},
        {"5x3/rows~g1~port~0", LOYD_TABLES_LARGE}, /* the rest is slow */
        {"5x4/rows~g1:walk:60~port~0", LOYD_TABLES_SMALL},
        {"8x4/rows~g1:walk:40~port~0", LOYD_TABLES_SMALL},
        {"5x5/rows~g1:walk:60~port~0", LOYD_TABLES_SMALL},
    };
    unsigned n = oracle_is_slow() ? 3 : oracle_is_long() ? 7 : 6;

    for (unsigned i = 0; i < n; i++) {
        struct monitor m = {.progress = NULL};
        struct heuristic h;
        loyd_puzzle p;
        struct frame f;

        draw(known[i].recipe, 0, &p);
        frame_of_goal(&p.goal, &f);
        assert_int_equal(heuristic_plan(&h, &f.cls, known[i].size), LOYD_OK);
        assert_int_equal(pdb_set_build(&h, 1, &m), LOYD_OK);
        for (unsigned k = 0; k < 2; k++)
            if (i == 0 || i % 2 == k || oracle_is_long())
                search_both_ways(&h, &f, known[i].recipe, k == 0);
        pdb_set_free(&h);
    }
}

/*
 * Different sizes and goals in one batch keep their places; one unsolvable
 * puzzle fails the whole batch.
 */
static void
test_mixed_batch(void **state)
{
    static const char *const recipes[] = {
        "3x3/rows~g1~mix~0",
        "4x4/snake~g1~mix~1",
        "3x3/shuffle",
        "2x5/spiral~g1~mix~2",
        "9x9/rows~g1:walk:12~mix~3",
        "4x4/rows,missing=3~g1~mix~4",
    };
    enum { N = sizeof(recipes) / sizeof(recipes[0]) };
    loyd_puzzle puzzles[N];
    loyd_solution many[N], one;
    loyd_solver_options options = {.threads = 2};
    loyd_solver *solver = NULL;
    loyd_why why;

    (void)state;
    memset(many, 0, sizeof(many));
    for (unsigned i = 0; i < N; i++)
        if (i != 2)
            draw(recipes[i], i, &puzzles[i]);
    puzzles[2] = puzzles[0];
    for (unsigned c = 0, swap = 9; c < 9; c++) {
        uint8_t *label = &puzzles[2].start.cell[c];

        if (*label == 0)
            continue;
        if (swap < 9) { /* swap the first two tiles */
            uint8_t other = puzzles[2].start.cell[swap];

            puzzles[2].start.cell[swap] = *label;
            *label = other;
            break;
        }
        swap = c;
    }
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    assert_int_equal(loyd_solve(solver, puzzles, N, NULL, many, &why),
                     LOYD_E_UNSOLVABLE);
    assert_string_equal(
        why.text, "puzzle 2: the goal cannot be reached from the start");
    for (unsigned i = 0; i < N; i++) {
        assert_int_equal(many[i].lower, 0);
        assert_int_equal(many[i].upper, LOYD_LENGTH_UNKNOWN);
        assert_int_equal(many[i].path.n, 0);
    }
    puzzles[2] = puzzles[0];
    puzzles[2].goal.width = 9;
    assert_int_equal(loyd_solve(solver, puzzles, N, NULL, many, &why),
                     LOYD_E_LABEL);
    assert_memory_equal(why.text, "puzzle 2: ", 10);
    puzzles[2] = puzzles[0];
    assert_int_equal(loyd_solve(solver, puzzles, N, NULL, many, NULL),
                     LOYD_OK);
    for (unsigned i = 0; i < N; i++) {
        memset(&one, 0, sizeof(one));
        assert_int_equal(loyd_solve(solver, &puzzles[i], 1, NULL, &one, NULL),
                         LOYD_OK);
        assert_int_equal(many[i].lower, one.lower);
        assert_int_equal(many[i].upper, one.upper);
        assert_int_equal(many[i].path.n, one.path.n);
        if (one.path.n > 0)
            assert_memory_equal(many[i].path.dir, one.path.dir, one.path.n);
        loyd_moves_free(&many[i].path);
        loyd_moves_free(&one.path);
    }
    loyd_solver_free(&solver);
}

/* A limit below the optimum ends the search; one at the optimum does not. */
static void
test_limits(void **state)
{
    loyd_solver_options options = {.threads = 1};
    loyd_solver *solver = NULL;

    (void)state;
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    for (unsigned i = 0; i < 20; i++) {
        loyd_solve_options limited = {.is_length_only = true};
        loyd_solution s = {0};
        uint16_t length;
        loyd_puzzle p;

        draw("3x3/rows~g1~limit~0", i, &p);
        assert_int_equal(loyd_solve(solver, &p, 1, &limited, &s, NULL),
                         LOYD_OK);
        length = s.upper;
        assert_int_equal(s.path.n, 0);
        limited.limit = length;
        assert_int_equal(loyd_solve(solver, &p, 1, &limited, &s, NULL),
                         LOYD_OK);
        assert_int_equal(s.upper, length);
        limited.limit = (uint16_t)(length - 1);
        if (limited.limit == 0)
            continue;
        assert_int_equal(loyd_solve(solver, &p, 1, &limited, &s, NULL),
                         LOYD_OK);
        assert_int_equal(s.upper, LOYD_LENGTH_UNKNOWN);
        assert_in_range(s.lower, length, length);
    }
    loyd_solver_free(&solver);
}

static bool
stop_soon(void *context, const loyd_progress *progress)
{
    unsigned *calls = context;

    return (strcmp(progress->what, "solving") != 0 &&
            strcmp(progress->what, "drawing") != 0) ||
           ++*calls < 3;
}

static void
test_solving_can_be_stopped(void **state)
{
    static const char board[] = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
    unsigned calls = 0;
    const loyd_listener listener = {.progress = stop_soon, .context = &calls};
    loyd_solver_options options = {
        .tables = LOYD_TABLES_SMALL, .listener = &listener};
    loyd_solver *solver = NULL;
    loyd_solution s[2] = {{0}, {0}};
    loyd_puzzle p[2];

    (void)state;
    assert_int_equal(
        loyd_board_parse(board, strlen(board), 0, 0, &p[0].start, NULL),
        LOYD_OK);
    p[0].goal = p[0].start;
    for (unsigned c = 0; c < 16; c++)
        p[0].goal.cell[c] = (uint8_t)c; /* 80 moves away */
    p[1].start = p[1].goal = p[0].goal;
    assert_true(loyd_board_move(&p[1].start, LOYD_DIR_UP));
    for (unsigned threads = 1; threads <= 2; threads++) {
        calls = 0;
        options.threads = threads;
        assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
        assert_int_equal(loyd_solve(solver, p, 2, NULL, s, NULL),
                         LOYD_E_CANCELLED);
        assert_in_range(s[0].lower, 0, 80); /* proven before the stop */
        assert_int_equal(s[0].upper, LOYD_LENGTH_UNKNOWN);
        assert_int_equal(s[0].path.n, 0);
        if (threads == 1) { /* both have begun; finished solutions are kept */
            assert_in_range(s[0].lower, 40, 80);
            assert_int_equal(s[1].lower, 1);
            assert_int_equal(s[1].upper, 1);
            assert_int_equal(s[1].path.n, 1);
        }
        loyd_moves_free(&s[1].path);
        loyd_solver_free(&solver);
    }
}

static loyd_err
draw_target(const char *text, uint64_t attempts, loyd_progress_fn progress,
            void *context, loyd_puzzle *puzzle)
{
    const loyd_listener listener = {.progress = progress, .context = context};
    loyd_solver_options options = {.threads = 1, .listener = &listener};
    loyd_generator *g = NULL;
    loyd_solver *solver = NULL;
    loyd_recipe recipe;
    loyd_err err;

    assert_int_equal(loyd_recipe_parse(text, strlen(text), &recipe, NULL),
                     LOYD_OK);
    assert_int_equal(loyd_generator_new(&recipe, NULL, &g, NULL), LOYD_OK);
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    err = loyd_generator_draw(g, solver, 0, attempts, puzzle, NULL, NULL);
    loyd_solver_free(&solver);
    loyd_generator_free(&g);
    return err;
}

/* The search for a rare target runs until the caller stops it. */
static void
test_targets_can_be_stopped(void **state)
{
    unsigned calls = 0;
    loyd_puzzle p;

    (void)state;
    assert_int_equal(draw_target("4x4/rows~g1,stm=1..1~x~0", 0, stop_soon,
                                 &calls, &p),
                     LOYD_E_CANCELLED);
    assert_int_equal(
        draw_target("4x4/rows~g1,stm=1..1~x~0", 1, NULL, NULL, &p),
        LOYD_E_EXHAUSTED);
}

/* The deepest boards can be drawn; targets beyond them are rejected. */
static void
test_empty_targets_are_rejected(void **state)
{
    loyd_puzzle p;

    (void)state;
    assert_int_equal(
        draw_target("2x2/rows~g1,stm=7..9~x~0", 0, NULL, NULL, &p),
        LOYD_E_UNSOLVABLE);
    assert_int_equal(
        draw_target("2x2/rows~g1,stm=6..9~x~0", 0, NULL, NULL, &p), LOYD_OK);
    assert_int_equal(
        draw_target("2x3/rows~g1,stm=21..21~x~0", 0, NULL, NULL, &p),
        LOYD_OK);
    assert_int_equal(
        draw_target("3x3/rows~g1,stm=0..0~x~0", 0, NULL, NULL, &p),
        LOYD_E_UNSOLVABLE);
    assert_int_equal(
        draw_target("4x4/random~g1,stm=83..90~x~0", 0, NULL, NULL, &p),
        LOYD_E_UNSOLVABLE);
}

static void
count_notices(void *context, const char *text)
{
    (void)text;
    ++*(unsigned *)context;
}

/*
 * LOYD_TABLES_AUTO uses small tables until large ones are worth building, then
 * switches, with one notice and the same results.
 */
static void
test_auto_switches_to_large_tables(void **state)
{
    enum { N = 60 };
    static loyd_puzzle puzzles[N];
    unsigned n_notices = 0;
    const loyd_listener listener = {.notice = count_notices,
                                    .context = &n_notices};
    loyd_solver_options options = {.threads = 2, .listener = &listener};
    loyd_solution *by_auto, *by_small;
    loyd_solver *solver = NULL;

    (void)state;
    for (unsigned i = 0; i < N; i++)
        draw("5x3/rows~g1~over~0", i, &puzzles[i]);
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    by_auto = oracle_solve(solver, puzzles, N, NULL);
    assert_int_equal(n_notices, 1);
    loyd_solver_free(&solver);
    options.tables = LOYD_TABLES_SMALL;
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    by_small = oracle_solve(solver, puzzles, N, NULL);
    assert_int_equal(n_notices, 1);
    for (unsigned i = 0; i < N; i++) {
        assert_int_equal(oracle_proven(&by_auto[i]),
                         oracle_proven(&by_small[i]));
        assert_memory_equal(by_auto[i].path.dir, by_small[i].path.dir,
                            by_small[i].path.n);
    }
    oracle_free(by_auto, N);
    oracle_free(by_small, N);
    loyd_solver_free(&solver);
}

/*
 * Boards near their goal are solved without tables, with the results of
 * tables: `far` makes the other solver open them first.
 */
static void
check_near(const loyd_solve_options *how)
{
    enum { N = 30 };
    static loyd_puzzle near[N], far;
    unsigned n_notices = 0;
    const loyd_listener listener = {.notice = count_notices,
                                    .context = &n_notices};
    loyd_solver_options options = {.tables = LOYD_TABLES_SMALL};
    loyd_solver *solver = NULL;
    loyd_solution *right, *found;

    draw("5x3/rows~g1~over~0", 0, &far);
    for (unsigned i = 0; i < N; i++)
        draw("5x3/rows~g1:walk:24~near~0", i, &near[i]);
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    oracle_free(oracle_solve(solver, &far, 1, how), 1);
    right = oracle_solve(solver, near, N, how);
    loyd_solver_free(&solver);
    options = (loyd_solver_options){.tables = LOYD_TABLES_LARGE,
                                    .listener = &listener};
    for (unsigned i = 0; i < N; i++) {
        assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
        found = oracle_solve(solver, &near[i], 1, how);
        loyd_solver_free(&solver);
        assert_int_equal(found->lower, found->upper);
        assert_int_equal(found->upper, right[i].upper);
        assert_int_equal(found->path.n, right[i].path.n);
        if (found->path.n > 0)
            assert_memory_equal(found->path.dir, right[i].path.dir,
                                found->path.n);
        oracle_free(found, 1);
    }
    assert_int_equal(n_notices, 0); /* nothing was built */
    oracle_free(right, N);
}

static void
test_near_boards_need_no_tables(void **state)
{
    (void)state;
    check_near(&(loyd_solve_options){.metric = LOYD_STM});
    check_near(&(loyd_solve_options){.metric = LOYD_MTM});
    check_near(&(loyd_solve_options){.is_length_only = true});
}

/*
 * If the large tables are built during a call, they receive all of its jobs;
 * those already solved with the small ones stay unchanged.
 */
static void
test_solved_jobs_are_kept(void **state)
{
    loyd_class cls = {3, 2, 0};
    struct monitor m = {.progress = NULL};
    struct search_job job = {.rank = {0, 1, 2, 3}, .wants_path = true};
    struct search_batch batch = {.jobs = &job, .n_jobs = 1, .monitor = &m};
    size_t length;
    struct whole table;
    struct frame f;
    loyd_puzzle p;

    (void)state;
    draw("3x2/rows~g1~stay~0", 0, &p);
    frame_of_goal(&p.goal, &f);
    frame_board(&f, &p.start, &job.board);
    whole_plan(&table, &cls, LOYD_STM);
    batch.whole = &table;
    assert_int_equal(whole_build(&table, 1, &m), LOYD_OK);
    assert_int_equal(whole_run(&batch, 1), LOYD_OK);
    length = job.path.n;
    assert_int_equal(length, job.lower);
    assert_true(length > 0);
    assert_int_equal(whole_run(&batch, 1), LOYD_OK);
    assert_int_equal(job.path.n, length);
    loyd_moves_free(&job.path);
    whole_free(&table);
}

#define TOLD 8

/* What a call with `bound` has reported. */
struct told {
    const loyd_solution *solutions;
    size_t n_told[TOLD];
    size_t n;    /* results in all */
    size_t most; /* stops the call after so many */
};

static bool
hear_result(void *context, const loyd_bound *bound)
{
    struct told *r = context;

    assert_in_range(bound->puzzle, 0, TOLD - 1);
    if (bound->solution == NULL) {
        assert_int_equal(r->n_told[bound->puzzle], 0);
        return true;
    }
    assert_ptr_equal(bound->solution, &r->solutions[bound->puzzle]);
    assert_true(bound->solution->upper != LOYD_LENGTH_UNKNOWN);
    assert_int_equal(bound->lower, bound->solution->lower);
    r->n_told[bound->puzzle]++;
    return ++r->n != r->most;
}

/*
 * The result of each puzzle is reported once, wherever it comes from: looked
 * up, searched, or an interval; and if the call is then stopped, kept.
 */
static void
test_results_are_reported(void **state)
{
    static const char *const recipes[TOLD] = {
        "5x5/rows~g1~told~0",   "3x3/rows~g1~told~1",
        "4x4/rows~g1~told~2",   "5x5/rows~g1:walk:9~told~3",
        "6x6/rows~g1~told~4",   "4x4/snake~g1~told~5",
        "5x5/spiral~g1~told~6", "4x4/rows~g1~told~7",
    };
    const loyd_solver_options of_solver = {.threads = 2,
                                           .cache_dir = oracle_cache()};
    loyd_solver *solver = NULL;
    loyd_puzzle puzzles[TOLD];
    loyd_solution right[TOLD], found[TOLD];

    (void)state;
    memset(right, 0, sizeof(right));
    memset(found, 0, sizeof(found));
    for (unsigned i = 0; i < TOLD; i++)
        draw(recipes[i], i, &puzzles[i]);
    assert_int_equal(loyd_solver_new(&of_solver, &solver), LOYD_OK);
    for (unsigned form = 0; form < 4; form += oracle_is_long() ? 1 : 3) {
        loyd_solve_options options = {.effort = LOYD_EFFORT_QUICK,
                                      .is_wide_only = true,
                                      .is_length_only = form % 2 == 1,
                                      .metric =
                                          form < 2 ? LOYD_STM : LOYD_MTM};

        assert_int_equal(
            loyd_solve(solver, puzzles, TOLD, &options, right, NULL), LOYD_OK);
        options.bound = hear_result;
        for (size_t most = 1; most <= TOLD + 1; most++) {
            struct told r = {.solutions = found, .most = most};
            loyd_err err;

            options.context = &r;
            err = loyd_solve(solver, puzzles, TOLD, &options, found, NULL);
            assert_int_equal(err, most <= TOLD ? LOYD_E_CANCELLED : LOYD_OK);
            assert_true(r.n >= (most < TOLD ? most : TOLD));
            for (size_t i = 0; i < TOLD; i++) {
                assert_in_range(r.n_told[i], 0, 1);
                if (r.n_told[i] == 0)
                    continue;
                assert_int_equal(found[i].lower, right[i].lower);
                assert_int_equal(found[i].upper, right[i].upper);
                assert_int_equal(found[i].path.n, right[i].path.n);
                if (found[i].path.n > 0)
                    assert_memory_equal(found[i].path.dir, right[i].path.dir,
                                        found[i].path.n);
            }
            for (size_t i = 0; i < TOLD; i++)
                loyd_moves_free(&found[i].path);
        }
        for (size_t i = 0; i < TOLD; i++)
            loyd_moves_free(&right[i].path);
    }
    loyd_solver_free(&solver);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_classes_of_4x4),
        cmocka_unit_test(test_partitions),
        cmocka_unit_test(test_human_method_solves),
        cmocka_unit_test(test_human_method_rejects_unsolvable),
        cmocka_unit_test(test_by_rows),
        cmocka_unit_test(test_portable_search_agrees),
        cmocka_unit_test(test_mixed_batch),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_solving_can_be_stopped),
        cmocka_unit_test(test_targets_can_be_stopped),
        cmocka_unit_test(test_empty_targets_are_rejected),
        cmocka_unit_test(test_auto_switches_to_large_tables),
        cmocka_unit_test(test_near_boards_need_no_tables),
        cmocka_unit_test(test_solved_jobs_are_kept),
        cmocka_unit_test(test_results_are_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
