/* SPDX-License-Identifier: MIT */
/* Channels, as `loyd channel` tells of them. */
#ifndef LOYD_CLI_CHANNELS_H
#define LOYD_CLI_CHANNELS_H

#include "cli/command.h"

/* Complains where there is no such channel; returns an exit code. */
int channel_must_be(const struct run *run, const char *name);

/* One channel with the versions of its schedule. Returns an exit code. */
int channel_print(const struct run *run, const char *name);

/* A line a channel. Returns an exit code. */
int channels_print(const struct run *run);

#endif
