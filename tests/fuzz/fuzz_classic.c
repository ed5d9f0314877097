/* SPDX-License-Identifier: MIT */
/* Names of searches: a parsed name prints as one that parses as the same. */
#include "fuzz.h"

#include <string.h>

#include "loyd/classic.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[LOYD_CLASSIC_TEXT];
    loyd_classic classic = {LOYD_ALGORITHM_COUNT_, LOYD_HEURISTIC_COUNT_};
    loyd_classic again = classic;
    size_t len;

    if (loyd_classic_parse((const char *)data, size, &classic, NULL) !=
        LOYD_OK) {
        demand(classic.algorithm == LOYD_ALGORITHM_COUNT_);
        return 0;
    }
    len = loyd_classic_print(&classic, text);
    demand(strlen(text) == len && len < sizeof(text));
    demand(loyd_classic_parse(text, len, &again, NULL) == LOYD_OK);
    demand(again.algorithm == classic.algorithm);
    demand(again.heuristic == classic.heuristic);
    demand(classic.heuristic == LOYD_HEURISTIC_NONE ||
           loyd_algorithm_is_informed((loyd_algorithm)classic.algorithm));
    return 0;
}
