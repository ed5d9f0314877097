/* SPDX-License-Identifier: MIT */
/* `loyd verify PACK`. */
#ifndef LOYD_CLI_VERIFY_PACK_H
#define LOYD_CLI_VERIFY_PACK_H

#include "cli/command.h"

/* Is what is to be verified a folder? */
bool is_of_pack(const struct run *run);

/* Returns an exit code, after a line for each thing that is wrong. */
int verify_pack(struct run *run, loyd_bad_fn bad);

#endif
