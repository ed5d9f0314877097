/* SPDX-License-Identifier: MIT */
/* Owns what a proof calls the values that it finds. */
#include "catalogue/words.h"

#include <string.h>

const char *
words_id(const struct raw_value *id, char name[LOYD_ID_CHARS + 1])
{
    loyd_id bytes;

    if (id->kind != RAW_BYTES || id->len != LOYD_ID_BYTES)
        return "without an id";
    memcpy(bytes.byte, id->bytes, LOYD_ID_BYTES);
    loyd_id_print(&bytes, name);
    return name;
}

const char *
words_text(const struct raw_value *value, char out[WHY_QUOTE_BYTES])
{
    if (value->kind != RAW_TEXT)
        return "?";
    return why_quote((const char *)value->bytes, value->len, out);
}
