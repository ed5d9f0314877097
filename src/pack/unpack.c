/* SPDX-License-Identifier: MIT */
/* Owns the files of a stranger's pack: its manifest, their names and sums. */
#include "pack/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/crypto.h"
#include "core/why.h"
#include "loyd/text.h"
#include "pack/reading.h"

bool
unpack_hex(const char *text, size_t len, uint8_t out[LOYD_HASH_BYTES])
{
    static const char digits[] = "0123456789abcdef";

    if (len != 2 * (size_t)LOYD_HASH_BYTES)
        return false;
    for (size_t i = 0; i < len; i++) {
        const char *found = text[i] != '\0' ? strchr(digits, text[i]) : NULL;

        if (found == NULL)
            return false;
        out[i / 2] = (uint8_t)(out[i / 2] << 4 | (found - digits));
    }
    return true;
}

/* Letters, digits, points, dashes; it begins with one of the first two. */
bool
unpack_name_is_good(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

    return name[0] != '\0' && strchr("._-", name[0]) == NULL &&
           strlen(name) <= UNPACK_NAME_MAX &&
           strspn(name, plain) == strlen(name);
}

static const char *
text_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    const char *text = json_string_value(value);

    /* A NUL inside a text is no text of ours. */
    return text != NULL && strlen(text) == json_string_length(value) ? text
                                                                     : "";
}

/* A whole number in low..high; false: there is none. */
static bool
number_of(const json_t *object, const char *name, json_int_t low,
          json_int_t high, uint64_t *number)
{
    const json_t *value = json_object_get(object, name);

    if (!json_is_integer(value) || json_integer_value(value) < low ||
        json_integer_value(value) > high)
        return false;
    *number = (uint64_t)json_integer_value(value);
    return true;
}

static bool
is_id(const char *text)
{
    loyd_id first, last;

    return strlen(text) == LOYD_ID_CHARS &&
           loyd_id_parse(text, LOYD_ID_CHARS, &first, &last, NULL) == LOYD_OK;
}

/* Formats that this loyd knows, and how they are called. */
static void
read_format(const char *name, unpack_file *file)
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
read_file(unpack_manifest *out, const json_t *object, loyd_why *why)
{
    unpack_file *file = &out->files[out->n_files];
    const char *name = text_of(object, "name");
    const char *sha = text_of(object, "sha256");
    char quote[WHY_QUOTE_BYTES];

    memset(file, 0, sizeof(*file));
    if (!unpack_name_is_good(name) || strcmp(name, MANIFEST_NAME) == 0 ||
        strcmp(name, SUMS_NAME) == 0)
        return why_set(why, LOYD_E_CORRUPT,
                       "it lists '%s', which is no name of a file in a pack",
                       why_quote(name, strlen(name), quote));
    for (size_t i = 0; i < out->n_files; i++)
        if (strcmp(out->files[i].name, name) == 0)
            return why_set(why, LOYD_E_CORRUPT, "it lists %s twice", name);
    if (!unpack_hex(sha, strlen(sha), file->sha) ||
        !number_of(object, "bytes", 0, INT64_MAX, &file->bytes))
        return why_set(why, LOYD_E_CORRUPT, "%s has no size or no SHA-256",
                       name);
    memcpy(file->name, name, strlen(name) + 1);
    read_format(text_of(object, "format"), file);
    out->n_files++;
    return LOYD_OK;
}

static loyd_err
read_files(unpack_manifest *out, const json_t *root, loyd_why *why)
{
    const json_t *files = json_object_get(root, "files");
    loyd_err err = LOYD_OK;

    if (json_array_size(files) == 0 ||
        json_array_size(files) > UNPACK_FILES_MAX)
        return why_set(why, LOYD_E_CORRUPT, "it has no list of 1..%d files",
                       UNPACK_FILES_MAX);
    for (size_t i = 0; err == LOYD_OK && i < json_array_size(files); i++)
        err = read_file(out, json_array_get(files, i), why);
    return err;
}

/* What each of the counts comes to. */
static loyd_err
read_counts(unpack_manifest *out, const json_t *root, loyd_why *why)
{
    static const char *const names[4] = {"size", "layout", "band", "status"};
    const json_t *counts = json_object_get(root, "counts");

    for (size_t i = 0; i < 4; i++) {
        json_t *of = json_object_get(counts, names[i]);

        if (!json_is_object(of))
            return why_set(why, LOYD_E_CORRUPT, "it has no counts by %s",
                           names[i]);
        for (void *at = json_object_iter(of); at != NULL;
             at = json_object_iter_next(of, at)) {
            const json_t *n = json_object_iter_value(at);

            if (!json_is_integer(n) || json_integer_value(n) < 1 ||
                json_integer_value(n) > UINT32_MAX)
                return why_set(why, LOYD_E_CORRUPT,
                               "its counts by %s are no counts", names[i]);
            out->counts_total[i] += (uint64_t)json_integer_value(n);
        }
    }
    return LOYD_OK;
}

static loyd_err
read_since(unpack_manifest *out, const json_t *root, loyd_why *why)
{
    const json_t *since = json_object_get(root, "since");
    const char *before = text_of(since, "pack_id");
    uint64_t number;

    out->is_delta = since != NULL;
    if (since == NULL)
        return LOYD_OK;
    if (!is_id(before) || !number_of(root, "added", 0, UINT32_MAX, &number) ||
        !number_of(root, "changed", 0, UINT32_MAX, &number) ||
        !number_of(root, "withdrawn", 0, UINT32_MAX, &number))
        return why_set(why, LOYD_E_CORRUPT,
                       "it does not say since which pack, and what is new");
    memcpy(out->before, before, LOYD_ID_CHARS + 1);
    return LOYD_OK;
}

