/* SPDX-License-Identifier: MIT */
/* A file of a pack while it is written: bytes in, size and SHA-256 out. */
#ifndef LOYD_PACK_SINK_H
#define LOYD_PACK_SINK_H

#include "base/text.h"
#include "core/crypto.h"
#include "loyd/error.h"

struct sink;

/*
 * A new file `name` in the open folder `dir`, whose path is only for
 * messages. With `is_gzip` what is put is compressed; its header holds
 * neither name nor time, so that the same text is the same file.
 * Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM.
 */
loyd_err sink_new(int dir, const char *path, const char *name, bool is_gzip,
                  struct sink **made, loyd_why *why);

/* The first error stays, and sink_end tells it. */
void sink_put(struct sink *to, const void *bytes, size_t len);
void sink_text(struct sink *to, const char *text);
/* Puts a text and empties it. */
void sink_drain(struct sink *to, struct text *text);
/* Has something gone wrong? So that nobody fills a full disk in vain. */
bool sink_is_bad(const struct sink *to);

/* What the file came to. */
struct sink_sum {
    uint64_t bytes;
    uint8_t sha[CRYPTO_SHA256_BYTES];
    uint8_t sha_plain[CRYPTO_SHA256_BYTES]; /* of what was put */
};

/* Everything onto the disk; closes it. Errors: as sink_new. */
loyd_err sink_end(struct sink **to, struct sink_sum *sum, loyd_why *why);

/* Gives up. NULL is fine. */
void sink_drop(struct sink **to);

/* The error that errno means: "PATH/NAME: WHAT: ...". */
loyd_err pack_failed(const char *path, const char *name, const char *what,
                     loyd_why *why);

#endif
