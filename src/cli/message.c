/* SPDX-License-Identifier: MIT */
/* Owns what goes to stderr, and which exit code an error has. */
#include "cli/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/quiet.h"

/* There is one stderr, hence one state. */
static struct problem latest;

/* Everything that is not here is EXIT_BAD. */
static const int exit_codes[LOYD_E_COUNT_] = {
    [LOYD_E_MOVE] = EXIT_NO,
    [LOYD_E_UNSOLVABLE] = EXIT_NO,
    [LOYD_E_UNSUPPORTED] = EXIT_COMMAND,
    [LOYD_E_DATE] = EXIT_COMMAND,
};

static void
print_line(const char *where, const char *text)
{
    char place[sizeof(latest.where)];

    loyd_escape(LOYD_ESCAPE_TERMINAL, where, strlen(where), place,
                sizeof(place));
    progress_clear();
    /* One call, so that the lines of two processes do not mix. */
    fprintf(stderr, "loyd: %s: %s\n", place, text);
}

static void
make_text(char text[sizeof(latest.text)], const char *format, va_list args)
{
    if (vsnprintf(text, sizeof(latest.text), format, args) < 0)
        text[0] = '\0';
}

void
message(const char *where, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    make_text(latest.text, format, args);
    va_end(args);
    snprintf(latest.where, sizeof(latest.where), "%s", where);
    latest.is_new = true;
    print_line(where, latest.text);
}

void
note(const char *where, const char *format, ...)
{
    char text[sizeof(latest.text)];
    va_list args;

    if (quiet_is_set())
        return;
    va_start(args, format);
    make_text(text, format, args);
    va_end(args);
    print_line(where, text);
}

struct problem *
problem_latest(void)
{
    return &latest;
}

int
complain(const char *where, loyd_err err, const loyd_why *why)
{
    /* Without memory nobody could say more; what stands there is older. */
    bool has_why =
        why != NULL && why->text[0] != '\0' && err != LOYD_E_NOMEM;

    /* Somebody who waits for another process is BUSY, even if stopped. */
    if (err == LOYD_E_CANCELLED || (err == LOYD_E_BUSY && interrupted()))
        message(where, "interrupted");
    else
        message(where, "%s", has_why ? why->text : loyd_strerror(err));
    if ((unsigned)err < LOYD_E_COUNT_ && exit_codes[err] != EXIT_DONE)
        return exit_codes[err];
    return EXIT_BAD;
}

int
complain_option(const char *where, loyd_err err, const loyd_why *why)
{
    int code = complain(where, err, why);

    return err == LOYD_E_NOMEM || err == LOYD_E_IO ? code : EXIT_COMMAND;
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
