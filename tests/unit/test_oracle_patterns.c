/* SPDX-License-Identifier: MIT */
/*
 * The search with pattern databases against breadth-first search, on every
 * board of 3x3 and 2x5. loyd has whole-state tables for these sizes; this test
 * defines other partitions, which are linked in place of
 * src/solve/partition.c. The rest of the solver is unchanged.
 */
#include "distance.h"

#include "solve/table/partition.h"

/*
 * Two groups of similar size, a large and a small one, three; and the share of
 * boards (one in N) solved with them, in a normal and in a long test.
 */
static const struct row {
    struct partition partition;
    uint32_t step, step_long;
} rows[] = {
    {{3, 3, LOYD_TABLES_SMALL, "aaa/abb/bbb", {SWAP}}, 3, 1},
    {{3, 3, LOYD_TABLES_SMALL, "aaa/aaa/aab", {MIRROR_X}}, 11, 1},
    {{3, 3, LOYD_TABLES_SMALL, "aab/cab/ccb", {MIRROR_Y}}, 11, 1},
    {{5, 2, LOYD_TABLES_SMALL, "aaabb/aabbb", {MIRROR_Y}}, 499, 1},
    {{5, 2, LOYD_TABLES_SMALL, "aabbb/aaccc", {MIRROR_X}}, 499, 7},
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

/* The partition in use. */
static const struct partition *used;

const struct partition *
partition_find(const loyd_class *cls, loyd_tables size)
{
    (void)size;
    assert_int_equal(cls->width, used->width);
    assert_int_equal(cls->height, used->height);
    return used;
}

bool
partition_is_whole(const struct partition *p)
{
    (void)p;
    return false;
}

bool
partition_is_kept(const struct partition *p)
{
    (void)p;
    return false;
}

unsigned
partition_groups(const struct partition *p, uint8_t *group_of_cell)
{
    unsigned cell = 0, n = 0;

    for (const char *at = p->drawing; *at != '\0'; at++) {
        if (*at == '/')
            continue;
        group_of_cell[cell] = (uint8_t)(*at - 'a');
        n = group_of_cell[cell] >= n ? group_of_cell[cell] + 1u : n;
        cell++;
    }
    return n;
}

unsigned
partition_mirror(const struct partition *p, unsigned blank)
{
    (void)blank;
    return p->mirrors[0];
}

static uint32_t
step_of(const struct row *row)
{
    if (oracle_is_watched())
        return 499;
    return oracle_is_long() ? row->step_long : 2 * row->step + 1;
}

/* Solves the boards of one goal with every partition of its size. */
static void
check_goal(const char *goal)
{
    struct distances d;
    unsigned n_rows = 0;

    distances_open(&d, goal);
    for (unsigned k = 0; k < ROWS; k++) {
        uint32_t step = step_of(&rows[k]), n;
        loyd_solver *solver;

        used = &rows[k].partition;
        if ((unsigned)used->width * used->height != d.n)
            continue;
        solver = oracle_solver(LOYD_TABLES_AUTO, 1 + k % 2);
        n = distances_solve(&d, solver, step);
        assert_true(n > 0 && (step > 1 || n == d.states / 2));
        loyd_solver_free(&solver);
        n_rows++;
    }
    assert_true(n_rows > 1);
    distances_close(&d);
}

/* Corner, edge, centre. */
static void
test_search_is_bfs_on_3x3(void **state)
{
    (void)state;
    check_goal("1 2 3/4 5 6/7 8 0");
    check_goal("8 2 7/0 5 3/4 9 6");
    check_goal("1 2 3/8 0 4/7 6 5");
}

/* Corner, next to it, between. */
static void
test_search_is_bfs_on_2x5(void **state)
{
    (void)state;
    check_goal("10 8 6 4 2/9 7 1 3 0");
    check_goal("1 2/3 4/5 6/7 0/8 9");
    check_goal("1 2 0 4 5/6 7 8 9 10");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search_is_bfs_on_3x3),
        cmocka_unit_test(test_search_is_bfs_on_2x5),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
