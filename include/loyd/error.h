/* SPDX-License-Identifier: MIT */
/* Error codes, their texts, and the details of an error. */
#ifndef LOYD_ERROR_H
#define LOYD_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parsers of other languages that know no attributes define both as nothing
 * before they read the headers. */
#if !defined(LOYD_API) && defined(__GNUC__)
#define LOYD_API __attribute__((visibility("default")))
#elif !defined(LOYD_API)
#define LOYD_API
#endif
#if !defined(LOYD_NODISCARD) && defined(__GNUC__)
#define LOYD_NODISCARD __attribute__((warn_unused_result))
#elif !defined(LOYD_NODISCARD)
#define LOYD_NODISCARD
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The result of a call. Scripts rely on the numbers: new ones are appended,
 * and none is ever changed. Except where documented, a function writes its
 * outputs on LOYD_OK only.
 */
typedef enum loyd_err {
    LOYD_OK = 0,
    LOYD_E_SIZE = 1,        /* a side outside 2..15, or the size is unknown */
    LOYD_E_SHAPE = 2,       /* start and goal differ in size; ragged rows */
    LOYD_E_LABEL = 3,       /* a repeated label, one out of range, no blank */
    LOYD_E_LABELS = 4,      /* start and goal have different labels */
    LOYD_E_SYNTAX = 5,      /* malformed text */
    LOYD_E_RANGE = 6,       /* a number out of range */
    LOYD_E_ENCODING = 7,    /* invalid UTF-8, or control characters */
    LOYD_E_MOVE = 8,        /* an illegal move, or moves that miss the goal */
    LOYD_E_UNSOLVABLE = 9,  /* no path from start to goal */
    LOYD_E_EXHAUSTED = 10,  /* no board found within the allowed attempts */
    LOYD_E_UNSUPPORTED = 11,/* a size or method that the call cannot handle */
    LOYD_E_CANCELLED = 12,  /* stopped by the caller */
    LOYD_E_NOMEM = 13,      /* out of memory */
    LOYD_E_SYSTEM = 14,     /* threads, clock or random source failed */
    LOYD_E_IO = 15,         /* a file could not be read or written */
    LOYD_E_FULL = 16,       /* the disk is full */
    LOYD_E_DB = 17,         /* SQLite failed */
    LOYD_E_BUSY = 18,       /* another process is using the catalogue */
    LOYD_E_FOREIGN = 19,    /* not a loyd file */
    LOYD_E_NEWER = 20,      /* created by a newer version of loyd */
    LOYD_E_CORRUPT = 21,    /* a loyd file with wrong contents */
    LOYD_E_NOT_FOUND = 22,  /* no such row, file or name */
    LOYD_E_DATE = 23,       /* no such date, or one outside the channel */
    LOYD_E_SECRET = 24,     /* a secret is missing or wrong */
    LOYD_E_USED = 25,       /* the puzzle is a day of a channel */
    LOYD_E_EMPTY = 26,      /* no puzzle matches, or none is left */
    LOYD_E_COUNT_
} loyd_err;

#define LOYD_WHY_BYTES 256

/*
 * The details of an error: where it is, what is wrong, and where it helps
 * what is expected. One line without a full stop, such as "tile 12 appears
 * twice". Every call that takes a `why` also accepts NULL. The text is emptied
 * first and filled on errors only. Text quoted from the input is escaped for
 * a terminal.
 */
typedef struct loyd_why {
    char text[LOYD_WHY_BYTES];
} loyd_why;

/*
 * Returns a description of `err` without a full stop. Any number is allowed;
 * the text is static and never NULL. Safe from any thread.
 */
LOYD_API const char *loyd_strerror(loyd_err err);

/*
 * The version of these headers, as text and as a number, 10000 * major + 100 *
 * minor + patch. The text of a state between two releases ends with -dev.
 */
#define LOYD_VERSION "0.2.0-dev"
#define LOYD_VERSION_NUMBER 200

/*
 * Returns the version of the library: LOYD_VERSION, if a program runs with the
 * library whose headers it was compiled with. Static text, safe from any
 * thread.
 */
LOYD_API const char *loyd_version(void);

#ifdef __cplusplus
}
#endif
#endif
