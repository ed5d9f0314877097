/* SPDX-License-Identifier: MIT */
/* Verifies ledgers independently: a second implementation of formats.md. */
#include "verify/ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/board.h"
#include "core/crypto.h"
#include "verify/raw_text.h"

/* Columns of RAW_CHANNELS and RAW_LEDGERS. */
enum { C_NAME, C_START, C_KEY_ID, C_DAYS, C_LAST, C_HEAD };
enum {
    L_CHANNEL,
    L_NUMBER,
    L_DATE,
    L_TIER,
    L_VERSION,
    L_STM,
    L_NONCE,
    L_HASH,
    L_ID,
    L_BOARD,
    L_PUZZLE_STM,
    L_GOAL,
    L_UPPER
};

#define NAME_ROOM 33
#define DATE_CHARS 10

/* The values of a row of the table channel. */
struct said {
    char name[NAME_ROOM];
    char start[DATE_CHARS + 1];
    bool is_keyed;
    int64_t days;
    char last[DATE_CHARS + 1];
    uint8_t head[LOYD_HASH_BYTES];
    /* The chain up to the current row. */
    int64_t n;
    char date[DATE_CHARS + 1];
    bool has_tiers;
    uint8_t hash[LOYD_HASH_BYTES];
    bool is_bad;
};

struct chain {
    struct report *report;
    chain_row_fn each;
    chain_end_fn end;
    void *context;
    struct said *said;
    size_t n;
    size_t room;
    bool is_full; /* out of memory */
};

static void
report(struct chain *chain, struct said *of, const char *what)
{
    if (!of->is_bad)
        report_bad(chain->report, NULL, "ledger of %s: row %lld: %s", of->name,
                   (long long)of->n + 1, what);
    of->is_bad = true;
}

static bool
take_text(const struct raw_value *value, char *out, size_t room)
{
    if (value->kind != RAW_TEXT || value->len >= room ||
        memchr(value->bytes, '\0', value->len) != NULL)
        return false;
    memcpy(out, value->bytes, value->len);
    out[value->len] = '\0';
    return true;
}

static bool
each_channel(void *context, const struct raw_value *values)
{
    struct chain *chain = context;
    struct said *of;

    if (!ARRAY_ROOM(chain->said, chain->room, chain->n + 1)) {
        chain->is_full = true;
        return false;
    }
    of = &chain->said[chain->n];
    memset(of, 0, sizeof(*of));
    if (!take_text(&values[C_NAME], of->name, NAME_ROOM) ||
        !take_text(&values[C_START], of->start, sizeof(of->start))) {
        report_bad(chain->report, NULL, "a channel has an invalid name");
        return report_goes_on(chain->report);
    }
    chain->n++;
    of->is_keyed = values[C_KEY_ID].kind != RAW_NULL;
    of->days = values[C_DAYS].number;
    (void)take_text(&values[C_LAST], of->last, sizeof(of->last));
    if (values[C_HEAD].kind == RAW_BYTES &&
        values[C_HEAD].len == LOYD_HASH_BYTES)
        memcpy(of->head, values[C_HEAD].bytes, LOYD_HASH_BYTES);
    return true;
}

/* Parses digits. For other characters the value is meaningless, and so is the
 * date computed from it, which then differs from the row's. */
static unsigned
number(const char *text, unsigned n)
{
    unsigned value = 0;

    for (unsigned i = 0; i < n; i++)
        value = value * 10 + ((unsigned)text[i] - '0') % 10;
    return value;
}

/* Writes the date after `date`, computed from its digits. */
static void
next_date(const char *date, char *out)
{
    static const unsigned days[] = {31, 28, 31, 30, 31, 30,
                                    31, 31, 30, 31, 30, 31};
    unsigned y = number(date, 4), m = number(date + 5, 2);
    unsigned d = number(date + 8, 2), last;

    m = m >= 1 && m <= 12 ? m : 12;
    last = days[m - 1] +
           (m == 2 && ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0));
    if (++d > last) {
        d = 1;
        m++;
    }
    if (m > 12) {
        m = 1;
        y++;
    }
    /* The modulo bounds the length: the text comes from a file. */
    snprintf(out, DATE_CHARS + 1, "%02u%02u-%02u-%02u", y / 100 % 100, y % 100,
             m % 100, d % 100);
}

static const char *
check_date(const struct said *of, const char *date, const char *tier)
{
    char next[DATE_CHARS + 1];
    bool is_tier = tier[0] != '\0';

    if (of->n == 0)
        return strcmp(date, of->start) == 0 ? NULL
                                            : "not the channel's first day";
    next_date(of->date, next);
    if (strcmp(date, next) == 0 ||
        (strcmp(date, of->date) == 0 && is_tier && of->has_tiers))
        return NULL;
    return "the date does not follow that of the previous row";
}

static void
field_number(struct crypto_hash *hash, int64_t number, size_t n)
{
    uint8_t bytes[8];

    for (size_t i = 0; i < n; i++, number /= 256)
        bytes[i] = (uint8_t)(number % 256);
    crypto_hash_field(hash, bytes, n);
}

static void
field_value(struct crypto_hash *hash, const struct raw_value *value)
{
    crypto_hash_field(hash, value->bytes, value->len);
}

/* H(F("loyd day 1", previous, channel, date, tier, version, W H, goal,
 * start, stm, nonce)); beyond 16 cells stm is empty */
