/* SPDX-License-Identifier: MIT */
/* SQL functions of texts and hashes, whose definitions docs/formats.md has. */
#include "verify/values.h"

#include "base/why.h"
#include "core/crypto.h"
#include "loyd/date.h"
#include "loyd/name.h"
#include "loyd/text.h"
#include "store/rows.h"

struct raw_value
value_raw(sqlite3_value *v)
{
    struct raw_value raw = {.kind = RAW_OTHER};

    switch (sqlite3_value_type(v)) {
    case SQLITE_NULL:
        raw.kind = RAW_NULL;
        break;
    case SQLITE_INTEGER:
        raw.kind = RAW_NUMBER;
        raw.number = sqlite3_value_int64(v);
        break;
    case SQLITE_TEXT:
        raw.bytes = sqlite3_value_text(v);
        /* NULL: no memory; then it is like a value of another type. */
        raw.kind = raw.bytes != NULL ? RAW_TEXT : RAW_OTHER;
        break;
    case SQLITE_BLOB:
        raw.kind = RAW_BYTES;
        raw.bytes = sqlite3_value_blob(v);
        break;
    default:
        break;
    }
    raw.len = raw.bytes != NULL ? (size_t)sqlite3_value_bytes(v) : 0;
    return raw;
}

/* --- texts --- */

/* is_id(text) */
static void
is_id(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value raw = value_raw(v[0]);
    uint8_t id[LOYD_ID_BYTES];

    (void)n;
    sqlite3_result_int(c, raw_id(&raw, id));
}

/* shown(text): for a terminal, shortened */
static void
shown(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value raw = value_raw(v[0]);
    char quote[WHY_QUOTE_BYTES];

    (void)n;
    if (raw.kind == RAW_TEXT)
        sqlite3_result_text(c,
                            why_quote((const char *)raw.bytes, raw.len, quote),
                            -1, SQLITE_TRANSIENT);
}

/* id_bytes(text): NULL for other texts */
static void
id_bytes(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value raw = value_raw(v[0]);
    uint8_t id[LOYD_ID_BYTES];

    (void)n;
    if (raw_id(&raw, id))
        sqlite3_result_blob(c, id, sizeof(id), SQLITE_TRANSIENT);
}

/* is_date(text) */
static void
is_date(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value raw = value_raw(v[0]);
    loyd_date date;

    (void)n;
    sqlite3_result_int(c, raw.kind == RAW_TEXT &&
                              loyd_date_parse((const char *)raw.bytes, raw.len,
                                              &date, NULL) == LOYD_OK);
}

/* is_name(text) */
static void
is_name(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value raw = value_raw(v[0]);

    (void)n;
    sqlite3_result_int(c, raw.kind == RAW_TEXT &&
                              loyd_name_check((const char *)raw.bytes, raw.len,
                                              NULL) == LOYD_OK);
}

/* is_line(text, low, high): so many bytes that can be shown on one line */
static void
is_line(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value raw = value_raw(v[0]);
    sqlite3_int64 len = (sqlite3_int64)raw.len;

    (void)n;
    sqlite3_result_int(c, raw.kind == RAW_TEXT &&
                              len >= sqlite3_value_int64(v[1]) &&
                              len <= sqlite3_value_int64(v[2]) &&
                              loyd_text_check((const char *)raw.bytes, raw.len,
                                              NULL) == LOYD_OK);
}

/*
 * least(board, goal, metric, length): the lower end that a path of this length
 * goes with. Even if no solution can be shorter, it stays below, because
 * proven ratings have canonical paths. A path of one move is always canonical,
 * so there the ends may meet. A slide moves at most all other tiles of the
 * longer side.
 */
