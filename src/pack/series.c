/* SPDX-License-Identifier: MIT */
/* Owns the reading of a pack's manifest and ids.tsv: input, all of it. */
#include "pack/series.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "core/crypto.h"
#include "core/why.h"
#include "loyd/export.h"
#include "loyd/text.h"
#include "pack/sink.h"

#define MANIFEST "manifest.json"
#define MANIFEST_MAX 1000000 /* bytes; a manifest has a few thousand */
#define LINE_BYTES 64        /* of ids.tsv: less than 50 */

/* A pack while it is read. */
struct reading {
    const char *path; /* of its folder */
    int dir;
    series *s;
    json_t *manifest;
    const char *ids; /* the name of ids.tsv or ids.tsv.gz; the manifest's */
    const char *sha; /* what its SHA-256 should be */
    loyd_why *why;
};

static loyd_err
corrupt(const struct reading *r, const char *name, const char *what)
{
    char shown[WHY_QUOTE_BYTES];

    return why_set(r->why, LOYD_E_CORRUPT, "%s/%s: %s",
                   why_quote(r->path, strlen(r->path), shown), name, what);
}

static loyd_err
open_folder(struct reading *r)
{
    r->dir = open(r->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (r->dir != -1)
        return LOYD_OK;
    if (errno != ENOENT)
        return file_failed(r->path, "", "cannot be opened", r->why);
    file_failed(r->path, "", "cannot be opened", r->why);
    return LOYD_E_NOT_FOUND;
}

/* A plain file of the pack, no link that leads elsewhere. */
static loyd_err
open_file(const struct reading *r, const char *name, int *fd)
{
    struct stat status;

    *fd = openat(r->dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (*fd == -1)
        return file_failed(r->path, name, "cannot be opened", r->why);
    if (fstat(*fd, &status) == 0 && S_ISREG(status.st_mode))
        return LOYD_OK;
    close(*fd);
    return corrupt(r, name, "not a plain file");
}

/* All of a file of at most `max` bytes. */
static loyd_err
read_whole(const struct reading *r, const char *name, size_t max, char **text,
           size_t *len)
{
    char *bytes = malloc(max + 1);
    loyd_err err = LOYD_E_NOMEM;
    int fd = -1;

    if (bytes == NULL || (err = open_file(r, name, &fd)) != LOYD_OK)
        goto fail;
    for (*len = 0; *len <= max;) {
        ssize_t n = read(fd, bytes + *len, max + 1 - *len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            err = file_failed(r->path, name, "cannot be read", r->why);
            goto fail;
        }
        if (n == 0)
            break;
        *len += (size_t)n;
    }
    if (*len > max) {
        err = corrupt(r, name, "too large");
        goto fail;
    }
    close(fd);
    *text = bytes;
    return LOYD_OK;
fail:
    if (fd != -1)
        close(fd);
    free(bytes);
    return err;
}

static const char *
text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text != NULL ? text : "";
}

static bool
hex_digest(const char *text, uint8_t bytes[LOYD_HASH_BYTES])
{
    static const char digits[] = "0123456789abcdef";

    if (strlen(text) != 2 * (size_t)LOYD_HASH_BYTES)
        return false;
    for (size_t i = 0; i < 2 * (size_t)LOYD_HASH_BYTES; i++) {
        const char *found = strchr(digits, text[i]);
        unsigned value;

        if (found == NULL)
            return false;
        value = (unsigned)(found - digits);
        bytes[i / 2] =
            (uint8_t)(i % 2 == 0 ? value << 4 : bytes[i / 2] | value);
    }
    return true;
}

/* The entry of ids.tsv among the files. */
static loyd_err
find_ids(struct reading *r)
{
    const json_t *files = json_object_get(r->manifest, "files"), *file;
    size_t i;

    json_array_foreach(files, i, file)
    {
        const char *name = text_of(file, "name");

        if (strcmp(name, "ids.tsv") != 0 && strcmp(name, "ids.tsv.gz") != 0)
            continue;
        if (r->ids != NULL)
            return corrupt(r, MANIFEST, "it lists ids.tsv twice");
        r->ids = name;
        r->sha = text_of(file, "sha256");
    }
    return r->ids != NULL ? LOYD_OK
                          : corrupt(r, MANIFEST, "it does not list ids.tsv");
}

static loyd_err
read_fields(struct reading *r)
{
    const json_t *manifest = r->manifest;
    json_int_t format =
        json_integer_value(json_object_get(manifest, "format_version"));
    json_int_t version =
        json_integer_value(json_object_get(manifest, "version"));
    const char *name = text_of(manifest, "name");
    const char *id = text_of(manifest, "pack_id");
    loyd_id last;

    if (strcmp(text_of(manifest, "format"), "loyd pack") != 0)
        return why_set(r->why, LOYD_E_FOREIGN, "%s: not a pack of loyd's",
                       MANIFEST);
    if (format > 1)
        return why_set(r->why, LOYD_E_NEWER,
                       "%s: its format is version %lld, and this loyd knows "
                       "1",
                       MANIFEST, (long long)format);
    if (format != 1 || version < 1 || version >= UINT32_MAX)
        return corrupt(r, MANIFEST, "its versions are no versions");
    if (name[0] == '\0' || strlen(name) > LOYD_PACK_NAME_MAX ||
        loyd_text_check(name, strlen(name), NULL) != LOYD_OK)
        return corrupt(r, MANIFEST, "its name is no name");
    if (strlen(id) != LOYD_ID_CHARS ||
        loyd_id_parse(id, LOYD_ID_CHARS, &r->s->pack_id, &last, NULL) !=
            LOYD_OK)
        return corrupt(r, MANIFEST, "its pack_id is no id");
    if (!hex_digest(text_of(manifest, "digest"), r->s->digest))
        return corrupt(r, MANIFEST, "its digest is no digest");
    r->s->version = (uint32_t)version;
    r->s->name = malloc(strlen(name) + 1);
    if (r->s->name == NULL)
        return LOYD_E_NOMEM;
    strcpy(r->s->name, name);
    return find_ids(r);
}

static loyd_err
read_manifest(struct reading *r)
{
    json_error_t error;
    size_t len = 0;
    char *text = NULL;
    loyd_err err = read_whole(r, MANIFEST, MANIFEST_MAX, &text, &len);

    if (err != LOYD_OK)
        return err;
    r->manifest = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (!json_is_object(r->manifest))
        return corrupt(r, MANIFEST, "not a JSON object");
    return read_fields(r);
}

static loyd_err
check_sum(const struct reading *r, int fd)
{
    uint8_t bytes[65536], wanted[LOYD_HASH_BYTES] = {0};
    uint8_t found[CRYPTO_SHA256_BYTES];
    crypto_sha256 sha;

    crypto_sha256_begin(&sha);
    for (;;) {
        ssize_t n = read(fd, bytes, sizeof(bytes));

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return file_failed(r->path, r->ids, "cannot be read", r->why);
        if (n == 0)
            break;
        crypto_sha256_add(&sha, bytes, (size_t)n);
    }
    crypto_sha256_end(&sha, found);
    if (!hex_digest(r->sha, wanted) ||
        memcmp(wanted, found, sizeof(found)) != 0)
        return corrupt(r, r->ids, "it is not the file of the manifest");
    return lseek(fd, 0, SEEK_SET) == 0
               ? LOYD_OK
               : file_failed(r->path, r->ids, "cannot be read", r->why);
}

static bool
read_state(const char *word, uint8_t *state)
{
    for (uint8_t i = 0; i <= SERIES_WITHDRAWN; i++)
        if (strcmp(word, series_word((series_state)i)) == 0) {
            *state = i;
            return true;
        }
    return false;
}

/* "number<TAB>id<TAB>stm<TAB>state", the line cut at its tabs. */
static bool
parse_row(char *line, uint64_t number, series_row *row)
{
    char *part[4] = {line, NULL, NULL, NULL};
    uint64_t found, stm = 0;
    loyd_id last;

    for (int i = 1; i < 4; i++) {
        char *tab = strchr(part[i - 1], '\t');
        if (tab == NULL)
            return false;
        *tab = '\0';
        part[i] = tab + 1;
    }
    if (loyd_number_parse(part[0], strlen(part[0]), number, number, &found,
                          NULL) != LOYD_OK)
        return false;
    if (strlen(part[1]) != LOYD_ID_CHARS ||
        loyd_id_parse(part[1], LOYD_ID_CHARS, &row->id, &last, NULL) !=
            LOYD_OK)
        return false;
    if (part[2][0] != '\0' &&
        loyd_number_parse(part[2], strlen(part[2]), 1, LOYD_STM_MAX, &stm,
                          NULL) != LOYD_OK)
        return false;
    row->stm = (uint16_t)stm;
    return read_state(part[3], &row->state);
}

static loyd_err
bad_line(const struct reading *r, uint64_t line)
{
    char what[80];

    snprintf(what, sizeof(what), "line %llu is not in its form",
             (unsigned long long)line);
    return corrupt(r, r->ids, what);
}

static loyd_err
add_row(const struct reading *r, char *line)
{
    series *s = r->s;

    if (s->n == s->room) {
        size_t room = s->room > 0 ? s->room + s->room / 2 : 1024;
        series_row *rows = realloc(s->rows, room * sizeof(rows[0]));
        if (rows == NULL)
            return LOYD_E_NOMEM;
        s->rows = rows;
        s->room = room;
    }
    if (s->n >= UINT32_MAX || !parse_row(line, s->n + 1, &s->rows[s->n]))
        return bad_line(r, s->n + 2);
    s->n++;
    return LOYD_OK;
}

static loyd_err
read_lines(const struct reading *r, gzFile file)
{
    static const char heading[] = "number\tpuzzle_id\tstm\tstate\n";
    char line[LINE_BYTES];
    bool is_first = true;
    int code;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && gzgets(file, line, sizeof(line)) != NULL) {
        size_t len = strlen(line);

        if (is_first && strcmp(line, heading) != 0)
            return corrupt(r, r->ids, "its heading is another one");
        if (len == 0 || line[len - 1] != '\n')
            return bad_line(r, r->s->n + 2);
        line[len - 1] = '\0';
        if (!is_first)
            err = add_row(r, line);
        is_first = false;
    }
    gzerror(file, &code);
    if (err == LOYD_OK && (code != Z_OK || is_first || !gzeof(file)))
        err = corrupt(r, r->ids, "cut short or damaged");
    return err;
}

