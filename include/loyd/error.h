/* SPDX-License-Identifier: MIT */
/* Errors: one enum, a sentence each, and a place for the particulars. */
#ifndef LOYD_ERROR_H
#define LOYD_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define LOYD_API __attribute__((visibility("default")))
#define LOYD_NODISCARD __attribute__((warn_unused_result))
#else
#define LOYD_API
#define LOYD_NODISCARD
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What a call came to. Numbers are scripted against: append only, never
 * renumber. Every function writes its outputs on LOYD_OK only, unless it says
 * otherwise.
 */
typedef enum loyd_err {
    LOYD_OK = 0,
    LOYD_E_SIZE = 1,        /* a side outside 2..15, or no size known */
    LOYD_E_SHAPE = 2,       /* start and goal of two sizes, ragged rows */
    LOYD_E_LABEL = 3,       /* a label twice, out of range, or no blank */
    LOYD_E_LABELS = 4,      /* start and goal have different labels */
    LOYD_E_SYNTAX = 5,      /* text that is not in the form expected */
    LOYD_E_RANGE = 6,       /* a number outside its range */
    LOYD_E_ENCODING = 7,    /* not UTF-8, or control characters */
    LOYD_E_MOVE = 8,        /* a move into the wall, a path not to the goal */
    LOYD_E_UNSOLVABLE = 9,  /* no path from start to goal */
    LOYD_E_EXHAUSTED = 10,  /* no board within the attempts allowed */
    LOYD_E_UNSUPPORTED = 11,/* a size or method this call does not take */
    LOYD_E_CANCELLED = 12,  /* the caller asked to stop */
    LOYD_E_NOMEM = 13,      /* out of memory */
    LOYD_E_SYSTEM = 14,     /* threads, clock or random source failed */
    LOYD_E_IO = 15,         /* a file could not be read or written */
    LOYD_E_FULL = 16,       /* the disk is full */
    LOYD_E_DB = 17,         /* SQLite failed */
    LOYD_E_BUSY = 18,       /* another process holds the catalogue */
    LOYD_E_FOREIGN = 19,    /* a file, but not one of loyd's */
    LOYD_E_NEWER = 20,      /* made by a newer loyd */
    LOYD_E_CORRUPT = 21,    /* one of loyd's, but what it holds is wrong */
    LOYD_E_NOT_FOUND = 22,  /* no such row, file or name */
    LOYD_E_DATE = 23,       /* no such day, or one outside the channel */
    LOYD_E_SECRET = 24,     /* a secret is needed, or is not the right one */
    LOYD_E_COUNT_
} loyd_err;

#define LOYD_WHY_BYTES 256

/*
 * The particulars of an error: what was wrong, where, what was expected;
 * one line, no full stop, e.g. "label 12 twice". Every call that takes a
 * `why` takes NULL too; it is emptied first, and filled on errors only. Text
 * quoted from the input is escaped for a terminal.
 */
typedef struct loyd_why {
    char text[LOYD_WHY_BYTES];
} loyd_why;

/*
 * The sentence for `err`, without a full stop: static text, never NULL, for
 * any number. Safe from any thread.
 */
LOYD_API const char *loyd_strerror(loyd_err err);

/* The library's version, e.g. "0.1.0": static text. */
LOYD_API const char *loyd_version(void);

#ifdef __cplusplus
}
#endif
#endif
