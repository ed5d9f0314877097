/* SPDX-License-Identifier: MIT */
/* Owns the note that somebody wants the command to stop. */
#include "cli/interrupt.h"

#include <signal.h>
#include <string.h>

static volatile sig_atomic_t was_interrupted;

static void
note(int signal_number)
{
    (void)signal_number;
    was_interrupted = 1;
}

void
interrupt_catch(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof(action));
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    /* No SA_RESTART: a read that waits for a slow pipe must come back. */
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool
interrupted(void)
{
    return was_interrupted != 0;
}
