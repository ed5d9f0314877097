/* SPDX-License-Identifier: MIT */
/* Samples of classes beyond LOYD_EXACT_CELLS cells, for their percentiles. */
#ifndef LOYD_SAMPLE_H
#define LOYD_SAMPLE_H

#include "loyd/class.h"
#include "loyd/distribution.h"
#include "loyd/generate.h"
#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The estimates (upper ends that an effort found) and the mlc (see LOYD_TARGET_MLC) of boards
 * of a class that were drawn uniformly. Both are distributions, so that all
 * functions of distribution.h and loyd_bands_of apply; their width, height and
 * blank are the class.
 */
typedef struct loyd_sample {
    const char *series; /* the boards' recipe up to the last ~; the indices
                           are 0, 1, ... */
    loyd_effort effort;
    unsigned version;   /* of the effort; of estimates with the same version */
    loyd_distribution estimates;
    loyd_distribution mlc;
} loyd_sample;

#define LOYD_SAMPLE_BOARDS_MIN 100 /* percentiles of fewer mean little */
#define LOYD_SAMPLE_BOARDS_MAX 1000000
#define LOYD_SAMPLE_BOARDS 2000 /* of the samples that are built in */

/*
 * Makes a sample by effort quick, of the version of this library.
 *
 *   solver    shows its progress itself.
 *   recipe    a recipe without a secret or a target, of a layout whose goal is
 *             not drawn; its index does not matter.
 *   boards    LOYD_SAMPLE_BOARDS_MIN..LOYD_SAMPLE_BOARDS_MAX.
 *   listener  progress; may be NULL.
 *   sample    the caller frees it with loyd_sample_free.
 *
 * Errors: LOYD_E_RANGE (also for a board of up to LOYD_EXACT_CELLS cells),
 * LOYD_E_CANCELLED, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS,
 * LOYD_E_UNSOLVABLE, LOYD_E_EXHAUSTED, LOYD_E_UNSUPPORTED, LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_sample_make(loyd_solver *solver, const loyd_recipe *recipe,
                 uint32_t boards, const loyd_listener *listener,
                 loyd_sample **sample, loyd_why *why);

/*
 * Finds the values of mlc whose percentile in a sample is inside a range:
 * *low..*high, at least 1. All values above the greatest one of the sample
 * have the percentile 100, so a range that includes 100 ends at
 * LOYD_LENGTH_MAX - 1. Returns false if there are none. O(values), safe from
 * any thread.
 */
LOYD_API bool
loyd_percentiles_mlc(const loyd_range *percentiles,
                     const loyd_sample *sample, uint16_t *low, uint16_t *high);

/* Frees a sample and sets *sample to NULL. NULL is allowed. */
LOYD_API void loyd_sample_free(loyd_sample **sample);

#ifdef __cplusplus
}
#endif
#endif
