/* SPDX-License-Identifier: MIT */
/* `loyd play study`: what predicts how hard puzzles are for people. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/catalogue.h"
#include "cli/json.h"
#include "cli/play.h"
#include "cli/rows.h"
#include "lab/chart.h"
#include "lab/regression.h"

#define PUZZLES_LEAST 30
#define KNOWN_PERCENT 90 /* of the puzzles, for a predictor to be used */

/* What may predict: fields of puzzles, and the size. */
static const struct {
    const char *name;
    const char *field; /* NULL: the number of cells */
    bool is_log;       /* its logarithm, base 2, is used */
} predictors[] = {{"cells", NULL, false},
                  {"stm", "stm", false},
                  {"mtm", "mtm", false},
                  {"detour", "detour", false},
                  {"linear_conflicts", "linear_conflicts", false},
                  {"inversions", "inversions", false},
                  {"tiles_home", "tiles_home", false},
                  {"turns", "turns", false},
                  {"forced", "forced", false},
                  {"row_moves", "row_moves", false},
                  {"log2_solutions", "solutions", true}};
#define N_PREDICTORS (sizeof(predictors) / sizeof(*predictors))

static const char *const outcome[] = {"difficulty", "difficulty_error"};

struct studied {
    double x[N_PREDICTORS]; /* NAN: not known */
    double y, error;
    uint32_t number;
};

struct study_run {
    unsigned field[N_PREDICTORS]; /* numbers of the fields */
    unsigned field_of_y[2];
    struct studied *puzzles;
    size_t n, room;
    unsigned used[N_PREDICTORS]; /* predictors that are known and differ */
    unsigned n_used;
    size_t left_out; /* puzzles without one of these */
    struct regression_data data;
    double *numbers; /* of data */
    double *predicted;
    uint32_t *folds;
};

static unsigned
field_number(const char *name)
{
    loyd_field field;
    unsigned at = 0;

    while (loyd_field_get(at, &field) && strcmp(field.name, name) != 0)
        at++;
    return at;
}

/* Returns a field's value, or NAN. */
static double
value_of(const loyd_entry *entry, unsigned field)
{
    char text[64];

    if (loyd_entry_field(entry, field, false, text, sizeof(text)) == 0)
        return NAN;
    return strtod(text, NULL);
}

/* A number that depends on the puzzle alone. */
static uint32_t
number_of(const loyd_id *id)
{
    uint32_t number = 0;

    for (unsigned i = 0; i < 4; i++)
        number = number << 8 | id->byte[i];
    return number;
}

/* Adds a puzzle with an observed difficulty. */
static int
add_puzzle(const struct run *run, void *context, const loyd_entry *entry)
{
    struct study_run *s = context;
    struct studied one = {.number = number_of(&entry->id)};
    double seconds = value_of(entry, s->field_of_y[0]);

    one.error = value_of(entry, s->field_of_y[1]);
    if (!(seconds > 0) || !(one.error >= 0))
        return EXIT_DONE;
    one.y = log(seconds);
    for (unsigned k = 0; k < N_PREDICTORS; k++) {
        one.x[k] = predictors[k].field == NULL
                       ? entry->puzzle.start.width * entry->puzzle.start.height
                       : value_of(entry, s->field[k]);
        if (predictors[k].is_log)
            one.x[k] = log2(one.x[k]);
    }
    if (!ARRAY_ROOM(s->puzzles, s->room, s->n + 1))
        return report(run->db, LOYD_E_NOMEM, NULL);
    s->puzzles[s->n++] = one;
    return EXIT_DONE;
}

