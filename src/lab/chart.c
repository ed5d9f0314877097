/* SPDX-License-Identifier: MIT */
/* Draws charts: axes, bars, lines. */
#include "lab/chart.h"

#include <math.h>

#include "base/text.h"

/* In the units of the picture, which are pixels on a screen. */
#define WIDTH 860
#define HEIGHT 440
#define LEFT 84
#define RIGHT 36
#define TOP 86
#define BOTTOM 66
#define PLOT_WIDTH (WIDTH - LEFT - RIGHT)
#define PLOT_HEIGHT (HEIGHT - TOP - BOTTOM)
#define TICKS_X 12 /* approximate maximum */
#define TICKS_Y 6
#define LEGEND_STEP 110

/*
 * Colours are separate rules, light first, for viewers without a dark scheme,
 * and not variables, which several viewers do not support. Blue and orange can
 * be distinguished with red-green colour blindness.
 */
static const char style[] =
    "<style>\n"
    "text{font-size:13px}.title{font-size:19px}.title,.named{font-weight:600}"
    "\n.mark{stroke-dasharray:5 4;stroke-width:1.5}"
    ".line{fill:none;stroke-width:2.5;stroke-linejoin:round}\n"
    ".page{fill:#fff}text{fill:#5b6875}.title,.named{fill:#1d2733}"
    ".rule{stroke:#e4e9ef}.axis{stroke:#5b6875}.mark{stroke:#1d2733}\n"
    ".f0{fill:#2b6cb0}.f1{fill:#c05f10}.f2{fill:#2f855a}.f3{fill:#8a3ba8}"
    ".s0{stroke:#2b6cb0}.s1{stroke:#c05f10}.s2{stroke:#2f855a}"
    ".s3{stroke:#8a3ba8}\n"
    "@media(prefers-color-scheme:dark){"
    ".page{fill:#14191f}text{fill:#9ba8b5}.title,.named{fill:#e8edf2}"
    ".rule{stroke:#2a323b}.axis{stroke:#9ba8b5}.mark{stroke:#e8edf2}\n"
    ".f0{fill:#63b3ff}.f1{fill:#ffa95c}.f2{fill:#68d391}.f3{fill:#d59bf0}"
    ".s0{stroke:#63b3ff}.s1{stroke:#ffa95c}.s2{stroke:#68d391}"
    ".s3{stroke:#d59bf0}}\n"
    "</style>\n";

/* An axis: its range and the step of its lines. */
struct axis {
    double low, high;
    double step; /* between ticks; a factor if is_log */
    bool is_log;
};

struct panel {
    const struct chart *chart;
    double top; /* of the panel in the picture */
    struct axis x, y;
};

static double
share(const struct axis *a, double value)
{
    if (a->is_log)
        return log(value / a->low) / log(a->high / a->low);
    return (value - a->low) / (a->high - a->low);
}

static double
place_x(const struct panel *p, double x)
{
    return LEFT + share(&p->x, x) * PLOT_WIDTH;
}

static double
place_y(const struct panel *p, double y)
{
    return p->top + TOP + (1 - share(&p->y, y)) * PLOT_HEIGHT;
}

/* Returns 1, 2 or 5 times a power of ten, for about `ticks` steps in `span`.
 */
static double
nice_step(double span, double ticks)
{
    double raw = span / ticks, power = pow(10, floor(log10(raw)));

    if (raw <= power)
        return power;
    if (raw <= 2 * power)
        return 2 * power;
    return raw <= 5 * power ? 5 * power : 10 * power;
}

static void
find_limits(const struct chart *chart, double *low, double *high, double *most)
{
    *low = *high = chart->series[0].x[0];
    *most =
        chart->mark != NULL && chart->kind == CHART_LINES ? chart->mark_at : 0;
    for (size_t s = 0; s < chart->n_series; s++) {
        const struct chart_series *series = &chart->series[s];

        for (size_t i = 0; i < series->n; i++) {
            double error = series->error != NULL ? series->error[i] : 0;

            *low = fmin(*low, series->x[i]);
            *high = fmax(*high, series->x[i]);
            *most = fmax(*most, series->y[i] + error);
        }
    }
}

/* y begins at 0 and ends at a tick; x has a margin on either side. */
static void
make_axes(struct panel *p)
{
    const struct chart *chart = p->chart;
    double low, high, most;

    find_limits(chart, &low, &high, &most);
    if (most <= 0)
        most = 1;
    p->y = (struct axis){0, 0, nice_step(most, TICKS_Y), false};
    if (chart->kind == CHART_BARS)
        p->y.step = fmax(p->y.step, 1); /* counts */
    p->y.high = ceil(most * 1.02 / p->y.step) * p->y.step;
    if (chart->x_is_log) {
        p->x = (struct axis){low / 1.25, high * 1.25, 10, true};
        return;
    }
    p->x = (struct axis){low - 1, high + 1, 1, false};
    p->x.step = fmax(nice_step(p->x.high - p->x.low, TICKS_X), 1);
}

