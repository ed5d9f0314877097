/* SPDX-License-Identifier: MIT */
/* Owns the reading of ids.tsv: input, all of it. */
#include "pack/ids.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/why.h"
#include "core/crypto.h"
#include "loyd/text.h"
#include "pack/manifest_read.h"

#define LINE_BYTES 64 /* of ids.tsv: less than 50 */

/* ids.tsv while it is read. */
struct ids_reader {
    const struct manifest_file *told;
    struct ids *s;
    struct crypto_sha256 sha; /* of its lines, compressed or not */
    loyd_why *why;
};

static loyd_err
corrupt(const struct ids_reader *r, const char *what)
{
    return why_set(r->why, LOYD_E_CORRUPT, "%s: %s", r->told->name, what);
}

static bool
read_state(const char *word, uint8_t *state)
{
    for (uint8_t i = 0; i <= IDS_WITHDRAWN; i++)
        if (strcmp(word, ids_word((enum ids_state)i)) == 0) {
            *state = i;
            return true;
        }
    return false;
}

/* "number<TAB>id<TAB>stm<TAB>state", the line cut at its tabs. */
static bool
parse_row(char *line, uint64_t number, struct ids_row *row)
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
bad_line(struct ids_reader *r, uint64_t line)
{
    char what[80];

    snprintf(what, sizeof(what), "line %llu is not in its form",
             (unsigned long long)line);
    return corrupt(r, what);
}

static loyd_err
add_row(struct ids_reader *r, char *line)
{
    struct ids *s = r->s;

    if (s->n == s->room) {
        size_t room = s->room > 0 ? s->room + s->room / 2 : 1024;
        struct ids_row *rows = realloc(s->rows, room * sizeof(rows[0]));
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
read_lines(struct ids_reader *r, gzFile file)
{
    static const char heading[] = "number\tpuzzle_id\tstm\tstate\n";
    char line[LINE_BYTES];
    bool is_first = true;
    int code;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && gzgets(file, line, sizeof(line)) != NULL) {
        size_t len = strlen(line);

        crypto_sha256_add(&r->sha, line, len);
        if (is_first && strcmp(line, heading) != 0)
            return corrupt(r, "its heading is another one");
        if (len == 0 || line[len - 1] != '\n')
            return bad_line(r, r->s->n + 2);
        line[len - 1] = '\0';
        if (!is_first)
            err = add_row(r, line);
        is_first = false;
    }
    gzerror(file, &code);
    if (err != LOYD_OK)
        return err;
    if (code == Z_ERRNO)
        return why_set(r->why, LOYD_E_IO, "%s: %s", r->told->name,
                       strerror(errno));
    if (code == Z_MEM_ERROR)
        return why_set(r->why, LOYD_E_NOMEM, "out of memory");
    if (code != Z_OK || is_first || !gzeof(file))
        return corrupt(r, "cut short or damaged");
    return (gzdirect(file) == 0) == r->told->is_gzip
               ? LOYD_OK
               : corrupt(r, r->told->is_gzip ? "it is not compressed"
                                             : "it is compressed");
}

/* No id has two numbers. */
static loyd_err
check_ids(struct ids_reader *r)
{
    struct ids_index *index = NULL;
    loyd_err err = ids_index_new(r->s, &index);

    for (size_t i = 0; err == LOYD_OK && i < r->s->n; i++)
        if (ids_number(index, &r->s->rows[i].id) != i + 1)
            err = corrupt(r, "an id has two numbers");
    ids_index_free(&index);
    return err;
}

loyd_err
ids_read_file(int dir, const struct manifest *m, const struct watch *w,
              struct ids *out, uint8_t sha[LOYD_HASH_BYTES], loyd_why *why)
{
    struct ids made = {.name = NULL};
    struct ids_reader r = {.told = NULL, .s = &made, .why = why};
    gzFile file;
    size_t n = 0;
    int fd;
    loyd_err err;

    for (size_t i = 0; i < m->n_files; i++) {
        n += m->files[i].is_ids;
        if (m->files[i].is_ids)
            r.told = &m->files[i];
    }
    if (n != 1)
        return why_set(why, LOYD_E_CORRUPT, MANIFEST_NAME ": it %s",
                       n > 1 ? "lists ids.tsv twice"
                             : "does not list ids.tsv");
    if ((err = manifest_open_file(dir, r.told, w, &fd, why)) != LOYD_OK)
        return err;
    if ((file = gzdopen(fd, "rb")) == NULL) {
        close(fd);
        return LOYD_E_NOMEM;
    }
    crypto_sha256_begin(&r.sha);
    err = read_lines(&r, file);
    crypto_sha256_end(&r.sha, sha);
    gzclose(file);
    if (err == LOYD_OK)
        err = check_ids(&r);
    if (err == LOYD_OK)
        *out = made;
    else
        ids_free(&made);
    return err;
}

/* What the manifest says of the series. */
static loyd_err
take_manifest(const struct manifest *m, struct ids *s)
{
    s->version = m->version;
    s->pack_id = m->id;
    memcpy(s->digest, m->digest, sizeof(s->digest));
    s->name = malloc(strlen(m->name) + 1);
    if (s->name == NULL)
        return LOYD_E_NOMEM;
    strcpy(s->name, m->name);
    return LOYD_OK;
}

static loyd_err
read_folder(int dir, struct manifest *m, struct ids *out, loyd_why *why)
{
    static const struct watch nobody = {.go_on = NULL};
    uint8_t sha[LOYD_HASH_BYTES];
    loyd_why part = {""};
    char *text = NULL;
    size_t len = 0;
    loyd_err err = pack_read_file(dir, MANIFEST_NAME, MANIFEST_BYTES_MAX,
                                  &text, &len, why);

    if (err != LOYD_OK)
        return err;
    err = manifest_parse(text, len, m, &part);
    free(text);
    if (err != LOYD_OK)
        return why_set(why, err, MANIFEST_NAME ": %s", part.text);
    if ((err = ids_read_file(dir, m, &nobody, out, sha, why)) == LOYD_OK &&
        (err = take_manifest(m, out)) != LOYD_OK)
        ids_free(out);
    return err;
}

loyd_err
ids_read(const char *dir, struct ids *out, loyd_why *why)
{
    struct manifest *m = calloc(1, sizeof(*m));
    char shown[WHY_QUOTE_BYTES];
    loyd_why part = {""};
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    loyd_err err = LOYD_E_NOMEM;

    why_quote(dir, strlen(dir), shown);
    if (fd == -1)
        err = why_set(why, errno == ENOENT ? LOYD_E_NOT_FOUND : LOYD_E_IO,
                      "%s: %s", shown, strerror(errno));
    else if (m != NULL && (err = read_folder(fd, m, out, &part)) != LOYD_OK)
        why_set(why, err, "%s/%s", shown,
                part.text[0] != '\0' ? part.text : loyd_strerror(err));
    if (m != NULL)
        manifest_free(m);
    free(m);
    if (fd != -1)
        close(fd);
    return err;
}
