/* SPDX-License-Identifier: MIT */
/* Proofs that several processes share through a folder. */
#ifndef LOYD_CATALOGUE_SHARE_H
#define LOYD_CATALOGUE_SHARE_H

#include "loyd/catalogue.h"

/* loyd_catalogue_rate with options->work. */
loyd_err share_all(loyd_store *store, loyd_solver *solver,
                   const loyd_rate_options *options,
                   const loyd_listener *listener, loyd_job_result *result,
                   loyd_why *why);

#endif
