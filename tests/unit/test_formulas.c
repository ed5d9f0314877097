/* SPDX-License-Identifier: MIT */
/*
 * Tests the parity formulas: on every board of up to nine cells against
 * breadth-first search, and their numbers against those of the articles.
 */
#include <loyd/moves.h>
#include <loyd/puzzle.h>

#include "core/board.h"
#include "core/parity.h"
#include "distance.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* In ascending rows with the blank last, and not: other paths and blanks. */
static const struct {
    const char *goal;
    bool is_ascending;
} goals[] = {
    {"1 2/3 0", true},
    {"2 0/4 1", false},
    {"1 2/0 3", false},
    {"2 3/4 0", true},
    {"1 3 4/5 6 0", true},
    {"1 2/4 5/6 0", true},
    {"1 2 3/4 5 0", true},
    {"1 2 3/0 5 4", false},
    {"0 1 2/3 4 5", false},
    {"1 0 3/4 5 6", false},
    {"6 4 2/5 0 1", false},
    {"1 2/3 4/5 0", true},
    {"1 2/4 3/5 0", false},
    {"1 3/2 4/0 6", false},
    {"1 2 3/4 5 6/7 8 0", true},
    {"1 2 3/6 5 4/7 8 0", false},
    {"1 2 3/8 0 4/7 6 5", false},
    {"1 4 7/2 5 8/3 6 0", false},
    {"5 9 2/0 7 1/4 6 3", false},
};

static bool
same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Compares one board with what the search says. */
static void
compare(const loyd_board *start, const loyd_board *goal, bool is_ascending,
        bool is_reached)
{
    static const char rows[] = "the goal's labels do not ascend, blank last";
    const char *expected[FORMULA_COUNT_] = {NULL};
    struct formula f[FORMULA_COUNT_];

    if (!is_ascending)
        expected[FORMULA_DISORDER] = expected[FORMULA_RANKS] = rows;
    assert_int_equal(formulas_of(start, goal, f, NULL), LOYD_OK);
    for (unsigned kind = FORMULA_COUNT_; kind < FORMULA_COUNT_; kind++)
        assert_memory_equal(&f[kind], &(struct formula){0}, sizeof(f[kind]));
    for (unsigned kind = 0; kind < FORMULA_COUNT_; kind++) {
        assert_int_equal(f[kind].is_solvable,
                         (f[kind].count + f[kind].blank) % 2 ==
                             f[kind].goal % 2);
        if (!same(f[kind].why_not, expected[kind]))
            fail_msg("%s: %s", f[kind].name,
                     f[kind].why_not != NULL ? f[kind].why_not : "applies");
        if (f[kind].why_not == NULL && f[kind].is_solvable != is_reached)
            fail_msg("%s is wrong", f[kind].name);
    }
}

/* A formula accepts exactly the boards that the goal can reach. */
static void
test_formulas_are_reachability(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT(goals); g++) {
        unsigned step = 1;
        struct distances d;

        distances_open(&d, goals[g].goal);
        if (d.n > 6)
            step = oracle_share();
        for (uint32_t rank = 0; rank < d.states; rank += step) {
            loyd_board start = board_of(&d, rank);

            compare(&start, &d.goal, goals[g].is_ascending,
                    d.far[rank] != FAR);
        }
        distances_close(&d);
    }
}

/* --- the articles --- */

/* How many numbers of the notes were compared. */
struct noted {
    unsigned inversions, rows, transpositions, disorders, ranks;
};

