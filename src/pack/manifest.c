/* SPDX-License-Identifier: MIT */
/* Writes goals.tsv, ids.tsv, the manifest and SHA256SUMS. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/jw.h"
#include "base/why.h"
#include "core/crypto.h"
#include "core/moves.h"
#include "pack/puzzle_fields.h"
#include "pack/pack.h"

/* H(F("loyd pack 1", name, version, digest, SHA-256 of ids.tsv, before)) */
static void
make_id(struct pack *p, const uint8_t ids[CRYPTO_SHA256_BYTES])
{
    static const char purpose[] = "loyd pack 1";
    uint8_t version[4], sum[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;

    bytes_put_little(version, p->result.version, sizeof(version));
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, purpose, sizeof(purpose) - 1);
    crypto_hash_field(&hash, p->name, strlen(p->name));
    crypto_hash_field(&hash, version, sizeof(version));
    crypto_hash_field(&hash, p->result.digest, LOYD_HASH_BYTES);
    crypto_hash_field(&hash, ids, CRYPTO_SHA256_BYTES);
    if (p->before != NULL)
        crypto_hash_field(&hash, p->before->manifest.id.byte, LOYD_ID_BYTES);
    else
        crypto_hash_field(&hash, "", 0);
    crypto_hash_end(&hash, sum);
    memcpy(p->result.pack_id.byte, sum, LOYD_ID_BYTES);
}

static void
put_length(struct sink *to, uint16_t length)
{
    char text[8];

    snprintf(text, sizeof(text), "%u", length);
    sink_text(to, length > 0 ? text : "");
}

static void
put_number(struct sink *to, uint32_t number, const struct ids_row *row,
           bool has_mtm)
{
    char line[64], id[LOYD_ID_CHARS + 1];

    loyd_id_print(&row->id, id);
    snprintf(line, sizeof(line), "%" PRIu32 "\t%s\t", number, id);
    sink_text(to, line);
    put_length(to, row->stm);
    sink_text(to, "\t");
    sink_text(to, ids_word((enum ids_state)row->state));
    if (has_mtm) {
        sink_text(to, "\t");
        put_length(to, row->mtm);
    }
    sink_text(to, "\n");
}

/* Counts the numbers of the series by state. */
static void
count_states(struct pack *p)
{
    size_t n_before = p->before != NULL ? p->before->n : 0;
    uint64_t n[IDS_STATES_] = {0};

    for (size_t i = 0; i < p->after.n; i++) {
        uint8_t state = p->after.rows[i].state;

        n[state]++;
        p->result.returned += i < n_before && state == IDS_ADDED;
    }
    p->result.added = n[IDS_ADDED];
    p->result.changed = n[IDS_CHANGED];
    p->result.withdrawn = n[IDS_WITHDRAWN] + n[IDS_REVOKED];
}

/* All goals of the series, so that the next pack continues their numbers. */
static loyd_err
write_goals(const struct pack *p, struct pack_folder *f, loyd_why *why)
{
    bool is_gzip = p->options->is_gzip;
    struct pack_file *file =
        pack_folder_file(f, "goals.tsv", "goals", is_gzip);
    struct text line = {.at = NULL};
    struct sink *to = NULL;
    loyd_err err = sink_new(f->dir, f->wanted, file->name, is_gzip, &to, why);

    if (err != LOYD_OK)
        return err;
    sink_text(to, GOALS_HEADING);
    for (size_t i = 0; i < p->goals.n; i++) {
        pack_goal_row(&line, p->by_no[i]);
        sink_drain(to, &line);
    }
    text_free(&line);
    return sink_end(&to, &file->sum, why);
}

static loyd_err
write_ids(struct pack *p, struct pack_folder *f, loyd_why *why)
{
    bool is_gzip = p->options->is_gzip;
    struct pack_file *file = pack_folder_file(f, "ids.tsv", "ids", is_gzip);
    struct sink *to = NULL;
    loyd_err err = sink_new(f->dir, f->wanted, file->name, is_gzip, &to, why);

    if (err != LOYD_OK)
        return err;
    sink_text(to, ids_heading(pack_has_mtm(p)));
    for (size_t i = 0; i < p->after.n; i++)
        put_number(to, (uint32_t)(i + 1), &p->after.rows[i], pack_has_mtm(p));
    if ((err = sink_end(&to, &file->sum, why)) != LOYD_OK)
        return err;
    count_states(p);
    make_id(p, file->sum.sha_plain);
    return LOYD_OK;
}

