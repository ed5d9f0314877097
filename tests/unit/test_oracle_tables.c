/* SPDX-License-Identifier: MIT */
/*
 * Small tables against large ones, on uniform boards of every class that has
 * both: the same lengths, the same canonical paths. They share no entry: the
 * patterns differ, or the large ones are whole states. A table that is wrong
 * in a few places shows it on thousands of boards, not on a hundred.
 */
#include "oracle.h"

/* The goal's blank and the number of boards; 0: in long tests only. */
struct class
{
    unsigned blank;
    size_t boards, boards_long;
};

static void
check_class(loyd_solver *small, loyd_solver *large, unsigned width,
            unsigned height, const struct class *class)
{
    loyd_board goal = oracle_goal(width, height, class->blank, 3);
    size_t n =
        oracle_is_long() ? class->boards_long : oracle_effort(class->boards);
    loyd_puzzle *puzzles = calloc(n, sizeof(*puzzles));
    loyd_solution *by_small, *by_large;
    uint64_t random = class->blank;

    assert_non_null(puzzles);
    for (size_t k = 0; k < n; k++)
        puzzles[k] = oracle_random(&goal, &random);
    by_small = oracle_solve(small, puzzles, n, NULL);
    by_large = oracle_solve(large, puzzles, n, NULL);
    for (size_t k = 0; k < n; k++) {
        unsigned length = oracle_proven(&by_small[k]);

        if (oracle_proven(&by_large[k]) != length)
            fail_msg("%ux%u, blank in %u, board %zu: small tables give %u, "
                     "large ones %u",
                     width, height, class->blank, k, length,
                     by_large[k].upper);
        if (length > 0)
            assert_memory_equal(by_large[k].path.dir, by_small[k].path.dir,
                                length);
    }
    oracle_free(by_small, n);
    oracle_free(by_large, n);
    free(puzzles);
}

/* The tables of a class are freed before those of the next are built. */
static void
check_classes(unsigned width, unsigned height, const struct class *classes,
              size_t n)
{
    for (size_t k = 0; k < n; k++) {
        loyd_solver *small, *large;

        if (classes[k].boards == 0 && !oracle_is_long())
            continue;
        small = oracle_solver(LOYD_TABLES_SMALL, 2);
        large = oracle_solver(LOYD_TABLES_LARGE, 2);
        check_class(small, large, width, height, &classes[k]);
        loyd_solver_free(&small);
        loyd_solver_free(&large);
    }
}

#define CHECK_CLASSES(width, height, classes)                                 \
    check_classes(width, height, classes, sizeof(classes) / sizeof(classes[0]))

/* Corner, edge, inner cell, and an edge that is the image of another. */
static void
test_4x4(void **state)
{
    static const struct class classes[] = {
        {15, 60, 2000}, {1, 0, 2000}, {10, 0, 2000}, {8, 0, 1000}};

    (void)state;
    if (oracle_is_watched())
        skip(); /* these tables would take minutes to build */
    CHECK_CLASSES(4, 4, classes);
}

static void
test_3x5(void **state)
{
    static const struct class classes[] = {{14, 40, 2000}, {1, 0, 2000},
                                           {2, 0, 2000},    {5, 0, 2000},
                                           {6, 0, 2000},    {7, 0, 2000}};
    static const struct class upright[] = {{7, 40, 1000}};

    (void)state;
    CHECK_CLASSES(5, 3, classes);
    CHECK_CLASSES(3, 5, upright);
}

static void
test_2x8(void **state)
{
    static const struct class classes[] = {
        {0, 0, 1000}, {1, 0, 1000}, {2, 0, 1000}, {3, 0, 1000}};

    (void)state;
    if (oracle_is_watched() || !oracle_is_long())
        skip();
    CHECK_CLASSES(8, 2, classes);
}

/* Here the large tables hold every state, and there is no search. */
static void
test_twelve_cells(void **state)
{
    static const struct class four_by_three[] = {
        {11, 1000, 5000}, {1, 0, 5000}, {4, 0, 5000}, {5, 0, 5000}};
    static const struct class six_by_two[] = {
        {6, 1000, 5000}, {1, 0, 5000}, {2, 0, 5000}};

    (void)state;
    if (oracle_is_watched())
        skip();
    CHECK_CLASSES(4, 3, four_by_three);
    CHECK_CLASSES(6, 2, six_by_two);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_4x4),
        cmocka_unit_test(test_3x5),
        cmocka_unit_test(test_2x8),
        cmocka_unit_test(test_twelve_cells),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
