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

/* Columns of RAW_CHANNELS. */
enum { C_NAME, C_START, C_KEY_ID, C_DAYS, C_LAST, C_HEAD };

#define NAME_ROOM 33
#define DATE_CHARS 10
#define HASH_FAULT "the hash does not match the row"

/* A channel as its row states it, and the chain up to the current row. */
struct chain {
    char name[NAME_ROOM];
    char start[DATE_CHARS + 1];
    bool is_keyed;
    int64_t days;
    char last[DATE_CHARS + 1];
    uint8_t head[LOYD_HASH_BYTES];
    int64_t n;
    char date[DATE_CHARS + 1];
    bool has_tiers;
    uint8_t hash[LOYD_HASH_BYTES];
    bool is_bad;
};

struct chains {
    struct report *report;
    chain_row_fn each;
    chain_end_fn end;
    void *context;
    struct chain *at;
    size_t n;
    size_t room;
    bool is_full; /* out of memory */
};

static void
report_link(struct chains *all, struct chain *of, const char *fault)
{
    if (!of->is_bad)
        report_bad(all->report, NULL, "ledger of %s: row %lld: %s", of->name,
                   (long long)of->n + 1, fault);
    of->is_bad = true;
}

static bool
copy_text(const struct raw_value *value, char *out, size_t room)
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
    struct chains *all = context;
    struct chain *of;

    if (!ARRAY_ROOM(all->at, all->room, all->n + 1)) {
        all->is_full = true;
        return false;
    }
    of = &all->at[all->n];
    memset(of, 0, sizeof(*of));
    if (!copy_text(&values[C_NAME], of->name, NAME_ROOM) ||
        !copy_text(&values[C_START], of->start, sizeof(of->start))) {
        report_bad(all->report, NULL, "a channel has an invalid name");
        return report_goes_on(all->report);
    }
    all->n++;
    of->is_keyed = values[C_KEY_ID].kind != RAW_NULL;
    of->days = values[C_DAYS].number;
    (void)copy_text(&values[C_LAST], of->last, sizeof(of->last));
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

/* --- checks in the list (facts.h) --- */

const char *
check_chain_number(struct checker *by, struct facts *facts)
{
    const struct chain *of = by->state;

    return facts->values[CHAIN_NUMBER].number == of->n + 1
               ? NULL
               : "missing from the ledger";
}

/* Days follow each other; those of a channel with tiers have several rows. */
const char *
check_chain_date(struct checker *by, struct facts *facts)
{
    const struct chain *of = by->state;
    char date[DATE_CHARS + 1], next[DATE_CHARS + 1], tier[NAME_ROOM];

    if (!copy_text(&facts->values[CHAIN_DATE], date, sizeof(date)) ||
        strlen(date) != DATE_CHARS ||
        !copy_text(&facts->values[CHAIN_TIER], tier, sizeof(tier)))
        return "invalid date or tier";
    if (of->n == 0)
        return strcmp(date, of->start) == 0 ? NULL
                                            : "not the channel's first day";
    next_date(of->date, next);
    return strcmp(date, next) == 0 || (strcmp(date, of->date) == 0 &&
                                       tier[0] != '\0' && of->has_tiers)
               ? NULL
               : "the date does not follow that of the previous row";
}

/* Up to 16 cells a row has the proven length; beyond, it has none. */
const char *
check_chain_length(struct checker *by, struct facts *facts)
{
    const struct raw_value *stm = &facts->values[CHAIN_STM];
    const struct raw_value *proven = &facts->values[CHAIN_PUZZLE_STM];

    (void)by;
    if (!raw_board(&facts->values[CHAIN_GOAL], &facts->puzzle.goal))
        return "invalid goal board";
    if (board_cells(&facts->puzzle.goal) > 16)
        return stm->kind == RAW_NULL
                   ? NULL
                   : "a length, but the puzzle has more than 16 cells";
    return stm->kind == RAW_NUMBER && proven->number == stm->number
               ? NULL
               : "the length is not the puzzle's proven length";
}

