/* SPDX-License-Identifier: MIT */
/* Filters as JSON, for manifests and channels. */
#ifndef LOYD_STORE_FILTER_JSON_H
#define LOYD_STORE_FILTER_JSON_H

#include "base/jw.h"
#include "loyd/store.h"

/*
 * Writes a filter as one JSON object in style JW_TIGHT, the member `name`
 * (NULL in an array, or outermost). Only the members that are set, in a fixed
 * order; lists are sorted, without duplicates. Ranges are joined; one that is
 * left is a string, several are an array of strings. Lists of ids are written
 * as {"count":N,"digest":HEX}, the first 8 bytes of the BLAKE2b-256 of the
 * sorted ids. Equal selections give equal bytes. To leave members out, such as
 * `use`, clear them in a copy of the filter.
 *
 * If memory runs out, the text of `json` is lost (is_lost).
 */
void filter_put_json(struct jw *json, const char *name,
                     const loyd_filter *filter);

#endif
