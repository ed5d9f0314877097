/* SPDX-License-Identifier: MIT */
/* Owns what goes to stderr, and which exit code an error has. */
#include "cli/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/progress.h"

#define WHERE_BYTES 512
#define TEXT_BYTES 2048

/* Everything that is not here is EXIT_BAD. */
static const int exit_codes[LOYD_E_COUNT_] = {
    [LOYD_E_MOVE] = EXIT_NO,
    [LOYD_E_UNSOLVABLE] = EXIT_NO,
    [LOYD_E_UNSUPPORTED] = EXIT_COMMAND,
    [LOYD_E_DATE] = EXIT_COMMAND,
};

void
message(const char *where, const char *format, ...)
{
    char place[WHERE_BYTES], text[TEXT_BYTES];
    va_list args;

    va_start(args, format);
    if (vsnprintf(text, sizeof(text), format, args) < 0)
        text[0] = '\0';
    va_end(args);
    loyd_escape(LOYD_ESCAPE_TERMINAL, where, strlen(where), place,
                sizeof(place));
    progress_clear();
    /* One call, so that the lines of two processes do not mix. */
    fprintf(stderr, "loyd: %s: %s\n", place, text);
}

int
complain(const char *where, loyd_err err, const loyd_why *why)
{
    bool has_why = why != NULL && why->text[0] != '\0';

    message(where, "%s", has_why ? why->text : loyd_strerror(err));
    if ((unsigned)err < LOYD_E_COUNT_ && exit_codes[err] != EXIT_DONE)
        return exit_codes[err];
    return EXIT_BAD;
}

int
complain_option(const char *where, loyd_err err, const loyd_why *why)
{
    complain(where, err, why);
    return EXIT_COMMAND;
}

const char *
quoted(const char *text, char out[QUOTED_BYTES])
{
    static const char cut[] = "...";
    size_t room = QUOTED_BYTES - (sizeof(cut) - 1);

    if (loyd_escape(LOYD_ESCAPE_TERMINAL, text, strlen(text), out, room) >=
        room)
        strcat(out, cut);
    return out;
}
