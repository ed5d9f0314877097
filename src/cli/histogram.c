/* SPDX-License-Identifier: MIT */
/* Owns the drawing of distributions: bars by eighths of a column. */
#include "cli/histogram.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/file.h"
#include "cli/message.h"

#define EIGHTHS 8
#define BAR_MIN 10
#define LABEL_COLUMNS 8 /* blanks, the value and the bar's edge */

static int
digits_of(uint64_t number)
{
    int n = 1;

    while (number >= 10) {
        number /= 10;
        n++;
    }
    return n;
}

/* `length` in eighths of a column. */
static void
draw_bar(const struct terminal *screen, unsigned length)
{
    static const char *const parts[EIGHTHS] = {"",  "▏", "▎", "▍",
                                               "▌", "▋", "▊", "▉"};

    fputs(paint(screen, PAINT_CYAN), stdout);
    for (unsigned i = 0; i < length / EIGHTHS; i++)
        fputs(screen->is_utf8 ? "█" : "#", stdout);
    if (screen->is_utf8)
        fputs(parts[length % EIGHTHS], stdout);
    fputs(paint(screen, PAINT_OFF), stdout);
}

void
histogram_draw(const struct terminal *screen, unsigned first,
               const uint64_t *counts, size_t n)
{
    uint64_t most = 1;
    unsigned room;

    for (size_t i = 0; i < n; i++)
        if (counts[i] > most)
            most = counts[i];
    room = screen->width;
    room -= (unsigned)(LABEL_COLUMNS + digits_of(most) + 2);
    if (room < BAR_MIN)
        room = BAR_MIN;
    for (size_t i = 0; i < n; i++) {
        double share = (double)counts[i] / (double)most;
        unsigned length = (unsigned)(share * room * EIGHTHS + 0.5);

        /* What is there is seen, however little it is. */
        if (counts[i] > 0 && length < (screen->is_utf8 ? 1 : EIGHTHS))
            length = screen->is_utf8 ? 1 : EIGHTHS;
        printf("  %4zu %s", first + i, screen->is_utf8 ? "│" : "|");
        draw_bar(screen, length);
        if (counts[i] > 0)
            printf(" %" PRIu64, counts[i]);
        putchar('\n');
    }
}

/* A chart, and the texts and points that it shows. */
struct picture {
    loyd_chart_series series;
    char mark[32];
    double *x, *y; /* in one block, that of x */
};

static bool
picture_make(const struct histogram *histogram, struct picture *picture,
             loyd_chart *chart)
{
    size_t n = histogram->n;

    if ((picture->x = calloc(2 * n, sizeof(double))) == NULL)
        return false;
    picture->y = picture->x + n;
    for (size_t i = 0; i < n; i++) {
        picture->x[i] = (double)(histogram->first + i);
        picture->y[i] = (double)histogram->counts[i];
    }
    picture->series = (loyd_chart_series){"", picture->x, picture->y, NULL, n};
    snprintf(picture->mark, sizeof(picture->mark), "mean %.2f",
             histogram->mean);
    *chart = (loyd_chart){.kind = LOYD_CHART_BARS,
                          .title = histogram->title,
                          .note = histogram->note,
                          .x_label = "optimum, single-tile moves",
                          .y_label = "puzzles",
                          .mark = picture->mark,
                          .mark_at = histogram->mean,
                          .series = &picture->series,
                          .n_series = 1};
    return true;
}

int
histograms_write(const char *path, const struct histogram *histograms,
                 size_t n)
{
    struct picture *pictures = calloc(n, sizeof(*pictures));
    loyd_chart *charts = calloc(n, sizeof(*charts));
    size_t made = 0;
    int code;

    while (pictures != NULL && charts != NULL && made < n &&
           picture_make(&histograms[made], &pictures[made], &charts[made]))
        made++;
    code = made == n ? chart_write(path, charts, n)
                     : complain(path, LOYD_E_NOMEM, NULL);
    for (size_t i = 0; i < made; i++)
        free(pictures[i].x);
    free(pictures);
    free(charts);
    return code;
}
