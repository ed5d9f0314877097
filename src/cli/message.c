/* SPDX-License-Identifier: MIT */
/* Messages on stderr, and the exit codes of errors. There is one stderr, hence
   one state. */
#include "cli/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/nearest.h"
#include "base/text.h"
#include "base/why.h"
#include "cli/command.h"
#include "cli/signals.h"

static bool is_quiet;

void
quiet_set(void)
{
    is_quiet = true;
}

static struct problem latest;

/* All other errors are EXIT_BAD. */
static const int exit_codes[LOYD_E_COUNT_] = {
    [LOYD_E_MOVE] = EXIT_NO,
    [LOYD_E_UNSOLVABLE] = EXIT_NO,
    [LOYD_E_UNSUPPORTED] = EXIT_COMMAND,
    [LOYD_E_DATE] = EXIT_COMMAND,
    [LOYD_E_USED] = EXIT_NO,
    [LOYD_E_EMPTY] = EXIT_NO,
};

static void
print_line(const char *where, const char *text)
{
    char place[sizeof(latest.where)];

    text_shown(where, strlen(where), place,
                sizeof(place));
    progress_clear();
    /* One call, so that the lines of two processes do not mix. */
    fprintf(stderr, "loyd: %s%s%s\n", place, place[0] != '\0' ? ": " : "",
            text);
}

void
message(const char *where, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(latest.text, sizeof(latest.text), format, args);
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

    if (is_quiet)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    print_line(where, text);
}

struct problem *
problem_latest(void)
{
    return &latest;
}

int
report(const char *where, loyd_err err, const loyd_why *why)
{
    /* Out of memory, no text could be made: why may hold an older one. */
    bool has_why = why != NULL && why->text[0] != '\0' && err != LOYD_E_NOMEM;

    if (err == LOYD_OK)
        return EXIT_DONE;
    /* A wait for another process that is interrupted ends with BUSY. */
    if (err == LOYD_E_CANCELLED || (err == LOYD_E_BUSY && interrupted()))
        return fail(where, "interrupted");
    message(where, "%s", has_why ? why->text : loyd_strerror(err));
    if ((unsigned)err < LOYD_E_COUNT_ && exit_codes[err] != EXIT_DONE)
        return exit_codes[err];
    return EXIT_BAD;
}

int
fail_errno(const char *where, const char *format, ...)
{
    loyd_why why;
    loyd_err err;
    va_list args;

    va_start(args, format);
    err = why_verrno(&why, format, args);
    va_end(args);
    return report(where, err, &why);
}

#define CHOICE_BYTES 128

/* Writes "A, B or C" for "A|B|C", and a space for =; of operands, only the
   first word. */
static const char *
choice(const char *what, char out[CHOICE_BYTES])
{
    struct text text = text_in(out, CHOICE_BYTES);

    for (size_t len;; what += len + 1) {
        len = strcspn(what, what[0] == '-' ? "|" : " .|");
        for (size_t i = 0; i < len; i++)
            text_char(&text, what[i] == '=' ? ' ' : what[i]);
        if (what[len] != '|')
            return out;
        text_put(&text, strchr(what + len + 1, '|') ? ", " : " or ");
    }
}

int
refuse_missing(const char *where, const char *what)
{
    char shown[CHOICE_BYTES];

    return refuse(where, "missing %s", choice(what, shown));
}

int
refuse_extra(const char *where, const char *word)
{
    char shown[QUOTED_BYTES];

    return refuse(where, "unexpected argument '%s'", quoted(word, shown));
}

int
refuse_both(const char *where, const char *one, const char *other)
{
    return refuse(where, "%s and %s cannot be combined", one, other);
}

int
refuse_without(const char *where, const char *option, const char *other)
{
    char shown[CHOICE_BYTES];

    return refuse(where, "%s requires %s", option, choice(other, shown));
}

void
unknown_put(loyd_why *why, const char *what, const char *word,
            const char *const *words)
{
    struct text text = text_in(why->text, sizeof(why->text));
    const char *near = nearest_word(word, words);
    char shown[QUOTED_BYTES];

    text_format(&text, "unknown %s '%s': ", what, quoted(word, shown));
    if (near != NULL)
        text_format(&text, "try '%s'", near);
    else {
        text_put(&text, "expected ");
        words_put(&text, words, ", ", " or ");
    }
}