/* Returns the number that ends where `word` begins; -1: no such word. */
static long
number_before(const char *note, const char *word)
{
    const char *at = strstr(note, word);

    if (at == NULL)
        return -1;
    while (at > note && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return strtol(at, NULL, 10);
}

static void
compare_swaps(const char *article, const char *note, const struct formula *f,
              struct noted *noted)
{
    const char *colon = strchr(note, ':');
    const char *at = colon != NULL ? colon + 1 : note;
    unsigned swaps, steps;

    if (sscanf(at, " %u transpositions, blank distance %u", &swaps, &steps) !=
            2 &&
        (strcmp(article, "permutation") != 0 ||
         sscanf(at, " %u, %u", &swaps, &steps) != 2))
        return;
    f += FORMULA_TRANSPOSITIONS;
    assert_int_equal(f->count, swaps);
    assert_int_equal(f->blank, steps);
    noted->transpositions++;
}

/* "9 11 4 8" at the end of the note: the violations of each tile. */
static unsigned
sum_of_list(const char *note)
{
    const char *at = strstr(note, "the list ");
    unsigned sum = 0;
    char *end;

    assert_non_null(at);
    for (at += strlen("the list "); *at != '\0'; at = end) {
        sum += (unsigned)strtoul(at, &end, 10);
        assert_true(end > at);
    }
    return sum;
}

static void
compare_note(const char *article, const char *note, const struct formula *f,
             struct noted *noted)
{
    long inversions = number_before(note, " inversions");
    const char *at;

    if (inversions >= 0) {
        assert_int_equal(f[FORMULA_UNIVERSAL].count, inversions);
        noted->inversions++;
    }
    if (strstr(note, "third row from below") != NULL) {
        assert_int_equal(f[FORMULA_UNIVERSAL].blank, 3);
        noted->rows++;
    }
    compare_swaps(article, note, f, noted);
    if (strcmp(article, "disorder") == 0) {
        assert_non_null(at = strstr(note, "disorder "));
        assert_int_equal(f[FORMULA_DISORDER].count,
                         strtoul(at + strlen("disorder "), NULL, 10));
        assert_null(f[FORMULA_DISORDER].why_not);
        noted->disorders++;
    }
    if (strcmp(article, "rank violation") == 0) {
        assert_non_null(at = strstr(note, "violations "));
        assert_int_equal(f[FORMULA_RANKS].count,
                         strtoul(at + strlen("violations "), NULL, 10));
        assert_int_equal(f[FORMULA_RANKS].count, sum_of_list(note));
        assert_null(f[FORMULA_RANKS].why_not);
        noted->ranks++;
    }
}

static void
test_numbers_of_the_articles(void **state)
{
    struct noted noted = {0};
    struct tsv tsv;
    unsigned cases = 0;

    (void)state;
    tsv_open(&tsv, "article_cases.tsv");
    while (tsv_next(&tsv, 6)) {
        loyd_board goal = oracle_board(tsv.field[1]);
        loyd_board start = oracle_board(tsv.field[2]);
        bool expected = strcmp(tsv.field[3], "solvable") == 0;
        struct formula f[FORMULA_COUNT_];

        cases++;
        assert_int_equal(formulas_of(&start, &goal, f, NULL), LOYD_OK);
        for (unsigned kind = 0; kind < FORMULA_COUNT_; kind++)
            if (f[kind].why_not == NULL)
                assert_int_equal(f[kind].is_solvable, expected);
        compare_note(tsv.field[0], tsv.field[4], f, &noted);
        if (strstr(tsv.field[4], "the classic rule says solvable") != NULL)
            assert_true(f[FORMULA_DISORDER].is_solvable);
    }
    tsv_close(&tsv);
    assert_int_equal(cases, 23);
    assert_int_equal(noted.inversions, 3);
    assert_int_equal(noted.rows, 1);
    assert_int_equal(noted.transpositions, 9);
    assert_int_equal(noted.disorders, 4);
    assert_int_equal(noted.ranks, 1);
}

/*
 * The pseudocode of the article on disorder: it leaves out the last cell and
 * counts the gap as a number, smaller than all others.
 */
static bool
is_solvable_as_published(const loyd_board *board)
{
    unsigned sum = board_blank(board) / 4;

    for (unsigned i = 0; i < 15; i++)
        for (unsigned j = 0; j < i; j++)
            sum += board->cell[j] > board->cell[i];
    return sum % 2 == 1;
}

/* docs/solvability.md: it is wrong for nearly half of all boards. */
static void
test_published_pseudocode(void **state)
{
    loyd_board goal =
        oracle_board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
    unsigned n_wrong = 0;
    uint32_t draw = 1;

    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        loyd_board start = goal;
        bool solvable;

        for (unsigned c = 15; c > 0; c--) {
            unsigned other;
            uint8_t label = start.cell[c];

            draw = draw * 1664525u + 1013904223u;
            other = (draw >> 8) % (c + 1);
            start.cell[c] = start.cell[other];
            start.cell[other] = label;
        }
        assert_int_equal(loyd_solvable(&start, &goal, &solvable, NULL),
                         LOYD_OK);
        n_wrong += is_solvable_as_published(&start) != solvable;
    }
    assert_in_range(n_wrong, 9000, 9700);
}

/* The article on rank violations slides the gap right, then down. */
static void
test_ranks_slide_the_blank(void **state)
{
    loyd_board goal = oracle_board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
    loyd_board start = oracle_board("1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15");
    struct formula f[FORMULA_COUNT_];

    (void)state;
    assert_int_equal(formulas_of(&start, &goal, f, NULL), LOYD_OK);
    /* 5 6 7 11/8 9 10 15/12 13 14: three are below 11, three below 15. */
    assert_int_equal(f[FORMULA_RANKS].count, 6);
    assert_int_equal(f[FORMULA_RANKS].blank, 0);
    assert_null(f[FORMULA_RANKS].why_not);
}

