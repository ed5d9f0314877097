/* SPDX-License-Identifier: MIT */
/* SQL functions that draw boards again, and of what loyd contains: the lengths
 * of classes, and the schedule of the channel `daily`. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "core/board.h"
#include "core/class.h"
#include "generate/generator.h"
#include "generate/recipe.h"
#include "loyd/channel.h"
#include "loyd/generate.h"
#include "loyd/target.h"
#include "rate/lengths.h"
#include "rate/sample.h"
#include "verify/functions.h"

/* --- recipes --- */

/* Quotes a text for a terminal; "?" if the value is not text. */
static const char *
text_words(const struct raw_value *value, char out[WHY_QUOTE_BYTES])
{
    if (value->kind != RAW_TEXT)
        return "?";
    return why_quote((const char *)value->bytes, value->len, out);
}

/* Reads a series, unless it is the last one. Returns whether it is another. */
static bool
read_series(struct functions *f, const struct raw_value *text)
{
    if (f->series_len > 0 && text->kind == RAW_TEXT &&
        text->len == f->series_len &&
        memcmp(text->bytes, f->series, text->len) == 0)
        return false;
    loyd_generator_free(&f->generator);
    f->is_usable =
        text->kind == RAW_TEXT && text->len < sizeof(f->series) &&
        series_read((const char *)text->bytes, text->len, &f->recipe);
    f->series_len = 0;
    if (text->kind == RAW_TEXT && text->len < sizeof(f->series)) {
        memcpy(f->series, text->bytes, text->len);
        f->series_len = text->len;
    }
    return true;
}

static loyd_err
draw(struct functions *f, uint64_t index, loyd_puzzle *puzzle, loyd_why *why)
{
    static const loyd_solver_options defaults = {.threads = 1};
    loyd_err err = LOYD_OK;

    if (f->generator == NULL)
        err = loyd_generator_new(&f->recipe,
                                 f->recipe.is_keyed ? f->secret : NULL,
                                 &f->generator, why);
    if (err == LOYD_OK && f->recipe.target == LOYD_TARGET_NONE)
        return generator_draw(f->generator, index, f->attempts, puzzle, why);
    if (err == LOYD_OK && f->solver == NULL)
        err = loyd_solver_new(&defaults, &f->solver);
    return err == LOYD_OK ? loyd_generator_draw(f->generator, f->solver, index,
                                                f->attempts, puzzle, NULL, why)
                          : err;
}

loyd_err
functions_draw(struct functions *f, const struct raw_value *series,
               uint64_t index, loyd_puzzle *puzzle, bool *is_usable,
               loyd_why *why)
{
    loyd_err err;

    *is_usable = false;
    (void)read_series(f, series);
    if (!f->is_usable)
        return why_set(why, LOYD_E_SYNTAX, "invalid recipe");
    if (f->recipe.is_keyed && f->secret == NULL)
        return LOYD_OK;
    err = draw(f, index, puzzle, why);
    *is_usable = err == LOYD_OK;
    /* Of another secret, or too many attempts. */
    return err == LOYD_E_SECRET || err == LOYD_E_EXHAUSTED ||
                   err == LOYD_E_UNSUPPORTED
               ? LOYD_OK
               : err;
}

/* drawn(series, number): the id of the puzzle that a recipe draws, or why it
 * draws none; NULL if it cannot be drawn here */
static void
drawn(struct call *c)
{
    char words[LOYD_ID_CHARS + 1];
    loyd_why cause = {""};
    loyd_puzzle puzzle;
    bool is_usable;
    loyd_id id;
    loyd_err err;

    if (c->in[0].kind != RAW_TEXT ||
        !raw_is_number(&c->in[1], 0, (int64_t)LOYD_INDEX_MAX))
        return;
    err = functions_draw(c->f, &c->in[0], (uint64_t)c->in[1].number, &puzzle,
                         &is_usable, &cause);
    if (!why_is_of_row(err)) {
        report_end(c->f->report, err, &cause);
    } else if (err != LOYD_OK) {
        give(c, why_words(&cause, err));
    } else if (is_usable) {
        loyd_puzzle_id(&puzzle, &id);
        loyd_id_print(&id, words);
        give(c, words);
    }
}

static void
draw_puzzle(struct call *c, uint64_t index, const struct raw_value *stored)
{
    char name[LOYD_ID_CHARS + 1] = "(invalid id)", quote[WHY_QUOTE_BYTES];
    struct functions *f = c->f;
    loyd_why cause = {{0}};
    loyd_puzzle puzzle;
    loyd_id id, is;
    loyd_err err = draw(f, index, &puzzle, &cause);

    text_words(&c->in[1], quote);
    if (!why_is_of_row(err)) {
        report_end(f->report, err, &cause);
    } else if (err != LOYD_OK) {
        give_words(c, "recipe '%s~%" PRIu64 "': %s", quote, index, cause.text);
    } else {
        loyd_puzzle_id(&puzzle, &id);
        if (raw_id(stored, is.byte)) {
            loyd_id_print(&is, name);
            if (memcmp(is.byte, id.byte, LOYD_ID_BYTES) == 0) {
                f->n.done++;
                return;
            }
        }
        give_words(c, "recipe '%s~%" PRIu64 "' does not draw puzzle %s", quote,
                   index, name);
    }
}

