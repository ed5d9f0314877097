/* SPDX-License-Identifier: MIT */
/* Numbers, ranges and numbers of bytes: what is read is within its bounds, and
   the text of a number is the number. */
#include "fuzz.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "core/range.h"

#define LOW 3
#define HIGH (UINT64_C(1) << 50)

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    uint64_t number = 0, first = 0, last = 0, bytes = 0;
    char printed[32];

    if (number_parse(text, size, LOW, HIGH, &number, NULL) == LOYD_OK) {
        demand(number >= LOW && number <= HIGH);
        snprintf(printed, sizeof(printed), "%" PRIu64, number);
        demand(strlen(printed) == size && memcmp(printed, text, size) == 0);
    }
    if (range_parse(text, size, LOW, HIGH, &first, &last, NULL) == LOYD_OK)
        demand(LOW <= first && first <= last && last <= HIGH);
    if (bytes_parse(text, size, LOW, HIGH, &bytes, NULL) == LOYD_OK) {
        demand(bytes >= LOW && bytes <= HIGH);
        demand(number == 0 || bytes == number);
        demand(number != 0 || bytes % 1024 == 0);
    }
    return 0;
}
