/* SPDX-License-Identifier: MIT */
/*
 * Shows text on a terminal through $PAGER. A child prints, so that a reader
 * that ends early, or does not begin, leaves stdout of this process as it was.
 */
#include "cli/help.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CANNOT_RUN 126 /* of the shell; 127: no such command */

/* The child that reads the pipe. */
static void
read_pipe(const int ends[2], const char *pager)
{
    if (dup2(ends[0], STDIN_FILENO) < 0)
        _exit(CANNOT_RUN);
    close(ends[0]);
    close(ends[1]);
    if (pager != NULL)
        execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
    else
        execlp("less", "less", "-FRX", (char *)NULL);
    _exit(CANNOT_RUN);
}

/* The child that prints; SIGPIPE ends it if the pager does not want more. */
static void
write_pipe(const int ends[2], int (*print)(const void *context),
           const void *context)
{
    if (dup2(ends[1], STDOUT_FILENO) < 0)
        _exit(1);
    close(ends[0]);
    close(ends[1]);
    print(context);
    fflush(stdout);
    _exit(0);
}

static int
wait_for(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return CANNOT_RUN;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

bool
pager_show(int (*print)(const void *context), const void *context)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    const char *pager = getenv("PAGER");
    pid_t writer = -1, reader;
    int ends[2], code;

    if (pager != NULL && (pager[0] == '\0' || strcmp(pager, "cat") == 0))
        return false;
    fflush(stdout); /* or the child prints it as well */
    if (pipe(ends) != 0)
        return false;
    reader = fork();
    if (reader == 0)
        read_pipe(ends, pager);
    if (reader > 0 && (writer = fork()) == 0)
        write_pipe(ends, print, context);
    close(ends[0]);
    close(ends[1]);
    if (reader < 0)
        return false;
    sigaction(SIGINT, &ignore, &before); /* it is for the pager */
    code = wait_for(reader);
    if (writer > 0)
        wait_for(writer);
    sigaction(SIGINT, &before, NULL);
    return writer > 0 && code < CANNOT_RUN;
}
