/* SPDX-License-Identifier: MIT */
/* `loyd audit`: tests the generator statistically. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/draw.h"
#include "cli/json.h"
#include "cli/recipe.h"
#include "cli/solving.h"

#define BOARDS_DEFAULT 10000

static struct {
    uint64_t boards; /* of an audit, 0: not given */
} opt;

static const struct option_row option_boards = {
    "count", 0, "N",
    "number of boards (default: 10000, or "
    "what the tests need if that is more)",
    OWN_NUMBER(boards, 1, LOYD_INDEX_MAX + 1), .group = GROUP_BOARDS};

option_table audit_options = {
    &option_drawn_layout, &option_method,
    &option_boards,       &option_seed,
    &option_secret,       &option_threads,
    &option_metric,       &option_json,
    NULL,
};

const char *const audit_rules[] = {
    NULL,
};

/* Prints a p-value, 9 columns wide. */
static void
print_p(double p)
{
    if (p >= 0.0001)
        printf("%9.4f", p);
    else if (p < 1e-300)
        printf("%9s", "< 1e-300");
    else
        printf("%9.1e", p);
}

/* The name of a test in the table, and its decimals. */
static const struct row {
    const char *name;
    int decimals;
} rows[AUDIT_COUNT_] = {
    [AUDIT_SOLVABLE] = {"can be solved", 0},
    [AUDIT_STATES] = {"whole boards", 2},
    [AUDIT_TILES] = {"tile by cell", 2},
    [AUDIT_BLANK] = {"blank by cell", 2},
    [AUDIT_MEAN] = {"mean optimum", 3},
    [AUDIT_BLANK_LAG] = {"blank, serial", 4},
    [AUDIT_INVERSIONS_LAG] = {"inversions, serial", 4},
};

/* An audit of a generator, and its result. */
struct subject {
    loyd_recipe recipe;
    loyd_generator *generator;
    struct audit *audit;
    struct mean mean;
    char no_mean[96]; /* why the mean is not tested, "" if it is */
    struct audit_report outcome;
};

static bool
is_small(unsigned width, unsigned height)
{
    return width * height <= LOYD_EXACT_CELLS;
}

static void
print_row(const struct terminal *screen, const struct row *row,
          const struct audit_result *result)
{
    int decimals = row->decimals;
    bool has_chance = result->deviation > 0;

    printf("%-18s  %11.*f  %11.*f", row->name, decimals, result->found,
           decimals, result->expected);
    if (has_chance)
        printf("  %9.*f", decimals, result->deviation);
    else
        printf("  %9s", "");
    fputs("  ", stdout);
    if (has_chance)
        print_p(result->p);
    else
        printf("%9s", "");
    printf("  %s%s%s\n",
           paint(screen, result->has_passed ? PAINT_GREEN : PAINT_RED),
           result->has_passed ? "passed" : "failed", paint(screen, PAINT_OFF));
}

static void
print_report(const struct terminal *screen, const struct subject *subject)
{
    const struct audit_report *outcome = &subject->outcome;
    char recipe[LOYD_RECIPE_TEXT];

    loyd_recipe_print(&subject->recipe, recipe);
    print_escaped(recipe);
    printf(" and following: ");
    print_count(outcome->boards, "board");
    printf("\n\n");
    printf("%s%-18s  %11s  %11s  %9s  %9s%s\n", paint(screen, PAINT_BOLD),
           "test", "found", "expected", "deviation", "p",
           paint(screen, PAINT_OFF));
    for (int t = 0; t < AUDIT_COUNT_; t++) {
        if (outcome->result[t].is_run)
            print_row(screen, &rows[t], &outcome->result[t]);
        else if (t == AUDIT_MEAN)
            printf("%-18s  not tested: %s\n", rows[t].name, subject->no_mean);
    }
    heat_draw(screen, subject->audit, &subject->recipe.layout);
    printf(
        "\n%s: an audit fails if a p is below %.1e, which is %g divided by\n"
        "the %u tests that can fail by chance.\n",
        outcome->has_passed ? "passed" : "failed", outcome->limit, AUDIT_LEVEL,
        outcome->n_chances);
}

static void
print_json(const struct subject *subject)
{
    const struct audit_report *outcome = &subject->outcome;
    char recipe[LOYD_RECIPE_TEXT];

    loyd_recipe_print(&subject->recipe, recipe);
    for (int t = 0; t < AUDIT_COUNT_; t++) {
        const struct audit_result *result = &outcome->result[t];
        struct jw *json;

        if (!result->is_run)
            continue;
        json = row_begin();
        jw_string(json, "recipe", recipe);
        jw_uint(json, "count", outcome->boards);
        jw_string(json, "test", audit_test_name((enum audit_test)t));
        jw_double(json, "found", result->found);
        jw_double(json, "expected", result->expected);
        jw_double(json, "deviation", result->deviation);
        jw_uint(json, "freedom", result->freedom);
        jw_double(json, "p", result->p);
        jw_double(json, "limit", outcome->limit);
        jw_boolean(json, "passed", result->has_passed);
        row_end(json);
    }
}

static int
run_audit(struct run *run, struct subject *subject, uint64_t boards)
{
    const loyd_layout *layout = &subject->recipe.layout;
    loyd_metric metric = metric_of(&run->args);
    bool has_mean = false;
    loyd_why why = {""};
    loyd_err err;
    int code;

    if (!is_small(layout->width, layout->height))
        snprintf(subject->no_mean, sizeof(subject->no_mean),
                 "more than %d cells", LOYD_EXACT_CELLS);
    else if ((code = solver_start(run, progress_part)) != EXIT_DONE)
        return code;
    else if (layout->is_drawn)
        snprintf(subject->no_mean, sizeof(subject->no_mean),
                 "the blank of the goal is not fixed");
    else
        has_mean = mean_in(&layout->goal, metric, &subject->mean);
    err = audit_run(subject->generator, boards, has_mean ? run->solver : NULL,
                    metric, has_mean ? &subject->mean : NULL, &progress_shown,
                    &subject->audit, &subject->outcome, &why);
    progress_clear();
    if (err != LOYD_OK)
        return report("audit", err, &why);
    if (run->args.json)
        print_json(subject);
    else
        print_report(&run->screen, subject);
    return subject->outcome.has_passed ? EXIT_DONE : EXIT_NO;
}

/* Checks the options before any work, and sets the default number of
 * boards. */
static int
check_args(const struct run *run, uint64_t *boards)
{
    const char *size = run->operands[0];
    uint8_t w, h;
    uint64_t least;
    loyd_why why = {""};
    loyd_err err = loyd_size_parse(size, strlen(size), &w, &h, &why);

    if (err != LOYD_OK)
        return report_option("audit", err, &why);
    least = audit_least(w, h);
    if (*boards == 0)
        *boards = BOARDS_DEFAULT;
    if (opt.boards == 0 && *boards < least)
        *boards = least;
    if (*boards < least)
        return refuse("--count",
                      "too few boards for %ux%u: expected at least %" PRIu64,
                      w, h, least);
    return EXIT_DONE;
}

int
cmd_audit(struct run *run)
{
    struct subject subject = {.generator = NULL};
    uint64_t boards = opt.boards;
    int code;

    code = check_args(run, &boards);
    if (code == EXIT_DONE)
        code = recipe_prepare(run, &subject.recipe, &subject.generator);
    if (code == EXIT_DONE)
        code = run_audit(run, &subject, boards);
    audit_free(subject.audit);
    loyd_generator_free(&subject.generator);
    return code;
}
