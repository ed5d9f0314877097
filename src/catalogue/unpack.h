/* SPDX-License-Identifier: MIT */
/* Packed starts, unpacked without a look at how the store does it. */
#ifndef LOYD_CATALOGUE_UNPACK_H
#define LOYD_CATALOGUE_UNPACK_H

#include "store/inside.h"

/*
 * The labels of a packed start, n of them, of a goal's cells, n as well.
 * false: it is none.
 */
bool unpack_start(const struct raw_value *start, const struct raw_value *cells,
                  size_t n, uint8_t *out);

#endif
