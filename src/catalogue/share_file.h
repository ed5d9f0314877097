/* SPDX-License-Identifier: MIT */
/* The files that shares of proofs leave in their folder (formats.md). */
#ifndef LOYD_CATALOGUE_SHARE_FILE_H
#define LOYD_CATALOGUE_SHARE_FILE_H

#include "loyd/moves.h"
#include "loyd/puzzle.h"

/* The folder, and how the boards are divided. */
struct share_folder {
    const char *path;
    char shown[LOYD_WHY_BYTES / 2]; /* the same, escaped for messages */
    int dir;
    uint32_t shares;
    uint32_t pieces; /* of a share */
};

/* The file of a share for a bound of a board, or its place in that bound. */
struct share_file {
    loyd_id id;
    unsigned bound, share, shares;
    bool is_place;
    char name[64];
};

/* What a file says. */
struct place {
    uint32_t searched; /* pieces of the share */
    uint64_t nodes;
    loyd_moves path; /* empty: none */
};

enum share_state { SHARE_MISSING, SHARE_DAMAGED, SHARE_RIGHT };

struct share_file share_file_of(const struct share_folder *folder,
                                const loyd_id *id, uint16_t bound,
                                uint32_t share, bool is_place);

/* Returns whether the text is the name of such a file. */
bool share_file_read(const char *text, struct share_file *file);

/*
 * Reads a file. It is right if it is what share_write writes for its name, and
 * its path solves the puzzle in the bound's number of moves. The caller frees
 * the path. Errors: LOYD_E_IO (it cannot be read, or is no plain file).
 */
loyd_err share_read(const struct share_folder *folder,
                    const struct share_file *file, const loyd_puzzle *puzzle,
                    struct place *place, enum share_state *state,
                    loyd_why *why);

/* Writes a file, or replaces it by one that is whole. Errors: LOYD_E_NOMEM,
   LOYD_E_IO, LOYD_E_FULL. */
loyd_err share_write(const struct share_folder *folder,
                     const struct share_file *file, const struct place *place,
                     loyd_why *why);

void share_remove(const struct share_folder *folder,
                  const struct share_file *file);

#endif
