/* SPDX-License-Identifier: MIT */
/* Verifies the rows that belong to puzzles: searches, claims, marks, names. */
#include <string.h>

#include "loyd/date.h"
#include "loyd/name.h"
#include "loyd/text.h"
#include "verify/catalogue.h"

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

/* Makes the board of a claim; false if it is malformed. */
static bool
board_of(const struct raw_value *values, struct plain_board *board)
{
    struct flat start, goal;

    return raw_board(&values[CLAIM_BOARD], &start) &&
           raw_board(&values[CLAIM_GOAL], &goal) &&
           prove_board(&start, &goal, board);
}

/* Checks the length of a claim. Invalid boards pass: they are reported with
 * their puzzle. */
static const char *
claim_fault(const struct raw_value *values)
{
    const struct stated none = {.lower = 0};
    const struct stated claim = {.claimed =
                                     (unsigned)values[CLAIM_LENGTH].number};
    bool is_mtm = raw_is_text(&values[CLAIM_METRIC], "mtm");
    struct plain_board board;
    unsigned w, at, home;

    if (!board_of(values, &board))
        return NULL;
    w = board.width;
    at = board.blank;
    home = board.home[at];
    if (!is_mtm &&
        (claim.claimed + at % w + at / w + home % w + home / w) % 2 != 0)
        return "length of the wrong parity";
    return is_mtm ? laws_check(&board, &none, &claim, 0)
                  : laws_check(&board, &claim, &none, 0);
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