/* Appends `form`, with each # replaced by a number with one decimal. */
static void
put_form(struct text *to, const char *form, const double *numbers)
{
    for (; *form != '\0'; form++)
        if (*form == '#')
            text_decimal(to, *numbers++, 1);
        else
            text_char(to, *form);
}

#define PUT(to, form, ...) put_form(to, form, (const double[]){__VA_ARGS__})

static void
put_class(struct text *to, const char *class, size_t number)
{
    text_format(to, " class=\"%s%zu\"", class, number % CHART_SERIES_MAX);
}

static void
put_line(struct text *to, const char *class, double x1, double y1, double x2,
         double y2)
{
    text_format(to, "<line class=\"%s\"", class);
    PUT(to, " x1=\"#\" y1=\"#\" x2=\"#\" y2=\"#\"/>\n", x1, y1, x2, y2);
}

/* `more`: further attributes, after a blank. */
static void
put_text(struct text *to, double x, double y, const char *more,
         const char *text)
{
    PUT(to, "<text x=\"#\" y=\"#\"", x, y);
    text_put(to, more);
    text_put(to, ">");
    text_xml(to, text);
    text_put(to, "</text>\n");
}

/* Appends the value of a tick: integers with commas, others without. */
static void
put_tick(struct text *to, double x, double y, const char *anchor,
         const struct axis *a, double value)
{
    int decimals = 0;

    for (double step = a->step; step < 1 && decimals < 6; step *= 10)
        decimals++;
    PUT(to, "<text x=\"#\" y=\"#\"", x, y);
    text_format(to, " text-anchor=\"%s\">", anchor);
    if (decimals == 0)
        text_grouped(to, (uint64_t)(value + 0.5));
    else
        text_decimal(to, value, decimals);
    text_put(to, "</text>\n");
}

static void
put_axes(struct text *to, const struct panel *p)
{
    const struct axis *x = &p->x, *y = &p->y;
    double bottom = p->top + TOP + PLOT_HEIGHT;
    int lines = (int)(y->high / y->step + 0.5);

    for (int i = 0; i <= lines; i++) {
        double at = place_y(p, i * y->step);

        put_line(to, i == 0 ? "axis" : "rule", LEFT, at, LEFT + PLOT_WIDTH,
                 at);
        put_tick(to, LEFT - 10, at + 4.5, "end", y, i * y->step);
    }
    if (x->is_log)
        for (double v = pow(10, ceil(log10(x->low))); v <= x->high; v *= 10)
            put_tick(to, place_x(p, v), bottom + 22, "middle", x, v);
    else
        for (double v = ceil(fmax(x->low, 0) / x->step) * x->step;
             v <= x->high; v += x->step)
            put_tick(to, place_x(p, v), bottom + 22, "middle", x, v);
}

static void
put_words(struct text *to, const struct panel *p)
{
    const struct chart *chart = p->chart;
    double middle = p->top + TOP + PLOT_HEIGHT / 2.0;

    put_text(to, LEFT, p->top + 36, " class=\"title\"", chart->title);
    put_text(to, LEFT, p->top + 59, "", chart->note);
    put_text(to, LEFT + PLOT_WIDTH / 2.0, p->top + HEIGHT - 20,
             " text-anchor=\"middle\"", chart->x_label);
    PUT(to, "<g transform=\"translate(24 #) rotate(-90)\">", middle);
    put_text(to, 0, 0, " text-anchor=\"middle\"", chart->y_label);
    text_put(to, "</g>\n");
}

/* A value above 0 is always visible: at least one unit high. */
static void
put_bars(struct text *to, const struct panel *p)
{
    const struct chart_series *s = &p->chart->series[0];
    double bar = PLOT_WIDTH / (p->x.high - p->x.low);
    double gap = bar > 8 ? 2 : bar / 5;

    for (size_t i = 0; i < s->n; i++) {
        double high = place_y(p, 0) - place_y(p, s->y[i]);

        if (s->y[i] <= 0)
            continue;
        high = fmax(high, 1);
        text_put(to, "<rect");
        put_class(to, "f", 0);
        PUT(to, " x=\"#\" y=\"#\" width=\"#\" height=\"#\" rx=\"#\"><title>",
            place_x(p, s->x[i]) - (bar - gap) / 2, place_y(p, 0) - high,
            bar - gap, high, bar > 8 && high > 3 ? 1.5 : 0);
        text_decimal(to, s->x[i], 0);
        text_put(to, ": ");
        text_grouped(to, (uint64_t)(s->y[i] + 0.5));
        text_put(to, "</title></rect>\n");
    }
}

