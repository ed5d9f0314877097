/* SPDX-License-Identifier: MIT */
/* The list of the checks of rows that are read into facts; checks.sql has
 * those of plain values. */
#include <stdarg.h>

#include "loyd/date.h"
#include "loyd/name.h"
#include "loyd/text.h"
#include "store/rows.h"
#include "verify/catalogue.h"
#include "verify/facts.h"
#include "verify/ledger.h"

/*
 * A check of the whole row, or of its length in each metric. A new one is a
 * line here, its function and its test.
 */
static const struct check {
    unsigned kinds;
    const char *(*row)(struct checker *by, struct facts *facts);
    const char *(*length)(struct checker *by, struct facts *facts,
                          loyd_metric metric);
} checks[] = {
    {ROW_PUZZLE, .length = check_form},    {ROW_PUZZLE, .length = check_path},
    {ROW_PUZZLE, .row = check_estimate},   {ROW_PUZZLE, .row = check_laws},
    {ROW_PUZZLE, .length = check_optimum}, {ROW_DAY, .row = check_recipe},
    {ROW_DAY, .row = check_drawn_again},   {ROW_DAY, .row = check_order},
    {ROW_DAY, .row = check_nonce},
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
    loyd_why words; /* fault may be the text of by->words */

    if (fault != NULL || (fault = check->length(by, facts, LOYD_MTM)) == NULL)
        return fault;
    why_set(&words, LOYD_E_CORRUPT, "%s", fault);
    return checker_words(by, "%s%s", words.text, metric_words(LOYD_MTM));
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
    }
    return fault;
}
