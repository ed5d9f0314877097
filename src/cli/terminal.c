/* SPDX-License-Identifier: MIT */
/* Owns what is known about a terminal: its width, its letters, its colours. */
#include "cli/terminal.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define WIDTH_DEFAULT 80
#define WIDTH_MIN 20
#define WIDTH_MAX 400

/* Is colour wanted? [https://no-color.org] */
static bool
wants_colour(void)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    if (no_color != NULL && no_color[0] != '\0')
        return false;
    return term != NULL && term[0] != '\0' && strcmp(term, "dumb") != 0;
}

void
terminal_look(struct terminal *terminal, int fd)
{
    struct winsize window;

    terminal->is_terminal = isatty(fd) == 1;
    terminal->is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    terminal->is_colour = terminal->is_terminal && wants_colour();
    terminal->width = WIDTH_DEFAULT;
    if (!terminal->is_terminal || ioctl(fd, TIOCGWINSZ, &window) != 0)
        return;
    if (window.ws_col >= WIDTH_MIN)
        terminal->width =
            window.ws_col < WIDTH_MAX ? window.ws_col : WIDTH_MAX;
}

const char *
paint(const struct terminal *terminal, enum paint which)
{
    static const char *const sequences[] = {
        [PAINT_OFF] = "\033[0m",
        [PAINT_BOLD] = "\033[1m",
        [PAINT_DIM] = "\033[2m",
        [PAINT_GREEN] = "\033[32m",
        [PAINT_CYAN] = "\033[36m",
        [PAINT_RED] = "\033[31m",
        [PAINT_COLD] = "\033[97;48;5;26m",
        [PAINT_COOL] = "\033[30;48;5;153m",
        [PAINT_WARM] = "\033[30;48;5;223m",
        [PAINT_HOT] = "\033[97;48;5;160m",
    };

    return terminal->is_colour ? sequences[which] : "";
}
