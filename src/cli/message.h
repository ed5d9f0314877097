/* SPDX-License-Identifier: MIT */
/* stderr: messages, `loyd: WHERE: what was wrong`, and progress. */
#ifndef LOYD_CLI_MESSAGE_H
#define LOYD_CLI_MESSAGE_H

#include <stdbool.h>

#include "loyd.h"

/* Where the lines of one run differ, the highest that applies. */
enum exit_code {
    EXIT_DONE = 0,
    EXIT_NO = 1,      /* a well-formed question, answered no */
    EXIT_COMMAND = 2, /* the command line: options, sizes, layouts, dates */
    EXIT_BAD = 3      /* a board, file, database, the disk, limits */
};

static inline int
exit_higher(int a, int b)
{
    return a > b ? a : b;
}

#if defined(__GNUC__)
#define MESSAGE_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define MESSAGE_FORMAT
#endif

/*
 * An error: one line on stderr. `where` may be any text: it is escaped here.
 * What it says is kept, as the latest problem, for output in JSON.
 */
MESSAGE_FORMAT void message(const char *where, const char *format, ...);

/* Good to know, no error: the same, but not with --quiet, and not kept. */
MESSAGE_FORMAT void note(const char *where, const char *format, ...);

struct problem {
    char where[512];
    char text[2048];
    bool is_new; /* no line of JSON says it yet */
};

/* The latest message; whoever prints it clears is_new. */
struct problem *problem_latest(void);

/* The same as an exit code: of a wrong command line, and of what else went
   wrong. */
#define refuse(...) (message(__VA_ARGS__), EXIT_COMMAND)
#define fail(...) (message(__VA_ARGS__), EXIT_BAD)
/* And of a question that is answered no. */
#define deny(...) (message(__VA_ARGS__), EXIT_NO)

/*
 * What came of a call: EXIT_DONE, or after its message, why->text or the
 * error's sentence where that is empty, the exit code that belongs to it.
 */
int report(const char *where, loyd_err err, const loyd_why *why);

/* The same of what is on the command line itself: an error is EXIT_COMMAND,
   but where memory or the disk failed. */
int report_option(const char *where, loyd_err err, const loyd_why *why);

#define QUOTED_BYTES 72

/* Text from outside for a message: escaped, cut with "..."; returns out. */
const char *quoted(const char *text, char out[QUOTED_BYTES]);

/* --quiet: errors alone on stderr, no progress and no notes. */
void quiet_set(void);

/* --- progress --- */

/*
 * A loyd_progress_fn; its context is not used. Shows a line where stderr is
 * a terminal and the job takes over a second: done, rate, time left. Returns
 * false once the command was interrupted.
 */
bool progress_show(void *context, const loyd_progress *progress);

/*
 * The same without the line, for parts of a job that shows its own: only
 * asks whether to go on.
 */
bool progress_quiet(void *context, const loyd_progress *progress);

/* A listener that shows it, and hears nothing else. */
extern const loyd_listener progress_shown;

/* Takes the line away, so that something else can be written. */
void progress_clear(void);

#endif
