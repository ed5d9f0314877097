/* SPDX-License-Identifier: MIT */
/*
 * The facts of a board, compared with their definitions: linear conflicts by
 * trying every set of tiles that could leave a line.
 */
#include "core/mlc.h"
#include "oracle.h"

#include <loyd/puzzle.h>

/* The tiles of a line that are in the line of their goal cell, in order. */
struct line {
    unsigned n;
    unsigned goal[LOYD_SIDE_MAX];
};

static struct line
line_of(const loyd_puzzle *puzzle, bool is_row, unsigned number)
{
    unsigned w = puzzle->start.width, h = puzzle->start.height;
    struct line line = {.n = 0};

    for (unsigned i = 0; i < (is_row ? w : h); i++) {
        unsigned cell = is_row ? number * w + i : i * w + number;
        unsigned label = puzzle->start.cell[cell], goal;

        if (label == 0)
            continue;
        goal = oracle_find(&puzzle->goal, label);
        if ((is_row ? goal / w : goal % w) == number)
            line.goal[line.n++] = is_row ? goal % w : goal / w;
    }
    return line;
}

/* The fewest tiles whose removal leaves the others in order. */
static unsigned
leaving(const struct line *line)
{
    unsigned fewest = line->n;

    for (unsigned set = 0; set < 1u << line->n; set++) {
        unsigned n = 0;
        bool is_ordered = true;

        for (unsigned i = 0; i < line->n; i++) {
            n += set >> i & 1;
            for (unsigned j = i + 1; j < line->n; j++)
                is_ordered &= (set >> i & 1) || (set >> j & 1) ||
                              line->goal[i] < line->goal[j];
        }
        if (is_ordered && n < fewest)
            fewest = n;
    }
    return fewest;
}

static unsigned
apart(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

static loyd_facts
facts_by_definition(const loyd_puzzle *puzzle)
{
    unsigned w = puzzle->start.width, h = puzzle->start.height;
    loyd_facts facts = {0, 0, 0, 0};

    for (unsigned c = 0; c < w * h; c++) {
        unsigned label = puzzle->start.cell[c], goal;

        if (label == 0)
            continue;
        goal = oracle_find(&puzzle->goal, label);
        facts.manhattan += apart(c % w, goal % w) + apart(c / w, goal / w);
        facts.tiles_home += c == goal;
        for (unsigned later = c + 1; later < w * h; later++) {
            unsigned other = puzzle->start.cell[later];

            facts.inversions +=
                other != 0 && oracle_find(&puzzle->goal, other) < goal;
        }
    }
    for (unsigned y = 0; y < h; y++) {
        struct line line = line_of(puzzle, true, y);

        facts.linear_conflicts += leaving(&line);
    }
    for (unsigned x = 0; x < w; x++) {
        struct line line = line_of(puzzle, false, x);

        facts.linear_conflicts += leaving(&line);
    }
    return facts;
}

static void
assert_facts(const loyd_puzzle *puzzle, const loyd_facts *expected)
{
    loyd_facts facts;

    assert_int_equal(loyd_facts_of(puzzle, &facts, NULL), LOYD_OK);
    if (memcmp(&facts, expected, sizeof(facts)) != 0) {
        char text[LOYD_BOARD_TEXT];

        loyd_board_print(&puzzle->start, LOYD_FORM_ROWS, text);
        fail_msg("%s: %u %u %u %u: expected %u %u %u %u", text,
                 facts.manhattan, facts.linear_conflicts, facts.inversions,
                 facts.tiles_home, expected->manhattan,
                 expected->linear_conflicts, expected->inversions,
                 expected->tiles_home);
    }
}

/* Random starts and goals of many sizes, and starts near their goals. */
static void
test_definitions(void **state)
{
    uint64_t seed = 0;

    (void)state;
    for (unsigned w = 2; w <= 9; w++)
        for (unsigned h = 2; h <= 9; h++)
            for (unsigned k = 0; k < 40; k++) {
                unsigned blank = oracle_below(&seed, w * h);
                loyd_board rows = oracle_goal(w, h, blank, 1 + k % (w * h));
                loyd_board goal = oracle_random(&rows, &seed).start;
                loyd_puzzle puzzle =
                    k % 2 == 0 ? oracle_random(&goal, &seed)
                               : oracle_walked(&goal, 3 * k, &seed);
                loyd_facts expected = facts_by_definition(&puzzle);

                assert_facts(&puzzle, &expected);
                assert_int_equal(puzzle_mlc(&puzzle),
                                 expected.manhattan +
                                     2 * expected.linear_conflicts);
            }
}

/* Small enough to count. */
static void
test_known(void **state)
{
    loyd_board goal = oracle_goal(4, 4, 15, 0);
    loyd_puzzle solved = {goal, goal};
    loyd_puzzle swapped = {
        oracle_board("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"), goal};
    loyd_puzzle reversed = {
        oracle_board("4 3 2 1/5 6 7 8/9 10 11 12/13 14 15 0"), goal};

    (void)state;
    assert_facts(&solved, &(loyd_facts){0, 0, 0, 15});
    assert_facts(&swapped, &(loyd_facts){2, 1, 1, 13});
    assert_facts(&reversed, &(loyd_facts){8, 3, 6, 11});
}

static void
test_bad(void **state)
{
    loyd_puzzle puzzle = {oracle_goal(4, 4, 15, 0), oracle_goal(3, 3, 8, 0)};
    loyd_facts facts = {7, 7, 7, 7};

    (void)state;
    assert_int_equal(loyd_facts_of(&puzzle, &facts, NULL), LOYD_E_SHAPE);
    puzzle.goal = oracle_goal(4, 4, 15, 3);
    assert_int_equal(loyd_facts_of(&puzzle, &facts, NULL), LOYD_E_LABELS);
    puzzle.start.cell[0] = puzzle.start.cell[1];
    assert_int_equal(loyd_facts_of(&puzzle, &facts, NULL), LOYD_E_LABEL);
    assert_int_equal(facts.manhattan, 7);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definitions),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_bad),
    };

    return cmocka_run_group_tests_name("facts", tests, NULL, NULL);
}
