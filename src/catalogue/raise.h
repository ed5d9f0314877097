/* SPDX-License-Identifier: MIT */
/* Proves intervals, from their stored lower ends upwards. */
#ifndef LOYD_CATALOGUE_RAISE_H
#define LOYD_CATALOGUE_RAISE_H

#include "loyd/catalogue.h"

/* loyd_catalogue_rate with is_proving. */
loyd_err raise_all(loyd_store *store, loyd_solver *solver,
                   const loyd_rate_options *options,
                   const loyd_listener *listener, loyd_job_result *result,
                   loyd_why *why);

#endif
