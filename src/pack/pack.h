/* SPDX-License-Identifier: MIT */
/* What is known of a pack before its files are written. */
#ifndef LOYD_PACK_PACK_H
#define LOYD_PACK_PACK_H

#include "loyd/export.h"
#include "pack/ids.h"
#include "pack/manifest_read.h"
#include "pack/sink.h"

/* A class, and the proven lengths that the pack has of it. */
struct pack_class {
    const loyd_distribution *distribution;
    uint8_t has_stm[(LOYD_STM_MAX + 8) / 8]; /* a bit a length */
};

struct pack {
    const loyd_export_options *options;
    const loyd_listener *listener;
    const char *name;
    const char *licence;
    const struct ids *before; /* NULL: there is none */
    struct ids after;
    struct spool *rows; /* what goes into the files, in order of numbers */
    loyd_bands bands;
    struct tally counts[COUNTS_];
    struct tally generators;
    struct pack_class *classes; /* class_no 1 is the first */
    size_t n_classes;
    size_t classes_room;
    struct pack_goal **goals; /* goal_no 1 is the first */
    size_t n_goals;
    uint64_t n_steps; /* of the progress: done, and in all */
    uint64_t n_steps_all;
    loyd_export_result result;
};

void pack_clear(struct pack *p);

/* One more step; LOYD_E_CANCELLED where nobody wants more. */
loyd_err pack_step(struct pack *p);

/* Digest, counts, goals and classes, from the rows. */
loyd_err pack_sum(struct pack *p, loyd_why *why);

/* The place of a class in `classes`; its n where it is not there. */
size_t pack_class_of(const struct pack *p,
                     const loyd_distribution *distribution);

/* Has the pack a puzzle of the class that is so long? */
bool pack_class_has(const struct pack_class *of, unsigned stm);

/* A file of the pack, as the manifest lists it. */
struct pack_file {
    char name[24];
    char format[16]; /* "csv", "csv.gz", ... */
    struct sink_sum sum;
};

#define PACK_FILES_MAX 8

/* The folder of a pack while it is filled. */
struct pack_folder {
    const char *wanted; /* as the caller names it */
    char *place;        /* the same without links and slashes at the end */
    struct part *made;  /* NULL: not begun */
    int dir;            /* of what is being made */
    struct pack_file files[PACK_FILES_MAX];
    size_t n_files;
};

/* Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM. */
loyd_err pack_folder_new(struct pack_folder *f, const char *dir,
                         loyd_why *why);
/* The next file of the list, ".gz" behind its name and format or not. */
struct pack_file *pack_folder_file(struct pack_folder *f, const char *name,
                                   const char *format, bool is_gzip);
/* The path of a name in it, to be freed; NULL: out of memory. */
char *pack_folder_path(const struct pack_folder *f, const char *name);
/* Size and SHA-256 of a file in it that others have written. */
loyd_err pack_folder_sum(const struct pack_folder *f, const char *name,
                         struct sink_sum *sum, loyd_why *why);
/* It gets its name; after an error nothing has it. */
loyd_err pack_folder_publish(struct pack_folder *f, loyd_why *why);
/*
 * Until it has its name, it shows the number of the pack in the catalogue; if
 * that pack is then stored and this one killed, pack_folder_forget knows it.
 */
loyd_err pack_folder_number(struct pack_folder *f, int64_t pk, loyd_why *why);
/* Packs that are stored, and never got their name `dir`: not used after all.
 * LOYD_OK where there is nothing to do. */
loyd_err pack_folder_forget(const char *dir, loyd_store *store, loyd_why *why);
/* Leaves what has no name yet to a later pack_folder_forget. */
void pack_folder_leave(struct pack_folder *f);
/* Removes what has no name yet, and frees. */
void pack_folder_end(struct pack_folder *f);

/* Writes ids.tsv, of which the pack's id is made, and that too. */
loyd_err pack_write_ids(struct pack *p, struct pack_folder *f, loyd_why *why);
/* Writes the files of the formats. */
loyd_err pack_write_files(struct pack *p, struct pack_folder *f,
                          loyd_why *why);
/* Writes the manifest, and SHA256SUMS at last; where there is a signer, the
 * signatures of both. */
loyd_err pack_write_manifest(const struct pack *p, const struct pack_folder *f,
                             loyd_why *why);

/*
 * The trusted comment that goes with a file's signature; `file` is a short
 * name. Returns its length.
 */
size_t pack_trusted(char out[LOYD_TRUSTED_MAX + 1], const char *file,
                    const char *pack_id, uint32_t version,
                    const uint8_t digest[LOYD_HASH_BYTES]);

#endif
