/* SPDX-License-Identifier: MIT */
/* A pack in memory, its folder, and the writers of its files. */
#ifndef LOYD_PACK_PACK_H
#define LOYD_PACK_PACK_H

#include "base/jw.h"
#include "base/text.h"
#include "core/crypto.h"
#include "loyd/error.h"
#include "loyd/pack.h"
#include "pack/series.h"

/* --- sink.c: a file of a pack with its size and SHA-256 --- */

struct sink;

/*
 * Creates the file `name` in the open folder `dir`. `path` is the folder's
 * path for messages. `path` and `name` must outlive the sink. With `is_gzip`
 * the output is compressed; the gzip header contains neither name nor time, so
 * the same contents give the same file.
 * Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM.
 */
loyd_err sink_new(int dir, const char *path, const char *name, bool is_gzip,
                  struct sink **made, loyd_why *why);

/* Appends bytes. The first error is kept and returned by sink_end. */
void sink_put(struct sink *to, const void *bytes, size_t len);
void sink_text(struct sink *to, const char *text);
/* Appends a text and empties it. */
void sink_drain(struct sink *to, struct text *text);
/* Returns whether a write has failed, so that callers can stop early. */
bool sink_is_bad(const struct sink *to);

/* Size and hashes of a finished file. */
struct sink_sum {
    uint64_t bytes;
    uint8_t sha[CRYPTO_SHA256_BYTES];
    uint8_t sha_plain[CRYPTO_SHA256_BYTES]; /* before compression */
};

/* Flushes, syncs and closes the file. Errors: those of sink_new. */
loyd_err sink_end(struct sink **to, struct sink_sum *sum, loyd_why *why);

/* Closes the file and frees. Accepts NULL. */
void sink_drop(struct sink **to);

/* Describes errno as "PATH/NAME: WHAT: ...". Returns LOYD_E_FULL or
 * LOYD_E_IO. */
loyd_err pack_failed(const char *path, const char *name, const char *what,
                     loyd_why *why);

/* --- a pack --- */

struct pack_db;

struct pack {
    const loyd_export_options *options;
    const loyd_listener *listener;
    const char *name;
    const char *licence;
    struct text selection; /* JSON */
    struct series *before; /* the previous pack's; NULL: none */
    struct series after;
    struct ids_index *index; /* of `before`; NULL: none */
    loyd_id *excluded;       /* ids of the filter and revoked ones */
    loyd_id *unused;         /* those of the previous pack */
    struct pack_db *db;      /* the rows of the files */
    struct tally counts[COUNTS_];
    struct tally generators;
    struct pack_goal_set goals; /* of the series, then new ones as read */
    struct pack_goal **by_no;   /* by goal_no, 1 is the first */
    uint64_t n_steps;           /* of the progress: done, and in total */
    uint64_t n_steps_all;
    loyd_export_result result;
};

void pack_clear(struct pack *p);

/* Returns whether the pack has what is known in MTM too. */
static inline bool
pack_has_mtm(const struct pack *p)
{
    return p->options->metric == LOYD_MTM;
}

/* Counts a step. Returns LOYD_E_CANCELLED if the listener wants to stop. */
loyd_err pack_step(struct pack *p);

/* Prefixes an error of p->db with the path of the pack, or of a file in it. */
loyd_err pack_db_failed(const struct pack *p, const char *file, loyd_err err,
                        loyd_why *why);

/* Prefixes a message with the previous pack. */
loyd_err pack_of_previous(const struct pack *p, loyd_err err, loyd_why *why);

/* Returns whether the puzzle of a row of the series is no longer revoked. */
bool pack_is_restored(const struct pack *p, size_t at);

/* Reads the selection from one state of the catalogue, numbers its puzzles,
 * and keeps those of the files in p->db. */
loyd_err pack_keep(struct pack *p, loyd_store *store,
                   const loyd_filter *filter, loyd_why *why);

/* Numbers the goals and classes, and computes the digest. */
loyd_err pack_sum(struct pack *p, loyd_why *why);

/* A file of the pack, as the manifest lists it. */
struct pack_file {
    char name[24];
    char format[16]; /* "csv", "csv.gz", ... */
    struct sink_sum sum;
};

#define PACK_FILES_MAX 8

/* The folder of a pack while it is written. */
struct pack_folder {
    const char *wanted; /* the path that the caller gave */
    char *place;        /* the path without links and trailing slashes */
    struct temp *made;  /* NULL: not created yet */
    int dir;            /* the open temporary folder */
    struct pack_file files[PACK_FILES_MAX];
    size_t n_files;
};

/* Creates the temporary folder.
 * Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM. */
loyd_err pack_folder_new(struct pack_folder *f, const char *dir,
                         loyd_why *why);
/* Adds a file to the list, with ".gz" after name and format if is_gzip. */
struct pack_file *pack_folder_file(struct pack_folder *f, const char *name,
                                   const char *format, bool is_gzip);
/* Returns the path of a file in it, which the caller frees, or NULL if out of
 * memory. */
char *pack_folder_path(const struct pack_folder *f, const char *name);
/* Computes size and SHA-256 of a file in it that no sink has written. */
loyd_err pack_folder_sum(const struct pack_folder *f, const char *name,
                         struct sink_sum *sum, loyd_why *why);
/* Renames the folder to its final name. After an error no folder has it. */
loyd_err pack_folder_publish(struct pack_folder *f, loyd_why *why);
/*
 * Puts the number of the pack's row in the catalogue into the temporary name.
 * If the row is committed and the process is killed before the final rename,
 * pack_folder_forget finds the row by this number.
 */
loyd_err pack_folder_number(struct pack_folder *f, int64_t pk, loyd_why *why);
/* Removes from the catalogue packs that were meant for `dir` but never got
 * this name, with their marks. LOYD_OK if there are none. */
loyd_err pack_folder_forget(const char *dir, loyd_store *store, loyd_why *why);
/* Keeps the temporary folder for a later pack_folder_forget. */
void pack_folder_leave(struct pack_folder *f);
/* Removes the temporary folder, unless it was renamed or kept, and frees. */
void pack_folder_end(struct pack_folder *f);

/* Writes goals.tsv and ids.tsv, and computes the pack id from the latter. */
loyd_err pack_write_tables(struct pack *p, struct pack_folder *f,
                           loyd_why *why);
/* Writes one puzzle file per format. */
loyd_err pack_write_files(struct pack *p, struct pack_folder *f,
                          loyd_why *why);
/* Puts the members that each JSON file of a pack begins with. */
void pack_put_head(struct jw *jw, const struct pack *p, const char *format);
/* Writes the manifest, then SHA256SUMS. */
loyd_err pack_write_manifest(const struct pack *p, const struct pack_folder *f,
                             loyd_why *why);

#endif
