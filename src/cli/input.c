/* SPDX-License-Identifier: MIT */
/* Reads lines, for commands that wait for their input. */
#include "cli/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/message.h"
#include "cli/signals.h"

void
input_announce(int fd, const char *where, const char *what)
{
    if (isatty(fd) == 1)
        note(where, "reading %s from the terminal: end with Ctrl-D", what);
}

int
input_begin(struct input *input, const char *path, const char *what,
            size_t most)
{
    *input = (struct input){.fd = STDIN_FILENO,
                            .name = "stdin",
                            .what = what,
                            .lines.most = most};
    if (strcmp(path, "-") == 0)
        return EXIT_DONE;
    input->name = path;
    input->fd = open(path, O_RDONLY | O_CLOEXEC);
    return input->fd != -1 ? EXIT_DONE
                           : fail_errno(path, "cannot open");
}

int
input_end(struct input *input)
{
    lines_free(&input->lines);
    if (input->fd > STDIN_FILENO)
        close(input->fd);
    errno = input->error;
    return errno == 0 ? EXIT_DONE : fail_errno(input->name, "cannot read");
}

static void
fill(struct input *input)
{
    size_t n = 0;
    char *at = lines_room(&input->lines, &n);
    ssize_t got;

    if (input->what != NULL)
        input_announce(input->fd, "", input->what);
    input->what = NULL;

    if (at == NULL) {
        input->error = ENOMEM;
        input->is_at_end = true;
        return;
    }
    got = read(input->fd, at, n);
    if (got > 0)
        lines_add(&input->lines, (size_t)got);
    else if (got == 0)
        input->is_at_end = true;
    else if (errno != EINTR && errno != EAGAIN) {
        input->error = errno;
        input->is_at_end = true;
    }
}

static bool
next_line(struct input *input, struct line *line)
{
    while (!interrupted()) {
        if (lines_next(&input->lines, false, line))
            return true;
        if (input->is_at_end)
            return input->error == 0 && lines_next(&input->lines, true, line);
        fill(input);
    }
    return false;
}

bool
input_line(struct input *input, struct line *line)
{
    do {
        struct slice text;

        if (!next_line(input, line))
            return false;
        text = (struct slice){line->text, line->len};
        if (line->number == 1 && slice_skip(&text, UTF8_MARK)) {
            line->text = text.at;
            line->len = text.len;
        }
    } while (!line->is_too_long && (line->len == 0 ? !input->keeps_empty
                                                   : line->text[0] == '#'));
    return true;
}

bool
input_board(struct input *input, struct board_lines *lines, struct line *line)
{
    do
        if (!input_line(input, line))
            return input->is_at_end && board_lines_end(lines, line);
    while (!line->is_too_long && !board_lines_take(lines, line));
    return true;
}

bool
input_is_ready(struct input *input)
{
    struct pollfd poller = {.fd = input->fd, .events = POLLIN};

    while (!lines_are_ready(&input->lines) && !input->is_at_end) {
        if (poll(&poller, 1, 0) <= 0)
            return false;
        fill(input);
    }
    return true;
}
