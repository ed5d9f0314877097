/* SPDX-License-Identifier: MIT */
/* Owns the reading of a stranger's manifest. */
#include <string.h>

#include "base/why.h"
#include "core/name.h"
#include "pack/json.h"
#include "pack/manifest_read.h"

static bool
is_id(const char *text)
{
    loyd_id first, last;

    return strlen(text) == LOYD_ID_CHARS &&
           loyd_id_parse(text, LOYD_ID_CHARS, &first, &last, NULL) == LOYD_OK;
}

/* Formats that this loyd knows, and how they are called. */
static void
read_format(const char *name, struct manifest_file *file)
{
    static const struct {
        const char *name;
        loyd_import_format format;
    } known[] = {{"json", LOYD_IMPORT_JSON},     {"jsonl", LOYD_IMPORT_JSONL},
                 {"csv", LOYD_IMPORT_CSV},       {"sgt", LOYD_IMPORT_SGT},
                 {"sqlite", LOYD_IMPORT_SQLITE}, {"ids", LOYD_IMPORT_AUTO}};
    size_t len = strlen(name);

    file->is_gzip = len > 3 && strcmp(name + len - 3, ".gz") == 0;
    len -= file->is_gzip ? 3 : 0;
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (strlen(known[i].name) == len &&
            memcmp(known[i].name, name, len) == 0)
            file->format = known[i].format;
    file->is_ids = len == 3 && memcmp(name, "ids", 3) == 0;
}

static loyd_err
read_file(struct manifest *out, const json_t *object, loyd_why *why)
{
    struct manifest_file *file = &out->files[out->n_files];
    const char *name = json_text(object, "name");
    const char *sha = json_text(object, "sha256");
    char quote[WHY_QUOTE_BYTES];

    memset(file, 0, sizeof(*file));
    if (!manifest_name_is_good(name) || strcmp(name, MANIFEST_NAME) == 0 ||
        strcmp(name, SUMS_NAME) == 0)
        return why_set(why, LOYD_E_CORRUPT,
                       "it lists '%s', which is no name of a file in a pack",
                       why_quote(name, strlen(name), quote));
    for (size_t i = 0; i < out->n_files; i++)
        if (strcmp(out->files[i].name, name) == 0)
            return why_set(why, LOYD_E_CORRUPT, "it lists %s twice", name);
    if (!unpack_hex(sha, strlen(sha), file->sha) ||
        !json_whole(object, "bytes", 0, INT64_MAX, &file->bytes))
        return why_set(why, LOYD_E_CORRUPT, "%s has no size or no SHA-256",
                       name);
    memcpy(file->name, name, strlen(name) + 1);
    read_format(json_text(object, "format"), file);
    out->n_files++;
    return LOYD_OK;
}

static loyd_err
read_files(struct manifest *out, const json_t *root, loyd_why *why)
{
    const json_t *files = json_object_get(root, "files");
    loyd_err err = LOYD_OK;

    if (json_array_size(files) == 0 ||
        json_array_size(files) > MANIFEST_FILES_MAX)
        return why_set(why, LOYD_E_CORRUPT, "it has no list of 1..%d files",
                       MANIFEST_FILES_MAX);
    for (size_t i = 0; err == LOYD_OK && i < json_array_size(files); i++)
        err = read_file(out, json_array_get(files, i), why);
    return err;
}

/* As manifest_count counts. */
static const char *const count_names[COUNTS_] = {"size", "layout", "band",
                                                 "status"};

const char *
manifest_count_name(enum manifest_count by)
{
    return count_names[by];
}

static loyd_err
read_counts(struct manifest *out, const json_t *root, loyd_why *why)
{
    const json_t *counts = json_object_get(root, "counts");

    for (unsigned i = 0; i < COUNTS_; i++) {
        json_t *of = json_object_get(counts, count_names[i]);

        if (!json_is_object(of))
            return why_set(why, LOYD_E_CORRUPT, "it has no counts by %s",
                           count_names[i]);
        for (void *at = json_object_iter(of); at != NULL;
             at = json_object_iter_next(of, at)) {
            const json_t *n = json_object_iter_value(at);
            const char *name;

            if (!json_is_integer(n) || json_integer_value(n) < 1 ||
                json_integer_value(n) > UINT32_MAX)
                return why_set(why, LOYD_E_CORRUPT,
                               "its counts by %s are no counts",
                               count_names[i]);
            name = json_object_iter_key(at);
            if (tally_add(&out->counts[i], name, strlen(name),
                          (uint64_t)json_integer_value(n)) != LOYD_OK)
                return why_set(why, LOYD_E_NOMEM, "out of memory");
        }
    }
    return LOYD_OK;
}

