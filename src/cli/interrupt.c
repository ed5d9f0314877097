/* SPDX-License-Identifier: MIT */
/* Owns the note that somebody wants the command to stop. */
#include "cli/interrupt.h"

#include <signal.h>
#include <string.h>
#include <time.h>

/* Two within so many seconds are one: timeout(1) sends each signal twice. */
#define SAME_SECONDS 1

static volatile sig_atomic_t was_interrupted;
static volatile time_t first_at; /* only the handler uses it */

static void
note(int signal_number)
{
    time_t now = time(NULL);

    if (!was_interrupted) {
        was_interrupted = 1;
        first_at = now;
    } else if (now - first_at > SAME_SECONDS) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
}

/* A signal that is ignored, as a shell does for jobs behind, stays so. */
static void
catch_signal(int signal_number)
{
    struct sigaction action;

    if (sigaction(signal_number, NULL, &action) != 0 ||
        action.sa_handler == SIG_IGN)
        return;
    memset(&action, 0, sizeof(action));
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    /* No SA_RESTART: a read that waits for a slow pipe must come back. */
    sigaction(signal_number, &action, NULL);
}

void
interrupt_catch(void)
{
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
}

bool
interrupted(void)
{
    return was_interrupted != 0;
}
