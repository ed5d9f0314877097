/* SPDX-License-Identifier: MIT */
/* Filters from texts, as options and JSON give them. */
#ifndef LOYD_FILTER_H
#define LOYD_FILTER_H

#include "loyd/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A filter that owns the lists and texts that it points to: only
 * loyd_filter_builder_add changes it. One thread at a time. */
typedef struct loyd_filter_builder {
    loyd_filter filter;
} loyd_filter_builder;

/*
 * Sets a member of the filter.
 *
 *   builder  *builder is NULL before the first call, which makes the builder.
 *   name  a column of the view `puzzles`, such as stm; or where, order, after,
 *         distinct, pick, offset or limit
 *   text  its value. Of a column one value or more, separated by commas, as
 *         loyd_condition has them, added to those already set; a comma before
 *         missing=, blank= or a digit continues a layout, and recipes and
 *         names keep their commas
 *
 * After an error the builder can only be freed. Errors: LOYD_E_SYNTAX (also an
 * unknown name), LOYD_E_RANGE, LOYD_E_ENCODING, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_filter_builder_add(loyd_filter_builder **builder, const char *name,
                        const char *text, size_t len, loyd_why *why);

/* Frees a builder with its filter, and sets *builder to NULL, which is
 * allowed. */
LOYD_API void loyd_filter_builder_free(loyd_filter_builder **builder);

#ifdef __cplusplus
}
#endif
#endif
