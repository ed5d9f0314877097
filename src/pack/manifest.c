/* SPDX-License-Identifier: MIT */
/* Writes the manifest and SHA256SUMS. */
#include <string.h>

#include "base/jw.h"
#include "base/why.h"
#include "core/crypto.h"
#include "loyd/error.h"
#include "pack/manifest_read.h"
#include "pack/pack.h"
#include "pack/puzzle_fields.h"
#include "store/pack_db.h"
#include "store/pack_read.h"

void
pack_put_head(struct jw *jw, const struct pack *p, const char *format)
{
    const struct volume *of = &p->volume;

    jw_string(jw, "format", format);
    jw_uint(jw, "format_version", PACK_FORMAT);
    jw_string(jw, "title", of->title);
    jw_string(jw, "licence", of->licence);
    if (!pack_is_volume(p))
        return;
    jw_string(jw, "pack", of->pack);
    jw_uint(jw, "volume", of->volume);
    jw_uint(jw, "revision", of->revision);
}

static void
put_numbers(struct jw *jw, const struct pack *p)
{
    jw_uint(jw, "from", p->result.first);
    jw_uint(jw, "to", p->result.last);
    jw_uint(jw, "puzzles", p->result.puzzles);
    jw_boolean(jw, "solutions", !p->options->no_solutions);
}

/* Puts how many puzzles have each value of a column. */
static loyd_err
put_count(struct jw *jw, const struct pack *p, const char *name,
          const char *sql, loyd_why *why)
{
    struct pack_reader *rows = NULL;
    struct slice value, n;
    bool found = true;
    loyd_err err = pack_db_read(p->db, sql, &rows, why);

    jw_object(jw, name, JW_SPACED);
    while (err == LOYD_OK) {
        err = pack_reader_next(rows, &found, why);
        if (err != LOYD_OK || !found)
            break;
        if ((err = pack_reader_value(rows, 0, &value, why)) == LOYD_OK &&
            (err = pack_reader_value(rows, 1, &n, why)) == LOYD_OK)
            jw_raw(jw, value.at, n.at);
    }
    jw_close(jw);
    pack_reader_close(&rows);
    return err;
}

static loyd_err
put_counts(struct jw *jw, const struct pack *p, loyd_why *why)
{
    loyd_err err;

    jw_object(jw, "counts", JW_LINES);
    err = put_count(jw, p, "size",
                    "SELECT size, count(*) FROM puzzles GROUP BY 1 ORDER BY 1",
                    why);
    if (err == LOYD_OK)
        err = put_count(jw, p, "band",
                        "SELECT band, count(*) FROM puzzles"
                        " WHERE band IS NOT NULL GROUP BY 1 ORDER BY 1",
                        why);
    jw_close(jw);
    return err;
}

static void
put_withdrawn(struct jw *jw, const struct pack *p)
{
    jw_array(jw, "withdrawn", JW_LINES);
    for (size_t i = 0; i < p->n_gone; i++) {
        jw_object(jw, NULL, JW_SPACED);
        jw_uint(jw, "volume", p->gone[i].volume);
        jw_uint(jw, "number", p->gone[i].number);
        field_id(jw, "puzzle_id", &p->gone[i].id);
        jw_uint(jw, "withdrawn_by", p->gone[i].withdrawn);
        jw_close(jw);
    }
    jw_close(jw);
}

static void
put_files(struct jw *jw, const struct pack_folder *f)
{
    jw_array(jw, "files", JW_LINES);
    for (size_t i = 0; i < f->n_files; i++) {
        const struct pack_file *entry = &f->files[i];

        jw_object(jw, NULL, JW_SPACED);
        jw_string(jw, "name", entry->name);
        jw_string(jw, "format", entry->format);
        jw_uint(jw, "bytes", entry->sum.bytes);
        jw_hex(jw, "sha256", entry->sum.sha, CRYPTO_SHA256_BYTES);
        jw_close(jw);
    }
    jw_close(jw);
}

static void
put_sum(struct text *to, const char *name, const struct pack_sum *sum)
{
    text_hex(to, sum->sha, sizeof(sum->sha));
    text_format(to, "  %s\n", name);
}

/* In byte order of the names: the manifest, the puzzle files. */
static loyd_err
write_sums(const struct pack_folder *f, const struct pack_sum *manifest,
           loyd_why *why)
{
    struct pack_sum sum;
    struct sink to = {.fd = -1};
    loyd_err err = sink_open(&to, f, SUMS_NAME, why);

    put_sum(&to.text, MANIFEST_NAME, manifest);
    for (size_t i = 0; i < f->n_files; i++)
        put_sum(&to.text, f->files[i].name, &f->files[i].sum);
    if (err == LOYD_OK)
        err = sink_end(&to, &sum, why);
    sink_drop(&to);
    return err;
}

static loyd_err
put_manifest(struct jw *jw, const struct pack *p, const struct pack_folder *f,
             loyd_why *why)
{
    loyd_err err;

    jw_object(jw, NULL, JW_LINES);
    pack_put_head(jw, p, "loyd pack");
    put_numbers(jw, p);
    if ((err = put_counts(jw, p, why)) != LOYD_OK)
        return err;
    jw_hex(jw, "digest", p->result.digest, LOYD_HASH_BYTES);
    jw_raw(jw, "selection", p->volume.selection);
    if (pack_is_volume(p))
        put_withdrawn(jw, p);
    jw_string(jw, "loyd", loyd_version());
    put_files(jw, f);
    jw_close(jw);
    text_char(jw->to, '\n');
    return LOYD_OK;
}

loyd_err
pack_write_manifest(const struct pack *p, const struct pack_folder *f,
                    loyd_why *why)
{
    struct pack_sum sum;
    struct sink to = {.fd = -1};
    struct jw jw = {.to = &to.text};
    loyd_err err = sink_open(&to, f, MANIFEST_NAME, why);

    if (err == LOYD_OK && (err = put_manifest(&jw, p, f, why)) == LOYD_OK)
        err = sink_end(&to, &sum, why);
    sink_drop(&to);
    return err == LOYD_OK ? write_sums(f, &sum, why) : err;
}