/* No id has two numbers. */
static loyd_err
check_ids(const struct reading *r)
{
    series_index *index = NULL;
    loyd_err err = series_index_new(r->s, &index);

    for (size_t i = 0; err == LOYD_OK && i < r->s->n; i++)
        if (series_number(index, &r->s->rows[i].id) != i + 1)
            err = corrupt(r, r->ids, "an id has two numbers");
    series_index_free(&index);
    return err;
}

static loyd_err
read_ids(const struct reading *r)
{
    gzFile file;
    int fd;
    loyd_err err = open_file(r, r->ids, &fd);

    if (err != LOYD_OK)
        return err;
    if ((err = check_sum(r, fd)) != LOYD_OK) {
        close(fd);
        return err;
    }
    if ((file = gzdopen(fd, "rb")) == NULL) {
        close(fd);
        return LOYD_E_NOMEM;
    }
    err = read_lines(r, file);
    gzclose(file);
    return err == LOYD_OK ? check_ids(r) : err;
}

loyd_err
series_read(const char *dir, series *out, loyd_why *why)
{
    series made = {.name = NULL};
    struct reading r = {.path = dir, .dir = -1, .s = &made, .why = why};
    loyd_err err = open_folder(&r);

    if (err == LOYD_OK)
        err = read_manifest(&r);
    if (err == LOYD_OK)
        err = read_ids(&r);
    json_decref(r.manifest);
    if (r.dir != -1)
        close(r.dir);
    if (err == LOYD_OK)
        *out = made;
    else
        series_free(&made);
    return err;
}
