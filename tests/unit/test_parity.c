/* SPDX-License-Identifier: MIT */
/* Tests solvability against floods of small boards and the articles. */
#include "core.h"
#include "core/parity.h"
#include "flood.h"
#include "tsv.h"

/* Blanks in corners, edges and inside; missing labels; unordered goals. */
static const char *const goals[] = {
    "1 2/3 0",     "2 0/4 1",     "1 2 3/4 5 0", "0 1 2/3 4 5", "1 0 3/4 5 6",
    "6 4 2/5 0 1", "1 2/3 4/5 0", "1 2/0 4/5 6", "6 2/1 0/4 5", "0 6/5 4/3 2",
};

/* Every method accepts exactly the states that the goal can reach. */
static void
test_parity_is_reachability(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT(goals); g++) {
        static struct flood flood;
        loyd_board goal = board_of(goals[g]);
        flood_from(&goal, &flood);
        assert_int_equal(flood.n_reached * 2, flood.n);
        for (unsigned i = 0; i < flood.n; i++) {
            bool solvable = !flood.is_reached[i];
            struct parity p;
            assert_int_equal(
                loyd_solvable(&flood.state[i], &goal, &solvable, NULL),
                LOYD_OK);
            assert_int_equal(solvable, flood.is_reached[i]);
            assert_int_equal(parity_explain(&flood.state[i], &goal, &p, NULL),
                             LOYD_OK);
            assert_int_equal(p.by_rank_violations, flood.is_reached[i]);
            assert_int_equal(p.by_disorder, flood.is_reached[i]);
            assert_int_equal(p.by_transpositions, flood.is_reached[i]);
            assert_int_equal(p.by_inversions, flood.is_reached[i]);
        }
    }
}

/* Compares the counts in the note of a case with ours. */
struct noted {
    unsigned inversions, transpositions, disorders;
};

static void
compare_note(const char *article, const char *note, const struct parity *p,
             struct noted *noted)
{
    const char *colon = strstr(note, ": ");
    const char *at = colon != NULL ? colon + 2 : note;
    unsigned a, b;

    const char *word = strstr(note, " inversions");
    if (word != NULL) {
        while (word > note && word[-1] >= '0' && word[-1] <= '9')
            word--;
        assert_int_equal(p->start_inversions, strtoul(word, NULL, 10));
        noted->inversions++;
    }
    if (sscanf(at, "%u transpositions, blank distance %u", &a, &b) == 2 ||
        (strcmp(article, "permutation") == 0 &&
         sscanf(at, "%u, %u", &a, &b) == 2)) {
        assert_int_equal(p->transpositions, a);
        assert_int_equal(p->blank_distance, b);
        noted->transpositions++;
    }
    if ((at = strstr(note, "disorder ")) != NULL &&
        sscanf(at, "disorder %u", &a) == 1) {
        assert_int_equal(p->disorder, a);
        assert_int_equal(p->rank_violations, a);
        noted->disorders++;
    }
}

static void
test_cases_of_the_articles(void **state)
{
    struct noted noted = {0, 0, 0};
    struct tsv tsv;
    unsigned cases = 0;

    (void)state;
    tsv_open(&tsv, "article_cases.tsv");
    while (tsv_next(&tsv, 6)) {
        loyd_board goal = board_of(tsv.field[1]);
        loyd_board start = board_of(tsv.field[2]);
        bool expected = strcmp(tsv.field[3], "solvable") == 0;
        bool solvable = !expected;
        struct parity p;
        cases++;
        assert_int_equal(loyd_solvable(&start, &goal, &solvable, NULL),
                         LOYD_OK);
        if (solvable != expected)
            fail_msg("%s: not %s", tsv.field[2], tsv.field[3]);
        assert_int_equal(parity_explain(&start, &goal, &p, NULL), LOYD_OK);
        assert_int_equal(p.by_rank_violations, expected);
        assert_int_equal(p.by_disorder, expected);
        assert_int_equal(p.by_transpositions, expected);
        assert_int_equal(p.by_inversions, expected);
        compare_note(tsv.field[0], tsv.field[4], &p, &noted);
    }
    tsv_close(&tsv);
    assert_int_equal(cases, 23);
    assert_int_equal(noted.inversions, 3);
    assert_int_equal(noted.transpositions, 9);
    assert_int_equal(noted.disorders, 4);
}

