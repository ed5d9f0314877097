/* SPDX-License-Identifier: MIT */
/* Owns what a row says beside its puzzle, and the manifest's counts of it. */
#include <stdio.h>
#include <string.h>

#include "pack/proving.h"

/* "12.345" as thousandths; -1: it is not in that form. */
static int32_t
thousandths(const char *text, size_t len)
{
    int32_t sum = 0, point = -1;

    for (size_t i = 0; i < len; i++) {
        if (text[i] == '.' && point < 0 && i > 0)
            point = (int32_t)(len - i - 1);
        else if (text[i] >= '0' && text[i] <= '9' && sum <= 100000)
            sum = 10 * sum + (text[i] - '0');
        else
            return -1;
    }
    for (point = point < 0 ? 0 : point; point < 3; point++)
        sum = sum <= 100000 ? 10 * sum : sum;
    return len > 0 && point == 3 && sum <= 100000 ? sum : -1;
}

struct row_facts
facts_of_text(const struct row_text *text)
{
    struct row_facts facts = {.layout = text->text[FIELD_LAYOUT],
                              .layout_len = text->len[FIELD_LAYOUT],
                              .status = text->text[FIELD_STATUS],
                              .status_len = text->len[FIELD_STATUS],
                              .band = text->text[FIELD_BAND],
                              .band_len = text->len[FIELD_BAND],
                              .percentile = -1};

    if (text->has_goal) {
        facts.layout = text->layout;
        facts.layout_len = text->layout != NULL ? strlen(text->layout) : 0;
    }
    if (text->text[FIELD_PERCENTILE] != NULL)
        facts.percentile =
            thousandths(text->text[FIELD_PERCENTILE], text->len[FIELD_PERCENTILE]);
    facts.lacks_percentile = text->has_class && text->text[FIELD_STM] != NULL &&
                             text->text[FIELD_PERCENTILE] == NULL;
    return facts;
}

/* Where its length stands among all: both said, of what is proven, or none.
 */
const char *
facts_prove(const struct proving_file *f, const struct row_facts *facts)
{
    bool has_band = facts->band_len > 0;

    if (has_band != (facts->percentile >= 0))
        return has_band ? "it has a band, and no percentile"
                        : "it has a percentile, and no band";
    if (has_band && f->row.stm == 0)
        return "it has a percentile, and its length is not proven";
    return facts->lacks_percentile
               ? "its length is missing from the list of lengths"
               : NULL;
}

static loyd_err
count(struct proving_file *f, enum manifest_count by, const char *name,
      size_t len)
{
    return tally_add(&f->counts[by], name, len, 1);
}

/* As the manifest counts: what has no name is a "goal". */
void
facts_count(struct proving_file *f, const struct row_facts *facts)
{
    const loyd_board *goal = &f->row.puzzle.goal;
    bool has_name =
        facts->layout != NULL &&
        (facts->layout_len < 5 || memcmp(facts->layout, "goal=", 5) != 0);
    loyd_err err;

    if (goal->width != f->width || goal->height != f->height) {
        f->width = goal->width;
        f->height = goal->height;
        snprintf(f->size, sizeof(f->size), "%ux%u", f->width, f->height);
    }
    err = count(f, COUNT_SIZE, f->size, strlen(f->size));
    if (err == LOYD_OK)
        err = count(f, COUNT_LAYOUT, has_name ? facts->layout : "goal",
                    has_name ? facts->layout_len : 4);
    if (err == LOYD_OK && facts->band_len > 0)
        err = count(f, COUNT_BAND, facts->band, facts->band_len);
    if (err == LOYD_OK && facts->status != NULL)
        err = count(f, COUNT_STATUS, facts->status, facts->status_len);
    if (err != LOYD_OK)
        f->p->err = err;
}

/* Do its rows come to what the manifest counts? Of some formats not all of
 * it can be known. */
void
facts_prove_counts(const struct proving_file *f)
{
    loyd_import_format format = f->told->format;
    const bool is_told[COUNTS_] = {[COUNT_SIZE] = true,
                                   [COUNT_LAYOUT] = format != LOYD_IMPORT_SGT,
                                   [COUNT_BAND] = format != LOYD_IMPORT_SGT,
                                   [COUNT_STATUS] =
                                       format == LOYD_IMPORT_JSONL ||
                                       format == LOYD_IMPORT_CSV};
    const struct tally *wanted = f->p->manifest.counts;

    for (unsigned i = 0; i < COUNTS_; i++)
        if (is_told[i] && !tally_equal(&f->counts[i], &wanted[i]))
            proving_report(
                f->p, MANIFEST_NAME, "its counts by %s are not those of %s",
                manifest_count_name((enum manifest_count)i), f->told->name);
}
