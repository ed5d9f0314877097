/* SPDX-License-Identifier: MIT */
/*
 * Verifies the samples of a catalogue. Their boards are drawn again, and their
 * mlc is computed here a second time; estimates are compared with it, since a
 * search of every board would take minutes.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "catalogue/prove.h"
#include "core/board.h"
#include "store/rows.h"

/* Columns of RAW_SAMPLES. */
enum {
    SAMPLE_CLASS,
    SAMPLE_VERSION,
    SAMPLE_EFFORT,
    SAMPLE_SERIES,
    SAMPLE_BOARDS,
    SAMPLE_MEASURE,
    SAMPLE_VALUE,
    SAMPLE_COUNT
};

#define VALUES (PATH_MAX_MOVES + 1)

/* The sample whose rows are being read. */
struct sample_proof {
    loyd_store *store;
    const struct sample_judge *judge;
    bool is_begun;
    int64_t class;
    int64_t version;
    int64_t boards;
    loyd_recipe recipe;
    uint64_t n_estimates; /* of the rows so far */
    uint64_t n_mlc;
    uint32_t *mlc;     /* [VALUES] boards of each mlc */
    const char *fault; /* the first one of this sample */
    bool is_stopped;
    loyd_err err;
    loyd_why *why;
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
draw(struct sample_proof *p, loyd_generator *generator, uint64_t index,
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
    if (((int64_t)cls.width * 256 + cls.height) * 256 + cls.blank != p->class)
        p->fault = "the recipe is of another class";
    else if (p->mlc[mlc] == 0)
        p->fault = "the boards have other values of mlc";
    else
        p->mlc[mlc]--;
    return LOYD_OK;
}

/* Keeps what is wrong with the sample, or an error of the whole job. */
static void
settle(struct sample_proof *p, loyd_err err, const loyd_why *why,
       const char *fault)
{
    if (err == LOYD_OK)
        return;
    if (why_is_of_row(err)) {
        p->fault = fault;
    } else {
        p->err = err;
        *p->why = *why;
    }
}

static void
draw_all(struct sample_proof *p)
{
    loyd_generator *generator = NULL;
    loyd_why why = {{0}};
    loyd_err err = loyd_generator_new(&p->recipe, NULL, &generator, &why);

    for (int64_t i = 0; err == LOYD_OK && p->fault == NULL && i < p->boards;
         i++) {
        err = draw(p, generator, (uint64_t)i, &why);
        if (!p->judge->step(p->judge->context)) {
            p->is_stopped = true;
            break;
        }
    }
    loyd_generator_free(&generator);
    settle(p, err, &why, "its recipe cannot be drawn");
}

/* Reads the sample by the function that other commands use. */
static void
load(struct sample_proof *p)
{
    const loyd_class cls = {(uint8_t)(p->class >> 16),
                            (uint8_t)(p->class >> 8), (uint8_t)p->class};
    const loyd_sample *sample;
    loyd_why why = {{0}};

    settle(p,
           loyd_store_sample(p->store, &cls, (unsigned)p->version, &sample,
                             &why),
           &why, "other commands refuse it");
}

/* Completes a sample after its last row. */
static void
finish(struct sample_proof *p)
{
    if (!p->is_begun)
        return;
    if (p->fault == NULL && (p->n_estimates != (uint64_t)p->boards ||
                             p->n_mlc != (uint64_t)p->boards))
        p->fault = "the counts do not add up to the number of boards";
    if (p->fault == NULL)
        draw_all(p);
    if (p->fault == NULL && p->err == LOYD_OK && !p->is_stopped)
        load(p);
    if (p->fault != NULL && p->err == LOYD_OK &&
        !p->judge->bad(p->judge->context, p->class, p->version, p->fault))
        p->is_stopped = true;
}

static const char *
head_fault(struct sample_proof *p, const struct raw_value *values)
{
    const struct raw_value *series = &values[SAMPLE_SERIES];

    if (!raw_is_number(&values[SAMPLE_CLASS], 0, INT32_MAX) ||
        !raw_is_number(&values[SAMPLE_VERSION], 1, UINT16_MAX))
        return "invalid class or version";
    if (!raw_is_text(&values[SAMPLE_EFFORT], "quick"))
        return "the effort is not quick";
    if (!raw_is_number(&values[SAMPLE_BOARDS], LOYD_SAMPLE_BOARDS_MIN,
                   LOYD_SAMPLE_BOARDS_MAX))
        return "invalid number of boards";
    if (series->kind != RAW_TEXT ||
        !series_read((const char *)series->bytes, series->len, &p->recipe) ||
        p->recipe.is_keyed || p->recipe.target != LOYD_TARGET_NONE ||
        p->recipe.method != LOYD_METHOD_UNIFORM)
        return "invalid recipe";
    if (p->recipe.layout.width * p->recipe.layout.height <= LOYD_EXACT_CELLS)
        return "a class of at most 16 cells";
    return NULL;
}

static void
begin(struct sample_proof *p, const struct raw_value *values)
{
    p->is_begun = true;
    p->class = values[SAMPLE_CLASS].number;
    p->version = values[SAMPLE_VERSION].number;
    p->boards = values[SAMPLE_BOARDS].number;
    p->n_estimates = p->n_mlc = 0;
    memset(p->mlc, 0, VALUES * sizeof(p->mlc[0]));
    p->fault = head_fault(p, values);
}

/*
 * Rows come in order of value, and mlc first. No estimate is below the mlc of
 * the same board, so no value may have more estimates up to it than mlc.
 */
static const char *
count_fault(struct sample_proof *p, const struct raw_value *values)
{
    bool is_mlc = raw_is_text(&values[SAMPLE_MEASURE], "mlc");

    if (!is_mlc && !raw_is_text(&values[SAMPLE_MEASURE], "estimate"))
        return "unknown measure";
    if (!raw_is_number(&values[SAMPLE_VALUE], !is_mlc, PATH_MAX_MOVES) ||
        !raw_is_number(&values[SAMPLE_COUNT], 1, p->boards))
        return "invalid count";
    if (is_mlc) {
        p->mlc[values[SAMPLE_VALUE].number] =
            (uint32_t)values[SAMPLE_COUNT].number;
        p->n_mlc += (uint64_t)values[SAMPLE_COUNT].number;
    } else {
        p->n_estimates += (uint64_t)values[SAMPLE_COUNT].number;
    }
    return p->n_estimates > p->n_mlc ? "estimates below the mlc of the boards"
                                     : NULL;
}

static bool
each_row(void *context, const struct raw_value *values)
{
    struct sample_proof *p = context;

    if (!p->is_begun || p->class != values[SAMPLE_CLASS].number ||
        p->version != values[SAMPLE_VERSION].number) {
        finish(p);
        begin(p, values);
    }
    if (p->fault == NULL && values[SAMPLE_VALUE].kind != RAW_NULL)
        p->fault = count_fault(p, values);
    return !p->is_stopped && p->err == LOYD_OK;
}

loyd_err
prove_samples(loyd_store *store, const struct sample_judge *judge,
              loyd_why *why)
{
    struct sample_proof p = {.store = store, .judge = judge, .why = why};
    loyd_err err;

    p.mlc = calloc(VALUES, sizeof(p.mlc[0]));
    if (p.mlc == NULL)
        return LOYD_E_NOMEM;
    err = raw_each(store, RAW_SAMPLES, NULL, each_row, &p, why);
    if (err == LOYD_OK && p.err == LOYD_OK && !p.is_stopped)
        finish(&p);
    free(p.mlc);
    return err == LOYD_OK ? p.err : err;
}
