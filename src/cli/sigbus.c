/* SPDX-License-Identifier: MIT */
/*
 * Owns SIGBUS. Tables are mapped from files of the cache, and SQLite maps the
 * -shm file beside a catalogue: where one is cut short by somebody else, or
 * the disk cannot read it, the next look at it raises the signal.
 */
#define _DEFAULT_SOURCE /* BUS_ADRERR */
#include "cli/sigbus.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

static void
say(const char *text)
{
    size_t len = strlen(text);

    /* Nothing is left to be done where this fails. */
    if (write(STDERR_FILENO, text, len) != (ssize_t)len)
        return;
}

/* Only what a handler may call. */
static void
end(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code == BUS_ADRALN) { /* a fault of loyd's own */
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        return;
    }
    if (isatty(STDERR_FILENO) == 1)
        say("\r\033[K"); /* a line of progress */
    say("loyd: mapped file: cut short or unreadable while in use (tables in "
        "the cache, or a catalogue's -shm file): try again\n");
    _exit(EXIT_BAD);
}

void
sigbus_catch(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof(action));
    action.sa_sigaction = end;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}
