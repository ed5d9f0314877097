/* SPDX-License-Identifier: MIT */
/* The list of checks: each notices its fault. (What only packs and ledgers
 * check is in their tests.) */
#include "catalogue.h"

#include "verify/catalogue.h"
#include "verify/facts.h"
#include "verify/ledger.h"
#include "verify/report.h"

/* Facts that are right: 3x2, 13 moves, 12 slides. */
static void
facts_of(struct facts *facts, loyd_solution found[LOYD_METRICS])
{
    loyd_solver *solver = NULL;
    loyd_why why;

    memset(facts, 0, sizeof(*facts));
    facts->puzzle.goal = goal_of("rows", 3, 2);
    OK(loyd_board_parse("5 4 3/2 0 1", 11, 3, 2, &facts->puzzle.start, &why));
    loyd_puzzle_id(&facts->puzzle, &facts->id);
    facts->has_id = true;
    facts->layout = slice_of("rows");
    OK(loyd_solver_new(NULL, &solver));
    for (loyd_metric m = 0; m < LOYD_METRICS; m++) {
        struct length_facts *of = &facts->in[m];
        const loyd_solve_options options = {.metric = m};

        OK(loyd_solve(solver, &facts->puzzle, 1, &options, &found[m], &why));
        of->stated.lower = of->stated.upper = found[m].upper;
        of->path = found[m].path;
    }
    loyd_solver_free(&solver);
}

static void
swap_labels(struct facts *f)
{
    uint8_t label = f->puzzle.start.cell[0];

    f->puzzle.start.cell[0] = f->puzzle.start.cell[1];
    f->puzzle.start.cell[1] = label;
}

static void
other_label(struct facts *f)
{
    f->puzzle.start.cell[0] = 6;
}

static void
no_moves(struct facts *f)
{
    f->puzzle.start = f->puzzle.goal;
}

static void
other_id(struct facts *f)
{
    f->id.byte[0] ^= 1;
}

static void
no_id(struct facts *f)
{
    f->has_id = false;
}

static void
stored_class(struct facts *f)
{
    f->class = slice_of("3x2@0.0");
}

static void
no_layout(struct facts *f)
{
    f->layout.at = NULL;
    f->class = slice_of("3x2@0.1");
}

static void
form(struct facts *f)
{
    f->in[LOYD_MTM].form = "rating out of range";
}

static void
odd(struct facts *f)
{
    f->in[LOYD_STM].stated.upper++;
}

static void
longer(struct facts *f)
{
    f->in[LOYD_MTM].stated.lower++;
    f->in[LOYD_MTM].stated.upper++;
}

static void
back(struct facts *f)
{
    f->in[LOYD_STM].path.dir[1] = f->in[LOYD_STM].path.dir[0] ^ 2;
}

static void
wall(struct facts *f)
{
    memset(f->in[LOYD_STM].path.dir, LOYD_DIR_UP, f->in[LOYD_STM].path.n);
}

static void
short_of_goal(struct facts *f)
{
    f->in[LOYD_STM].path.n -= 2;
    f->in[LOYD_STM].stated.upper -= 2;
    f->in[LOYD_STM].stated.lower = 1;
}

static void
estimate(struct facts *f)
{
    f->estimate = 30;
}

static void
too_long(struct facts *f)
{
    memset(&f->in[LOYD_MTM], 0, sizeof(f->in[LOYD_MTM]));
    f->in[LOYD_STM].path.n = 0;
    f->in[LOYD_STM].stated.lower = f->in[LOYD_STM].stated.upper += 40;
}

static void
below(struct facts *f)
{
    memset(&f->in[LOYD_STM], 0, sizeof(f->in[LOYD_STM]));
    f->in[LOYD_MTM].path.n = 0;
    f->in[LOYD_MTM].stated.lower++;
    f->in[LOYD_MTM].stated.upper++;
}

