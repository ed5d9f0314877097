/* SPDX-License-Identifier: MIT */
/* Reads a file of answers: one solution per line, for one board each. */
#ifndef LOYD_CLI_ANSWERS_H
#define LOYD_CLI_ANSWERS_H

#include "cli/boards.h"

struct answers {
    const char *path; /* NULL: there is no file */
    struct input input;
    struct line line; /* the latest */
    uint64_t n;       /* answers read */
    char where[512];  /* "answers.txt:37" */
};

/* Opens the file; `path` stays the caller's. Returns an exit code, after a
   message. */
int answers_open(const char *path, struct answers *answers);

/*
 * Gives the item the next answer; lines that begin with # are skipped. Returns
 * an exit code, after a message: the file cannot be read, or it has fewer
 * answers than there are boards.
 */
int answers_next(struct answers *answers, struct item *item);

/* Returns the place of the latest answer: "answers.txt:37". */
const char *answers_place(struct answers *answers);

/* Makes the answer the input at fault, for item_failed. */
void answers_blame(const struct answers *answers, struct item *item);

/* Must be called after the last board: returns an exit code, after a message
   if answers are left, other than empty ones. */
int answers_end(struct answers *answers);

/* Closes the file. */
void answers_close(struct answers *answers);

#endif
