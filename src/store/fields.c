/* SPDX-License-Identifier: MIT */
/* The table of a puzzle's fields. */
#include "store/fields.h"

#include <string.h>

#define INFO(word, name, kind, is_read, of, about)                            \
    [FIELD_##word] = {name,     LOYD_FIELD_##kind, is_read,                   \
                      LOYD_STM, KNOWN_##of,        about},
#define INFO_MTM(word, name, kind, is_read, of, about)                        \
    [FIELD_##word] = {name,     LOYD_FIELD_##kind, is_read,                   \
                      LOYD_MTM, KNOWN_##of,        about},
const struct field_info field_info[FIELDS_] = {
    FIELDS_OF_ENTRY(INFO) FIELDS_OF_PACK(INFO) FIELDS_OF_MTM(INFO_MTM)
        FIELDS_OF_NAME(INFO) FIELDS_OF_SOLVE(INFO)};

enum field
field_of(const char *name, size_t len)
{
    unsigned i = 0;

    while (i < FIELDS_ && (strlen(field_info[i].name) != len ||
                           memcmp(field_info[i].name, name, len) != 0))
        i++;
    return (enum field)i;
}

enum field
field_at(unsigned at)
{
    if (at >= FIELD_NUMBER)
        at++;
    return at < FIELD_STOPPED ? (enum field)at : FIELDS_;
}

bool
loyd_field_get(unsigned at, loyd_field *field)
{
    const struct field_info *info = &field_info[field_at(at)];

    if (field_at(at) == FIELDS_)
        return false;
    *field = (loyd_field){info->name, info->about, info->kind, info->metric};
    return true;
}
