/* SPDX-License-Identifier: MIT */
/* Ranges of percentiles. */
#ifndef LOYD_RANGE_H
#define LOYD_RANGE_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_LENGTH_MAX 65535

/* Percentiles are whole numbers in thousandths of a percent. */
#define LOYD_PERCENTILE 1000
#define LOYD_PERCENTILE_MAX (100 * LOYD_PERCENTILE)
#define LOYD_REAL_MAX UINT32_MAX

/*
 * Percentiles from low to high, low < high <= LOYD_PERCENTILE_MAX. A bound
 * belongs to the percentiles above it: low is inside, high is outside, except
 * that 100 % is inside. Or other numbers in thousandths, where LOYD_REAL_MAX
 * is no upper end.
 */
typedef struct loyd_range {
    uint32_t low;
    uint32_t high;
} loyd_range;

#ifdef __cplusplus
}
#endif
#endif
