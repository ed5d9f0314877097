/* SPDX-License-Identifier: MIT */
/* Who hears from a long call: how far it is, and what is wrong. */
#ifndef LOYD_LISTENER_H
#define LOYD_LISTENER_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How far a long call is. */
typedef struct loyd_progress {
    const char *what; /* static text, e.g. "building tables" */
    uint64_t done;
    uint64_t total;   /* 0 where it is not known */
} loyd_progress;

/* One thing that is wrong: a row, a file, a shard. Texts are borrowed until
 * the function that is told returns. */
typedef struct loyd_bad {
    const char *file; /* what it stands in, as a call was given it or as a
                         pack names it; NULL where there is only one */
    uint64_t line;    /* of that file, from 1; 0 where lines do not matter */
    const char *what; /* one line, no full stop, without file and line */
    loyd_err err;     /* of which kind it is */
} loyd_bad;

/*
 * Told now and then how a call goes, from one thread at a time; returns false
 * to stop it (it then ends with LOYD_E_CANCELLED).
 */
typedef bool (*loyd_progress_fn)(void *context, const loyd_progress *progress);

/*
 * Told what is wrong; returns false to hear no more. A proof then ends with
 * LOYD_OK and what it found so far, a call that changes a catalogue with
 * LOYD_E_CANCELLED.
 */
typedef bool (*loyd_bad_fn)(void *context, const loyd_bad *bad);

/* Told once what a person should know: a sentence without a full stop. */
typedef void (*loyd_notice_fn)(void *context, const char *text);

/*
 * Asked several times a second while a call works in a file or waits for
 * another process. Returns false to stop: the call ends with
 * LOYD_E_CANCELLED, or LOYD_E_BUSY where it was waiting, and a transaction
 * that was open is to be rolled back. A call may ask from its threads, several
 * at once, and the function must not use the library; a flag that a signal
 * handler or another thread sets is all that it needs.
 */
typedef bool (*loyd_go_on_fn)(void *context);

/*
 * All zero, or NULL in its place, is nobody: the call works in silence. A
 * call uses the functions that it says it uses. Whatever keeps a listener
 * (loyd_solver_new, loyd_store_open) copies it; what `context` points to must
 * then live as long as the solver or the store.
 */
typedef struct loyd_listener {
    loyd_progress_fn progress;
    loyd_bad_fn bad;
    loyd_notice_fn notice;  /* what is good to know */
    loyd_notice_fn warning; /* what somebody should look after */
    loyd_go_on_fn go_on;
    void *context;          /* of all of them */
} loyd_listener;

#ifdef __cplusplus
}
#endif
#endif
