/* SPDX-License-Identifier: MIT */
/* Owns the table of classes and bands in `loyd stats`. */
#include "cli/class_bands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static struct class_count *
class_of(struct class_bands *all, const loyd_distribution *distribution)
{
    struct class_count *grown;

    for (size_t i = 0; i < all->n; i++)
        if (all->classes[i].distribution == distribution)
            return &all->classes[i];
    grown = realloc(all->classes, (all->n + 1) * sizeof(*grown));
    if (grown == NULL)
        return NULL;
    all->classes = grown;
    grown[all->n] = (struct class_count){.distribution = distribution};
    return &grown[all->n++];
}

bool
class_bands_add(struct class_bands *all, const loyd_stat *stat)
{
    const loyd_band *band;
    struct class_count *class;

    if (stat->status != LOYD_STATUS_PROVEN || stat->distribution == NULL)
        return true;
    if ((class = class_of(all, stat->distribution)) == NULL)
        return false;
    band = loyd_bands_of(&all->bands, stat->distribution, stat->stm);
    class->count[band - all->bands.band] += stat->count;
    return true;
}

static void
print_row(const struct class_count *class, const loyd_band *band,
          uint64_t count)
{
    const loyd_distribution *d = class->distribution;
    char size[16], blank[16], from[24] = "exact", lengths[16] = "-";
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
    printf("%-5s %-5s %-13s %-16s %-14s %-8s %8" PRIu64 "\n", size, blank,
           from, band->name, percentiles, lengths, count);
}

void
class_bands_print(const struct terminal *screen, const struct class_bands *all)
{
    if (all->n == 0)
        return;
    printf("\n%s%-5s %-5s %-13s %-16s %-14s %-8s %8s%s\n",
           paint(screen, PAINT_BOLD), "class", "blank", "known from", "band",
           "percentiles", "stm", "puzzles", paint(screen, PAINT_OFF));
    for (size_t i = 0; i < all->n; i++)
        for (unsigned b = 0; b < all->bands.n; b++)
            print_row(&all->classes[i], &all->bands.band[b],
                      all->classes[i].count[b]);
}
