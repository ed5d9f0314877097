/* SPDX-License-Identifier: MIT */
/* Verifies what a row of a pack states besides its puzzle: percentiles, bands,
 * samples. */
#include <string.h>

#include "base/number.h"
#include "base/why.h"
#include "core/board.h"
#include "rate/band.h"
#include "store/filter_table.h"
#include "verify/pack.h"

/* Reads the place of a length in its class. */
static struct standing
standing_of(const struct row_text *text, loyd_metric metric)
{
    const enum field *fields = known_field[metric];
    struct slice rank = text->field[fields[KNOWN_PERCENTILE]];
    struct slice of = text->field[fields[KNOWN_SAMPLE]];
    struct standing made = {.percentile = -1,
                            .band = text->field[fields[KNOWN_BAND]]};
    uint64_t n;

    if (rank.at != NULL && thousandths_parse(rank.at, rank.len, &n) &&
        n <= 100000)
        made.percentile = (int32_t)n;
    if (of.at != NULL && slice_number(of, &n) == NUMBER_GOOD)
        made.sample = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
    return made;
}

struct row_facts
row_facts_of(const struct row_text *text)
{
    struct row_facts facts = {.layout = text->field[FIELD_LAYOUT],
                              .status = text->field[FIELD_STATUS],
                              .recipe = text->field[FIELD_RECIPE],
                              .standing = {standing_of(text, LOYD_STM),
                                           standing_of(text, LOYD_MTM)}};
    struct slice estimated = text->field[FIELD_ESTIMATED];

    if (text->has_goal)
        facts.layout = text->layout;
    if (!truth_parse(estimated.at, estimated.len, &facts.is_estimated))
        facts.is_estimated = false;
    facts.lacks_percentile = text->has_class &&
                             text->field[FIELD_PERCENTILE].at == NULL &&
                             text->field[FIELD_STM].at != NULL;
    return facts;
}

/* A percentile follows from class and length and never changes. One of a
 * sample that is not built in cannot be computed again. */
static bool
is_percentile(const struct standing *stated, const loyd_distribution *d,
              uint16_t length)
{
    return d == NULL || d->sample != stated->sample ||
           stated->percentile < 0 ||
           stated->percentile ==
               (int32_t)loyd_percentile_thousandths(d, length);
}

/* Beyond LOYD_EXACT_CELLS cells a percentile is that of an estimate. */
static const char *
prove_estimated(const struct proving_file *f, const struct row_facts *facts)
{
    if (facts->is_estimated != (facts->standing[LOYD_STM].percentile >= 0))
        return "percentile and estimated do not match";
    return facts->is_estimated && f->row.record.estimate == 0
               ? "percentile without an estimate"
               : NULL;
}

/* Percentile and band must both be present or absent, and need a proven
 * length or an estimate. */
static const char *
prove_stm(const struct proving_file *f, const struct row_facts *facts)
{
    const struct record *row = &f->row.record;
    const struct standing *stated = &facts->standing[LOYD_STM];
    bool has_band = stated->band.len > 0;
    const char *fault = NULL;
    loyd_why nobody = {""};

    if (has_band != (stated->percentile >= 0))
        return has_band ? "band without a percentile"
                        : "percentile without a band";
    if (board_cells(&row->puzzle.goal) > LOYD_EXACT_CELLS)
        fault = prove_estimated(f, facts);
    else if (facts->is_estimated)
        fault = "estimated percentile of a board of at most 16 cells";
    else if (has_band && known_proven(&row->known[LOYD_STM]) == 0)
        fault = "percentile of a length that is not proven";
    if (fault != NULL)
        return fault;
    if (has_band && band_check_name(stated->band, &nobody) != LOYD_OK)
        return "invalid band name";
    if (facts->lacks_percentile)
        return "length is missing from the list of lengths";
    if (stated->sample > 0 && !has_band)
        return "percentile_sample without a percentile";
    return is_percentile(stated, loyd_distribution_of(&row->puzzle.goal),
                         known_proven(&row->known[LOYD_STM]))
               ? NULL
               : "percentile is not that of the length";
}

