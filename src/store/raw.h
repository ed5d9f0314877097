/* SPDX-License-Identifier: MIT */
/* The file's rows as raw values, unchecked. */
#ifndef LOYD_STORE_RAW_H
#define LOYD_STORE_RAW_H

#include "loyd/store.h"

/*
 * Raw values are for code that verifies rows independently of the store's
 * own checks.
 */
enum raw_kind { RAW_NULL, RAW_NUMBER, RAW_TEXT, RAW_BYTES, RAW_OTHER };

struct raw_value {
    enum raw_kind kind;
    int64_t number;
    const uint8_t *bytes; /* of texts and bytes; borrowed until the next row;
                             a text is followed by a NUL */
    size_t len;
};

enum raw_table {
    RAW_FILE,     /* faults that SQLite's integrity check finds: text */
    RAW_KEYS,     /* broken references: table, rowid, table referred to */
    RAW_GOALS,    /* pk, size, class, layout, board */
    RAW_PUZZLES,  /* id, class, board; of the goal size, board, layout; of the
                     puzzle estimate and its version; for STM and then for MTM
                     of the puzzle the proven length and the open upper end, of
                     the rating lower, upper, path */
    RAW_BOARDS,   /* of puzzles id, board; of the goal board; in order of id */
    RAW_PROVEN,   /* puzzle, metric, length, path of proven ratings; in order
                     of puzzle and metric */
    RAW_RATINGS,  /* puzzle, metric, method, budget; method and budget of the
                     lower end */
    RAW_RECIPES,  /* series, text, number, puzzle; grouped by series */
    RAW_TEXTS,    /* text, puzzle of recipes, ordered as in the digest; sorted
                     by SQLite, with temporary files if they are many */
    RAW_HASHES,   /* the hashes of all ledgers, each once, in bytewise order */
    RAW_CHANNELS, /* name, start, key_id, days, last, head */
    RAW_LEDGERS,  /* channel, number, date, tier, version, stm, nonce, hash; of
                     the puzzle id, board, stm; of its goal the board; of the
                     rating upper; in order of channel and number */
    RAW_CLAIMS,   /* puzzle, metric, length; of the puzzle board, stm, mtm; of
                     its goal the board */
    RAW_PACKS,    /* pk, pack_id, name, version, date */
    RAW_MARKS,    /* puzzle, date, note: manual marks */
    RAW_NAMES,    /* puzzle, name */
    RAW_TRAITS,   /* the columns of trait; of the puzzle board and stm; of its
                     goal the board; of the rating in STM the path */
    RAW_GAMES,    /* the columns of game; of the puzzle board and stm; of its
                     goal the board */
    RAW_DIFFICULTIES, /* the columns of difficulty; how many games there are
                     of the puzzle */
    RAW_ABILITIES, /* the columns of ability; how many games there are of the
                     player */
    RAW_LISTS,    /* pk, channel, version, place, title, puzzles, digest */
    RAW_LISTED,   /* list, puzzle; of the puzzle stm; in order of both */
    RAW_DISTRIBUTIONS, /* class, metric, measure, version, total, sample,
                     longest, source; of each length length, boards, below,
                     band; in order of class, metric, version, measure and
                     length */
    RAW_UNCOUNTED, /* class of a goal or a sample, metric, measure of a
                     distribution that is missing; whether the class has one
                     of lengths beyond 16 cells */
    RAW_COUNT_
};

#define RAW_COLUMNS_MAX 18

/* Called with each row and its values; returns false to stop. */
typedef bool (*raw_fn)(void *context, const struct raw_value *values);

/* A range of ids. An open end also includes rows whose ids are invalid and
 * sort before or after all ids. */
struct raw_range {
    loyd_id first;
    loyd_id last;
    bool is_first; /* open at its beginning */
    bool is_last;  /* open at its end */
};

/*
 * Walks over the rows of a table, in order of the first column if it is a
 * key. Tables without an id belong to the range with is_first. range NULL:
 * all rows.
 */
loyd_err raw_each(loyd_store *store, enum raw_table table,
                  const struct raw_range *range, raw_fn each, void *context,
                  loyd_why *why);

#endif
