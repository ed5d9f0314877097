/* SPDX-License-Identifier: MIT */
/* Parses numbers, and words their errors. */
#include "base/number.h"

#include <inttypes.h>
#include <string.h>

#include "base/slice.h"
#include "base/why.h"

loyd_err
number_parse(const char *text, size_t len, uint64_t low, uint64_t high,
             uint64_t *number, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    uint64_t value = 0;

    WHY_GIVEN(why);
    switch (slice_number((struct slice){text, len}, &value)) {
    case NUMBER_NONE:
        return why_set(why, LOYD_E_SYNTAX, "invalid number '%s'",
                       why_quote(text, len, quote));
    case NUMBER_ZEROS:
        return why_set(why, LOYD_E_SYNTAX, "number '%s' has leading zeros",
                       why_quote(text, len, quote));
    case NUMBER_GOOD:
        if (value >= low && value <= high)
            break;
        /* fallthrough */
    case NUMBER_LARGE:
        return why_set(why, LOYD_E_RANGE,
                       "%s is out of range: expected %" PRIu64 "..%" PRIu64,
                       why_quote(text, len, quote), low, high);
    }
    *number = value;
    return LOYD_OK;
}

loyd_err
bytes_parse(const char *text, size_t len, uint64_t low, uint64_t high,
            uint64_t *bytes, loyd_why *why)
{
    static const char units[] = "KMG";
    char quote[WHY_QUOTE_BYTES];
    const char *unit = len > 1 ? memchr(units, text[len - 1], 3) : NULL;
    unsigned shift = unit != NULL ? 10 * (unsigned)(unit - units + 1) : 0;
    struct slice digits = {text, len - (unit != NULL)};
    uint64_t value = 0;

    WHY_GIVEN(why);
    switch (slice_number(digits, &value)) {
    case NUMBER_NONE:
    case NUMBER_ZEROS:
        return why_set(
            why, LOYD_E_SYNTAX,
            "invalid number of bytes '%s': expected a number, K, M or G "
            "may follow",
            why_quote(text, len, quote));
    case NUMBER_GOOD:
        if (value <= high >> shift && value << shift >= low)
            break;
        /* fallthrough */
    case NUMBER_LARGE:
        return why_set(why, LOYD_E_RANGE,
                       "%s is out of range: expected %" PRIu64 "..%" PRIu64
                       " bytes",
                       why_quote(text, len, quote), low, high);
    }
    *bytes = value << shift;
    return LOYD_OK;
}

bool
thousandths_parse(const char *text, size_t len, uint64_t *thousandths)
{
    struct slice decimals = {text, len}, number;
    bool has_point = slice_cut(&decimals, '.', &number);
    uint64_t whole, part = 0;

    if (slice_number(number, &whole) != NUMBER_GOOD ||
        whole >= UINT64_MAX / 1000 || (has_point && decimals.len == 0) ||
        decimals.len > 3)
        return false;
    for (size_t i = 0; i < 3; i++) {
        char digit = i < decimals.len ? decimals.at[i] : '0';

        if (digit < '0' || digit > '9')
            return false;
        part = 10 * part + (uint64_t)(digit - '0');
    }
    *thousandths = 1000 * whole + part;
    return true;
}

bool
truth_parse(const char *text, size_t len, bool *truth)
{
    if (len != 1 || (text[0] != '0' && text[0] != '1'))
        return false;
    *truth = text[0] == '1';
    return true;
}
