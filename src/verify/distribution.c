/* SPDX-License-Identifier: MIT */
/*
 * Verifies the distributions of a catalogue: copies are compared with those of
 * the library, and the boards of samples are drawn again. Their mlc is
 * computed here a second time; estimates are compared with it, since a search
 * of every board would take minutes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/class.h"
#include "rate/lengths.h"
#include "rate/sample.h"
#include "store/rows.h"
#include "verify/catalogue.h"

/* Columns of RAW_DISTRIBUTIONS. */
enum {
    D_CLASS,
    D_METRIC,
    D_MEASURE,
    D_VERSION,
    D_TOTAL,
    D_SAMPLE,
    D_LONGEST,
    D_SOURCE,
    D_LENGTH, /* of each length */
    D_BOARDS,
    D_BELOW,
    D_BAND
};

#define VALUES (PATH_MAX_MOVES + 2)
#define KEY_ROOM 100
#define OURS "loyd" /* the source of copies */

/* The distribution whose rows are being read. */
struct distribution_job {
    loyd_store *store;
    struct report *report;
    loyd_bands bands;
    char key[KEY_ROOM]; /* class, metric, measure and version, as text */
    loyd_class cls;
    loyd_metric metric;
    unsigned version;
    int64_t total;
    int64_t longest;
    loyd_distribution read; /* its counts are in `count` */
    bool is_ours;
    bool is_mlc;
    char series[LOYD_RECIPE_TEXT];
    int64_t length; /* the next */
    int64_t below;
    uint64_t *count;     /* [VALUES] boards of each length */
    uint64_t *estimates; /* of the sample whose mlc follows */
    char of_estimates[LOYD_RECIPE_TEXT]; /* their series; "": none */
    unsigned estimates_version;
    int64_t n_estimates;
    const char *fault; /* the first one of this distribution */
};

/* Returns the length of a longest increasing subsequence, by the least last
 * elements of the subsequences of each length. */
static unsigned
longest_rising(const unsigned *values, unsigned n)
{
    unsigned least[LOYD_SIDE_MAX], most = 0;

    for (unsigned i = 0; i < n; i++) {
        unsigned k = 0;

        while (k < most && least[k] < values[i])
            k++;
        least[k] = values[i];
        most += k == most;
    }
    return most;
}

/* Computes the mlc of a drawn board from the definition. */
static unsigned
plain_mlc(const loyd_puzzle *puzzle)
{
    unsigned w = puzzle->goal.width, h = puzzle->goal.height, mlc = 0;
    unsigned home[LOYD_CELLS_MAX + 1] = {0};

    for (unsigned c = 0; c < w * h; c++)
        home[puzzle->goal.cell[c]] = c;
    for (unsigned c = 0; c < w * h; c++) {
        unsigned at = home[puzzle->start.cell[c]];

        if (puzzle->start.cell[c] != 0)
            mlc += (unsigned)abs((int)(at % w) - (int)(c % w)) +
                   (unsigned)abs((int)(at / w) - (int)(c / w));
    }
    for (unsigned line = 0; line < w + h; line++) {
        bool is_row = line < h;
        unsigned there[LOYD_SIDE_MAX], n = 0;

        for (unsigned i = 0; i < (is_row ? w : h); i++) {
            unsigned c = is_row ? line * w + i : i * w + line - h;
            unsigned at = home[puzzle->start.cell[c]];

            if (puzzle->start.cell[c] != 0 &&
                (is_row ? at / w == line : at % w == line - h))
                there[n++] = is_row ? at % w : at / w;
        }
        mlc += 2 * (n - longest_rising(there, n));
    }
    return mlc;
}

