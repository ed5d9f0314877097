/* SPDX-License-Identifier: MIT */
/* The file's rows as raw values, unchecked. */
#ifndef LOYD_STORE_RAW_H
#define LOYD_STORE_RAW_H

#include "loyd/store.h"

/*
 * Raw values are for code that verifies rows independently of the store's
 * own checks.
 */
enum raw_kind { RAW_NULL, RAW_NUMBER, RAW_TEXT, RAW_BYTES, RAW_OTHER };

struct raw_value {
    enum raw_kind kind;
    int64_t number;
    const uint8_t *bytes; /* of texts and bytes; borrowed until the next row;
                             a text is followed by a NUL */
    size_t len;
};

enum raw_table {
    RAW_BOARDS,
    RAW_PROVEN,
    RAW_TEXTS,
    RAW_HASHES,
    RAW_DISTRIBUTIONS,
    RAW_UNCOUNTED,
    RAW_COUNT_
};

#define RAW_COLUMNS_MAX 18

/* Called with each row and its values; returns false to stop. */
typedef bool (*raw_fn)(void *context, const struct raw_value *values);

/* Walks over the rows of a table. */
loyd_err raw_each(loyd_store *store, enum raw_table table, raw_fn each,
                  void *context, loyd_why *why);

#endif
