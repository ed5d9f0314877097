/* SPDX-License-Identifier: MIT */
/* The table of a puzzle's fields. */
#include "store/fields.h"

#include <string.h>

#define VALUES(word, unit, low, high, pattern)                                \
    [VALUES_##word] = {unit, low, high, pattern},
const struct field_values_info field_values_info[VALUES_] = {
    VALUES_OF_FIELDS(VALUES)};

#define INFO_IN(metric, word, name, kind, values, is_read, of, about)         \
    [FIELD_##word] = {name,                                                   \
                      LOYD_FIELD_##kind,                                      \
                      VALUES_##values,                                        \
                      is_read,                                                \
                      metric,                                                 \
                      KNOWN_##of,                                             \
                      about},
#define INFO(...) INFO_IN(LOYD_STM, __VA_ARGS__)
#define INFO_MTM(...) INFO_IN(LOYD_MTM, __VA_ARGS__)
const struct field_info field_info[FIELDS_] = {
    FIELDS_OF_ENTRY(INFO) FIELDS_OF_PACK(INFO) FIELDS_OF_MTM(INFO_MTM)
        FIELDS_OF_NAME(INFO) FIELDS_OF_TRAITS(INFO) FIELDS_OF_GAMES(INFO)
            FIELDS_OF_SOLVE(INFO) FIELDS_OF_VIEW(INFO)};

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
    if (at >= FIELD_STOPPED)
        at += FIELD_CLASS - FIELD_STOPPED;
    return at < FIELDS_ ? (enum field)at : FIELDS_;
}

bool
loyd_field_get(unsigned at, loyd_field *field)
{
    const struct field_info *info = &field_info[field_at(at)];

    if (field_at(at) == FIELDS_)
        return false;
    *field = (loyd_field){
        .name = info->name,
        .meaning = info->about,
        .kind = info->kind,
        .metric = info->metric,
        .unit = field_values_info[info->values].unit,
        .is_trait =
            field_is_trait(field_at(at)) || field_is_of_games(field_at(at)),
        .is_asked = field_at(at) >= FIELD_CLASS,
    };
    return true;
}
