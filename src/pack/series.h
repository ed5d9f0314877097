/* SPDX-License-Identifier: MIT */
/* What the packs of a series have in common: the numbers of goals and puzzles,
 * which goals.tsv and ids.tsv of each pack list. */
#ifndef LOYD_PACK_SERIES_H
#define LOYD_PACK_SERIES_H

#include "loyd/pack.h"
#include "pack/manifest_read.h"

struct pack_goal {
    const loyd_distribution *distribution; /* NULL: unknown */
    char *layout;                          /* NULL: only "goal=BOARD" */
    uint32_t no;                           /* goal_no, from 1; 0: none yet */
    uint32_t class_no;                     /* from 1; 0: none, or none yet */
    bool is_used;  /* by a puzzle of the pack that is made or verified */
    loyd_id first; /* of one that is made: the least such puzzle */
    uint8_t width;
    uint8_t height;
    uint8_t cell[]; /* width * height */
};

/* Must be all zero at first. */
struct pack_goal_set {
    struct pack_goal **at;
    size_t n;
    size_t room;
    uint32_t *table; /* hash table of indices in at[] plus 1; 0: free */
    size_t table_size;
};

/* The state of a number in ids.tsv. */
enum ids_state {
    IDS_ADDED = 0,
    IDS_CHANGED,
    IDS_KEPT,
    IDS_WITHDRAWN, /* these two: in this pack */
    IDS_REVOKED,   /* by name */
    IDS_GONE,      /* IDS_WITHDRAWN in an earlier pack */
    IDS_BARRED,    /* IDS_REVOKED in an earlier pack */
    IDS_STATES_
};

/* rows[i] is number i + 1. */
struct ids_row {
    loyd_id id;
    uint16_t stm; /* 0: not proven */
    uint16_t mtm; /* 0: not proven, or the pack is one of STM */
    uint8_t state;
    bool is_read; /* from the catalogue */
};

/* A pack of a series as the next one continues it. Must be all zero at
 * first. */
struct series {
    struct manifest manifest;   /* of a pack that was read */
    struct pack_goal_set goals; /* numbered from 1 in this order */
    struct ids_row *rows;
    size_t n;
    size_t room;
};

void series_free(struct series *s);

/* --- series.c: goals --- */

/* Finds the index of a goal, and adds the goal if it is new. */
loyd_err pack_goals_find(struct pack_goal_set *set, const loyd_board *board,
                         const char *layout, uint32_t *place);

/* A goal as it is listed in a file. */
struct goal_text {
    loyd_board board;
    uint32_t goal_no;
    uint32_t class_no;  /* 0: none */
    const char *layout; /* "": none */
};

/*
 * Adds a goal that was read. Errors: LOYD_E_CORRUPT (its number does not
 * follow, its layout is that of another goal, or it is there already),
 * LOYD_E_NOMEM, those of loyd_board_check.
 */
loyd_err pack_goals_add(struct pack_goal_set *set,
                        const struct goal_text *text, loyd_why *why);

/* Returns the index of a goal, or set->n if it is absent. */
size_t pack_goals_get(const struct pack_goal_set *set,
                      const loyd_board *board);
void pack_goals_free(struct pack_goal_set *set);

void pack_goal_board(const struct pack_goal *goal, loyd_board *board);
void pack_goal_layout(const struct pack_goal *goal,
                      char text[LOYD_LAYOUT_TEXT]);

#define GOALS_HEADING "goal_no\tclass_no\tsize\tlayout\tgoal\n"

/* Writes a goal as a row of goals.tsv. */
void pack_goal_row(struct text *to, const struct pack_goal *goal);

/* --- series.c: numbers --- */

/* Returns the word for a state in ids.tsv, such as "added". */
const char *ids_word(enum ids_state state);

/* Returns the first line of ids.tsv. */
const char *ids_heading(bool has_mtm);

/* Returns whether the puzzle is not withdrawn. */
static inline bool
ids_is_live(const struct ids_row *row)
{
    return row->state <= IDS_KEPT;
}

/* Returns whether this pack withdraws the puzzle. */
static inline bool
ids_is_tomb(const struct ids_row *row)
{
    return row->state == IDS_WITHDRAWN || row->state == IDS_REVOKED;
}

/* Returns whether the puzzle is revoked, by this pack or an earlier one. */
static inline bool
ids_is_revoked(const struct ids_row *row)
{
    return row->state == IDS_REVOKED || row->state == IDS_BARRED;
}

/* Returns whether the puzzle is in the files of this pack. */
static inline bool
ids_is_written(const struct ids_row *row)
{
    return row->state == IDS_ADDED || row->state == IDS_CHANGED;
}

/* Returns whether unselected puzzles of the series stay in it. */
bool series_is_growing(const loyd_export_options *options);

/* An index of the rows by id. */
struct ids_index;

loyd_err ids_index_new(const struct series *s, struct ids_index **made);
void ids_index_free(struct ids_index **index);
/* Returns the number of an id, or 0 if it has none. */
uint32_t ids_number(const struct ids_index *index, const loyd_id *id);

/*
 * Begins the numbers of a pack with those of `before`: puzzles are withdrawn
 * until they are found again, or kept if the series only grows. Revokes and
 * restores puzzles by their ids. Errors: LOYD_E_NOT_FOUND, LOYD_E_NOMEM.
 */
loyd_err series_begin(const struct series *before,
                      const struct ids_index *index,
                      const loyd_export_options *options, struct series *after,
                      loyd_why *why);

/*
 * Finds the number of a puzzle that was read from the catalogue, whose state
 * is ignored: by the index, which may be NULL, or the next one. Updates its
 * row. Errors: LOYD_E_CORRUPT (a proven length differs from that in the row),
 * LOYD_E_NOMEM, LOYD_E_UNSUPPORTED (too many numbers).
 */
loyd_err series_meet(struct series *s, const struct ids_index *index,
                     const struct ids_row *found, uint32_t *number,
                     loyd_why *why);

/*
 * Sorts ids in an order that depends only on the seed, and gives numbers in
 * this order to those that have none. The index, which may be NULL, is
 * replaced.
 */
loyd_err series_shuffle(struct series *s, struct ids_index **index,
                        const char *seed, const loyd_id *ids, size_t n,
                        loyd_why *why);

/* --- series_read.c --- */

/*
 * Reads the manifest and the tables of the pack in a folder and checks these
 * against it. Writes `out` on LOYD_OK only. Errors: those of
 * loyd_pack_compare.
 */
loyd_err series_load(const char *dir, struct series *out, loyd_why *why);

/*
 * Read ids.tsv or goals.tsv of a pack whose manifest was read into `out`,
 * which has no rows or goals yet, and on an error has none. `sha` receives the
 * SHA-256 of the uncompressed contents.
 */
loyd_err series_read_ids(int dir, const struct manifest *m,
                         const struct watch *w, struct series *out,
                         uint8_t sha[LOYD_HASH_BYTES], loyd_why *why);
loyd_err series_read_goals(int dir, const struct manifest *m,
                           const struct watch *w, struct series *out,
                           loyd_why *why);

/* Appends a filter without its use as JSON. The same selection gives the same
 * text. */
void selection_put(struct text *to, const loyd_filter *filter);

/* Writes to `words` how two selections differ, such as `band was ["easy"], is
 * ["hard"]`; "" if they are equal. Errors: LOYD_E_SYNTAX, LOYD_E_NOMEM. */
loyd_err selection_compare(const char *was, const char *is, loyd_why *words,
                           loyd_why *why);

#endif
