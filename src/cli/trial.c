/* SPDX-License-Identifier: MIT */
/* Owns the searches of `solve` and `compare`, and the fields of their cost. */
#include "cli/trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* The search, the counters in their order, the time. */
const char *const trial_columns[] = {
    "search", "generated", "expanded", "deepest", "open", "closed",
    "memory", "seconds", NULL};

const char *
counter_name(enum counter counter)
{
    return trial_columns[1 + counter];
}

void
method_print(const struct method *method, char text[CLASSIC_TEXT])
{
    if (method->is_own)
        strcpy(text, "loyd");
    else
        classic_print(&method->classic, text);
}

/* The algorithm decides which other options make sense. */
int
method_of_options(const struct run *run, struct method *method)
{
    const struct args *args = &run->args;
    unsigned algorithm = args->algorithm - 1;
    bool is_informed;

    *method = (struct method){.is_own = args->algorithm == 0};
    if (method->is_own)
        return EXIT_DONE;
    is_informed = algorithm_is_informed((enum algorithm)algorithm);
    method->classic.algorithm = (uint8_t)algorithm;
    method->classic.heuristic =
        is_informed ? HEURISTIC_MANHATTAN : HEURISTIC_NONE;
    if (args->heuristic != 0)
        method->classic.heuristic = (uint8_t)(args->heuristic - 1);
    if (!is_informed && method->classic.heuristic != HEURISTIC_NONE)
        return refuse("--heuristic",
                      "%s uses no heuristic: expected --algorithm "
                      "astar or idastar",
                      algorithm_name((enum algorithm)algorithm));
    return EXIT_DONE;
}

bool
trial_counter(const struct trial *trial, enum counter counter, uint64_t *value)
{
    const struct classic_result *result = &trial->result;
    const uint64_t values[COUNTER_COUNT_] = {
        [COUNTER_GENERATED] = result->solution.nodes,
        [COUNTER_EXPANDED] = result->expanded,
        [COUNTER_DEEPEST] = result->deepest,
        [COUNTER_OPEN] = result->open,
        [COUNTER_CLOSED] = result->closed,
        [COUNTER_MEMORY] = result->memory,
    };

    *value = values[counter];
    return trial->method.is_own
               ? counter == COUNTER_GENERATED
               : trial->method.classic.algorithm != ALGORITHM_CONSTRUCTIVE;
}

static double
cpu_seconds(void)
{
    struct timespec now = {0, 0};

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int
trial_run(const struct run *run, const struct method *method,
          const loyd_puzzle *puzzle, const loyd_solve_options *own,
          struct trial *trial)
{
    const struct args *args = &run->args;
    const struct classic_options options = {.search = method->classic,
                                            .metric = metric_of(args),
                                            .nodes = args->nodes,
                                            .memory = args->memory,
                                            .depth = (unsigned)args->depth,
                                            .listener = &progress_shown};
    double begin = cpu_seconds();
    loyd_why why = {""};
    loyd_err err;

    memset(trial, 0, sizeof(*trial));
    trial->method = *method;
    if (method->is_own)
        err = loyd_solve(run->solver, puzzle, 1, own, &trial->result.solution,
                         &why);
    else
        err = classic_solve(puzzle, &options, &trial->result, &why);
    trial->seconds = cpu_seconds() - begin;
    progress_clear();
    return err == LOYD_E_CANCELLED ? EXIT_BAD /* boards_close says so */
                                   : report(run->command->name, err, &why);
}

bool
trial_is_solved(const struct run *run, const struct trial *trial,
                loyd_why *why)
{
    const struct args *args = &run->args;
    uint64_t memory = args->memory > 0 ? args->memory : CLASSIC_MEMORY;
    uint64_t depth = args->depth > 0 ? args->depth : CLASSIC_DEPTH;
    char limit[64];

    switch (trial->result.end) {
    case END_SOLVED:
        return true;
    case END_NODES:
        counted(args->nodes, "node", limit);
        break;
    case END_MEMORY:
        snprintf(limit, sizeof(limit), "%" PRIu64 " bytes of memory", memory);
        break;
    case END_DEPTH:
        counted(depth, "move", limit);
        break;
    }
    snprintf(why->text, sizeof(why->text),
             "no solution within %s: every solution has at least %u moves",
             limit, trial->result.solution.lower);
    return false;
}

/* --- fields --- */

void
trial_put_text(const struct trial *trial, struct text *to)
{
    char name[CLASSIC_TEXT];
    uint64_t value;

    method_print(&trial->method, name);
    text_format(to, "\tsearch=%s", name);
    for (unsigned i = 0; i < COUNTER_COUNT_; i++)
        if (trial_counter(trial, (enum counter)i, &value))
            text_format(to, "\t%s=%" PRIu64, counter_name((enum counter)i),
                        value);
    text_put(to, "\tseconds=");
    text_decimal(to, trial->seconds, 6);
}

void
trial_put(const struct trial *trial, struct jw *json)
{
    char name[CLASSIC_TEXT], number[32];
    struct text seconds = text_in(number, sizeof(number));
    uint64_t value;

    method_print(&trial->method, name);
    jw_string(json, "search", name);
    for (unsigned i = 0; i < COUNTER_COUNT_; i++)
        if (trial_counter(trial, (enum counter)i, &value))
            jw_uint(json, counter_name((enum counter)i), value);
    text_decimal(&seconds, trial->seconds, 6);
    jw_raw(json, "seconds", number);
}