int
refuse_unknown(const char *where, const char *what, const char *word,
               const char *const *words)
{
    loyd_why why = {""};

    unknown_put(&why, what, word, words);
    return refuse(where, "%s", why.text);
}

int
report_option(const char *where, loyd_err err, const loyd_why *why)
{
    int code = report(where, err, why);

    return code == EXIT_DONE || err == LOYD_E_NOMEM || err == LOYD_E_IO
               ? code
               : EXIT_COMMAND;
}

const char *
quoted(const char *text, char out[QUOTED_BYTES])
{
    static const char cut[] = "...";
    size_t room = QUOTED_BYTES - (sizeof(cut) - 1);

    if (text_shown(text, strlen(text), out, room) >=
        room)
        strcat(out, cut);
    return out;
}

/* --- progress --- */

#define FIRST_AFTER 1.0 /* seconds; shorter jobs show no line */
#define THEN_EVERY 0.2
#define BAR_CELLS 20

static struct {
    loyd_progress job;   /* the current one; `what` NULL: none */
    uint64_t done_first; /* when it was first seen */
    double began;
    double shown;
    bool is_visible;
} line;

double
clock_seconds(void)
{
    struct timespec t;

    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        return 0;
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
print_duration(double seconds)
{
    unsigned long s = (unsigned long)(seconds + 0.5);

    if (s < 60)
        fprintf(stderr, "%lu s", s);
    else if (s < 3600)
        fprintf(stderr, "%lu:%02lu min", s / 60, s % 60);
    else
        fprintf(stderr, "%lu:%02lu h", s / 3600, s / 60 % 60);
}

/* `part` is what the job is doing now; it may be NULL. */
static void
draw_progress(const loyd_progress *progress, const char *part, double passed)
{
    double rate = (double)(progress->done - line.done_first) / passed;

    fprintf(stderr, "\r\033[K%s", progress->what);
    if (progress->total > 0) {
        double share = (double)progress->done / (double)progress->total;
        int full = (int)(share * BAR_CELLS);

        fputs("  [", stderr);
        for (int i = 0; i < BAR_CELLS; i++)
            fputc(i < full ? '#' : '.', stderr);
        fprintf(stderr, "] %3d %%", (int)(share * 100));
    }
    if (progress->nodes > 0)
        fprintf(stderr, "  bound %u  %.1f M nodes  %.1f M/s", progress->bound,
                (double)progress->nodes / 1e6,
                (double)progress->nodes / passed / 1e6);
    if (progress->done == 0 && part != NULL)
        fprintf(stderr, "  %s", part);
    if (progress->done == 0 || rate <= 0)
        return;
    fprintf(stderr, "  %llu", (unsigned long long)progress->done);
    if (progress->total > 0)
        fprintf(stderr, " of %llu", (unsigned long long)progress->total);
    fprintf(stderr, rate < 100 ? "  %.1f/s" : "  %.0f/s", rate);
    if (progress->total > progress->done) {
        fputs("  ", stderr);
        print_duration((double)(progress->total - progress->done) / rate);
        fputs(" left", stderr);
    }
}

/* Draws the line of the current job, if it is time to. */
static void
show_line(const char *part, double t)
{
    if (t - line.began < FIRST_AFTER || t - line.shown < THEN_EVERY ||
        is_quiet || isatty(STDERR_FILENO) != 1)
        return;
    draw_progress(&line.job, part, t - line.began);
    fflush(stderr);
    line.shown = t;
    line.is_visible = true;
}

bool
progress_show(void *context, const loyd_progress *progress)
{
    bool is_new = line.job.what != progress->what ||
                  progress->done < line.job.done;
    double t = clock_seconds();
    (void)context;

    if (interrupted())
        return false;
    line.job = *progress;
    if (is_new) {
        progress_clear();
        line.done_first = progress->done;
        line.began = line.shown = t;
    } else {
        show_line(NULL, t);
    }
    return true;
}

bool
progress_part(void *context, const loyd_progress *part)
{
    const loyd_progress *job = &line.job;
    (void)context;

    /* A job that is over is not shown again. */
    if (job->what != NULL && (job->total == 0 || job->done < job->total))
        show_line(part->what, clock_seconds());
    return !interrupted();
}

const loyd_listener progress_shown = {.progress = progress_show};

void
progress_clear(void)
{
    if (!line.is_visible)
        return;
    fputs("\r\033[K", stderr);
    line.is_visible = false;
}
