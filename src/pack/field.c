/* SPDX-License-Identifier: MIT */
/* Owns the names of a puzzle's fields. */
#include "pack/field.h"

#include <string.h>

#define INFO(word, name, column, kind, is_read)                               \
    [FIELD_##word] = {name, column, kind, is_read},
const struct field_info field_info[FIELDS_] = {FIELDS_OF_ENTRY(INFO)
                                                   FIELDS_OF_PACK(INFO)};

/* Each name with its comma; the first one's is passed over. */
#define COMMA_NAME(word, name, column, kind, is_read) "," name
static const char names[] = FIELDS_OF_ENTRY(COMMA_NAME);
static const char names_of_pack[] =
    FIELDS_OF_ENTRY(COMMA_NAME) FIELDS_OF_PACK(COMMA_NAME);

const char *const field_csv_head = names + 1;
const char *const field_csv_head_of_pack = names_of_pack + 1;

enum field
field_of(const char *name, size_t len)
{
    unsigned i = 0;

    while (i < FIELDS_ && (strlen(field_info[i].name) != len ||
                           memcmp(field_info[i].name, name, len) != 0))
        i++;
    return (enum field)i;
}
