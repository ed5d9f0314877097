/* SPDX-License-Identifier: MIT */
/* Ids and prefixes: a whole id prints as the same text, in lower case. */
#include "fuzz.h"

#include <ctype.h>
#include <string.h>

#include "loyd/puzzle.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char low[LOYD_ID_CHARS + 1], high[LOYD_ID_CHARS + 1];
    loyd_id first, last;

    if (loyd_id_parse((const char *)data, size, &first, &last, NULL) !=
        LOYD_OK)
        return 0;
    demand(size >= 1 && size <= LOYD_ID_CHARS);
    loyd_id_print(&first, low);
    loyd_id_print(&last, high);
    demand(strlen(low) == LOYD_ID_CHARS && strlen(high) == LOYD_ID_CHARS);
    demand(memcmp(low, high, size) == 0);
    for (size_t i = 0; i < LOYD_ID_CHARS; i++)
        if (i < size) /* i and l are read as 1, o as 0 */
            demand(low[i] == tolower(data[i]) || low[i] == '1' ||
                   low[i] == '0');
        else
            demand(low[i] == '0' && high[i] == 'z');
    return 0;
}
