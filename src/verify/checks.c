/* SPDX-License-Identifier: MIT */
/* The list of the checks of rows. */
#include <stdio.h>

#include "store/rows.h"
#include "verify/facts.h"
#include "verify/ledger.h"
#include "verify/pack.h"

#define OF_BOTH (OF_CATALOGUE | OF_PACK)

/* A check of the whole row, or of its length in each metric. A new one is a
 * line here, its function and its test. */
static const struct check {
    unsigned sources;
    const char *(*row)(struct checker *by, struct facts *facts);
    const char *(*length)(struct checker *by, struct facts *facts,
                          loyd_metric metric);
} checks[] = {
    {OF_PACK, .row = check_number},
    {OF_PACK, .row = check_fields},
    {OF_PACK, .row = check_goal},
    {OF_PACK, .length = check_solution},
    {OF_PACK, .row = check_metric},
    {OF_PACK, .length = check_percentile},
    {OF_PACK, .row = check_drawn},
    {OF_PACK, .length = check_band},
    {OF_PACK, .row = check_selection},
    {OF_BOTH, .row = check_labels},
    {OF_BOTH, .row = check_parity},
    {OF_BOTH, .row = check_id},
    {OF_CATALOGUE, .row = check_class},
    {OF_CATALOGUE, .length = check_form},
    {OF_BOTH, .length = check_path},
    {OF_BOTH, .row = check_estimate},
    /* The import of rows, by which packs are read, has checked them. */
    {OF_CATALOGUE, .row = check_laws},
    {OF_BOTH, .length = check_optimum},
    {OF_PACK, .row = check_same_puzzle},
    {OF_PACK, .length = check_same_length},
    {OF_LEDGER, .row = check_recipe},
    {OF_LEDGER, .row = check_drawn_again},
    {OF_LEDGER, .row = check_order},
    {OF_LEDGER, .row = check_nonce},
};

/* Of a fault in MTM, the words say so. */
static const char *
check_lengths(const struct check *check, struct checker *by,
              struct facts *facts)
{
    const char *fault = check->length(by, facts, LOYD_STM);

    if (fault != NULL || (fault = check->length(by, facts, LOYD_MTM)) == NULL)
        return fault;
    snprintf(by->words, sizeof(by->words), "%s%s", fault,
             metric_words(LOYD_MTM));
    return by->words;
}

const char *
facts_check(struct checker *by, struct facts *facts)
{
    const char *fault = NULL;

    for (size_t i = 0;
         fault == NULL && i < sizeof(checks) / sizeof(checks[0]) &&
         report_goes_on(by->report);
         i++)
        if ((checks[i].sources & by->source) != 0)
            fault = checks[i].row != NULL
                        ? checks[i].row(by, facts)
                        : check_lengths(&checks[i], by, facts);
    return fault;
}
