/* SPDX-License-Identifier: MIT */
/* Owns what says what a pack is: ids.tsv, the manifest, the sums, and the
 * signatures of these two. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/crypto.h"
#include "pack/manifest_read.h"
#include "pack/out.h"
#include "pack/pack.h"

#define ROOM 1024 /* for any line: a name has 100 bytes, six for each */

void
pack_hex(const uint8_t *bytes, size_t n, char *hex)
{
    for (size_t i = 0; i < n; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
}

/* H(F("loyd pack 1", name, version, digest, SHA-256 of ids.tsv, before)) */
static void
make_id(struct pack *p, const uint8_t ids[CRYPTO_SHA256_BYTES])
{
    static const char purpose[] = "loyd pack 1";
    uint8_t version[4], sum[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;

    for (unsigned i = 0; i < 4; i++)
        version[i] = (uint8_t)(p->result.version >> 8 * i);
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, purpose, sizeof(purpose) - 1);
    crypto_hash_field(&hash, p->name, strlen(p->name));
    crypto_hash_field(&hash, version, sizeof(version));
    crypto_hash_field(&hash, p->result.digest, LOYD_HASH_BYTES);
    crypto_hash_field(&hash, ids, CRYPTO_SHA256_BYTES);
    if (p->before != NULL)
        crypto_hash_field(&hash, p->before->pack_id.byte, LOYD_ID_BYTES);
    else
        crypto_hash_field(&hash, "", 0);
    crypto_hash_end(&hash, sum);
    memcpy(p->result.pack_id.byte, sum, LOYD_ID_BYTES);
}

static void
put_number(struct sink *to, uint32_t number, const struct ids_row *row)
{
    char line[64], id[LOYD_ID_CHARS + 1], stm[8] = "";

    loyd_id_print(&row->id, id);
    if (row->stm > 0)
        snprintf(stm, sizeof(stm), "%u", row->stm);
    snprintf(line, sizeof(line), "%" PRIu32 "\t%s\t%s\t%s\n", number, id, stm,
             ids_word((enum ids_state)row->state));
    sink_text(to, line);
}

/* What became of the series; the pack's own rows are what is new in it. */
static void
count_states(struct pack *p)
{
    uint64_t n[IDS_GONE + 1] = {0};

    for (size_t i = 0; i < p->after.n; i++)
        n[p->after.rows[i].state]++;
    p->result.added = n[IDS_ADDED];
    p->result.changed = n[IDS_CHANGED];
    p->result.withdrawn = n[IDS_WITHDRAWN];
}

loyd_err
pack_write_ids(struct pack *p, struct pack_folder *f, loyd_why *why)
{
    bool is_gzip = p->options->is_gzip;
    struct pack_file_entry *file = &f->files[f->n_files];
    struct sink *to = NULL;
    loyd_err err;

    file->name = is_gzip ? "ids.tsv.gz" : "ids.tsv";
    file->format = is_gzip ? "ids.gz" : "ids";
    err = sink_new(f->dir, f->wanted, file->name, is_gzip, &to, why);
    if (err != LOYD_OK)
        return err;
    sink_text(to, "number\tpuzzle_id\tstm\tstate\n");
    for (size_t i = 0; i < p->after.n; i++)
        put_number(to, (uint32_t)(i + 1), &p->after.rows[i]);
    if ((err = sink_end(&to, &file->sum, why)) != LOYD_OK)
        return err;
    f->n_files++;
    count_states(p);
    make_id(p, file->sum.sha_plain);
    return LOYD_OK;
}

static void
put_field(struct out *to, const char *name, const char *text)
{
    out_text(to, name);
    out_escaped(to, LOYD_ESCAPE_JSON, text);
    out_text(to, "\"");
}

static void
put_count(struct out *to, const char *name, uint64_t n)
{
    out_text(to, name);
    out_number(to, n);
}

static void
put_head(const struct pack *p, struct sink *file)
{
    char line[4 * ROOM], id[LOYD_ID_CHARS + 1];
    struct out to = {line, sizeof(line), 0};

    loyd_id_print(&p->result.pack_id, id);
    out_text(&to, "{\n  \"format\": \"loyd pack\",\n  \"format_version\": 1");
    put_field(&to, ",\n  \"pack_id\": \"", id);
    put_field(&to, ",\n  \"name\": \"", p->name);
    put_count(&to, ",\n  \"version\": ", p->result.version);
    put_field(&to, ",\n  \"licence\": \"", p->licence);
    out_text(&to, ",\n  \"generators\": [");
    for (size_t i = 0; i < p->generators.n; i++)
        put_field(&to, i > 0 ? ", \"" : "\"", p->generators.at[i].name);
    put_count(&to, "],\n  \"puzzles\": ", p->result.puzzles);
    out_text(&to, ",\n  \"solutions\": ");
    out_text(&to, p->options->no_solutions ? "false" : "true");
    sink_text(file, line);
}

static void
put_tally(struct sink *file, const char *name, const struct tally *counts)
{
    sink_text(file, name);
    for (size_t i = 0; i < counts->n; i++) {
        char line[2 * LOYD_LAYOUT_TEXT];
        struct out to = {line, sizeof(line), 0};

        put_field(&to, i > 0 ? ", \"" : "\"", counts->at[i].name);
        put_count(&to, ": ", counts->at[i].n);
        sink_text(file, line);
    }
    sink_text(file, "}");
}

static void
put_counts(const struct pack *p, struct sink *file)
{
    sink_text(file, ",\n  \"counts\": {");
    put_tally(file, "\n    \"size\": {", &p->sizes);
    put_tally(file, ",\n    \"layout\": {", &p->layouts);
    put_tally(file, ",\n    \"band\": {", &p->band_names);
    put_tally(file, ",\n    \"status\": {", &p->statuses);
    sink_text(file, "\n  }");
}

static void
put_digest(const struct pack *p, struct sink *file)
{
    char line[2 * ROOM], hex[2 * LOYD_HASH_BYTES + 1];
    char id[LOYD_ID_CHARS + 1];
    struct out to = {line, sizeof(line), 0};

    pack_hex(p->result.digest, LOYD_HASH_BYTES, hex);
    put_field(&to, ",\n  \"digest\": \"", hex);
    if (p->before != NULL) {
        loyd_id_print(&p->before->pack_id, id);
        pack_hex(p->before->digest, LOYD_HASH_BYTES, hex);
        put_field(&to, ",\n  \"since\": {\"pack_id\": \"", id);
        put_count(&to, ", \"version\": ", p->before->version);
        put_field(&to, ", \"digest\": \"", hex);
        put_count(&to, "},\n  \"added\": ", p->result.added);
        put_count(&to, ",\n  \"changed\": ", p->result.changed);
        put_count(&to, ",\n  \"withdrawn\": ", p->result.withdrawn);
    }
    sink_text(file, line);
}

static void
put_files(const struct pack_folder *f, struct sink *file)
{
    sink_text(file, ",\n  \"files\": [");
    for (size_t i = 0; i < f->n_files; i++) {
        const struct pack_file_entry *entry = &f->files[i];
        char line[ROOM], hex[2 * CRYPTO_SHA256_BYTES + 1];
        struct out to = {line, sizeof(line), 0};

        pack_hex(entry->sum.sha, CRYPTO_SHA256_BYTES, hex);
        put_field(&to, i > 0 ? ",\n    {\"name\": \"" : "\n    {\"name\": \"",
                  entry->name);
        put_field(&to, ", \"format\": \"", entry->format);
        put_count(&to, ", \"bytes\": ", entry->sum.bytes);
        put_field(&to, ", \"sha256\": \"", hex);
        out_text(&to, "}");
        sink_text(file, line);
    }
    sink_text(file, "\n  ]\n}\n");
}

static void
put_sum(struct sink *to, const char *name, const struct sink_sum *sum)
{
    char hex[2 * CRYPTO_SHA256_BYTES + 1];

    pack_hex(sum->sha, CRYPTO_SHA256_BYTES, hex);
    sink_text(to, hex);
    sink_text(to, "  ");
    sink_text(to, name);
    sink_text(to, "\n");
}

/* In byte order: ids.tsv, the manifest, the puzzles. */
static loyd_err
write_sums(const struct pack_folder *f, const struct sink_sum *manifest,
           loyd_why *why)
{
    struct sink_sum sum;
    struct sink *to = NULL;
    loyd_err err = sink_new(f->dir, f->wanted, SUMS_NAME, false, &to, why);

    if (err != LOYD_OK)
        return err;
    for (size_t i = 0; i < f->n_files; i++) {
        put_sum(to, f->files[i].name, &f->files[i].sum);
        if (i == 0)
            put_sum(to, MANIFEST_NAME, manifest);
    }
    return sink_end(&to, &sum, why);
}

loyd_err
pack_write_manifest(const struct pack *p, struct pack_folder *f, loyd_why *why)
{
    struct sink_sum sum;
    struct sink *to = NULL;
    loyd_err err = sink_new(f->dir, f->wanted, MANIFEST_NAME, false, &to, why);

    if (err != LOYD_OK)
        return err;
    put_head(p, to);
    put_counts(p, to);
    put_digest(p, to);
    put_files(f, to);
    if ((err = sink_end(&to, &sum, why)) != LOYD_OK)
        return err;
    return write_sums(f, &sum, why);
}

size_t
pack_trusted(char out[LOYD_TRUSTED_MAX + 1], const char *file,
             const char *pack_id, uint32_t version,
             const uint8_t digest[LOYD_HASH_BYTES])
{
    char hex[2 * LOYD_HASH_BYTES + 1];
    int len;

    pack_hex(digest, LOYD_HASH_BYTES, hex);
    len = snprintf(out, LOYD_TRUSTED_MAX + 1,
                   "loyd pack %s version %u file %s digest %s", pack_id,
                   (unsigned)version, file, hex);
    return (size_t)len;
}

static loyd_err
sign_file(const struct pack *p, const struct pack_folder *f, const char *name,
          const char *signature_name, loyd_why *why)
{
    char trusted[LOYD_TRUSTED_MAX + 1], text[LOYD_SIGNATURE_TEXT];
    char id[LOYD_ID_CHARS + 1], *bytes = NULL;
    size_t len = 0;
    struct sink *to = NULL;
    struct sink_sum sum;
    loyd_err err =
        pack_read_file(f->dir, name, UNPACK_WHOLE_MAX, &bytes, &len, why);

    if (err != LOYD_OK)
        return err;
    loyd_id_print(&p->result.pack_id, id);
    pack_trusted(trusted, name, id, p->result.version, p->result.digest);
    err = loyd_sign(p->options->signer, bytes, len, trusted, text, why);
    free(bytes);
    if (err == LOYD_OK)
        err = sink_new(f->dir, f->wanted, signature_name, false, &to, why);
    if (err != LOYD_OK)
        return err;
    sink_text(to, text);
    return sink_end(&to, &sum, why);
}

loyd_err
pack_sign(const struct pack *p, const struct pack_folder *f, loyd_why *why)
{
    loyd_err err;

    if (p->options->signer == NULL)
        return LOYD_OK;
    err = sign_file(p, f, MANIFEST_NAME, MANIFEST_NAME SIGNATURE_SUFFIX, why);
    return err == LOYD_OK
               ? sign_file(p, f, SUMS_NAME, SUMS_NAME SIGNATURE_SUFFIX, why)
               : err;
}