/* A point for each place: the more are there, the larger. */
static void
put_points(struct text *to, const struct panel *p)
{
    const struct chart_series *s = &p->chart->series[0];

    for (size_t i = 0; i < s->n; i++) {
        PUT(to, "<circle cx=\"#\" cy=\"#\" r=\"#\"", place_x(p, s->x[i]),
            place_y(p, s->y[i]), fmin(2 + sqrt(p->chart->counts[i]), 8));
        put_class(to, "f", 0);
        text_put(to, " fill-opacity=\"0.5\"><title>");
        text_decimal(to, s->x[i], 0);
        text_put(to, ", ");
        text_decimal(to, s->y[i], 0);
        text_put(to, ": ");
        text_grouped(to, (uint64_t)(p->chart->counts[i] + 0.5));
        text_put(to, "</title></circle>\n");
    }
}

/* Appends a point: a circle, or a square in every second series. */
static void
put_point(struct text *to, size_t series, double x, double y)
{
    if (series % 2 == 0)
        PUT(to, "<circle cx=\"#\" cy=\"#\" r=\"4.5\"", x, y);
    else
        PUT(to, "<rect x=\"#\" y=\"#\" width=\"8.0\" height=\"8.0\"", x - 4,
            y - 4);
    put_class(to, "f", series);
    text_put(to, "/>\n");
}

static void
put_series(struct text *to, const struct panel *p, size_t series)
{
    const struct chart_series *s = &p->chart->series[series];
    static const char *const strokes[] = {"s0", "s1", "s2", "s3"};

    text_put(to, "<polyline");
    put_class(to, "line s", series);
    text_put(to, " points=\"");
    for (size_t i = 0; i < s->n; i++)
        PUT(to, i > 0 ? " #,#" : "#,#", place_x(p, s->x[i]),
            place_y(p, s->y[i]));
    text_put(to, "\"/>\n");
    for (size_t i = 0; i < s->n; i++) {
        double x = place_x(p, s->x[i]), y = s->y[i];

        if (s->error != NULL && s->error[i] > 0)
            put_line(to, strokes[series % CHART_SERIES_MAX], x,
                     place_y(p, fmax(y - s->error[i], 0)), x,
                     place_y(p, y + s->error[i]));
        put_point(to, series, x, place_y(p, y));
    }
}

static void
put_legend(struct text *to, const struct panel *p)
{
    for (size_t i = 0; i < p->chart->n_series; i++) {
        double x = LEFT + PLOT_WIDTH -
                   (double)(p->chart->n_series - i) * LEGEND_STEP + 40;
        double y = p->top + 55;

        if (p->chart->series[i].name[0] == '\0')
            continue;
        put_point(to, i, x, y);
        put_text(to, x + 12, y + 4.5, " class=\"named\"",
                 p->chart->series[i].name);
    }
}

/* Horizontal for lines, vertical for bars; with its name. */
static void
put_mark(struct text *to, const struct panel *p)
{
    const struct chart *chart = p->chart;
    double x = place_x(p, chart->mark_at), y = place_y(p, chart->mark_at);
    double top = p->top + TOP, right = LEFT + PLOT_WIDTH;

    if (chart->mark == NULL)
        return;
    if (chart->kind == CHART_LINES) {
        put_line(to, "mark", LEFT, y, right, y);
        put_text(to, LEFT + 8, y - 8, " class=\"named\"", chart->mark);
        return;
    }
    put_line(to, "mark", x, top - 6, x, top + PLOT_HEIGHT);
    put_text(to, x, top - 12, " class=\"named\" text-anchor=\"middle\"",
             chart->mark);
}

static void
put_panel(struct text *to, const struct chart *chart, size_t number)
{
    struct panel p = {.chart = chart, .top = (double)number * HEIGHT};

    make_axes(&p);
    put_axes(to, &p);
    put_words(to, &p);
    if (chart->kind == CHART_BARS)
        put_bars(to, &p);
    if (chart->kind == CHART_POINTS)
        put_points(to, &p);
    put_mark(to, &p);
    if (chart->kind == CHART_LINES) {
        for (size_t i = 0; i < chart->n_series; i++)
            put_series(to, &p, i);
        put_legend(to, &p);
    }
}

size_t
charts_svg(const struct chart *charts, size_t n, char *text, size_t size)
{
    struct text to = text_in(text, size);

    text_format(&to,
                "<svg xmlns=\"http://www.w3.org/2000/svg\""
                " viewBox=\"0 0 %d %zu\" width=\"%d\" role=\"img\""
                " font-family=\"Avenir Next,Segoe UI,Helvetica Neue,Helvetica,"
                "Arial,sans-serif\">\n<title>",
                WIDTH, HEIGHT * n, WIDTH);
    for (size_t i = 0; i < n; i++) {
        text_put(&to, i > 0 ? "; " : "");
        text_xml(&to, charts[i].title);
    }
    text_put(&to, "</title>\n");
    text_put(&to, style);
    text_put(&to, "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n");
    for (size_t i = 0; i < n; i++)
        put_panel(&to, &charts[i], i);
    text_put(&to, "</svg>\n");
    return to.len;
}
