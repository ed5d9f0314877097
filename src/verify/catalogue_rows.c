/* SPDX-License-Identifier: MIT */
/* Reads puzzles, and verifies the rows of the tables around them, from raw
 * values. */
#include <string.h>

#include "core/board.h"
#include "loyd/date.h"
#include "loyd/layout.h"
#include "loyd/name.h"
#include "loyd/text.h"
#include "verify/catalogue.h"

enum { GOAL_PK, GOAL_SIZE, GOAL_CLASS, GOAL_LAYOUT, GOAL_BOARD };

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

enum {
    RATING_PUZZLE,
    RATING_METRIC,
    RATING_METHOD,
    RATING_BUDGET,
    RATING_LOWER_METHOD, /* and its budget */
};

enum {
    CLAIM_PUZZLE,
    CLAIM_METRIC,
    CLAIM_LENGTH,
    CLAIM_ID, /* of the puzzle; NULL: no such puzzle */
    CLAIM_BOARD,
    CLAIM_STM,
    CLAIM_MTM,
    CLAIM_GOAL
};

/* Returns a text; of another value, one that is nothing valid. */
static struct slice
text_of(const struct raw_value *value)
{
    if (value->kind == RAW_TEXT)
        return (struct slice){(const char *)value->bytes, value->len};
    return (struct slice){value->kind == RAW_NULL ? NULL : "", 0};
}

static const char *
read_goal(const struct raw_value *size, const struct raw_value *board,
          loyd_board *goal)
{
    if (!raw_board(board, goal))
        return "invalid goal board";
    return raw_is_size(size, goal) ? NULL : "the size is not the goal's";
}

const char *
prove_goal(const struct raw_value *values)
{
    const struct raw_value *name = &values[GOAL_LAYOUT];
    loyd_board goal;
    loyd_layout layout;
    char text[LOYD_LAYOUT_TEXT];
    const char *fault =
        read_goal(&values[GOAL_SIZE], &values[GOAL_BOARD], &goal);

    if (fault != NULL)
        return fault;
    if (!is_class_of(text_of(&values[GOAL_CLASS]), &goal))
        return "wrong class";
    if (name->kind == RAW_NULL)
        return NULL;
    if (name->kind != RAW_TEXT ||
        loyd_layout_parse((const char *)name->bytes, name->len, goal.width,
                          goal.height, &layout, NULL) != LOYD_OK ||
        memcmp(layout.goal.cell, goal.cell, board_cells(&goal)) != 0 ||
        loyd_layout_print(&layout, text) != name->len ||
        memcmp(text, name->bytes, name->len) != 0)
        return "the board does not match its layout name";
    return NULL;
}

/* Reads a rating; returns what is wrong with its form, or NULL. */
static const char *
read_rating(const struct raw_value *columns, struct length_facts *of,
            uint8_t *room)
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
    of->path.dir = room;
    return raw_path(&columns[IN_PATH], &of->path) && of->path.n > 0
               ? NULL
               : PATH_LENGTH_FAULT;
}

const char *
read_puzzle(const struct raw_value *values,
            uint8_t room[LOYD_METRICS][PATH_MAX_MOVES], struct facts *facts)
{
    const struct raw_value *estimate = &values[PUZZLE_ESTIMATE];
    const struct raw_value *version = &values[PUZZLE_ESTIMATE_VERSION];
    const char *fault;

    memset(facts->in, 0, sizeof(facts->in));
    facts->has_id = raw_id(&values[PUZZLE_ID], facts->id.byte);
    facts->class = text_of(&values[PUZZLE_CLASS]);
    facts->layout = text_of(&values[PUZZLE_LAYOUT]);
    facts->estimate = 0;
    fault = read_goal(&values[PUZZLE_SIZE], &values[PUZZLE_GOAL],
                      &facts->puzzle.goal);
    if (fault != NULL)
        return fault;
    if (!raw_board(&values[PUZZLE_BOARD], &facts->puzzle.start))
        return "invalid board";
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        facts->in[m].form =
            read_rating(&values[m == LOYD_STM ? PUZZLE_STM : PUZZLE_MTM],
                        &facts->in[m], room[m]);
    if (estimate->kind == RAW_NULL && version->kind == RAW_NULL)
        return NULL;
    if (!raw_is_number(estimate, 1, PATH_MAX_MOVES) ||
        !raw_is_number(version, 1, UINT16_MAX))
        return "estimate out of range";
    facts->estimate = (unsigned)estimate->number;
    return NULL;
}

static bool
is_metric(const struct raw_value *value)
{
    return raw_is_text(value, "stm") || raw_is_text(value, "mtm");
}

#define METHOD_ROOM 32 /* of a search's name, in bytes with its NUL */

