/* SPDX-License-Identifier: MIT */
/* Owns the study of random moves: its points, its table, its plot. */
#include "cli/study.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/file.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/solving.h"

static const uint16_t moves[] = {1,   2,   5,   10,   20,   50,   100,  150,
                                 200, 300, 500, 1000, 2000, 5000, 10000};

#define N_MOVES (sizeof(moves) / sizeof(moves[0]))

/* Methods that make random moves, in the order of the table. */
static const struct mover {
    loyd_method method;
    const char *name;
} movers[] = {{LOYD_METHOD_WALK, "walk"}, {LOYD_METHOD_JUMP, "jump"}};

#define N_MOVERS (sizeof(movers) / sizeof(movers[0]))

/* Near enough: within so much of the uniform mean. */
#define NEAR 0.01

struct findings {
    const struct run *run;
    loyd_recipe recipe;
    uint64_t boards; /* a point */
    loyd_solver *solver;
    bool has_mean; /* the exact one is known */
    loyd_mean mean;
    loyd_audit_report uniform;
    loyd_audit_report moved[N_MOVERS][N_MOVES];
};

/* The mean of uniform boards: exact where that is known. */
static double
uniform_mean(const struct findings *f)
{
    return f->has_mean ? f->mean.mean : f->uniform.mean;
}

/* One point: so many boards of one method, solved. */
static int
measure(struct findings *f, loyd_method method, uint16_t steps,
        loyd_audit_report *report)
{
    const loyd_layout *layout = &f->recipe.layout;
    loyd_generator *generator = NULL;
    loyd_audit *audit = NULL;
    loyd_why why = {""};
    loyd_err err;
    int code;

    f->recipe.method = method;
    f->recipe.steps = steps;
    code = solving_generator(f->run, "audit", &f->recipe, &generator);
    if (code != EXIT_DONE)
        return code;
    err = loyd_audit_new(layout->width, layout->height, &audit);
    if (err == LOYD_OK)
        err = loyd_audit_draw(audit, generator, f->solver, 0, f->boards,
                              progress_show, NULL, &why);
    if (err == LOYD_OK)
        err = loyd_audit_tests(audit, f->has_mean ? &f->mean : NULL, report,
                               &why);
    progress_clear();
    loyd_audit_free(&audit);
    loyd_generator_free(&generator);
    return err == LOYD_OK ? EXIT_DONE : job_failed("audit", err, &why);
}

void
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
            const loyd_audit_report *report)
{
    const struct terminal *screen = &f->run->screen;
    const loyd_audit_result *tiles = &report->result[LOYD_AUDIT_TILES];
    char count[16] = "-";

    if (steps > 0)
        snprintf(count, sizeof(count), "%u", steps);
    printf("%-7s  %6s  %8.3f  %7.3f  %+12.3f  ", method, count, report->mean,
           report->error, report->mean - uniform_mean(f));
    if (tiles->is_run)
        print_p(tiles->p);
    else
        printf("%9s", "-");
    printf("  %s%s%s\n",
           paint(screen, report->has_passed ? PAINT_GREEN : PAINT_RED),
           report->has_passed ? "passed" : "failed", paint(screen, PAINT_OFF));
    fflush(stdout); /* each point takes its time */
}

static void
print_json_point(const struct findings *f, unsigned steps,
                 const loyd_audit_report *report)
{
    char recipe[LOYD_RECIPE_TEXT];
    struct json json;

    loyd_recipe_print(&f->recipe, recipe);
    jw_begin(&json);
    jw_text(&json, "recipe", recipe);
    jw_number(&json, "moves", steps);
    jw_number(&json, "count", report->boards);
    jw_real(&json, "mean", report->mean);
    jw_real(&json, "error", report->error);
    if (f->has_mean)
        jw_real(&json, "expected", f->mean.mean);
    if (report->result[LOYD_AUDIT_TILES].is_run)
        jw_real(&json, "tiles_p", report->result[LOYD_AUDIT_TILES].p);
    jw_bool(&json, "passed", report->has_passed);
    jw_end(&json);
    fflush(stdout);
}

static int
measure_and_print(struct findings *f, const char *name, loyd_method method,
                  uint16_t steps, loyd_audit_report *report)
{
    int code = measure(f, method, steps, report);

    if (code != EXIT_DONE)
        return code;
    if (f->run->args.json)
        print_json_point(f, steps, report);
    else
        print_point(f, name, steps, report);
    return EXIT_DONE;
}

static bool
is_near(const struct findings *f, const loyd_audit_report *report)
{
    return fabs(report->mean - uniform_mean(f)) <= NEAR * uniform_mean(f);
}

static bool
is_within_error(const struct findings *f, const loyd_audit_report *report)
{
    return fabs(report->mean - uniform_mean(f)) <= report->error;
}

static bool
has_passed(const struct findings *f, const loyd_audit_report *report)
{
    (void)f;
    return report->has_passed;
}

static const struct goal_line {
    bool (*is_met)(const struct findings *f, const loyd_audit_report *report);
    const char *what;
} goals[] = {{is_near, "a mean within 1 % of uniform"},
             {is_within_error, "one within its standard error"},
             {has_passed, "an audit that is passed"}};

/* The least number of moves, of those measured, at which each is met. */
static void
print_answers(const struct findings *f)
{
    printf("\n%-31s", "the least number of moves with");
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
    loyd_chart_series series[N_MOVERS];
    char title[64], note[96], mark[48];
    loyd_chart chart = {.kind = LOYD_CHART_LINES,
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
    snprintf(note, sizeof(note), "%" PRIu64 " boards a point, solved",
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
            (loyd_chart_series){movers[m].name, x, y[m], error[m], N_MOVES};
    }
    return chart_write(f->run->args.svg, &chart, 1);
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

int
study(const struct run *run, const loyd_recipe *recipe, uint64_t boards)
{
    struct findings *f = calloc(1, sizeof(*f));
    loyd_err err = LOYD_E_NOT_FOUND;
    int code;

    if (f == NULL)
        return complain("audit", LOYD_E_NOMEM, NULL);
    f->run = run;
    f->recipe = *recipe;
    f->boards = boards;
    code = solving_start(run, progress_quiet, &f->solver);
    if (code == EXIT_DONE && recipe->layout.path != LOYD_PATH_RANDOM)
        err = loyd_mean_of(&recipe->layout.goal, &f->mean);
    if (err == LOYD_OK)
        f->has_mean = true;
    else if (err != LOYD_E_NOT_FOUND)
        code = job_failed("audit", err, NULL);
    if (code == EXIT_DONE && !run->args.json)
        print_head(&run->screen);
    if (code == EXIT_DONE)
        code = measure_all(f);
    if (code == EXIT_DONE && !run->args.json)
        print_answers(f);
    if (code == EXIT_DONE && run->args.svg != NULL)
        code = plot(f);
    loyd_solver_free(&f->solver);
    free(f);
    return code;
}
