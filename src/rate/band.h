/* SPDX-License-Identifier: MIT */
/* Names of bands. */
#ifndef LOYD_RATE_BAND_H
#define LOYD_RATE_BAND_H

#include "base/slice.h"
#include "loyd/band.h"

/* Checks the name of a band. Errors: LOYD_E_SYNTAX. */
loyd_err band_check_name(struct slice name, loyd_why *why);

/*
 * Checks that bands are valid: named, with each name once, and covering
 * 0..100 without gaps or overlaps. Errors: LOYD_E_SYNTAX (a name),
 * LOYD_E_RANGE.
 */
loyd_err bands_check(const loyd_bands *bands, loyd_why *why);

#endif