static void
above(struct facts *f)
{
    memset(&f->in[LOYD_MTM], 0, sizeof(f->in[LOYD_MTM]));
    f->in[LOYD_STM].path.n = 0;
    f->in[LOYD_STM].stated.lower = f->in[LOYD_STM].stated.upper -= 2;
}

static const struct {
    void (*break_it)(struct facts *facts);
    const char *wanted;
} broken[] = {
    {other_label, "start and goal differ in size or labels"},
    {swap_labels, "unsolvable: start and goal differ in parity"},
    {no_moves, "start and goal are equal"},
    {other_id, "the id does not match the boards"},
    {no_id, "the id does not match the boards"},
    {stored_class, "a class is stored although the goal has a layout name"},
    {no_layout, "wrong class"},
    {form, "rating out of range in MTM"},
    {odd, "rating of the wrong parity"},
    {longer, "the path's length does not match the rating in MTM"},
    {back, "a proven path takes a move back"},
    {wall, "the path leaves the board"},
    {short_of_goal, "the path does not end at the goal"},
    {estimate, "estimate of a board of at most 16 cells"},
    {too_long, "a length is above the greatest of its class"},
    {below, "the optimum is below the rating's lower bound in MTM"},
    {above, "the optimum is above the rating's upper bound"},
};

static void
test_every_check(void **state)
{
    struct plain_lengths *lengths = plain_lengths_new();
    struct report report = {.listener = NULL};
    struct checker by = {
        .kind = ROW_PUZZLE, .report = &report, .lengths = lengths};

    (void)state;
    assert_non_null(lengths);
    for (size_t i = 0; i <= COUNT(broken); i++) {
        loyd_solution found[LOYD_METRICS] = {{.lower = 0}};
        struct facts facts;
        const char *fault;

        facts_of(&facts, found);
        if (i < COUNT(broken))
            broken[i].break_it(&facts);
        fault = facts_check(&by, &facts);
        if (i == COUNT(broken))
            assert_null(fault);
        else if (fault == NULL || strcmp(fault, broken[i].wanted) != 0)
            fail_msg("%s: %s", broken[i].wanted, fault);
        for (loyd_metric m = 0; m < LOYD_METRICS; m++)
            loyd_moves_free(&found[m].path);
    }
    assert_int_equal(by.searched, 1 + 1 + 2); /* below, above, right */
    plain_lengths_free(&lengths);
}

/* A canonical path differs from another of the same length. */
static void
test_canonical_path(void **state)
{
    uint8_t one[] = {0, 1, 2}, other[] = {0, 1, 3};
    struct length_facts of = {.stated = {.lower = 3, .upper = 3},
                              .path = {.dir = one, .n = 3}};
    loyd_moves path = {.dir = one, .n = 3};

    (void)state;
    assert_null(optimum_fault(&of, 3, 3, &path));
    path.dir = other;
    assert_string_equal(optimum_fault(&of, 3, 3, &path),
                        "the path is not the canonical one");
    path.n = 0; /* only the length is known */
    assert_null(optimum_fault(&of, 3, 3, &path));
    path.n = 3;
    of.stated.lower = 1; /* not proven */
    assert_null(optimum_fault(&of, 3, 3, &path));
}

/* A text, or a number as "=N", or NULL. */
static struct raw_value
value_of(const char *text)
{
    if (text == NULL)
        return (struct raw_value){.kind = RAW_NULL};
    if (text[0] == '=')
        return (struct raw_value){.kind = RAW_NUMBER,
                                  .number = strtoll(text + 1, NULL, 10)};
    return (struct raw_value){.kind = RAW_TEXT,
                              .bytes = (const uint8_t *)text,
                              .len = strlen(text)};
}

