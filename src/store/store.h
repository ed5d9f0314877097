/* SPDX-License-Identifier: MIT */
/* The open catalogue: state shared by the files of the store. */
#ifndef LOYD_STORE_STORE_H
#define LOYD_STORE_STORE_H

#include <sqlite3.h>

#include "loyd/layout.h"
#include "loyd/store.h"
#include "store/migrate.h"
#include "store/watch.h"

/* The statements that are kept prepared; their texts are with their tables. */
enum stmt_id {
    STMT_GOAL_OF_PK,
    STMT_GOAL_OF_BOARD,
    STMT_GOAL_ADD,
    STMT_PUZZLE_GET,
    STMT_MTM_GET,
    STMT_PUZZLE_ADD,
    STMT_PUZZLE_SET_LENGTH,
    STMT_PUZZLE_SET_MTM,
    STMT_PUZZLE_BOARDS,
    STMT_PUZZLE_FIND,
    STMT_SERIES_OF_TEXT,
    STMT_SERIES_ADD,
    STMT_RECIPE_GET,
    STMT_RECIPE_ADD,
    STMT_RECIPE_DONE,
    STMT_RECIPE_FIRST,
    STMT_RECIPE_ALL,
    STMT_SEARCH_OF_WORDS,
    STMT_SEARCH_OF_PK,
    STMT_SEARCH_ADD,
    STMT_RATING_PUT,
    STMT_ESTIMATE_SET,
    STMT_BAND_ALL,
    STMT_SAMPLE_GET,
    STMT_SAMPLE_LENGTHS,
    STMT_DISTRIBUTION_IS,
    STMT_LENGTH_PUT,
    STMT_NAME_GET,
    STMT_TRAIT_GET,
    STMT_TRAIT_PUT,
    STMT_TRAIT_DROP,
    STMT_GAME_ADD,
    STMT_DIFFICULTY_GET,
    STMT_DIFFICULTY_PUT,
    STMT_ABILITY_PUT,
    STMT_LEDGER_APPEND,
    STMT_VOLUME_MARK,
    STMT_USE_OF_ONE,
    STMT_USE_IN_PACK,
    STMT_USE_DAY,
    STMT_HAND_USE_HAS,
    STMT_HAND_USE_PUT,
    STMT_HAND_USE_DROP,
    STMT_LIST_ADD,
    STMT_LIST_AT,
    STMT_COUNT_
};

/* A row of `goal`, checked. */
struct goal_row {
    int64_t pk; /* from 1; 0: no row */
    loyd_size size;
    int64_t class; /* as puzzle.class, but set for named goals too */
    bool is_named;
    loyd_board board;
    char layout[LOYD_LAYOUT_TEXT];
};

#define GOALS_KEPT 32

/* A row of `search`. */
struct search_row {
    int64_t pk; /* from 1; 0: no row */
    loyd_search search;
};

#define SEARCHES_KEPT 8

struct loyd_store {
    sqlite3 *db;
    struct watch watch;
    bool can_write;
    bool is_immutable;    /* opened as a file that nobody writes */
    bool is_made;         /* this handle created the file */
    bool has_committed;   /* or may have, if the disk failed */
    int64_t version_made; /* PRAGMA data_version after the file was created */
    bool is_writing;      /* between loyd_store_begin and its end */
    bool has_failed;      /* an error of SQLite: commits are refused */
    bool is_reading;      /* the open transaction belongs to readers */
    unsigned n_readers;   /* read_begin without its read_end */
    int n_attached;       /* store_attach without its store_detach */
    void *functions;      /* of verify/functions.c, which owns them */
    struct select *kept;  /* of select.c, which owns it; NULL: none */
    sqlite3_stmt *stmt[STMT_COUNT_];
    bool is_used[STMT_COUNT_];         /* a query is using stmt[i] */
    struct goal_row goals[GOALS_KEPT]; /* a cache; pk is at pk % GOALS_KEPT */
    struct search_row searches[SEARCHES_KEPT]; /* a cache by pk */
    struct sample_row *samples;                /* in distribution.c */
    int64_t series;                            /* pk of series_text, 0: none */
    char series_text[LOYD_RECIPE_TEXT];
};

/*
 * Opens a catalogue for reading; parts of its schema that are not read may be
 * damaged (schema_salvage). Uses the watch of `parent`.
 */
loyd_err store_open_damaged(const loyd_store *parent, const char *path,
                            loyd_store **store, loyd_why *why);

/*
 * Attaches the open catalogue `other` of this path by a name, for reading: no
 * transaction locks its file. It is detached before `other` is closed, and may
 * be the same file. Without a path it is an empty temporary file. SQLite may
 * attach as many as there are, and no more. store_detach follows errors too,
 * outside of a transaction.
 */
loyd_err store_attach(loyd_store *store, const char *name, const char *path,
                      const loyd_store *other, loyd_why *why);
void store_detach(loyd_store *store, const char *name);

/* Returns LOYD_E_DB if no write transaction is open, or if it has failed. */
loyd_err store_need_write(const loyd_store *store, loyd_why *why);

/* Returns the path of this store's file if `path` is the same file, otherwise
 * `path`: SQLite names the -wal file of a hard link by the link. */
const char *store_path_of(const loyd_store *store, const char *path);

/* Returns whether `path` is the file of this store, which created it and has
 * committed nothing. */
bool store_is_made_at(const loyd_store *store, const char *path);

/* Returns whether the file was removed or replaced by another one. */
bool store_is_gone(const loyd_store *store);

/* loyd_store_discard for a caller that has locked the folder. */
void store_discard_held(loyd_store **store);

/* Prepares a newly created file for loyd_store_discard. */
loyd_err discard_prepare(loyd_store *store, loyd_why *why);

/* Forgets the cached rows, which may no longer exist. */
void store_forget(loyd_store *store);

/* Forgets the cached samples, which stay allocated: they may be borrowed. */
void samples_forget(loyd_store *store);
void samples_free(loyd_store *store);

#endif
