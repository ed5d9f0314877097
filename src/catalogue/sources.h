/* SPDX-License-Identifier: MIT */
/* The shards of a merge, read side by side in the order of ids. */
#ifndef LOYD_CATALOGUE_SOURCES_H
#define LOYD_CATALOGUE_SOURCES_H

#include "store/inside.h"

#define SOURCES_MAX 64     /* that are read at once */
#define SOURCES_BATCH 2048 /* puzzles that are read in one go */

struct source {
    const char *path;
    size_t number; /* among all shards */
    loyd_store *store;
    struct reader *reader;
    struct parcel next;
    bool is_checked; /* its recipes are */
    bool is_refused;
};

struct sources {
    struct source at[SOURCES_MAX];
    size_t n;
    uint16_t heap[SOURCES_MAX]; /* those with a next one, the least first */
    size_t n_heap;
    struct source *fault; /* the one that an error is about, or NULL */
};

struct batch {
    struct parcel parcels[SOURCES_BATCH];
    uint16_t from[SOURCES_BATCH]; /* the source of each */
    size_t n;
};

/*
 * Begins to read all that are not refused, whose stores are open; adds the
 * bytes of their files and their rows. On errors, as below, s->fault is set,
 * and sources_close is still to be called.
 */
loyd_err sources_open(struct sources *s, uint64_t *bytes, uint64_t *rows,
                      loyd_why *why);
void sources_close(struct sources *s);

/*
 * The next puzzles of all, in order of id, of equal ids that of the source
 * named first in front; b->n is 0 behind the last. All recipes have been
 * looked at by then. The batch's paths are used again.
 */
loyd_err sources_read(struct sources *s, struct batch *b, loyd_why *why);

/* Sets s->fault to one that names this puzzle in a recipe. */
void sources_find(struct sources *s, const loyd_id *id);

#endif
