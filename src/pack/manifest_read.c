/* SPDX-License-Identifier: MIT */
/* Parses the manifest of an untrusted pack and opens the files that it
 * lists. */
#include "pack/manifest_read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/utf8.h"
#include "base/why.h"
#include "core/crypto.h"

const loyd_import_format manifest_formats[MANIFEST_FORMATS] = {
    LOYD_IMPORT_CSV, LOYD_IMPORT_JSON, LOYD_IMPORT_SQLITE};

/* Letters, digits, `.`, `_` and `-`, beginning with a letter or digit. */
bool
manifest_name_is_good(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

    return name[0] != '\0' && strchr("._-", name[0]) == NULL &&
           strlen(name) <= MANIFEST_FILE_NAME_MAX &&
           strspn(name, plain) == strlen(name);
}

/* Describes errno for a file. */
static loyd_err
failed(const char *name, loyd_why *why)
{
    loyd_err err;

    if (errno == ELOOP)
        return why_set(why, LOYD_E_CORRUPT,
                       "%s: is a link: expected a regular file", name);
    if (errno == ENOTSUP)
        return why_set(why, LOYD_E_CORRUPT, "%s: not a regular file", name);
    if (errno == ENOMEM)
        return LOYD_E_NOMEM;
    err = errno == ENOENT      ? LOYD_E_NOT_FOUND
          : errno == ECANCELED ? LOYD_E_CANCELLED
                               : LOYD_E_IO;
    return why_set(why, err, "%s: %s", name, strerror(errno));
}

/* Opens a regular file in the folder; links are refused. */
static loyd_err
pack_open_file(int dir, const char *name, int *fd, loyd_why *why)
{
    *fd = file_open_plain(dir, name);
    return *fd != -1 ? LOYD_OK : failed(name, why);
}

loyd_err
pack_read_file(int dir, const char *name, size_t most, struct text *text,
               loyd_why *why)
{
    int fd;
    loyd_err err = pack_open_file(dir, name, &fd, why);

    if (err != LOYD_OK)
        return err;
    text_put(text, ""); /* so that an empty file gives a text, not NULL */
    if (!file_read_text(fd, most, text))
        err = errno == EFBIG ? why_set(why, LOYD_E_CORRUPT,
                                       "%s: larger than %zu bytes", name, most)
                             : failed(name, why);
    else if (text->is_lost)
        err = LOYD_E_NOMEM;
    close(fd);
    return err;
}

bool
pack_hash_file(int fd, uint64_t most, const struct watch *w, uint64_t *n,
               uint8_t sum[LOYD_HASH_BYTES])
{
    struct crypto_sha256 sha;
    uint8_t bytes[65536];
    ssize_t got = 0;

    crypto_sha256_begin(&sha);
    for (*n = 0; *n <= most; *n += (uint64_t)got) {
        if (w != NULL && !watch_goes_on(w)) {
            errno = ECANCELED;
            return false;
        }
        if ((got = file_fill(fd, bytes, sizeof(bytes))) <= 0)
            break;
        crypto_sha256_add(&sha, bytes, (size_t)got);
    }
    crypto_sha256_end(&sha, sum);
    return got >= 0;
}

loyd_err
manifest_open_file(int dir, const struct manifest_file *file,
                   const struct watch *w, int *fd, loyd_why *why)
{
    uint8_t sum[CRYPTO_SHA256_BYTES];
    uint64_t n;
    loyd_err err = pack_open_file(dir, file->name, fd, why);

    if (err != LOYD_OK)
        return err;
    if (!pack_hash_file(*fd, file->bytes, w, &n, sum) ||
        lseek(*fd, 0, SEEK_SET) != 0)
        err = failed(file->name, why);
    else if (n != file->bytes || memcmp(sum, file->sha, sizeof(sum)) != 0)
        err = why_set(why, LOYD_E_CORRUPT,
                      "%s: size or SHA-256 does not match the manifest",
                      file->name);
    if (err != LOYD_OK) {
        close(*fd);
        *fd = -1;
    }
    return err;
}

