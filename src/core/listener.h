/* SPDX-License-Identifier: MIT */
/* Telling a listener, who may be nobody. */
#ifndef LOYD_CORE_LISTENER_H
#define LOYD_CORE_LISTENER_H

#include "loyd/listener.h"

/* False: it is to stop. */
static inline bool
listener_progress(const loyd_listener *listener, const loyd_progress *now)
{
    return listener == NULL || listener->progress == NULL ||
           listener->progress(listener->context, now);
}

/* False: no more of them. */
static inline bool
listener_bad(const loyd_listener *listener, const loyd_bad *bad)
{
    return listener == NULL || listener->bad == NULL ||
           listener->bad(listener->context, bad);
}

/* False: it is to stop, from any thread. */
static inline bool
listener_goes_on(const loyd_listener *listener)
{
    return listener == NULL || listener->go_on == NULL ||
           listener->go_on(listener->context);
}

#endif
