/* SPDX-License-Identifier: MIT */
/* Names of searches: a parsed name prints as one that parses as the same. */
#include "fuzz.h"

#include <string.h>

#include "lab/classic.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[CLASSIC_TEXT];
    struct classic classic = {ALGORITHM_COUNT_, HEURISTIC_COUNT_};
    struct classic again = classic;
    size_t len;

    if (classic_parse((const char *)data, size, &classic, NULL) != LOYD_OK) {
        demand(classic.algorithm == ALGORITHM_COUNT_);
        return 0;
    }
    len = classic_print(&classic, text);
    demand(strlen(text) == len && len < sizeof(text));
    demand(classic_parse(text, len, &again, NULL) == LOYD_OK);
    demand(again.algorithm == classic.algorithm);
    demand(again.heuristic == classic.heuristic);
    demand(classic.heuristic == HEURISTIC_NONE ||
           algorithm_is_informed(classic.algorithm));
    return 0;
}