/* Each number, counted manually. */
static void
test_numbers_of_one_board(void **state)
{
    loyd_board goal = oracle_board("1 2/4 3/5 0");
    loyd_board start = oracle_board("2 1/0 4/5 3");
    struct formula f[FORMULA_COUNT_];

    (void)state;
    assert_int_equal(formulas_of(&start, &goal, f, NULL), LOYD_OK);
    /* Row by row 2 1 4 5 3: three inversions; the goal has one, 4 3. */
    assert_int_equal(f[FORMULA_UNIVERSAL].count, 3);
    assert_int_equal(f[FORMULA_UNIVERSAL].blank, 2);
    assert_int_equal(f[FORMULA_UNIVERSAL].goal, 1 + 1);
    /* Down the snake 2 1 / 4 0 / 5 3: the blank is fourth, not sixth. */
    assert_int_equal(f[FORMULA_PATH].count, 3);
    assert_int_equal(f[FORMULA_PATH].blank, 2 + 2);
    assert_int_equal(f[FORMULA_PATH].goal, 0);
    /* Cells 0 and 1, and 2 -> 5 -> 3 -> 2: three swaps, one even cycle. */
    assert_int_equal(f[FORMULA_TRANSPOSITIONS].count, 3);
    assert_int_equal(f[FORMULA_CYCLES].count, 1);
    assert_int_equal(f[FORMULA_CYCLES].blank, 2);
}

/* --- swaps --- */

/* Floods the arrangements of a goal's labels by swaps of any two cells. */
static void
flood_swaps(const struct distances *d, uint8_t *far, uint32_t *queue)
{
    uint32_t tail = 0;

    memset(far, FAR, d->states);
    queue[tail++] = d->home;
    far[d->home] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        for (unsigned a = 0; a < d->n; a++) {
            for (unsigned b = 0; b < a; b++) {
                loyd_board next = board_of(d, queue[head]);
                uint8_t label = next.cell[a];
                uint32_t rank;

                next.cell[a] = next.cell[b];
                next.cell[b] = label;
                rank = rank_of(d, next.cell);
                if (far[rank] != FAR)
                    continue;
                far[rank] = (uint8_t)(far[queue[head]] + 1);
                queue[tail++] = rank;
            }
        }
    }
    assert_int_equal(tail, d->states);
}

/* The swaps lead to the goal, and no list of them is shorter. */
static void
test_swaps_are_the_fewest(void **state)
{
    static uint8_t far[720];
    static uint32_t queue[720];

    (void)state;
    for (size_t g = 0; g < COUNT(goals); g++) {
        struct distances d;

        if (strlen(goals[g].goal) > 12)
            continue;
        distances_open(&d, goals[g].goal);
        flood_swaps(&d, far, queue);
        for (uint32_t rank = 0; rank < d.states; rank++) {
            loyd_board board = board_of(&d, rank);
            struct formula f[FORMULA_COUNT_];
            struct swap swaps[LOYD_CELLS_MAX];
            size_t n = 99;

            assert_int_equal(formulas_of(&board, &d.goal, f, NULL), LOYD_OK);
            assert_int_equal(swaps_of(&board, &d.goal, swaps, &n, NULL),
                             LOYD_OK);
            assert_int_equal(n, far[rank]);
            assert_int_equal(f[FORMULA_TRANSPOSITIONS].count, n);
            for (size_t i = 0; i < n; i++) {
                for (unsigned end = 0; end < 2; end++)
                    assert_int_equal(board.cell[swaps[i].cell[end]],
                                     swaps[i].label[end]);
                board.cell[swaps[i].cell[0]] = swaps[i].label[1];
                board.cell[swaps[i].cell[1]] = swaps[i].label[0];
                assert_int_equal(board.cell[swaps[i].cell[0]],
                                 d.goal.cell[swaps[i].cell[0]]);
            }
            assert_memory_equal(board.cell, d.goal.cell, d.n);
        }
        distances_close(&d);
    }
}

static void
test_mismatched_boards_are_rejected(void **state)
{
    loyd_board small = oracle_board("1 2/3 0"),
               large = oracle_board("1 2 3/4 5 0");
    struct formula f[FORMULA_COUNT_] = {{.count = 77}};
    struct swap swaps[LOYD_CELLS_MAX];
    size_t n = 77;

    (void)state;
    assert_int_equal(formulas_of(&small, &large, f, NULL), LOYD_E_SHAPE);
    assert_int_equal(swaps_of(&small, &large, swaps, &n, NULL), LOYD_E_SHAPE);
    assert_int_equal(f[0].count, 77);
    assert_int_equal(n, 77);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formulas_are_reachability),
        cmocka_unit_test(test_numbers_of_the_articles),
        cmocka_unit_test(test_numbers_of_one_board),
        cmocka_unit_test(test_published_pseudocode),
        cmocka_unit_test(test_ranks_slide_the_blank),
        cmocka_unit_test(test_swaps_are_the_fewest),
        cmocka_unit_test(test_mismatched_boards_are_rejected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
