/* SPDX-License-Identifier: MIT */
/* A pack while it is made: its rows, its folder, and the writers of files. */
#ifndef LOYD_PACK_PACK_H
#define LOYD_PACK_PACK_H

#include "base/jw.h"
#include "base/text.h"
#include "core/crypto.h"
#include "loyd/error.h"
#include "loyd/pack.h"
#include "store/mark.h"

/* Describes errno as "PATH/NAME: WHAT: ...". Returns LOYD_E_FULL or
 * LOYD_E_IO. */
loyd_err pack_failed(const char *path, const char *name, const char *what,
                     loyd_why *why);

/* --- a pack --- */

struct pack_db;

struct pack {
    const loyd_export_options *options;
    const loyd_listener *listener;
    loyd_store *store;
    struct volume volume;  /* of a one-off only title, licence, selection */
    bool is_new;           /* a volume that is not marked yet */
    struct marked *marked; /* of a volume that is written again: its puzzles,
                              in order of id */
    size_t n_marked;
    struct marked *gone; /* what the volume withdraws */
    size_t n_gone;
    struct pack_db *db; /* the rows of the files */
    uint64_t n_steps;   /* of the progress: done, and in total */
    uint64_t n_steps_all;
    loyd_export_result result;
};

/* Returns whether it is a volume, and not a one-off. */
static inline bool
pack_is_volume(const struct pack *p)
{
    return p->volume.pack[0] != '\0';
}

/* Counts a step. Returns LOYD_E_CANCELLED if the listener wants to stop. */
loyd_err pack_step(struct pack *p);

/* Prefixes an error of p->db with the path of the pack, or of a file in it. */
loyd_err pack_db_failed(const struct pack *p, const char *file, loyd_err err,
                        loyd_why *why);

/* Size and hash of a finished file. */
struct pack_sum {
    uint64_t bytes;
    uint8_t sha[CRYPTO_SHA256_BYTES];
};

/* A file of the pack, as the manifest lists it. */
struct pack_file {
    const char *name;
    const char *format;
    struct pack_sum sum;
};

#define PACK_FILES_MAX 3

/* The folder of a pack while it is written. */
struct pack_folder {
    const char *wanted; /* the path that the caller gave */
    char *place;        /* the path without links and trailing slashes */
    struct temp *made;  /* NULL: not created yet */
    bool is_full;       /* the place has the volume that is written again */
    int dir;            /* the open temporary folder */
    struct pack_file files[PACK_FILES_MAX];
    size_t n_files;
};

/* Creates the temporary folder. One of the final name must be empty, or the
 * volume that is written again.
 * Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM. */
loyd_err pack_folder_new(struct pack_folder *f, const struct pack *p,
                         loyd_why *why);
/* Adds a file to the list. */
struct pack_file *pack_folder_file(struct pack_folder *f, const char *name,
                                   const char *format);
/* Returns the path of a file in it, which the caller frees, or NULL if out of
 * memory. */
char *pack_folder_path(const struct pack_folder *f, const char *name);
/* Computes size and SHA-256 of a file in it. */
loyd_err pack_folder_sum(const struct pack_folder *f, const char *name,
                         struct pack_sum *sum, loyd_why *why);
/* Renames the folder to its final name, in the place of the volume that is
 * there. After an error no new folder has it. */
loyd_err pack_folder_publish(struct pack_folder *f, loyd_why *why);
/*
 * Puts the key of the volume's row in the catalogue into the temporary name.
 * If the row is committed and the process is killed before the final rename,
 * pack_folder_forget finds the row by this number.
 */
loyd_err pack_folder_number(struct pack_folder *f, int64_t pk, loyd_why *why);
/* Removes from the catalogue volumes that were meant for `dir` but never got
 * this name, with their marks. LOYD_OK if there are none. */
loyd_err pack_folder_forget(const char *dir, loyd_store *store, loyd_why *why);
/* Keeps the temporary folder for a later pack_folder_forget. */
void pack_folder_leave(struct pack_folder *f);
/* Removes the temporary folder, unless it was renamed or kept, and frees. */
void pack_folder_end(struct pack_folder *f);

/* --- sink.c: a text file in the folder --- */

/* Begins with .fd = -1. */
struct sink {
    const struct pack_folder *folder;
    const char *name;
    int fd;
    struct text text; /* what is still to be written */
};

/* Creates the file, in a folder that outlives the sink. Errors: LOYD_E_IO,
 * LOYD_E_FULL. */
loyd_err sink_open(struct sink *to, const struct pack_folder *f,
                   const char *name, loyd_why *why);
/* Writes the text if it has more than `most` bytes. Errors: LOYD_E_IO,
 * LOYD_E_FULL, LOYD_E_NOMEM. */
loyd_err sink_drain(struct sink *to, size_t most, loyd_why *why);
/* Writes the rest, syncs and closes the file. Errors: the same. */
loyd_err sink_end(struct sink *to, struct pack_sum *sum, loyd_why *why);
/* Closes the file and frees the text; after sink_end too. */
void sink_drop(struct sink *to);

/* Writes one puzzle file per format. */
loyd_err pack_write_files(struct pack *p, struct pack_folder *f,
                          loyd_why *why);
/* Puts what each JSON file of a pack begins with. */
void pack_put_head(struct jw *jw, const struct pack *p, const char *format);
/* Writes the manifest, then SHA256SUMS. */
loyd_err pack_write_manifest(const struct pack *p, const struct pack_folder *f,
                             loyd_why *why);

#endif
