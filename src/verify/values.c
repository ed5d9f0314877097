/* SPDX-License-Identifier: MIT */
/* SQL functions of texts and hashes, whose definitions docs/formats.md has. */
#include <stdlib.h>

#include "base/why.h"
#include "core/crypto.h"
#include "loyd/date.h"
#include "core/name.h"
#include "base/utf8.h"
#include "verify/functions.h"

/* --- texts --- */

/* Returns the first argument, whose length is *len; NULL: it is no text. */
static const char *
text_of(const struct call *c, size_t *len)
{
    *len = c->in[0].len;
    return c->in[0].kind == RAW_TEXT ? (const char *)c->in[0].bytes : NULL;
}

/* shown(text): for a terminal, shortened */
static void
shown(struct call *c)
{
    char quote[WHY_QUOTE_BYTES];
    size_t len;
    const char *text = text_of(c, &len);

    if (text != NULL)
        give(c, why_quote(text, len, quote));
}

/* id_bytes(text): NULL for other texts */
static void
id_bytes(struct call *c)
{
    uint8_t id[LOYD_ID_BYTES];

    if (raw_id(&c->in[0], id))
        give_bytes(c, id, sizeof(id));
}

/* is_date(text) */
static void
is_date(struct call *c)
{
    loyd_date date;
    size_t len;
    const char *text = text_of(c, &len);

    give_number(c, text != NULL &&
                       loyd_date_parse(text, len, &date, NULL) == LOYD_OK);
}

/* is_name(text) */
static void
is_name(struct call *c)
{
    size_t len;
    const char *text = text_of(c, &len);

    give_number(c, text != NULL && name_check(text, len, NULL) == LOYD_OK);
}

/* is_line(text, low, high): so many bytes that can be shown on one line */
static void
is_line(struct call *c)
{
    size_t len;
    const char *text = text_of(c, &len);

    give_number(c, text != NULL && (int64_t)len >= c->in[1].number &&
                       (int64_t)len <= c->in[2].number &&
                       utf8_check(text, len, NULL) == LOYD_OK);
}

/* --- hashes: those of docs/formats.md are expressions of these --- */

static void
give_hash(sqlite3_context *to, struct crypto_hash *hash)
{
    uint8_t out[CRYPTO_HASH_BYTES];

    crypto_hash_end(hash, out);
    sqlite3_result_blob(to, out, sizeof(out), SQLITE_TRANSIENT);
}

/* hash(field, ...): of a text or a blob its bytes, of other values none */
static void
hash(struct call *c)
{
    struct crypto_hash h;

    crypto_hash_begin(&h, NULL);
    for (int i = 0; i < c->n; i++)
        crypto_hash_field(&h, c->in[i].bytes, c->in[i].len);
    give_hash(c->to, &h);
}

/* hash_ids(field, id): of that text and of all ids, in the order of rows. The
 * state is a pointer: SQLite's memory is not aligned as it must be. */
static void
ids_step(struct call *c)
{
    struct crypto_hash **of = sqlite3_aggregate_context(c->to, sizeof(*of));
    uint8_t id[LOYD_ID_BYTES];

    if (of != NULL && *of == NULL) {
        *of = aligned_alloc(_Alignof(struct crypto_hash), sizeof(**of));
        if (*of != NULL) {
            crypto_hash_begin(*of, NULL);
            crypto_hash_field(*of, c->in[0].bytes, c->in[0].len);
        }
    }
    if (of == NULL || *of == NULL)
        sqlite3_result_error_nomem(c->to);
    else if (raw_id(&c->in[1], id)) /* of an invalid one the hash is another */
        crypto_hash_field(*of, id, sizeof(id));
}

static void
ids_end(sqlite3_context *to)
{
    struct crypto_hash **of = sqlite3_aggregate_context(to, 0);

    if (of == NULL || *of == NULL)
        return;
    give_hash(to, *of);
    free(*of);
}

/* le(number, bytes): little-endian, NULL for other values */
static void
le(struct call *c)
{
    const struct raw_value *number = &c->in[0], *bytes = &c->in[1];
    uint8_t out[8];

    if (number->kind != RAW_NUMBER || !raw_is_number(bytes, 1, sizeof(out)))
        return;
    for (unsigned i = 0; i < sizeof(out); i++)
        out[i] = (uint8_t)((uint64_t)number->number >> 8 * i);
    give_bytes(c, out, (size_t)bytes->number);
}

const struct sql_function value_functions[] = {
    {"hash", -1, hash, NULL},
    {"hash_ids", 2, ids_step, ids_end},
    {"id_bytes", 1, id_bytes, NULL},
    {"is_date", 1, is_date, NULL},
    {"is_line", 3, is_line, NULL},
    {"is_name", 1, is_name, NULL},
    {"le", 2, le, NULL},
    {"shown", 1, shown, NULL},
    {NULL, 0, NULL, NULL},
};
