/* SPDX-License-Identifier: MIT */
/* Parsing of numbers, with messages for the user. */
#ifndef LOYD_BASE_NUMBER_H
#define LOYD_BASE_NUMBER_H

#include "loyd/error.h"

/*
 * Parses a whole number: decimal digits without a sign or leading zeros.
 * Errors: LOYD_E_SYNTAX, LOYD_E_RANGE (outside low..high).
 */
loyd_err number_parse(const char *text, size_t len, uint64_t low,
                      uint64_t high, uint64_t *number, loyd_why *why);

/*
 * Parses a number of bytes: a number as above, and K, M or G for its multiple
 * of 1024, 1024^2 or 1024^3. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE (outside
 * low..high).
 */
loyd_err bytes_parse(const char *text, size_t len, uint64_t low, uint64_t high,
                     uint64_t *bytes, loyd_why *why);

/*
 * Parses a number with at most three decimals, such as 0.25, as thousandths.
 * Returns false, and writes nothing, for any other text.
 */
bool thousandths_parse(const char *text, size_t len, uint64_t *thousandths);

/* Parses 0 or 1. Returns false, and writes nothing, for any other text. */
bool truth_parse(const char *text, size_t len, bool *truth);

#endif
