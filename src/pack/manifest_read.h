/* SPDX-License-Identifier: MIT */
/* A pack as it lies there: a stranger's folder, until it is proven. */
#ifndef LOYD_PACK_MANIFEST_READ_H
#define LOYD_PACK_MANIFEST_READ_H

#include "base/text.h"
#include "loyd/export.h"
#include "loyd/import.h"
#include "pack/tally.h"
#include "store/pack_read.h"

#define MANIFEST_FILES_MAX 32
#define MANIFEST_FILE_NAME_MAX 64
#define MANIFEST_BYTES_MAX 1000000 /* bytes; a manifest has a few thousand */

#define SIGNATURE_SUFFIX ".minisig"
#define MANIFEST_NAME "manifest.json"
#define SUMS_NAME "SHA256SUMS"

/* Formats of puzzles, the one that tells most first: recipes are in two. */
#define MANIFEST_FORMATS 5
extern const loyd_import_format manifest_formats[MANIFEST_FORMATS];

/* A file of the pack, as its manifest tells it. */
struct manifest_file {
    char name[MANIFEST_FILE_NAME_MAX + 1];
    loyd_import_format format; /* AUTO: ids, or one of a later loyd */
    bool is_ids;
    bool is_gzip;
    uint64_t bytes;
    uint8_t sha[LOYD_HASH_BYTES];
};

/* What a manifest counts by. */
enum manifest_count {
    COUNT_SIZE,
    COUNT_LAYOUT,
    COUNT_BAND,
    COUNT_STATUS,
    COUNTS_
};

struct manifest {
    loyd_id id;
    char pack_id[LOYD_ID_CHARS + 1]; /* the same as it stands there */
    char name[LOYD_PACK_NAME_MAX + 1];
    char licence[LOYD_PACK_LICENCE_MAX + 1];
    uint32_t version;
    uint64_t puzzles;
    bool has_solutions;
    bool is_delta;
    loyd_id before_id;              /* of a delta: the pack before, */
    char before[LOYD_ID_CHARS + 1]; /* otherwise ""; */
    uint64_t added;                 /* and what became of its puzzles */
    uint64_t changed;
    uint64_t withdrawn;
    uint8_t digest[LOYD_HASH_BYTES];
    struct tally counts[COUNTS_];
    struct manifest_file files[MANIFEST_FILES_MAX];
    size_t n_files;
};

/* That of a folder as text, to be freed, errors or not. */
loyd_err manifest_load(int dir, struct text *text, loyd_why *why);

/*
 * Reads a manifest. Names that leave the folder, or that no pack has, are
 * refused. `out` is to be freed also after an error. Errors: LOYD_E_FOREIGN,
 * LOYD_E_NEWER, LOYD_E_CORRUPT, LOYD_E_NOMEM.
 */
loyd_err manifest_parse(const struct text *text, struct manifest *out,
                        loyd_why *why);
void manifest_free(struct manifest *m);

/* "size", "layout", "band" or "status". */
const char *manifest_count_name(enum manifest_count by);

/* Is that a name that stays in its folder? */
bool manifest_name_is_good(const char *name);

/* A plain file in the folder, no link that leads elsewhere. */
loyd_err pack_open_file(int dir, const char *name, int *fd, loyd_why *why);

/* All of a file of at most `most` bytes; `text` is to be freed, errors or
 * not. */
loyd_err pack_read_file(int dir, const char *name, size_t most,
                        struct text *text, loyd_why *why);

/*
 * The SHA-256 and the bytes of what comes, up to a few more than `most`.
 * False: errno says why, ECANCELED that `w` (NULL: nobody) wants no more.
 */
bool pack_hash_file(int fd, uint64_t most, const struct watch *w, uint64_t *n,
                    uint8_t sum[LOYD_HASH_BYTES]);

/*
 * Opens a file that is as the manifest says, at its beginning: what is read
 * is what was summed up; `w` is asked whether to go on.
 * LOYD_E_CORRUPT: it is not as the manifest says.
 */
loyd_err manifest_open_file(int dir, const struct manifest_file *file,
                            const struct watch *w, int *fd, loyd_why *why);

/* Is the database that is open as the manifest says? */
loyd_err manifest_check_database(struct pack_reader *database,
                                 const struct manifest_file *file,
                                 loyd_why *why);

#endif
