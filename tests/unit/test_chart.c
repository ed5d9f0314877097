/* SPDX-License-Identifier: MIT */
/* Charts: bars, points and axes are drawn where their numbers say. */
#include "core.h"

#include <math.h>

#include "lab/chart.h"

static char text[1 << 16];

static const char *
svg_of(const struct chart *charts, size_t n)
{
    size_t len = charts_svg(charts, n, text, sizeof(text));

    assert_in_range(len, 100, sizeof(text) - 1);
    assert_int_equal(strlen(text), len);
    return text;
}

/* Returns the number in the first attribute `name` from `at` onwards. */
static double
number_at(const char *at, const char *name)
{
    char start[32];

    snprintf(start, sizeof(start), " %s=\"", name);
    at = strstr(at, start);
    assert_non_null(at);
    return strtod(at + strlen(start), NULL);
}

/* Returns how many elements begin with `start`. */
static unsigned
count(const char *svg, const char *start)
{
    unsigned n = 0;

    for (const char *at = svg; (at = strstr(at, start)) != NULL; at++)
        n++;
    return n;
}

static const double bar_x[] = {4, 5, 6, 7, 8};
static const double bar_y[] = {1, 0, 1234567, 500000, 250000};
static const struct chart_series bars = {"", bar_x, bar_y, NULL, 5};
static const struct chart bar_chart = {
    .kind = CHART_BARS,
    .title = "3x3",
    .note = "a note",
    .x_label = "length",
    .y_label = "puzzles",
    .mark = "mean 6.5",
    .mark_at = 6.5,
    .series = &bars,
    .n_series = 1,
};

static void
test_bars(void **state)
{
    const char *svg = svg_of(&bar_chart, 1), *at = svg, *mark;
    double height[5], middle[5], foot = 0;
    int n = 0;

    (void)state;
    while ((at = strstr(at, "<rect class=\"f0\"")) != NULL) {
        assert_in_range(n, 0, 3);
        height[n] = number_at(at, "height");
        middle[n] = number_at(at, "x") + number_at(at, "width") / 2;
        if (n > 0)
            assert_true(fabs(number_at(at, "y") + height[n] - foot) < 0.2);
        foot = number_at(at, "y") + height[n];
        n++;
        at++;
    }
    assert_int_equal(n, 4); /* nothing is drawn for nothing */
    assert_true(height[0] >= 1);
    assert_true(fabs(height[2] / height[1] - 500000.0 / 1234567) < 0.002);
    assert_true(fabs(height[3] / height[1] - 250000.0 / 1234567) < 0.002);
    assert_true(fabs(middle[3] - middle[2] - (middle[2] - middle[1])) < 0.3);
    assert_true(fabs(middle[1] - middle[0] - 2 * (middle[2] - middle[1])) <
                0.3);
    mark = strstr(svg, "<line class=\"mark\"");
    assert_non_null(mark);
    assert_true(fabs(number_at(mark, "x1") - (middle[1] + middle[2]) / 2) <
                0.2);
    assert_true(number_at(mark, "x1") == number_at(mark, "x2"));
    assert_non_null(strstr(svg, "<title>6: 1,234,567</title>"));
    assert_non_null(strstr(svg, ">1,000,000</text>"));
    assert_non_null(strstr(svg, "prefers-color-scheme:dark"));
}

static const double line_x[] = {1, 10, 100, 1000};
static const double line_y[2][4] = {{0, 10, 20, 40}, {5, 20, 40, 40}};
static const double line_error[] = {0, 2, 2, 4};
static const struct chart_series lines[] = {
    {"walk", line_x, line_y[0], line_error, 4},
    {"jump", line_x, line_y[1], NULL, 4},
};
static const struct chart line_chart = {
    .kind = CHART_LINES,
    .title = "study",
    .note = "",
    .x_label = "moves",
    .y_label = "length",
    .x_is_log = true,
    .mark = "uniform",
    .mark_at = 30,
    .series = lines,
    .n_series = 2,
};

