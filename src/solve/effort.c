/* SPDX-License-Identifier: MIT */
/* The names of the efforts and their node budgets. */
#include "solve/effort.h"

#include <stdio.h>
#include <string.h>

#include "base/slice.h"
#include "base/why.h"

static const char *const names[LOYD_EFFORT_COUNT_] = {"", "quick", "good",
                                                      "best"};

/*
 * The budgets of boards of up to `cells` cells, for each end of the interval.
 * Those of `quick` must not change: stored estimates and the samples of data/
 * depend on them.
 */
static const struct {
    unsigned cells;
    struct budget of[LOYD_EFFORT_COUNT_];
} budgets[] = {
    {16, {{0, 0}, {20000, 20000}, {1000000, 1000000}, {10000000, 10000000}}},
    {25, {{0, 0}, {30000, 260000}, {3000000, 1500000}, {20000000, 30000000}}},
    {32, {{0, 0}, {30000, 360000}, {3000000, 3000000}, {20000000, 30000000}}},
    {36, {{0, 0}, {30000, 360000}, {3000000, 6000000}, {20000000, 45000000}}},
    {64, {{0, 0}, {30000, 400000}, {3000000, 10000000}, {20000000, 30000000}}},
    {100,
     {{0, 0}, {30000, 340000}, {3000000, 12000000}, {20000000, 60000000}}},
    {LOYD_CELLS_MAX,
     {{0, 0}, {30000, 1000000}, {3000000, 12000000}, {20000000, 60000000}}},
};

const char *
effort_name(loyd_effort effort)
{
    return (unsigned)effort < LOYD_EFFORT_COUNT_ ? names[effort] : "";
}

loyd_err
effort_parse(const char *text, size_t len, loyd_effort *effort, loyd_why *why)
{
    struct slice word = {text, len};
    char quote[WHY_QUOTE_BYTES];

    WHY_GIVEN(why);
    for (unsigned i = 1; i < LOYD_EFFORT_COUNT_; i++)
        if (slice_is(word, names[i])) {
            *effort = (loyd_effort)i;
            return LOYD_OK;
        }
    return why_set(why, LOYD_E_SYNTAX,
                   "unknown effort %s: expected quick, good or best",
                   why_quote(text, len, quote));
}

static struct budget
budget_of(loyd_effort effort, unsigned cells)
{
    size_t i = 0;

    if ((unsigned)effort >= LOYD_EFFORT_COUNT_)
        return (struct budget){0, 0};
    while (budgets[i].cells < LOYD_CELLS_MAX && budgets[i].cells < cells)
        i++;
    return budgets[i].of[effort];
}

uint64_t
effort_nodes(loyd_effort effort, unsigned width, unsigned height)
{
    return budget_of(effort, width * height).upper;
}

loyd_effort
effort_of(const loyd_solve_options *options, unsigned width, unsigned height)
{
    bool is_exempt =
        options->is_wide_only && width * height <= LOYD_EXACT_CELLS;

    return is_exempt ? LOYD_EFFORT_NONE : options->effort;
}

struct budget
effort_budget(const loyd_solve_options *options, unsigned width,
              unsigned height)
{
    if (options->nodes != 0)
        return (struct budget){options->nodes, options->nodes};
    return budget_of(effort_of(options, width, height), width * height);
}

/* Fills a search in. */
static void
name_search(const char *effort, uint64_t budget, loyd_search *search)
{
    memset(search, 0, sizeof(*search));
    search->budget = budget;
    if (*effort == '\0')
        (void)snprintf(search->method, sizeof(search->method), "ida*");
    else
        (void)snprintf(search->method, sizeof(search->method), "%s %d", effort,
                       LOYD_EFFORT_VERSION);
}

void
loyd_search_of(const loyd_solve_options *options, unsigned width,
               unsigned height, loyd_search *lower, loyd_search *upper)
{
    static const loyd_solve_options none = {0};
    const char *effort;
    struct budget budget;

    options = options != NULL ? options : &none;
    if (options->stop != NULL) {
        memset(lower, 0, sizeof(*lower));
        memset(upper, 0, sizeof(*upper));
        return;
    }
    effort = effort_name(effort_of(options, width, height));
    budget = effort_budget(options, width, height);
    name_search(effort, budget.lower, lower);
    name_search(effort, budget.upper, upper);
}