const char *
check_chain_nonce(struct checker *by, struct facts *facts)
{
    const struct chain *of = by->state;
    bool has_nonce = facts->values[CHAIN_NONCE].kind != RAW_NULL;

    if (has_nonce == of->is_keyed)
        return NULL;
    return of->is_keyed ? "missing nonce"
                        : "a nonce, but the channel has no secret";
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

/*
 * The hash is H(F("loyd day 1", previous, channel, date, tier, version, W H,
 * goal, start, stm, nonce)); beyond 16 cells stm is empty. Then the row is the
 * last one of its chain.
 */
const char *
check_chain_hash(struct checker *by, struct facts *facts)
{
    const struct raw_value *values = facts->values;
    const loyd_board *goal = &facts->puzzle.goal;
    struct chain *of = by->state;
    loyd_board start;
    struct crypto_hash hash;
    uint8_t size[2] = {goal->width, goal->height};

    if (values[CHAIN_HASH].kind != RAW_BYTES ||
        values[CHAIN_HASH].len != LOYD_HASH_BYTES ||
        !raw_board(&values[CHAIN_BOARD], &start) ||
        board_cells(&start) != board_cells(goal))
        return HASH_FAULT;
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, "loyd day 1", 10);
    crypto_hash_field(&hash, of->hash, LOYD_HASH_BYTES);
    field_value(&hash, &values[CHAIN_CHANNEL]);
    field_value(&hash, &values[CHAIN_DATE]);
    field_value(&hash, &values[CHAIN_TIER]);
    field_number(&hash, values[CHAIN_VERSION].number, 4);
    crypto_hash_field(&hash, size, 2);
    crypto_hash_field(&hash, goal->cell, board_cells(goal));
    crypto_hash_field(&hash, start.cell, board_cells(&start));
    if (board_cells(goal) <= 16)
        field_number(&hash, values[CHAIN_STM].number, 2);
    else
        crypto_hash_field(&hash, NULL, 0);
    field_value(&hash, &values[CHAIN_NONCE]); /* NULL has no bytes */
    crypto_hash_end(&hash, of->hash);
    return memcmp(of->hash, values[CHAIN_HASH].bytes, LOYD_HASH_BYTES) == 0
               ? NULL
               : HASH_FAULT;
}

static bool
each_row(void *context, const struct raw_value *values)
{
    struct chains *all = context;
    struct chain *of = all->at;
    struct checker by = {.kind = ROW_CHAIN, .report = all->report};
    struct facts facts = {.values = values};
    const char *fault;

    while (of < all->at + all->n &&
           !raw_is_text(&values[CHAIN_CHANNEL], of->name))
        of++;
    if (of == all->at + all->n) {
        report_bad(all->report, NULL, "a ledger row belongs to no channel");
        return report_goes_on(all->report);
    }
    by.state = of;
    if (of->is_bad)
        return true;
    if ((fault = facts_check(&by, &facts)) != NULL) {
        report_link(all, of, fault);
        return report_goes_on(all->report);
    }
    of->n++;
    (void)copy_text(&values[CHAIN_DATE], of->date, sizeof(of->date));
    of->has_tiers = values[CHAIN_TIER].len > 0;
    return all->each(all->context, of->name, (uint32_t)of->n, of->date,
                     of->hash);
}

/* Compares the end of each ledger with what its channel records. */
static void
check_ends(struct chains *all)
{
    for (size_t i = 0; i < all->n && report_goes_on(all->report); i++) {
        struct chain *of = &all->at[i];

        if (of->n != of->days)
            report_link(
                all, of,
                "the ledger's length differs from the channel's record");
        else if (of->n > 0 &&
                 (memcmp(of->hash, of->head, LOYD_HASH_BYTES) != 0 ||
                  strcmp(of->date, of->last) != 0))
            report_link(all, of,
                        "the ledger does not end with the channel's head");
    }
    for (size_t i = 0; i < all->n && report_goes_on(all->report); i++)
        if (!all->end(all->context, all->at[i].name, !all->at[i].is_bad))
            break;
}

loyd_err
verify_chains(loyd_store *store, struct report *report, chain_row_fn each,
              chain_end_fn end, void *context, loyd_why *why)
{
    struct chains all = {
        .report = report, .each = each, .end = end, .context = context};
    loyd_err err =
        raw_each(store, RAW_CHANNELS, NULL, each_channel, &all, why);

    if (err == LOYD_OK && all.is_full)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK && report_goes_on(report))
        err = raw_each(store, RAW_LEDGERS, NULL, each_row, &all, why);
    if (err == LOYD_OK && report_goes_on(report))
        check_ends(&all);
    free(all.at);
    return err;
}
