/* SPDX-License-Identifier: MIT */
/* Owns the proof of a pack's series: ids.tsv, the pack id, tombstones. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/crypto.h"
#include "pack/proving.h"

/* H(F("loyd pack 1", name, version, digest, SHA-256 of ids.tsv, before)) */
static bool
is_pack_id(const struct proving *p, const uint8_t ids[32])
{
    static const char purpose[] = "loyd pack 1";
    const struct manifest *m = &p->manifest;
    uint8_t version[4], sum[CRYPTO_HASH_BYTES];
    loyd_id told, last, before;
    struct crypto_hash hash;

    for (unsigned i = 0; i < 4; i++)
        version[i] = (uint8_t)(m->version >> 8 * i);
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, purpose, sizeof(purpose) - 1);
    crypto_hash_field(&hash, m->name, strlen(m->name));
    crypto_hash_field(&hash, version, sizeof(version));
    crypto_hash_field(&hash, m->digest, LOYD_HASH_BYTES);
    crypto_hash_field(&hash, ids, 32);
    if (m->is_delta && loyd_id_parse(m->before, LOYD_ID_CHARS, &before, &last,
                                     NULL) == LOYD_OK)
        crypto_hash_field(&hash, before.byte, LOYD_ID_BYTES);
    else
        crypto_hash_field(&hash, "", 0);
    crypto_hash_end(&hash, sum);
    return loyd_id_parse(m->pack_id, LOYD_ID_CHARS, &told, &last, NULL) ==
               LOYD_OK &&
           memcmp(told.byte, sum, LOYD_ID_BYTES) == 0;
}

/* What the manifest says of the series, by the states of ids.tsv. */
static void
prove_states(struct proving *p)
{
    static const char *const names[] = {"added", "changed", "withdrawn"};
    const struct manifest *m = &p->manifest;
    const uint64_t told[] = {m->is_delta ? m->added : m->puzzles, m->changed,
                             m->withdrawn};
    uint64_t n[IDS_GONE + 1] = {0};

    for (size_t i = 0; i < p->ids.n; i++)
        n[p->ids.rows[i].state]++;
    if (n[IDS_ADDED] + n[IDS_CHANGED] != m->puzzles)
        proving_report(p, MANIFEST_NAME,
                       "it tells %" PRIu64 " puzzles, and ids.tsv %" PRIu64,
                       m->puzzles, n[IDS_ADDED] + n[IDS_CHANGED]);
    if (!m->is_delta && n[IDS_KEPT] > 0)
        proving_report(p, "ids.tsv", "kept puzzles, and no pack before");
    /* Of those withdrawn some may be so since earlier packs. */
    for (size_t i = 0; i < 3; i++) {
        uint64_t found = n[i < 2 ? i : IDS_WITHDRAWN];
        bool is_right =
            i == 2 && m->version > 2 ? told[i] <= found : told[i] == found;

        if (!is_right)
            proving_report(p, MANIFEST_NAME,
                           "it tells %" PRIu64 " %s, and ids.tsv %" PRIu64,
                           told[i], names[i], found);
    }
}

void
prove_ids(struct proving *p)
{
    uint8_t sha[LOYD_HASH_BYTES];
    loyd_why part = {""};
    loyd_err err =
        ids_read_file(p->dir, &p->manifest, &p->watch, &p->ids, sha, &part);

    if (err != LOYD_OK) {
        proving_error(p, NULL, err, &part);
        return;
    }
    if (!is_pack_id(p, sha))
        proving_report(p, MANIFEST_NAME,
                       "its pack_id is not that of its contents");
    prove_states(p);
}

loyd_err
prove_tomb(void *file, uint32_t number, const loyd_id *id, loyd_why *why)
{
    struct proving_file *f = file;
    const struct ids *s = &f->p->ids;
    const struct ids_row *there = number <= s->n ? &s->rows[number - 1] : NULL;

    if (f->n_tombs > 0 && number <= f->tombs[f->n_tombs - 1])
        return why_set(why, LOYD_E_CORRUPT,
                       "tombstone %" PRIu32 ": its number does not ascend",
                       number);
    if (s->n > 0 && (there == NULL || there->state != IDS_WITHDRAWN ||
                     memcmp(there->id.byte, id->byte, LOYD_ID_BYTES) != 0))
        return why_set(why, LOYD_E_CORRUPT,
                       "tombstone %" PRIu32 ": ids.tsv does not say that this "
                       "puzzle is withdrawn",
                       number);
    if (f->n_tombs == f->tombs_room) {
        size_t room = 2 * f->tombs_room + 64;
        uint32_t *grown = realloc(f->tombs, room * sizeof(*grown));

        if (grown == NULL)
            return LOYD_E_NOMEM;
        f->tombs = grown;
        f->tombs_room = room;
    }
    f->tombs[f->n_tombs++] = number;
    return LOYD_OK;
}

loyd_err
prove_tombs_end(struct proving_file *f, loyd_why *why)
{
    struct proving *p = f->p;

    if (f->n_tombs != p->manifest.withdrawn)
        return why_set(
            why, LOYD_E_CORRUPT,
            "it has %zu tombstones, and the manifest tells %" PRIu64,
            f->n_tombs, p->manifest.withdrawn);
    if (!p->has_tombs) {
        p->tombs = f->tombs;
        p->n_tombs = f->n_tombs;
        p->has_tombs = true;
        f->tombs = NULL;
        return LOYD_OK;
    }
    if (f->n_tombs > 0 &&
        memcmp(f->tombs, p->tombs, f->n_tombs * sizeof(*f->tombs)) != 0)
        return why_set(why, LOYD_E_CORRUPT,
                       "its tombstones are not those of another file");
    return LOYD_OK;
}
