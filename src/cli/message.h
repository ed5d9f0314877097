/* SPDX-License-Identifier: MIT */
/* Prints messages, `loyd: WHERE: PROBLEM`, and progress on stderr. */
#ifndef LOYD_CLI_MESSAGE_H
#define LOYD_CLI_MESSAGE_H

#include <stdbool.h>

#include "loyd.h"

/* If the results of one run differ, the highest one applies. */
enum exit_code {
    EXIT_DONE = 0,
    EXIT_NO = 1,      /* valid input, and the answer is no */
    EXIT_COMMAND = 2, /* the command line: options, sizes, layouts, dates */
    EXIT_BAD = 3      /* invalid boards and files, I/O, limits, signals */
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
 * Prints an error as one line on stderr. `where` is escaped here; "" is
 * left out. The text is kept as the latest problem, for output in JSON.
 */
MESSAGE_FORMAT void message(const char *where, const char *format, ...);

/* Prints a note, which is no error: not with --quiet, and not kept. */
MESSAGE_FORMAT void note(const char *where, const char *format, ...);

struct problem {
    char where[512];
    char text[2048];
    bool is_new; /* not yet printed as JSON */
};

/* Returns the latest message; the caller that prints it clears is_new. */
struct problem *problem_latest(void);

/* Print a message and return an exit code: for an invalid command line, for
   another error, and for an answer that is no. */
#define refuse(...) (message(__VA_ARGS__), EXIT_COMMAND)
#define fail(...) (message(__VA_ARGS__), EXIT_BAD)
#define deny(...) (message(__VA_ARGS__), EXIT_NO)

/* The same as fail, with ": " and the cause in errno. */
MESSAGE_FORMAT int fail_errno(const char *where, const char *format, ...);

/* --- messages about the command line; all return EXIT_COMMAND --- */

/* "missing SIZE", "missing ID, RECIPE or NAME" of "ID|RECIPE|NAME": `what` is
   a metavariable, of which only the first word or the alternatives are
   printed, or an option, with its argument after =. */
int refuse_missing(const char *where, const char *what);

/* "unexpected argument 'x'" */
int refuse_extra(const char *where, const char *word);

/* "--sql and --total cannot be combined" */
int refuse_both(const char *where, const char *one, const char *other);

/* "--pick requires --limit", "--depth requires --algorithm dfs": `other` is as
   above. */
int refuse_without(const char *where, const char *option, const char *other);

/* "unknown layout 'snail': try 'snake'", where a word of the list is similar,
   otherwise "unknown layout 'x': expected rows, snake or spiral". `words` ends
   with NULL. */
int refuse_unknown(const char *where, const char *what, const char *word,
                   const char *const *words);

/* Writes the text of refuse_unknown to why->text. */
void unknown_put(loyd_why *why, const char *what, const char *word,
                 const char *const *words);

/* --- results of the library --- */

/*
 * Returns EXIT_DONE for LOYD_OK. Otherwise prints why->text, or the text of
 * the error if that is empty, and returns the exit code of the error.
 */
int report(const char *where, loyd_err err, const loyd_why *why);

/* The same for the command line itself: errors are EXIT_COMMAND, except for
   those of memory and the disk. */
int report_option(const char *where, loyd_err err, const loyd_why *why);

#define QUOTED_BYTES 72

/* Copies input for a message, escaped and cut with "..."; returns out. */
const char *quoted(const char *text, char out[QUOTED_BYTES]);

/* --quiet: only errors on stderr, no progress or notes. */
void quiet_set(void);

/* --- progress --- */

/*
 * A loyd_progress_fn; its context is not used. Shows a line if stderr is a
 * terminal and the job takes over a second: done, rate, time left. Returns
 * false once the command was interrupted.
 */
bool progress_show(void *context, const loyd_progress *progress);

/* The same for parts of a job that shows its own progress: keeps its line in
   sight, and until something is done, names the part. */
bool progress_part(void *context, const loyd_progress *progress);

/* A listener with progress_show only. */
extern const loyd_listener progress_shown;

/* Clears the line, so that other text can be printed. */
void progress_clear(void);

/* Seconds since some moment, not moved when the clock is set. */
double clock_seconds(void);

#endif
