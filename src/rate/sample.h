/* SPDX-License-Identifier: MIT */
/* Building samples in memory; the public functions: loyd/band.h. */
#ifndef LOYD_RATE_SAMPLE_H
#define LOYD_RATE_SAMPLE_H

#include "loyd/band.h"

enum sample_measure { SAMPLE_ESTIMATES, SAMPLE_MLC };

/*
 * Returns a sample of no boards, for values up to estimate_max and mlc_max;
 * NULL if memory runs out. `series` is copied. It is freed with free.
 */
loyd_sample *sample_new(const loyd_class *cls, unsigned version,
                        const char *series, uint16_t estimate_max,
                        uint16_t mlc_max);

/* Counts n boards with a value, which is at most the maximum of sample_new. */
void sample_add(loyd_sample *sample, enum sample_measure measure,
                uint16_t value, uint32_t n);

/*
 * Returns the built-in sample of the class of the goals of width x height
 * cells with the blank in cell `blank`, in either orientation; NULL: none.
 * There is one for each size with sides of 4 to 10 and more than
 * LOYD_EXACT_CELLS cells, with the blank in a corner. A catalogue can hold
 * others: loyd_store_sample. Static, O(1), safe from any thread.
 */
const loyd_sample *sample_get(unsigned width, unsigned height, unsigned blank);

#endif
