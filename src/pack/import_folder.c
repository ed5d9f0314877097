/* SPDX-License-Identifier: MIT */
/* Owns the choice of a folder's file that is imported. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/why.h"
#include "pack/manifest_read.h"

/* The one that tells most of a puzzle first: recipes are in the first two. */
static const loyd_import_format wanted[] = {
    LOYD_IMPORT_JSONL,  LOYD_IMPORT_CSV, LOYD_IMPORT_JSON,
    LOYD_IMPORT_SQLITE, LOYD_IMPORT_SGT,
};

/* Of a folder without a manifest: what older versions have exported. */
static const struct plain {
    const char *name;
    loyd_import_format format;
} plain[] = {
    {"puzzles.jsonl", LOYD_IMPORT_JSONL},
    {"puzzles.csv", LOYD_IMPORT_CSV},
};

static const struct manifest_file *
choose(const struct manifest *manifest, loyd_import_format only)
{
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
        for (size_t k = 0; k < manifest->n_files; k++)
            if (manifest->files[k].format == wanted[i] &&
                (only == LOYD_IMPORT_AUTO || only == wanted[i]))
                return &manifest->files[k];
    return NULL;
}

static loyd_err
take_file(struct taking *t, int dir, const char *path,
          const struct manifest_file *file, loyd_why *why)
{
    size_t bytes = strlen(path) + strlen(file->name) + 2;
    char *whole;
    int fd;
    loyd_why part = {""};
    loyd_err err = manifest_open_file(dir, file, &t->watch, &fd, &part);

    if (err != LOYD_OK)
        return taking_refuse(t, 0, err, &part, why);
    t->file = file->name;
    if (file->format != LOYD_IMPORT_SQLITE)
        return import_text(t, fd, file->format, why);
    close(fd);
    if ((whole = malloc(bytes)) == NULL)
        return LOYD_E_NOMEM;
    snprintf(whole, bytes, "%s/%s", path, file->name);
    err = import_pack_file(t, whole, file, why);
    free(whole);
    return err;
}

static loyd_err
take_plain(struct taking *t, int dir, loyd_why *why)
{
    for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++) {
        loyd_why part = {""};
        int fd;
        loyd_err err = pack_open_file(dir, plain[i].name, &fd, &part);

        if (err == LOYD_E_NOT_FOUND)
            continue;
        if (err != LOYD_OK)
            return taking_refuse(t, 0, err, &part, why);
        t->file = plain[i].name;
        return import_text(t, fd, plain[i].format, why);
    }
    return why_set(why, LOYD_E_NOT_FOUND,
                   "no pack: neither %s nor puzzles.jsonl is in the folder",
                   MANIFEST_NAME);
}

/* Rows that were refused count too: they are told of already. */
static loyd_err
check_count(struct taking *t, const struct manifest *manifest, loyd_why *why)
{
    loyd_why part = {""};

    if (t->now.done == manifest->puzzles)
        return LOYD_OK;
    why_set(&part, LOYD_E_CORRUPT,
            "%" PRIu64 " puzzles, but the manifest lists %" PRIu64,
            t->now.done, manifest->puzzles);
    return taking_refuse(t, 0, LOYD_E_CORRUPT, &part, why);
}

static loyd_err
take_pack(struct taking *t, int dir, const char *path, const char *text,
          size_t len, loyd_why *why)
{
    struct manifest *manifest = malloc(sizeof(*manifest));
    const struct manifest_file *file = NULL;
    loyd_why part = {""};
    loyd_err err = manifest != NULL
                       ? manifest_parse(text, len, manifest, &part)
                       : LOYD_E_NOMEM;

    t->file = MANIFEST_NAME;
    if (err == LOYD_OK)
        file = choose(manifest, t->options->format);
    if (err == LOYD_OK && file == NULL)
        err = why_set(&part, LOYD_E_NOT_FOUND,
                      "it lists no file of such puzzles");
    if (err != LOYD_OK) {
        err = taking_refuse(t, 0, err, &part, why);
    } else {
        err = take_file(t, dir, path, file, why);
        if (err == LOYD_OK)
            err = check_count(t, manifest, why);
    }
    t->file = path;
    if (manifest != NULL)
        manifest_free(manifest);
    free(manifest);
    return err;
}

loyd_err
import_folder(struct taking *t, const char *path, loyd_why *why)
{
    int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    loyd_why part = {""};
    char *text = NULL;
    size_t len = 0;
    loyd_err err;

    if (dir == -1)
        return why_set(why, LOYD_E_IO, "the folder cannot be opened: %s",
                       strerror(errno));
    err = pack_read_file(dir, MANIFEST_NAME, MANIFEST_BYTES_MAX, &text, &len,
                         &part);
    if (err == LOYD_OK)
        err = take_pack(t, dir, path, text, len, why);
    else if (err == LOYD_E_NOT_FOUND)
        err = take_plain(t, dir, why);
    else
        err = taking_refuse(t, 0, err, &part, why);
    free(text);
    close(dir);
    return err;
}
