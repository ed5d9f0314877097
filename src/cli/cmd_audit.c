/* SPDX-License-Identifier: MIT */
/* `loyd audit`: tests the generator statistically. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/draw.h"
#include "cli/json.h"
#include "cli/recipe.h"
#include "cli/solving.h"
#include "lab/audit.h"
#include "lab/chart.h"

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

/*
 * Draws boards, solves them if there is a solver, and tests them, with the
 * mean if it is known. The caller frees the audit, even after an error.
 */
static int
audit_boards(loyd_generator *generator, uint64_t boards, loyd_metric metric,
             loyd_solver *solver, const struct mean *mean,
             struct audit **audit, struct audit_report *result)
{
    const loyd_layout *layout = &loyd_generator_recipe(generator)->layout;
    loyd_why why = {""};
    loyd_err err = audit_new(layout->width, layout->height, audit);

    if (err == LOYD_OK)
        err = audit_in(*audit, metric);
    if (err == LOYD_OK)
        err = audit_draw(*audit, generator, solver, 0, boards, &progress_shown,
                         &why);
    progress_clear();
    if (err == LOYD_OK)
        err = audit_tests(*audit, mean, result, &why);
    return report("audit", err, &why);
}

/* --- --study --- */

#define STUDY_BOARDS 1000 /* per point (default) */

static const uint16_t moves[] = {1,   2,   5,   10,   20,   50,   100,  150,
                                 200, 300, 500, 1000, 2000, 5000, 10000};

#define N_MOVES (sizeof(moves) / sizeof(moves[0]))

/* Methods of random moves, in the order of the table. */
static const struct mover {
    loyd_method method;
    const char *name;
} movers[] = {{LOYD_METHOD_WALK, "walk"}, {LOYD_METHOD_JUMP, "jump"}};

#define N_MOVERS (sizeof(movers) / sizeof(movers[0]))

/* A mean within this share of the uniform mean is near it. */
#define NEAR 0.01

struct findings {
    struct run *run;
    loyd_recipe recipe;
    uint64_t boards; /* per point */
    bool has_mean;   /* the exact one is known */
    struct mean mean;
    struct audit_report uniform;
    struct audit_report moved[N_MOVERS][N_MOVES];
};

/* The mean of uniform boards: the exact one if it is known. */
static double
uniform_mean(const struct findings *f)
{
    return f->has_mean ? f->mean.mean : f->uniform.mean;
}

/* Measures one point: boards of one method, solved. */
static int
measure(struct findings *f, loyd_method method, uint16_t steps,
        struct audit_report *result)
{
    loyd_generator *generator = NULL;
    struct audit *audit = NULL;
    int code;

    f->recipe.method = method;
    f->recipe.steps = steps;
    code = generator_start(f->run, &f->recipe, &generator);
    if (code == EXIT_DONE)
        code = audit_boards(generator, f->boards, LOYD_STM, f->run->solver,
                            f->has_mean ? &f->mean : NULL, &audit, result);
    audit_free(&audit);
    loyd_generator_free(&generator);
    return code;
}

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
print_head(const struct terminal *screen)
{
    printf("%s%-7s  %6s  %8s  %7s  %12s  %9s  %s%s\n",
           paint(screen, PAINT_BOLD), "method", "moves", "mean stm", "error",
           "from uniform", "tiles, p", "audit", paint(screen, PAINT_OFF));
}