static loyd_err
read_since(struct manifest *out, const json_t *root, loyd_why *why)
{
    const json_t *since = json_object_get(root, "since");
    const char *before = json_text(since, "pack_id");
    const char *digest = json_text(since, "digest");
    uint8_t bytes[LOYD_HASH_BYTES];
    uint64_t version;

    out->is_delta = since != NULL;
    if (since == NULL)
        return LOYD_OK;
    if (!is_id(before) || !unpack_hex(digest, strlen(digest), bytes) ||
        !json_whole(since, "version", 1, UINT32_MAX, &version) ||
        !json_whole(root, "added", 0, UINT32_MAX, &out->added) ||
        !json_whole(root, "changed", 0, UINT32_MAX, &out->changed) ||
        !json_whole(root, "withdrawn", 0, UINT32_MAX, &out->withdrawn))
        return why_set(why, LOYD_E_CORRUPT,
                       "it does not say since which pack, and what is new");
    if (version + 1 != out->version)
        return why_set(why, LOYD_E_CORRUPT,
                       "it has version %u, and the pack before %u",
                       (unsigned)out->version, (unsigned)version);
    memcpy(out->before, before, LOYD_ID_CHARS + 1);
    return LOYD_OK;
}

static loyd_err
read_head(struct manifest *out, const json_t *root, loyd_why *why)
{
    const char *name = json_text(root, "name"),
               *id = json_text(root, "pack_id");
    const char *licence = json_text(root, "licence");
    const char *digest = json_text(root, "digest");
    uint64_t version;

    if (!is_id(id))
        return why_set(why, LOYD_E_CORRUPT, "its pack_id is no id");
    if (name[0] == '\0' || strlen(name) > LOYD_PACK_NAME_MAX ||
        name_check(name, strlen(name), NULL) != LOYD_OK)
        return why_set(why, LOYD_E_CORRUPT, "its name is no name");
    if (licence[0] == '\0' || strlen(licence) > LOYD_PACK_LICENCE_MAX ||
        name_check(licence, strlen(licence), NULL) != LOYD_OK)
        return why_set(why, LOYD_E_CORRUPT, "its licence is none");
    if (!json_whole(root, "version", 1, UINT32_MAX, &version) ||
        !json_whole(root, "puzzles", 0, UINT32_MAX, &out->puzzles) ||
        !json_is_boolean(json_object_get(root, "solutions")) ||
        !json_is_array(json_object_get(root, "generators")))
        return why_set(why, LOYD_E_CORRUPT,
                       "version, puzzles, solutions or generators are not "
                       "what they should be");
    if (!unpack_hex(digest, strlen(digest), out->digest))
        return why_set(why, LOYD_E_CORRUPT, "its digest is no digest");
    memcpy(out->pack_id, id, LOYD_ID_CHARS + 1);
    memcpy(out->name, name, strlen(name) + 1);
    memcpy(out->licence, licence, strlen(licence) + 1);
    out->version = (uint32_t)version;
    out->has_solutions = json_is_true(json_object_get(root, "solutions"));
    return LOYD_OK;
}

static loyd_err
read_root(struct manifest *out, const json_t *root, loyd_why *why)
{
    uint64_t version = 0;
    loyd_err err;

    if (strcmp(json_text(root, "format"), "loyd pack") != 0)
        return why_set(why, LOYD_E_FOREIGN, "it is no manifest of loyd's");
    if (!json_whole(root, "format_version", 1, INT64_MAX, &version))
        return why_set(why, LOYD_E_CORRUPT, "its format has no version");
    if (version > 1)
        return why_set(why, LOYD_E_NEWER,
                       "its format is version %llu, and this loyd knows 1",
                       (unsigned long long)version);
    if ((err = read_head(out, root, why)) != LOYD_OK ||
        (err = read_since(out, root, why)) != LOYD_OK ||
        (err = read_counts(out, root, why)) != LOYD_OK)
        return err;
    return read_files(out, root, why);
}

loyd_err
manifest_parse(const char *text, size_t len, struct manifest *out,
               loyd_why *why)
{
    json_t *root;
    loyd_err err;

    memset(out, 0, sizeof(*out));
    if ((err = json_parse(text, len, &root, why)) != LOYD_OK)
        return err == LOYD_E_SYNTAX ? LOYD_E_CORRUPT : err;
    err = read_root(out, root, why);
    json_decref(root);
    return err;
}

void
manifest_free(struct manifest *m)
{
    for (unsigned i = 0; i < COUNTS_; i++)
        tally_free(&m->counts[i]);
}
