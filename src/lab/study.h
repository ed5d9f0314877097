/* SPDX-License-Identifier: MIT */
/*
 * Studies of random moves: how near the mean optimum of boards by walk:K and
 * jump:K, for several K, is to that of uniform boards. Up to 16 cells.
 */
#ifndef LOYD_LAB_STUDY_H
#define LOYD_LAB_STUDY_H

#include "lab/audit.h"
#include "lab/chart.h"

#define STUDY_METHODS 2
#define STUDY_COUNTS 15 /* numbers of moves, ascending */

/* What is measured together: the boards of one method, solved and tested. */
struct study_point {
    loyd_method method;
    uint16_t moves; /* of a board; 0: uniform */
    struct audit_report report;
};

struct study {
    loyd_recipe recipe;    /* size, layout, seed; of the latest point */
    const uint8_t *secret; /* of the recipe, if it is keyed */
    loyd_solver *solver;
    const loyd_listener *listener;
    uint64_t boards; /* per point */
    bool has_mean;   /* the exact one is known */
    struct mean mean;
    struct study_point uniform;
    struct study_point moved[STUDY_METHODS][STUDY_COUNTS];
};

/* Returns "walk" or "jump". */
const char *study_method(unsigned method);

/* Sets points and mean of a study whose other members are set. */
void study_begin(struct study *study);

/* Measures a point. Errors: those of loyd_generator_new and audit_run. */
LOYD_NODISCARD loyd_err study_measure(struct study *study,
                                      struct study_point *point,
                                      loyd_why *why);

/* Returns the mean of uniform boards: the exact one if it is known. */
double study_mean(const struct study *study);

/* What a point may meet; of the names NULL ends. */
extern const char *const study_conditions[];

/* Returns the fewest moves, of those measured, that meet a condition, or 0. */
unsigned study_fewest(const struct study *study, unsigned condition,
                      unsigned method);

/* A chart and what it borrows. */
struct study_chart {
    struct chart chart;
    struct chart_series series[STUDY_METHODS];
    double x[STUDY_COUNTS];
    double y[STUDY_METHODS][STUDY_COUNTS], error[STUDY_METHODS][STUDY_COUNTS];
    char title[64], note[96], mark[48];
};

/* Makes the chart of a study whose points are measured. */
void study_chart(const struct study *study, struct study_chart *to);

#endif
