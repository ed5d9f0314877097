/* SPDX-License-Identifier: MIT */
/* Reads the manifest and the files of an untrusted pack. */
#ifndef LOYD_PACK_MANIFEST_READ_H
#define LOYD_PACK_MANIFEST_READ_H

#include "base/slice.h"
#include "base/text.h"
#include "loyd/error.h"
#include "loyd/pack.h"
#include "loyd/import.h"
#include "pack/json_parse.h"
#include "store/pack_read.h"

/* --- tally.c: counts by name --- */

/* Sorted by the bytes of the names. */
struct tally {
    struct tally_count {
        char *name; /* NUL-terminated; untrusted names may contain NULs */
        size_t len;
        uint64_t n;
    } * at;
    size_t n;
    size_t room;
    size_t last; /* index of the last added name, which often repeats */
};

/* Adds n to the count of a name. Errors: LOYD_E_NOMEM. */
loyd_err tally_add(struct tally *counts, struct slice name, uint64_t n);
void tally_free(struct tally *counts);

#define MANIFEST_FILES_MAX 32
#define MANIFEST_FILE_NAME_MAX 64
#define MANIFEST_BYTES_MAX (16 << 20) /* usual: a few thousand */

#define PACK_FORMAT 2 /* format_version of what is written */

#define MANIFEST_NAME "manifest.json"
#define SUMS_NAME "SHA256SUMS"

/* Formats of puzzles, the most complete first: CSV has recipes. */
#define MANIFEST_FORMATS 3
extern const loyd_import_format manifest_formats[MANIFEST_FORMATS];

/* The tables of a series that every pack has. */
enum pack_table { TABLE_NONE, TABLE_GOALS, TABLE_IDS };

/* A file of the pack, as listed in its manifest. */
struct manifest_file {
    char name[MANIFEST_FILE_NAME_MAX + 1];
    loyd_import_format format; /* AUTO: a table, or unknown to this loyd */
    enum pack_table table;
    bool is_gzip;
    uint64_t bytes;
    uint8_t sha[LOYD_HASH_BYTES];
};

/* The keys under "counts". */
enum manifest_count {
    COUNT_SIZE,
    COUNT_LAYOUT,
    COUNT_BAND,
    COUNT_STATUS,
    COUNTS_
};

struct manifest {
    loyd_id id;
    char pack_id[LOYD_ID_CHARS + 1]; /* id as in the manifest */
    char name[LOYD_PACK_NAME_MAX + 1];
    char licence[LOYD_PACK_LICENCE_MAX + 1];
    uint32_t version;
    uint64_t puzzles;
    bool has_solutions;
    bool has_mtm; /* lengths in MTM in addition to those in STM */
    bool is_delta;
    loyd_id before_id;              /* deltas only: the previous pack */
    char before[LOYD_ID_CHARS + 1]; /* before_id as text, or "" */
    uint64_t added;                 /* these three: deltas only */
    uint64_t changed;
    uint64_t withdrawn;
    uint8_t digest[LOYD_HASH_BYTES];
    char *selection;         /* JSON */
    struct manifest_file files[MANIFEST_FILES_MAX];
    size_t n_files;
};

/* Checks the format_version of a manifest or puzzles.json.
 * Errors: LOYD_E_CORRUPT, LOYD_E_NEWER. */
loyd_err manifest_check_format(const json_t *object, loyd_why *why);

/* Reads the manifest of a folder. The caller frees `text`, even on errors. */
loyd_err manifest_load(int dir, struct text *text, loyd_why *why);

/*
 * Parses a manifest. Refuses file names that leave the folder or that no pack
 * has. The caller frees `out`, even on errors. Errors: LOYD_E_FOREIGN,
 * LOYD_E_NEWER, LOYD_E_CORRUPT, LOYD_E_NOMEM.
 */
loyd_err manifest_parse(const struct text *text, struct manifest *out,
                        loyd_why *why);
void manifest_free(struct manifest *m);

/* Returns "size", "layout", "band" or "status". */
const char *manifest_count_name(enum manifest_count by);

/* Returns whether a file name is valid in a pack and stays in its folder. */
bool manifest_name_is_good(const char *name);

/* Reads a whole file of at most `most` bytes. The caller frees `text`, even on
 * errors. */
loyd_err pack_read_file(int dir, const char *name, size_t most,
                        struct text *text, loyd_why *why);

/*
 * Reads the rest of a file and computes its size and SHA-256. Stops soon after
 * `most` bytes. Returns false with errno on errors; ECANCELED if `w`, which
 * may be NULL, wants to stop.
 */
bool pack_hash_file(int fd, uint64_t most, const struct watch *w, uint64_t *n,
                    uint8_t sum[LOYD_HASH_BYTES]);

/*
 * Opens a file and checks that its size and hash match the manifest. The
 * descriptor is the one that was hashed, back at the beginning. `w` is called
 * along the way. Errors: LOYD_E_CORRUPT if the file does not match,
 * LOYD_E_NOT_FOUND, LOYD_E_IO, LOYD_E_NOMEM, LOYD_E_CANCELLED.
 */
loyd_err manifest_open_file(int dir, const struct manifest_file *file,
                            const struct watch *w, int *fd, loyd_why *why);

/* Checks the same of a database that is already open. */
loyd_err manifest_check_database(struct pack_reader *database,
                                 const struct manifest_file *file,
                                 loyd_why *why);

#endif
