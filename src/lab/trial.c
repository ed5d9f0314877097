/* SPDX-License-Identifier: MIT */
/* Trials, and the fields of their cost. */
#include "lab/trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/range.h"

static double
cpu_seconds(void)
{
    struct timespec now = {0, 0};

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

loyd_err
trial_run(const loyd_puzzle *puzzle, const struct classic_options *options,
          struct trial *trial, loyd_why *why)
{
    double begin = cpu_seconds();
    loyd_err err;

    memset(trial, 0, sizeof(*trial));
    trial->search = options->search;
    err = classic_solve(puzzle, options, &trial->result, why);
    trial->seconds = cpu_seconds() - begin;
    return err;
}

bool
trial_is_solved(const struct trial *trial,
                const struct classic_options *limits, loyd_why *why)
{
    uint64_t memory = limits->memory > 0 ? limits->memory : CLASSIC_MEMORY;
    uint64_t depth = limits->depth > 0 ? limits->depth : CLASSIC_DEPTH;
    unsigned lower = trial->result.solution.lower;
    char limit[RANGE_WORDS], moves[RANGE_WORDS];

    switch (trial->result.end) {
    case END_SOLVED:
        return true;
    case END_NODES:
        range_words(limits->nodes, limits->nodes, "node", limit);
        break;
    case END_MEMORY:
        snprintf(limit, sizeof(limit), "%" PRIu64 " bytes of memory", memory);
        break;
    case END_DEPTH:
        range_words(depth, depth, "move", limit);
        break;
    }
    snprintf(why->text, sizeof(why->text),
             "no solution within %s: every solution has at least %s", limit,
             range_words(lower, lower, "move", moves));
    return false;
}

/* --- fields --- */

void
trial_put(const struct trial *trial, struct jw *json)
{
    static const char *const names[] = {"generated", "expanded", "deepest",
                                        "open",      "closed",   "kept",
                                        "memory"};
    char name[CLASSIC_TEXT], number[32];
    struct text seconds = text_in(number, sizeof(number));
    const struct classic_result *result = &trial->result;
    const uint64_t counters[] = {result->solution.nodes, result->expanded,
                                 result->deepest,        result->open,
                                 result->closed,         result->kept,
                                 result->memory};
    /* Of loyd's own the nodes are known, of methods without a search none. */
    enum algorithm algorithm = trial->search.algorithm;
    size_t n = algorithm == ALGORITHM_LOYD ? 1
               : algorithm < ALGORITHM_ROW
                   ? sizeof(counters) / sizeof(counters[0])
                   : 0;

    classic_print(&trial->search, name);
    jw_string(json, "search", name);
    for (size_t i = 0; i < n; i++)
        jw_uint(json, names[i], counters[i]);
    text_decimal(&seconds, trial->seconds, 6);
    jw_raw(json, "seconds", number);
}