static const char *
prove_mtm_standing(const struct proving_file *f, const struct row_facts *facts)
{
    const struct record *row = &f->row.record;
    const struct standing *stated = &facts->standing[LOYD_MTM];
    bool has_band = stated->band.len > 0;
    loyd_why nobody = {""};

    if (has_band != (stated->percentile >= 0))
        return has_band ? "mtm_band without a percentile"
                        : "mtm_percentile without a band";
    if (has_band && known_proven(&row->known[LOYD_MTM]) == 0)
        return "mtm_percentile of a length that is not proven";
    if (has_band && band_check_name(stated->band, &nobody) != LOYD_OK)
        return "invalid band name in mtm_band";
    if (stated->sample > 0 && !has_band)
        return "mtm_percentile_sample without a percentile";
    return is_percentile(stated,
                         loyd_distribution_in(&row->puzzle.goal, LOYD_MTM),
                         known_proven(&row->known[LOYD_MTM]))
               ? NULL
               : "mtm_percentile is not that of the length";
}

/* Only packs whose manifest says so have lengths in MTM. */
static const char *
prove_mtm_metric(const struct proving_file *f)
{
    const loyd_known *mtm = &f->row.record.known[LOYD_MTM];

    if (mtm->status == LOYD_STATUS_UNRATED)
        return mtm->path.n > 0 ? "mtm_path without lengths in MTM" : NULL;
    return f->p->manifest.has_mtm ? NULL : "length in MTM in a pack of STM";
}

/* A recipe is not drawn again, but its layout must be that of the goal. */
static const char *
prove_recipe(const struct puzzle_row *row)
{
    const loyd_layout *layout = &row->recipe.layout;
    const loyd_board *goal = &row->record.puzzle.goal;

    if (!row->has_recipe)
        return NULL;
    if (layout->width != goal->width || layout->height != goal->height)
        return "recipe is of another size";
    return loyd_layout_is_drawn(layout) ||
                   loyd_board_equal(&layout->goal, goal)
               ? NULL
               : "recipe is of another goal";
}

/* Notes the percentile of a band. */
static const char *
note_band(struct proving *p, const struct standing *stated)
{
    struct band_span *span = p->bands;

    while (span < p->bands + p->n_bands && !slice_is(stated->band, span->name))
        span++;
    if (span == p->bands + LOYD_BANDS_MAX)
        return "too many bands";
    if (span == p->bands + p->n_bands) {
        p->n_bands++;
        memcpy(span->name, stated->band.at, stated->band.len);
        span->low = span->high = stated->percentile;
    }
    if (stated->percentile < span->low)
        span->low = stated->percentile;
    if (stated->percentile > span->high)
        span->high = stated->percentile;
    return NULL;
}

void
prove_bands(struct proving *p)
{
    for (unsigned i = 0; i < p->n_bands; i++)
        for (unsigned k = 0; k < i; k++) {
            const struct band_span *one = &p->bands[i], *other = &p->bands[k];

            if (one->low < other->high && other->low < one->high)
                report_bad(&p->report, NULL,
                           "percentiles of the bands '%s' and '%s' "
                           "overlap",
                           other->name, one->name);
        }
}

/* --- the selection --- */

/* Is low..high inside one of the ranges? */
static bool
is_within(uint32_t low, uint32_t high, const loyd_range *ranges, size_t n)
{
    size_t i = 0;

    while (i < n && (low < ranges[i].low || high > ranges[i].high))
        i++;
    return i < n || n == 0;
}

static bool
is_named(struct slice name, const char *const *names, size_t n)
{
    size_t i = 0;

    while (i < n && !slice_is(name, names[i]))
        i++;
    return i < n || n == 0;
}

