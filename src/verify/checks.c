/* SPDX-License-Identifier: MIT */
/* The list of the checks of rows. */
#include <stdarg.h>

#include "loyd/date.h"
#include "loyd/name.h"
#include "loyd/text.h"
#include "store/rows.h"
#include "verify/catalogue.h"
#include "verify/facts.h"
#include "verify/ledger.h"
#include "verify/pack.h"

/* --- values of tables --- */

static bool
is_key(const struct raw_value *value)
{
    return raw_is_number(value, 1, INT64_MAX);
}

static bool
is_version(const struct raw_value *value)
{
    return raw_is_number(value, 1, UINT32_MAX);
}

static bool
is_budget(const struct raw_value *value)
{
    return raw_is_number(value, 0, INT64_MAX);
}

static bool
is_index(const struct raw_value *value)
{
    return raw_is_number(value, 0, (int64_t)LOYD_INDEX_MAX);
}

static bool
is_length(const struct raw_value *value)
{
    return raw_is_number(value, 1, PATH_MAX_MOVES);
}

static bool
is_id(const struct raw_value *value)
{
    uint8_t id[LOYD_ID_BYTES];

    return raw_id(value, id);
}

static bool
is_metric(const struct raw_value *value)
{
    return raw_is_text(value, "stm") || raw_is_text(value, "mtm");
}

static bool
is_date(const struct raw_value *value)
{
    loyd_date date;

    return value->kind == RAW_TEXT &&
           loyd_date_parse((const char *)value->bytes, value->len, &date,
                           NULL) == LOYD_OK;
}

/* Returns whether it is a text of `most` bytes or fewer that can be shown on
 * one line. */
static bool
is_line(const struct raw_value *value, size_t most)
{
    return value->kind == RAW_TEXT && value->len <= most &&
           loyd_text_check((const char *)value->bytes, value->len, NULL) ==
               LOYD_OK;
}

static bool
is_note(const struct raw_value *value)
{
    return is_line(value, 100);
}

static bool
is_pack_name(const struct raw_value *value)
{
    return is_line(value, 100) && value->len > 0;
}

static bool
is_method(const struct raw_value *value)
{
    return is_line(value, 31) && value->len > 0;
}

static bool
is_name(const struct raw_value *value)
{
    return value->kind == RAW_TEXT &&
           loyd_name_check((const char *)value->bytes, value->len, NULL) ==
               LOYD_OK;
}

static bool
is_present(const struct raw_value *value)
{
    return value->kind != RAW_NULL;
}

static bool
is_number(const struct raw_value *value)
{
    return value->kind == RAW_NUMBER;
}

static bool
is_text(const struct raw_value *value)
{
    return value->kind == RAW_TEXT;
}

/* --- the list --- */

#define ROW_BOTH (ROW_PUZZLE | ROW_PACKED)

/*
 * A check of a value of the row, of the whole row, or of its length in each
 * metric. A new one is a line here, its function and its test. References to
 * rows that are missing are found by SQLite.
 */
