/* SPDX-License-Identifier: MIT */
/* Names of bands. */
#ifndef LOYD_RATE_BAND_H
#define LOYD_RATE_BAND_H

#include "base/slice.h"
#include "loyd/error.h"

/* Checks the name of a band. Errors: LOYD_E_SYNTAX. */
loyd_err band_check_name(struct slice name, loyd_why *why);

#endif
