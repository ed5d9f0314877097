/* SPDX-License-Identifier: MIT */
/* The open catalogue, as the files of the store share it. */
#ifndef LOYD_STORE_STORE_H
#define LOYD_STORE_STORE_H

#include <sqlite3.h>

#include "loyd/layout.h"
#include "loyd/store.h"
#include "store/watch.h"

/* One for each statement that is kept prepared; its text is beside its row. */
enum stmt_id {
    STMT_GOAL_OF_PK,
    STMT_GOAL_OF_CELLS,
    STMT_GOAL_ADD,
    STMT_GOAL_NAMED,
    STMT_GOAL_NAMELESS,
    STMT_GOAL_SIZE,
    STMT_PUZZLE_GET,
    STMT_PUZZLE_ADD,
    STMT_PUZZLE_SET_STM,
    STMT_PUZZLE_BOARDS,
    STMT_PUZZLE_PLACE,
    STMT_SERIES_OF_TEXT,
    STMT_SERIES_ADD,
    STMT_RECIPE_GET,
    STMT_RECIPE_ADD,
    STMT_RECIPE_DONE,
    STMT_RECIPE_FIRST,
    STMT_RECIPE_ALL,
    STMT_RECIPE_OF_LAYOUT,
    STMT_SEARCH_OF_WORDS,
    STMT_SEARCH_OF_PK,
    STMT_SEARCH_ADD,
    STMT_RATING_IS,
    STMT_RATING_PUT,
    STMT_NEAR,
    STMT_HEAD_ALL,
    STMT_HEAD_GOAL,
    STMT_HEAD_CLASS,
    STMT_SEED_PUZZLES,
    STMT_SEED_OF_PUZZLE,
    STMT_STM_GOAL,
    STMT_STM_CLASS,
    STMT_COUNT_ALL,
    STMT_COUNT_GOAL,
    STMT_COUNT_CLASS,
    STMT_STATS_PROVEN,
    STMT_STATS_OPEN,
    STMT_BAND_ALL,
    STMT_CLAIM_GET,
    STMT_CLAIM_ADD,
    STMT_CLAIM_DROP,
    STMT_LEDGER_APPEND,
    STMT_LEDGER_HAS,
    STMT_PACK_USE_ADD,
    STMT_COUNT_
};

/* A row of `goal`, checked. */
struct goal_row {
    int64_t pk;    /* from 1; 0: no row */
    int64_t class; /* as puzzle.class counts, here of named goals too */
    bool is_named;
    loyd_board board;
    char layout[LOYD_LAYOUT_TEXT];
};

#define GOALS_KEPT 32

struct loyd_store {
    sqlite3 *db;
    struct watch watch;
    bool can_write;
    bool is_made;         /* by this handle: the file was not there before */
    bool has_committed;   /* or may have, where the disk failed */
    int64_t version_made; /* as SQLite counted commits of others then */
    bool is_writing;      /* between loyd_store_begin and its end */
    bool has_failed;      /* SQLite told an error inside: no commit any more */
    bool is_reading;      /* the transaction is the readers' own */
    unsigned n_readers;   /* read_begin without its read_end */
    char *indices;        /* SQL to make those that bulk_begin dropped */
    sqlite3_stmt *stmt[STMT_COUNT_];
    bool is_used[STMT_COUNT_];         /* stmt[i] is in the hands of a query */
    struct goal_row goals[GOALS_KEPT]; /* a goal stands at pk % GOALS_KEPT */
    int64_t search;                    /* pk of search_words, 0: none */
    loyd_rating search_words;          /* its method and budget */
    int64_t series;                    /* pk of series_text, 0: none */
    char series_text[LOYD_RECIPE_TEXT];
};

/*
 * Opens a catalogue of any version, for reading only, whose schema may be
 * damaged where it is not read (schema_salvage); watched as `parent` is.
 */
loyd_err store_open_damaged(const loyd_store *parent, const char *path,
                            loyd_store **store, loyd_why *why);

/* LOYD_E_DB where no write transaction is open, or one that has failed. */
loyd_err store_need_write(const loyd_store *store, loyd_why *why);

/* Does the file's name mean another one by now, or none? */
bool store_is_gone(const loyd_store *store);

/* loyd_store_discard for whoever holds the folder. */
void store_discard_held(loyd_store **store);

/* For loyd_store_discard: the file has just been made. */
loyd_err discard_prepare(loyd_store *store, loyd_why *why);

/* Forgets the rows that the handle keeps: they may be gone. */
void store_forget(loyd_store *store);

#endif