/* Draws one board again and takes it out of the counts. */
static loyd_err
draw(struct distribution_job *p, loyd_generator *generator, uint64_t index,
     loyd_why *why)
{
    loyd_puzzle puzzle;
    loyd_class cls;
    unsigned mlc;
    loyd_err err = loyd_generator_draw(generator, index, 0, &puzzle, why);

    if (err != LOYD_OK)
        return err;
    cls = loyd_class_of(puzzle.goal.width, puzzle.goal.height,
                        loyd_board_blank(&puzzle.goal));
    mlc = plain_mlc(&puzzle);
    if (!class_equal(&cls, &p->cls))
        p->fault = "the recipe is of another class";
    else if (p->count[mlc] == 0)
        p->fault = "the boards have other values of mlc";
    else
        p->count[mlc]--;
    return LOYD_OK;
}

/* Keeps what is wrong with the sample, or an error of the whole job. */
static void
settle(struct distribution_job *p, loyd_err err, const loyd_why *why,
       const char *fault)
{
    if (err == LOYD_OK)
        return;
    if (why_is_of_row(err)) {
        p->fault = fault;
    } else {
        report_end(p->report, err, why);
    }
}

static void
draw_all(struct distribution_job *p, const loyd_recipe *recipe)
{
    loyd_generator *generator = NULL;
    loyd_why why = {{0}};
    loyd_err err = loyd_generator_new(recipe, NULL, &generator, &why);

    for (int64_t i = 0; err == LOYD_OK && p->fault == NULL && i < p->total;
         i++) {
        err = draw(p, generator, (uint64_t)i, &why);
        if (!report_step(p->report, 1024))
            break;
    }
    loyd_generator_free(&generator);
    settle(p, err, &why, "its recipe cannot be drawn");
}

/* No estimate is below the mlc of the same board, so no value may have more
 * estimates up to it than mlc. */
static bool
estimates_reach_mlc(const struct distribution_job *p)
{
    uint64_t estimates = 0, mlc = 0;

    for (int64_t i = 1; i < VALUES; i++) {
        estimates += p->estimates[i];
        mlc += p->count[i];
        if (estimates > mlc)
            return false;
    }
    return true;
}

/* Checks a sample of the catalogue: estimates come first, then their mlc. */
static void
check_sample(struct distribution_job *p)
{
    loyd_recipe recipe;
    const loyd_sample *sample;
    loyd_why why = {{0}};

    if (!series_read(p->series, strlen(p->series), &recipe) ||
        recipe.is_keyed || recipe.target != LOYD_TARGET_NONE ||
        recipe.method != LOYD_METHOD_UNIFORM) {
        p->fault = "invalid recipe";
    } else if (!p->is_mlc) {
        memcpy(p->estimates, p->count, VALUES * sizeof(p->count[0]));
        memcpy(p->of_estimates, p->series, sizeof(p->series));
        p->estimates_version = p->version;
        p->n_estimates = p->total;
    } else if (strcmp(p->of_estimates, p->series) != 0 ||
               p->estimates_version != p->version ||
               p->n_estimates != p->total) {
        p->fault = "estimates and mlc are not of the same boards";
    } else if (!estimates_reach_mlc(p)) {
        p->fault = "estimates below the mlc of the boards";
    } else {
        draw_all(p, &recipe);
        if (p->fault == NULL && report_goes_on(p->report))
            settle(p,
                   loyd_store_sample(p->store, &p->cls, p->version, &sample,
                                     &why),
                   &why, "other commands refuse it");
    }
}

/* Compares a copy with the library's distribution. */
static void
check_copy(struct distribution_job *p)
{
    const loyd_class *cls = &p->cls;
    const loyd_distribution *d = NULL;
    const loyd_sample *sample;

    if (p->version == 0) {
        d = distribution_find(p->metric, cls->width, cls->height, cls->blank);
    } else if (p->metric == LOYD_STM) {
        sample = sample_get(cls->width, cls->height, cls->blank);
        if (sample != NULL && sample->version == p->version)
            d = p->is_mlc ? &sample->mlc : &sample->estimates;
    }
    if (d == NULL || d->radius + 1 != p->longest ||
        d->total != (uint64_t)p->total || d->sample != p->read.sample) {
        p->fault = "not a distribution of this release";
        return;
    }
    for (unsigned i = 1; i <= d->radius; i++)
        if (d->count[i] != p->count[i])
            p->fault = "a number of boards is not that of this release";
}

