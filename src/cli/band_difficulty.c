/* SPDX-License-Identifier: MIT */
/* Bands by observed difficulty: their percentiles are those of the puzzles
 * that were played. */
#include "cli/band_difficulty.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/range.h"
#include "cli/catalogue.h"
#include "cli/json.h"
#include "cli/rows.h"

const char *const difficulty_band_columns[] = {
    "band", "percentiles",    "percentile_low",  "percentile_high",
    "size", "difficulty_low", "difficulty_high", "puzzles",
    NULL};

/* The difficulties in thousandths of a second, as filters have them. */
struct difficulties {
    uint32_t *at;
    size_t n, room;
};

static int
add_difficulty(const struct run *run, void *context, const loyd_entry *entry)
{
    struct difficulties *all = context;
    uint64_t thousandths = entry->observed.difficulty / 1000;

    if (!ARRAY_ROOM(all->at, all->room, all->n + 1))
        return report(run->db, LOYD_E_NOMEM, NULL);
    all->at[all->n++] =
        thousandths < LOYD_REAL_MAX ? (uint32_t)thousandths : LOYD_REAL_MAX;
    return EXIT_DONE;
}

static int
compare(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;

    return (one > other) - (one < other);
}

/* Returns the least difficulty that is not below a percentile. */
static uint32_t
at_percentile(const struct difficulties *all, uint32_t percentile)
{
    uint64_t place =
        ((uint64_t)all->n * percentile + LOYD_PERCENTILE_MAX - 1) /
        LOYD_PERCENTILE_MAX;

    return percentile == 0  ? 0
           : place < all->n ? all->at[place]
                            : LOYD_REAL_MAX;
}

/* Counts the puzzles below a difficulty. */
static size_t
count_below(const struct difficulties *all, uint32_t end)
{
    size_t n = 0;

    while (n < all->n && all->at[n] < end)
        n++;
    return n;
}

static void
print_band(const struct run *run, const struct difficulties *all,
           const loyd_band *band)
{
    const loyd_range range = {at_percentile(all, band->percentiles.low),
                              at_percentile(all, band->percentiles.high)};
    size_t puzzles =
        count_below(all, range.high) - count_below(all, range.low);
    char percentiles[PERCENTILES_TEXT], words[RANGE_WORDS];
    struct text text = text_in(words, sizeof(words));
    struct jw *row = row_begin();

    percentiles_print(&band->percentiles, percentiles);
    jw_string(row, "band", band->name);
    jw_string(row, "percentiles", percentiles);
    json_decimal(row, "percentile_low", band->percentiles.low / 1000.0);
    json_decimal(row, "percentile_high", band->percentiles.high / 1000.0);
    if (run->args.size.width > 0)
        json_size(row, run->args.size.width, run->args.size.height);
    if (puzzles > 0) {
        json_decimal(row, "difficulty_low", range.low / 1000.0);
        if (range.high < LOYD_REAL_MAX)
            json_decimal(row, "difficulty_high", range.high / 1000.0);
        if (row_is_text(row)) {
            range_print(&text, &range);
            jw_string(row, "difficulties", words);
        }
    }
    jw_uint(row, "puzzles", puzzles);
    row_end(row);
}

int
difficulty_bands_print(const struct run *run, const loyd_bands *bands)
{
    static const char *const shown[] = {"band", "percentiles", "difficulties",
                                        "puzzles", NULL};
    char size[16];
    const loyd_condition of_size = {"size", size};
    const loyd_filter filter = {.conditions = &of_size,
                                .n_conditions = run->args.size.width > 0,
                                .where = "difficulty IS NOT NULL"};
    struct difficulties all = {.n = 0};
    int code = rows_show(shown);

    snprintf(size, sizeof(size), "%ux%u", run->args.size.width,
             run->args.size.height);
    if (code == EXIT_DONE)
        code = catalogue_each(run, &filter, add_difficulty, &all);

    if (code == EXIT_DONE && all.n == 0)
        code = deny(run->db, "no puzzle has an observed difficulty: see "
                             "`loyd help play`");
    if (code == EXIT_DONE) {
        ARRAY_SORT(all.at, all.n, compare);
        for (unsigned i = 0; i < bands->n; i++)
            print_band(run, &all, &bands->band[i]);
    }
    free(all.at);
    return code;
}