static const struct check {
    unsigned kinds;
    struct {
        unsigned column;
        bool (*is_right)(const struct raw_value *value);
        const char *fault;
    } value;
    const char *(*row)(struct checker *by, struct facts *facts);
    const char *(*length)(struct checker *by, struct facts *facts,
                          loyd_metric metric);
} checks[] = {
    {ROW_GOAL, .row = check_goal_class},
    {ROW_GOAL, .row = check_goal_layout},

    {ROW_PACKED, .row = check_number},
    {ROW_PACKED, .row = check_fields},
    {ROW_PACKED, .row = check_goal},
    {ROW_PACKED, .length = check_solution},
    {ROW_PACKED, .row = check_metric},
    {ROW_PACKED, .length = check_percentile},
    {ROW_PACKED, .row = check_drawn},
    {ROW_PACKED, .length = check_band},
    {ROW_PACKED, .row = check_selection},
    {ROW_BOTH, .row = check_labels},
    {ROW_BOTH, .row = check_parity},
    {ROW_BOTH, .row = check_id},
    {ROW_PUZZLE, .row = check_class},
    {ROW_PUZZLE, .length = check_form},
    {ROW_BOTH, .length = check_path},
    {ROW_BOTH, .row = check_estimate},
    /* The import of rows, by which packs are read, has checked them. */
    {ROW_PUZZLE, .row = check_laws},
    {ROW_BOTH, .length = check_optimum},
    {ROW_PACKED, .row = check_same_puzzle},
    {ROW_PACKED, .length = check_same_length},

    {ROW_RATING, .value = {RATING_METRIC, is_metric, "unknown metric"}},
    {ROW_RATING,
     .value = {RATING_METHOD, is_present, "its search is missing"}},
    {ROW_RATING, .value = {RATING_METHOD, is_method, "invalid method name"}},
    {ROW_RATING, .value = {RATING_BUDGET, is_budget, "invalid node budget"}},
    {ROW_RATING,
     .value = {RATING_LOWER_METHOD, is_present, "its search is missing"}},
    {ROW_RATING,
     .value = {RATING_LOWER_METHOD, is_method, "invalid method name"}},
    {ROW_RATING,
     .value = {RATING_LOWER_BUDGET, is_budget, "invalid node budget"}},

    {ROW_CLAIM, .value = {CLAIM_METRIC, is_metric, "unknown metric"}},
    {ROW_CLAIM, .value = {CLAIM_LENGTH, is_length, "length out of range"}},
    {ROW_CLAIM, .row = check_claim},

    {ROW_USED_PACK, .value = {PACK_PK, is_key, "invalid key"}},
    {ROW_USED_PACK, .value = {PACK_ID, is_id, "invalid id"}},
    {ROW_USED_PACK, .value = {PACK_NAME, is_pack_name, "invalid name"}},
    {ROW_USED_PACK, .value = {PACK_VERSION, is_version, "invalid version"}},
    {ROW_USED_PACK, .value = {PACK_DATE, is_date, "invalid date"}},
    {ROW_MARK, .value = {MARK_DATE, is_date, "invalid date"}},
    {ROW_MARK, .value = {MARK_NOTE, is_note, "invalid note"}},
    {ROW_NAME, .value = {NAME_TEXT, is_name, "invalid text"}},
    {ROW_TRAIT, .row = check_traits},
    {ROW_GAME, .row = check_game},
    {ROW_DIFFICULTY, .row = check_difficulty},
    {ROW_ABILITY, .row = check_ability},

    {ROW_RECIPE, .value = {RECIPE_SERIES, is_number,
                           "a recipe has an invalid series or index"}},
    {ROW_RECIPE, .value = {RECIPE_NUMBER, is_index,
                           "a recipe has an invalid series or index"}},
    {ROW_RECIPE, .row = check_series},
    {ROW_RECIPE, .row = check_redrawn},

    {ROW_CHAIN, .row = check_chain_number},
    {ROW_CHAIN, .row = check_chain_date},
    {ROW_CHAIN, .value = {CHAIN_ID, is_text, "its puzzle is missing"}},
    {ROW_CHAIN, .value = {CHAIN_UPPER, is_number, "its puzzle is not rated"}},
    {ROW_CHAIN, .row = check_chain_length},
    {ROW_CHAIN, .row = check_chain_nonce},
    {ROW_CHAIN, .row = check_chain_hash},
    {ROW_DAY, .row = check_recipe},
    {ROW_DAY, .row = check_drawn_again},
    {ROW_DAY, .row = check_order},
    {ROW_DAY, .row = check_nonce},

    {ROW_LISTED,
     .value = {LISTED_PUZZLE, is_id, "a puzzle has an invalid id"}},
    {ROW_LISTED, .row = check_listed_order},
    {ROW_LISTED,
     .value = {LISTED_STM, is_number, "a puzzle is missing or not rated"}},
};

const char *
checker_words(struct checker *by, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    why_vset(&by->words, LOYD_E_CORRUPT, format, args);
    va_end(args);
    return by->words.text;
}

/* Of a fault in MTM, the words say so. */
static const char *
check_lengths(const struct check *check, struct checker *by,
              struct facts *facts)
{
    const char *fault = check->length(by, facts, LOYD_STM);

    if (fault != NULL || (fault = check->length(by, facts, LOYD_MTM)) == NULL)
        return fault;
    return checker_words(by, "%s%s", fault, metric_words(LOYD_MTM));
}

const char *
facts_check(struct checker *by, struct facts *facts)
{
    const char *fault = NULL;

    for (size_t i = 0;
         fault == NULL && i < sizeof(checks) / sizeof(checks[0]) &&
         report_goes_on(by->report);
         i++) {
        const struct check *check = &checks[i];

        if ((check->kinds & by->kind) == 0)
            continue;
        if (check->row != NULL)
            fault = check->row(by, facts);
        else if (check->length != NULL)
            fault = check_lengths(check, by, facts);
        else if (!check->value.is_right(&facts->values[check->value.column]))
            fault = check->value.fault;
    }
    return fault;
}
