/* SPDX-License-Identifier: MIT */
/* Shared by all fuzz targets: the assertion macro. */
#ifndef LOYD_FUZZ_H
#define LOYD_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* libFuzzer calls it with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Asserts a property; libFuzzer keeps the input that violates it. */
#define demand(law)                                                           \
    do {                                                                      \
        if (!(law)) {                                                         \
            fprintf(stderr, "%s:%d: false: %s\n", __FILE__, __LINE__, #law);  \
            abort();                                                          \
        }                                                                     \
    } while (0)

#endif
