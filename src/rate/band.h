/* SPDX-License-Identifier: MIT */
/* Bands in memory; the public functions: loyd/band.h. */
#ifndef LOYD_RATE_BAND_H
#define LOYD_RATE_BAND_H

#include "base/slice.h"
#include "loyd/band.h"

/* Returns the bands of a new catalogue. Static. */
const loyd_bands *bands_default(void);

/*
 * Parses bands, "easy=0..5,hard=5..100", in any order. Errors: those of
 * bands_check.
 */
loyd_err bands_parse(const char *text, size_t len, loyd_bands *bands,
                     loyd_why *why);

/*
 * Finds the band called `name`; *band is borrowed from `bands`. Errors:
 * LOYD_E_NOT_FOUND, where `why` suggests the nearest name.
 */
loyd_err bands_find(const loyd_bands *bands, const char *name,
                    const loyd_band **band, loyd_why *why);

/*
 * Checks that bands are valid: named, with each name once, and covering
 * 0..100 without gaps or overlaps. Errors: LOYD_E_SYNTAX (a name),
 * LOYD_E_RANGE.
 */
loyd_err bands_check(const loyd_bands *bands, loyd_why *why);

#endif