/* Completes a distribution after its last row. */
static void
finish(struct distribution_job *p)
{
    if (p->key[0] == '\0')
        return;
    if (p->fault == NULL &&
        (p->length != p->longest + 1 || p->below != p->total))
        p->fault = "the boards do not add up to the total";
    if (p->fault == NULL && p->is_ours)
        check_copy(p);
    else if (p->fault == NULL)
        check_sample(p);
    if (p->fault != NULL && p->report->err == LOYD_OK)
        report_bad(p->report, NULL, "distribution %s: %s", p->key, p->fault);
    p->key[0] = '\0';
}

static bool
is_class(const struct raw_value *text, loyd_class *cls)
{
    char printed[LOYD_CLASS_TEXT];

    return text->kind == RAW_TEXT &&
           class_parse((const char *)text->bytes, text->len, cls, NULL) ==
               LOYD_OK &&
           loyd_class_print(cls, printed) == text->len &&
           memcmp(printed, text->bytes, text->len) == 0;
}

static const char *
head_fault(struct distribution_job *p, const struct raw_value *values)
{
    const struct raw_value *source = &values[D_SOURCE];
    bool is_wide;

    if (!is_class(&values[D_CLASS], &p->cls))
        return "invalid class";
    is_wide = p->cls.width * p->cls.height > LOYD_EXACT_CELLS;
    p->metric = raw_is_text(&values[D_METRIC], "mtm") ? LOYD_MTM : LOYD_STM;
    p->is_mlc = raw_is_text(&values[D_MEASURE], "mlc");
    if (p->metric == LOYD_STM && !raw_is_text(&values[D_METRIC], "stm"))
        return "unknown metric";
    if (raw_is_text(&values[D_MEASURE], "optimum")
            ? is_wide || !raw_is_number(&values[D_VERSION], 0, 0)
            : !is_wide ||
                  (!p->is_mlc &&
                   !raw_is_text(&values[D_MEASURE], "estimate")) ||
                  !raw_is_number(&values[D_VERSION], 1, UINT16_MAX))
        return "a measure that this class does not have";
    p->version = (unsigned)values[D_VERSION].number;
    if (!raw_is_number(&values[D_TOTAL], 1, INT64_MAX / 100000 / 4) ||
        !raw_is_number(&values[D_LONGEST], 2, VALUES - 1))
        return "invalid total or longest length";
    p->total = values[D_TOTAL].number;
    p->longest = values[D_LONGEST].number;
    if (values[D_SAMPLE].kind != RAW_NULL &&
        !raw_is_number(&values[D_SAMPLE], 1, UINT32_MAX))
        return "invalid sample";
    p->is_ours = raw_is_text(source, OURS);
    if (!p->is_ours && (!is_wide || source->kind != RAW_TEXT ||
                        source->len >= sizeof(p->series) ||
                        !raw_is_number(&values[D_SAMPLE], p->total, p->total)))
        return "invalid source";
    if (!p->is_ours)
        memcpy(p->series, source->bytes, source->len + 1);
    p->read =
        (loyd_distribution){.width = p->cls.width,
                            .height = p->cls.height,
                            .blank = p->cls.blank,
                            .sample = values[D_SAMPLE].kind == RAW_NULL
                                          ? 0
                                          : (uint32_t)values[D_SAMPLE].number,
                            .radius = (uint16_t)(p->longest - 1),
                            .total = (uint64_t)p->total,
                            .count = p->count};
    return NULL;
}