static void
print_point(const struct findings *f, const char *method, unsigned steps,
            const struct audit_report *outcome)
{
    const struct terminal *screen = &f->run->screen;
    const struct audit_result *tiles = &outcome->result[AUDIT_TILES];
    char count[16] = "-";

    if (steps > 0)
        snprintf(count, sizeof(count), "%u", steps);
    printf("%-7s  %6s  %8.3f  %7.3f  %+12.3f  ", method, count, outcome->mean,
           outcome->error, outcome->mean - uniform_mean(f));
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
print_json_point(const struct findings *f, unsigned steps,
                 const struct audit_report *outcome)
{
    char recipe[LOYD_RECIPE_TEXT];
    struct jw *json;

    loyd_recipe_print(&f->recipe, recipe);
    json = row_begin();
    jw_string(json, "recipe", recipe);
    jw_uint(json, "moves", steps);
    jw_uint(json, "count", outcome->boards);
    jw_double(json, "mean", outcome->mean);
    jw_double(json, "error", outcome->error);
    if (f->has_mean)
        jw_double(json, "expected", f->mean.mean);
    if (outcome->result[AUDIT_TILES].is_run)
        jw_double(json, "tiles_p", outcome->result[AUDIT_TILES].p);
    jw_boolean(json, "passed", outcome->has_passed);
    row_end(json);
    fflush(stdout);
}

static int
measure_and_print(struct findings *f, const char *name, loyd_method method,
                  uint16_t steps, struct audit_report *outcome)
{
    int code = measure(f, method, steps, outcome);

    if (code != EXIT_DONE)
        return code;
    if (f->run->args.json)
        print_json_point(f, steps, outcome);
    else
        print_point(f, name, steps, outcome);
    /* No line follows a gap. */
    return out_is_broken() ? EXIT_BAD : EXIT_DONE;
}

static bool
is_near(const struct findings *f, const struct audit_report *outcome)
{
    return fabs(outcome->mean - uniform_mean(f)) <= NEAR * uniform_mean(f);
}

static bool
is_within_error(const struct findings *f, const struct audit_report *outcome)
{
    return fabs(outcome->mean - uniform_mean(f)) <= outcome->error;
}

static bool
has_passed(const struct findings *f, const struct audit_report *outcome)
{
    (void)f;
    return outcome->has_passed;
}

static const struct goal_line {
    bool (*is_met)(const struct findings *f,
                   const struct audit_report *outcome);
    const char *what;
} goals[] = {{is_near, "mean within 1 % of uniform"},
             {is_within_error, "mean within its standard error"},
             {has_passed, "audit passed"}};

/* Prints the fewest moves, of those measured, that meet each condition. */
static void
print_answers(const struct findings *f)
{
    printf("\n%-31s", "fewest moves with");
    for (size_t m = 0; m < N_MOVERS; m++)
        printf("  %7s", movers[m].name);
    putchar('\n');
    for (size_t g = 0; g < sizeof(goals) / sizeof(goals[0]); g++) {
        printf("%-31s", goals[g].what);
        for (size_t m = 0; m < N_MOVERS; m++) {
            size_t i = 0;

            while (i < N_MOVES && !goals[g].is_met(f, &f->moved[m][i]))
                i++;
            if (i == N_MOVES)
                printf("  %7s", "-");
            else
                printf("  %7u", moves[i]);
        }
        putchar('\n');
    }
}

static int
plot(const struct findings *f)
{
    double x[N_MOVES], y[N_MOVERS][N_MOVES], error[N_MOVERS][N_MOVES];
    struct chart_series series[N_MOVERS];
    char title[64], note[96], mark[48];
    struct chart chart = {.kind = CHART_LINES,
                          .title = title,
                          .note = note,
                          .x_label = "random moves",
                          .y_label = "mean optimum, single-tile moves",
                          .x_is_log = true,
                          .mark = mark,
                          .mark_at = uniform_mean(f),
                          .series = series,
                          .n_series = N_MOVERS};

    snprintf(title, sizeof(title), "How random are random moves? %ux%u",
             f->recipe.layout.width, f->recipe.layout.height);
    snprintf(note, sizeof(note), "%" PRIu64 " boards per point, solved",
             f->boards);
    snprintf(mark, sizeof(mark), "uniform, %.2f%s", uniform_mean(f),
             f->has_mean ? " (exact)" : "");
    for (size_t m = 0; m < N_MOVERS; m++) {
        for (size_t i = 0; i < N_MOVES; i++) {
            x[i] = moves[i];
            y[m][i] = f->moved[m][i].mean;
            error[m][i] = 2 * f->moved[m][i].error;
        }
        series[m] =
            (struct chart_series){movers[m].name, x, y[m], error[m], N_MOVES};
    }
    return chart_write(opt.svg, &chart, 1);
}

static int
measure_all(struct findings *f)
{
    int code =
        measure_and_print(f, "uniform", LOYD_METHOD_UNIFORM, 0, &f->uniform);

    for (size_t m = 0; m < N_MOVERS; m++)
        for (size_t i = 0; code == EXIT_DONE && i < N_MOVES; i++)
            code = measure_and_print(f, movers[m].name, movers[m].method,
                                     moves[i], &f->moved[m][i]);
    return code;
}

/*
 * Prints the mean optimal lengths of `boards` boards by walk:K and jump:K, for
 * several K, and of uniform boards, as a table, JSON or a plot. Returns an
 * exit code, after a message.
 *
 *   recipe  size, layout, seed; its method is ignored.
 */
static int
study(struct run *run, const loyd_recipe *recipe, uint64_t boards)
{
    struct findings *f = calloc(1, sizeof(*f));
    loyd_err err = LOYD_E_NOT_FOUND;
    int code;

    if (f == NULL)
        return report("audit", LOYD_E_NOMEM, NULL);
    f->run = run;
    f->recipe = *recipe;
    f->boards = boards;
    code = solver_start(run, progress_part);
    if (code == EXIT_DONE && !loyd_layout_is_drawn(&recipe->layout))
        err = mean_in(&recipe->layout.goal, LOYD_STM, &f->mean);
    if (err == LOYD_OK)
        f->has_mean = true;
    else if (err != LOYD_E_NOT_FOUND)
        code = report("audit", err, NULL);
    if (code == EXIT_DONE && !run->args.json)
        print_head(&run->screen);
    if (code == EXIT_DONE)
        code = measure_all(f);
    if (code == EXIT_DONE && !run->args.json)
        print_answers(f);
    if (code == EXIT_DONE && opt.svg != NULL)
        code = plot(f);
    free(f);
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
struct hearing {
    loyd_recipe recipe;
    loyd_generator *generator;
    struct audit *audit;
    struct mean mean;
    char mean_left_out[96]; /* why the mean is not tested, "" if it is */
    struct audit_report outcome;
};

static bool
is_small(unsigned width, unsigned height)
{
    return width * height <= LOYD_EXACT_CELLS;
}

/* Finds the expected mean, if there is one. */
static loyd_err
find_mean(struct hearing *hearing, loyd_metric metric)
{
    const loyd_layout *layout = &hearing->recipe.layout;
    char *why = hearing->mean_left_out;
    size_t size = sizeof(hearing->mean_left_out);

    if (!is_small(layout->width, layout->height)) {
        snprintf(why, size, "more than %d cells", LOYD_EXACT_CELLS);
        return LOYD_OK;
    }
    if (loyd_layout_is_drawn(layout)) {
        snprintf(why, size, "the blank of the goal is not fixed");
        return LOYD_OK;
    }
    return mean_in(&layout->goal, metric, &hearing->mean);
}

static int
hear(struct run *run, struct hearing *hearing, uint64_t boards)
{
    const loyd_layout *layout = &hearing->recipe.layout;
    loyd_metric metric = metric_of(&run->args);
    bool has_mean;
    int code = EXIT_DONE;

    if (is_small(layout->width, layout->height))
        code = solver_start(run, progress_part);
    if (code == EXIT_DONE)
        code = report("audit", find_mean(hearing, metric), NULL);
    if (code != EXIT_DONE)
        return code;
    has_mean = hearing->mean_left_out[0] == '\0';
    return audit_boards(
        hearing->generator, boards, metric, has_mean ? run->solver : NULL,
        has_mean ? &hearing->mean : NULL, &hearing->audit, &hearing->outcome);
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
print_report(const struct terminal *screen, const struct hearing *hearing)
{
    const struct audit_report *outcome = &hearing->outcome;
    char recipe[LOYD_RECIPE_TEXT];

    loyd_recipe_print(&hearing->recipe, recipe);
    print_escaped(recipe);
    printf(" and following: %" PRIu64 " boards\n\n", outcome->boards);
    printf("%s%-18s  %11s  %11s  %9s  %9s%s\n", paint(screen, PAINT_BOLD),
           "test", "found", "expected", "deviation", "p",
           paint(screen, PAINT_OFF));
    for (int t = 0; t < AUDIT_COUNT_; t++) {
        if (outcome->result[t].is_run)
            print_row(screen, &rows[t], &outcome->result[t]);
        else if (t == AUDIT_MEAN)
            printf("%-18s  not tested: %s\n", rows[t].name,
                   hearing->mean_left_out);
    }
    heat_draw(screen, hearing->audit, &hearing->recipe.layout);
    printf(
        "\n%s: an audit fails if a p is below %.1e, which is %g divided by\n"
        "the %u tests that can fail by chance.\n",
        outcome->has_passed ? "passed" : "failed", outcome->limit, AUDIT_LEVEL,
        outcome->n_chances);
}

static void
print_json(const struct hearing *hearing)
{
    const struct audit_report *outcome = &hearing->outcome;
    char recipe[LOYD_RECIPE_TEXT];

    loyd_recipe_print(&hearing->recipe, recipe);
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
run_audit(struct run *run, struct hearing *hearing, uint64_t boards)
{
    int code = hear(run, hearing, boards);

    if (code != EXIT_DONE)
        return code;
    if (run->args.json)
        print_json(hearing);
    else
        print_report(&run->screen, hearing);
    return hearing->outcome.has_passed ? EXIT_DONE : EXIT_NO;
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
    struct hearing hearing = {.generator = NULL};
    uint64_t boards = opt.boards;
    int code;

    code = check_args(run, &boards);
    if (code == EXIT_DONE)
        code = recipe_prepare(run, &hearing.recipe, &hearing.generator);
    if (code == EXIT_DONE)
        code = opt.study ? study(run, &hearing.recipe, boards)
                         : run_audit(run, &hearing, boards);
    audit_free(&hearing.audit);
    loyd_generator_free(&hearing.generator);
    return code;
}
