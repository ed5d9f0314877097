/* SPDX-License-Identifier: MIT */
/* Prints schedules: as what they draw, and as --schedule reads them. */
#ifndef LOYD_CLI_SCHEDULE_H
#define LOYD_CLI_SCHEDULE_H

#include "cli/rows.h"

/* Prints each row, as a line or as a row with version and first date. */
int schedule_print(const loyd_schedule *schedule);

/* Adds the member "schedule", which --schedule reads again. */
void schedule_json(struct jw *json, const loyd_schedule *schedule);

#endif