/* Checks a length: its number, the boards below it and its band. */
static const char *
length_fault(struct distribution_job *p, const struct raw_value *values)
{
    int64_t boards;

    if (!raw_is_number(&values[D_LENGTH], p->length, p->length) ||
        p->length > p->longest)
        return "a length is missing";
    if (!raw_is_number(&values[D_BOARDS], 0, p->total - p->below) ||
        !raw_is_number(&values[D_BELOW], p->below, p->below) ||
        (p->length == p->longest && values[D_BOARDS].number != 0))
        return "invalid number of boards";
    boards = values[D_BOARDS].number;
    p->count[p->length] = (uint64_t)boards;
    if (values[D_BAND].kind != RAW_TEXT)
        return "invalid band";
    /* The share of shorter boards and half of those as long, exactly. */
    for (unsigned i = 0; i < p->bands.n; i++) {
        const loyd_band *band = &p->bands.band[i];
        int64_t twice = 100000 * (2 * p->below + boards);
        bool is_in = twice >= (int64_t)band->percentiles.low * 2 * p->total &&
                     (twice < (int64_t)band->percentiles.high * 2 * p->total ||
                      i + 1 == p->bands.n);

        if (is_in != raw_is_text(&values[D_BAND], band->name))
            return "the band is not that of the percentile";
    }
    p->below += boards;
    p->length++;
    return NULL;
}

/* Prints class, metric and measure. */
static void
print_name(const struct raw_value *values, char name[KEY_ROOM])
{
    char part[3][KEY_ROOM / 4];

    for (unsigned i = 0; i < 3; i++)
        snprintf(part[i], sizeof(part[i]), "%s",
                 values[i].kind == RAW_TEXT ? (const char *)values[i].bytes
                                            : "?");
    for (unsigned i = 0; i < 3; i++)
        for (char *c = part[i]; *c != '\0'; c++)
            if (*c < ' ' || *c > '~')
                *c = '?';
    snprintf(name, KEY_ROOM, "%s %s %s", part[0], part[1], part[2]);
}

static bool
each_row(void *context, const struct raw_value *values)
{
    struct distribution_job *p = context;
    char name[KEY_ROOM], key[KEY_ROOM];

    print_name(values, name);
    snprintf(key, sizeof(key), "%.75s, version %" PRId64, name,
             values[D_VERSION].number);
    if (strcmp(key, p->key) != 0) {
        finish(p);
        memcpy(p->key, key, sizeof(key));
        memset(p->count, 0, VALUES * sizeof(p->count[0]));
        p->length = 1;
        p->below = 0;
        p->fault = head_fault(p, values);
    }
    if (p->fault == NULL)
        p->fault = length_fault(p, values);
    return report_goes_on(p->report);
}

/* Goals have copies of all distributions of their class; estimates and mlc are
 * of one sample. */
static bool
each_uncounted(void *context, const struct raw_value *values)
{
    enum { HAS_SAMPLE = D_VERSION };
    struct distribution_job *p = context;
    loyd_metric metric =
        raw_is_text(&values[D_METRIC], "mtm") ? LOYD_MTM : LOYD_STM;
    char name[KEY_ROOM];
    loyd_class cls;
    bool has_copy;

    if (!is_class(&values[D_CLASS], &cls))
        return true;
    if (raw_is_text(&values[D_MEASURE], "optimum"))
        has_copy = distribution_find(metric, cls.width, cls.height,
                                     cls.blank) != NULL;
    else
        has_copy = values[HAS_SAMPLE].number != 0 ||
                   sample_get(cls.width, cls.height, cls.blank) != NULL;
    if (!has_copy)
        return true;
    print_name(values, name);
    report_bad(p->report, NULL, "distribution %s: missing", name);
    return report_goes_on(p->report);
}

loyd_err
verify_distributions(loyd_store *store, struct report *report, loyd_why *why)
{
    struct distribution_job p = {.store = store, .report = report};
    loyd_err err = loyd_store_bands(store, &p.bands, why);

    if (err != LOYD_OK)
        return err;
    p.count = calloc(VALUES, sizeof(p.count[0]));
    p.estimates = calloc(VALUES, sizeof(p.estimates[0]));
    err = p.count != NULL && p.estimates != NULL
              ? raw_each(store, RAW_DISTRIBUTIONS, each_row, &p, why)
              : LOYD_E_NOMEM;
    if (err == LOYD_OK && report_goes_on(report))
        finish(&p);
    if (err == LOYD_OK && report_goes_on(report))
        err = raw_each(store, RAW_UNCOUNTED, each_uncounted, &p, why);
    free(p.count);
    free(p.estimates);
    return err;
}
