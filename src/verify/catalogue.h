/* SPDX-License-Identifier: MIT */
/*
 * The verification of a catalogue. What it computes a second time, it computes
 * by other methods, so that a fault in the code that wrote it is not repeated.
 */
#ifndef LOYD_VERIFY_CATALOGUE_H
#define LOYD_VERIFY_CATALOGUE_H

#include "loyd/catalogue.h"
#include "store/rows.h"
#include "verify/facts.h"
#include "verify/raw_text.h"
#include "verify/report.h"

/*
 * catalogue_rows.c: reads a row of RAW_PUZZLES; the paths are put into `room`.
 * Returns what is wrong with its form, or NULL. The id is always read.
 */
const char *read_puzzle(const struct raw_value *values,
                        uint8_t room[LOYD_METRICS][PATH_MAX_MOVES],
                        struct facts *facts);

/*
 * Return NULL if the row is right, otherwise what is wrong with it: static
 * text. The values are those of RAW_GOALS, RAW_RATINGS, RAW_CLAIMS, RAW_PACKS,
 * RAW_MARKS and RAW_NAMES.
 */
const char *prove_goal(const struct raw_value *values);
const char *prove_search(const struct raw_value *values);
const char *prove_claim(const struct raw_value *values);
const char *prove_pack(const struct raw_value *values);
const char *prove_mark(const struct raw_value *values);
const char *prove_name(const struct raw_value *values);

/*
 * redigest.c: computes the digest from the file's raw values, and reports it
 * unless it is that of loyd_store_digest and, if not NULL, `expected`
 * [LOYD_HASH_BYTES]. It shares the hash function with loyd_store_digest, but
 * neither the reading nor the sorting. The rows of the catalogue must be
 * right. Errors: LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err redigest(loyd_store *store, const uint8_t *expected,
                  struct report *report, loyd_why *why);

/*
 * distribution.c: checks every distribution of a catalogue: its counts and
 * bands; copies of the library's against these; samples by their recipe, and
 * by drawing their boards again their mlc, which no estimate may be below.
 * Reports one fault for each. Errors: LOYD_E_NOMEM, those of SQLite.
 */
loyd_err prove_distributions(loyd_store *store, struct report *report,
                             loyd_why *why);

#endif
