/* SPDX-License-Identifier: MIT */
/* What happens when a mapped file loses the bytes that are being read. */
#ifndef LOYD_CLI_SIGBUS_H
#define LOYD_CLI_SIGBUS_H

/* From now on SIGBUS ends the command with a message and EXIT_BAD. */
void sigbus_catch(void);

#endif
