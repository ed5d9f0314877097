/* SPDX-License-Identifier: MIT */
/* What all fuzz targets share: how a broken law ends the run. */
#ifndef LOYD_FUZZ_H
#define LOYD_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* libFuzzer calls it with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A law of the library: libFuzzer keeps the input that broke it. */
#define demand(law)                                                           \
    do {                                                                      \
        if (!(law)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #law); \
            abort();                                                          \
        }                                                                     \
    } while (0)

#endif