loyd_err
manifest_check_database(struct pack_reader *database,
                        const struct manifest_file *file, loyd_why *why)
{
    uint8_t sum[LOYD_HASH_BYTES];
    uint64_t n;
    loyd_err err = pack_reader_sum(database, file->bytes, &n, sum, why);

    if (err == LOYD_OK &&
        (n != file->bytes || memcmp(sum, file->sha, sizeof(sum)) != 0))
        err = why_set(why, LOYD_E_CORRUPT,
                      "size or SHA-256 does not match the manifest");
    return err;
}

/* Looks up the format of a file; unknown ones stay AUTO. */
static void
read_format(const char *name, struct manifest_file *file)
{
    static const char *const names[MANIFEST_FORMATS] = {"csv", "json",
                                                        "sqlite"};

    for (size_t i = 0; i < MANIFEST_FORMATS; i++)
        if (strcmp(names[i], name) == 0)
            file->format = manifest_formats[i];
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
        return why_set(why, LOYD_E_CORRUPT, "invalid file name '%s'",
                       why_quote(name, strlen(name), quote));
    for (size_t i = 0; i < out->n_files; i++)
        if (strcmp(out->files[i].name, name) == 0)
            return why_set(why, LOYD_E_CORRUPT, "lists %s twice", name);
    if (!bytes_unhex(sha, strlen(sha), file->sha, LOYD_HASH_BYTES) ||
        !json_whole(object, "bytes", 0, INT64_MAX, &file->bytes))
        return why_set(why, LOYD_E_CORRUPT, "no size or SHA-256 of %s", name);
    strcpy(file->name, name);
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
        return why_set(why, LOYD_E_CORRUPT,
                       "files: expected a list of 1..%d files",
                       MANIFEST_FILES_MAX);
    for (size_t i = 0; err == LOYD_OK && i < json_array_size(files); i++)
        err = read_file(out, json_array_get(files, i), why);
    return err;
}

static loyd_err
read_selection(struct manifest *out, const json_t *root, loyd_why *why)
{
    const json_t *selection = json_object_get(root, "selection");

    if (!json_is_object(selection))
        return why_set(why, LOYD_E_CORRUPT, "selection: expected an object");
    out->selection = json_dumps(selection, JSON_COMPACT);
    return out->selection != NULL
               ? LOYD_OK
               : why_set(why, LOYD_E_NOMEM, "out of memory");
}

/* Reads a text of the head. */
static loyd_err
read_text(const json_t *root, const char *name, size_t size, char *out,
          loyd_why *why)
{
    const char *text = json_text(root, name);
    size_t len = strlen(text);

    if (len == 0 || len >= size || utf8_check_name(text, len, why) != LOYD_OK)
        return why_set(why, LOYD_E_CORRUPT, "invalid %s", name);
    memcpy(out, text, len + 1);
    return LOYD_OK;
}

/* Reads a number of 32 bits. */
static loyd_err
read_number(const json_t *root, const char *name, json_int_t low,
            uint32_t *out, loyd_why *why)
{
    uint64_t number;

    if (!json_whole(root, name, low, UINT32_MAX, &number))
        return why_set(why, LOYD_E_CORRUPT, "invalid %s", name);
    *out = (uint32_t)number;
    return LOYD_OK;
}

static loyd_err
read_withdrawn(struct manifest *out, const json_t *root, loyd_why *why)
{
    const json_t *list = json_object_get(root, "withdrawn");
    size_t n = json_array_size(list);
    loyd_err err = LOYD_OK;

    if (!json_is_array(list))
        return why_set(why, LOYD_E_CORRUPT, "withdrawn: expected a list");
    if ((out->withdrawn = calloc(n + 1, sizeof(out->withdrawn[0]))) == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        struct marked *one = &out->withdrawn[i];
        const json_t *object = json_array_get(list, i);

        err = read_number(object, "volume", 1, &one->volume, why);
        if (err == LOYD_OK)
            err = read_number(object, "number", 1, &one->number, why);
        if (err == LOYD_OK)
            err = read_number(object, "withdrawn_by", one->volume,
                              &one->withdrawn, why);
        if (err == LOYD_OK && !json_id(object, "puzzle_id", &one->id))
            err = why_set(why, LOYD_E_CORRUPT, "invalid puzzle_id");
        if (err == LOYD_OK &&
            (one->volume > out->volume ||
             (one->volume < out->volume && one->withdrawn > out->volume) ||
             (one->volume == out->volume &&
              (one->number < out->first || one->number > out->last)) ||
             (one->volume < out->volume && one->number >= out->first) ||
             (i > 0 && (one->number <= one[-1].number ||
                        one->volume < one[-1].volume))))
            err = why_set(why, LOYD_E_CORRUPT,
                          "number %u cannot be one of volume %u",
                          (unsigned)one->number, (unsigned)one->volume);
        if (err != LOYD_OK)
            return why_prefix(why, err, "withdrawn: ");
    }
    out->n_withdrawn = n;
    return LOYD_OK;
}