/* A predictor that is known of nearly all puzzles, and differs. */
static bool
is_useful(const struct study_run *s, unsigned k)
{
    double low = INFINITY, high = -INFINITY;
    size_t known = 0;

    for (size_t i = 0; i < s->n; i++) {
        double x = s->puzzles[i].x[k];

        if (!isfinite(x))
            continue;
        known++;
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    return known * 100 >= s->n * KNOWN_PERCENT && low < high;
}

/* Keeps the puzzles for which all predictors that are used are known. */
static void
choose(struct study_run *s)
{
    size_t kept = 0;

    for (unsigned k = 0; k < N_PREDICTORS; k++)
        if (is_useful(s, k))
            s->used[s->n_used++] = k;
    for (size_t i = 0; i < s->n; i++) {
        bool is_whole = true;

        for (unsigned u = 0; u < s->n_used; u++)
            is_whole = is_whole && isfinite(s->puzzles[i].x[s->used[u]]);
        if (is_whole)
            s->puzzles[kept++] = s->puzzles[i];
    }
    s->left_out = s->n - kept;
    s->n = kept;
}

/*
 * Difficulties are means of posterior distributions, which lie nearer to the
 * mean of all, by the share of the prior's variance that their errors are.
 * Regression needs what the games of the puzzle alone say.
 */
static void
undo_prior(struct study_run *s)
{
    double n = (double)s->n, sum = 0, squares = 0, errors = 0, mean, prior;

    for (size_t i = 0; i < s->n; i++) {
        sum += s->puzzles[i].y;
        errors += s->puzzles[i].error * s->puzzles[i].error;
    }
    mean = sum / n;
    for (size_t i = 0; i < s->n; i++)
        squares += (s->puzzles[i].y - mean) * (s->puzzles[i].y - mean);
    prior = (squares + errors) / n;
    for (size_t i = 0; i < s->n; i++) {
        struct studied *one = &s->puzzles[i];
        double rest = prior > 0 ? 1 - one->error * one->error / prior : 1;

        rest = rest > 0.01 ? rest : 0.01;
        one->y = mean + (one->y - mean) / rest;
        one->error /= sqrt(rest);
    }
}

static bool
lay_out(struct study_run *s)
{
    size_t n = s->n;
    double *x, *y, *error;

    undo_prior(s);
    s->numbers = calloc(n * (s->n_used + 3) + 1, sizeof(double));
    s->folds = calloc(n + 1, sizeof(*s->folds));
    if (s->numbers == NULL || s->folds == NULL)
        return false;
    x = s->numbers;
    y = x + n * s->n_used;
    error = y + n;
    s->predicted = error + n;
    for (size_t i = 0; i < n; i++) {
        for (unsigned u = 0; u < s->n_used; u++)
            x[i * s->n_used + u] = s->puzzles[i].x[s->used[u]];
        y[i] = s->puzzles[i].y;
        error[i] = s->puzzles[i].error;
        s->folds[i] = s->puzzles[i].number;
    }
    s->data = (struct regression_data){.n = n,
                                       .columns = s->n_used,
                                       .x = x,
                                       .y = y,
                                       .error = error,
                                       .number = s->folds};
    return true;
}

/* --- results --- */

/* Of each predictor alone, and then of all together. */
struct fits {
    struct regression at[N_PREDICTORS + 1];
};

static const char *
name_of(const struct study_run *s, unsigned u)
{
    return u < s->n_used ? predictors[s->used[u]].name : "all together";
}

static void
print_json(const struct study_run *s, const struct fits *fits)
{
    for (unsigned u = 0; u <= s->n_used; u++) {
        const struct regression *fit = &fits->at[u];
        struct jw *row = row_begin();

        jw_string(row, "predictor", name_of(s, u));
        jw_uint(row, "puzzles", s->n);
        json_decimal(row, "explained", fit->share);
        json_decimal(row, "explained_lower", fit->low);
        json_decimal(row, "explained_upper", fit->high);
        jw_double(row, "intercept", fit->intercept);
        jw_array(row, "weights", JW_TIGHT);
        for (unsigned k = 0; k < s->n_used; k++) {
            if (u < s->n_used && u != k)
                continue;
            jw_object(row, NULL, JW_TIGHT);
            jw_string(row, "predictor", name_of(s, k));
            jw_double(row, "weight", fit->weight[k]);
            jw_close(row);
        }
        jw_close(row);
        row_end(row);
    }
}

static void
print_unused(const struct study_run *s)
{
    const char *before =
        "\nNot used, as it is not known or the same everywhere: ";

    for (unsigned k = 0; k < N_PREDICTORS; k++) {
        bool is_used = false;

        for (unsigned u = 0; u < s->n_used; u++)
            is_used = is_used || s->used[u] == k;
        if (is_used)
            continue;
        printf("%s%s", before, predictors[k].name);
        before = ", ";
    }
    putchar('\n');
    if (s->left_out > 0)
        printf("Puzzles left out, without one of the predictors: %zu\n",
               s->left_out);
}

static void
print_text(const struct study_run *s, const struct fits *fits)
{
    const struct regression *all = &fits->at[s->n_used];
    char count[COUNTED_BYTES];

    printf("Difficulty for people of %s: the share of its variance that\n"
           "is predicted, in percent, for puzzles that the fit did not see, "
           "with its\n95 %% interval; and the weights, together, of "
           "ln(seconds)\n\n"
           "predictor          share      interval     weight\n",
           counted(s->n, "puzzle", count));
    for (unsigned u = 0; u <= s->n_used; u++) {
        const struct regression *fit = &fits->at[u];

        printf("%-17s %6.1f   %5.1f..%-5.1f   %8.4f\n", name_of(s, u),
               100 * fit->share, 100 * fit->low, 100 * fit->high,
               u < s->n_used ? all->weight[u] : all->intercept);
    }
    print_unused(s);
}

static int
draw(const struct study_run *s, const char *svg)
{
    double *x = calloc(2 * s->n, sizeof(*x)), *counts;
    struct chart_series series = {.name = "", .n = s->n};
    char note[COUNTED_BYTES];
    struct chart chart = {.kind = CHART_POINTS,
                          .title = "Difficulty observed and predicted",
                          .note = note,
                          .x_label = "seconds, predicted from the others",
                          .y_label = "seconds, observed",
                          .series = &series,
                          .n_series = 1};
    int code;

    counts = calloc(s->n, sizeof(*counts));
    if (x == NULL || counts == NULL) {
        free(x);
        free(counts);
        return report(svg, LOYD_E_NOMEM, NULL);
    }
    for (size_t i = 0; i < s->n; i++) {
        x[i] = exp(s->predicted[i]);
        x[s->n + i] = exp(s->data.y[i]);
        counts[i] = 1;
    }
    series.x = x;
    series.y = x + s->n;
    chart.counts = counts;
    counted(s->n, "puzzle", note);
    code = chart_write(svg, &chart, 1);
    free(x);
    free(counts);
    return code;
}

static int
fit_all(const struct run *run, struct study_run *s, const char *svg)
{
    struct fits fits;

    for (unsigned u = 0; u <= s->n_used; u++) {
        bool is_all = u == s->n_used;
        uint32_t used =
            is_all ? (UINT32_C(1) << s->n_used) - 1 : UINT32_C(1) << u;

        if (!regression_fit(&s->data, used, &fits.at[u],
                            is_all ? s->predicted : NULL))
            return report("play", LOYD_E_NOMEM, NULL);
    }
    if (run->args.json)
        print_json(s, &fits);
    else
        print_text(s, &fits);
    return svg != NULL ? draw(s, svg) : EXIT_DONE;
}

int
play_study(struct run *run)
{
    static const loyd_filter every;
    struct study_run s = {.n = 0};
    int code;

    for (unsigned k = 0; k < N_PREDICTORS; k++)
        if (predictors[k].field != NULL)
            s.field[k] = field_number(predictors[k].field);
    for (unsigned i = 0; i < 2; i++)
        s.field_of_y[i] = field_number(outcome[i]);
    code = catalogue_each(run, &every, add_puzzle, &s);
    if (code == EXIT_DONE) {
        choose(&s);
        if (s.n < PUZZLES_LEAST)
            code = deny(run->db,
                        "only %zu puzzles have an observed difficulty and "
                        "what may predict it: expected %d or more; see play "
                        "rate and rate --traits",
                        s.n, PUZZLES_LEAST);
        else if (!lay_out(&s))
            code = report("play", LOYD_E_NOMEM, NULL);
    }
    if (code == EXIT_DONE)
        code = fit_all(run, &s, run->args.play.svg);
    free(s.puzzles);
    free(s.numbers);
    free(s.folds);
    return code;
}
