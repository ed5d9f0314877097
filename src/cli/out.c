/* SPDX-License-Identifier: MIT */
/*
 * Errors of stdout, files of results, and the width, encoding and
 * colours of the terminal. SIGPIPE keeps its default: if the reader exits, as
 * head does, the command ends silently; if the signal is ignored, the failed
 * write is reported like a full disk.
 */
#include "cli/out.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "base/why.h"
#include "cli/message.h"
#include "cli/signals.h"

void
print_count(uint64_t n, const char *noun)
{
    char text[COUNTED_BYTES];

    fputs(counted(n, noun, text), stdout);
}

const char *
counted(uint64_t n, const char *noun, char out[COUNTED_BYTES])
{
    snprintf(out, COUNTED_BYTES, "%" PRIu64 " %s%s", n, noun,
             n == 1 ? "" : "s");
    return out;
}

void
out_open(void)
{
    /* Opened in the wrong mode, so that reading and writing still fail. */
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};

    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF &&
            open("/dev/null", modes[fd]) == -1)
            return;
}

/* The errno of the failed write, which the next call may overwrite. */
static int broken_by;
static bool was_lost; /* no memory for a result */

void
out_lose(void)
{
    was_lost = true;
    broken_by = ENOMEM;
}

void
out_line(struct text *line)
{
    if (line->is_lost)
        out_lose();
    else if (!out_is_broken())
        puts(line->at);
    text_free(line);
}

bool
out_is_broken(void)
{
    if (ferror(stdout) != 0 && broken_by == 0)
        broken_by = errno;
    return was_lost || ferror(stdout) != 0;
}

static char stored[512]; /* the argument of out_stored, as printed */

void
out_stored(const char *where)
{
    text_shown(where, strlen(where), stored, sizeof(stored));
}

static int
complain_broken(void)
{
    const char *why = broken_by != 0 ? why_cause(broken_by) : "writing failed";

    /* A write that waited for its reader fails on an interrupt. */
    if (interrupted())
        why = "interrupted";
    /* The rest of the buffer would follow a gap. */
    close(STDOUT_FILENO);
    if (stored[0] != '\0')
        return fail("stdout",
                    "%s: not all results were written; stored in %s", why,
                    stored);
    return fail("stdout", "%s: not all results were written", why);
}

int
out_close(int code)
{
    if (out_is_broken())
        return complain_broken();
    errno = 0;
    if (fflush(stdout) == 0 && fclose(stdout) == 0)
        return code;
    broken_by = errno;
    return complain_broken();
}

/* --- files --- */

int
file_write(const char *path, const char *text, size_t len)
{
    struct stat status;
    struct temp p;

    /* The rename would replace a device instead of writing to it. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return fail(path, "not a regular file");
    if (temp_file(&p, path, 0666)) {
        if (file_write_all(p.fd, text, len) && temp_place(&p)) {
            out_stored(path);
            return EXIT_DONE;
        }
        temp_drop(&p);
    }
    return fail_errno(path, "cannot write");
}

/* --- the terminal --- */

#define WIDTH_DEFAULT 80
#define WIDTH_MIN 20
#define WIDTH_MAX 400

/* See https://no-color.org. */
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
    };

    return terminal->is_colour ? sequences[which] : "";
}
