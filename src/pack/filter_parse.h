/* SPDX-License-Identifier: MIT */
/* Filters from the JSON that they are written as, see docs/formats.md. */
#ifndef LOYD_PACK_FILTER_PARSE_H
#define LOYD_PACK_FILTER_PARSE_H

#include <jansson.h>

#include "loyd/store.h"

/*
 * Sets the members of an object in a new builder. Members that no filter has,
 * and lists of ids, of which only a digest is written, are an error unless
 * skips_unknown. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_NOMEM.
 */
loyd_err filter_parse(json_t *object, bool skips_unknown,
                      loyd_filter_builder *to, loyd_why *why);

#endif
