/* SPDX-License-Identifier: MIT */
/* Studies: their points, conditions and chart. */
#include "lab/study.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const uint16_t counts[STUDY_COUNTS] = {
    1, 2, 5, 10, 20, 50, 100, 150, 200, 300, 500, 1000, 2000, 5000, 10000};

/* Methods of random moves, in the order of the table. */
static const struct {
    loyd_method method;
    const char *name;
} movers[STUDY_METHODS] = {{LOYD_METHOD_WALK, "walk"},
                           {LOYD_METHOD_JUMP, "jump"}};

/* A mean within this share of the uniform mean is near it. */
#define NEAR 0.01

const char *
study_method(unsigned method)
{
    return movers[method].name;
}

void
study_begin(struct study *study)
{
    const loyd_layout *layout = &study->recipe.layout;

    study->uniform = (struct study_point){.method = LOYD_METHOD_UNIFORM};
    for (unsigned m = 0; m < STUDY_METHODS; m++)
        for (unsigned i = 0; i < STUDY_COUNTS; i++)
            study->moved[m][i] = (struct study_point){
                .method = movers[m].method, .moves = counts[i]};
    study->has_mean =
        !layout->is_drawn && mean_in(&layout->goal, LOYD_STM, &study->mean);
}

loyd_err
study_measure(struct study *study, struct study_point *point, loyd_why *why)
{
    loyd_generator *generator = NULL;
    struct audit *audit = NULL;
    loyd_err err;

    study->recipe.method = point->method;
    study->recipe.steps = point->moves;
    err = loyd_generator_new(&study->recipe, study->secret, &generator, why);
    if (err == LOYD_OK)
        err = audit_run(generator, study->boards, study->solver, LOYD_STM,
                        study->has_mean ? &study->mean : NULL, study->listener,
                        &audit, &point->report, why);
    audit_free(audit);
    loyd_generator_free(&generator);
    return err;
}

double
study_mean(const struct study *study)
{
    return study->has_mean ? study->mean.mean : study->uniform.report.mean;
}

/* --- conditions --- */

enum { CONDITION_NEAR, CONDITION_WITHIN_ERROR, CONDITION_PASSED };

const char *const study_conditions[] = {
    [CONDITION_NEAR] = "mean within 1 % of uniform",
    [CONDITION_WITHIN_ERROR] = "mean within its standard error",
    [CONDITION_PASSED] = "audit passed",
    NULL};

static bool
is_met(const struct study *study, unsigned condition,
       const struct audit_report *report)
{
    double off = fabs(report->mean - study_mean(study));

    switch (condition) {
    case CONDITION_NEAR:
        return off <= NEAR * study_mean(study);
    case CONDITION_WITHIN_ERROR:
        return off <= report->error;
    default:
        return report->has_passed;
    }
}

unsigned
study_fewest(const struct study *study, unsigned condition, unsigned method)
{
    for (unsigned i = 0; i < STUDY_COUNTS; i++)
        if (is_met(study, condition, &study->moved[method][i].report))
            return counts[i];
    return 0;
}

/* --- the chart --- */

void
study_chart(const struct study *study, struct study_chart *to)
{
    const loyd_layout *layout = &study->recipe.layout;

    snprintf(to->title, sizeof(to->title),
             "How random are random moves? %ux%u", layout->width,
             layout->height);
    snprintf(to->note, sizeof(to->note),
             "%" PRIu64 " boards per point, solved", study->boards);
    snprintf(to->mark, sizeof(to->mark), "uniform, %.2f%s", study_mean(study),
             study->has_mean ? " (exact)" : "");
    for (unsigned m = 0; m < STUDY_METHODS; m++) {
        for (unsigned i = 0; i < STUDY_COUNTS; i++) {
            to->x[i] = counts[i];
            to->y[m][i] = study->moved[m][i].report.mean;
            to->error[m][i] = 2 * study->moved[m][i].report.error;
        }
        to->series[m] = (struct chart_series){movers[m].name, to->x, to->y[m],
                                              to->error[m], STUDY_COUNTS};
    }
    to->chart = (struct chart){.kind = CHART_LINES,
                               .title = to->title,
                               .note = to->note,
                               .x_label = "random moves",
                               .y_label = "mean optimum, single-tile moves",
                               .x_is_log = true,
                               .mark = to->mark,
                               .mark_at = study_mean(study),
                               .series = to->series,
                               .n_series = STUDY_METHODS};
}
