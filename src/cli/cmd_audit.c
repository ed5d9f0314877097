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
#include "lab/study.h"

#define BOARDS_DEFAULT 10000

static struct {
    bool study;
    uint64_t boards; /* of an audit, 0: not given */
    const char *svg;
} opt;

static const struct option_row option_boards = {
    "count", 0, "N",
    "number of boards (default: 10000, or 1000 per point with --study, or "
    "what the tests need if that is more)",
    OWN_NUMBER(boards, 1, LOYD_INDEX_MAX + 1), .group = GROUP_BOARDS};
static const struct option_row option_study = {
    "study", 0, NULL,
    "measure the mean optimal length against the number of random moves, "
    "for walk and jump compared with uniform; up to 16 cells",
    OWN(study), .group = GROUP_OUTPUT};
static const struct option_row option_plot = {
    "svg", 0, "FILE", "also write the study to FILE, as an SVG picture",
    OWN(svg), .group = GROUP_OUTPUT};

option_table audit_options = {
    &option_drawn_layout, &option_method,
    &option_boards,       &option_seed,
    &option_secret,       &option_threads,
    &option_study,        &option_plot,
    &option_metric,       &option_json,
    NULL,
};

const char *const audit_rules[] = {
    "--svg needs --study",
    "--study excludes --method,--metric=mtm",
    NULL,
};

/* --- --study --- */

#define STUDY_BOARDS 1000 /* per point (default) */

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

static void
print_point(const struct terminal *screen, const struct study *study,
            const char *method, const struct study_point *point)
{
    const struct audit_report *outcome = &point->report;
    const struct audit_result *tiles = &outcome->result[AUDIT_TILES];
    char count[16] = "-";

    if (point->moves > 0)
        snprintf(count, sizeof(count), "%u", point->moves);
    printf("%-7s  %6s  %8.3f  %7.3f  %+12.3f  ", method, count, outcome->mean,
           outcome->error, outcome->mean - study_mean(study));
    if (tiles->is_run)
        print_p(tiles->p);
    else
        printf("%9s", "-");
    printf("  %s%s%s\n",
           paint(screen, outcome->has_passed ? PAINT_GREEN : PAINT_RED),
           outcome->has_passed ? "passed" : "failed",
           paint(screen, PAINT_OFF));
    fflush(stdout); /* a point may take long */
}

static void
print_json_point(const struct study *study, const struct study_point *point)
{
    const struct audit_report *outcome = &point->report;
    char recipe[LOYD_RECIPE_TEXT];
    struct jw *json;

    loyd_recipe_print(&study->recipe, recipe);
    json = row_begin();
    jw_string(json, "recipe", recipe);
    jw_uint(json, "moves", point->moves);
    jw_uint(json, "count", outcome->boards);
    jw_double(json, "mean", outcome->mean);
    jw_double(json, "error", outcome->error);
    if (study->has_mean)
        jw_double(json, "expected", study->mean.mean);
    if (outcome->result[AUDIT_TILES].is_run)
        jw_double(json, "tiles_p", outcome->result[AUDIT_TILES].p);
    jw_boolean(json, "passed", outcome->has_passed);
    row_end(json);
    fflush(stdout);
}

static int
measure(const struct run *run, struct study *study, const char *method,
        struct study_point *point)
{
    loyd_why why = {""};
    loyd_err err = study_measure(study, point, &why);

    progress_clear();
    if (err != LOYD_OK)
        return report("audit", err, &why);
    if (run->args.json)
        print_json_point(study, point);
    else
        print_point(&run->screen, study, method, point);
    /* No line follows a gap. */
    return out_is_broken() ? EXIT_BAD : EXIT_DONE;
}

/* Prints the fewest moves, of those measured, that meet each condition. */
static void
print_answers(const struct study *study)
{
    printf("\n%-31s", "fewest moves with");
    for (unsigned m = 0; m < STUDY_METHODS; m++)
        printf("  %7s", study_method(m));
    putchar('\n');
    for (unsigned c = 0; study_conditions[c] != NULL; c++) {
        printf("%-31s", study_conditions[c]);
        for (unsigned m = 0; m < STUDY_METHODS; m++) {
            unsigned moves = study_fewest(study, c, m);

            if (moves == 0)
                printf("  %7s", "-");
            else
                printf("  %7u", moves);
        }
        putchar('\n');
    }
}

/* Makes a study of a recipe, whose method is ignored, and prints it. */
static int
run_study(struct run *run, const loyd_recipe *recipe, uint64_t boards)
{
    const struct terminal *screen = &run->screen;
    struct study *study = calloc(1, sizeof(*study));
    struct study_chart chart;
    int code;

    if (study == NULL)
        return report("audit", LOYD_E_NOMEM, NULL);
    code = solver_start(run, progress_part);
    *study = (struct study){.recipe = *recipe,
                            .secret = recipe->is_keyed ? run->secret : NULL,
                            .solver = run->solver,
                            .listener = &progress_shown,
                            .boards = boards};
    study_begin(study);
    if (code == EXIT_DONE && !run->args.json)
        printf("%s%-7s  %6s  %8s  %7s  %12s  %9s  %s%s\n",
               paint(screen, PAINT_BOLD), "method", "moves", "mean stm",
               "error", "from uniform", "tiles, p", "audit",
               paint(screen, PAINT_OFF));
    if (code == EXIT_DONE)
        code = measure(run, study, "uniform", &study->uniform);
    for (unsigned m = 0; m < STUDY_METHODS; m++)
        for (unsigned i = 0; code == EXIT_DONE && i < STUDY_COUNTS; i++)
            code = measure(run, study, study_method(m), &study->moved[m][i]);
    if (code == EXIT_DONE && !run->args.json)
        print_answers(study);
    if (code == EXIT_DONE && opt.svg != NULL) {
        study_chart(study, &chart);
        code = chart_write(opt.svg, &chart.chart, 1);
    }
    free(study);
    return code;
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
        *boards = opt.study ? STUDY_BOARDS : BOARDS_DEFAULT;
    if (opt.boards == 0 && *boards < least)
        *boards = least;
    if (opt.study && !is_small(w, h))
        return refuse("audit",
                      "--study: %ux%u has %u cells: expected at most %d", w, h,
                      w * h, LOYD_EXACT_CELLS);
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
        code = opt.study ? run_study(run, &subject.recipe, boards)
                         : run_audit(run, &subject, boards);
    audit_free(subject.audit);
    loyd_generator_free(&subject.generator);
    return code;
}