loyd_err
pack_write_tables(struct pack *p, struct pack_folder *f, loyd_why *why)
{
    loyd_err err = write_goals(p, f, why);

    return err == LOYD_OK ? write_ids(p, f, why) : err;
}

void
pack_put_head(struct jw *jw, const struct pack *p, const char *format)
{
    jw_string(jw, "format", format);
    jw_uint(jw, "format_version", PACK_FORMAT);
    field_id(jw, "pack_id", &p->result.pack_id);
    jw_string(jw, "name", p->name);
    jw_uint(jw, "version", p->result.version);
    jw_string(jw, "licence", p->licence);
}

static void
put_head(struct jw *jw, const struct pack *p)
{
    pack_put_head(jw, p, "loyd pack");
    jw_array(jw, "generators", JW_SPACED);
    for (size_t i = 0; i < p->generators.n; i++)
        jw_string(jw, NULL, p->generators.at[i].name);
    jw_close(jw);
    jw_uint(jw, "puzzles", p->result.puzzles);
    jw_boolean(jw, "solutions", !p->options->no_solutions);
    if (!pack_has_mtm(p))
        return;
    jw_array(jw, "metrics", JW_SPACED);
    jw_string(jw, NULL, metric_name(LOYD_STM));
    jw_string(jw, NULL, metric_name(LOYD_MTM));
    jw_close(jw);
}

static void
put_counts(struct jw *jw, const struct pack *p)
{
    jw_object(jw, "counts", JW_LINES);
    for (unsigned by = 0; by < COUNTS_; by++) {
        const struct tally *counts = &p->counts[by];

        jw_object(jw, manifest_count_name((enum manifest_count)by), JW_SPACED);
        for (size_t i = 0; i < counts->n; i++)
            jw_uint(jw, counts->at[i].name, counts->at[i].n);
        jw_close(jw);
    }
    jw_close(jw);
}

static void
put_digest(struct jw *jw, const struct pack *p)
{
    jw_hex(jw, "digest", p->result.digest, LOYD_HASH_BYTES);
    if (p->before == NULL)
        return;
    jw_object(jw, "since", JW_SPACED);
    field_id(jw, "pack_id", &p->before->manifest.id);
    jw_uint(jw, "version", p->before->manifest.version);
    jw_hex(jw, "digest", p->before->manifest.digest, LOYD_HASH_BYTES);
    jw_close(jw);
    jw_uint(jw, "added", p->result.added);
    jw_uint(jw, "changed", p->result.changed);
    jw_uint(jw, "withdrawn", p->result.withdrawn);
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

/* Writes a file and frees the text. */
static loyd_err
write_text(const struct pack_folder *f, const char *name, struct text *text,
           struct sink_sum *sum, loyd_why *why)
{
    struct sink *to = NULL;
    loyd_err err = text->is_lost
                       ? LOYD_E_NOMEM
                       : sink_new(f->dir, f->wanted, name, false, &to, why);

    if (err == LOYD_OK) {
        sink_put(to, text->at, text->len);
        err = sink_end(&to, sum, why);
    }
    text_free(text);
    return err;
}

static void
put_sum(struct text *to, const char *name, const struct sink_sum *sum)
{
    text_hex(to, sum->sha, sizeof(sum->sha));
    text_format(to, "  %s\n", name);
}

/* In byte order of the names: goals.tsv, ids.tsv, the manifest, the puzzle
 * files. */
static loyd_err
write_sums(const struct pack_folder *f, const struct sink_sum *manifest,
           loyd_why *why)
{
    struct sink_sum sum;
    struct text text = {0};

    for (size_t i = 0; i < f->n_files; i++) {
        put_sum(&text, f->files[i].name, &f->files[i].sum);
        if (i == 1)
            put_sum(&text, MANIFEST_NAME, manifest);
    }
    return write_text(f, SUMS_NAME, &text, &sum, why);
}

loyd_err
pack_write_manifest(const struct pack *p, const struct pack_folder *f,
                    loyd_why *why)
{
    struct sink_sum sum;
    struct text text = {0};
    struct jw jw = {.to = &text};
    loyd_err err;

    jw_object(&jw, NULL, JW_LINES);
    put_head(&jw, p);
    put_counts(&jw, p);
    put_digest(&jw, p);
    jw_raw(&jw, "selection", p->selection.at);
    put_files(&jw, f);
    jw_close(&jw);
    text_char(&text, '\n');
    err = write_text(f, MANIFEST_NAME, &text, &sum, why);
    return err == LOYD_OK ? write_sums(f, &sum, why) : err;
}
