/* SPDX-License-Identifier: MIT */
/*
 * The method by stages on random boards of 4x4 to 15x15, of every layout,
 * missing label and cell of the goal's blank: never longer than the bound that
 * docs/solver.md states. Paths are replayed on the puzzle's own boards by the
 * moves of oracle.h. In long tests a million boards, and every one of 3x4.
 */
#include "core/moves.h"
#include "oracle.h"

#include <loyd/layout.h>

#include "solve/upper/construct.h"
#include "solve/upper/shorten.h"

static struct stages stages;
static struct monitor monitor;

/* The longest solutions: of all boards, and in parts of the bound. */
static struct {
    uint64_t n_boards;
    double part; /* of the bound */
    unsigned width, height, length;
} seen;

/* Boards of each size: in long tests, and otherwise one in 100. */
static size_t
count_of(unsigned cells)
{
    static const struct {
        unsigned cells;
        size_t n;
    } rows[] = {{16, 560000}, {20, 164000}, {25, 80000},
                {36, 18000},  {64, 500},   {100, 50}, {225, 5}};
    size_t i = 0;

    while (rows[i].cells < cells)
        i++;
    if (oracle_is_long())
        return rows[i].n;
    return rows[i].n / 100 / oracle_share() + 1;
}

/* Draws a goal: a named layout with its options, or labels in any order. */
static loyd_board
draw_goal(unsigned w, unsigned h, uint64_t *random)
{
    static const char *const paths[] = {"rows", "columns", "snake", "spiral",
                                        NULL};
    unsigned n = w * h, missing = 1 + oracle_below(random, n);
    unsigned blank = oracle_below(random, n);
    const char *path = paths[oracle_below(random, 5)];
    loyd_board goal = oracle_goal(w, h, blank, missing);
    loyd_layout layout;
    char text[100];
    loyd_why why;

    if (path == NULL) {
        for (unsigned c = n - 1; c > 0; c--) {
            unsigned other = oracle_below(random, c + 1);
            uint8_t label = goal.cell[c];

            goal.cell[c] = goal.cell[other];
            goal.cell[other] = label;
        }
        return goal;
    }
    snprintf(text, sizeof(text), "%s,missing=%u,blank=%u.%u", path, missing,
             blank / w, blank % w);
    if (loyd_layout_parse(text, strlen(text), (uint8_t)w, (uint8_t)h, &layout,
                          &why) != LOYD_OK)
        fail_msg("%s: %s", text, why.text);
    return layout.goal;
}

/* The path of a class on the puzzle's own boards. */
static void
check_path(const loyd_puzzle *puzzle, const struct frame *frame,
           const loyd_moves *found)
{
    loyd_moves path = {NULL, 0, 0};

    for (size_t i = 0; i < found->n; i++)
        assert_int_equal(
            moves_push(&path, (loyd_dir)frame->dir_out[found->dir[i]]),
            LOYD_OK);
    if (!oracle_replays(puzzle, &path))
        fail_msg("%ux%u: a path of %zu moves does not solve board %lu",
                 puzzle->start.width, puzzle->start.height, path.n,
                 (unsigned long)seen.n_boards);
    loyd_moves_free(&path);
}

static void
check_board(unsigned w, unsigned h, uint64_t *random)
{
    loyd_board goal = draw_goal(w, h, random);
    loyd_puzzle puzzle = oracle_random(&goal, random);
    unsigned bound = 5 * w * h * (w + h);
    struct search_job job = {.lower = 0};
    struct frame frame;
    uint64_t nodes = 300;
    size_t before;

    frame_of_goal(&goal, &frame);
    frame_board(&frame, &puzzle.start, &job.board);
    memcpy(job.rank, frame.dir_out, sizeof(job.rank));
    assert_int_equal(construct_solve(&stages, &job, frame.cls.blank), LOYD_OK);
    before = job.path.n;
    if (before > bound)
        fail_msg("%ux%u: %zu moves: expected at most %u", w, h, before, bound);
    if ((double)before / bound > seen.part) {
        seen.part = (double)before / bound;
        seen.width = w;
        seen.height = h;
        seen.length = (unsigned)before;
    }
    check_path(&puzzle, &frame, &job.path);
    if (seen.n_boards++ % 16 == 0 && w * h <= 64) {
        assert_int_equal(shorten(&job.board, &job.path, LOYD_STM, &nodes,
                                 &monitor),
                         LOYD_OK);
        assert_in_range(job.path.n, 0, before);
        assert_int_equal((before - job.path.n) % 2, 0);
        check_path(&puzzle, &frame, &job.path);
    }
    loyd_moves_free(&job.path);
}

static void
test_boards(void **state)
{
    unsigned most = oracle_is_slow() ? 5 : LOYD_SIDE_MAX;
    uint64_t random = 41;

    (void)state;
    assert_int_equal(stages_init(&stages, &monitor), LOYD_OK);
    for (unsigned w = 4; w <= most; w++)
        for (unsigned h = 4; h <= most; h++) {
            if (w * h > 64 && (w + 2 * h) % 17 != 0 && !oracle_is_long())
                continue; /* their tables take longer than the boards */
            for (size_t i = count_of(w * h) / (w == h ? 1 : 2) + 1; i > 0; i--)
                check_board(w, h, &random);
        }
    if (oracle_is_long())
        print_message("%lu boards; at most %.3f of the bound: %u moves of "
                      "%ux%u\n",
                      (unsigned long)seen.n_boards, seen.part, seen.length,
                      seen.width, seen.height);
    stages_free(&stages);
}

#define ORDERS_3X4 479001600u /* 12! */

/* The orders of 12 cells, half of which are solvable; a part of them, or in
 * long tests, in a quarter of an hour, all. */
static void
test_3x4(void **state)
{
    static const uint32_t sizes[] = {39916800, 3628800, 362880, 40320, 5040,
                                     720,      120,     24,     6,     2,
                                     1,        1};
    uint32_t step = oracle_is_long() ? 1 : 9973 * oracle_share();
    loyd_board goal = oracle_goal(4, 3, 11, 12);
    struct frame frame;

    (void)state;
    assert_int_equal(stages_init(&stages, &monitor), LOYD_OK);
    frame_of_goal(&goal, &frame);
    for (uint64_t order = 0; order < ORDERS_3X4; order += step) {
        loyd_puzzle puzzle = {goal, goal};
        struct search_job job = {.rank = {0, 1, 2, 3}};
        uint32_t rest = (uint32_t)order;
        uint8_t left[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

        for (unsigned c = 0; c < 12; c++) {
            unsigned k = rest / sizes[c];

            rest %= sizes[c];
            puzzle.start.cell[c] = left[k];
            memmove(left + k, left + k + 1, 11 - k);
        }
        if (!oracle_solvable(&puzzle.start, &goal))
            continue;
        frame_board(&frame, &puzzle.start, &job.board);
        assert_int_equal(construct_solve(&stages, &job, frame.cls.blank),
                         LOYD_OK);
        assert_in_range(job.path.n, 0, 5 * 12 * 7);
        check_path(&puzzle, &frame, &job.path);
        loyd_moves_free(&job.path);
    }
    stages_free(&stages);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_3x4),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
