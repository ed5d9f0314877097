/* SPDX-License-Identifier: MIT */
/*
 * Owns the terminal while it shows nothing. Signals are noted meanwhile, and
 * raised again once it shows what is typed: after [readpassphrase(3)] of
 * OpenBSD.
 */
#include "cli/prompt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int held[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                           SIGTSTP, SIGTTIN, SIGTTOU};

#define N_HELD (sizeof(held) / sizeof(held[0]))

static volatile sig_atomic_t noted;

static void
note(int signal_number)
{
    noted = signal_number;
    alarm(1); /* ends a read that began just now */
}

static void
hold(struct sigaction before[N_HELD])
{
    struct sigaction action;

    memset(&action, 0, sizeof(action));
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    noted = 0;
    for (size_t i = 0; i < N_HELD; i++)
        if (sigaction(held[i], NULL, &before[i]) == 0 &&
            before[i].sa_handler != SIG_IGN)
            sigaction(held[i], &action, NULL);
}

/* Returns the signal that came, or 0, once it has done what it does. */
static int
release(const struct sigaction before[N_HELD])
{
    for (size_t i = 0; i < N_HELD; i++)
        sigaction(held[i], &before[i], NULL);
    if (noted != 0)
        raise(noted);
    return noted;
}

static void
read_line(int fd, char *text, size_t room, size_t *len)
{
    ssize_t got = 0;

    *len = 0;
    while (noted == 0 && *len < room &&
           ((got = read(fd, text + *len, room - *len)) > 0 ||
            (got < 0 && errno == EINTR))) {
        *len += got > 0 ? (size_t)got : 0;
        if (*len > 0 && text[*len - 1] == '\n')
            break;
    }
}

bool
prompt_read(const char *question, char *text, size_t room, size_t *len)
{
    struct sigaction before[N_HELD];
    struct termios shown, hidden;
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    int came;

    if (fd == -1)
        return false;
    do {
        if (tcgetattr(fd, &shown) != 0) {
            close(fd);
            return false;
        }
        hidden = shown;
        hidden.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
        hold(before);
        tcsetattr(fd, TCSAFLUSH, &hidden);
        dprintf(fd, "%s", question);
        read_line(fd, text, room, len);
        dprintf(fd, "\n");
        tcsetattr(fd, TCSAFLUSH, &shown);
        came = release(before);
        /* Stopped by the person, who is back now: asked once more. */
    } while (came == SIGTSTP || came == SIGTTIN || came == SIGTTOU);
    close(fd);
    return true;
}
