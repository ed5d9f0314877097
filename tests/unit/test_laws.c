/* SPDX-License-Identifier: MIT */
/*
 * The laws that the lengths of a puzzle obey, on every state of small classes
 * in both metrics, from a breadth-first search that shares no code with the
 * library; and each law broken.
 */
#include "distance.h"

#include <loyd/band.h>

#include "rate/laws.h"

static const char *const goals[] = {
    "1 2/3 0",     "1 2 3/4 5 0",     "1 0 3/4 5 6",
    "1 2/0 3/4 5", "1 2 3 4/5 6 7 0", "1 2 3/4 5 6/7 8 0",
};

/* A state with its lengths. */
struct state {
    struct plain_board plain;
    struct stated stm;
    struct stated mtm;
    unsigned taxicab;
};

static unsigned
away(unsigned a, unsigned b, unsigned width)
{
    return (unsigned)abs((int)(a % width) - (int)(b % width)) +
           (unsigned)abs((int)(a / width) - (int)(b / width));
}

/* Follows a shortest solution and counts its moves and slides. */
static struct stated
follow(const struct distances *d, uint32_t rank)
{
    struct stated of = {.lower = d->far[rank], .upper = d->far[rank]};
    unsigned last = 4, width = d->goal.width;

    while (rank != d->home) {
        loyd_board from = board_of(d, rank), to = board_of(d, d->next[rank]);

        of.moves += away(oracle_find(&from, 0), oracle_find(&to, 0), width);
        of.slides += d->first[rank] != last;
        if (last < 4) /* no law without this */
            assert_int_not_equal(d->first[rank], last ^ 2);
        last = d->first[rank];
        rank = d->next[rank];
    }
    return of;
}

static struct state
state_of(const struct distances *stm, const struct distances *mtm,
         uint32_t rank)
{
    loyd_board board = board_of(stm, rank);
    unsigned n = stm->n, width = board.width;
    struct state s = {.stm = follow(stm, rank), .mtm = follow(mtm, rank)};

    s.plain.width = width;
    s.plain.height = board.height;
    for (unsigned c = 0; c < n; c++) {
        unsigned home = oracle_find(&stm->goal, board.cell[c]);

        s.plain.home[c] = (uint8_t)home;
        if (board.cell[c] == 0)
            s.plain.blank = c;
        else
            s.taxicab += away(c, home, width);
    }
    return s;
}

static const char *
fault_of(const struct state *s, unsigned estimate)
{
    return laws_check(&s->plain, &s->stm, &s->mtm, estimate);
}

/* What is true is no fault: with paths, without, as intervals. */
static void
check_true(const struct state *s)
{
    struct state other = *s;

    assert_int_equal(s->stm.moves, s->stm.upper);
    assert_int_equal(s->mtm.slides, s->mtm.upper);
    assert_null(fault_of(s, 0));
    assert_null(fault_of(s, s->stm.upper));
    other.stm.moves = other.mtm.moves = 0;
    assert_null(fault_of(&other, s->stm.upper));
    other.stm.lower = other.mtm.lower = 1;
    assert_null(fault_of(&other, s->stm.upper + 2));
}

static void
broken(const struct state *s, unsigned estimate, const char *wanted)
{
    const char *fault = fault_of(s, estimate);

    assert_non_null(fault);
    assert_string_equal(fault, wanted);
}

/* A lower end above what a path of the other metric shows. */
static void
check_crossed(const struct state *s)
{
    static const char wanted[] =
        "the ratings in STM and MTM contradict each other";
    struct state other = *s;
    unsigned w = s->plain.width, h = s->plain.height;
    unsigned longer = w > h ? w : h, slides = s->mtm.upper;

    other.mtm.lower = other.mtm.upper = (unsigned)s->stm.slides + 1;
    broken(&other, 0, wanted);
    other.stm.moves = 0;
    other.mtm.lower = other.mtm.upper = s->stm.upper + 1;
    broken(&other, 0, wanted);
    other = *s;
    other.stm.lower = other.stm.upper = (unsigned)s->mtm.moves + 1;
    broken(&other, 0, wanted);
    other.mtm.moves = 0;
    other.stm.lower = other.stm.upper =
        slides / 2 * (w + h - 2) + slides % 2 * (longer - 1) + 1;
    broken(&other, 0, wanted);
}

/* A length that no solution has, and estimates. */
static void
check_outside(const struct state *s, unsigned stm_most, unsigned mtm_most)
{
    const struct stated none = {.lower = 0};
    struct state other = *s;

    other.mtm = none;
    other.stm = (struct stated){.lower = 1, .upper = s->taxicab - 1};
    if (s->taxicab > 1)
        broken(&other, 0, "a length is below the Manhattan distance");
    other.stm = (struct stated){.lower = stm_most + 1, .upper = stm_most + 1};
    broken(&other, 0, "a length is above the greatest of its class");
    other.stm = none;
    other.mtm = (struct stated){.lower = mtm_most + 1, .upper = mtm_most + 1};
    broken(&other, 0, "a length in MTM is above the greatest of its class");
    if (s->taxicab > 1)
        broken(s, s->taxicab - 1,
               "the estimate is below the Manhattan distance");
    if (s->taxicab < s->stm.upper)
        broken(s, s->stm.upper - 1,
               "the estimate is below the rating's lower bound");
}

static unsigned
most_of(const struct distances *d)
{
    unsigned most = 0;

    for (uint32_t rank = 0; rank < d->states; rank++)
        if (d->far[rank] != FAR && d->far[rank] > most)
            most = d->far[rank];
    return most;
}

/* Of 3x3, each state is checked, and one in ten is used to break the laws. */
static void
test_laws_on_every_state(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < sizeof(goals) / sizeof(goals[0]); g++) {
        loyd_board goal = oracle_board(goals[g]);
        struct distances stm, mtm;
        unsigned stm_most, mtm_most, n = 0;

        distances_open_in(&stm, &goal, LOYD_STM);
        distances_open_in(&mtm, &goal, LOYD_MTM);
        stm_most = most_of(&stm);
        mtm_most = most_of(&mtm);
        assert_int_equal(stm_most,
                         loyd_distribution_of(&goal, LOYD_STM)->radius);
        for (uint32_t rank = 0; rank < stm.states; rank++) {
            struct state s;

            if (stm.far[rank] == FAR || rank == stm.home)
                continue;
            s = state_of(&stm, &mtm, rank);
            check_true(&s);
            if (stm.n < 9 || n % 10 == 0) {
                check_crossed(&s);
                check_outside(&s, stm_most, mtm_most);
            }
            n++;
        }
        assert_int_equal(n, stm.states / 2 - 1);
        distances_close(&stm);
        distances_close(&mtm);
    }
}

/* Two tiles in opposite corners of 4x4, exchanged: three rows and three
 * columns each, so two slides along rows and two along columns. */
static void
test_slides_that_distances_need(void **unused)
{
    struct state s = {.plain = {4, 4, 14, {0}},
                      .mtm = {.lower = 1, .upper = 3}};
    const char *wanted = "a length in MTM is below what the distances of the "
                         "tiles need";

    (void)unused;
    for (unsigned c = 0; c < 16; c++)
        s.plain.home[c] = (uint8_t)c;
    s.plain.home[0] = 15;
    s.plain.home[15] = 0;
    broken(&s, 0, wanted);
    s.mtm.upper = 4;
    assert_null(fault_of(&s, 0));
    s.mtm = (struct stated){.lower = 3, .upper = 3};
    broken(&s, 0, wanted);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_laws_on_every_state),
        cmocka_unit_test(test_slides_that_distances_need),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
