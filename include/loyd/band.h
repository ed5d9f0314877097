/* SPDX-License-Identifier: MIT */
/* Bands: named ranges of percentiles, such as "hard". */
#ifndef LOYD_BAND_H
#define LOYD_BAND_H

#include "loyd/distribution.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_BANDS_MAX 16
#define LOYD_BAND_NAME 33 /* 1..32 characters of a-z 0-9 -, and a NUL */

typedef struct loyd_band {
    char name[LOYD_BAND_NAME];
    loyd_range percentiles;
} loyd_band;

/*
 * Bands in ascending order that cover 0..100 without gaps or overlaps, so
 * that every length of every class is in exactly one band. Each catalogue has
 * its own bands.
 */
typedef struct loyd_bands {
    unsigned n; /* 1..LOYD_BANDS_MAX */
    loyd_band band[LOYD_BANDS_MAX];
} loyd_bands;

/*
 * Returns the bands of a new catalogue: easy 0..1, medium 1..25, hard 25..90,
 * expert 90..100. On a 4x4 with the goal's blank in a corner these are the
 * lengths up to 39, 40-49, 50-59, and 60 and over. Static.
 */
LOYD_API const loyd_bands *loyd_bands_default(void);

/*
 * Parses bands, "easy=0..5,hard=5..100", in any order: each name once,
 * covering 0..100 without gaps or overlaps. Errors: LOYD_E_SYNTAX,
 * LOYD_E_RANGE.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_bands_parse(const char *text, size_t len, loyd_bands *bands,
                 loyd_why *why);

/*
 * Finds the band called `name`; *band is borrowed from `bands`. Errors:
 * LOYD_E_NOT_FOUND, where `why` suggests the nearest name.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_bands_find(const loyd_bands *bands, const char *name,
                const loyd_band **band, loyd_why *why);

/*
 * Returns the band of an optimal length in a class, borrowed from `bands`,
 * which must be valid. O(radius), safe from any thread.
 */
LOYD_API const loyd_band *
loyd_bands_of(const loyd_bands *bands, const loyd_distribution *distribution,
              unsigned stm);

#ifdef __cplusplus
}
#endif
#endif
