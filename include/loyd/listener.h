/* SPDX-License-Identifier: MIT */
/* Callbacks through which long calls report progress and problems. */
#ifndef LOYD_LISTENER_H
#define LOYD_LISTENER_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The progress of a long call. */
typedef struct loyd_progress {
    const char *what; /* static text, e.g. "building tables" */
    uint64_t done;
    uint64_t total;   /* 0 if unknown */
    uint16_t bound;   /* of proofs: the length that is being searched, and */
    uint64_t nodes;   /* the nodes so far; otherwise both 0 */
} loyd_progress;

/*
 * One problem with a row, a file or a catalogue. The texts are valid until the
 * callback returns.
 */
typedef struct loyd_bad {
    const char *file; /* as passed to the call or as named in a pack; NULL if
                         there is only one */
    uint64_t line;    /* of that file, from 1; 0 if lines do not apply */
    const char *what; /* one line without file, line number or full stop */
    loyd_err err;     /* the kind of problem */
} loyd_bad;

/*
 * Called from time to time with the progress of a call, by one thread at a
 * time. Returns false to stop the call, which then returns LOYD_E_CANCELLED.
 */
typedef bool (*loyd_progress_fn)(void *context, const loyd_progress *progress);

/*
 * Called for each problem. Returns false to stop: a call that verifies then
 * returns LOYD_OK with its findings so far, and a call that changes a
 * catalogue returns LOYD_E_CANCELLED.
 */
typedef bool (*loyd_bad_fn)(void *context, const loyd_bad *bad);

/* Called with a message for the user: a sentence without a full stop. */
typedef void (*loyd_notice_fn)(void *context, const char *text);

/*
 * Called several times a second while a call reads or writes a file or waits
 * for another process. Returns false to stop: the call then returns
 * LOYD_E_CANCELLED, or LOYD_E_BUSY if it was waiting, and the caller must roll
 * back an open transaction. Several threads of a call may call it at once,
 * and it must not use the library. It usually returns a flag that a signal
 * handler or another thread sets.
 */
typedef bool (*loyd_go_on_fn)(void *context);

/*
 * Any callback may be NULL, and so may the listener: then nothing is
 * reported. Each call documents the callbacks that it uses. Functions that
 * retain a listener (loyd_solver_new, loyd_store_open) copy it; `context` must
 * then outlive the solver or the store.
 */
typedef struct loyd_listener {
    loyd_progress_fn progress;
    loyd_bad_fn bad;
    loyd_notice_fn notice;  /* for information */
    loyd_notice_fn warning; /* something needs attention */
    loyd_go_on_fn go_on;
    void *context;          /* passed to all of them */
} loyd_listener;

#ifdef __cplusplus
}
#endif
#endif
