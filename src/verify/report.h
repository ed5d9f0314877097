/* SPDX-License-Identifier: MIT */
/* What a verification finds in any source: each fault is one line to the
 * listener and one count. */
#ifndef LOYD_VERIFY_REPORT_H
#define LOYD_VERIFY_REPORT_H

#include "base/why.h"
#include "core/listener.h"

struct report {
    const loyd_listener *listener;
    loyd_progress now;
    uint64_t bad;
    bool is_stopped; /* by the listener's `bad`, which is not an error */
    loyd_err err;    /* one that ends the verification */
    loyd_why *why;   /* its text */
};

/* Reports a fault: of the file `file` of a pack, unless that is NULL. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void
report_bad(struct report *r, const char *file, const char *format, ...);

/* Reports a fault in a line of that file. */
void report_line(struct report *r, const char *file, uint64_t line,
                 const char *what);

/* Ends the verification with an error, unless it has ended. */
void report_end(struct report *r, loyd_err err, const loyd_why *cause);

static inline bool
report_goes_on(const struct report *r)
{
    return r->err == LOYD_OK && !r->is_stopped;
}

/* Counts a row, and reports the progress at intervals. Returns false if
 * the verification ends here. */
bool report_step(struct report *r, unsigned every);

#endif
