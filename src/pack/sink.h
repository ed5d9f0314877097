/* SPDX-License-Identifier: MIT */
/* Writes a file of a pack and computes its size and SHA-256. */
#ifndef LOYD_PACK_SINK_H
#define LOYD_PACK_SINK_H

#include "base/text.h"
#include "core/crypto.h"
#include "loyd/error.h"

struct sink;

/*
 * Creates the file `name` in the open folder `dir`. `path` is the folder's
 * path for messages. `path` and `name` must outlive the sink. With `is_gzip`
 * the output is compressed; the gzip header contains neither name nor time, so
 * the same contents give the same file.
 * Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM.
 */
loyd_err sink_new(int dir, const char *path, const char *name, bool is_gzip,
                  struct sink **made, loyd_why *why);

/* Appends bytes. The first error is kept and returned by sink_end. */
void sink_put(struct sink *to, const void *bytes, size_t len);
void sink_text(struct sink *to, const char *text);
/* Appends a text and empties it. */
void sink_drain(struct sink *to, struct text *text);
/* Returns whether a write has failed, so that callers can stop early. */
bool sink_is_bad(const struct sink *to);

/* Size and hashes of a finished file. */
struct sink_sum {
    uint64_t bytes;
    uint8_t sha[CRYPTO_SHA256_BYTES];
    uint8_t sha_plain[CRYPTO_SHA256_BYTES]; /* before compression */
};

/* Flushes, syncs and closes the file. Errors: those of sink_new. */
loyd_err sink_end(struct sink **to, struct sink_sum *sum, loyd_why *why);

/* Closes the file and frees. Accepts NULL. */
void sink_drop(struct sink **to);

/* Describes errno as "PATH/NAME: WHAT: ...". Returns LOYD_E_FULL or
 * LOYD_E_IO. */
loyd_err pack_failed(const char *path, const char *name, const char *what,
                     loyd_why *why);

#endif
