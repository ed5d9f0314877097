/* SPDX-License-Identifier: MIT */
/* Handles signals that end a command, SIGBUS and SIGABRT. */
#define _DEFAULT_SOURCE /* BUS_ADRERR */
#include "cli/signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/message.h"

/* Signals within this time count as one: timeout(1) sends each twice. */
#define SAME_SECONDS 1

/* Atomic, not sig_atomic_t: other threads than the one that runs the handler
 * read it. Lock-free, as a handler needs. */
static atomic_int was_interrupted;
static _Atomic(time_t) first_at; /* only the handler uses it */

/* Interrupts again a call that began just after the check for a signal. */
static void
poke(int signal_number)
{
    (void)signal_number;
    alarm(1);
}

static void
note_signal(int signal_number)
{
    time_t now = time(NULL);

    if (!was_interrupted) {
        was_interrupted = 1;
        first_at = now;
        alarm(1);
    } else if (now - first_at > SAME_SECONDS) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
}

/* An ignored signal, as in background jobs and under nohup, stays ignored. */
static void
set_handler(int signal_number, void (*handler)(int))
{
    struct sigaction action;

    if (sigaction(signal_number, NULL, &action) != 0 ||
        action.sa_handler == SIG_IGN)
        return;
    memset(&action, 0, sizeof(action));
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    /* No SA_RESTART: a read that waits for a slow pipe must return. */
    sigaction(signal_number, &action, NULL);
}

void
interrupt_catch(void)
{
    static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

    set_handler(SIGALRM, poke);
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++)
        set_handler(ending[i], note_signal);
}

bool
interrupted(void)
{
    return was_interrupted != 0;
}

ssize_t
read_fill(int fd, void *bytes, size_t size)
{
    size_t len = 0;
    ssize_t got = 1;

    while (len < size && got > 0) {
        got = read(fd, (char *)bytes + len, size - len);
        if (got > 0)
            len += (size_t)got;
        else if (got < 0 && errno == EINTR && !interrupted())
            got = 1;
    }
    return got < 0 ? -1 : (ssize_t)len;
}

ssize_t
read_fill_text(int fd, char *text, size_t size)
{
    const size_t mark = strlen(UTF8_MARK);
    ssize_t got = read_fill(fd, text, size), more;

    if (got < (ssize_t)mark || memcmp(text, UTF8_MARK, mark) != 0)
        return got;
    memmove(text, text + mark, (size_t)got - mark);
    more = read_fill(fd, text + got - mark, mark);
    return more < 0 ? -1 : got - (ssize_t)mark + more;
}

bool
interrupt_goes_on(void *context)
{
    (void)context;
    return !interrupted();
}

/*
 * --- SIGBUS ---
 *
 * Tables are mapped from files of the cache, and SQLite maps the -shm file of
 * a catalogue. If another process truncates one, or the disk cannot read it,
 * the next access raises the signal.
 */

static void
say(const char *text)
{
    size_t len = strlen(text);

    /* A failure cannot be reported. */
    if (write(STDERR_FILENO, text, len) != (ssize_t)len)
        return;
}

/* Calls only what is safe in a handler. */
static void
end_by_bus(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code == BUS_ADRALN) { /* an error in loyd itself */
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        return;
    }
    if (isatty(STDERR_FILENO) == 1)
        say("\r\033[K"); /* a line of progress */
    say("loyd: mapped file: truncated or unreadable while in use (tables in "
        "the cache, or the -shm file of a catalogue): try again\n");
    _exit(EXIT_BAD);
}

void
sigbus_catch(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof(action));
    action.sa_sigaction = end_by_bus;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}

/* --- SIGABRT --- */

/* abort was called from code that holds no lock. */
static void
end_by_abort(int signal_number)
{
    const char *cause = strerror(errno);

    (void)signal_number;
    say("loyd: no random numbers from the system: ");
    say(cause);
    say("\n");
    _exit(EXIT_BAD);
}

void
random_prepare(void)
{
    const loyd_puzzle none = {.start.width = 0};
    loyd_id id;

    set_handler(SIGABRT, end_by_abort);
    loyd_puzzle_id(&none, &id);
    set_handler(SIGABRT, SIG_DFL);
}
