/* SPDX-License-Identifier: MIT */
/* Owns the progress line. There is one stderr, hence one state. */
#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/quiet.h"

#define FIRST_AFTER 1.0 /* seconds; shorter jobs stay silent */
#define THEN_EVERY 0.2
#define BAR_CELLS 20

static struct {
    const char *what;    /* the job under way */
    uint64_t done_first; /* how far it was when first seen */
    uint64_t done_last;
    double began;
    double shown;
    bool is_visible;
} line;

static double
now(void)
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

static void
print_line(const loyd_progress *progress, double passed)
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

bool
progress_show(void *context, const loyd_progress *progress)
{
    double t = now();
    (void)context;

    if (interrupted())
        return false;
    if (line.what != progress->what || progress->done < line.done_last) {
        progress_clear();
        line.what = progress->what;
        line.done_first = line.done_last = progress->done;
        line.began = line.shown = t;
        return true;
    }
    line.done_last = progress->done;
    if (t - line.began < FIRST_AFTER || t - line.shown < THEN_EVERY ||
        quiet_is_set() || isatty(STDERR_FILENO) != 1)
        return true;
    print_line(progress, t - line.began);
    fflush(stderr);
    line.shown = t;
    line.is_visible = true;
    return true;
}

bool
progress_quiet(void *context, const loyd_progress *progress)
{
    (void)context;
    (void)progress;
    return !interrupted();
}

void
progress_clear(void)
{
    if (!line.is_visible)
        return;
    fputs("\r\033[K", stderr);
    line.is_visible = false;
}
