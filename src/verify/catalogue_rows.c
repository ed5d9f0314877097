/* SPDX-License-Identifier: MIT */
/* Makes facts of the rows of a catalogue, and checks what only these have. */
#include <string.h>

#include "core/board.h"
#include "loyd/layout.h"
#include "verify/catalogue.h"

/* Columns of RAW_PUZZLES. */
enum {
    PUZZLE_ID,
    PUZZLE_CLASS,
    PUZZLE_BOARD,
    PUZZLE_SIZE,
    PUZZLE_GOAL,
    PUZZLE_LAYOUT,
    PUZZLE_ESTIMATE,
    PUZZLE_ESTIMATE_VERSION,
    PUZZLE_STM, /* of each metric the proven length and the open upper end, */
    PUZZLE_OPEN_UPPER,
    PUZZLE_LOWER, /* and the rating */
    PUZZLE_UPPER,
    PUZZLE_PATH,
    PUZZLE_MTM
};

/* The columns of a metric, from PUZZLE_STM or PUZZLE_MTM on. */
enum { IN_PROVEN, IN_OPEN_UPPER, IN_LOWER, IN_UPPER, IN_PATH };

/* Returns a text; of another value, one that is nothing valid. */
static struct slice
text_of(const struct raw_value *value)
{
    if (value->kind == RAW_TEXT)
        return (struct slice){(const char *)value->bytes, value->len};
    return (struct slice){value->kind == RAW_NULL ? NULL : "", 0};
}

static const char *
read_board(const struct raw_value *size, const struct raw_value *board,
           loyd_board *goal)
{
    if (!raw_board(board, goal))
        return "invalid goal board";
    return raw_is_size(size, goal) ? NULL : "the size is not the goal's";
}

const char *
read_goal(struct facts *facts)
{
    const struct raw_value *values = facts->values;

    facts->class = text_of(&values[GOAL_CLASS]);
    facts->layout = text_of(&values[GOAL_LAYOUT]);
    return read_board(&values[GOAL_SIZE], &values[GOAL_BOARD],
                      &facts->puzzle.goal);
}

const char *
check_goal_class(struct checker *by, struct facts *facts)
{
    (void)by;
    return is_class_of(facts->class, &facts->puzzle.goal) ? NULL
                                                          : "wrong class";
}

const char *
check_goal_layout(struct checker *by, struct facts *facts)
{
    const struct slice name = facts->layout;
    const loyd_board *goal = &facts->puzzle.goal;
    loyd_layout layout;
    char text[LOYD_LAYOUT_TEXT];

    (void)by;
    return name.at == NULL || (loyd_layout_parse(name.at, name.len,
                                                 goal->width, goal->height,
                                                 &layout, NULL) == LOYD_OK &&
                               memcmp(layout.goal.cell, goal->cell,
                                      board_cells(goal)) == 0 &&
                               loyd_layout_print(&layout, text) == name.len &&
                               memcmp(text, name.at, name.len) == 0)
               ? NULL
               : "the board does not match its layout name";
}

/* Reads a rating; returns what is wrong with its form, or NULL. */
static const char *
read_rating(const struct raw_value *columns, struct length_facts *of)
{
    const struct raw_value *lower = &columns[IN_LOWER];
    const struct raw_value *upper = &columns[IN_UPPER];
    bool is_proven;

    if (upper->kind == RAW_NULL)
        return columns[IN_PROVEN].kind == RAW_NULL &&
                       columns[IN_OPEN_UPPER].kind == RAW_NULL
                   ? NULL
                   : "a length without a rating";
    if (!raw_is_number(upper, 1, PATH_MAX_MOVES) ||
        !raw_is_number(lower, 1, upper->number))
        return "rating out of range";
    of->stated.lower = (unsigned)lower->number;
    of->stated.upper = (unsigned)upper->number;
    is_proven = of->stated.lower == of->stated.upper;
    if (!raw_is_number(&columns[is_proven ? IN_PROVEN : IN_OPEN_UPPER],
                       upper->number, upper->number) ||
        columns[is_proven ? IN_OPEN_UPPER : IN_PROVEN].kind != RAW_NULL)
        return "the length does not match the rating";
    return raw_path(&columns[IN_PATH], &of->path) && of->path.n > 0
               ? NULL
               : PATH_LENGTH_FAULT;
}

const char *
read_puzzle(struct facts *facts)
{
    const struct raw_value *values = facts->values;
    const struct raw_value *estimate = &values[PUZZLE_ESTIMATE];
    const struct raw_value *version = &values[PUZZLE_ESTIMATE_VERSION];
    const char *fault;

    facts->has_id = raw_id(&values[PUZZLE_ID], facts->id.byte);
    facts->class = text_of(&values[PUZZLE_CLASS]);
    facts->layout = text_of(&values[PUZZLE_LAYOUT]);
    fault = read_board(&values[PUZZLE_SIZE], &values[PUZZLE_GOAL],
                       &facts->puzzle.goal);
    if (fault != NULL)
        return fault;
    if (!raw_board(&values[PUZZLE_BOARD], &facts->puzzle.start))
        return "invalid board";
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        facts->in[m].form = read_rating(
            &values[m == LOYD_STM ? PUZZLE_STM : PUZZLE_MTM], &facts->in[m]);
    if (estimate->kind == RAW_NULL && version->kind == RAW_NULL)
        return NULL;
    if (!raw_is_number(estimate, 1, PATH_MAX_MOVES) ||
        !raw_is_number(version, 1, UINT16_MAX))
        return "estimate out of range";
    facts->estimate = (unsigned)estimate->number;
    return NULL;
}

/*
 * Checks that a claim can be the length of its board. It may be outside the
 * puzzle's bounds: a path stored later may be shorter than the claim, which
 * `rate` reports.
 */
const char *
check_claim(struct checker *by, struct facts *facts)
{
    const struct raw_value *values = facts->values;
    bool is_mtm = raw_is_text(&values[CLAIM_METRIC], "mtm");
    struct stated *claim = &facts->in[is_mtm ? LOYD_MTM : LOYD_STM].stated;

    if (values[is_mtm ? CLAIM_MTM : CLAIM_STM].kind != RAW_NULL)
        return "the puzzle is already proven";
    /* An invalid board is reported with its puzzle, and a missing puzzle by
     * the check of foreign keys. */
    if (!raw_board(&values[CLAIM_BOARD], &facts->puzzle.start) ||
        !raw_board(&values[CLAIM_GOAL], &facts->puzzle.goal) ||
        !facts_board(&facts->puzzle, &facts->board))
        return NULL;
    claim->claimed = (unsigned)values[CLAIM_LENGTH].number;
    if (!is_mtm && claim->claimed % 2 != is_odd_board(&facts->board))
        return "length of the wrong parity";
    return check_laws(by, facts);
}
