/* SPDX-License-Identifier: MIT */
/* How far a long job is, in one line of stderr. */
#ifndef LOYD_CLI_PROGRESS_H
#define LOYD_CLI_PROGRESS_H

#include "loyd.h"

/*
 * A loyd_progress_fn; its context is not used. Shows a line where stderr is
 * a terminal and the job takes over a second: done, rate, time left. Returns
 * false once the command was interrupted.
 */
bool progress_show(void *context, const loyd_progress *progress);

/*
 * The same without the line, for parts of a job that shows its own: only
 * asks whether to go on.
 */
bool progress_quiet(void *context, const loyd_progress *progress);

/* Takes the line away, so that something else can be written. */
void progress_clear(void);

#endif