static bool
work_out(const struct said *of, const struct raw_value *values,
         uint8_t out[LOYD_HASH_BYTES])
{
    static const uint8_t zeros[LOYD_HASH_BYTES];
    loyd_board start, goal;
    struct crypto_hash hash;
    uint8_t size[2];

    if (!raw_board(&values[L_BOARD], &start) ||
        !raw_board(&values[L_GOAL], &goal) ||
        board_cells(&start) != board_cells(&goal))
        return false;
    size[0] = goal.width;
    size[1] = goal.height;
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, "loyd day 1", 10);
    crypto_hash_field(&hash, of->n == 0 ? zeros : of->hash, LOYD_HASH_BYTES);
    field_value(&hash, &values[L_CHANNEL]);
    field_value(&hash, &values[L_DATE]);
    field_value(&hash, &values[L_TIER]);
    field_number(&hash, values[L_VERSION].number, 4);
    crypto_hash_field(&hash, size, 2);
    crypto_hash_field(&hash, goal.cell, board_cells(&goal));
    crypto_hash_field(&hash, start.cell, board_cells(&start));
    if (board_cells(&goal) <= 16)
        field_number(&hash, values[L_STM].number, 2);
    else
        crypto_hash_field(&hash, NULL, 0);
    field_value(&hash, &values[L_NONCE]); /* NULL has no bytes */
    crypto_hash_end(&hash, out);
    return true;
}

/* Up to 16 cells a row has the proven length; beyond, it has none. */
static const char *
check_length(const struct raw_value *values)
{
    loyd_board goal;

    if (values[L_UPPER].kind != RAW_NUMBER)
        return "its puzzle is not rated";
    if (!raw_board(&values[L_GOAL], &goal))
        return "invalid goal board";
    if (board_cells(&goal) > 16)
        return values[L_STM].kind == RAW_NULL
                   ? NULL
                   : "a length, but the puzzle has more than 16 cells";
    return values[L_STM].kind == RAW_NUMBER &&
                   values[L_PUZZLE_STM].number == values[L_STM].number
               ? NULL
               : "the length is not the puzzle's proven length";
}

/* Returns NULL, or what is wrong with the next row of a chain. */
static const char *
check_row(struct said *of, const struct raw_value *values)
{
    char date[DATE_CHARS + 1], tier[NAME_ROOM];
    uint8_t hash[LOYD_HASH_BYTES];
    const char *fault;

    if (values[L_NUMBER].number != of->n + 1)
        return "missing from the ledger";
    if (!take_text(&values[L_DATE], date, sizeof(date)) ||
        strlen(date) != DATE_CHARS ||
        !take_text(&values[L_TIER], tier, sizeof(tier)))
        return "invalid date or tier";
    if ((fault = check_date(of, date, tier)) != NULL)
        return fault;
    if (values[L_ID].kind != RAW_TEXT)
        return "its puzzle is missing";
    if ((fault = check_length(values)) != NULL)
        return fault;
    if ((values[L_NONCE].kind != RAW_NULL) != of->is_keyed)
        return of->is_keyed ? "missing nonce"
                            : "a nonce, but the channel has no secret";
    if (values[L_HASH].kind != RAW_BYTES ||
        values[L_HASH].len != LOYD_HASH_BYTES || !work_out(of, values, hash) ||
        memcmp(hash, values[L_HASH].bytes, LOYD_HASH_BYTES) != 0)
        return "the hash does not match the row";
    memcpy(of->hash, hash, LOYD_HASH_BYTES);
    memcpy(of->date, date, sizeof(date));
    of->has_tiers = tier[0] != '\0';
    return NULL;
}

static struct said *
find(struct chain *chain, const struct raw_value *name)
{
    for (size_t i = 0; i < chain->n; i++)
        if (name->kind == RAW_TEXT &&
            strlen(chain->said[i].name) == name->len &&
            memcmp(chain->said[i].name, name->bytes, name->len) == 0)
            return &chain->said[i];
    return NULL;
}

static bool
each_row(void *context, const struct raw_value *values)
{
    struct chain *chain = context;
    struct said *of = find(chain, &values[L_CHANNEL]);
    const char *fault;

    if (of == NULL) {
        report_bad(chain->report, NULL, "a ledger row belongs to no channel");
        return report_goes_on(chain->report);
    }
    if (of->is_bad)
        return true;
    if ((fault = check_row(of, values)) != NULL) {
        report(chain, of, fault);
        return report_goes_on(chain->report);
    }
    of->n++;
    return chain->each(chain->context, of->name, (uint32_t)of->n, of->date,
                       of->hash);
}

/* Compares the end of each ledger with what its channel records. */
static void
check_ends(struct chain *chain)
{
    for (size_t i = 0; i < chain->n && report_goes_on(chain->report); i++) {
        struct said *of = &chain->said[i];

        if (of->n != of->days)
            report(chain, of,
                   "the ledger's length differs from the channel's record");
        else if (of->n > 0 &&
                 (memcmp(of->hash, of->head, LOYD_HASH_BYTES) != 0 ||
                  strcmp(of->date, of->last) != 0))
            report(chain, of,
                   "the ledger does not end with the channel's head");
    }
    for (size_t i = 0; i < chain->n && report_goes_on(chain->report); i++)
        if (!chain->end(chain->context, chain->said[i].name,
                        !chain->said[i].is_bad))
            break;
}

loyd_err
chain_prove(loyd_store *store, struct report *report, chain_row_fn each,
            chain_end_fn end, void *context, loyd_why *why)
{
    struct chain chain = {
        .report = report, .each = each, .end = end, .context = context};
    loyd_err err =
        raw_each(store, RAW_CHANNELS, NULL, each_channel, &chain, why);

    if (err == LOYD_OK && chain.is_full)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK && report_goes_on(report))
        err = raw_each(store, RAW_LEDGERS, NULL, each_row, &chain, why);
    if (err == LOYD_OK && report_goes_on(report))
        check_ends(&chain);
    free(chain.said);
    return err;
}