/* Rows of tables that are right, and what breaks one of their values. */
static const struct {
    enum row_kind kind;
    const char *row[8];
} right[] = {
    {ROW_RATING, {"0", "stm", "mitm", "=5", "mitm", "=0"}},
    {ROW_CLAIM,
     {"0", "mtm", "=12", "5 4 3/2 0 1", NULL, NULL, "1 2 3/4 5 0"}},
    {ROW_USED_PACK, {"=1", "0000000000000000", "club", "=1", "2026-01-02"}},
    {ROW_MARK, {"0", "2026-01-02", ""}},
    {ROW_NAME, {"0", "the-one"}},
};

static const struct {
    enum row_kind kind;
    unsigned column;
    const char *value;
    const char *wanted;
} altered[] = {
    {ROW_RATING, RATING_METRIC, "htm", "unknown metric"},
    {ROW_RATING, RATING_METHOD, NULL, "its search is missing"},
    {ROW_RATING, RATING_METHOD, "", "invalid method name"},
    {ROW_RATING, RATING_BUDGET, "=-1", "invalid node budget"},
    {ROW_RATING, RATING_LOWER_METHOD, NULL, "its search is missing"},
    {ROW_RATING, RATING_LOWER_METHOD, "a\nb", "invalid method name"},
    {ROW_RATING, RATING_LOWER_BUDGET, "5", "invalid node budget"},
    {ROW_CLAIM, CLAIM_METRIC, NULL, "unknown metric"},
    {ROW_CLAIM, CLAIM_LENGTH, "=0", "length out of range"},
    {ROW_CLAIM, CLAIM_LENGTH, "=65535", "length out of range"},
    {ROW_CLAIM, CLAIM_LENGTH, "=500",
     "a length in MTM is above the greatest of its class"},
    {ROW_CLAIM, CLAIM_MTM, "=12", "the puzzle is already proven"},
    {ROW_CLAIM, CLAIM_STM, "=13", NULL},
    {ROW_CLAIM, CLAIM_BOARD, NULL, NULL},
    {ROW_USED_PACK, PACK_PK, "=0", "invalid key"},
    {ROW_USED_PACK, PACK_ID, "000000000000000", "invalid id"},
    {ROW_USED_PACK, PACK_NAME, "", "invalid name"},
    {ROW_USED_PACK, PACK_VERSION, "=4294967296", "invalid version"},
    {ROW_USED_PACK, PACK_DATE, "2026-02-30", "invalid date"},
    {ROW_MARK, MARK_DATE, NULL, "invalid date"},
    {ROW_MARK, MARK_NOTE, NULL, "invalid note"},
    {ROW_NAME, NAME_TEXT, "two\nlines", "invalid text"},
    {ROW_RECIPE, RECIPE_SERIES, NULL,
     "a recipe has an invalid series or index"},
    {ROW_RECIPE, RECIPE_NUMBER, "=-1",
     "a recipe has an invalid series or index"},
    {ROW_LISTED, LISTED_PUZZLE, "0", "a puzzle has an invalid id"},
};

static void
test_values(void **state)
{
    struct report report = {.listener = NULL};

    (void)state;
    for (size_t i = 0; i < COUNT(right) + COUNT(altered); i++) {
        bool is_right = i < COUNT(right);
        size_t at = is_right ? 0 : i - COUNT(right);
        struct checker by = {.kind = is_right ? right[i].kind
                                              : altered[at].kind,
                             .report = &report};
        struct raw_value values[8] = {{.kind = RAW_NULL}};
        struct facts facts = {.values = values};
        const char *fault, *wanted = is_right ? NULL : altered[at].wanted;

        values[RECIPE_SERIES] = value_of("=1");
        for (size_t k = 0; k < COUNT(right); k++)
            if (right[k].kind == by.kind)
                for (size_t c = 0; c < 8; c++)
                    values[c] = value_of(right[k].row[c]);
        if (!is_right)
            values[altered[at].column] = value_of(altered[at].value);
        fault = facts_check(&by, &facts);
        if (fault == NULL ? wanted != NULL
                          : wanted == NULL || strcmp(fault, wanted) != 0)
            fail_msg("row %zu: %s: expected %s", i, fault, wanted);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_check),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_canonical_path),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
