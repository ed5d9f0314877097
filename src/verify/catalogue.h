/* SPDX-License-Identifier: MIT */
/*
 * The verification of a catalogue. What it computes a second time, it computes
 * by other methods, so that a fault in the code that wrote it is not repeated.
 */
#ifndef LOYD_VERIFY_CATALOGUE_H
#define LOYD_VERIFY_CATALOGUE_H

#include "loyd/catalogue.h"
#include "store/tables.h"
#include "verify/report.h"

/* Reports what a PRAGMA says of a file, by itself without rows of ours. */
loyd_err file_faults(loyd_store *store, const char *sql, struct report *report,
                     loyd_why *why);

/*
 * redigest.c: computes the digest from the rows, and reports it unless it is
 * that of loyd_store_digest. Sets the digest of `result`. It shares the hash
 * function with loyd_store_digest, but not the reading of rows.
 * The rows of the catalogue must be right, and functions_begin have been
 * called. Errors: those of SQLite.
 */
loyd_err redigest(loyd_store *store, struct report *report,
                  loyd_job_result *result, loyd_why *why);

/* Adds the records of a kind to a digest, of all rows of a schema ("main.").
 * In a digest they come in the order of these kinds. */
struct crypto_hash;
loyd_err digest_add(loyd_store *store, const char *schema,
                    enum digest_record record, struct crypto_hash *hash,
                    struct report *report, loyd_why *why);

#endif