const char *
prove_search(const struct raw_value *values)
{
    if (!is_metric(&values[RATING_METRIC]))
        return "unknown metric";
    for (int i = RATING_METHOD; i <= RATING_LOWER_METHOD; i += 2) {
        const struct raw_value *method = &values[i];

        if (method->kind == RAW_NULL)
            return "its search is missing";
        if (method->kind != RAW_TEXT || method->len == 0 ||
            method->len >= METHOD_ROOM ||
            loyd_text_check((const char *)method->bytes, method->len, NULL) !=
                LOYD_OK)
            return "invalid method name";
        if (!raw_is_number(&values[i + 1], 0, INT64_MAX))
            return "invalid node budget";
    }
    return NULL;
}

/* Checks the length of a claim. Invalid boards pass: they are reported with
 * their puzzle. */
static const char *
claim_fault(const struct raw_value *values)
{
    bool is_mtm = raw_is_text(&values[CLAIM_METRIC], "mtm");
    struct facts facts = {.has_id = false};
    struct stated *claim = &facts.in[is_mtm ? LOYD_MTM : LOYD_STM].stated;

    claim->claimed = (unsigned)values[CLAIM_LENGTH].number;
    if (!raw_board(&values[CLAIM_BOARD], &facts.puzzle.start) ||
        !raw_board(&values[CLAIM_GOAL], &facts.puzzle.goal) ||
        !facts_board(&facts.puzzle, &facts.board))
        return NULL;
    if (!is_mtm && claim->claimed % 2 != is_odd_board(&facts.board))
        return "length of the wrong parity";
    return check_laws(NULL, &facts);
}

/*
 * Checks that a claim can be the length of its board. It may be outside the
 * puzzle's bounds: a path stored later may be shorter than the claim, which
 * `rate` reports.
 */
const char *
prove_claim(const struct raw_value *values)
{
    const struct raw_value *metric = &values[CLAIM_METRIC];
    const struct raw_value *length = &values[CLAIM_LENGTH];

    if (!is_metric(metric))
        return "unknown metric";
    if (length->kind != RAW_NUMBER || length->number < 1 ||
        length->number > 65534)
        return "length out of range";
    /* The check of foreign keys reports it. */
    if (values[CLAIM_ID].kind == RAW_NULL)
        return NULL;
    if (values[raw_is_text(metric, "mtm") ? CLAIM_MTM : CLAIM_STM].kind !=
        RAW_NULL)
        return "the puzzle is already proven";
    return claim_fault(values);
}

/* Columns of RAW_PACKS, RAW_MARKS and RAW_NAMES. */
enum { PACK_PK, PACK_ID, PACK_NAME, PACK_VERSION, PACK_DATE };
enum { MARK_PUZZLE, MARK_DATE, MARK_NOTE };
enum { NAME_PUZZLE, NAME_TEXT };

static bool
is_date(const struct raw_value *value)
{
    loyd_date date;

    return value->kind == RAW_TEXT &&
           loyd_date_parse((const char *)value->bytes, value->len, &date,
                           NULL) == LOYD_OK;
}

/* Is it a text of least..100 bytes that can be shown on one line? */
static bool
is_line(const struct raw_value *value, size_t least)
{
    return value->kind == RAW_TEXT && value->len >= least &&
           value->len <= 100 &&
           loyd_text_check((const char *)value->bytes, value->len, NULL) ==
               LOYD_OK;
}

const char *
prove_pack(const struct raw_value *values)
{
    uint8_t id[LOYD_ID_BYTES];

    if (!raw_is_number(&values[PACK_PK], 1, INT64_MAX))
        return "invalid key";
    if (!raw_id(&values[PACK_ID], id))
        return "invalid id";
    if (!is_line(&values[PACK_NAME], 1))
        return "invalid name";
    if (!raw_is_number(&values[PACK_VERSION], 1, UINT32_MAX))
        return "invalid version";
    return is_date(&values[PACK_DATE]) ? NULL : "invalid date";
}

/* The check of foreign keys reports a puzzle that is missing. */
const char *
prove_mark(const struct raw_value *values)
{
    if (!is_date(&values[MARK_DATE]))
        return "invalid date";
    return is_line(&values[MARK_NOTE], 0) ? NULL : "invalid note";
}

/* The check of the file reports a name that occurs twice, and the check of
 * foreign keys a puzzle that is missing. */
const char *
prove_name(const struct raw_value *values)
{
    const struct raw_value *name = &values[NAME_TEXT];

    return name->kind == RAW_TEXT &&
                   loyd_name_check((const char *)name->bytes, name->len,
                                   NULL) == LOYD_OK
               ? NULL
               : "invalid text";
}
