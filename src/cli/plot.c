/* SPDX-License-Identifier: MIT */
/* Scatter plots: points of equal place are counted, and drawn as one. */
#include "cli/plot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/slice.h"
#include "cli/catalogue.h"
#include "lab/chart.h"

#define ROWS 20
#define COLUMNS_MAX 100
#define LABEL 9 /* the value, a blank and the edge */
#define COLUMNS_MIN 20

struct point {
    double x, y;
    double count;
};

struct plot {
    loyd_field field[2]; /* x and y */
    unsigned at[2];      /* their numbers */
    struct point *points;
    size_t n, room;
};

/* Finds a field that is a number. */
static int
find_field(struct slice name, loyd_field *field, unsigned *at)
{
    char word[64];

    for (*at = 0; loyd_field_get(*at, field); ++*at)
        if (slice_is(name, field->name) && (field->kind == LOYD_FIELD_WHOLE ||
                                            field->kind == LOYD_FIELD_REAL))
            return EXIT_DONE;
    snprintf(word, sizeof(word), "%.*s", (int)(name.len < 60 ? name.len : 60),
             name.at);
    return refuse("--plot",
                  "'%s' is no field that is a number: expected two of these, "
                  "such as row_moves,stm",
                  word);
}

static int
find_fields(struct plot *plot, const char *fields)
{
    struct slice y = slice_of(fields), x;
    int code;

    if (!slice_cut(&y, ',', &x))
        return refuse("--plot", "expected two fields, such as row_moves,stm");
    code = find_field(x, &plot->field[0], &plot->at[0]);
    return code == EXIT_DONE ? find_field(y, &plot->field[1], &plot->at[1])
                             : code;
}

/* Adds a puzzle that has both fields. */
static int
add_point(const struct run *run, void *context, const loyd_entry *entry)
{
    struct plot *plot = context;
    double value[2];

    for (unsigned i = 0; i < 2; i++) {
        char text[64];

        if (loyd_entry_field(entry, plot->at[i], false, text, sizeof(text)) ==
            0)
            return EXIT_DONE;
        value[i] = strtod(text, NULL);
    }
    if (!ARRAY_ROOM(plot->points, plot->room, plot->n + 1))
        return report(run->db, LOYD_E_NOMEM, NULL);
    plot->points[plot->n++] = (struct point){value[0], value[1], 1};
    return EXIT_DONE;
}

static int
compare(const void *a, const void *b)
{
    const struct point *one = a, *other = b;

    if (one->x != other->x)
        return one->x < other->x ? -1 : 1;
    return (one->y > other->y) - (one->y < other->y);
}

/* Sorts the points, and joins equal ones. */
static void
join(struct plot *plot)
{
    size_t n = 0;

    ARRAY_SORT(plot->points, plot->n, compare);
    for (size_t i = 0; i < plot->n; i++)
        if (n > 0 && compare(&plot->points[n - 1], &plot->points[i]) == 0)
            plot->points[n - 1].count++;
        else
            plot->points[n++] = plot->points[i];
    plot->n = n;
}

/* The place of a value among `n` from low to high. */
static unsigned
place_of(double value, double low, double high, unsigned n)
{
    return high > low ? (unsigned)((value - low) / (high - low) * (n - 1) + .5)
                      : 0;
}

/* Prints a character for each place: the more puzzles, the darker. */
static int
print_plot(const struct run *run, const struct plot *plot, uint64_t puzzles)
{
    static const char shades[] = " .:+*#@";
    unsigned columns = run->screen.width;
    const struct point *p = plot->points, *last = p + plot->n - 1;
    double low = p->y, high = p->y, *grid;
    char count[COUNTED_BYTES];

    columns = columns > COLUMNS_MAX ? COLUMNS_MAX : columns;
    columns = columns < LABEL + COLUMNS_MIN ? COLUMNS_MIN : columns - LABEL;
    if ((grid = calloc((size_t)ROWS * columns, sizeof(*grid))) == NULL)
        return report(run->db, LOYD_E_NOMEM, NULL);
    for (size_t i = 0; i < plot->n; i++) {
        low = p[i].y < low ? p[i].y : low;
        high = p[i].y > high ? p[i].y : high;
    }
    for (size_t i = 0; i < plot->n; i++) {
        unsigned row = place_of(p[i].y, low, high, ROWS);

        grid[row * columns + place_of(p[i].x, p->x, last->x, columns)] +=
            p[i].count;
    }
    printf("%s against %s, %s\n", plot->field[1].name, plot->field[0].name,
           counted(puzzles, "puzzle", count));
    for (unsigned row = ROWS; row-- > 0;) {
        if (row + 1 == ROWS || row == 0)
            printf("%7g |", row == 0 ? low : high);
        else
            printf("%7s |", "");
        for (unsigned c = 0; c < columns; c++) {
            double n = grid[row * columns + c];
            unsigned shade = 0;

            for (double step = 1; n >= step && shade + 2 < sizeof(shades);
                 step *= 2)
                shade++;
            putchar(shades[shade]);
        }
        putchar('\n');
    }
    printf("%7s +", "");
    for (unsigned c = 0; c < columns; c++)
        putchar('-');
    printf("\n%9s%-*g%g\n", "", (int)columns - 6, p->x, last->x);
    free(grid);
    return EXIT_DONE;
}

static int
draw_svg(const struct run *run, const struct plot *plot, uint64_t puzzles,
         const char *svg)
{
    double *values = calloc(3 * plot->n, sizeof(*values));
    struct chart_series series = {.name = "", .n = plot->n};
    char title[160], note[COUNTED_BYTES];
    struct chart chart = {.kind = CHART_POINTS,
                          .title = title,
                          .note = note,
                          .x_label = plot->field[0].name,
                          .y_label = plot->field[1].name,
                          .series = &series,
                          .n_series = 1};
    int code;

    if (values == NULL)
        return report(run->db, LOYD_E_NOMEM, NULL);
    for (size_t i = 0; i < plot->n; i++) {
        values[i] = plot->points[i].x;
        values[plot->n + i] = plot->points[i].y;
        values[2 * plot->n + i] = plot->points[i].count;
    }
    series.x = values;
    series.y = values + plot->n;
    chart.counts = values + 2 * plot->n;
    snprintf(title, sizeof(title), "%s against %s", plot->field[1].name,
             plot->field[0].name);
    counted(puzzles, "puzzle", note);
    code = chart_write(svg, &chart, 1);
    free(values);
    return code;
}

int
plot_print(struct run *run, const loyd_filter *filter, const char *fields,
           const char *svg)
{
    struct plot plot = {.n = 0};
    uint64_t puzzles;
    int code = find_fields(&plot, fields);

    if (code == EXIT_DONE)
        code = catalogue_each(run, filter, add_point, &plot);
    puzzles = plot.n;
    if (code == EXIT_DONE && plot.n == 0)
        code = deny(run->db, "no puzzle has both fields");
    if (code == EXIT_DONE) {
        join(&plot);
        code = print_plot(run, &plot, puzzles);
    }
    if (code == EXIT_DONE && svg != NULL)
        code = draw_svg(run, &plot, puzzles, svg);
    free(plot.points);
    return code;
}
