/* SPDX-License-Identifier: MIT */
/* A site's marker: a parsed marker prints as the same text. */
#include "fuzz.h"

#include <string.h>

#include "site/marker.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct marker marker;
    loyd_why why;
    struct text text = {0};
    loyd_err err;

    text_bytes(&text, (const char *)data, size);
    err = marker_parse(&text, &marker, &why);
    text_clear(&text);
    if (err != LOYD_OK) {
        text_free(&text);
        return 0;
    }
    marker_print(&marker, &text);
    demand(text.len == size && memcmp(text.at, data, size) == 0);
    demand(strlen(marker.channel) < sizeof(marker.channel));
    text_free(&text);
    return 0;
}