static bool
is_proven_within(const loyd_known *known, const loyd_range *ranges, size_t n)
{
    unsigned length = known_proven(known);

    return n == 0 || (length != 0 && is_within(length, length, ranges, n));
}

static bool
begins_with(const loyd_moves *path, const loyd_moves *prefix)
{
    return prefix == NULL || path->n == 0 ||
           (path->n >= prefix->n &&
            (prefix->n == 0 ||
             memcmp(path->dir, prefix->dir, prefix->n) == 0));
}

/* Does what is known of a length match? Percentiles are rounded: one of the
 * upper end may be below it. */
static bool
is_selected_known(const loyd_filter *filter, const loyd_known *known,
                  const struct standing *stated)
{
    uint32_t lower = known->rating.lower, upper = known->rating.upper;
    uint32_t rank = stated->percentile < 0 ? 0 : (uint32_t)stated->percentile;

    if (filter->n_bounds + filter->n_gap > 0 && upper == 0)
        return false;
    if (filter->n_percentiles > 0 && stated->percentile < 0)
        return false;
    return (!filter->has_status || known->status == filter->status) &&
           is_within(lower, upper, filter->bounds, filter->n_bounds) &&
           is_within(upper - lower, upper - lower, filter->gap,
                     filter->n_gap) &&
           is_within(rank, rank, filter->percentiles, filter->n_percentiles) &&
           is_named(stated->band, filter->bands, filter->n_bands) &&
           begins_with(&known->path, filter->path_prefix);
}

/* Does all that has no metric match? */
static bool
is_selected_puzzle(const loyd_filter *filter, const struct record *row)
{
    const loyd_board *goal = &row->puzzle.goal;
    const char *name = row->name != NULL ? row->name : "";

    if (filter->has_id &&
        (memcmp(&row->id, &filter->id_first, sizeof(row->id)) < 0 ||
         memcmp(&row->id, &filter->id_last, sizeof(row->id)) > 0))
        return false;
    return filter_wants_size(filter, goal->width, goal->height) &&
           (filter->name == NULL || strcmp(filter->name, name) == 0);
}

const char *
prove_selected(const struct proving_file *f, const struct row_facts *facts)
{
    const struct record *row = &f->row.record;
    const loyd_known *known = row->known;
    bool has_mtm = f->p->manifest.has_mtm, is_selected;
    loyd_import_format format = f->told->format;
    const loyd_filter *filter;

    /* The other formats do not have all of it. */
    if (f->p->selection == NULL ||
        (format != LOYD_IMPORT_JSONL && format != LOYD_IMPORT_CSV &&
         format != LOYD_IMPORT_SQLITE))
        return NULL;
    filter = loyd_filter_builder_get(f->p->selection);
    is_selected =
        is_selected_puzzle(filter, row) &&
        is_proven_within(&known[LOYD_STM], filter->stm, filter->n_stm);
    if (is_selected && has_mtm)
        is_selected =
            is_proven_within(&known[LOYD_MTM], filter->mtm, filter->n_mtm);
    if (is_selected && (has_mtm || filter->metric == LOYD_STM))
        is_selected = is_selected_known(filter, &known[filter->metric],
                                        &facts->standing[filter->metric]);
    return is_selected ? NULL : "not in the selection of the manifest";
}

const char *
prove_facts(struct proving_file *f, const struct row_facts *facts)
{
    const char *fault = prove_stm(f, facts);

    if (fault == NULL)
        fault = prove_mtm_metric(f);
    if (fault == NULL)
        fault = prove_mtm_standing(f, facts);
    if (fault == NULL)
        fault = prove_recipe(&f->row);
    /* The other files must have the same bands. */
    for (unsigned m = 0;
         fault == NULL && !f->p->has_witness && m < LOYD_METRICS; m++)
        if (facts->standing[m].band.len > 0)
            fault = note_band(f->p, &facts->standing[m]);
    return fault;
}