static loyd_err
read_head(unpack_manifest *out, const json_t *root, loyd_why *why)
{
    const char *name = text_of(root, "name"), *id = text_of(root, "pack_id");
    const char *licence = text_of(root, "licence");
    const char *digest = text_of(root, "digest");
    uint64_t version;

    if (!is_id(id))
        return why_set(why, LOYD_E_CORRUPT, "its pack_id is no id");
    if (name[0] == '\0' || strlen(name) > LOYD_PACK_NAME_MAX ||
        loyd_text_check(name, strlen(name), NULL) != LOYD_OK)
        return why_set(why, LOYD_E_CORRUPT, "its name is no name");
    if (licence[0] == '\0' || strlen(licence) > LOYD_PACK_LICENCE_MAX ||
        loyd_text_check(licence, strlen(licence), NULL) != LOYD_OK)
        return why_set(why, LOYD_E_CORRUPT, "its licence is none");
    if (!number_of(root, "version", 1, UINT32_MAX, &version) ||
        !number_of(root, "puzzles", 0, UINT32_MAX, &out->puzzles) ||
        !json_is_boolean(json_object_get(root, "solutions")) ||
        !json_is_array(json_object_get(root, "generators")))
        return why_set(why, LOYD_E_CORRUPT,
                       "version, puzzles, solutions or generators are not "
                       "what they should be");
    if (!unpack_hex(digest, strlen(digest), out->digest))
        return why_set(why, LOYD_E_CORRUPT, "its digest is no digest");
    memcpy(out->pack_id, id, LOYD_ID_CHARS + 1);
    memcpy(out->name, name, strlen(name) + 1);
    out->version = (uint32_t)version;
    out->has_solutions = json_is_true(json_object_get(root, "solutions"));
    return LOYD_OK;
}

static loyd_err
read_root(unpack_manifest *out, const json_t *root, loyd_why *why)
{
    uint64_t version = 0;
    loyd_err err;

    if (strcmp(text_of(root, "format"), "loyd pack") != 0)
        return why_set(why, LOYD_E_FOREIGN, "it is no manifest of loyd's");
    if (!number_of(root, "format_version", 1, INT64_MAX, &version))
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
unpack_manifest_read(const char *text, size_t len, unpack_manifest *out,
                     loyd_why *why)
{
    json_t *root = json_parse(text, len, why);
    loyd_err err;

    if (root == NULL)
        return LOYD_E_CORRUPT;
    memset(out, 0, sizeof(*out));
    err = read_root(out, root, why);
    json_decref(root);
    return err;
}

static loyd_err
failed(const char *name, loyd_why *why)
{
    loyd_err err = errno == ENOENT ? LOYD_E_NOT_FOUND : LOYD_E_IO;

    if (errno == ELOOP)
        return why_set(why, LOYD_E_CORRUPT,
                       "%s: a link, and a plain file "
                       "was expected",
                       name);
    return why_set(why, err, "%s: %s", name, strerror(errno));
}

loyd_err
unpack_open(int dir, const char *name, int *fd, loyd_why *why)
{
    struct stat status;

    *fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (*fd == -1)
        return failed(name, why);
    if (fstat(*fd, &status) == 0 && S_ISREG(status.st_mode))
        return LOYD_OK;
    close(*fd);
    return why_set(why, LOYD_E_CORRUPT, "%s: not a plain file", name);
}

loyd_err
unpack_whole(int dir, const char *name, size_t most, char **text, size_t *len,
             loyd_why *why)
{
    char *bytes = NULL;
    struct stat status;
    size_t n = 0;
    int fd;
    loyd_err err = unpack_open(dir, name, &fd, why);

    if (err != LOYD_OK)
        return err;
    if (fstat(fd, &status) != 0 || status.st_size > (off_t)most)
        err = why_set(why, LOYD_E_CORRUPT, "%s: over %zu bytes", name, most);
    else if ((bytes = malloc((size_t)status.st_size + 1)) == NULL)
        err = LOYD_E_NOMEM;
    while (err == LOYD_OK && n < (size_t)status.st_size) {
        ssize_t got = read(fd, bytes + n, (size_t)status.st_size - n);

        if (got > 0)
            n += (size_t)got;
        else if (got == 0)
            break;
        else if (errno != EINTR)
            err = failed(name, why);
    }
    close(fd);
    if (err != LOYD_OK) {
        free(bytes);
        return err;
    }
    bytes[n] = '\0';
    *text = bytes;
    *len = n;
    return LOYD_OK;
}

loyd_err
unpack_check_sum(int dir, const unpack_file *file, loyd_why *why)
{
    uint8_t *bytes = malloc(65536), sum[CRYPTO_SHA256_BYTES];
    uint64_t n = 0;
    ssize_t got = 0;
    crypto_sha256 sha;
    int fd;
    loyd_err err =
        bytes != NULL ? unpack_open(dir, file->name, &fd, why) : LOYD_E_NOMEM;

    if (err != LOYD_OK) {
        free(bytes);
        return err;
    }
    crypto_sha256_begin(&sha);
    /* A file that is too long need not be read to its end. */
    while (n <= file->bytes &&
           ((got = read(fd, bytes, 65536)) > 0 || (got < 0 && errno == EINTR)))
        if (got > 0) {
            crypto_sha256_add(&sha, bytes, (size_t)got);
            n += (uint64_t)got;
        }
    if (got < 0)
        err = failed(file->name, why);
    crypto_sha256_end(&sha, sum);
    close(fd);
    free(bytes);
    if (err == LOYD_OK &&
        (n != file->bytes || memcmp(sum, file->sha, sizeof(sum)) != 0))
        err = why_set(why, LOYD_E_CORRUPT,
                      "%s: it is not the file that the manifest tells",
                      file->name);
    return err;
}
