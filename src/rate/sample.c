/* SPDX-License-Identifier: MIT */
/* The samples that are built in, generated from data/estimates.tsv by
 * embed_samples.sh, and samples in memory. */
#include "rate/sample.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"

static const loyd_sample samples[] = {
#include "samples.inc"
};

const loyd_sample *
sample_get(unsigned width, unsigned height, unsigned blank)
{
    loyd_class cls;

    if (size_check(width, height, NULL) != LOYD_OK || blank >= width * height)
        return NULL;
    cls = loyd_class_of(width, height, blank);
    for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        const loyd_distribution *d = &samples[i].estimates;
        if (d->width == cls.width && d->height == cls.height &&
            d->blank == cls.blank)
            return &samples[i];
    }
    return NULL;
}

/* A sample that is not built in, with its counts: those of the estimates,
 * those of mlc, then the text of the series. */
struct sample_room {
    loyd_sample sample;
    uint64_t counts[];
};

loyd_sample *
sample_new(const loyd_class *cls, unsigned version, const char *series,
           uint16_t estimate_max, uint16_t mlc_max)
{
    size_t n = (size_t)estimate_max + 1 + (size_t)mlc_max + 1;
    size_t len = strlen(series) + 1;
    struct sample_room *room =
        calloc(1, sizeof(*room) + n * sizeof(room->counts[0]) + len);
    loyd_distribution empty = {
        .width = cls->width, .height = cls->height, .blank = cls->blank};
    loyd_sample *sample;

    if (room == NULL)
        return NULL;
    sample = &room->sample;
    sample->effort = LOYD_EFFORT_QUICK;
    sample->version = version;
    sample->series = memcpy(&room->counts[n], series, len);
    sample->estimates = sample->mlc = empty;
    sample->estimates.radius = estimate_max;
    sample->estimates.count = room->counts;
    sample->mlc.radius = mlc_max;
    sample->mlc.is_open = true;
    sample->mlc.count = room->counts + estimate_max + 1;
    return sample;
}

void
sample_add(loyd_sample *sample, enum sample_measure measure, uint16_t value,
           uint32_t n)
{
    struct sample_room *room = (struct sample_room *)sample;
    loyd_distribution *d =
        measure == SAMPLE_MLC ? &sample->mlc : &sample->estimates;

    room->counts[(d->count - room->counts) + value] += n;
    d->sample += n;
    d->total += n;
}

