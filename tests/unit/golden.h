/* SPDX-License-Identifier: MIT */
/* Rows of data/golden*.tsv as the library's values. Tests only. */
#ifndef GOLDEN_H
#define GOLDEN_H

#include "oracle.h"

#include <loyd/date.h>
#include <loyd/generate.h>

/* One row of golden.tsv. */
struct golden {
    const char *text; /* of the recipe; borrowed from the row */
    loyd_recipe recipe;
    bool has_secret;
    uint8_t secret[LOYD_SECRET_BYTES];
    uint64_t voids;   /* void attempts before the board */
    loyd_puzzle puzzle;
    const char *id;   /* borrowed from the row */
    bool solvable;
    long stm;         /* -1: unknown */
};

enum { GOLDEN_FIELDS = 8 };

static inline void
golden_secret(const char *hex, uint8_t secret[LOYD_SECRET_BYTES])
{
    assert_int_equal(strlen(hex), 2 * LOYD_SECRET_BYTES);
    for (size_t k = 0; k < LOYD_SECRET_BYTES; k++) {
        char pair[3] = {hex[2 * k], hex[2 * k + 1], '\0'};

        secret[k] = (uint8_t)strtoul(pair, NULL, 16);
    }
}

static inline loyd_date
golden_date(const char *text)
{
    loyd_date date;

    assert_int_equal(loyd_date_parse(text, strlen(text), &date, NULL),
                     LOYD_OK);
    return date;
}

/* Compares a hash with its hex digits in a row. */
static inline void
assert_hex(const struct tsv *tsv, const char *hex,
           const uint8_t bytes[LOYD_HASH_BYTES])
{
    char text[2 * LOYD_HASH_BYTES + 1];

    for (size_t i = 0; i < LOYD_HASH_BYTES; i++)
        sprintf(text + 2 * i, "%02x", bytes[i]);
    if (strcmp(text, hex) != 0)
        fail_msg("line %u: %s: expected %s", tsv->number, text, hex);
}

static inline int
golden_next(struct tsv *tsv, struct golden *row)
{
    loyd_why why;
    char text[LOYD_RECIPE_TEXT];

    if (!tsv_next(tsv, GOLDEN_FIELDS))
        return 0;
    row->text = tsv->field[0];
    if (loyd_recipe_parse(row->text, strlen(row->text), &row->recipe, &why)
        != LOYD_OK)
        fail_msg("%s:%u: %s", tsv->name, tsv->number, why.text);
    assert_int_equal(loyd_recipe_print(&row->recipe, text),
                     strlen(row->text));
    assert_string_equal(text, row->text);
    row->has_secret = strcmp(tsv->field[1], "-") != 0;
    if (row->has_secret)
        golden_secret(tsv->field[1], row->secret);
    row->voids = strtoull(tsv->field[2], NULL, 10);
    row->puzzle.start = oracle_board(tsv->field[3]);
    row->puzzle.goal = oracle_board(tsv->field[4]);
    row->id = tsv->field[5];
    row->solvable = strcmp(tsv->field[6], "solvable") == 0;
    row->stm = strcmp(tsv->field[7], "-") == 0
        ? -1 : strtol(tsv->field[7], NULL, 10);
    return 1;
}

static inline loyd_generator *
golden_generator(const struct golden *row)
{
    loyd_generator *generator = NULL;
    loyd_why why;

    if (loyd_generator_new(&row->recipe, row->has_secret ? row->secret : NULL,
                           &generator, &why) != LOYD_OK)
        fail_msg("%s: %s", row->text, why.text);
    return generator;
}

/* Compares all bytes: those after the last cell must be zero. */
static inline void
assert_same_board(const char *where, const char *what,
                  const loyd_board *found, const loyd_board *expected)
{
    if (memcmp(found, expected, sizeof(*found)) != 0)
        fail_msg("%s: wrong %s", where, what);
}

#endif