static void
test_lines(void **state)
{
    const char *svg = svg_of(&line_chart, 1);
    const char *at = strstr(svg, "points=\"");
    double x[4], y[4], unit;
    char *end;

    (void)state;
    assert_non_null(at);
    end = (char *)at + strlen("points=\"");
    for (int i = 0; i < 4; i++) {
        x[i] = strtod(end, &end);
        assert_int_equal(*end, ',');
        y[i] = strtod(end + 1, &end);
    }
    assert_int_equal(*end, '"');
    /* Each factor of ten is as wide, each ten as high. */
    assert_true(fabs(x[3] - x[2] - (x[2] - x[1])) < 0.3);
    assert_true(fabs(x[2] - x[1] - (x[1] - x[0])) < 0.3);
    unit = (y[0] - y[1]) / 10;
    assert_true(unit > 1);
    assert_true(fabs(y[1] - y[2] - 10 * unit) < 0.3);
    assert_true(fabs(y[2] - y[3] - 20 * unit) < 0.3);
    at = strstr(svg, "<line class=\"mark\"");
    assert_true(fabs(number_at(at, "y1") - (y[0] - 30 * unit)) < 0.3);
    /* Errors: three that are not 0, up and down. */
    assert_int_equal(count(svg, "<line class=\"s0\""), 3);
    assert_int_equal(count(svg, "<line class=\"s1\""), 0);
    at = strstr(svg, "<line class=\"s0\"");
    assert_true(fabs(number_at(at, "y1") - (y[1] + 2 * unit)) < 0.3);
    assert_true(fabs(number_at(at, "y2") - (y[1] - 2 * unit)) < 0.3);
    /* Points and their legend: four and one of each. */
    assert_int_equal(count(svg, "<circle"), 5);
    assert_int_equal(count(svg, "class=\"f1\""), 5);
    assert_non_null(strstr(svg, ">walk</text>"));
    assert_non_null(strstr(svg, ">1,000</text>"));
}

/* Every y is inside the panel, for any numbers. */
static void
test_axes_hold_all(void **state)
{
    static const double most[] = {0, 0.004, 0.7, 1,   1.9,  2,   5,
                                  9, 10,    99,  101, 4999, 1e6, 1e13};

    (void)state;
    for (size_t i = 0; i < COUNT(most); i++) {
        double x[] = {1, 140}, y[] = {most[i] / 2, most[i]};
        struct chart_series series = {"", x, y, NULL, 2};
        struct chart chart = line_chart;

        chart.series = &series;
        chart.n_series = 1;
        chart.x_is_log = i % 2 == 0;
        chart.mark = NULL;
        for (int kind = 0; kind < 2; kind++) {
            chart.kind = (enum chart_kind)kind;
            chart.x_is_log = kind == 1 && i % 2 == 0;
            const char *svg = svg_of(&chart, 1);
            unsigned rules = count(svg, "<line class=\"rule\"");

            assert_in_range(rules, 1, 8);
            for (const char *at = strstr(svg, "</style>");
                 (at = strstr(at, " y=\"")) != NULL; at++)
                assert_true(strtod(at + 4, NULL) >= 0 &&
                            strtod(at + 4, NULL) <= 440);
            assert_null(strstr(svg, "nan"));
            if (most[i] == 9) /* in steps of 1, 2 or 5, here of 2 */
                assert_non_null(strstr(svg, "end\">8</text>"));
        }
    }
}

static void
test_texts_are_escaped(void **state)
{
    struct chart charts[2] = {bar_chart, line_chart};
    const char *svg;

    (void)state;
    charts[0].title = charts[0].note = charts[0].x_label = charts[0].y_label =
        charts[0].mark = "<script>&\"'";
    svg = svg_of(charts, 2);
    assert_null(strstr(svg, "<script"));
    assert_int_equal(count(svg, "&lt;script&gt;&amp;"), 6);
    assert_int_equal(count(svg, "<svg"), 1);
    assert_int_equal(count(svg, "class=\"title\""), 2);
    assert_int_equal(count(svg, "<text"), count(svg, "</text>"));
    assert_int_equal(count(svg, "<g "), count(svg, "</g>"));
}

/* As much as fits, its end marked, and the whole length said. */
static void
test_rooms_that_are_too_small(void **state)
{
    static char whole[1 << 16], part[1 << 16];
    size_t len = charts_svg(&line_chart, 1, whole, sizeof(whole));

    (void)state;
    assert_int_equal(charts_svg(&line_chart, 1, NULL, 0), len);
    for (size_t size = 1; size <= len + 1; size += size < 100 ? 1 : 97) {
        memset(part, 'x', size + 1);
        assert_int_equal(charts_svg(&line_chart, 1, part, size), len);
        assert_memory_equal(part, whole, size - 1);
        assert_int_equal(part[size - 1], '\0');
        assert_int_equal(part[size], 'x');
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bars),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_axes_hold_all),
        cmocka_unit_test(test_texts_are_escaped),
        cmocka_unit_test(test_rooms_that_are_too_small),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
