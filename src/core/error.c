/* SPDX-License-Identifier: MIT */
/* Owns the sentence of each error, and the version. No particulars: why.c. */
#include "loyd/error.h"

static const char *const sentences[LOYD_E_COUNT_] = {
    [LOYD_OK] = "done",
    [LOYD_E_SIZE] = "no such size: sides are 2..15",
    [LOYD_E_SHAPE] = "boards of different sizes, or rows of unequal length",
    [LOYD_E_LABEL] = "a label twice or out of range, or no blank",
    [LOYD_E_LABELS] = "start and goal have different labels",
    [LOYD_E_SYNTAX] = "text that is not in the form expected",
    [LOYD_E_RANGE] = "a number outside its range",
    [LOYD_E_ENCODING] = "text that is not UTF-8, or has control characters",
    [LOYD_E_MOVE] = "not a solution",
    [LOYD_E_UNSOLVABLE] = "no path from start to goal",
    [LOYD_E_EXHAUSTED] = "no board within the attempts allowed",
    [LOYD_E_UNSUPPORTED] = "a size or method that is not supported here",
    [LOYD_E_CANCELLED] = "stopped on request",
    [LOYD_E_NOMEM] = "out of memory",
    [LOYD_E_SYSTEM] = "the system refused threads, clock or randomness",
    [LOYD_E_IO] = "a file could not be read or written",
    [LOYD_E_FULL] = "the disk is full",
    [LOYD_E_DB] = "SQLite failed",
    [LOYD_E_BUSY] = "another process holds the catalogue",
    [LOYD_E_FOREIGN] = "a file, but not one of loyd's",
    [LOYD_E_NEWER] = "made by a newer loyd",
    [LOYD_E_CORRUPT] = "what the file holds is wrong",
    [LOYD_E_NOT_FOUND] = "not found",
    [LOYD_E_DATE] = "no such day, or one outside the channel",
    [LOYD_E_SECRET] = "a secret is missing, or is not the right one",
};

const char *
loyd_strerror(loyd_err err)
{
    /* Through unsigned: an enum may be signed, and callers may pass junk. */
    unsigned number = (unsigned)err;

    return number < LOYD_E_COUNT_ ? sentences[number] : "unknown error";
}

const char *
loyd_version(void)
{
    return LOYD_VERSION;
}
