/* SPDX-License-Identifier: MIT */
/* Defines the text of each error, and the version. Details: why.c. */
#include "loyd/error.h"

static const char *const sentences[LOYD_E_COUNT_] = {
    [LOYD_OK] = "success",
    [LOYD_E_SIZE] = "invalid size: sides must be 2..15",
    [LOYD_E_SHAPE] = "boards of different sizes, or rows of different widths",
    [LOYD_E_LABEL] = "repeated label, label out of range, or no blank",
    [LOYD_E_LABELS] = "start and goal have different labels",
    [LOYD_E_SYNTAX] = "malformed text",
    [LOYD_E_RANGE] = "number out of range",
    [LOYD_E_ENCODING] = "invalid UTF-8, or control characters",
    [LOYD_E_MOVE] = "not a solution",
    [LOYD_E_UNSOLVABLE] = "no path from start to goal",
    [LOYD_E_EXHAUSTED] = "no board found within the allowed attempts",
    [LOYD_E_UNSUPPORTED] = "unsupported size or method",
    [LOYD_E_CANCELLED] = "cancelled",
    [LOYD_E_NOMEM] = "out of memory",
    [LOYD_E_SYSTEM] = "threads, clock or random source failed",
    [LOYD_E_IO] = "cannot read or write a file",
    [LOYD_E_FULL] = "the disk is full",
    [LOYD_E_DB] = "SQLite error",
    [LOYD_E_BUSY] = "another process is using the catalogue",
    [LOYD_E_FOREIGN] = "not a loyd file",
    [LOYD_E_NEWER] = "created by a newer version of loyd",
    [LOYD_E_CORRUPT] = "corrupt contents",
    [LOYD_E_NOT_FOUND] = "not found",
    [LOYD_E_DATE] = "no such date, or a date outside the channel",
    [LOYD_E_SECRET] = "missing or wrong secret",
    [LOYD_E_USED] = "the puzzle is a day of a channel",
    [LOYD_E_EMPTY] = "no puzzle",
};

const char *
loyd_strerror(loyd_err err)
{
    /* unsigned, because an enum may be signed and `err` may be any number. */
    unsigned number = (unsigned)err;

    return number < LOYD_E_COUNT_ ? sentences[number] : "unknown error";
}

const char *
loyd_version(void)
{
    return LOYD_VERSION;
}
