/* SPDX-License-Identifier: MIT */
/* Calls to a listener, which may be NULL. */
#ifndef LOYD_CORE_LISTENER_H
#define LOYD_CORE_LISTENER_H

#include "loyd/listener.h"

/* Returns false if the call must stop. */
static inline bool
listener_progress(const loyd_listener *listener, const loyd_progress *now)
{
    return listener == NULL || listener->progress == NULL ||
           listener->progress(listener->context, now);
}

/* Returns false if the caller needs no more problems. */
static inline bool
listener_bad(const loyd_listener *listener, const loyd_bad *bad)
{
    return listener == NULL || listener->bad == NULL ||
           listener->bad(listener->context, bad);
}

#endif