/* Counted manually. */
static void
test_counts(void **state)
{
    loyd_board goal = board_of("1 2 3/0 5 4");
    loyd_board start = board_of("0 3 2/5 4 1");
    struct parity p;

    (void)state;
    assert_int_equal(parity_explain(&start, &goal, &p, NULL), LOYD_OK);
    /* Ranks of 3 2 5 4 1 in the goal 1 2 3 5 4: 2 1 3 4 0. */
    assert_int_equal(p.rank_violations, 5);
    assert_int_equal(p.disorder, 5);
    /* Inversions of 3 2 5 4 1: 2 + 1 + 2 + 1; of 1 2 3 5 4: 1. */
    assert_int_equal(p.start_inversions, 6);
    assert_int_equal(p.goal_inversions, 1);
    assert_int_equal(p.blank_rows, 1);
    assert_int_equal(p.blank_distance, 1);
    assert_int_equal(p.start_blank_row, 2);
    assert_int_equal(p.goal_blank_row, 1);
    /* Cells 0 -> 3 -> 4 -> 5 -> 0 and 1 -> 2 -> 1: two cycles on six cells. */
    assert_int_equal(p.transpositions, 4);
    assert_false(p.by_transpositions);
}

/* Rows and distance between all pairs of blanks, counted step by step. */
static void
test_distance_of_the_blanks(void **state)
{
    (void)state;
    for (unsigned from = 0; from < 20; from++) {
        for (unsigned to = 0; to < 20; to++) {
            loyd_board start = {4, 5, {0}}, goal = start;
            unsigned rows = 0, steps = 0;
            struct parity p;
            for (unsigned c = 0; c < 20; c++) {
                start.cell[c] = (uint8_t)(c < from ? c + 1 : c);
                goal.cell[c] = (uint8_t)(c < to ? c + 1 : c);
            }
            start.cell[from] = goal.cell[to] = 0;
            for (unsigned y = from / 4; y != to / 4; y < to / 4 ? y++ : y--)
                rows++;
            for (unsigned x = from % 4; x != to % 4; x < to % 4 ? x++ : x--)
                steps++;
            assert_int_equal(parity_explain(&start, &goal, &p, NULL), LOYD_OK);
            assert_int_equal(p.blank_rows, rows);
            assert_int_equal(p.blank_distance, rows + steps);
            assert_int_equal(p.start_blank_row, 5 - from / 4);
            assert_int_equal(p.goal_blank_row, 5 - to / 4);
            assert_int_equal(p.disorder, 0);
        }
    }
}

static const struct {
    const char *start, *goal;
    loyd_err err;
    const char *why;
} bad[] = {
    {"1 2 3/4 5 6/7 8 0", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0",
     LOYD_E_SHAPE, "start is 3x3 but goal is 4x4"},
    {"1 2 3/4 5 0", "1 2/3 4/5 0", LOYD_E_SHAPE,
     "start is 3x2 but goal is 2x3"},
    {"1 2 3/4 5 0", "1 2 3/4 0 6", LOYD_E_LABELS,
     "tile 5 is only in the start and tile 6 only in the goal"},
    {"1 2 3/4 5 6/7 8 0", "0 2 3/4 5 6/7 8 9", LOYD_E_LABELS,
     "tile 1 is only in the start and tile 9 only in the goal"},
};

static void
test_mismatched_boards_are_rejected(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        loyd_board start = board_of(bad[i].start);
        loyd_board goal = board_of(bad[i].goal);
        loyd_why why = {{0}};
        bool solvable = true;
        struct parity p = {.disorder = 77};
        assert_why(bad[i].start, loyd_solvable(&start, &goal, &solvable, &why),
                   &why, bad[i].err, bad[i].why);
        assert_int_equal(parity_explain(&start, &goal, &p, NULL), bad[i].err);
        assert_true(solvable);
        assert_int_equal(p.disorder, 77);
    }
}

/* Parity alone would accept these invalid boards. */
static void
test_invalid_boards_are_rejected(void **state)
{
    const loyd_board row = {4, 1, {1, 2, 3, 0}};
    const loyd_board twice = {2, 2, {1, 1, 3, 0}};
    const loyd_board none = {2, 2, {1, 2, 3, 4}};
    const loyd_board good = {2, 2, {1, 2, 3, 0}};
    loyd_why why = {{0}};
    bool solvable = false;

    (void)state;
    assert_why("row", loyd_solvable(&row, &row, &solvable, &why), &why,
               LOYD_E_SIZE, "start: invalid size '4x1': sides must be 2..15");
    assert_why("twice", loyd_solvable(&good, &twice, &solvable, &why), &why,
               LOYD_E_LABEL, "goal: tile 1 appears twice");
    assert_why("none", loyd_solvable(&none, &good, &solvable, &why), &why,
               LOYD_E_LABEL, "start: no blank");
    assert_false(solvable);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parity_is_reachability),
        cmocka_unit_test(test_cases_of_the_articles),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_distance_of_the_blanks),
        cmocka_unit_test(test_mismatched_boards_are_rejected),
        cmocka_unit_test(test_invalid_boards_are_rejected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
