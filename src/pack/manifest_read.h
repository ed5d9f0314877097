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
#include "store/mark.h"
#include "store/pack_read.h"

#define MANIFEST_FILES_MAX 32
#define MANIFEST_FILE_NAME_MAX 64
#define MANIFEST_BYTES_MAX (16 << 20) /* usual: a few thousand */

#define PACK_FORMAT 3 /* format_version of what is written */

#define MANIFEST_NAME "manifest.json"
#define SUMS_NAME "SHA256SUMS"

/* Formats of puzzles, in the order in which they are preferred. */
#define MANIFEST_FORMATS 3
extern const loyd_import_format manifest_formats[MANIFEST_FORMATS];

/* A file that the manifest lists. */
struct manifest_file {
    char name[MANIFEST_FILE_NAME_MAX + 1];
    loyd_import_format format; /* AUTO: unknown to this loyd */
    uint64_t bytes;
    uint8_t sha[LOYD_HASH_BYTES];
};

struct manifest {
    char title[LOYD_PACK_NAME_MAX + 1];
    char licence[LOYD_PACK_LICENCE_MAX + 1];
    char pack[LOYD_PACK_NAME_MAX + 1]; /* "": a one-off, without the next
                                          two */
    uint32_t volume;
    uint32_t revision;
    uint32_t first; /* number, also one that is withdrawn; 0: none */
    uint32_t last;
    uint64_t puzzles;
    bool has_solutions;
    uint8_t digest[LOYD_HASH_BYTES];
    char *selection; /* JSON */
    struct marked *withdrawn;
    size_t n_withdrawn;
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
