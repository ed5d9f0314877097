/* SPDX-License-Identifier: MIT */
/* Histograms drawn in the terminal. */
#ifndef LOYD_CLI_HISTOGRAM_H
#define LOYD_CLI_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "cli/terminal.h"

/*
 * A bar for each value first..first+n-1 on stdout, with its count; the
 * longest takes the width that is left.
 */
void histogram_draw(const struct terminal *screen, unsigned first,
                    const uint64_t *counts, size_t n);

#endif