/* recipe(series, text, number, puzzle): what is wrong with the series, told
 * with its first recipe, or the puzzle is not the one that it draws */
static void
recipe(struct call *c)
{
    enum { SERIES, TEXT, NUMBER, PUZZLE };
    const struct raw_value *in = c->in;
    struct functions *f = c->f;
    char quote[WHY_QUOTE_BYTES];

    if (in[SERIES].kind != RAW_NUMBER ||
        !raw_is_number(&in[NUMBER], 0, (int64_t)LOYD_INDEX_MAX))
        give(c, "a recipe has an invalid series or index");
    else if (read_series(f, &in[TEXT]) && !f->is_usable)
        give_words(c, "series %" PRId64 ": invalid recipe '%s'",
                   in[SERIES].number, text_words(&in[TEXT], quote));
    else if (f->is_usable && f->recipe.is_keyed)
        f->n.skipped++;
    else if (f->is_usable && f->lengths != NULL)
        draw_puzzle(c, (uint64_t)in[NUMBER].number, &in[PUZZLE]);
}

/* --- classes --- */

/* mlc_of(series, number, class): of the board that the recipe draws; NULL: the
 * series is no uniform one, or of another class, or of a small one */
static void
mlc_of(struct call *c)
{
    char class[CLASS_BYTES];
    struct functions *f = c->f;
    struct plain_board board;
    loyd_why cause = {{0}};
    loyd_puzzle puzzle;
    loyd_err err;

    (void)read_series(f, &c->in[0]);
    if (!f->is_usable || f->recipe.is_keyed ||
        f->recipe.target != LOYD_TARGET_NONE ||
        f->recipe.method != LOYD_METHOD_UNIFORM ||
        !raw_is_number(&c->in[1], 0, (int64_t)LOYD_INDEX_MAX))
        return;
    err = draw(f, (uint64_t)c->in[1].number, &puzzle, &cause);
    if (!why_is_of_row(err))
        report_end(f->report, err, &cause);
    else if (err == LOYD_OK && facts_board(&puzzle, &board) &&
             board_cells(&puzzle.goal) > LOYD_EXACT_CELLS &&
             raw_is_text(&c->in[2], facts_class(&puzzle.goal, class)))
        give_number(c, manhattan_of(&board) + 2 * conflicts_of(&board));
}

/* Gives a text and frees it. */
static void
give_text(const struct call *c, struct text *text)
{
    if (text->is_lost)
        report_end(c->f->report, LOYD_E_NOMEM, &(loyd_why){{0}});
    else
        give(c, text->at);
    text_free(text);
}

/* distribution_of(class, metric, measure, version): what loyd contains: the
 * total, the size of its sample or 0, and the boards of each length. A version
 * of NULL is any one. */
static void
distribution_of(struct call *c)
{
    const struct raw_value *in = c->in;
    const loyd_distribution *d = NULL;
    const loyd_sample *sample;
    struct text words = {.at = NULL};
    loyd_class cls;

    if (in[0].kind != RAW_TEXT ||
        class_parse((const char *)in[0].bytes, in[0].len, &cls, NULL) !=
            LOYD_OK)
        return;
    sample = sample_get(cls.width, cls.height, cls.blank);
    if (raw_is_text(&in[2], "optimum"))
        d = distribution_find(raw_is_text(&in[1], "mtm") ? LOYD_MTM : LOYD_STM,
                              cls.width, cls.height, cls.blank);
    else if (sample != NULL && raw_is_text(&in[1], "stm") &&
             (in[3].kind == RAW_NULL || in[3].number == sample->version))
        d = raw_is_text(&in[2], "mlc") ? &sample->mlc : &sample->estimates;
    if (d == NULL)
        return;
    text_format(&words, "%" PRIu64 " %" PRIu32, d->total, d->sample);
    for (unsigned i = 1; i <= d->radius; i++)
        text_format(&words, " %" PRIu64, (uint64_t)d->count[i]);
    give_text(c, &words);
}

/* schedule_of(version): of the channel `daily`, as checks.sql writes it */
static void
schedule_of(struct call *c)
{
    static const loyd_channel daily = {.is_builtin = true};
    struct text words = {.at = NULL};
    char date[LOYD_DATE_TEXT];
    loyd_schedule schedule;

    if (!raw_is_number(&c->in[0], 1, UINT32_MAX) ||
        loyd_channel_schedule(NULL, &daily, (uint32_t)c->in[0].number,
                              &schedule, NULL) != LOYD_OK)
        return;
    loyd_date_print(&schedule.from, date);
    text_format(&words, "%s %d %u", date, schedule.has_tiers, schedule.draw);
    for (unsigned i = 0; i < schedule.n; i++) {
        const loyd_schedule_row *row = &schedule.row[i];

        text_format(&words, "|%u %s %s %ux%u %s %s %s %u..%u", i, row->tier,
                    row->title, row->width, row->height, row->layout,
                    row->band, target_name(row->target), row->low, row->high);
    }
    give_text(c, &words);
}

const struct sql_function draw_functions[] = {
    {"distribution_of", 4, distribution_of, NULL},
    {"drawn", 2, drawn, NULL},
    {"mlc_of", 3, mlc_of, NULL},
    {"recipe", 4, recipe, NULL},
    {"schedule_of", 1, schedule_of, NULL},
    {NULL, 0, NULL, NULL},
};
