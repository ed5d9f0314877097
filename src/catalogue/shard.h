/* SPDX-License-Identifier: MIT */
/* The rows of a shard, for walks over bare tables. */
#ifndef LOYD_CATALOGUE_SHARD_H
#define LOYD_CATALOGUE_SHARD_H

#include "loyd/catalogue.h"
#include "store/inside.h"

/* A shard's ids; rows without a readable one are the first shard's. */
struct raw_range shard_range(const loyd_shard *shard);

#endif
