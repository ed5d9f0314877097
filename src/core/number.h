/* SPDX-License-Identifier: MIT */
/* Whole numbers in text, for parsers that word their own errors. */
#ifndef LOYD_CORE_NUMBER_H
#define LOYD_CORE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

enum number_form {
    NUMBER_GOOD = 0,
    NUMBER_NONE = 1,  /* empty, or something else than digits */
    NUMBER_ZEROS = 2, /* leading zeros */
    NUMBER_LARGE = 3, /* digits, but above UINT64_MAX */
};

/* Reads all of text[0..len) as decimal digits; *number only where good. */
enum number_form number_read(const char *text, size_t len, uint64_t *number);

#endif
