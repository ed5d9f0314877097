/* SPDX-License-Identifier: MIT */
/* Calls to a listener, which may be NULL. */
#ifndef LOYD_LAB_LISTENER_H
#define LOYD_LAB_LISTENER_H

#include "loyd.h"

/* Returns false if the call must stop. */
static inline bool
listener_tell(const loyd_listener *listener, const loyd_progress *now)
{
    return listener == NULL || listener->progress == NULL ||
           listener->progress(listener->context, now);
}

#endif
