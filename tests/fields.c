/* SPDX-License-Identifier: MIT */
/* Prints the fields of a puzzle, one per line, for tests/generated.py: name,
 * kind, unit, bounds, pattern and meaning, separated by tabs. */
#include <inttypes.h>
#include <stdio.h>

#include "store/fields.h"

static const char *
or_empty(const char *text)
{
    return text != NULL ? text : "";
}

int
main(void)
{
    static const char *const kinds[] = {
        [LOYD_FIELD_TEXT] = "text",   [LOYD_FIELD_WHOLE] = "whole",
        [LOYD_FIELD_REAL] = "number", [LOYD_FIELD_SEARCH] = "object",
        [LOYD_FIELD_TRUTH] = "0/1",
    };

    for (unsigned i = 0; i < FIELDS_; i++) {
        const struct field_info *info = &field_info[i];
        const struct field_values_info *values =
            &field_values_info[info->values];

        printf("%s\t%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s\n", info->name,
               kinds[info->kind], or_empty(values->unit), values->low,
               values->high, or_empty(values->pattern), info->about);
    }
    return 0;
}
