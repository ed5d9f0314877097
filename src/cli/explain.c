/* SPDX-License-Identifier: MIT */
/* Owns the words of --explain-query. */
#include "cli/explain.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/catalogue.h"
#include "cli/json.h"

static const struct check_words {
    unsigned check;
    const char *name;
    const char *words;
} check_words[] = {
    {LOYD_CHECK_STATUS, "status", "has it a rating?"},
    {LOYD_CHECK_SIZE, "size", "which way round does the board lie?"},
    {LOYD_CHECK_LAYOUT, "layout", "has it a recipe of that layout?"},
    {LOYD_CHECK_SEED, "seed", "has it a recipe of that seed?"},
    {LOYD_CHECK_USE, "use", "is it in a ledger or a pack?"},
    {LOYD_CHECK_TWINS, "twins", "has a twin of its boards come before?"},
};

#define N_CHECKS (sizeof(check_words) / sizeof(check_words[0]))

static int
count_row(const struct run *run, void *context, const loyd_entry *entry)
{
    (void)run;
    (void)entry;
    ++*(uint64_t *)context;
    return EXIT_DONE;
}

static void
print_ranges(const char *first, uint64_t n)
{
    printf("(%s, stm, id) in %" PRIu64 " range%s", first, n,
           n == 1 ? "" : "s");
}

static void
print_index(const loyd_plan *plan, const loyd_filter *filter)
{
    uint64_t ranges = plan->goal_ranges + plan->class_ranges;

    fputs("index\t", stdout);
    if (plan->is_by_seed)
        fputs("the seed's recipes, and the place of each puzzle, sorted",
              stdout);
    else if (plan->is_by_id)
        fputs("(id), all of it", stdout);
    else if (ranges == 0)
        fputs("none: no goal and no length fits", stdout);
    else {
        if (plan->goal_ranges > 0)
            print_ranges("goal", plan->goal_ranges);
        if (plan->goal_ranges > 0 && plan->class_ranges > 0)
            fputs(", ", stdout);
        if (plan->class_ranges > 0)
            print_ranges("class", plan->class_ranges);
        if (ranges > 1)
            fputs(filter->order == LOYD_ORDER_ID
                      ? ", merged in order of id"
                      : ", those of a length merged in order of id",
                  stdout);
    }
    putchar('\n');
}

static void
print_words(const loyd_plan *plan, const loyd_filter *filter, uint64_t found)
{
    print_index(plan, filter);
    for (size_t i = 0; i < N_CHECKS; i++)
        if (plan->checks & check_words[i].check)
            printf("checked\t%s\n", check_words[i].words);
    printf("read\t%" PRIu64 " index entries in %" PRIu64 " searches, %" PRIu64
           " rows to check, %" PRIu64 " puzzles with rating and recipe\n",
           plan->index_rows, plan->seeks, plan->check_rows, plan->rows);
    printf("found\t%" PRIu64 "\n", found);
}

static void
print_json(const loyd_plan *plan, uint64_t found)
{
    struct json json;

    jw_begin(&json);
    jw_bool(&json, "by_id", plan->is_by_id && !plan->is_by_seed);
    jw_bool(&json, "by_seed", plan->is_by_seed);
    jw_number(&json, "goal_ranges", plan->goal_ranges);
    jw_number(&json, "class_ranges", plan->class_ranges);
    for (size_t i = 0; i < N_CHECKS; i++)
        if (plan->checks & check_words[i].check) {
            char name[32];

            snprintf(name, sizeof(name), "checks_%s", check_words[i].name);
            jw_bool(&json, name, true);
        }
    jw_number(&json, "seeks", plan->seeks);
    jw_number(&json, "index_rows", plan->index_rows);
    jw_number(&json, "check_rows", plan->check_rows);
    jw_number(&json, "rows", plan->rows);
    jw_number(&json, "found", found);
    jw_end(&json);
}

int
explain_query(const struct run *run, const loyd_filter *filter)
{
    uint64_t found = 0;
    loyd_plan plan = {0};
    int code = catalogue_each(run, filter, count_row, &found, &plan);

    if (code >= EXIT_COMMAND)
        return code;
    if (run->args.json)
        print_json(&plan, found);
    else
        print_words(&plan, filter, found);
    return code;
}
