/* SPDX-License-Identifier: MIT */
/* Draws charts as SVG pictures: distributions, lines with error bars, and
 * scatter plots. */
#ifndef LOYD_LAB_CHART_H
#define LOYD_LAB_CHART_H

#include <stdbool.h>
#include <stddef.h>

enum chart_kind {
    CHART_BARS = 0,  /* one series; a bar of width 1 for each integer x */
    CHART_LINES = 1, /* up to CHART_SERIES_MAX, x ascending */
    CHART_POINTS = 2 /* one series */
};

#define CHART_SERIES_MAX 4

/* Points, all finite; y is 0 or more. */
struct chart_series {
    const char *name; /* in the legend of lines; "": not there */
    const double *x;
    const double *y;
    const double *error; /* error bars, up and down; or NULL */
    size_t n;            /* 1 or more */
};

struct chart {
    enum chart_kind kind;
    const char *title;
    const char *note; /* a line below the title; "" for none */
    const char *x_label;
    const char *y_label;
    bool x_is_log;    /* every x must be above 0 */
    const char *mark; /* the name of a dashed line; NULL: none */
    double mark_at;   /* an x for bars, a y for lines */
    const struct chart_series *series;
    size_t n_series;
    const double *counts; /* of CHART_POINTS: how many points each is */
};

/*
 * Writes n charts, one below the other, as one picture, which follows the
 * reader's colour scheme, light or dark. Like loyd_escape, writes as much as
 * fits, ends it with a NUL, and returns the full length. Texts are escaped;
 * numbers do not depend on the locale. O(points), no allocation, thread-safe.
 */
size_t charts_svg(const struct chart *charts, size_t n, char *out,
                  size_t size);

#endif
