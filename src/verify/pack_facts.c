/* SPDX-License-Identifier: MIT */
/* Verifies what a row of a pack states besides its puzzle: percentiles, bands,
 * samples. */
#include <string.h>

#include "base/number.h"
#include "base/why.h"
#include "core/board.h"
#include "rate/band.h"
#include "rate/lengths.h"
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

/* A path shows what its upper end is. */
static void
length_facts(const struct row_text *text, const loyd_known *known,
             loyd_metric metric, struct length_facts *of)
{
    unsigned lower = known->rating.lower, upper = known->rating.upper;

    if (upper == 0)
        upper = (unsigned)loyd_moves_length(&known->path, metric);
    *of = (struct length_facts){
        .stated = {.lower = lower == 0 && upper != 0 ? 1 : lower,
                   .upper = upper},
        .path = known->path,
        .standing = standing_of(text, metric)};
}

void
pack_facts(const struct row_text *text, const struct puzzle_row *row,
           struct facts *facts)
{
    const struct record *record = &row->record;
    struct slice estimated = text->field[FIELD_ESTIMATED];

    facts->has_id = true;
    facts->id = record->id;
    facts->puzzle = record->puzzle;
    facts->estimate = record->estimate;
    facts->layout = text->has_goal ? text->layout : text->field[FIELD_LAYOUT];
    facts->status = text->field[FIELD_STATUS];
    facts->recipe = text->field[FIELD_RECIPE];
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        length_facts(text, &record->known[m], m, &facts->in[m]);
    if (!truth_parse(estimated.at, estimated.len, &facts->is_estimated))
        facts->is_estimated = false;
    facts->lacks_percentile = text->has_class &&
                              text->field[FIELD_PERCENTILE].at == NULL &&
                              text->field[FIELD_STM].at != NULL;
    facts->text = text;
}

/* Beyond LOYD_EXACT_CELLS cells a percentile is that of an estimate. */
static const char *
check_estimated(const struct facts *facts)
{
    bool has_percentile = facts->in[LOYD_STM].standing.percentile >= 0;

    if (board_cells(&facts->puzzle.goal) <= LOYD_EXACT_CELLS)
        return facts->is_estimated
                   ? "estimated percentile of a board of at most 16 cells"
                   : NULL;
    if (facts->is_estimated != has_percentile)
        return "percentile and estimated do not match";
    return facts->is_estimated && facts->estimate == 0
               ? "percentile without an estimate"
               : NULL;
}

/* Percentile and band must both be present or absent, and need a proven
 * length or an estimate. */
const char *
check_percentile(struct checker *by, struct facts *facts, loyd_metric metric)
{
    const struct file_job *f = by->state;
    const struct standing *stated = &facts->in[metric].standing;
    const loyd_board *goal = &facts->puzzle.goal;
    uint16_t proven = known_proven(&f->row.record.known[metric]);
    bool has_band = stated->band.len > 0;
    const loyd_distribution *d;
    const char *fault = NULL;

    if (has_band != (stated->percentile >= 0))
        return has_band ? "band without a percentile"
                        : "percentile without a band";
    if (metric == LOYD_STM && (fault = check_estimated(facts)) != NULL)
        return fault;
    if (has_band && proven == 0 &&
        !(metric == LOYD_STM && facts->is_estimated))
        return "percentile of a length that is not proven";
    if (has_band && band_check_name(stated->band, &(loyd_why){""}) != LOYD_OK)
        return "invalid band name";
    if (metric == LOYD_STM && facts->lacks_percentile)
        return "length is missing from the list of lengths";
    if (stated->sample > 0 && !has_band)
        return "percentile_sample without a percentile";
    /* It follows from class and length and never changes. One of a sample
     * that is not built in cannot be computed again. */
    d = loyd_distribution_of(goal, metric);
    return d == NULL || d->sample != stated->sample ||
                   stated->percentile < 0 ||
                   stated->percentile == (int32_t)percentile_of(d, proven)
               ? NULL
               : "percentile is not that of the length";
}

/* Only packs whose manifest says so have lengths in MTM. */
const char *
check_metric(struct checker *by, struct facts *facts)
{
    const struct file_job *f = by->state;
    const loyd_known *mtm = &f->row.record.known[LOYD_MTM];

    (void)facts;
    if (mtm->status == LOYD_STATUS_UNRATED)
        return mtm->path.n > 0 ? "mtm_path without lengths in MTM" : NULL;
    return f->p->manifest.has_mtm ? NULL : "length in MTM in a pack of STM";
}

/* A recipe is not drawn again, but its layout must be that of the goal. */
const char *
check_drawn(struct checker *by, struct facts *facts)
{
    const struct file_job *f = by->state;
    const loyd_layout *layout = &f->row.recipe.layout;
    const loyd_board *goal = &facts->puzzle.goal;

    if (!f->row.has_recipe)
        return NULL;
    if (layout->width != goal->width || layout->height != goal->height)
        return "recipe is of another size";
    return layout->is_drawn || loyd_board_equal(&layout->goal, goal)
               ? NULL
               : "recipe is of another goal";
}

/* Notes the percentile of a band. The other files must have the same bands. */
const char *
check_band(struct checker *by, struct facts *facts, loyd_metric metric)
{
    const struct file_job *f = by->state;
    struct pack_job *p = f->p;
    const struct standing *stated = &facts->in[metric].standing;
    struct band_span *span = p->bands;

    if (p->has_witness || stated->band.len == 0)
        return NULL;
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
verify_bands(struct pack_job *p)
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

/* Returns whether low..high is inside one of the ranges. */
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

/* Returns whether what is known of a length matches. Percentiles are rounded:
 * one of the upper end may be below it. */
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

/* Returns whether everything without a metric matches. */
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

/*
 * The selection of the manifest has the row. Of conditions on layouts, seeds,
 * lists of ids and marks a row says too little.
 */
const char *
check_selection(struct checker *by, struct facts *facts)
{
    const struct file_job *f = by->state;
    const struct record *row = &f->row.record;
    const loyd_known *known = row->known;
    bool has_mtm = f->p->manifest.has_mtm, is_selected;
    loyd_import_format format = f->entry->format;
    const loyd_filter *filter;

    /* JSON does not have all of it. */
    if (f->p->has_witness || f->p->selection == NULL ||
        format == LOYD_IMPORT_JSON)
        return NULL;
    filter = &f->p->selection->filter;
    is_selected =
        is_selected_puzzle(filter, row) &&
        is_proven_within(&known[LOYD_STM], filter->stm, filter->n_stm);
    if (is_selected && has_mtm)
        is_selected =
            is_proven_within(&known[LOYD_MTM], filter->mtm, filter->n_mtm);
    if (is_selected && (has_mtm || filter->metric == LOYD_STM))
        is_selected = is_selected_known(filter, &known[filter->metric],
                                        &facts->in[filter->metric].standing);
    return is_selected ? NULL : "not in the selection of the manifest";
}
