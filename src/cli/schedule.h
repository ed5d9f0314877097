/* SPDX-License-Identifier: MIT */
/* Prints schedules: as what they draw, and as --schedule reads them. */
#ifndef LOYD_CLI_SCHEDULE_H
#define LOYD_CLI_SCHEDULE_H

#include "cli/command.h"
#include "cli/rows.h"

/* Prints each row with version and first date. Returns an exit code, after a
   message. */
int schedule_print(const struct run *run, const loyd_channel *channel,
                   const loyd_schedule *schedule);

/* Adds the member "schedule", which --schedule reads again. */
int schedule_json(const struct run *run, struct jw *json,
                 const loyd_channel *channel, const loyd_schedule *schedule);

#endif