static void
least(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value raw[4];
    loyd_puzzle puzzle;
    int64_t least, side;

    for (int i = 0; i < n; i++)
        raw[i] = value_raw(v[i]);
    if (!raw_board(&raw[0], &puzzle.start) ||
        !raw_board(&raw[1], &puzzle.goal) ||
        !raw_is_number(&raw[3], 1, PATH_MAX_MOVES))
        return;
    side = puzzle.goal.width > puzzle.goal.height ? puzzle.goal.width
                                                  : puzzle.goal.height;
    least = loyd_mlc(&puzzle);
    if (raw_is_text(&raw[2], "mtm"))
        least = (least + side - 2) / (side - 1);
    if (least >= raw[3].number)
        least = raw[3].number - 1;
    sqlite3_result_int64(c, least > 0 ? least : 1);
}

/* --- hashes: those of docs/formats.md are expressions of these --- */

static void
give_hash(sqlite3_context *c, struct crypto_hash *hash)
{
    uint8_t out[CRYPTO_HASH_BYTES];

    crypto_hash_end(hash, out);
    sqlite3_result_blob(c, out, sizeof(out), SQLITE_TRANSIENT);
}

/* hash(field, ...): of a text or a blob its bytes, of other values none */
static void
hash(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct crypto_hash h;

    crypto_hash_begin(&h, NULL);
    for (int i = 0; i < n; i++) {
        struct raw_value raw = value_raw(v[i]);

        crypto_hash_field(&h, raw.bytes, raw.len);
    }
    give_hash(c, &h);
}

/* The state of hash_ids: SQLite's memory is not aligned as it must be. */
struct ids {
    bool is_begun;
    uint8_t room[sizeof(struct crypto_hash) + _Alignof(struct crypto_hash)];
};

static struct crypto_hash *
ids_hash(struct ids *of)
{
    size_t align = _Alignof(struct crypto_hash);

    return (void *)(of->room + (align - (uintptr_t)of->room % align) % align);
}

/* hash_ids(field, id): of that text and of all ids, in the order of rows */
static void
ids_step(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct ids *of = sqlite3_aggregate_context(c, sizeof(*of));
    struct raw_value label = value_raw(v[0]), raw = value_raw(v[1]);
    uint8_t id[LOYD_ID_BYTES] = {0};

    (void)n;
    if (of == NULL) {
        sqlite3_result_error_nomem(c);
        return;
    }
    if (!of->is_begun) {
        crypto_hash_begin(ids_hash(of), NULL);
        crypto_hash_field(ids_hash(of), label.bytes, label.len);
    }
    of->is_begun = true;
    /* Of an invalid one the hash is another. */
    if (raw_id(&raw, id))
        crypto_hash_field(ids_hash(of), id, sizeof(id));
}

static void
ids_end(sqlite3_context *c)
{
    struct ids *of = sqlite3_aggregate_context(c, 0);

    if (of != NULL && of->is_begun)
        give_hash(c, ids_hash(of));
}

/* le(number, bytes): little-endian, NULL for other values */
static void
le(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value number = value_raw(v[0]), bytes = value_raw(v[1]);
    uint8_t out[8];

    (void)n;
    if (number.kind != RAW_NUMBER || !raw_is_number(&bytes, 1, sizeof(out)))
        return;
    for (unsigned i = 0; i < sizeof(out); i++)
        out[i] = (uint8_t)((uint64_t)number.number >> 8 * i);
    sqlite3_result_blob(c, out, (int)bytes.number, SQLITE_TRANSIENT);
}

const struct sql_function value_functions[] = {
    {"hash", -1, hash, NULL},        {"hash_ids", 2, ids_step, ids_end},
    {"id_bytes", 1, id_bytes, NULL}, {"is_date", 1, is_date, NULL},
    {"is_id", 1, is_id, NULL},       {"is_line", 3, is_line, NULL},
    {"is_name", 1, is_name, NULL},   {"le", 2, le, NULL},
    {"least", 4, least, NULL},       {"shown", 1, shown, NULL},
    {NULL, 0, NULL, NULL},
};