static loyd_err
read_volume(struct manifest *out, const json_t *root, loyd_why *why)
{
    loyd_err err;

    if (json_object_get(root, "pack") == NULL)
        return json_object_get(root, "volume") == NULL &&
                       json_object_get(root, "revision") == NULL &&
                       json_object_get(root, "withdrawn") == NULL
                   ? LOYD_OK
                   : why_set(why, LOYD_E_CORRUPT, "missing pack");
    if ((err = read_text(root, "pack", sizeof(out->pack), out->pack, why)) !=
            LOYD_OK ||
        (err = read_number(root, "volume", 1, &out->volume, why)) != LOYD_OK ||
        (err = read_number(root, "revision", 1, &out->revision, why)) !=
            LOYD_OK)
        return err;
    return read_withdrawn(out, root, why);
}

static loyd_err
read_head(struct manifest *out, const json_t *root, loyd_why *why)
{
    const char *digest = json_text(root, "digest");
    uint64_t has_solutions;
    loyd_err err;

    if ((err = read_text(root, "title", sizeof(out->title), out->title,
                         why)) != LOYD_OK ||
        (err = read_text(root, "licence", sizeof(out->licence), out->licence,
                         why)) != LOYD_OK ||
        (err = read_number(root, "from", 0, &out->first, why)) != LOYD_OK ||
        (err = read_number(root, "to", 0, &out->last, why)) != LOYD_OK)
        return err;
    if (!json_whole(root, "puzzles", 0, UINT32_MAX, &out->puzzles) ||
        !json_whole(root, "solutions", 0, 1, &has_solutions))
        return why_set(why, LOYD_E_CORRUPT, "invalid puzzles or solutions");
    if (!bytes_unhex(digest, strlen(digest), out->digest, LOYD_HASH_BYTES))
        return why_set(why, LOYD_E_CORRUPT, "invalid digest");
    out->has_solutions = has_solutions == 1;
    return read_volume(out, root, why);
}

loyd_err
manifest_check_format(const json_t *object, loyd_why *why)
{
    uint64_t version;

    if (!json_whole(object, "format_version", 1, INT64_MAX, &version))
        return why_set(why, LOYD_E_CORRUPT,
                       "missing or invalid format_version");
    return version == PACK_FORMAT
               ? LOYD_OK
               : why_set(why, LOYD_E_NEWER,
                         "unknown format version %" PRIu64 ": expected %d",
                         version, PACK_FORMAT);
}

static loyd_err
read_root(struct manifest *out, const json_t *root, loyd_why *why)
{
    loyd_err err;

    if (strcmp(json_text(root, "format"), "loyd pack") != 0)
        return why_set(why, LOYD_E_FOREIGN, "not the manifest of a loyd pack");
    if ((err = manifest_check_format(root, why)) != LOYD_OK ||
        (err = read_head(out, root, why)) != LOYD_OK ||
        (err = read_selection(out, root, why)) != LOYD_OK)
        return err;
    return read_files(out, root, why);
}

loyd_err
manifest_load(int dir, struct text *text, loyd_why *why)
{
    return pack_read_file(dir, MANIFEST_NAME, MANIFEST_BYTES_MAX, text, why);
}

loyd_err
manifest_parse(const struct text *text, struct manifest *out, loyd_why *why)
{
    json_t *root;
    loyd_err err;

    memset(out, 0, sizeof(*out));
    if ((err = json_parse(text->at, text->len, &root, why)) != LOYD_OK)
        return err == LOYD_E_SYNTAX ? LOYD_E_CORRUPT : err;
    err = read_root(out, root, why);
    json_decref(root);
    return err;
}

void
manifest_free(struct manifest *m)
{
    free(m->selection);
    free(m->withdrawn);
    m->selection = NULL;
    m->withdrawn = NULL;
}
