/* SPDX-License-Identifier: MIT */
/* Counts puzzles by class and band, for `loyd stats`. */
#include "cli/band_counts.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/array.h"

bool
band_counts_add(struct band_counts *all, const loyd_stat *stat)
{
    const loyd_distribution *distribution = stat->distribution;
    const loyd_band *band;
    size_t i = 0;

    if (stat->status != LOYD_STATUS_PROVEN || distribution == NULL)
        return true;
    while (i < all->n && all->classes[i].distribution != distribution)
        i++;
    if (i == all->n) {
        if (!ARRAY_ROOM(all->classes, all->room, all->n + 1))
            return false;
        all->classes[all->n++] =
            (struct class_count){.distribution = distribution};
    }
    band = loyd_bands_of(&all->bands, distribution, stat->length);
    all->classes[i].count[band - all->bands.band] += stat->count;
    return true;
}

#define CELLS 7

/* Prints a line of the table of classes. In a narrow terminal those columns
   are left out that matter least. */
static void
print_cells(const struct terminal *screen, const char *const cells[CELLS])
{
    static const int widths[CELLS] = {5, 5, 13, 16, 14, 8, -8}; /* right */
    static const unsigned least[] = {2, 4, 1, 5, 0};
    bool is_out[CELLS] = {false};
    unsigned used = 75;

    for (size_t i = 0; i < sizeof(least) / sizeof(least[0]); i++)
        if (used > screen->width) {
            is_out[least[i]] = true;
            used -= (unsigned)widths[least[i]] + 1;
        }
    for (unsigned i = 0; i < CELLS; i++)
        if (!is_out[i])
            printf("%*s%c", -widths[i], cells[i], i + 1 < CELLS ? ' ' : '\n');
}

static void
print_row(const struct terminal *screen, const struct class_count *class,
          const loyd_band *band, uint64_t count)
{
    const loyd_distribution *d = class->distribution;
    char size[16], blank[16], from[24] = "exact", lengths[16] = "-";
    char number[24];
    char percentiles[LOYD_PERCENTILES_TEXT];
    uint16_t first, last;

    snprintf(size, sizeof(size), "%ux%u", d->width, d->height);
    snprintf(blank, sizeof(blank), "%u.%u", d->blank / d->width,
             d->blank % d->width);
    if (d->sample > 0)
        snprintf(from, sizeof(from), "%" PRIu32 " drawn", d->sample);
    loyd_percentiles_print(&band->percentiles, percentiles);
    if (loyd_percentiles_lengths(&band->percentiles, d, &first, &last))
        snprintf(lengths, sizeof(lengths), "%u..%u", first, last);
    snprintf(number, sizeof(number), "%" PRIu64, count);
    print_cells(screen,
                (const char *const[CELLS]){size, blank, from, band->name,
                                           percentiles, lengths, number});
}

static void
print_classes(const struct terminal *screen, loyd_metric metric,
              const struct band_counts *all)
{
    printf("\n%s", paint(screen, PAINT_BOLD));
    print_cells(screen,
                (const char *const[CELLS]){
                    "class", "blank", "known from", "band", "percentiles",
                    loyd_metric_name(metric), "puzzles"});
    fputs(paint(screen, PAINT_OFF), stdout);
    for (size_t i = 0; i < all->n; i++)
        for (unsigned b = 0; b < all->bands.n; b++)
            print_row(screen, &all->classes[i], &all->bands.band[b],
                      all->classes[i].count[b]);
}

/* Prints the bands of all classes together. */
static void
print_bands(const struct terminal *screen, const struct band_counts *all)
{
    uint64_t count[LOYD_BANDS_MAX] = {0}, sum = 0;

    for (size_t i = 0; i < all->n; i++)
        for (unsigned b = 0; b < all->bands.n; b++) {
            count[b] += all->classes[i].count[b];
            sum += all->classes[i].count[b];
        }
    printf("\n%s%-16s %8s %7s%s\n", paint(screen, PAINT_BOLD), "band",
           "puzzles", "share", paint(screen, PAINT_OFF));
    for (unsigned b = 0; b < all->bands.n; b++)
        printf("%-16s %8" PRIu64 " %5.1f %%\n", all->bands.band[b].name,
               count[b], 100.0 * (double)count[b] / (double)sum);
}

void
band_counts_print(const struct terminal *screen, loyd_metric metric,
                  const struct band_counts *all)
{
    if (all->n > 0)
        print_classes(screen, metric, all);
    if (all->n > 1)
        print_bands(screen, all);
}
