/* SPDX-License-Identifier: MIT */
/* Counts faults and reports them to a listener. */
#include "verify/report.h"

#include <stdarg.h>

void
report_line(struct report *r, const char *file, uint64_t line,
            const char *what)
{
    const loyd_bad bad = {file, line, what, LOYD_E_CORRUPT};

    r->bad++;
    if (!listener_bad(r->listener, &bad))
        r->is_stopped = true;
}

void
report_bad(struct report *r, const char *file, const char *format, ...)
{
    loyd_why what;
    va_list args;

    va_start(args, format);
    why_vset(&what, LOYD_E_CORRUPT, format, args);
    va_end(args);
    report_line(r, file, 0, what.text);
}

void
report_end(struct report *r, loyd_err err, const loyd_why *cause)
{
    if (r->err != LOYD_OK)
        return;
    r->err = err;
    *r->why = *cause;
}

bool
report_step(struct report *r, unsigned every)
{
    r->now.done++;
    if (r->now.done % every == 0 && !listener_progress(r->listener, &r->now))
        r->err = why_set(r->why, LOYD_E_CANCELLED, "stopped");
    return report_goes_on(r);
}
