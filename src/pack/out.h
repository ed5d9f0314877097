/* SPDX-License-Identifier: MIT */
/* Text into a buffer of any size: as much as fits, and its whole length. */
#ifndef LOYD_PACK_OUT_H
#define LOYD_PACK_OUT_H

#include "loyd/text.h"

/* {at, size, 0} to begin with; at may be NULL where size is 0. */
struct out {
    char *at;
    size_t size;
    size_t len; /* of everything put, whether it fitted or not */
};

/* All keep a NUL behind what fitted. */
void out_text(struct out *to, const char *text);
void out_number(struct out *to, uint64_t number);
/* With commas: 1,234,567. */
void out_grouped(struct out *to, uint64_t number);
/* Rounded to 0..6 decimals, a point before them whatever the locale. */
void out_decimal(struct out *to, double number, int decimals);
void out_escaped(struct out *to, loyd_escape_kind kind, const char *text);

#endif
