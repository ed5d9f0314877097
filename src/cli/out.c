/* SPDX-License-Identifier: MIT */
/*
 * Owns the end of stdout. SIGPIPE keeps its default: where a reader leaves,
 * as head does, the command ends in silence; where it is ignored, writing
 * fails and is told like a full disk.
 */
#include "cli/out.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"

#define ESCAPED_MOST 6 /* bytes of one: \u001b, &quot; */

void
print_escaped_as(loyd_escape_kind kind, const char *text)
{
    size_t len = strlen(text), step = 256;
    char shown[ESCAPED_MOST * 256 + 1];

    while (len > 0) {
        size_t part = len < step ? len : step;

        /* Never cut inside a character: back to where one begins. */
        while (part < len && part > step - 4 &&
               ((unsigned char)text[part] & 0xC0) == 0x80)
            part--;
        loyd_escape(kind, text, part, shown, sizeof(shown));
        fputs(shown, stdout);
        text += part;
        len -= part;
    }
}

void
print_count(uint64_t n, const char *noun)
{
    printf("%" PRIu64 " %s%s", n, noun, n == 1 ? "" : "s");
}

void
out_open(void)
{
    /* The wrong way round, so that reading and writing fail as before. */
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};

    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF &&
            open("/dev/null", modes[fd]) == -1)
            return;
}

/* Why writing failed; stdio forgets it with the next call. */
static int broken_by;

bool
out_is_broken(void)
{
    if (ferror(stdout) != 0 && broken_by == 0)
        broken_by = errno;
    return ferror(stdout) != 0;
}

static int
complain_broken(void)
{
    const char *why = broken_by != 0 ? strerror(broken_by) : "writing failed";

    /* A write that waited for its reader comes back so. */
    if (interrupted())
        why = "interrupted";
    /* What is still in the buffer would come after a hole. */
    close(STDOUT_FILENO);
    message("stdout", "%s, and not all results were written", why);
    return EXIT_BAD;
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
